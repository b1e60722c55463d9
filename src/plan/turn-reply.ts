/**
 * What the answer of an agent leads to in its turn, whether a model of ours gave it or somebody submitted it: its message, the check of its
 * structured output, the end of its step, variables that it sets; one transaction.
 *
 * - T4, T10: output is validated before its tool exists; what does not satisfy its model is recorded with every violation and calls nothing.
 * - T31–T33, C14: a text that equals a trigger exactly, after trim, sets its variable; a hidden one leaves no word in rows that are shown.
 */
import { matchedParameters, withoutContext } from "./auto-tool-step.ts";
import type { ExecutionEvent } from "./event.ts";
import type { Failure } from "./failure.ts";
import { withDefaults } from "./fill-defaults.ts";
import { isJsonObject, type Json, ownValue } from "./json.ts";
import { maySendBack } from "./next-turn.ts";
import type { Surroundings } from "./settle.ts";
import type { ExecutionState } from "./state.ts";
import type { BindingSet, MessageAdded, OutputViolation, StructuredOutputChecked } from "./turn-event.ts";
import { agentStepEnd, turnGivenUp } from "./turn-given-up.ts";
import type { TurnState } from "./turn-state.ts";
import { type OutputModel, type TurnWork, turnAgent, type VariableDefinition } from "./turn-work.ts";
import { violations } from "./validator.ts";

/** Violations that are recorded and told to the agent. */
const maxViolations = 20;

const longestViolation = 500;

/** What an agent answered. `finding` says what stands in place of structured output. */
export type TurnReply =
  | { readonly kind: "REPLY"; readonly text: string }
  | { readonly kind: "OUTPUT"; readonly data: Json; readonly finding?: string };

/** The rows that `reply` leads to in the turn at hand of `state`, whose agent has not answered yet. */
export function turnReply(
  state: ExecutionState,
  reply: TurnReply,
  stored: Surroundings["stored"],
): readonly ExecutionEvent[] {
  const { agent, turn, work } = turnAtHand(state);
  if (agent.output === null) {
    const text = reply.kind === "REPLY" ? reply.text : JSON.stringify(reply.data);
    const { bindings, isHidden, message } = said(state, work, turn, text, stored);
    const output = isHidden ? null : stored({ text });
    return [message, { ...agentStepEnd(turn.number, "SUCCEEDED"), output }, ...bindings];
  }
  const answered = reply.kind === "REPLY" ? reply.text : reply.data;
  const given = agent.binding === null ? answered : withoutContext(answered);
  const finding = reply.kind === "OUTPUT" ? reply.finding : undefined;
  const broken = violationsOf(agent.output, given, finding);
  const isValid = broken.length === 0;
  const data = isValid ? withDefaults(agent.output.schema, given) : given;
  const checked: StructuredOutputChecked = {
    kind: "StructuredOutputChecked",
    ...{ turn: turn.number, key: turn.key, agentName: agent.name, modelName: agent.output.name },
    data: stored(data),
    violations: broken,
    willCorrect: !isValid && maySendBack(state),
    parameters: isValid && agent.binding !== null ? matchedParameters(agent.binding, data) : null,
    context: {
      ...{ autoToolMode: agent.binding !== null, workflowName: work.manifest.name },
      ...{ chatId: work.chatId, appId: work.appId },
    },
  };
  if (!isValid) return [checked, turnGivenUp(state, outputInvalid(agent.output, broken))];
  const text = isJsonObject(data) ? ownValue(data, "agent_message") : undefined;
  const end = { ...agentStepEnd(turn.number, "SUCCEEDED"), output: stored(data) };
  if (typeof text !== "string" || text.trim() === "") return [checked, end];
  const { bindings, message } = said(state, work, turn, text, stored);
  return [message, checked, end, ...bindings];
}

/** Whether the turn at hand would be hidden with this text (T33). */
export function isHiddenReply(state: ExecutionState, text: string): boolean {
  const { turn, work } = turnAtHand(state);
  return triggeredBy(work, turn.agentName, text).some(({ trigger }) => trigger?.uiHidden === true);
}

/** Id of the next message of the execution (unique within its conversation). */
export function nextMessageId({ pinned, turns }: ExecutionState): string {
  return `${pinned.execution}/${(turns?.messages.length ?? 0) + 1}`;
}

function said(
  state: ExecutionState,
  work: TurnWork,
  { agentName, number }: TurnState,
  text: string,
  stored: Surroundings["stored"],
): { readonly message: MessageAdded; readonly bindings: readonly BindingSet[]; readonly isHidden: boolean } {
  const triggered = triggeredBy(work, agentName, text);
  const isHidden = triggered.some(({ trigger }) => trigger?.uiHidden === true);
  const message: MessageAdded = {
    kind: "MessageAdded",
    ...{ messageId: nextMessageId(state), author: "AGENT", agentName, turn: number, uiHidden: isHidden },
    text: stored(text),
  };
  const bindings = triggered.map(
    ({ name }): BindingSet => ({ kind: "BindingSet", name, value: true, source: "DERIVED", turn: number }),
  );
  return { message, bindings, isHidden };
}

function triggeredBy({ variables }: TurnWork, agentName: string, text: string): readonly VariableDefinition[] {
  const trimmed = text.trim();
  return variables.filter(({ trigger }) => trigger?.sourceAgent === agentName && trigger.value === trimmed);
}

function violationsOf(model: OutputModel, data: Json, finding: string | undefined): readonly OutputViolation[] {
  if (finding !== undefined) return [{ pointer: "", message: cut(`expected JSON, found ${finding}`) }];
  return violations(model.schema, data)
    .slice(0, maxViolations)
    .map(({ instance, message }) => ({ pointer: cut(instance), message: cut(message) }));
}

function outputInvalid({ name }: OutputModel, broken: readonly OutputViolation[]): Failure {
  const more = broken.length > 1 ? ` (and ${broken.length - 1} more)` : "";
  return {
    code: "OUTPUT_INVALID",
    message: `the output does not satisfy the model ${name}: ${broken[0]?.message ?? ""}${more}`,
    retryable: false,
    details: broken.map((violation) => ({ ...violation })),
  };
}

function turnAtHand({ pinned: { turns: work }, turns }: ExecutionState) {
  const turn = turns?.turns.at(-1);
  const agent = work === null || turn === undefined ? null : turnAgent(work, turn.agentName);
  if (work === null || turn === undefined || agent === null) throw new Error("it is the turn of no agent");
  return { agent, turn, work };
}

function cut(text: string): string {
  return text.length <= longestViolation ? text : `${text.slice(0, longestViolation)}…`.toWellFormed();
}
