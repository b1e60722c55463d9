/** Where the events keep values: the one list of fields that may be large. Storing, sending and reading of values use it (E14). */

import { jsonBeginning } from "../../json/deep-json.ts";
import type { Json } from "../../json/json.ts";
import { previewBytes, type StoredValue, type ValueFrame, type ValueSlot } from "../../json/stored-value.ts";
import type { ExecutionEvent, RecordedEvent } from "./event.ts";

/** Every value of an event with its slot. */
export function valuesOf(event: ExecutionEvent): readonly (readonly [ValueSlot, StoredValue])[] {
  return slotsOf(event).filter((entry): entry is readonly [ValueSlot, StoredValue] => entry[1] != null);
}

function slotsOf(event: ExecutionEvent): readonly (readonly [ValueSlot, StoredValue | null | undefined])[] {
  switch (event.kind) {
    case "ExecutionStarted":
      return [
        ["bindings", event.bindings],
        ["conversation", event.conversation],
        ["message", event.message],
        ["input", event.input],
      ];
    case "PlanRejected":
      return [["problems", event.problems]];
    case "ModelCallStarted":
      return [["request", event.request]];
    case "ModelCalled":
      return [["reply", event.reply]];
    case "StepStarted":
      return [["arguments", event.arguments]];
    case "StepWaiting":
      if (event.waitsFor !== "PERSON") return [];
      return [
        ["arguments", event.arguments],
        ["responseSchema", event.responseSchema],
      ];
    case "HumanInputResolved":
      return [["response", event.response]];
    case "MessageAdded":
      return [["text", event.text]];
    case "StructuredOutputChecked":
      return [["data", event.data]];
    case "StepFinished":
      return [
        ["output", event.output],
        ["content", event.content],
      ];
    case "ExecutionFinished":
      return [["output", event.output]];
    default:
      return [];
  }
}

/** The event with each of its values replaced. */
export function withValues<Event extends ExecutionEvent>(
  event: Event,
  replace: (slot: ValueSlot, value: StoredValue) => StoredValue,
): Event {
  const values = valuesOf(event);
  if (values.length === 0) return event;
  return { ...event, ...Object.fromEntries(values.map(([slot, value]) => [slot, replace(slot, value)])) };
}

/** A record as it is sent to watchers: large values are left out, their beginning stays. */
export function eventPreview(record: RecordedEvent): RecordedEvent {
  return {
    ...record,
    event: withValues(record.event, (slot, value) => (slot === "request" ? placed(value) : previewed(value))),
  };
}

/** The size alone of values that are sent only on request. */
function placed({ bytes, digest }: StoredValue): StoredValue {
  return { bytes, digest };
}

/** A value small enough for a frame: whole up to `previewBytes`, else its beginning as text. */
export function previewed(value: StoredValue, read?: () => Json | undefined): StoredValue {
  const { bytes, digest } = value;
  const inline = value.inline ?? read?.();
  if (inline === undefined)
    return { bytes, digest, ...(value.preview === undefined ? {} : { preview: value.preview }) };
  if (bytes <= previewBytes) return { bytes, digest, inline };
  return { bytes, digest, preview: firstBytes(jsonBeginning(inline, previewBytes), previewBytes) };
}

/** The beginning of `text` that is at most `count` bytes of UTF-8, never half a character. */
export function firstBytes(text: string, count: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(count)).read);
}

/** A position with its value if that is small, as a snapshot carries it. */
export function valueFrame(
  position: Pick<ValueFrame, "sequence" | "slot" | "bytes" | "digest">,
  read: (() => Json | undefined) | undefined,
): ValueFrame {
  const { sequence, slot, bytes, digest } = position;
  return { sequence, slot, ...previewed({ bytes, digest }, read ?? undefined) };
}
