/** The planned part of a step of an execution: its call, and its group. */
import type { EffectClass } from "../../plan/callable.ts";
import type { ToolStep } from "../../plan/plan.ts";
import { type ExecutionState, nodeAt } from "./state.ts";

export function toolStepAt(state: ExecutionState, ordinal: number): ToolStep {
  const { step } = nodeAt(state, ordinal);
  if (step.kind !== "TOOL") throw new TypeError(`step ${JSON.stringify(step.id)} calls nothing: it is a group`);
  return step;
}

/** Every step that calls something, items of maps and loops included as far as they are known, with its ordinal. */
export function callingNodes(state: ExecutionState): readonly { readonly ordinal: number; readonly step: ToolStep }[] {
  return state.pinned.graph.nodes.flatMap(({ ordinal, step }) => (step.kind === "TOOL" ? [{ ordinal, step }] : []));
}

export function groupIdOf(state: ExecutionState, ordinal: number): string | undefined {
  const { group } = nodeAt(state, ordinal);
  return group === undefined ? undefined : nodeAt(state, group).step.id;
}

/** Whether the call of the step at `ordinal` is a request of this object: neither an execution of its own nor a question to a person, nor a wait. */
export function makesRequest(state: ExecutionState, ordinal: number): boolean {
  const provider = state.pinned.callables.get(toolStepAt(state, ordinal).callableName)?.provider;
  const kind = state.pinned.definitions.providers.find(({ name }) => name === provider)?.kind;
  return kind !== "CHILD" && kind !== "PERSON" && kind !== "WAIT";
}

/** The step whose agent answers the question that the execution was started with. Undefined for all other executions, and if no agent was chosen. */
export function answeringStep({ pinned }: ExecutionState): number | undefined {
  const [only, ...others] = pinned.graph.nodes.filter((node) => node.group === undefined);
  return pinned.startedWith === "ASK" && only !== undefined && others.length === 0 ? only.ordinal : undefined;
}

/** The effect class of the call that the step at `ordinal` makes; the worst for one that was not pinned. */
export function effectClassAt(state: ExecutionState, ordinal: number): EffectClass {
  return effectClassOf(state, toolStepAt(state, ordinal));
}

/** The same, of a step that may stand in no graph yet. */
export function effectClassOf({ pinned }: ExecutionState, { callableName }: ToolStep): EffectClass {
  return pinned.callables.get(callableName)?.effectClass ?? "UNSAFE";
}
