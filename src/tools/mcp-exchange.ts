/**
 * One JSON-RPC request to an MCP server and the answer to it, performed by the library's HTTP transport while every step of
 * it is noted in a `CallObservation`. The library would wait for ever after an answer with a wrong id and after a stream that
 * ends without an answer; here both end the exchange.
 */
import {
  type FetchLike,
  type JSONRPCMessage,
  type JSONRPCRequest,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from "@modelcontextprotocol/client";
import type { CallObservation, JsonRpcError } from "./call-observation.ts";
import { provesNothingSent } from "./fetch-failure.ts";
import { watchedBody } from "./watched-body.ts";

/** What the transport needs to know of the caller on whose behalf it sends. */
export interface McpCaller {
  /** The guarded fetch. */
  readonly fetch: FetchLike;
  /** Value of the bearer token. Null to send none. */
  readonly bearer: string | null;
  readonly signal: AbortSignal;
  readonly observation: CallObservation;
}

export interface McpAddress {
  readonly url: URL;
  readonly sessionId: string | null;
  readonly protocolVersion: string | null;
}

/** A transport of the library for one message, with the bearer token and without redirects or sign-in of its own. */
export function oneShotTransport(address: McpAddress, bearer: string | null, fetch: FetchLike) {
  return new StreamableHTTPClientTransport(address.url, {
    fetch,
    // Redirects are the business of the guarded fetch.
    redirectPolicy: "follow",
    ...(bearer === null ? {} : { requestInit: { headers: { authorization: `Bearer ${bearer}` } } }),
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
  const ended = Promise.withResolvers<void>();
  const { headers, requestSignal } = sendOptions;
  let streaming = false;
  const transport = oneShotTransport(
    address,
    caller.bearer,
    observedFetch(caller, () => {
      streaming = true;
    }),
  );
  transport.onmessage = (message) => {
    if ("method" in message) return deliver(message);
    if (message.id === request.id) noteAnswer(observation, message);
    else observation.unreadable ??= "required an answer with the id of the request, found another id";
    if (message.id === request.id) deliver(message);
    ended.resolve();
  };
  const onAbort = () => ended.resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await transport.start();
    await transport.send(request, {
      ...(headers === undefined ? {} : { headers }),
      ...(requestSignal === undefined ? {} : { requestSignal }),
      onRequestStreamEnd: () => ended.resolve(),
    });
    if (streaming) await ended.promise;
    else if (!isAnswered(observation)) observation.unreadable ??= "required an answer to the request, found none";
    return transport.sessionId ?? null;
  } catch (error) {
    const bodyCame = observation.status !== null && observation.status < 300 && observation.fetchError === null;
    if (bodyCame) observation.unreadable ??= "required a JSON-RPC message, found something else";
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Ends a stream that the server keeps open after its answer: it would pin the object.
    await transport.close();
  }
}

function isAnswered(observation: CallObservation): boolean {
  return observation.answered || observation.jsonRpcError !== null;
}

function noteAnswer(observation: CallObservation, message: JSONRPCMessage): void {
  if ("error" in message) observation.jsonRpcError = { code: message.error.code, message: message.error.message };
  else observation.answered = true;
}

/** The caller's fetch, noting the fate of the first request. Later ones resume a stream that the server cut on purpose. */
function observedFetch(caller: McpCaller, onStream: () => void): FetchLike {
  const { observation } = caller;
  let first = true;
  return async (url, init = {}) => {
    if (init.method === "GET" && !new Headers(init.headers).has("last-event-id")) {
      // The library asks for a standing stream of notifications after a handshake. Nobody here would read it.
      return new Response(null, { status: 405 });
    }
    const signal = init.signal ? AbortSignal.any([caller.signal, init.signal]) : caller.signal;
    if (!first) return caller.fetch(url, { ...init, signal });
    first = false;
    observation.requestSent = true;
    try {
      const response = await caller.fetch(url, { ...init, signal });
      observation.status = response.status;
      observation.retryAfter = response.headers.get("retry-after");
      if (response.ok && response.body !== null && isEventStream(response)) {
        onStream();
        const body = watchedBody(response.body, (error) => {
          observation.fetchError = error;
        });
        return new Response(body, response);
      }
      const text = await response.text();
      if (!response.ok) observation.jsonRpcError = jsonRpcErrorIn(text);
      return new Response(text === "" ? null : text, { status: response.status, headers: response.headers });
    } catch (error) {
      observation.requestSent = !provesNothingSent(error);
      observation.fetchError = error;
      throw error;
    }
  };
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;
}

/** The error object in the body of a failing status, if it is one of JSON-RPC. */
function jsonRpcErrorIn(text: string): JsonRpcError | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code !== "number") return null;
    return { code: error.code, message: typeof error.message === "string" ? error.message : "" };
  } catch {
    return null;
  }
}
