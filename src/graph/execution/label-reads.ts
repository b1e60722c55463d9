/**
 * Reads of the labels of steps. Fields that one list resolves together share a call of the object of their execution, and a response has a bounded
 * number of calls under way, however many executions its list is of.
 */
import type { SourceLabels } from "../../execution/state/state-labels.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { Executions } from "../base/ports.ts";

/** Calls of one response at a time. */
const maxReads = 10;
/** Steps of one call. */
const maxSteps = 100;

type Labels = readonly SourceLabels[] | null;

interface Batch {
  readonly stepIds: string[];
  readonly labels: Promise<ReadonlyMap<string, Labels>>;
}

/** Steps that are asked for in this turn, by the view that their fields share. */
const batches = new WeakMap<ExecutionView, Batch>();

interface Reads {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** By the client, of which each request has its own. */
const readsOf = new WeakMap<Executions, Reads>();

/** The labels of the sources of a step. Null if its execution has no events any more. */
export async function stepLabels(executions: Executions, view: ExecutionView, stepId: string): Promise<Labels> {
  let batch = batches.get(view);
  if (batch === undefined || batch.stepIds.length >= maxSteps) {
    const stepIds: string[] = [];
    // What else is asked for in this turn joins before the call is made.
    const labels = Promise.resolve().then(() => {
      if (batches.get(view)?.stepIds === stepIds) batches.delete(view);
      return readLabels(executions, view.execution, stepIds);
    });
    batch = { stepIds, labels };
    batches.set(view, batch);
  }
  batch.stepIds.push(stepId);
  return (await batch.labels).get(stepId) ?? null;
}

async function readLabels(
  executions: Executions,
  execution: string,
  stepIds: readonly string[],
): Promise<ReadonlyMap<string, Labels>> {
  const reads = readsOf.get(executions) ?? { underWay: 0, waiting: [] };
  readsOf.set(executions, reads);
  if (reads.underWay >= maxReads) await new Promise<void>((resolve) => reads.waiting.push(resolve));
  else reads.underWay += 1;
  try {
    const labels = await executions.sourceLabels(execution, stepIds);
    return new Map(stepIds.map((stepId, place) => [stepId, labels?.[place] ?? null]));
  } finally {
    // The next one takes over the place.
    const next = reads.waiting.shift();
    if (next === undefined) reads.underWay -= 1;
    else next();
  }
}
