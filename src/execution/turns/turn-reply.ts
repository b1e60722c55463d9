/**
 * The events after the answer of an agent in its turn, given by a model of ours or submitted from elsewhere: its message, the check of its
 * structured output, the end of its step, variables that it sets; one transaction.
 *
 * - T4, T10: output is validated before its tool exists. Output that does not satisfy its model is recorded with every violation and calls
 *   nothing.
 * - T31–T33, C14: a text that equals a trigger exactly, after trim, sets its variable. A hidden trigger leaves no text in events that are
 *   shown, except in a call of a tool that has a parameter for the message of structured output.
 */

import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, objectOf, ownValue } from "../../json/json.ts";
import { withoutContext } from "../../plan/context-parameter.ts";
import { type OutputModel, type TurnWork, turnAgent, type VariableDefinition } from "../../plan/turn-work.ts";
import type { DecisionInputs } from "../events/decision-inputs.ts";
import type { ExecutionEvent } from "../events/event.ts";
import type { BindingSet, MessageAdded, OutputViolation, StructuredOutputChecked } from "../events/turn-event.ts";
import { matchedParameters } from "../state/auto-tool-step.ts";
import type { ExecutionState } from "../state/state.ts";
import type { TurnState } from "../state/turn-state.ts";
import { checkedOutput } from "./checked-output.ts";
import { maySendBack } from "./next-turn.ts";
import { agentStepEnd, turnGivenUp } from "./turn-given-up.ts";
import { turnOffer } from "./turn-rounds.ts";

/** The answer of an agent. `finding` describes a text in the place of structured output. */
export type TurnReply =
  | { readonly kind: "REPLY"; readonly text: string }
  | { readonly kind: "OUTPUT"; readonly data: Json; readonly finding?: string };

/** The rows that `reply` leads to in the turn at hand of `state`, whose agent has not answered yet. */
export function turnReply(
  state: ExecutionState,
  reply: TurnReply,
  stored: DecisionInputs["stored"],
): readonly ExecutionEvent[] {
  const { agent, offer, turn, work } = turnAtHand(state);
  if (agent.output === null || offer.output === null || (offer.isOptional && reply.kind === "REPLY")) {
    const text = reply.kind === "REPLY" ? reply.text : JSON.stringify(reply.data);
    const { bindings, isHidden, message } = said(state, work, turn, text, stored);
    const output = isHidden ? null : stored({ text });
    return [message, { ...agentStepEnd(turn.number, "SUCCEEDED"), output }, ...bindings];
  }
  const answered = reply.kind === "REPLY" ? reply.text : reply.data;
  const given = agent.binding === null ? answered : withoutContext(answered);
  const finding = reply.kind === "OUTPUT" ? reply.finding : undefined;
  const { data, violations: broken } = checkedOutput(agent.output, given, finding);
  const isValid = broken.length === 0;
  const parameters = isValid && agent.binding !== null ? matchedParameters(agent.binding, data) : null;
  const text = isValid ? messageIn(data) : undefined;
  const words = text === undefined ? undefined : said(state, work, turn, text, stored);
  const kept = words?.isHidden === true ? withoutMessage(data, parameters) : data;
  const checked: StructuredOutputChecked = {
    kind: "StructuredOutputChecked",
    turn: turn.number,
    key: turn.key,
    agentName: agent.name,
    modelName: agent.output.name,
    data: stored(kept),
    violations: broken,
    willCorrect: !isValid && maySendBack(state),
    parameters,
    context: {
      autoToolMode: agent.binding !== null,
      workflowName: work.manifest.name,
      chatId: work.chatId,
      appId: work.appId,
    },
  };
  if (!isValid) return [checked, turnGivenUp(state, outputInvalid(agent.output, broken))];
  const end = { ...agentStepEnd(turn.number, "SUCCEEDED"), output: stored(kept) };
  return words === undefined ? [checked, end] : [words.message, checked, end, ...words.bindings];
}

/** Whether the agent of the turn at hand has words that are hidden, so that a part of an answer may be one (T33). */
export function mayHideText(state: ExecutionState): boolean {
  const { turn, work } = turnAtHand(state);
  return work.variables.some(({ trigger }) => trigger?.uiHidden === true && trigger.sourceAgent === turn.agentName);
}

const messageKey = "agent_message";

/** The message of structured output to the person. Undefined for none. */
function messageIn(data: Json): string | undefined {
  const text = isJsonObject(data) ? ownValue(data, messageKey) : undefined;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

/** Structured output without its message, which is hidden; a tool that has a parameter for it is given it all the same. */
function withoutMessage(data: Json, parameters: StructuredOutputChecked["parameters"]): Json {
  const isTaken = parameters?.some(([, key]) => key === messageKey) === true;
  if (isTaken || !isJsonObject(data)) return data;
  return objectOf(Object.entries(data).filter(([key]) => key !== messageKey));
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
  stored: DecisionInputs["stored"],
): { readonly message: MessageAdded; readonly bindings: readonly BindingSet[]; readonly isHidden: boolean } {
  const triggered = triggeredBy(work, agentName, text);
  const isHidden = triggered.some(({ trigger }) => trigger?.uiHidden === true);
  const message: MessageAdded = {
    kind: "MessageAdded",
    messageId: nextMessageId(state),
    author: "AGENT",
    agentName,
    turn: number,
    uiHidden: isHidden,
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
  const agent = work === null || turn === undefined ? undefined : turnAgent(work, turn.agentName);
  if (work === null || turns === undefined || turn === undefined || agent === undefined)
    throw new Error("it is the turn of no agent");
  return { agent, offer: turnOffer(work, turns), turn, work };
}
