/**
 * Arguments and outputs of the steps of both runs, read in batches once they are there. A step whose status changes is read again. Of very long
 * plans those of the first steps are read, and of the others where somebody opens them.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { requestUntilAnswered } from "../api/request.ts";
import type { StepName, StepRow } from "../execution/store/execution-model.ts";
import { compareSteps } from "./compare.generated.ts";
import type { StepPair } from "./step-pairs.ts";
import type { StepValues } from "./step-verdict.ts";

export interface ReadValues {
  /** By `keyOfValues` of the step. */
  readonly values: ReadonlySignal<ReadonlyMap<string, StepValues>>;
  readonly problem: ReadonlySignal<Problem | null>;
  /** Reads those of a pair, however far down it stands. */
  read(pair: StepPair): void;
}

/** Pairs whose values are read by themselves. */
export const pairsReadAtOnce = 200;
const batchSize = 20;

const nothing: StepValues = { input: null, output: null };

export function useStepValues(pairs: readonly StepPair[]): ReadValues {
  const reader = useMemo(stepValueReader, []);
  useEffect(() => reader.close, [reader]);
  useEffect(() => {
    for (const pair of pairs.slice(0, pairsReadAtOnce)) reader.read(pair);
  }, [pairs, reader]);
  return reader;
}

export function keyOfValues({ executionId, stepId }: StepName): string {
  return `${executionId} ${stepId}`;
}

function stepValueReader(): ReadValues & { readonly close: () => void } {
  const values = signal<ReadonlyMap<string, StepValues>>(new Map());
  const problem = signal<Problem | null>(null);
  const life = new AbortController();
  /** With the status that they were read in. */
  const asked = new Map<string, string>();
  let waiting: StepName[] = [];
  let isLoading = false;

  const readNext = async () => {
    if (isLoading || waiting.length === 0) return;
    isLoading = true;
    const id = waiting[0]?.executionId ?? "";
    const batch = waiting.filter(({ executionId }) => executionId === id).slice(0, batchSize);
    waiting = waiting.filter((named) => !batch.includes(named));
    const stepIds = batch.map(({ stepId }) => stepId);
    const answer = await requestUntilAnswered(compareSteps, { id, stepIds }, life.signal);
    isLoading = false;
    if (life.signal.aborted) return;
    const next = new Map(values.peek());
    if (answer.ok) {
      const found = new Map(answer.data.execution?.steps.map((step) => [step.stepId, step]));
      for (const named of batch) next.set(keyOfValues(named), found.get(named.stepId) ?? nothing);
      problem.value = answer.problems[0] ?? problem.peek();
    } else problem.value = answer.problem;
    values.value = next;
    void readNext();
  };

  const ask = (row: StepRow | null) => {
    if (row === null || row.named === null) return;
    const key = keyOfValues(row.named);
    if (asked.get(key) === row.status) return;
    asked.set(key, row.status);
    waiting.push(row.named);
  };

  return {
    values,
    problem,
    read({ left, right }) {
      // A value that only one run has is compared with nothing, but it is shown.
      ask(left);
      ask(right);
      void readNext();
    },
    close: () => life.abort(),
  };
}
