/**
 * Room `execution/derive`: retry and fork, which start a new execution from one that has ended.
 *
 * Owns: the derivation (this file); the steps that run again (`steps-to-rerun.ts`) and those whose results are reused (`reused-steps.ts`); the changes
 * that a request may make, and their refusals (`derivation-changes.ts`); values too deep to be reused (`deep-derivation.ts`).
 * Leaves: the key of a step that runs again to `execution/settle` (`reuse-key.ts`); compiling the changed plan, previews and the start to
 * `graph/derive`.
 *
 * Invariants:
 * - The earlier execution is only read.
 * - Steps that depend on a step that runs again run again too.
 * - A call that may have had its effect, and could have it twice, runs again only if the request names its step (E5).
 * - Refusals come before anything is called, and name the refused part of the request.
 *
 * This file decides from the state of the earlier execution which results are reused, which steps run again, and under which keys.
 */

import type { Addressee } from "../../access/address.ts";
import type { Visibility } from "../../access/audience.ts";
import { isJsonObject, type JsonObject, objectOf } from "../../json/json.ts";
import type { ExecutionDefinitions, FlowRule } from "../../plan/callable.ts";
import type { Conversation } from "../../plan/conversation.ts";
import { documentOf } from "../../plan/dialects/plan-document.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import { type ModelWork, noModelWork } from "../../plan/model-definition.ts";
import { referencesIn } from "../../plan/operands/operand.ts";
import { roundOfStep } from "../../plan/order/round-ids.ts";
import type { ApprovalPolicy, ExecutionKind, InDoubtPolicy, PlanDialect, ToolStep } from "../../plan/plan.ts";
import type { CallableRun } from "../../plan/run-definition.ts";
import type { PinnedLabel } from "../../plan/value-flow.ts";
import { entryInput } from "../callables/callable-input.ts";
import type { InvocationMessage } from "../commands/invocation-message.ts";
import type { EntryInput, ReusedStep } from "../commands/start-request.ts";
import type { ExecutionStatus, InvalidPlanPolicy } from "../events/event.ts";
import type { Derivation } from "../events/execution-origin.ts";
import type { AgentChoice } from "../events/model-event.ts";
import { answerPolicyOf } from "../human-input/four-eyes.ts";
import { keyAfter } from "../settle/reuse-key.ts";
import { isUnrouted } from "../state/model-task.ts";
import { callingNodes } from "../state/planned-step.ts";
import { conversationOf, type ReadValue } from "../state/read-reference.ts";
import { maxRoundsOf, planOfRoundAsWritten, roundsOf } from "../state/round-state.ts";
import { type ExecutionState, nodeAt, type PinnedExecution } from "../state/state.ts";
import { ordinalOf } from "../state/state-change.ts";
import { statusOf } from "../state/status.ts";
import {
  bindingsIn,
  type Changes,
  changesOf,
  type DerivationRefusal,
  type DerivationRequest,
  derivationText,
  needingWord,
  newArguments,
  refusalOf,
  refused,
} from "./derivation-changes.ts";
import { reusedBytes, reusedIds, reusedSteps } from "./reused-steps.ts";
import { type Rerun, refersToAny, rerunOf } from "./steps-to-rerun.ts";
import { unopenedItems } from "./unopened-items.ts";

/** Maximum bytes of reused outputs and contents; they are handed over at once. */
export const maxReusedBytes = 8 * 1_048_576;

/** The settings that every derived execution keeps unless the request sets others. */
export interface DerivedFacts {
  readonly derivation: Derivation;
  readonly bindings: JsonObject;
  readonly startedWith: ExecutionKind;
  /** Of the run of a callable: the callable, the message that called it, and its input. */
  readonly callable: CallableRun | null;
  readonly message: InvocationMessage | null;
  readonly input: EntryInput;
  /** Null if no model is called. */
  readonly conversation: Conversation | null;
  /** For a source with a plan, its responder, and its planner if that may make further plans; else everything, so that the plan is made again. */
  readonly modelWork: ModelWork;
  readonly onInvalidPlan: InvalidPlanPolicy;
  readonly limits: ExecutionLimits;
  readonly inDoubt: InDoubtPolicy;
  readonly approval: ApprovalPolicy;
  readonly contextId: string | null;
  readonly givenTitle?: string;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  /** Absent from objects of 0.8.0. */
  readonly visibility?: Visibility;
  /** Absent unless the visibility is GROUP. */
  readonly group?: string;
  /** As the source has them. Absent where it has none. */
  readonly inputLabels?: readonly PinnedLabel[];
  readonly flowRules?: readonly FlowRule[];
  readonly approvers?: readonly Addressee[];
  readonly fourEyes?: true;
  /** Subjects who started the source, and the execution that it derives from. Absent from objects of 0.8.0. */
  readonly starters?: readonly string[];
}

export type DerivationResult =
  /** The source has a plan: it is run again, and answered again if it was. */
  | (DerivedFacts & {
      readonly kind: "DERIVED";
      /** Empty if the request left values out: then only `derivation` names the reused steps. */
      readonly reused: readonly ReusedStep[];
      /** The plans of the reused rounds, in order, in their typed form; the last one changed as requested. Every step has its id. */
      readonly documents: readonly JsonObject[];
      /** Names of the callables that were offered to the planner. Empty if none makes further plans. */
      readonly offered: readonly string[];
      readonly dialect: PlanDialect;
      /** How the agent that the plan calls was chosen, of a question. Null otherwise. */
      readonly chosenAgent: AgentChoice | null;
    })
  /** The source never had a plan, or no agent fitted: it is routed and planned again, over the same offer. */
  | (DerivedFacts & { readonly kind: "PLANNED_AGAIN"; readonly definitions: ExecutionDefinitions })
  | { readonly kind: "NOT_FOUND" }
  /** It has not ended, has no steps, or is kept without its values; or a retry that names no step found that all succeeded. */
  | { readonly kind: "INVALID_STATE"; readonly status: ExecutionStatus; readonly message: string }
  /** A member of the request names something that does not exist or cannot be meant. */
  | DerivationRefusal
  | { readonly kind: "OUTCOME_UNKNOWN"; readonly steps: readonly string[] }
  /** The reused values are too large to be handed over at once. */
  | { readonly kind: "TOO_LARGE"; readonly maximum: number; readonly found: number };

/**
 * The results that a retry or fork of an execution reuses, or why there can be none. `read` reads stored values of the execution.
 * `withValues` false leaves the outputs out, for a preview, which is refused for the same reasons.
 */
export function derive(
  state: ExecutionState,
  request: DerivationRequest,
  read: ReadValue,
  withValues = true,
): DerivationResult {
  const { fromStep, kind } = request;
  const { plan } = state.pinned;
  if (state.finished === undefined)
    return invalidState(state, kind, `one that has ended, found one that is ${statusOf(state)}`);
  if (state.turns !== undefined)
    return invalidState(state, kind, "one that runs a plan, found the answer to a message: send the message again");
  if (!isPlanned(state)) return replan(state, request, read);
  if (plan.steps.length === 0) return invalidState(state, kind, "one with steps, found one that answered without any");
  if (fromStep !== null && !state.pinned.graph.ordinalOf.has(fromStep))
    return refused(kind, "fromStep", fromStep, "a step of the plan, found none of this id");
  const { directResponse, response } = state.finished;
  const isAnswered = state.pinned.modelWork.respond === null || response !== null || directResponse !== null;
  if (fromStep === null && state.finished.status === "SUCCEEDED" && isAnswered)
    return invalidState(state, kind, "one that did not succeed, or a first step to run, found one that is SUCCEEDED");
  const rerun = rerunOf(state, fromStep);
  // A model that did not get to its next plan makes it now.
  const isCut = state.finished.status !== "SUCCEEDED" && roundsOf(state) < maxRoundsOf(state);
  if (rerun.again.size === 0 && isAnswered && !isCut)
    return invalidState(
      state,
      kind,
      "a step that did not succeed, or a first step to run, found that every step succeeded",
    );
  const initial = bindingsOf(state, read);
  const changes = changesOf(state, request, initial, rerun);
  const refusal = refusalOf(state, request, changes);
  if (refusal !== undefined) return refusal;
  const keys = keptKeys(state, changes);
  const unknown = needingWord(state, request, rerun, keys);
  if (unknown.length > 0) return { kind: "OUTCOME_UNKNOWN", steps: unknown };
  const bytes = reusedBytes(state, rerun);
  if (bytes > maxReusedBytes) return { kind: "TOO_LARGE", maximum: maxReusedBytes, found: bytes };
  const { definitions, dialect, execution, modelWork } = state.pinned;
  const mayFollow = (modelWork.plan?.maxRounds ?? 1) > 1;
  return {
    kind: "DERIVED",
    ...derivedFacts(state, request, initial, read),
    derivation: { kind, execution, fromStep, reused: reusedIds(state, rerun), keys },
    modelWork: { ...noModelWork, plan: mayFollow ? modelWork.plan : null, respond: modelWork.respond },
    reused: withValues ? reusedSteps(state, rerun, read) : [],
    documents: documentsOf(state, request, rerun),
    offered: mayFollow ? definitions.callables.map(({ name }) => name) : [],
    dialect,
    chosenAgent: state.routing ?? null,
  };
}

/** A text of a model in place of a further plan is written again. */
function documentsOf(state: ExecutionState, request: DerivationRequest, { round }: Rerun): readonly JsonObject[] {
  return Array.from({ length: round }, (_, index) =>
    documentOf(planOfRoundAsWritten(state, index + 1), newArguments(request, index + 1)),
  );
}

/** Whether there is a plan to run again. That no agent fitted a question is none, unless it was answered: another may be found for it. */
function isPlanned(state: ExecutionState): boolean {
  return state.isPlanned && !(isUnrouted(state) && state.finished?.status !== "SUCCEEDED");
}

/** An execution whose plan was never made, derived as a whole: there is no step to name. */
function replan(state: ExecutionState, request: DerivationRequest, read: ReadValue): DerivationResult {
  const { kind } = request;
  const { definitions, execution, modelWork } = state.pinned;
  if (modelWork.plan === null && modelWork.route === null) {
    const required = isUnrouted(state)
      ? "one with a plan or a choice of agents, found a question that had nobody to choose from; ask it again"
      : "one with a plan, found one whose plan was refused";
    return invalidState(state, kind, required);
  }
  const named = [
    ...(request.fromStep === null ? [] : [{ member: "fromStep" as const, step: request.fromStep }]),
    ...request.arguments.map(({ step }) => ({ member: "arguments" as const, step })),
    ...request.callAgain.map((step) => ({ member: "callAgain" as const, step })),
  ];
  const [first] = named;
  if (first !== undefined)
    return refused(kind, first.member, first.step, "a step of the plan, found that no plan was ever made");
  return {
    kind: "PLANNED_AGAIN",
    ...derivedFacts(state, request, bindingsOf(state, read), read),
    derivation: { kind, execution, fromStep: null, reused: [], keys: [] },
    modelWork,
    definitions,
  };
}

function derivedFacts(
  { pinned }: ExecutionState,
  request: DerivationRequest,
  initial: JsonObject,
  read: ReadValue,
): Omit<DerivedFacts, "derivation" | "modelWork"> {
  const { approval, callable, contextId, givenTitle, inDoubt, labels, limits, onInvalidPlan, startedWith } = pinned;
  const { approvers, flowRules, fourEyes, inputLabels } = pinned;
  // Written by this software from an `InvocationMessage`, so it has the shape of its type.
  const message = pinned.message && ((read(pinned.message) ?? undefined) as unknown as InvocationMessage | undefined);
  return {
    bindings: objectOf([...Object.entries(initial), ...Object.entries(request.bindings)]),
    conversation: conversationOf(pinned.conversation, read) ?? null,
    approval,
    callable,
    contextId,
    ...(givenTitle !== undefined && { givenTitle }),
    inDoubt,
    labels,
    visibility: pinned.visibility ?? "TENANT",
    ...(pinned.group !== undefined && { group: pinned.group }),
    ...(inputLabels !== undefined && { inputLabels }),
    ...(flowRules !== undefined && { flowRules }),
    ...(approvers !== undefined && { approvers }),
    ...(fourEyes !== undefined && { fourEyes }),
    starters: answerPolicyOf(pinned).starters,
    limits,
    message: message ?? null,
    onInvalidPlan,
    startedWith,
    input: inputAgain(pinned, message, read),
  };
}

/** The input that a run had. Where it could not be read, it is taken out of the message once more. */
function inputAgain(
  { callable, input }: PinnedExecution,
  message: InvocationMessage | undefined,
  read: ReadValue,
): EntryInput {
  const value = input === undefined ? undefined : read(input);
  if (value !== undefined) return { kind: "VALUE", value };
  return callable?.kind === "WORKFLOW" && message !== undefined ? entryInput(message) : { kind: "NONE" };
}

function bindingsOf(state: ExecutionState, read: ReadValue): JsonObject {
  const bindings = read(state.pinned.bindings);
  return isJsonObject(bindings) ? bindings : {};
}

/**
 * Keys that continue, of steps whose inputs are certain to be the same. A loser of a reused group does not run again here, but may in an
 * execution that derives from this one, so the facts about its calls are kept. The same holds for steps that failed in an earlier round. A
 * plan of a later round that is made again has only names in common with the earlier one, so its keys do not continue.
 */
function keptKeys(state: ExecutionState, changes: Changes): Derivation["keys"] {
  const isTaken = ({ id }: ToolStep) => roundOfStep(id) <= changes.round;
  const called = callingNodes(state).flatMap(({ ordinal, step }) => {
    const { group, item } = nodeAt(state, ordinal);
    const isSame =
      isTaken(step) &&
      hasSameArguments(state, step, changes) &&
      (group === undefined || item === undefined || hasSameItem(state, group, item, changes));
    const key = isSame ? keyAfter(state, ordinal) : undefined;
    return key === undefined ? [] : [key];
  });
  const unopened = unopenedItems(state).filter(
    ({ group, item, step }) =>
      isTaken(step) && hasSameArguments(state, step, changes) && hasSameItem(state, group, item, changes),
  );
  return [...called, ...unopened.map(({ key }) => key)];
}

function hasSameArguments(state: ExecutionState, step: ToolStep, { again, bindings, steps }: Changes): boolean {
  return (
    !steps.has(step.id) && !bindingsIn(step).some((name) => bindings.has(name)) && !refersToAny(state, step, again)
  );
}

/** Whether the item of the map at `group`, or the start value of a loop, is certain to be the same. */
function hasSameItem(state: ExecutionState, group: number, item: number, { again, bindings }: Changes): boolean {
  const { children, step } = nodeAt(state, group);
  if (step.kind !== "MAP") {
    const before = children[item - 1];
    return item === 0 || (before !== undefined && !again.has(before));
  }
  return Array.from(referencesIn(step.over)).every(({ reference: { id, root } }) =>
    root === "steps"
      ? !again.has(ordinalOf(state, id))
      : root !== "execution" && (root !== "bindings" || !bindings.has(id)),
  );
}

/** A refusal for the state of the execution; `required` completes "required …". */
function invalidState(state: ExecutionState, kind: Derivation["kind"], required: string): DerivationResult {
  const message = `Cannot ${derivationText[kind]} the execution: required ${required}`;
  return { kind: "INVALID_STATE", status: statusOf(state), message };
}
