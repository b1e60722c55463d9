/**
 * One JSON-RPC request to an MCP server and the answer to it, performed by the library's HTTP transport while every step of
 * it is noted in a `CallObservation`. The library would wait for ever after an answer with a wrong id and after a stream that
 * ends without an answer; here both end the exchange.
 */
import {
  type FetchLike,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from "@modelcontextprotocol/client";
import type { ExemptBytes, ExemptingFetch } from "../../catalog/exempt-bytes.ts";
import { AnswerTooRich, provesNothingSent } from "../../catalog/fetch-failure.ts";
import { type WatchedBody, watchedBody } from "../../catalog/watched-body.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { isWithin, JsonCount } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import type { CallObservation, JsonRpcError } from "../call-observation.ts";
import { contentTypeProblem } from "../received-json.ts";
import { NoticeFilter } from "./notice-filter.ts";

/** A timer that is set for longer ends at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The caller, as the transport needs to know it. */
export interface McpCaller {
  /** The guarded fetch. */
  readonly fetch: ExemptingFetch;
  /** Value of the bearer token. Undefined to send none. */
  readonly bearer: string | undefined;
  readonly signal: AbortSignal;
  readonly observation: CallObservation;
  /** Takes notifications of progress and of logs that come in the stream of the request. Absent where they are not needed. */
  readonly onNotice?: (notification: JsonObject, requestId: JSONRPCRequest["id"]) => void;
}

export interface McpAddress {
  readonly url: URL;
  readonly sessionId: string | null;
  readonly protocolVersion: string | null;
}

/** Requests of a server on one stream that are answered, each with a request of ours. What comes beyond them waits for nothing. */
const mostAsked = 16;
/** How much longer each resumption of a stream waits than the one before, and the longest of these waits. */
const resumeStepMs = 200;
const longestResumeMs = 5_000;

/** A transport of the library for one message, with the bearer token and without redirects or sign-in of its own. */
export function oneShotTransport(address: McpAddress, bearer: string | undefined, fetch: FetchLike) {
  let resumptions = 0;
  return new StreamableHTTPClientTransport(address.url, {
    fetch,
    // The wait that the server demands, but ever longer: one that ends each stream at once is not asked without pause.
    reconnectionScheduler(reconnect, delayMs) {
      resumptions += 1;
      const least = Math.min(resumptions * resumeStepMs, longestResumeMs);
      const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, least), longestTimerMs));
      return () => clearTimeout(timer);
    },
    // Redirects are the business of the guarded fetch.
    redirectPolicy: "follow",
    ...(bearer === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${bearer}` } } }),
    ...(address.sessionId === null ? {} : { sessionId: address.sessionId }),
    ...(address.protocolVersion === null ? {} : { protocolVersion: address.protocolVersion }),
  });
}

/**
 * Sends `request` and resolves, with the session id that then holds, once its answer was delivered to `deliver` or is known
 * not to come. Rejects where the library does: failed requests, refusing statuses, bodies that are no JSON-RPC.
 */
export async function exchange(
  request: JSONRPCRequest,
  sendOptions: TransportSendOptions,
  address: McpAddress,
  caller: McpCaller,
  deliver: (message: JSONRPCMessage) => void,
): Promise<string | null> {
  const { observation, signal } = caller;
  const { headers, requestSignal } = sendOptions;
  const ended = Promise.withResolvers<void>();
  let stream = null as WatchedBody | null;
  let asked = 0;
  const received = (message: JSONRPCMessage) => {
    if ("method" in message) {
      if ("id" in message) asked += 1;
      return asked <= mostAsked ? deliver(message) : undefined;
    }
    if (message.id === request.id) {
      noteAnswer(observation, message);
      deliver(message);
    } else {
      observation.unreadable ??= "required an answer with the id of the request, found another id";
    }
    ended.resolve();
  };
  let otherContent = "something else";
  const onOther = (contentType: string) => {
    const found = JSON.stringify(contentType.slice(0, 100));
    otherContent = `the content type ${found}. Is this the address of an MCP endpoint, such as …/mcp?`;
  };
  const onStream = (body: WatchedBody) => {
    stream = body;
    // Only a started transport resumes a stream that the server ends early on purpose. Sets its state at once.
    void transport.start();
  };
  const transport = oneShotTransport(
    address,
    caller.bearer,
    observedFetch(caller, request.id, { onOther, onStream, onResult: received }),
  );
  transport.onmessage = received;
  const onAbort = () => ended.resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await transport.send(request, {
      ...(headers === undefined ? {} : { headers }),
      ...(requestSignal === undefined ? {} : { requestSignal }),
      onRequestStreamEnd: () => ended.resolve(),
    });
    if (stream !== null) await ended.promise;
    else if (!isAnswered(observation)) observation.unreadable ??= "required an answer to the request, found none";
    return transport.sessionId ?? null;
  } catch (error) {
    const bodyCame = observation.status !== undefined && observation.status < 300 && observation.fetchError === null;
    if (bodyCame) observation.unreadable ??= `required a JSON-RPC message, found ${otherContent}`;
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (stream !== null) await endStream(transport, stream);
  }
}

/** Ends a stream that the server keeps open after its answer, and its resumption: they would pin the object. */
async function endStream(transport: StreamableHTTPClientTransport, stream: WatchedBody): Promise<void> {
  await transport.close();
  stream.stop();
}

function isAnswered(observation: CallObservation): boolean {
  return observation.answered || observation.jsonRpcError !== undefined;
}

function noteAnswer(observation: CallObservation, message: JSONRPCMessage): void {
  if ("error" in message) observation.jsonRpcError = { code: message.error.code, message: message.error.message };
  else observation.answered = true;
}

interface Answers {
  /** Called if the content type is none that an answer can have. */
  readonly onOther: (contentType: string) => void;
  readonly onStream: (body: WatchedBody) => void;
  readonly onResult: (message: JSONRPCMessage) => void;
}

/** The caller's fetch, noting the fate of the first request. Later ones resume a stream that the server cut on purpose. */
function observedFetch(
  caller: McpCaller,
  requestId: JSONRPCRequest["id"],
  { onOther, onResult, onStream }: Answers,
): FetchLike {
  const { observation } = caller;
  let first = true;
  return async (url, init = {}) => {
    if (!first) return resumed(caller, requestId, url, init);
    first = false;
    observation.requestSent = true;
    try {
      // The signals of the library follow the caller's, which is enough for one request.
      const exempt = { bytes: 0 };
      const response = await caller.fetch(url, { ...init, signal: caller.signal, exempt });
      observation.status = response.status;
      observation.retryAfter = response.headers.get("retry-after");
      if (response.ok && response.body !== null && isEventStream(response))
        return streamed(response, caller, { exempt, requestId, onStream });
      const contentType = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      if (response.ok && contentTypeProblem(contentType) !== undefined) onOther(contentType);
      if (response.ok) return withObservedJson(response, observation, onResult);
      const text = await response.text();
      observation.jsonRpcError = jsonRpcErrorIn(text);
      return new Response(text, { status: response.status, headers: response.headers });
    } catch (error) {
      observation.requestSent = !provesNothingSent(error);
      observation.fetchError = error;
      throw error;
    }
  };
}

/** A stream that the server ended early is asked for again by its last event; any other GET would only wait for notices. */
async function resumed(
  caller: McpCaller,
  requestId: JSONRPCRequest["id"],
  url: string | URL,
  init: RequestInit,
): Promise<Response> {
  if (!new Headers(init.headers).has("last-event-id")) return new Response(null, { status: 405 });
  const signal = init.signal ? AbortSignal.any([caller.signal, init.signal]) : caller.signal;
  const exempt = { bytes: 0 };
  const response = await caller.fetch(url, { ...init, signal, exempt });
  return response.ok && response.body !== null
    ? streamed(response, caller, { exempt, requestId, onStream: () => undefined })
    : response;
}

interface StreamParts extends Pick<Answers, "onStream"> {
  readonly exempt: ExemptBytes;
  readonly requestId: JSONRPCRequest["id"];
}

function streamed(
  response: Response,
  { observation, onNotice }: McpCaller,
  { exempt, onStream, requestId }: StreamParts,
): Response {
  const source = response.body as ReadableStream<Uint8Array>;
  const filter = new NoticeFilter((notification, length) => {
    exempt.bytes += length;
    onNotice?.(notification, requestId);
  });
  const body = watchedBody(source.pipeThrough(filtered(filter)), {
    onError(error) {
      observation.fetchError = error;
    },
  });
  onStream(body);
  return new Response(body.stream, { status: response.status, headers: response.headers });
}

/** Passes on the kept parts of a stream, and counts them. */
function filtered(filter: NoticeFilter): TransformStream<Uint8Array, Uint8Array> {
  const count = new JsonCount(maxJson);
  const [decoder, encoder] = [new TextDecoder("utf-8", { ignoreBOM: true }), new TextEncoder()];
  const pass = (text: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (!count.add(text)) throw new AnswerTooRich(maxJson);
    if (text !== "") controller.enqueue(encoder.encode(text));
  };
  return new TransformStream({
    transform: (bytes, controller) => pass(filter.take(decoder.decode(bytes, { stream: true })), controller),
    flush: (controller) => pass(filter.take(decoder.decode()) + filter.end(), controller),
  });
}

/**
 * Distinguishes a body that could not be read from one that is no JSON. Returns the same response, because a copy costs as much as the
 * request. A message that the library's own schema reads as a result goes to `onResult`, and the library gets an empty batch in its place:
 * it would first try a result as every other kind of message, which costs more than the rest of an exchange.
 */
function withObservedJson(
  response: Response,
  observation: CallObservation,
  onResult: (message: JSONRPCMessage) => void,
): Response {
  const json = async () => {
    const text = await response.text().catch((error: unknown) => {
      observation.fetchError = error;
      throw error;
    });
    if (!isWithin(text, maxJson)) {
      observation.fetchError = new AnswerTooRich(maxJson);
      throw observation.fetchError;
    }
    const body = withoutNullMetadata(JSON.parse(text) as Json);
    if (!isJSONRPCResultResponse(body)) return body;
    onResult(body);
    return [];
  };
  return Object.defineProperty(response, "json", { value: json });
}

/** A message whose result has no `_meta` where the server wrote null: the library would take the message for none. */
function withoutNullMetadata(message: Json): Json {
  const result = isJsonObject(message) ? ownValue(message, "result") : undefined;
  if (!isJsonObject(message) || !isJsonObject(result) || ownValue(result, "_meta") !== null) return message;
  const { _meta: _, ...kept } = result;
  return { ...message, result: kept };
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;
}

/** The error object in the body of a failing status, if it is one of JSON-RPC. */
function jsonRpcErrorIn(text: string): JsonRpcError | undefined {
  if (!isWithin(text, maxJson)) return undefined;
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code !== "number") return undefined;
    return { code: error.code, message: typeof error.message === "string" ? error.message : "" };
  } catch {
    return undefined;
  }
}
