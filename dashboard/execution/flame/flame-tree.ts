/**
 * The cost of a run, as a tree: the calls of models of each execution, and under the steps that started one those of the child. Pure. The
 * amounts of a tree add up: consumption of an ended execution beyond its known parts is a part of its own.
 */

import { modelStepId } from "../store/model-work.ts";
import { keyOfStep } from "../timeline/timeline-lines.ts";
import { nameOfRow } from "../timeline/timeline-words.ts";
import type { FlameRunQuery } from "./flame-run.generated.ts";

/** Millionths of a US dollar, or tokens to and from models. */
export type Metric = "COST" | "TOKENS";

export type FlameRun = NonNullable<FlameRunQuery["execution"]>;

export interface FlameNode {
  /** Unique in the tree. */
  readonly key: string;
  /** The step in the address of the run: `step0/post`. Null for the run itself, and for a part that is no line. */
  readonly step: string | null;
  readonly name: string;
  /** The callable, the model, or the kind of a part. */
  readonly what: string;
  readonly kind: "RUN" | "CHILD" | "MODEL" | "REST";
  /** With all that is in it. */
  readonly amount: number;
  readonly parts: readonly FlameNode[];
}

/** The tree from `rootId` down. Null while the execution is not read. A child that is missing from `runs` is within the rest of its parent. */
export function flameTree(rootId: string, runs: ReadonlyMap<string, FlameRun>, metric: Metric): FlameNode | null {
  const run = runs.get(rootId);
  if (run === undefined) return null;
  return nodeOf(run, { key: "", name: run.title === "" ? "run" : run.title, what: "the whole run" }, runs, metric, [
    rootId,
  ]);
}

interface Place {
  readonly key: string;
  readonly name: string;
  readonly what: string;
}

function nodeOf(
  run: FlameRun,
  { key, name, what }: Place,
  runs: ReadonlyMap<string, FlameRun>,
  metric: Metric,
  around: readonly string[],
): FlameNode {
  const prefix = key === "" ? "" : `${key}/`;
  const children = openingSteps(run).flatMap((step): readonly FlameNode[] => {
    const child = runs.get(step.executionId);
    // An execution within itself is no tree; nothing says so but data from outside.
    if (child === undefined || around.includes(step.executionId)) return [];
    const place = { key: prefix + keyOfStep(step.stepId), name: nameOfRow(step), what: step.what };
    return [nodeOf(child, place, runs, metric, [...around, step.executionId])];
  });
  const known = [...modelParts(run, prefix, metric), ...children];
  const sum = known.reduce((total, { amount }) => total + amount, 0);
  // While it runs its usage has the maximum of its parts, not their consumption.
  const rest = run.finishedAt === null ? 0 : Math.max(0, amountOf(run.usage, metric) - sum);
  const parts = rest === 0 ? known : [...known, restOf(prefix, rest)];
  return {
    key: key === "" ? "run" : key,
    step: key === "" ? null : key,
    name,
    what,
    kind: key === "" ? "RUN" : "CHILD",
    amount: sum + rest,
    parts,
  };
}

function restOf(prefix: string, amount: number): FlameNode {
  return {
    key: `${prefix}rest`,
    step: null,
    name: "rest",
    what: "of parts that are not shown",
    kind: "REST",
    amount,
    parts: [],
  };
}

function modelParts({ modelCalls }: FlameRun, prefix: string, metric: Metric): readonly FlameNode[] {
  const counts = new Map<string, number>();
  for (const { purpose } of modelCalls) counts.set(purpose, (counts.get(purpose) ?? 0) + 1);
  return modelCalls.flatMap((call): readonly FlameNode[] => {
    // Its consumption is known when it has ended.
    if (call.durationMs === null) return [];
    const { model, number, purpose } = call;
    const isTurn = purpose === "AGENT";
    const stepId = modelStepId(purpose);
    const name = isTurn ? "turn" : nameOfRow({ stepId });
    const isOne = counts.get(purpose) === 1;
    return [
      {
        key: `${prefix}call ${number}`,
        step: isTurn ? null : prefix === "" ? stepId : prefix + keyOfStep(stepId),
        name: isOne ? name : `${name} (call ${number})`,
        what: model,
        kind: "MODEL",
        amount: amountOf(call, metric),
        parts: [],
      },
    ];
  });
}

/** The steps of an execution that started one. */
export function openingSteps({ steps }: FlameRun): readonly OpeningStep[] {
  return steps.flatMap((step) => (step === null ? [] : openersIn(step)));
}

interface OpeningStep {
  readonly stepId: string;
  readonly what: string;
  readonly executionId: string;
}

type Step = FlameRun["steps"][number];

function openersIn(step: Step): readonly OpeningStep[] {
  if ("children" in step && step.children !== undefined) return (step.children as readonly Step[]).flatMap(openersIn);
  if ("items" in step && step.items !== undefined) return (step.items as readonly Step[]).flatMap(openersIn);
  if (!("executionId" in step) || step.executionId == null) return [];
  const what = "agentName" in step ? step.agentName : "workflowName" in step ? step.workflowName : "";
  return [{ stepId: step.stepId, executionId: step.executionId, what }];
}

export function amountOf(
  { costMicros, inputTokens, outputTokens }: Pick<FlameRun["usage"], "costMicros" | "inputTokens" | "outputTokens">,
  metric: Metric,
): number {
  return metric === "COST" ? (costMicros ?? 0) : inputTokens + outputTokens;
}
