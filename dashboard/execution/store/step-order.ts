/**
 * Which steps must have ended before each may begin: what it refers to, what it is put after, and the order that effects impose. A read
 * follows the last call that is not one; any other call follows all since.
 */
import type { ExecutionHead } from "./execution-model.ts";

type PlanStep = NonNullable<ExecutionHead["plan"]>["steps"][number];

const made = new WeakMap<ExecutionHead, ReadonlyMap<string, readonly string[]>>();

/** IDs of the steps that each step of the plan follows, children of groups included. Made once for each head. */
export function predecessors(head: ExecutionHead): ReadonlyMap<string, readonly string[]> {
  const known = made.get(head);
  if (known !== undefined) return known;
  const order = inOrder(head);
  const all = new Map<string, readonly string[]>();
  for (const step of head.plan?.steps ?? []) {
    const own = [...named(step), ...(order.get(step.stepId) ?? [])];
    // Whatever a child refers to, its group follows.
    const followed = [...new Set([...own, ...step.children.flatMap(named)])].filter((id) => id !== step.stepId);
    all.set(step.stepId, followed);
    for (const child of step.children) all.set(child.stepId, followed);
  }
  made.set(head, all);
  return all;
}

function named({ after, references, whenReferences }: Omit<PlanStep, "children">): readonly string[] {
  return [...after, ...[...references, ...whenReferences].flatMap(({ sourceStepId }) => sourceStepId ?? [])];
}

function inOrder({ plan, steps }: ExecutionHead): ReadonlyMap<string, readonly string[]> {
  const reads = new Set(steps.filter(isReadOnly).map(({ stepId }) => stepId));
  const follows = new Map<string, readonly string[]>();
  let barrier: readonly string[] = [];
  let readsSince: string[] = [];
  for (const { independent, stepId } of plan?.steps ?? []) {
    if (independent) continue;
    if (plan?.schedule === "DATAFLOW" && reads.has(stepId)) {
      follows.set(stepId, barrier);
      readsSince.push(stepId);
      continue;
    }
    follows.set(stepId, [...barrier, ...readsSince]);
    barrier = [stepId];
    readsSince = [];
  }
  return follows;
}

interface Stand {
  readonly kind: string;
  readonly effectClass?: string;
  readonly children?: readonly Stand[];
}

function isReadOnly(step: Stand): boolean {
  if (step.kind === "PARALLEL") return (step.children ?? []).every(isReadOnly);
  return step.kind === "HUMAN_INPUT" || step.effectClass === "READ_ONLY";
}
