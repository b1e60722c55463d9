/**
 * Fields that every event of an execution has, and the form in which resolvers receive the values of an event.
 */
import type { GraphQLResolveInfo } from "graphql";
import { stepOf } from "../../execution/events/event-step.ts";
import type { StoredValue, ValueFrame, ValueSlot } from "../../json/stored-value.ts";
import { answerRoot } from "../base/answer-bytes.ts";
import { eventCursor } from "../base/event-cursor.ts";
import { eventTypes } from "../base/event-types.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { EventSource } from "../base/sources.ts";
import { chatFrameOf } from "./chat-frames.ts";
import { executionState } from "./machine-state.ts";
import { isHidden } from "./visible-events.ts";

export const eventFields = {
  cursor: ({ execution, recorded }: EventSource) => eventCursor(execution, recorded.sequence),
  sequence: ({ recorded }: EventSource) => recorded.sequence,
  type: ({ recorded }: EventSource) => eventTypes[recorded.event.kind],
  occurredAt: ({ recorded }: EventSource) => recorded.occurredAt,
  stepId: ({ recorded }: EventSource) => stepOf(recorded.event),
  hidden: ({ recorded }: EventSource) => isHidden(recorded),
  transitions: ({ recorded }: EventSource) =>
    recorded.transitions.map(({ from, event, to }) => ({ from: executionState(from), event, to: executionState(to) })),
  chatFrame: (source: EventSource, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    chatFrameOf(source, context, answerRoot(context, info)),
};

/** Where the value of a row is read. */
export function frameOf(recorded: EventSource["recorded"], value: StoredValue, slot: ValueSlot): ValueFrame {
  return { ...value, sequence: recorded.sequence, slot };
}

/** Null stays null. */
export function optionalFrame(
  recorded: EventSource["recorded"],
  value: StoredValue | null,
  slot: ValueSlot,
): ValueFrame | null {
  return value === null ? null : frameOf(recorded, value, slot);
}
