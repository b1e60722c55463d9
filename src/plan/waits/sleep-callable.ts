/**
 * Room `plan/waits`: the callables whose call is a wait of its step and no request.
 *
 * Owns: `cp__sleep` (this file) and `cp__wait_for_event` (`event-callable.ts`); points in time as plans write them (`date-time.ts`); everything that this software calls itself, by name
 * (`built-in-callables.ts`).
 * Leaves: how such steps are written to `plan/dialects`; the check of their arguments in a plan to `plan/compile`; the wait itself to
 * `execution/waits`.
 *
 * Invariants:
 * - The same rules apply to a plan, where some values are not known yet, and to a call whose arguments were resolved (E12).
 * - Every wait has an end of its own, a year ahead at most (E9).
 *
 * This file defines `cp__sleep`: the step waits until a point in time. Its output says which.
 */
import { ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../callable.ts";
import { waitProviderName } from "../callable.ts";
import type { KnownArguments } from "../human-input-answer.ts";
import { instantOf } from "./date-time.ts";

/** Reserved: nothing that is registered may have this name. */
export const sleepCallableName = "cp__sleep";

/** A year. */
export const maxWaitSeconds = 31_536_000;

export const sleepCallable: CallableDefinition = {
  name: sleepCallableName,
  kind: "TOOL",
  description:
    "Waits until a point in time: so many seconds from when the step begins, or until a date-time. Give exactly one of the two. Nothing is kept running meanwhile.",
  usageHints: "",
  inputSchema: {
    type: "object",
    properties: {
      seconds: { type: "number", minimum: 0, maximum: maxWaitSeconds, description: "A year at most" },
      until: {
        type: "string",
        format: "date-time",
        description:
          "RFC 3339, such as 2026-12-24T18:00:00Z. A year ahead at most; one that has passed ends the step at once",
      },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { sleptUntil: { type: "string", format: "date-time" } },
    required: ["sleptUntil"],
    additionalProperties: false,
  },
  effectClass: "READ_ONLY",
  declaredDestructive: false,
  outputValidation: "STRICT",
  provider: waitProviderName,
  remoteName: sleepCallableName,
};

export interface WaitFinding {
  /** Name of the argument with the problem. */
  readonly member: string;
  /** "expected …, found …". */
  readonly finding: string;
}

/** The problems of the arguments of `cp__sleep` beyond their schema. Unknown values have none. */
export function sleepFindings({ known, open }: KnownArguments): readonly WaitFinding[] {
  const [hasSeconds, hasUntil] = ["seconds", "until"].map((name) => open.has(name) || Object.hasOwn(known, name));
  if (hasSeconds === hasUntil)
    return [
      { member: "seconds", finding: `expected exactly one of seconds and until, found ${hasUntil ? "both" : "none"}` },
    ];
  const until = ownValue(known, "until");
  if (typeof until !== "string" || instantOf(until) !== undefined) return [];
  const finding = `expected a date-time of RFC 3339 such as 2026-12-24T18:00:00Z, found ${JSON.stringify(until.slice(0, 64))}`;
  return [{ member: "until", finding }];
}
