/**
 * Which steps must have ended before each may begin, by the rule of the server. The plan and the effects of its steps come from the API.
 */

import { roundOfStep } from "../../../src/plan/order/round-ids.ts";
import { stepWaits } from "../../../src/plan/order/step-waits.ts";
import { isGroupKind } from "../../parts/step-kind.tsx";
import type { ExecutionHead } from "./execution-model.ts";

/** The members of a planned step that decide its order. */
interface OrderedStep {
  readonly stepId: string;
  readonly isFinally: boolean;
  readonly independent: boolean;
  readonly after: readonly string[];
  readonly references: readonly { readonly sourceStepId: string | null }[];
  readonly whenReferences: readonly { readonly sourceStepId: string | null }[];
}

/** Plans of all rounds as one, and the known effects of their steps. */
export interface OrderedPlan {
  readonly plan: {
    readonly schedule: "SEQUENTIAL" | "DATAFLOW";
    readonly rounds: number;
    readonly steps: readonly (OrderedStep & { readonly children: readonly OrderedStep[] })[];
  } | null;
  readonly steps: readonly (Stand & { readonly stepId: string })[];
}

interface MadeOrder {
  /** Effects that it was made with. */
  readonly effects: string;
  readonly order: ReadonlyMap<string, readonly string[]>;
}

const made = new WeakMap<ExecutionHead, ReadonlyMap<string, readonly string[]>>();
/** By the steps of the plan, which stay the same object from head to head. */
const madeOfPlan = new WeakMap<object, MadeOrder>();

/**
 * IDs of the top-level steps that each top-level step waits for, without those that follow from others. A group waits for the inputs of its
 * children. Made once for each plan while the effects of its steps stay the same; empty where nothing is planned.
 */
export function stepOrder(head: ExecutionHead): ReadonlyMap<string, readonly string[]> {
  const known = made.get(head);
  if (known !== undefined) return known;
  const order = orderOfPlan(head);
  made.set(head, order);
  return order;
}

function orderOfPlan(head: ExecutionHead): ReadonlyMap<string, readonly string[]> {
  const steps = head.plan?.steps;
  if (steps === undefined) return orderOf(head);
  const effects = head.steps.map((step) => (isReadOnly(step) ? "r" : "w")).join("");
  const known = madeOfPlan.get(steps);
  if (known?.effects === effects) return known.order;
  const order = orderOf(head);
  madeOfPlan.set(steps, { effects, order });
  return order;
}

/** As `stepOrder`, made again. A round begins once all of the one before is over: its first steps wait for the last steps of that. */
export function orderOf({ plan, steps }: OrderedPlan): ReadonlyMap<string, readonly string[]> {
  const order = new Map<string, readonly string[]>();
  if (plan === null) return order;
  let last: readonly string[] = [];
  for (let round = 1; round <= Math.max(1, plan.rounds); round += 1) {
    const own = orderWithin(
      { ...plan, steps: plan.steps.filter(({ stepId }) => roundOfStep(stepId) === round) },
      steps,
    );
    if (own.size === 0) continue;
    for (const [stepId, waits] of own) order.set(stepId, waits.length === 0 ? last : waits);
    const awaited = new Set([...own.values()].flat());
    last = [...own.keys()].filter((stepId) => !awaited.has(stepId));
  }
  return order;
}

function orderWithin(
  plan: NonNullable<OrderedPlan["plan"]>,
  steps: OrderedPlan["steps"],
): ReadonlyMap<string, readonly string[]> {
  const positions = new Map<string, number>();
  for (const [position, { children, stepId }] of plan.steps.entries()) {
    for (const id of [stepId, ...children.map((child) => child.stepId)]) positions.set(id, position);
  }
  const reads = new Set(steps.filter(isReadOnly).map(({ stepId }) => stepId));
  const waiting = plan.steps.map((step, position) => ({
    needs: [step, ...step.children].flatMap(named).flatMap((id) => {
      const on = positions.get(id);
      return on === undefined || on === position ? [] : [{ on }];
    }),
    independent: step.independent,
    isReadOnly: reads.has(step.stepId),
    isFinally: step.isFinally,
  }));
  const waits = behindAll(stepWaits(waiting, plan.schedule) ?? [], waiting);
  const idAt = (position: number) => plan.steps[position]?.stepId ?? [];
  return new Map(plan.steps.map(({ stepId }, position) => [stepId, (waits[position] ?? []).flatMap(idAt)]));
}

/** The first steps of `finally` wait for all others: it is enough to say for those that no other waits for. */
function behindAll(
  waits: readonly (readonly number[])[],
  steps: readonly { readonly isFinally: boolean }[],
): readonly (readonly number[])[] {
  const awaited = new Set(waits.flat());
  const last = waits.flatMap((_, at) => (steps[at]?.isFinally === true || awaited.has(at) ? [] : [at]));
  return waits.map((own, at) => (steps[at]?.isFinally === true && own.length === 0 ? last : own));
}

function named({ after, references, whenReferences }: OrderedStep): readonly string[] {
  return [...after, ...[...references, ...whenReferences].flatMap(({ sourceStepId }) => sourceStepId ?? [])];
}

interface Stand {
  readonly kind: string;
  readonly effectClass?: string;
  readonly children?: readonly Stand[];
  readonly items?: readonly Stand[];
}

function isReadOnly(step: Stand): boolean {
  if (isGroupKind(step.kind)) return (step.children ?? step.items ?? []).every(isReadOnly);
  return step.kind === "HUMAN_INPUT" || step.effectClass === "READ_ONLY";
}
