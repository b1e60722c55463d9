/** Which dialect a document is written in: as the request says, else recognised by its shape (C27). */
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { DraftReading } from "../plan-draft.ts";
import { invalidInput } from "../shape-problems.ts";
import { isLeftOutMember, withLeftOutSteps } from "./left-out-steps.ts";
import { readOrchestrate } from "./orchestrate-dialect.ts";
import { looksLikeToolCalls, readToolCalls } from "./tool-calls-dialect.ts";
import { readTypedPlan } from "./typed-plan.ts";

/** Dialects that a request can name. */
export type DocumentDialect = "TOOL_CALLS" | "ORCHESTRATE";

/** Reads a document. One whose steps are tool, parallel or humanInput objects is a canonical plan, as the API gives it out. */
export function readDocument(value: unknown, dialect: DocumentDialect | null, path: readonly string[]): DraftReading {
  return withLeftOutSteps(readInDialect(value, dialect, path), value, path);
}

function readInDialect(value: unknown, dialect: DocumentDialect | null, path: readonly string[]): DraftReading {
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

function isTyped(steps: readonly Json[]): boolean {
  return steps.some(
    (step) =>
      isJsonObject(step) &&
      !Object.hasOwn(step, "type") &&
      (["tool", "parallel", "humanInput"].some((member) => Object.hasOwn(step, member)) || isLeftOutMember(step)),
  );
}
