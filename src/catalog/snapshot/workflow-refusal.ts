/** Reasons to refuse a workflow before it is stored: names, bounds, schemas that cannot be used, and a call of itself. */

import { outputSchemaProblem, typedInputProblem } from "../input-schema.ts";
import { planNamesOf, typedNamePattern } from "../plan-name.ts";
import type { WorkflowRegistration } from "../workflow-registration.ts";
import { type CatalogSnapshot, meaningOf } from "./catalog-snapshot.ts";
import { calledNames, reachedNames } from "./reachable.ts";

export interface WorkflowRefusal {
  readonly code: "INVALID_INPUT" | "LIMIT_EXCEEDED";
  readonly member: "name" | "description" | "inputSchema" | "outputSchema";
  readonly message: string;
}

/** Characters of the longest description. */
const longestWorkflowDescription = 4_000;

/** The first reason not to store the workflow that does not depend on other stored ones. Undefined if there is none. */
export function workflowRefusal(
  workflow: Pick<WorkflowRegistration, "description" | "inputSchema" | "name" | "outputSchema">,
): WorkflowRefusal | undefined {
  const { description, inputSchema, name, outputSchema } = workflow;
  if (!typedNamePattern.test(name)) {
    const found = JSON.stringify(name.slice(0, 80));
    return invalid(
      "name",
      `Cannot use the name of the workflow: required 1 to 48 letters, digits, \`_\` or \`-\`, found ${found}`,
    );
  }
  if (description.length < 1 || description.length > longestWorkflowDescription) {
    const required = `required 1 to ${longestWorkflowDescription} characters, found ${description.length}`;
    return invalid("description", `Cannot use the description of the workflow: ${required}`);
  }
  const input = typedInputProblem(inputSchema);
  if (input !== undefined) return { ...input, member: "inputSchema" };
  const output = outputSchema === null ? undefined : outputSchemaProblem(outputSchema);
  return output && { ...output, member: "outputSchema" };
}

/** Why a workflow would call itself, directly or through other workflows and agents; undefined if it would not. */
export function callsItself(
  snapshot: CatalogSnapshot,
  workflow: Pick<WorkflowRegistration, "name" | "plan">,
): string | undefined {
  const own = new Set(planNamesOf({ name: workflow.name }));
  const called = calledNames(workflow.plan);
  const refusal = `Cannot save the workflow ${JSON.stringify(workflow.name)}: required one that does not call itself`;
  if (called.some((name) => own.has(name))) return `${refusal}, found a step that calls it`;
  const through = called.find((name) => {
    // The saved version of this workflow is replaced, so only calls of others count.
    return (
      meaningOf(snapshot, name) !== undefined && reachedNames(snapshot, [name]).some((reached) => own.has(reached))
    );
  });
  return through === undefined ? undefined : `${refusal}, found that ${JSON.stringify(through)} calls it`;
}

function invalid(member: WorkflowRefusal["member"], message: string): WorkflowRefusal {
  return { code: "INVALID_INPUT", member, message };
}
