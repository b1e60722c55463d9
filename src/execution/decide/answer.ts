/**
 * The answer of a person to a question, and its effect. Only the first answer counts, and none after its time. An answer that breaks the
 * schema changes nothing: the question stays open. Open questions follow from the rows alone, so an answer finds the same after a crash.
 */

import { type AddressRefusal, addressRefusal } from "../../access/address.ts";
import { isJsonObject, type Json, type JsonSchema, jsonDepth, utf8Bytes } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import { maxResponseBytes } from "../../plan/human-input.ts";
import { answerViolations } from "../../schema/validator.ts";
import type { AnswerViolation, GivenResponse } from "../commands/start-request.ts";
import { endCause, isPastAnswering } from "../effects/cancellation.ts";
import { planAnswered } from "../effects/plan-approval.ts";
import type { ExecutionEvent, HumanInputResolved } from "../events/event.ts";
import { answeredEnd, declinedEnd } from "../settle/answer-end.ts";
import { planApprovals } from "../state/open-plan-approval.ts";
import { toolStepAt } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { type HumanInputState, openHumanInput } from "../state/step-state.ts";
import { taskAtWork } from "../state/step-task.ts";

const maxResponseDepth = 64;
/** More are not reported. */
const maxViolations = 20;

export type HumanInputAnswer =
  | { readonly kind: "RESOLVED"; readonly events: readonly ExecutionEvent[] }
  /** It was answered or withdrawn before. */
  | { readonly kind: "ALREADY_RESOLVED" }
  | { readonly kind: "EXPIRED" }
  /** It is addressed to others. Its state does not matter. */
  | { readonly kind: "REFUSED"; readonly refusal: AddressRefusal }
  | { readonly kind: "INVALID"; readonly violations: readonly AnswerViolation[] }
  | { readonly kind: "NOT_FOUND" };

/** The effect of `given` at `now`, Unix milliseconds. `read` reads stored values of the execution. */
export function answerOf(state: ExecutionState, given: GivenResponse, read: ReadValue, now: number): HumanInputAnswer {
  const { requestId } = given;
  const ofPlan = planApprovals(state).find((known) => known.requestId === requestId);
  if (ofPlan !== undefined) return answerOfPlan(state, ofPlan, given, now);
  const ordinal = state.steps.all.findIndex((step) => step.questions.some((known) => known.requestId === requestId));
  if (ordinal < 0) return { kind: "NOT_FOUND" };
  const found = stepAt(state, ordinal).questions.find((known) => known.requestId === requestId);
  if (found === undefined) return { kind: "NOT_FOUND" };
  const refused = refusedTo(given, found);
  if (refused !== undefined) return refused;
  const isOpen = openHumanInput(stepAt(state, ordinal)) === found;
  // After a crash the rows may call for the withdrawal of a question that is still open.
  const closed = closedAs(found, isOpen && !isPastAnswering(state, ordinal, now), now);
  if (closed !== undefined) return closed;
  const schema = schemaOf(found, read);
  const broken = given.isAccepted ? responseViolations(given.response, schema, unaskedBecause(found)) : [];
  if (broken.length > 0) return { kind: "INVALID", violations: broken };
  return { kind: "RESOLVED", events: eventsOf(state, ordinal, found, given, schema !== undefined) };
}

function answerOfPlan(
  state: ExecutionState,
  found: HumanInputState,
  given: GivenResponse,
  now: number,
): HumanInputAnswer {
  const refused = refusedTo(given, found);
  if (refused !== undefined) return refused;
  const isOpen = found.resolution === undefined && state.finished === undefined && endCause(state, now) === undefined;
  const closed = closedAs(found, isOpen, now);
  if (closed !== undefined) return closed;
  const broken = given.isAccepted ? responseViolations(given.response, undefined) : [];
  if (broken.length > 0) return { kind: "INVALID", violations: broken };
  return {
    kind: "RESOLVED",
    events: planAnswered(state, found, given.isAccepted, given.by, given.reason ?? undefined),
  };
}

/**
 * Whether the question is for others than the answering subject. This is checked first, so that an answer reveals its state to no other
 * subject.
 */
function refusedTo({ accessor }: GivenResponse, question: HumanInputState): HumanInputAnswer | undefined {
  const refusal = accessor === undefined ? undefined : addressRefusal(accessor, question);
  return refusal === undefined ? undefined : { kind: "REFUSED", refusal };
}

/** Why the question takes no answer; undefined if it does. */
function closedAs(
  { expiresAt, resolution }: HumanInputState,
  isOpen: boolean,
  now: number,
): HumanInputAnswer | undefined {
  if (resolution === "EXPIRED") return { kind: "EXPIRED" };
  if (resolution !== undefined) return { kind: "ALREADY_RESOLVED" };
  if (expiresAt !== undefined && expiresAt <= now) return { kind: "EXPIRED" };
  return isOpen ? undefined : { kind: "ALREADY_RESOLVED" };
}

/** Undefined for a question that is only accepted or declined. */
function schemaOf({ responseSchema }: HumanInputState, read: ReadValue): JsonSchema | undefined {
  if (responseSchema === undefined) return undefined;
  const schema = read(responseSchema);
  if (typeof schema === "boolean" || isJsonObject(schema)) return schema;
  throw new Error("the schema of a question cannot be read");
}

/** Why a question without a schema asks for no data. */
function unaskedBecause({ kind }: HumanInputState): string {
  // A secret that somebody gives here would be stored in clear.
  return kind === "CONNECT" ? "because the person connects at the link of the question" : notAsked;
}

const notAsked = "because none is asked for";

/** How `response` breaks `schema`, which is undefined if no data is asked for. Empty if it does not. */
function responseViolations(
  response: Json,
  schema: JsonSchema | undefined,
  unasked = notAsked,
): readonly AnswerViolation[] {
  const refused = (keyword: string, finding: string) => [
    { pointer: "", keyword, message: `Cannot take the answer: ${finding}` },
  ];
  if (jsonDepth(response, maxResponseDepth + 1) > maxResponseDepth)
    return refused("maxDepth", `required at most ${maxResponseDepth} levels within one another, found more`);
  const bytes = utf8Bytes(JSON.stringify(response));
  if (bytes > maxResponseBytes)
    return refused("maxBytes", `required at most ${maxResponseBytes} bytes, found ${bytes}`);
  if (schema !== undefined) {
    const found = answerViolations(schema, response ?? {});
    const [first] = found;
    if (first?.keyword === "$schema") return refused("maxChecks", first.message);
    return found
      .slice(0, maxViolations)
      .map(({ instance, keyword, message }) => ({ pointer: instance, keyword, message }));
  }
  const members = isJsonObject(response) ? Object.keys(response).length : 0;
  return members === 0 ? [] : refused("maxProperties", `required no data, ${unasked}, found ${members} members`);
}

function eventsOf(
  state: ExecutionState,
  ordinal: number,
  { purpose, requestId }: HumanInputState,
  { by, isAccepted, reason, response }: GivenResponse,
  hasSchema: boolean,
): readonly ExecutionEvent[] {
  const data = isAccepted && hasSchema ? (response ?? {}) : null;
  const resolved: HumanInputResolved = {
    kind: "HumanInputResolved",
    step: toolStepAt(state, ordinal).id,
    requestId,
    resolution: isAccepted ? "ACCEPTED" : "DECLINED",
    respondedBy: by,
    reason,
    response: data === null ? null : storedValue(data),
  };
  // A server gets the answer either way and decides how the call ends. An agent knows no declining: its task is asked to stop.
  if (purpose === "CALLEE" && (isAccepted || taskAtWork(stepAt(state, ordinal)) === undefined)) return [resolved];
  if (!isAccepted) return [resolved, declinedEnd(state, ordinal, reason ?? undefined)];
  return purpose === "STEP" ? [resolved, answeredEnd(state, ordinal, data)] : [resolved];
}
