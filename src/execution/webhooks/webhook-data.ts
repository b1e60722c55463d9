/**
 * The data of a webhook: the fields of an event that the API shows, with its names. Documents are previews of 2 KB at most, and texts are cut
 * to as much; a hook in code is given them whole. Names of objects are left out or replaced by public ids (O33).
 */

import type { Failure } from "../../json/failure.ts";
import { type Json, type JsonObject, utf8Bytes } from "../../json/json.ts";
import { previewBytes, type StoredValue, type ValueSlot } from "../../json/stored-value.ts";
import type { RecordedEvent } from "../events/event.ts";
import type { AskingPerson } from "../events/step-waiting.ts";
import { firstBytes, previewed } from "../events/value-slots.ts";
import { type PublicEvent, publicEvent } from "../views/public-event.ts";

/** What an event cannot say of itself. */
export interface WebhookContext {
  /** Public id of the question that the event is about. Null for none. */
  readonly humanInput: string | null;
  /** Public id of the child that is waited for. Null for none. */
  readonly child: string | null;
  /** The text for the user. Null for none, and before the end. */
  readonly response: string | null;
  /** A value of the event that does not stand in its row. Undefined if it is not kept any more. */
  readonly read: (slot: ValueSlot) => Json | undefined;
  /** Whether documents, texts and the details of failures are given whole. Absent for a receiver elsewhere. */
  readonly isWhole?: boolean;
}

/** The members that events of this kind have beside those of all. */
export function webhookData(record: RecordedEvent, context: WebhookContext): JsonObject {
  const members = Object.entries(publicEvent(record.event)) as [MemberName, never][];
  const shown = members.map(([name, value]) => {
    const form = forms[name];
    return [name, form === undefined ? value : form(value, context)];
  });
  return { ...Object.fromEntries(shown), ...ownMembers(record, context) };
}

type MemberName = PublicEvent extends infer Event ? (Event extends unknown ? keyof Event : never) : never;

type MemberValue<Name extends MemberName, Event = PublicEvent> = Event extends {
  readonly [Member in Name]?: infer Value;
}
  ? Value
  : never;

/** The members that are not shown as they are. */
const forms: { readonly [Name in MemberName]?: (value: MemberValue<Name>, context: WebhookContext) => Json } = {
  arguments: (value, context) => document(value, "arguments", context),
  data: (value, context) => document(value, "data", context),
  output: (value, context) => document(value, "output", context),
  response: (value, context) => document(value, "response", context),
  // Pieces of text are not delivered.
  text: (value, context) => (typeof value === "string" ? cut(value, context) : document(value, "text", context)),
  failure: failureOf,
  responseFailure: failureOf,
  warning: failureOf,
  warnings: (warnings, context) =>
    warnings.map(({ code, details, message }) => ({
      code,
      message: cut(message, context),
      ...(context.isWhole === true && { details }),
    })),
  retryAt: instant,
  until: instant,
  note: cut,
  query: cut,
  reason: cut,
};

/** The members that need more than the event, or that the API shows otherwise. */
function ownMembers({ event, occurredAt }: RecordedEvent, context: WebhookContext): JsonObject {
  switch (event.kind) {
    case "StepWaiting": {
      const request = event.waitsFor === "PERSON" ? humanInputOf(event, occurredAt, context) : null;
      return { request, ...(event.waitsFor === "CHILD" && { handle: context.child }) };
    }
    case "HumanInputResolved":
      return { requestId: context.humanInput };
    case "ArtifactStored": {
      const { byteSize, description, mediaType, name, sha256 } = event.artifact;
      return { artifact: { name, description: cut(description, context), mediaType, byteSize, sha256 } };
    }
    case "ExecutionFinished":
      return { response: cut(context.response, context) };
    case "StructuredOutputChecked":
      return { violationCount: event.violations.length };
    case "BindingSet":
      return { value: context.isWhole === true ? event.value : previewOf(JSON.stringify(event.value)) };
    default:
      return {};
  }
}

/** As in the API, whose addressees have all three members. */
const noAddressee = { subject: null, group: null, scope: null };

function humanInputOf(event: AskingPerson, askedAt: number, context: WebhookContext): JsonObject {
  const { arguments: proposed = null, request, responseSchema = null, step, until = null } = event;
  const { addressees = [], kind, notBy, prompt, purpose } = request;
  return {
    id: context.humanInput,
    kind,
    purpose,
    prompt: cut(prompt, context),
    createdAt: instant(askedAt),
    expiresAt: instant(until),
    stepId: step,
    addressees: addressees.map((addressee) => ({ ...noAddressee, ...addressee })),
    fourEyes: notBy !== undefined,
    context: document(proposed, "arguments", context),
    responseSchema: document(responseSchema, "responseSchema", context),
  };
}

/** A document as its beginning and its size, or whole. Null stays null. */
function document(value: StoredValue | null, slot: ValueSlot, { isWhole, read }: WebhookContext): Json {
  if (value === null) return null;
  if (isWhole === true) return value.inline ?? read(slot) ?? null;
  const { inline, preview } = previewed(value, () => read(slot));
  const text = inline === undefined ? (preview ?? "") : JSON.stringify(inline);
  return { preview: firstBytes(text, previewBytes), byteSize: value.bytes };
}

function previewOf(text: string): JsonObject {
  return { preview: firstBytes(text, previewBytes), byteSize: utf8Bytes(text) };
}

/** Without its details, which have no bound. Null stays null. */
function failureOf(failure: Failure | null, context: WebhookContext): JsonObject | null {
  if (failure === null) return null;
  const { code, details, message, retryable } = failure;
  return { code, message: cut(message, context), retryable, ...(context.isWhole === true && { details }) };
}

/** Words of 2 KB at most, or whole. Null stays null. */
function cut(text: string | null, { isWhole }: WebhookContext): string | null {
  return text === null || isWhole === true ? text : firstBytes(text, previewBytes);
}

/** Null stays null. */
function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
