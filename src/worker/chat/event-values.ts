/** Facts for the chunks of an event: values that its page left out are read, one call each; names of objects are replaced by public ids. */
import type { RecordedEvent } from "../../execution/events/event.ts";
import { type EventFacts, omittedValue, shownValues } from "../../execution/ui-messages/event-facts.ts";
import { type NodeName, nodeId } from "../../graph/base/node-id.ts";
import { valueOrText } from "../../json/deep-json.ts";
import type { Json } from "../../json/json.ts";
import type { ValueSlot } from "../../json/stored-value.ts";
import type { ChatSession } from "./chat-session.ts";

/** A larger value than that is left out of the messages. A client sends the message back with its answers, and bodies of requests are bounded. */
export const maxShownBytes = 65_536;

export async function factsOf(
  { event, sequence }: RecordedEvent,
  execution: string,
  { clients, caller }: ChatSession["graph"],
): Promise<EventFacts> {
  const values = new Map<ValueSlot, Json>();
  for (const [slot, stored] of shownValues(event)) {
    // The words of an agent are bounded by its model.
    if (stored.inline !== undefined) values.set(slot, stored.inline);
    else if (stored.bytes > maxShownBytes && slot !== "text") {
      values.set(slot, omittedValue(stored, `it has more than ${maxShownBytes} bytes`));
    } else {
      const value = valueOrText(await clients.executions.value(execution, sequence, slot));
      values.set(slot, value ?? omittedValue(stored, "it is not kept any more"));
    }
  }
  const publicId = (name: NodeName) => nodeId(name, { clients, caller });
  if (event.kind !== "StepWaiting") return { values };
  if (event.waitsFor === "PERSON") {
    const { requestId } = event.request;
    return { values, questionId: await publicId({ kind: "HUMAN_INPUT", execution, requestId }) };
  }
  if (event.waitsFor !== "CHILD") return { values };
  return { values, childId: await publicId({ kind: "EXECUTION", execution: event.handle }) };
}
