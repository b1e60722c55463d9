/**
 * Fields that every event of an execution has, and the form in which resolvers receive the values of an event.
 */
import type { GraphQLResolveInfo } from "graphql";
import { stepOf } from "../../execution/events/event-step.ts";
import { chatFrame, framedValue, hasChatFrame } from "../../execution/views/chat-frame.ts";
import { positionOf } from "../../execution/views/log-position.ts";
import { eventType } from "../../execution/views/public-event.ts";
import type { JsonObject } from "../../json/json.ts";
import type { StoredValue, ValueFrame, ValueSlot } from "../../json/stored-value.ts";
import { type AnswerRoot, answerRoot } from "../base/answer-bytes.ts";
import { eventCursor } from "../base/event-cursor.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { framedPayload } from "../base/payload.ts";
import type { PayloadSource } from "../base/payload-source.ts";
import type { Maybe } from "../base/schema.generated.ts";
import type { RecordedSource } from "../base/sources.ts";
import { executionState } from "./orchestration-state.ts";
import { isHidden } from "./visible-events.ts";

export const eventFields = {
  cursor: ({ execution, recorded }: RecordedSource) => eventCursor(execution, positionOf(recorded)),
  sequence: ({ recorded }: RecordedSource) => recorded.sequence,
  type: ({ recorded }: RecordedSource) => eventType(recorded.event.kind),
  occurredAt: ({ recorded }: RecordedSource) => recorded.occurredAt,
  stepId: ({ recorded }: RecordedSource) => stepOf(recorded.event),
  hidden: ({ recorded }: RecordedSource) => isHidden(recorded),
  transitions: ({ recorded }: RecordedSource) =>
    recorded.transitions.map(({ from, event, to }) => ({ from: executionState(from), event, to: executionState(to) })),
  chatFrame: (source: RecordedSource, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    chatFrameOf(source, context, answerRoot(context, info)),
};

/** The document behind a value of an event. */
export function eventPayload(
  { execution, recorded }: RecordedSource,
  value: StoredValue,
  slot: ValueSlot,
  { clients }: GraphContext,
): PayloadSource {
  return framedPayload(clients.executions, execution, valueFrameOf(recorded, value, slot));
}

/** Nothing stays nothing. */
export function optionalEventPayload(
  source: RecordedSource,
  value: Maybe<StoredValue>,
  slot: ValueSlot,
  context: GraphContext,
): Maybe<PayloadSource> {
  return value && eventPayload(source, value, slot, context);
}

/** Where the value of a row is read. */
export function valueFrameOf(recorded: RecordedSource["recorded"], value: StoredValue, slot: ValueSlot): ValueFrame {
  return { ...value, sequence: recorded.sequence, slot };
}

export function optionalFrame(
  recorded: RecordedSource["recorded"],
  value: StoredValue | null,
  slot: ValueSlot,
): ValueFrame | null {
  return value && valueFrameOf(recorded, value, slot);
}

/**
 * `ExecutionEvent.chatFrame`, whose value is read only where it is selected (E14). Null for an event without a frame. Throws GONE if
 * retention has removed the value of the frame.
 */
async function chatFrameOf(
  { execution, recorded }: RecordedSource,
  { clients }: GraphContext,
  root: AnswerRoot,
): Promise<Maybe<JsonObject>> {
  const { event, sequence } = recorded;
  if (!hasChatFrame(event)) return undefined;
  const framed = framedValue(event);
  if (framed === undefined) return chatFrame(event, null);
  const { slot, value } = framed;
  return chatFrame(event, await framedPayload(clients.executions, execution, { ...value, sequence, slot }).read(root));
}
