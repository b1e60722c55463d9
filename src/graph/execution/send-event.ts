/** Events that callers send to steps that wait for them. Where an event goes, its name and correlation value say, within the tenant of the caller. */
import type { EventSending, SentEventView } from "../../execution/commands/sent-event.ts";
import { type Json, jsonDepth, utf8Bytes } from "../../json/json.ts";
import { maxCorrelationLength, maxEventNameLength } from "../../plan/waits/event-callable.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import type { QuerySentEventArgs, SendEventInput, SentEvent } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";

const maxEventIdLength = 255;
export const maxPayloadBytes = 262_144;
const maxPayloadDepth = 64;
/** 30 days. */
const maxKeepSeconds = 2_592_000;
/** A day. */
const defaultKeepSeconds = 86_400;

export interface SendEventAnswer {
  readonly event: SentEvent | undefined;
  readonly replayed: boolean;
  readonly errors: readonly UserErrorSource[];
}

/** Sends an event. Errors: text or a payload beyond its bounds, an id that another event has, no room for one without a waiting step. */
export async function sendEvent(input: SendEventInput, context: GraphContext): Promise<SendEventAnswer> {
  const errors = inputErrors(input);
  if (errors.length > 0) return refused(errors);
  const sending: EventSending = {
    name: input.name,
    correlation: input.correlation ?? "",
    eventId: input.eventId ?? crypto.randomUUID(),
    payload: payloadOf(input),
    keepMs: (input.keepSeconds ?? defaultKeepSeconds) * 1_000,
    sentBy: context.caller.subject,
  };
  const result = await context.clients.events.send(sending);
  switch (result.kind) {
    case "SENT":
      return { event: await shown(result.event, context), replayed: result.replayed, errors: [] };
    case "CONFLICT": {
      const message = `Cannot send the event: required an eventId that no other event of this name and correlation has, found ${JSON.stringify(sending.eventId)} of one with another payload`;
      return refused([generalError("INVALID_INPUT", message, ["input", "eventId"])]);
    }
    case "LIMIT_EXCEEDED": {
      const { limit, maximum } = result;
      const message = `Cannot keep the event: required at most ${maximum} ${limit}, found no room for one more. Send it when a step waits for it, or keep events for a shorter time`;
      return refused([{ code: "LIMIT_EXCEEDED", message, path: ["input"], limit, maximum, found: maximum + 1 }]);
    }
  }
}

export async function sentEvent(
  { correlation, eventId, name }: QuerySentEventArgs,
  context: GraphContext,
): Promise<SentEvent | null> {
  const isKnown = name.length <= maxEventNameLength && (correlation ?? "").length <= maxCorrelationLength;
  if (!isKnown || eventId.length > maxEventIdLength) return null;
  const found = await context.clients.events.find({ name, correlation: correlation ?? "" }, eventId);
  return found === undefined ? null : shown(found, context);
}

async function shown({ receiver, ...event }: SentEventView, context: GraphContext): Promise<SentEvent> {
  const executionId =
    receiver === null ? null : await nodeId({ kind: "EXECUTION", execution: receiver.execution }, context);
  return { ...event, executionId, stepId: receiver?.step ?? null };
}

function payloadOf({ payload }: SendEventInput): Json {
  return (payload ?? null) as Json;
}

function inputErrors(input: SendEventInput): readonly UserErrorSource[] {
  const { correlation, eventId, keepSeconds, name } = input;
  const finding = (member: string, expected: string, found: string) =>
    generalError("INVALID_INPUT", `Cannot send the event: required ${expected}, found ${found}`, ["input", member]);
  const errors: UserErrorSource[] = [];
  const text = (member: string, value: string, fewest: number, most: number) => {
    if (value.length < fewest || value.length > most)
      errors.push(finding(member, `${fewest} to ${most} characters`, `${value.length}`));
  };
  text("name", name, 1, maxEventNameLength);
  text("correlation", correlation ?? "", 0, maxCorrelationLength);
  if (eventId != null) text("eventId", eventId, 1, maxEventIdLength);
  if (keepSeconds != null && (keepSeconds < 0 || keepSeconds > maxKeepSeconds))
    errors.push(finding("keepSeconds", `0 to ${maxKeepSeconds}`, `${keepSeconds}`));
  const payload = payloadOf(input);
  if (jsonDepth(payload, maxPayloadDepth + 1) > maxPayloadDepth) {
    errors.push(finding("payload", `at most ${maxPayloadDepth} levels within one another`, "more"));
  } else {
    const bytes = utf8Bytes(JSON.stringify(payload));
    if (bytes > maxPayloadBytes) errors.push(finding("payload", `at most ${maxPayloadBytes} bytes`, `${bytes}`));
  }
  return errors;
}

function refused(errors: readonly UserErrorSource[]): SendEventAnswer {
  return { event: undefined, replayed: false, errors };
}
