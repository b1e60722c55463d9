/**
 * The first rows of an execution, from the request that was checked: its start, the agent that the caller chose or the problems of the
 * given plan, the message of a person for agents that take turns, and the ends of reused steps.
 */

import { givenConfinement } from "../../access/given-visibility.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { ExecutionEvent, ExecutionStarted } from "../../execution/events/event.ts";
import { titleOf } from "../../execution/events/title.ts";
import type { BindingSet } from "../../execution/events/turn-event.ts";
import type { Json } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import { reusedStepEvents } from "./taken-over-events.ts";

/** `input` is the input of a run of a callable, undefined for none. */
export function startedEvent(
  request: StartRequest,
  {
    codeVersion,
    input,
    publicId,
  }: { readonly codeVersion: string; readonly input: Json | undefined; readonly publicId: string },
): ExecutionStarted {
  const {
    bindings,
    chosenAgent,
    conversation,
    furtherPlans: __,
    group,
    input: _,
    message,
    rejected,
    reused,
    visibility,
    waitMs,
    webhooks,
    withValues,
    ...facts
  } = request;
  return {
    kind: "ExecutionStarted",
    ...facts,
    ...givenConfinement({ visibility, group }, "TENANT"),
    publicId,
    title: titleOf({ ...facts, message: conversation?.message ?? null }),
    bindings: storedValue(bindings),
    conversation: conversation === null ? null : storedValue(conversation as unknown as Json),
    message: message === null ? null : storedValue(message as unknown as Json),
    input: input === undefined ? null : storedValue(input),
    codeVersion,
  };
}

/** The rows that are stored with the first. */
export function followingEvents(
  request: Pick<StartRequest, "chosenAgent" | "conversation" | "execution" | "plan" | "rejected" | "reused" | "turns">,
): readonly ExecutionEvent[] {
  const { chosenAgent, rejected } = request;
  const events: ExecutionEvent[] = [];
  if (chosenAgent !== null) events.push({ kind: "AgentRouted", ...chosenAgent });
  if (rejected !== null) {
    const problems = storedValue(rejected.problems as unknown as Json);
    events.push({ kind: "PlanRejected", failure: rejected.failure, problems, correcting: false });
  }
  return [...events, ...messageEvents(request), ...reusedStepEvents(request)];
}

/** The message of the person for agents that take turns, with the variables that the person set. */
function messageEvents({
  conversation,
  execution,
  turns,
}: Pick<StartRequest, "conversation" | "execution" | "turns">): readonly ExecutionEvent[] {
  if (turns === null) return [];
  const set = Object.entries(turns.start.set).map(
    ([name, value]): BindingSet => ({ kind: "BindingSet", name, value, source: "PERSON", turn: null }),
  );
  return [
    {
      kind: "MessageAdded",
      messageId: `${execution}/1`,
      author: "PERSON",
      agentName: null,
      turn: null,
      uiHidden: false,
      text: storedValue(conversation?.message ?? ""),
    },
    ...set,
  ];
}
