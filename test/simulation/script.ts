/**
 * What callees, people and remote tasks of a simulation answer: a function of the seed, the key of the call and how many answers of that call
 * the rows hold. It depends on nothing else, neither on order nor on time, so that an answer which was lost comes again when it is asked for.
 */
import type { AttemptResult } from "../../src/execution/events/attempt.ts";
import { hashOfParts } from "../../src/json/effect-key.ts";
import type { Json } from "../../src/json/json.ts";
import { asks, failed, succeeded } from "../support/engine/attempt-results.ts";
import { Seeded } from "../support/engine/seeded.ts";

type FinalResult = Extract<AttemptResult, { readonly kind: "SUCCEEDED" | "FAILED" }>;

/** How a call is answered: at once, or by a task that ends so. */
export type Answer =
  | { readonly kind: "RESULT"; readonly result: AttemptResult }
  | { readonly kind: "TASK"; readonly handle: string; readonly result: FinalResult };

/** What a person does with a question. */
export type PersonsMind = "ACCEPT" | "DECLINE" | "SILENCE";

export interface AnsweredCall {
  /** Key of the call. */
  readonly callId: string;
  /** Answers to it that are stored. */
  readonly position: number;
  /** Whether the callee can work on a task. */
  readonly isAgent: boolean;
  /** Whether the first answer is the last, so that nothing is called again by what the callee says. */
  readonly isFinal: boolean;
}

export function answerTo(seed: number, { callId, isAgent, isFinal, position }: AnsweredCall): Answer {
  const random = seededBy(seed, ["call", callId, position]);
  const last = { success: 12, partial: 1, refused: 2, unsent: 0.5 };
  const further = { rejected: 3, paused: 1, invalid: 1, unknown: 1.5, asks: 1 };
  const none = { rejected: 0, paused: 0, invalid: 0, unknown: 0, asks: 0 };
  const ends = random.weighted({ ...last, ...(isFinal ? { ...none, refused: 7 } : further) });
  if (ends === "asks") return { kind: "RESULT", result: asks() };
  const result = resultOf(ends, random, { callId, position });
  if (!isAgent || random.chance(0.4)) return { kind: "RESULT", result };
  return { kind: "TASK", handle: `task-${hashOfParts([callId, position]).slice(0, 12)}`, result };
}

export function personAnswers(seed: number, execution: string, step: string | null, nth: number): PersonsMind {
  const random = seededBy(seed, ["person", execution, step, nth]);
  return random.weighted({ ACCEPT: 7, DECLINE: 2, SILENCE: 1 });
}

function resultOf(
  ends: "success" | "partial" | "rejected" | "paused" | "refused" | "invalid" | "unknown" | "unsent",
  random: Seeded,
  origin: { readonly callId: string; readonly position: number },
): FinalResult {
  switch (ends) {
    case "success":
    case "partial": {
      // What names the call shows that nobody's output passes for another's.
      const of = { callId: origin.callId.slice(0, 12), position: origin.position };
      const output: Json = random.chance(0.6)
        ? { of, maybe: random.between(0, 3) }
        : { of, "{{steps.s0.output}}": "$0" };
      const success = final(succeeded(output));
      if (success.kind === "FAILED" || ends === "success") return success;
      return { ...success, result: { ...success.result, isPartial: true } };
    }
    case "rejected":
      return final(failed("REJECTED"));
    case "paused":
      return final(failed("REJECTED", "UPSTREAM_UNAVAILABLE", random.pick([10, 10_000])));
    case "refused":
      return final(failed("ANSWERED", "TOOL_ERROR", null, false));
    case "invalid":
      return final(failed("ANSWERED", "OUTPUT_INVALID"));
    case "unknown":
      return final(failed("UNKNOWN"));
    case "unsent":
      return final(failed("NOT_SENT", "EGRESS_DENIED", null, false));
  }
}

function final(result: AttemptResult): FinalResult {
  if (result.kind !== "SUCCEEDED" && result.kind !== "FAILED") throw new Error(`${result.kind} is no end`);
  return result;
}

function seededBy(seed: number, parts: readonly Json[]): Seeded {
  return new Seeded(Number.parseInt(hashOfParts([seed, ...parts]).slice(0, 8), 16));
}
