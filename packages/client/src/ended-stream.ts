/**
 * For graphql-sse: a stream that ends without being completed. The client does not notice the end of a stream if it is not reading at that
 * moment, and waits until `resumable()` gives the silent connection up, after two and a half heartbeats. An error it does notice.
 */

/**
 * The answer to a subscription, whose stream fails where it ends. A server that has nothing more to say completes the subscription before,
 * so only a connection that broke is seen as broken. Every other answer is given as it is.
 *
 * @example
 * createClient({ url, fetchFn: async (input: RequestInfo, init: RequestInit) => endingInError(await fetch(input, init)) })
 */
export function endingInError(response: Response): Response {
  const { body, headers, status } = response;
  if (body === null || !headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const ending = new TransformStream<Uint8Array, Uint8Array>({
    flush: (controller) => controller.error(new Error("Cannot follow the subscription: its connection ended")),
  });
  return new Response(body.pipeThrough(ending), { headers, status });
}
