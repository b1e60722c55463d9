/**
 * Old rows in new code (E2): every row has a kind and a version; upcasters bring its body to the version of today. A kind or
 * version that this code does not know is reported, so that the execution is parked: readable and untouched.
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import { type ExecutionEvent, eventVersion } from "./event.ts";
import { type Asked, titleOf } from "./title.ts";

/** Body of a row before it is upcast: its kind and version are known, its shape is not. */
export interface StoredEvent {
  readonly kind: string;
  readonly version: number;
  readonly body: Json;
}

type Upcaster = (body: JsonObject) => JsonObject;

/** From each version of a kind to the next. The first entry brings version 1 to version 2. */
const upcasters: { readonly [kind: string]: readonly Upcaster[] } = {
  // In 0.1.0 no execution derived from another.
  ExecutionStarted: [
    (body) => ({ ...body, derivation: null }),
    startedBeforeModels,
    startedBeforeRuns,
    (body) => ({ ...body, turns: null }),
    startedBeforeTitles,
    // Until 0.6.0 of the trace context only `traceparent` was kept.
    (body) => ({ ...body, tracestate: null }),
  ],
  StepWaiting: [(body) => ({ ...body, details: null, note: null }), askedBeforeForms],
  HumanInputResolved: [(body) => ({ ...body, response: null })],
  StepFinished: [(body) => ({ ...body, reused: false })],
  ExecutionFinished: [
    (body) => ({ ...body, response: null, responseFailure: null }),
    (body) => ({ ...body, output: null }),
  ],
};

/** Until 0.2.0 plans were given, nothing was written by a model, and callables were pinned without the words that models read. */
function startedBeforeModels(body: JsonObject): JsonObject {
  const { definitions, limits } = body;
  return {
    ...body,
    startedWith: "PLAN",
    onInvalidPlan: "REJECT",
    conversation: null,
    modelWork: { route: null, plan: null, respond: null },
    definitions: isJsonObject(definitions)
      ? { ...definitions, callables: withModelWords(definitions.callables) }
      : (definitions ?? null),
    limits: withModelLimits(limits),
  };
}

/** Until 0.3.0 no execution was the run of a callable, or nested. */
function startedBeforeRuns(body: JsonObject): JsonObject {
  const { origin } = body;
  return {
    ...body,
    callable: null,
    message: null,
    input: null,
    origin: isJsonObject(origin) ? { ...origin, ancestors: [] } : (origin ?? null),
  };
}

/** Until 0.4.0 people were only asked to permit a call, or to have it made again. */
function askedBeforeForms(body: JsonObject): JsonObject {
  const { request } = body;
  return { ...body, request: isJsonObject(request) ? withFormWords(request) : null, responseSchema: null };
}

/** Until 0.5.0 titles were not made. What was asked in more than 64 KB does not stand in the row. */
function startedBeforeTitles(body: JsonObject): JsonObject {
  const { callable, conversation, plan } = body;
  const asked = isJsonObject(conversation) && isJsonObject(conversation.inline) ? conversation.inline.message : null;
  const message = typeof asked === "string" ? asked : null;
  // The row says what the execution was started with, in the shapes of today.
  return { ...body, title: titleOf({ callable, message, plan } as unknown as Asked) };
}

/** A question as it was asked until 0.4.0, in the form of today. */
export function withFormWords(request: JsonObject): JsonObject {
  return { ...request, kind: request.purpose ?? null, ui: null, onExpiry: { kind: "FAIL" }, onDecline: "FAIL" };
}

/** Callables as they were pinned or shown until 0.2.0, in the form of today. */
export function withModelWords(callables: Json | undefined): Json {
  if (!isJsonArray(callables)) return callables ?? null;
  return callables.map((callable) =>
    isJsonObject(callable) ? { description: "", usageHints: "", ...callable } : callable,
  );
}

/** Limits as they were until 0.2.0, with those of models that applied to nobody then. */
export function withModelLimits(limits: Json | undefined): Json {
  return isJsonObject(limits)
    ? { maxModelCalls: 10, maxTokens: null, maxCostMicros: null, ...limits }
    : (limits ?? null);
}

export type Upcast =
  | { readonly known: true; readonly event: ExecutionEvent }
  | { readonly known: false; readonly kind: string; readonly version: number };

/** The event of a row in the form of today. */
export function upcast({ kind, version, body }: StoredEvent): Upcast {
  if (!Object.hasOwn(eventVersion, kind)) return { known: false, kind, version };
  const current = eventVersion[kind as ExecutionEvent["kind"]];
  if (version < 1 || version > current) return { known: false, kind, version };
  const steps = upcasters[kind] ?? [];
  const upgraded = steps.slice(version - 1, current - 1).reduce((old, next) => next(old), body as JsonObject);
  // The journal holds only what `append` wrote, so a known kind at its current version has the shape of its type.
  return { known: true, event: { ...upgraded, kind } as unknown as ExecutionEvent };
}
