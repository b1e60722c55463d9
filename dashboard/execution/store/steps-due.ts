/**
 * When a snapshot of an execution must have its steps. Those of a few steps always have them. Of a long run they are most of the snapshot, and the log
 * says where they stand meanwhile: it lacks only the executions that steps start. Pure.
 */
import type { ExecutionHead } from "./execution-model.ts";
import { stepsReflect } from "./known-plan.ts";

/** Fewer steps are always read. */
export const fewSteps = 200;
const shortestRestMs = 5_000;
/** A reading with all steps is followed by so many times its length without them. */
const restFactor = 20;

export interface StepsDue {
  /** Whether the next snapshot has them, where `known` is the latest one. */
  areDue(known: ExecutionHead, now: number): boolean;
  /** Something happened to them that the log does not say: they are read up to this event. */
  want(upTo: number): void;
  /** They were read, which took so long. */
  read(now: number, tookMs: number): void;
  /** How long they can be left out. */
  restMs(now: number): number;
}

/** Times in milliseconds of any one clock. */
export function stepsDue(): StepsDue {
  let wantedUpTo = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  return {
    areDue: (known, now) =>
      known.steps.length <= fewSteps ||
      // The plan of a conversation does not know the turns that are to come.
      known.kind === "MESSAGE" ||
      wantedUpTo > stepsReflect(known) ||
      now >= restsUntil,
    want(upTo) {
      wantedUpTo = Math.max(wantedUpTo, upTo);
    },
    read(now, tookMs) {
      restsUntil = now + Math.max(shortestRestMs, tookMs * restFactor);
    },
    restMs: (now) => Math.max(0, restsUntil - now),
  };
}
