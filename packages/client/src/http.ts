/** GraphQL over HTTP: one operation for one answer, repeated where that is safe, and one subscription as Server-Sent Events. */
import {
  aborted,
  Broken,
  type Connection,
  type GraphItem,
  graphItemOf,
  headersOf,
  linkedSignal,
  mayBeRenewed,
  type Send,
  type Streams,
} from "./connection.ts";
import { readEvents } from "./event-stream.ts";
import { isMutation } from "./operation-text.ts";
import { type ClientError, failed, type GraphError, graphqlError, ok, type Result, unreachable } from "./result.ts";

type Answer = { readonly ok: true; readonly item: GraphItem } | { readonly ok: false; readonly error: ClientError };

/** Longer than this nobody waits because of a header. */
const longestRetryAfterMs = 60_000;

export function httpSend(connection: Connection): Send {
  return async (operation, variables, options = {}) => {
    const { attempts = connection.attempts, isRepeatable = !isMutation(operation), signal } = options;
    for (let attempt = 1; ; attempt += 1) {
      const body = { query: operation, variables };
      const first = await post(connection, body, signal);
      const answer = !first.ok && mayBeRenewed(connection, first.error) ? await post(connection, body, signal) : first;
      const result: Result<never> = answer.ok ? (resultOf(answer.item) as Result<never>) : answer;
      if (result.ok || !result.error.isTransient || !isRepeatable || attempt >= attempts) return result;
      await connection.delay(attempt, result.error.retryAfterMs ?? 0, signal);
      signal?.throwIfAborted();
    }
  };
}

/** Fields that failed are null in data that is there; where no root field is, the request failed. */
function resultOf({ data, errors = [] }: GraphItem): Result<unknown> {
  const fields = typeof data === "object" && data !== null ? Object.values(data) : [];
  const isAnswered = fields.some((value) => value !== null) || (fields.length > 0 && errors.length === 0);
  return isAnswered ? ok(data, errors) : failed(graphqlError(errors));
}

async function post(connection: Connection, body: unknown, signal: AbortSignal | undefined): Promise<Answer> {
  const { abort, release, signal: both } = linkedSignal(signal);
  const tooLate = new Error(`no answer within ${connection.timeoutMs} ms`);
  const timer = setTimeout(() => abort(tooLate), connection.timeoutMs);
  try {
    const answered = request(connection, body, "application/json", both);
    const response = await Promise.race([answered, aborted(both)]);
    const item = await itemOf(response);
    if (item === undefined) return failed(strangeAnswer(response));
    if (item.data === undefined || item.data === null)
      return failed(graphqlError(item.errors ?? [], retryAfterOf(response)));
    return { ok: true, item };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Broken) return failed(error.reason);
    return failed(unreachable(`Cannot reach ${connection.endpoint}: ${reasonOf(both.aborted ? tooLate : error)}`));
  } finally {
    clearTimeout(timer);
    release();
  }
}

async function request(connection: Connection, body: unknown, accept: string, signal: AbortSignal): Promise<Response> {
  return connection.fetch(connection.endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...(await headersOf(connection)) },
    body: JSON.stringify(body),
    signal,
  });
}

/** The answer in the shape of GraphQL. Undefined for one of somebody else, such as a proxy. */
async function itemOf(response: Response): Promise<GraphItem | undefined> {
  const text = await response.text();
  try {
    return graphItemOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function strangeAnswer(response: Response): ClientError {
  const { status, url } = response;
  const retryAfterMs = retryAfterOf(response);
  return {
    kind: "TRANSPORT",
    message: `Cannot read the answer of ${url}: required JSON with data or errors, found something else with the status ${status}`,
    status,
    // A redirected, misspelled or forbidden address stays so; a proxy without its server does not.
    isTransient: status === 408 || status === 429 || status >= 500 || status === 200,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return seconds > 0 ? Math.min(longestRetryAfterMs, seconds * 1_000) : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node names the error in the cause only.
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}

export function httpStreams(connection: Connection): Streams {
  return {
    async *open(graphRequest, signal) {
      const answer = await openStream(connection, graphRequest, signal);
      if (!answer.ok) throw new Broken(answer.error);
      try {
        for await (const { event, data } of readEvents(answer.body)) {
          if (event === "complete") return;
          if (event !== "next") continue;
          const item = graphItemOf(JSON.parse(data));
          if (item === undefined) throw new Error("it sent something else than JSON with data or errors");
          yield item;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw new Broken(unreachable(`The connection to ${connection.endpoint} broke: ${reasonOf(error)}`));
      }
      throw new Broken(unreachable(`The connection to ${connection.endpoint} ended`));
    },
    reset: () => undefined,
  };
}

type Opened =
  | { readonly ok: true; readonly body: ReadableStream<Uint8Array> }
  | { readonly ok: false; readonly error: ClientError };

async function openStream(connection: Connection, body: unknown, signal: AbortSignal): Promise<Opened> {
  try {
    const response = await request(connection, body, "text/event-stream", signal);
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (response.ok && isStream && response.body !== null) return { ok: true, body: response.body };
    const errors: readonly GraphError[] | undefined = (await itemOf(response))?.errors;
    return failed(errors === undefined ? strangeAnswer(response) : graphqlError(errors, retryAfterOf(response)));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Broken) return failed(error.reason);
    return failed(unreachable(`Cannot reach ${connection.endpoint}: ${reasonOf(error)}`));
  }
}
