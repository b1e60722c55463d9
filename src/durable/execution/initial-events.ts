/**
 * The first rows of an execution, from the request that was checked: its start, the agent that the caller chose or what is wrong with
 * the plan that was given, the message of a person that agents take turns for, and the ends of steps that it takes over.
 */

import type { ReusedStep, StartRequest } from "../../execution/commands/start-request.ts";
import type { ExecutionEvent, ExecutionStarted, ItemsAdded, StepFinished } from "../../execution/events/event.ts";
import { titleOf } from "../../execution/events/title.ts";
import type { BindingSet } from "../../execution/events/turn-event.ts";
import type { Json } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import { itemPlace } from "../../plan/order/items.ts";
import { type GroupStep, isRepeated } from "../../plan/plan.ts";

/** `input` is what a run of a callable got, undefined for none. */
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
    input: _,
    message,
    rejected,
    reused,
    waitMs,
    webhooks,
    withValues,
    ...facts
  } = request;
  return {
    kind: "ExecutionStarted",
    ...facts,
    publicId,
    // A conversation may hold a request that 0.6.0 made, which has none.
    tracestate: facts.tracestate ?? null,
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

/** The message of the person that agents take turns for, and what the person set with it. */
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

/** The rows of what is taken over, in the order of the plan; a group follows its children, as it does where it ran. */
export function reusedStepEvents({
  plan,
  reused,
}: Pick<StartRequest, "plan" | "reused">): readonly (ItemsAdded | StepFinished)[] {
  const taken = new Map(reused.map((step) => [step.step, step]));
  const end = (id: string, group: string | null): readonly StepFinished[] => {
    const step = taken.get(id);
    return step === undefined ? [] : [takenOver(step, group)];
  };
  const children = (group: GroupStep): readonly (ItemsAdded | StepFinished)[] =>
    isRepeated(group) ? itemsTakenOver(group.id, reused) : group.children.flatMap(({ id }) => end(id, group.id));
  return (plan?.steps ?? []).flatMap((step): readonly (ItemsAdded | StepFinished)[] =>
    step.kind === "TOOL" ? end(step.id, null) : [...children(step), ...end(step.id, null)],
  );
}

/** What is known of the items of a map or loop, and the ends of those that are taken over. */
function itemsTakenOver(group: string, reused: readonly ReusedStep[]): readonly (ItemsAdded | StepFinished)[] {
  const items = reused.filter(({ step }) => itemPlace(step)?.groupId === group);
  const [first] = items;
  if (first === undefined) return [];
  return [
    { kind: "ItemsAdded", step: group, count: first.items ?? items.length },
    ...items.map((item) => takenOver(item, group)),
  ];
}

function takenOver(
  { content, output, status, step, warning, warnings }: ReusedStep,
  group: string | null,
): StepFinished {
  return {
    kind: "StepFinished",
    step,
    group,
    status,
    attempt: 0,
    callId: null,
    outcome: null,
    output,
    content,
    failure: null,
    warning,
    ...(warnings === undefined ? {} : { warnings }),
    reused: true,
  };
}
