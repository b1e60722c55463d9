/**
 * What a request asks to run: exactly one of a typed plan, a document and a prompt (O2). It is checked here and not by `@oneOf`, so that
 * the problem is data like all others.
 */
import type { PlanSource } from "../../plan/compile/compile.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { PlanSourceInput, PromptInput } from "../base/schema.generated.ts";

export type ParsedPlanSource =
  | { readonly kind: "PLAN"; readonly source: PlanSource }
  | { readonly kind: "PROMPT"; readonly prompt: PromptInput }
  | { readonly kind: "REFUSED"; readonly problem: PlanProblem };

/** Reads the source. Its place in the input is `["source"]`. */
export function readPlanSource({ dialect, document, plan, prompt }: PlanSourceInput): ParsedPlanSource {
  const given = Object.entries({ plan, document, prompt }).filter(([, value]) => value !== null && value !== undefined);
  if (given.length !== 1) {
    const found = given.map(([member]) => member).join(" and ") || "none of them";
    return refused(`required exactly one of plan, document and prompt, found ${found}`, []);
  }
  if (document !== null && document !== undefined) {
    // The schema shares one enum with projections, in which alone this dialect makes sense.
    if (dialect === "EXECUTION_RESPONSE")
      return refused("required a dialect that plans are written in, found EXECUTION_RESPONSE", ["dialect"]);
    return { kind: "PLAN", source: { kind: "DOCUMENT", document, dialect: dialect ?? undefined } };
  }
  if (dialect !== null && dialect !== undefined) {
    return refused(`a dialect belongs to a document, found one beside a ${plan == null ? "prompt" : "typed plan"}`, [
      "dialect",
    ]);
  }
  if (prompt !== null && prompt !== undefined) return { kind: "PROMPT", prompt };
  return { kind: "PLAN", source: { kind: "TYPED", plan } };
}

function refused(finding: string, place: readonly string[]): ParsedPlanSource {
  const message = `Cannot read the source of the plan: ${finding}`;
  return { kind: "REFUSED", problem: { kind: "INVALID_INPUT", message, path: ["source", ...place] } };
}
