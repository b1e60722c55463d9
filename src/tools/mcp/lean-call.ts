/**
 * One attempt of a usual tool call without the library: a request by POST, and an answer as JSON or as a stream of events that its result
 * ends. An answer that is unusual in any way is handed back as it came, for the library to judge; nothing is sent twice.
 */

import { provesNothingSent } from "../../catalog/fetch-failure.ts";
import type { AttemptResult } from "../../execution/events/attempt.ts";
import type { Json } from "../../json/json.ts";
import { isWithin, JsonCount } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import { type CallObservation, newObservation } from "../call-observation.ts";
import { isTooDeep, tooDeepAnswer } from "../callee-edge.ts";
import type { LeanAddress } from "./lean-address.ts";
import { resultInStream, resultInText } from "./lean-answer.ts";
import { type LeanRequest, leanRequest } from "./lean-request.ts";
import { attemptOfResult, type McpToolResult } from "./mcp-result.ts";
import { endWithoutResult, type McpToolCall, subjectOf, takeNotice } from "./mcp-tool-call.ts";
import { NoticeFilter } from "./notice-filter.ts";

export type LeanEnd =
  | { readonly kind: "ENDED"; readonly attempt: AttemptResult }
  /** The call was aborted after it was sent, and the server has to be notified. */
  | { readonly kind: "GIVEN_UP"; readonly attempt: AttemptResult; readonly requestId: number }
  /** The library has to judge the answer. */
  | {
      readonly kind: "RECEIVED";
      readonly requestId: number;
      readonly sessionId: string | null;
      readonly response: Response;
    }
  /** The library has to make the call. */
  | { readonly kind: "NOT_SENT" };

/** The result of a request that was sent. */
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
 * The result of `work`, or that the signal was aborted and `work` takes no notice of it. A listener that stayed would be kept with all that it
 * holds until the whole heap is collected.
 */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | "ABORTED"> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      setTimeout(() => resolve("ABORTED"), lastWordMs);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    const ended = () => signal.removeEventListener("abort", onAbort);
    work.then(resolve, reject).then(ended, ended);
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
  const exempt = { bytes: 0 };
  let response: Response;
  try {
    response = await call.fetch(url, { method: "POST", headers, body, signal, exempt });
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
    return answerInStream(call, response, response.body, { id, era, exempt });
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

/** UTF-16 code units of a stream that are kept, so that the library could read it from its beginning. A longer one is left to the library. */
const mostKept = 262_144;

async function answerInStream(
  call: McpToolCall,
  response: Response,
  body: ReadableStream<Uint8Array>,
  { exempt, id, era }: StreamParts,
): Promise<Received> {
  const reader = body.getReader();
  // The body for the library begins as it came.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const filter = new NoticeFilter((notification, length) => {
    exempt.bytes += length;
    takeNotice(call, notification, id);
  });
  const count = new JsonCount(maxJson);
  let kept = "";
  let rest = "";
  let isFirst = true;
  const unusual = (end: StreamEnd): Received => ({
    kind: "UNUSUAL",
    response: withBody(replayed(kept + filter.end(), reader, decoder, end), response),
  });
  for (;;) {
    let piece: Awaited<ReturnType<typeof reader.read>>;
    try {
      piece = await reader.read();
    } catch (error) {
      return unusual({ kind: "FAILED", error });
    }
    if (piece.done) return unusual({ kind: "ENDED" });
    let text = decoder.decode(piece.value, { stream: true });
    if (isFirst && text.startsWith(byteOrderMark)) {
      kept = byteOrderMark;
      text = text.slice(1);
    }
    if (text !== "") isFirst = false;
    const staying = filter.take(text);
    if (staying === "") continue;
    kept += staying;
    if (kept.length > mostKept || !count.add(staying)) return unusual({ kind: "GOES_ON" });
    const parsed = resultInStream(rest + staying, id, era);
    if (parsed.kind === "UNUSUAL") return unusual({ kind: "GOES_ON" });
    if (parsed.kind === "GOES_ON") {
      rest = parsed.rest;
      continue;
    }
    // A server may keep the stream open after its answer, which would pin the object.
    reader.cancel().catch(() => undefined);
    return { kind: "RESULT", result: parsed.result };
  }
}

const byteOrderMark = "\uFEFF";

interface StreamParts {
  readonly id: number;
  readonly era: LeanAddress["era"];
  readonly exempt: { bytes: number };
}

type StreamEnd = { readonly kind: "GOES_ON" | "ENDED" } | { readonly kind: "FAILED"; readonly error: unknown };

/** A stream of the bytes that were read already, and of the rest. */
function replayed(
  text: string,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  decoder: TextDecoder,
  end: StreamEnd,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isGiven = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isGiven) {
        isGiven = true;
        return controller.enqueue(encoder.encode(text));
      }
      if (end.kind === "FAILED") return controller.error(end.error);
      const next = end.kind === "GOES_ON" ? await reader.read() : undefined;
      // The last piece may have ended within a character.
      if (next?.value !== undefined)
        return controller.enqueue(encoder.encode(decoder.decode(next.value, { stream: true })));
      const last = decoder.decode();
      if (last !== "") controller.enqueue(encoder.encode(last));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function withBody(body: string | ReadableStream<Uint8Array>, { headers, status }: Response): Response {
  return new Response(body, { status, headers });
}
