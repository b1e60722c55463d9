/**
 * Room `plan/dialects`: the forms in which a plan is written, read into one draft and written back.
 *
 * Owns: typed plans (`typed-plan.ts`), the plans of the documents Plan, Execute, Respond (`tool-calls-dialect.ts`) and Agent orchestration
 * (`orchestrate-dialect.ts`), steps with a form of their own (`human-input-step.ts`, `wait-step.ts`), maps and loops (`repeated-step.ts`); the
 * canonical plan as a document (`plan-document.ts`) and its hash
 * (`plan-hash.ts`).
 * Leaves: ids, references and all checks of meaning to `plan/compile`; the draft itself to `plan` (`plan-draft.ts`).
 *
 * Invariants:
 * - Unknown members are refused, each with its place.
 * - A document that `documentOf` writes is read back to the same plan. Equal plans have equal hashes.
 *
 * This file decides in which dialect a document is written: as the request says, else by its shape (C27).
 */
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { DocumentDialect } from "../plan.ts";
import type { ParsedDraft } from "../plan-draft.ts";
import { invalidInput } from "../shape-problems.ts";
import { isLeftOutMember, withLeftOutSteps } from "./left-out-steps.ts";
import { readOrchestrate } from "./orchestrate-dialect.ts";
import { looksLikeToolCalls, readToolCalls } from "./tool-calls-dialect.ts";
import { readTypedPlan } from "./typed-plan.ts";

/**
 * Reads a document. One whose steps are objects such as `tool`, `map` or `sleep` is a canonical plan, as the API gives it out.
 *
 * @example
 * ```ts
 * const reading = readDocument({ type: "tool_calls", calls: [{ tool_name: "search", arguments: {} }] }, null, []);
 * reading.ok && reading.draft.dialect; // "TOOL_CALLS"
 * readDocument({ name: "no plan" }, null, []).ok; // false
 * ```
 */
export function readDocument(
  value: unknown,
  dialect: DocumentDialect | undefined,
  path: readonly string[],
): ParsedDraft {
  return withLeftOutSteps(readInDialect(value, dialect, path), value, path);
}

function readInDialect(value: unknown, dialect: DocumentDialect | undefined, path: readonly string[]): ParsedDraft {
  if (dialect === "TOOL_CALLS") return readToolCalls(value, path);
  if (dialect === "ORCHESTRATE") return readOrchestrate(value, path);
  const steps = isJsonObject(value) ? ownValue(value, "steps") : undefined;
  const hasCalls = looksLikeToolCalls(value);
  if (hasCalls && steps === undefined) return readToolCalls(value, path);
  if (!hasCalls && isJsonArray(steps))
    return isTyped(steps) ? readTypedPlan(value, path) : readOrchestrate(value, path);
  const finding = 'expected {"type": "direct_response", …}, {"type": "tool_calls", "calls": […]} or {"steps": […]}';
  return { ok: false, problems: [invalidInput(path, finding)] };
}

const typedMembers = ["tool", "parallel", "map", "loop", "humanInput", "sleep", "waitForEvent"];

function isTyped(steps: readonly Json[]): boolean {
  return steps.some(
    (step) =>
      isJsonObject(step) &&
      !Object.hasOwn(step, "type") &&
      (typedMembers.some((member) => Object.hasOwn(step, member)) || isLeftOutMember(step)),
  );
}
