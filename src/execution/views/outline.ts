/**
 * Facts that a list shows of an execution beside its status, so that the execution itself need not be read: the request, the callable, the
 * progress of its steps, the failure. It is made from a state for summaries and from a view for readers, with one result.
 */

import type { Failure } from "../../json/failure.ts";
import { isRepeated } from "../../plan/plan.ts";
import type { CallableRun } from "../../plan/run-definition.ts";
import { itemCounts, shownNodes } from "../state/shown-items.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import type { ExecutionView } from "./execution-view.ts";
import { type StepProgress, stepProgress } from "./step-progress.ts";

/** UTF-16 code units of the message of a failure that is listed. */
export const maxListedMessage = 1_000;

export type RunOf = Pick<CallableRun, "kind" | "name" | "version">;

/** A failure without its details, which can be large. */
export type ListedFailure = Omit<Failure, "details"> & { readonly step: string | null };

export interface ExecutionOutline {
  /** See `title.ts`. */
  readonly title: string;
  /** The callable that it is a run of. Null for none. */
  readonly runOf: RunOf | null;
  /** Step of its parent that started it. Null for a root. */
  readonly parentStep: string | null;
  /** Why it failed. UNLISTED if that is too long to be listed, null if it did not fail. */
  readonly failure: ListedFailure | "UNLISTED" | null;
  readonly progress: StepProgress;
  /** As in `ExecutionView`. */
  readonly retryAt: number | null;
}

export function outlineOf(state: ExecutionState): ExecutionOutline {
  const { callable, graph, origin, title } = state.pinned;
  const leaves = shownNodes(state).filter(({ step }) => step.kind === "TOOL");
  const statusesOf = (nodes: typeof leaves) => nodes.map(({ ordinal }) => stepAt(state, ordinal).status);
  const repeated = graph.nodes.filter(({ step }) => isRepeated(step));
  return {
    title,
    runOf: runOf(callable ?? undefined) ?? null,
    parentStep: origin.parent?.stepPath ?? null,
    failure: listedFailure(state.finished?.failure ?? null),
    progress: stepProgress(
      statusesOf(leaves),
      statusesOf(leaves.filter(({ item }) => item === undefined)),
      repeated.map((node) => itemCounts(state, node)),
    ),
    retryAt: retryAt(state) ?? null,
  };
}

/** That of the state that `view` shows. */
export function outlineOfView(view: ExecutionView): ExecutionOutline {
  const { callable, failure, origin, steps, title } = view;
  const repeated = new Set(steps.flatMap(({ id, items }) => (items === undefined ? [] : [id])));
  const leaves = steps.filter(({ kind }) => kind === "TOOL");
  return {
    title,
    runOf: runOf(callable ?? undefined) ?? null,
    parentStep: origin.parent?.stepPath ?? null,
    failure: listedFailure(failure),
    progress: stepProgress(
      leaves.map(({ status }) => status),
      leaves.flatMap(({ group, status }) => (group !== null && repeated.has(group) ? [] : [status])),
      steps.flatMap(({ items }) => items ?? []),
    ),
    retryAt: view.retryAt,
  };
}

/**
 * When the first of the calls that back off is tried again, of steps and of language models; Unix milliseconds. Undefined if none backs
 * off: a call that leaves at once, such as one that a person has just permitted, does not.
 */
export function retryAt(state: ExecutionState): number | undefined {
  const { active, modelTask, updatedAt } = state;
  const steps = active.map((ordinal) => stepAt(state, ordinal).retryAt);
  const ahead = [...steps, modelTask?.retryAt].filter((at) => at != null).filter((at) => at > updatedAt);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

function runOf(callable: CallableRun | undefined): RunOf | undefined {
  if (callable === undefined) return undefined;
  const { kind, name, version } = callable;
  return { kind, name, version };
}

function listedFailure(failure: ExecutionView["failure"]): ExecutionOutline["failure"] {
  if (failure === null) return null;
  const { code, message, retryable, step } = failure;
  return message.length > maxListedMessage ? "UNLISTED" : { code, message, retryable, step };
}
