/**
 * Old rows in new code (E2): every row has a kind and a version, and upcasters convert its body to the current version. A row of a kind or
 * version that this code does not read is reported, so that its execution is parked: readable and untouched.
 */

import type { Json, JsonObject } from "../../json/json.ts";
import { type ExecutionEvent, eventVersion } from "./event.ts";
import { waitingOf } from "./step-waiting.ts";

/** Body of a row before it is upcast: its kind and version are known, its shape is not. */
export interface StoredEvent {
  readonly kind: string;
  readonly version: number;
  readonly body: Json;
}

/** By kind and by the version that it reads: makes the body of the next version. */
export interface Upcasters {
  readonly [kind: string]: { readonly [version: number]: (body: JsonObject) => JsonObject };
}

/** Rows that are older than those of 0.7.0 are not read. */
const upcasters: Upcasters = {
  // Before there were further rounds, each was the first.
  PlanProposed: { 1: (body) => body },
  TurnStarted: { 1: (body) => body },
};

/** A row that this code does not read. */
export interface UnknownEvent {
  readonly known: false;
  readonly kind: string;
  readonly version: number;
  /** Whether an earlier version wrote it. Then no later version reads it either. */
  readonly isTooOld: boolean;
}

export type Upcast = { readonly known: true; readonly event: ExecutionEvent } | UnknownEvent;

/** The event of a row in the form of today. Reports a later version, and an older one from which no upcasters lead to today's. */
export function upcast({ kind, version, body }: StoredEvent, known = upcasters): Upcast {
  const unknown = (isTooOld: boolean): UnknownEvent => ({ known: false, kind, version, isTooOld });
  if (!Object.hasOwn(eventVersion, kind)) return unknown(false);
  const current = eventVersion[kind as ExecutionEvent["kind"]];
  if (version > current) return unknown(false);
  let upgraded = body as JsonObject;
  for (let from = version; from < current; from++) {
    const next = known[kind]?.[from];
    if (next === undefined) return unknown(true);
    upgraded = next(upgraded);
  }
  // The journal has only rows of `append`, so a known kind at its current version has the shape of its type.
  if (kind === "StepWaiting") return { known: true, event: waitingOf(upgraded) };
  return { known: true, event: { ...upgraded, kind } as unknown as ExecutionEvent };
}
