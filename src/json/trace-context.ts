/**
 * The W3C Trace Context of an execution: from a request, and for each call. Pure.
 *
 * - All calls of an execution have the trace id that it was started with, across retries, hibernation, children and remote agents.
 * - The span id of a call is a function of the execution, the call and the attempt. It needs no storage, and a crash repeats the same one.
 *   The platform's own spans cannot replace it: they have an id only while they are collected, and begin a new trace with every alarm.
 * - `tracestate` counts only beside a valid `traceparent`. It is passed on unchanged, except that of a key that comes twice the first is
 *   kept: the nearest sender wrote it. A `tracestate` that is malformed by Level 2, or longer than W3C asks everybody to keep, is dropped
 *   whole.
 * - `baggage` is neither read nor sent: it may hold anything.
 */
import { hashOfParts } from "./effect-key.ts";
import type { Json } from "./json.ts";

export interface TraceContext {
  readonly traceparent: string;
  /** Null for none. */
  readonly tracestate: string | null;
}

/** Version, trace, span, flags; a later version than 00 may continue behind a hyphen. */
const traceparentPattern =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[ -~]*)?$/;

const longestTraceparent = 256;

/** Whether the sender recorded the trace, and whether its id is random. No other flag has a meaning, so none is sent on. */
const knownFlags = 0b11;

/** As much as W3C has everybody keep. */
const longestTracestate = 512;
const mostMembers = 32;

/** By Level 2, whose keys are those of Level 1 and more. */
const memberKey = /^[a-z0-9][a-z0-9_\-*/@]{0,255}$/;
/** Printable ASCII without comma and equals sign. */
const memberValue = /^[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

/**
 * The trace context that was given, in the form of version 00. Undefined if there is none, or none that is valid.
 *
 * @example
 * ```ts
 * const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
 * readTraceContext(traceparent, null); // { traceparent, tracestate: null }
 * readTraceContext("4bf92f3577b34da6", null); // undefined
 * ```
 */
export function readTraceContext(
  traceparent: string | null | undefined,
  tracestate: string | null | undefined,
): TraceContext | undefined {
  const given = traceparent?.trim() ?? "";
  if (given.length > longestTraceparent) return undefined;
  const [, version, trace, span, flags, rest] = traceparentPattern.exec(given) ?? [];
  if (version === undefined || (version === "00" && rest !== undefined)) return undefined;
  return { traceparent: `00-${trace}-${span}-${flags}`, tracestate: readTracestate(tracestate ?? "") ?? null };
}

/** As `readTraceContext`, out of the headers of a request. */
export function traceContextIn(headers: Pick<Headers, "get">): TraceContext | undefined {
  return readTraceContext(headers.get("traceparent"), headers.get("tracestate"));
}

/** The context of a call within `parent`: the same trace, with a span of its own that `names` it among all spans. */
export function callTraceparent(parent: string, names: readonly Json[]): string {
  const [, trace = "", , flags = "00"] = parent.split("-");
  const sent = (Number.parseInt(flags, 16) & knownFlags).toString(16).padStart(2, "0");
  return `00-${trace}-${hashOfParts(["span", ...names]).slice(0, 16)}-${sent}`;
}

/**
 * The trace id of a `traceparent`: its second field.
 *
 * @example
 * ```ts
 * traceIdOf("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"); // "4bf92f3577b34da6a3ce929d0e0e4736"
 * ```
 */
export function traceIdOf(traceparent: string): string {
  return traceparent.split("-")[1] ?? "";
}

/** The span id of a `traceparent`: its third field. */
export function spanIdOf(traceparent: string): string {
  return traceparent.split("-")[2] ?? "";
}

/** The headers that carry a context on. */
export function traceHeaders({ traceparent, tracestate }: TraceContext): { readonly [name: string]: string } {
  return tracestate === null ? { traceparent } : { traceparent, tracestate };
}

function readTracestate(given: string): string | undefined {
  if (given.length > longestTracestate) return undefined;
  const members = given
    .split(",")
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""))
    .filter((member) => member !== "");
  if (members.length === 0 || members.length > mostMembers) return undefined;
  const kept = new Map<string, string>();
  for (const member of members) {
    const at = member.indexOf("=");
    const key = member.slice(0, Math.max(0, at));
    if (!memberKey.test(key) || !memberValue.test(member.slice(at + 1))) return undefined;
    if (!kept.has(key)) kept.set(key, member);
  }
  return [...kept.values()].join(",");
}
