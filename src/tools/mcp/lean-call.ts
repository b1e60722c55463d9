/**
 * One attempt of a usual tool call without the library: a request by POST, and an answer as JSON or as a stream of events that its result
 * ends. An answer that is unusual in any way is handed back as it came, for the library to judge; nothing is sent twice.
 */

import { provesNothingSent } from "../../catalog/fetch-failure.ts";
import type { AttemptResult } from "../../execution/events/attempt.ts";
import type { Json } from "../../json/json.ts";
import { isWithin } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import { type CallObservation, newObservation } from "../call-observation.ts";
import { isTooDeep, tooDeepAnswer } from "../callee-edge.ts";
import type { LeanAddress } from "./lean-address.ts";
import { resultInStream, resultInText } from "./lean-answer.ts";
import { type LeanRequest, leanRequest } from "./lean-request.ts";
import { attemptOfResult, type McpToolResult } from "./mcp-result.ts";
import { endWithoutResult, type McpToolCall, subjectOf } from "./mcp-tool-call.ts";

export type LeanEnd =
  | { readonly kind: "ENDED"; readonly attempt: AttemptResult }
  /** The call was given up after it was sent, and the server has to be told. */
  | { readonly kind: "GIVEN_UP"; readonly attempt: AttemptResult; readonly requestId: number }
  /** The library has to judge what came. */
  | {
      readonly kind: "RECEIVED";
      readonly requestId: number;
      readonly sessionId: string | null;
      readonly response: Response;
    }
  /** The library has to make the call. */
  | { readonly kind: "NOT_SENT" };

/** What came of a request that was sent. */
type Received =
  | { readonly kind: "RESULT"; readonly result: McpToolResult }
  | { readonly kind: "UNUSUAL"; readonly response: Response }
  /** As its observation says. */
  | { readonly kind: "NOTHING" };

/** Calls the tool once, if the call is a usual one of a connection that is understood here. */
export async function leanCall(call: McpToolCall): Promise<LeanEnd> {
  const { callable, continuation, provider, sessions, signal } = call;
  const address = continuation !== null || signal.aborted ? null : sessions.address(provider);
  const requestId = sessions.ids.next();
  const request = address === null ? undefined : leanRequest(call, address, requestId);
  if (address === null || request === undefined) return { kind: "NOT_SENT" };
  const observation = newObservation();
  const received = await untilAborted(signal, answerTo(call, address, request, requestId, observation));
  if (signal.aborted || received === "ABORTED" || received.kind === "NOTHING") {
    if (received !== "ABORTED" && received.kind === "UNUSUAL") received.response.body?.cancel().catch(() => undefined);
    const attempt = endWithoutResult(call, observation);
    // For a server of the newer era, a closed connection says it.
    const isNotified = signal.aborted && observation.requestSent && address.era === "legacy";
    return isNotified ? { kind: "GIVEN_UP", attempt, requestId } : { kind: "ENDED", attempt };
  }
  if (received.kind === "UNUSUAL")
    return { kind: "RECEIVED", requestId, sessionId: address.sessionId, response: received.response };
  const { result } = received;
  if (isTooDeep(result as unknown as Json)) return { kind: "ENDED", attempt: tooDeepAnswer(subjectOf(call)) };
  return { kind: "ENDED", attempt: attemptOfResult(subjectOf(call), callable, result) };
}

/** How long a request that waits to be sent may take to say so, once it is given up. */
const lastWordMs = 0;

/**
 * What `work` comes to, or that the signal was aborted and `work` takes no notice of it. The listener lives as long as the signal, which
 * belongs to one attempt.
 */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | "ABORTED"> {
  return new Promise((resolve, reject) => {
    const onAbort = () => setTimeout(() => resolve("ABORTED"), lastWordMs);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject);
  });
}

async function answerTo(
  call: McpToolCall,
  { era, url }: LeanAddress,
  { body, headers }: LeanRequest,
  id: number,
  observation: CallObservation,
): Promise<Received> {
  const { signal } = call;
  observation.requestSent = true;
  let response: Response;
  try {
    response = await call.fetch(url, { method: "POST", headers, body, signal });
  } catch (error) {
    observation.requestSent = !provesNothingSent(error);
    observation.fetchError = error;
    return { kind: "NOTHING" };
  }
  observation.status = response.status;
  observation.retryAfter = response.headers.get("retry-after");
  if (response.status !== 200) return { kind: "UNUSUAL", response };
  const type = response.headers.get("content-type") ?? "";
  if (/^application\/json(?:; ?charset=utf-8)?$/i.test(type)) return answerInJson(response, id, era, observation);
  if (/^text\/event-stream(?:; ?charset=utf-8)?$/i.test(type) && response.body !== null)
    return answerInStream(response, response.body, id, era);
  return { kind: "UNUSUAL", response };
}

async function answerInJson(
  response: Response,
  id: number,
  era: LeanAddress["era"],
  observation: CallObservation,
): Promise<Received> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    observation.fetchError = error;
    return { kind: "NOTHING" };
  }
  const result = isWithin(text, maxJson) ? resultInText(text, id, era) : undefined;
  if (result !== undefined) return { kind: "RESULT", result };
  // A second mark of the byte order is part of the text, and the first was taken away.
  const again = text.startsWith("\uFEFF") ? `\uFEFF${text}` : text;
  return { kind: "UNUSUAL", response: withBody(again, response) };
}

/** What is kept of a stream, so that the library could read it from its beginning. A longer one is left to the library. */
const mostKeptBytes = 262_144;

async function answerInStream(
  response: Response,
  body: ReadableStream<Uint8Array>,
  id: number,
  era: LeanAddress["era"],
): Promise<Received> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const kept: Uint8Array[] = [];
  const unusual = (end: StreamEnd): Received => ({
    kind: "UNUSUAL",
    response: withBody(replayed(kept, reader, end), response),
  });
  let bytes = 0;
  let text = "";
  let rest = "";
  for (;;) {
    let piece: Awaited<ReturnType<typeof reader.read>>;
    try {
      piece = await reader.read();
    } catch (error) {
      return unusual({ kind: "FAILED", error });
    }
    if (piece.done) return unusual({ kind: "ENDED" });
    kept.push(piece.value);
    bytes += piece.value.byteLength;
    const decoded = decoder.decode(piece.value, { stream: true });
    text += decoded;
    if (bytes > mostKeptBytes || !isWithin(text, maxJson)) return unusual({ kind: "GOES_ON" });
    const reading = resultInStream(rest + decoded, id, era);
    if (reading.kind === "UNUSUAL") return unusual({ kind: "GOES_ON" });
    if (reading.kind === "GOES_ON") {
      rest = reading.rest;
      continue;
    }
    // A server may keep the stream open after its answer, which would pin the object.
    reader.cancel().catch(() => undefined);
    return { kind: "RESULT", result: reading.result };
  }
}

type StreamEnd = { readonly kind: "GOES_ON" | "ENDED" } | { readonly kind: "FAILED"; readonly error: unknown };

/** A stream of the pieces that were read already, and of what follows them. */
function replayed(
  pieces: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
  end: StreamEnd,
): ReadableStream<Uint8Array> {
  let given = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces[given++];
      if (piece !== undefined) return controller.enqueue(piece);
      if (end.kind === "FAILED") return controller.error(end.error);
      const next = end.kind === "GOES_ON" ? await reader.read() : undefined;
      if (next === undefined || next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function withBody(body: string | ReadableStream<Uint8Array>, { headers, status }: Response): Response {
  return new Response(body, { status, headers });
}
