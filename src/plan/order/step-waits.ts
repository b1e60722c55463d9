/**
 * Which steps wait for which: those that they need, and on top the order that effects impose (design: Scheduling). It needs only these
 * facts of a step, so that the dashboard shows waits by the same rule.
 */

import type { Schedule } from "../plan.ts";
import { dependencyOrder } from "./dependencies.ts";

/** A top-level step. */
export interface WaitingStep {
  /** Positions of the steps that it, or a child of it, refers to or names. */
  readonly needs: readonly { readonly on: number }[];
  readonly independent: boolean;
  /** Whether every call of it only reads. */
  readonly isReadOnly: boolean;
  /** Those of `finally` stand behind all others, and nothing orders them together with these. */
  readonly isFinally?: boolean;
}

/**
 * For each step the positions of those that it waits for, ascending, without those that follow from others. Undefined if steps wait for one
 * another.
 *
 * @example
 * ```ts
 * const read = { independent: false, isReadOnly: true };
 * const write = { independent: false, isReadOnly: false };
 * stepWaits([{ ...read, needs: [] }, { ...read, needs: [{ on: 0 }] }], "DATAFLOW"); // [[], [0]]
 * stepWaits([{ ...write, needs: [] }, { ...write, needs: [] }], "DATAFLOW"); // [[], [0]]
 * ```
 */
export function stepWaits(
  steps: readonly WaitingStep[],
  schedule: Schedule,
): readonly (readonly number[])[] | undefined {
  const from = steps.findIndex(({ isFinally }) => isFinally === true);
  if (from < 0) return waitsAmong(steps, schedule);
  const before = waitsAmong(steps.slice(0, from), schedule);
  const inFinally = steps.slice(from).map((step) => ({
    ...step,
    needs: step.needs.flatMap(({ on }) => (on < from ? [] : [{ on: on - from }])),
  }));
  const after = waitsAmong(inFinally, schedule);
  if (before === undefined || after === undefined) return undefined;
  return [...before, ...after.map((waits) => waits.map((position) => position + from))];
}

function waitsAmong(steps: readonly WaitingStep[], schedule: Schedule): readonly (readonly number[])[] | undefined {
  const order = dependencyOrder(steps.map(({ needs }) => needs));
  if (order.length < steps.length) return undefined;
  const waits = steps.map(({ needs }) => new Set(needs.map(({ on }) => on)));
  addOrderEdges(steps, schedule, order, waits);
  return withoutImplied(order, waits);
}

/** Adds the order of effects: a read waits for the last call that is not one, any other call for all since. */
function addOrderEdges(
  steps: readonly WaitingStep[],
  schedule: Schedule,
  order: readonly number[],
  waits: readonly Set<number>[],
): void {
  let barrier: number | undefined;
  let readsSinceBarrier: number[] = [];
  for (const position of order) {
    const step = steps[position];
    const waiting = waits[position];
    if (step === undefined || waiting === undefined || step.independent) continue;
    if (barrier !== undefined) waiting.add(barrier);
    if (schedule === "DATAFLOW" && step.isReadOnly) {
      readsSinceBarrier.push(position);
      continue;
    }
    for (const read of readsSinceBarrier) waiting.add(read);
    barrier = position;
    readsSinceBarrier = [];
  }
}

/** The waits of each step without those that follow from its other waits. `order` puts every step after all it waits for. */
function withoutImplied(
  order: readonly number[],
  waits: readonly ReadonlySet<number>[],
): readonly (readonly number[])[] {
  const place: number[] = [];
  for (const [at, position] of order.entries()) place[position] = at;
  const words = Math.ceil(order.length / 32);
  // A row of bits for each step: all that it waits for.
  const implied = new Uint32Array(words * waits.length);
  const kept: (readonly number[])[] = [];
  for (const position of order) {
    const row = position * words;
    const needed: number[] = [];
    // The latest first: the waits of that step are implied.
    const latestFirst = [...(waits[position] ?? [])];
    if (latestFirst.length > 1) latestFirst.sort((left, right) => (place[right] ?? 0) - (place[left] ?? 0));
    for (const other of latestFirst) {
      const [word, bit] = [row + (other >> 5), 1 << (other & 31)];
      if (((implied[word] ?? 0) & bit) !== 0) continue;
      needed.push(other);
      implied[word] = (implied[word] ?? 0) | bit;
      for (let at = 0; at < words; at += 1)
        implied[row + at] = (implied[row + at] ?? 0) | (implied[other * words + at] ?? 0);
    }
    kept[position] = needed.sort((left, right) => left - right);
  }
  return kept;
}
