/**
 * Facts that the chunks of an event need beside the event: its values, which pages of events leave out when they are large, and public ids.
 */
import type { Json } from "../../json/json.ts";
import type { StoredValue, ValueSlot } from "../../json/stored-value.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { valuesOf } from "../events/value-slots.ts";

export interface EventFacts {
  readonly values: ReadonlyMap<ValueSlot, Json>;
  /** Public id of the question that the event asks, which answers name. Undefined for an event that asks none. */
  readonly questionId?: string | undefined;
  /** Public id of the execution that the event waits for. Undefined for an event that waits for none. */
  readonly childId?: string | undefined;
}

/** The values that are shown of an event. */
export function shownValues(event: ExecutionEvent): readonly (readonly [ValueSlot, StoredValue])[] {
  switch (event.kind) {
    case "MessageAdded":
      return event.author === "AGENT" && !event.uiHidden ? valuesOf(event) : [];
    case "StructuredOutputChecked":
    case "StepStarted":
    case "StepWaiting":
    case "HumanInputResolved":
      return valuesOf(event);
    case "StepFinished":
      return valuesOf(event).filter(([slot]) => slot === (event.output === null ? "content" : "output"));
    default:
      return [];
  }
}

/** In the place of a value that is too large for a message, or that is not kept any more. It says so itself. */
export function omittedValue({ bytes, preview }: Pick<StoredValue, "bytes" | "preview">, reason: string): Json {
  return { planwright: { omitted: reason, bytes, ...(preview === undefined ? {} : { preview }) } };
}
