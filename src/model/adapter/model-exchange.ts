/**
 * One observed HTTP exchange with a model: whether the request left, its status, the facts in the body and how much of it came. It stands
 * between the provider's library and the guarded fetch, because the outcome of a call (E7) cannot be derived from a library's exceptions.
 * Bodies are read here under the signal (E9) and within a bound.
 */
import { provesNothingSent, ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import { watchedBody } from "../../catalog/watched-body.ts";
import { isJsonObject, type Json, jsonIn } from "../../json/json.ts";
import { type StatedError, statedError, statedInFailure } from "./stated-error.ts";

/** Kept bytes of a body, for debugging. */
export const maxReceivedBytes = 65_536;
/** More is held until the key is taken out, so that no part of one can stand at the cut. */
const readBytes = maxReceivedBytes + 8_192;

export interface ModelExchange {
  /** The request was handed to the network or to the binding. */
  requestSent: boolean;
  /** HTTP status of the answer. Undefined if none came. */
  status: number | undefined;
  headers: Headers | undefined;
  /** The error of the fetch, before or while the body was read. Undefined if there was none. */
  thrown: unknown;
  stated: StatedError | undefined;
  /** Why the body is no answer: "required …, found …". Undefined if it is one, or none came. */
  unreadable: string | undefined;
  /** The answer was longer than any that was asked for. */
  isEndless: boolean;
  /** The body, from its beginning. */
  received: string;
}

export function newExchange(): ModelExchange {
  return {
    requestSent: false,
    status: undefined,
    headers: undefined,
    thrown: undefined,
    stated: undefined,
    unreadable: undefined,
    isEndless: false,
    received: "",
  };
}

export interface ObservedFetchOptions {
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
  /** Whether an event stream was asked for. */
  readonly streams: boolean;
  /** Longest whole body that is read. */
  readonly maxBodyBytes: number;
  /** Longest event stream that is read. */
  readonly maxStreamBytes: number;
  /** Without a key, the headers in which libraries send an empty one are left out. */
  readonly hasKey: boolean;
  /** Mends a whole answer that deviates from the interface. */
  readonly mend: (body: Json) => Json;
}

/** The error with which the observed fetch ends; why stands in the exchange. */
class ExchangeEnded extends Error {
  override readonly name = "ExchangeEnded";
}

/** A fetch that fills `exchange`. It returns only bodies that the provider's library should read, and throws otherwise. */
export function observedFetch(exchange: ModelExchange, options: ObservedFetchOptions): typeof fetch {
  return async (url, init = {}) => {
    const response = await send(exchange, options, String(url), init);
    const isEvents = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    if (response.ok && options.streams && isEvents && response.body !== null) {
      return answer(eventStream(exchange, response.body, options), "text/event-stream");
    }
    const body = await wholeBody(exchange, response, options);
    if (options.streams) {
      exchange.unreadable = "required an event stream, found another body";
      throw new ExchangeEnded();
    }
    return answer(JSON.stringify(options.mend(body)), "application/json");
  };
}

async function send(exchange: ModelExchange, options: ObservedFetchOptions, url: string, init: RequestInit) {
  const headers = new Headers(init.headers);
  if (!options.hasKey) for (const name of ["authorization", "x-api-key"]) headers.delete(name);
  exchange.requestSent = true;
  try {
    const response = await options.send(url, { ...init, headers, signal: options.signal });
    exchange.status = response.status;
    exchange.headers = response.headers;
    return response;
  } catch (error) {
    exchange.thrown = error;
    exchange.requestSent = !provesNothingSent(error);
    throw error;
  }
}

/** The JSON of a whole body that states no error. */
async function wholeBody(exchange: ModelExchange, response: Response, options: ObservedFetchOptions): Promise<Json> {
  const limitBytes = response.ok ? options.maxBodyBytes : readBytes;
  const read = await readBody(response.body, limitBytes, options.signal).catch((error: unknown) => {
    exchange.thrown = error;
    throw error;
  });
  exchange.received = read.text.slice(0, readBytes);
  const body = jsonIn(read.text);
  exchange.stated = body === undefined ? undefined : response.ok ? statedError(body) : statedInFailure(body);
  exchange.isEndless = response.ok && read.isCut;
  if (!response.ok || exchange.stated !== undefined || exchange.isEndless) throw new ExchangeEnded();
  if (!isJsonObject(body)) {
    exchange.unreadable = `required a JSON object, found ${read.text === "" ? "nothing" : "something else"}`;
    throw new ExchangeEnded();
  }
  return body;
}

function eventStream(exchange: ModelExchange, body: ReadableStream<Uint8Array>, options: ObservedFetchOptions) {
  const { maxStreamBytes, signal } = options;
  const decoder = new TextDecoder();
  let cameBytes = 0;
  const errors = eventErrors((error) => {
    exchange.stated ??= error;
  });
  const watched = watchedBody(body, {
    signal,
    onBytes(bytes) {
      cameBytes += bytes.byteLength;
      // An error here ends the stream and closes the connection.
      if (cameBytes > maxStreamBytes) throw new ResponseTooLarge(maxStreamBytes);
      const text = decoder.decode(bytes, { stream: true });
      if (exchange.received.length < readBytes) exchange.received = (exchange.received + text).slice(0, readBytes);
      errors(text);
    },
    onError(error) {
      exchange.thrown = error;
    },
  });
  return watched.stream;
}

/** A whole body as text, at most `limitBytes` of it. Rejects as the body fails, and with the reason of `signal`. */
async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (body === null) return { text: "", isCut: false };
  const decoder = new TextDecoder();
  let text = "";
  let cameBytes = 0;
  for await (const bytes of watchedBody(body, { signal }).stream) {
    const room = limitBytes - cameBytes;
    text += decoder.decode(bytes.subarray(0, room), { stream: true });
    cameBytes += bytes.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes.byteLength > room) return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

function answer(body: BodyInit, contentType: string): Response {
  return new Response(body, { headers: { "content-type": contentType } });
}

/** No provider states an error in a longer line. */
const maxLineLength = 65_536;

/**
 * Finds errors in an event stream before the provider's library reads it, because each library reports them differently. Takes the text piece
 * by piece and calls `found` for each event that is an error.
 */
function eventErrors(found: (error: StatedError) => void): (text: string) => void {
  let line = "";
  return (text) => {
    const lines = text.split(/\r\n|\r|\n/);
    for (const [position, part] of lines.entries()) {
      if (line.length <= maxLineLength) line += part;
      if (position === lines.length - 1) break;
      const error = errorIn(line);
      if (error !== undefined) found(error);
      line = "";
    }
  };
}

function errorIn(line: string): StatedError | undefined {
  // Most lines are pieces of text: only those that can be errors are parsed.
  if (!line.startsWith("data:") || !line.includes('"error"') || line.length > maxLineLength) return undefined;
  const event = jsonIn(line.slice("data:".length));
  return event === undefined ? undefined : statedError(event);
}
