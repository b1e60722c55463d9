/**
 * The answer to a subscription, with a body whose end is an error. A server that has nothing more to say completes the subscription before.
 * Of a stream that ends by itself graphql-sse hears nothing if it reads nothing at that moment; it would wait for two and a half heartbeats.
 */
export function endingInError({ body, headers, status }: Response): Response {
  const ending = new TransformStream<Uint8Array, Uint8Array>({
    flush: (controller) => controller.error(new Error("Cannot follow the subscription: its connection ended")),
  });
  return new Response(body?.pipeThrough(ending) ?? null, { headers, status });
}
