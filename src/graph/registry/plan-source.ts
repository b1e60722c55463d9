/**
 * The source of a plan in a request: exactly one of a typed plan, a document and a prompt (O2). It is checked here and not by `@oneOf`, so
 * that the problem is data like all others.
 */
import type { PlanSource } from "../../plan/compile/compile.ts";
import type { DocumentDialect } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { PlanSourceInput, PromptInput } from "../base/schema.generated.ts";

export type ParsedPlanSource =
  | { readonly kind: "PLAN"; readonly source: PlanSource }
  /** In `dialect` the planner writes plans that are no chain of calls. */
  | { readonly kind: "PROMPT"; readonly prompt: PromptInput; readonly dialect: DocumentDialect | undefined }
  | { readonly kind: "REFUSED"; readonly problem: PlanProblem };

/** Reads the source. Its place in the input is `["source"]`. */
export function readPlanSource({ dialect, document, plan, prompt }: PlanSourceInput): ParsedPlanSource {
  const given = Object.entries({ plan, document, prompt }).filter(([, value]) => value !== null && value !== undefined);
  if (given.length !== 1) {
    const found = given.map(([member]) => member).join(" and ") || "none of them";
    return refused(`required exactly one of plan, document and prompt, found ${found}`, []);
  }
  // The schema shares one enum with projections, in which alone this dialect makes sense.
  if (dialect === "EXECUTION_RESPONSE")
    return refused("required a dialect that plans are written in, found EXECUTION_RESPONSE", ["dialect"]);
  const written = dialect ?? undefined;
  if (document !== null && document !== undefined)
    return { kind: "PLAN", source: { kind: "DOCUMENT", document, dialect: written } };
  if (prompt !== null && prompt !== undefined) return { kind: "PROMPT", prompt, dialect: written };
  if (written !== undefined)
    return refused("a dialect belongs to a document or a prompt, found one beside a typed plan", ["dialect"]);
  return { kind: "PLAN", source: { kind: "TYPED", plan } };
}

function refused(finding: string, place: readonly string[]): ParsedPlanSource {
  const message = `Cannot read the source of the plan: ${finding}`;
  return { kind: "REFUSED", problem: { kind: "INVALID_INPUT", message, path: ["source", ...place] } };
}
