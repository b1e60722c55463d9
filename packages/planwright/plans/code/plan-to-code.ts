/**
 * The code of a plan that exists: TypeScript that builds the same document with `definePlan`, or a workflow with `defineWorkflow`. What has
 * no function here is written with `raw`, so that every document has code.
 */

import type { WorkflowInput } from "../define-workflow.ts";
import type { Json } from "../json-schema.ts";
import type { PlanInput } from "../plan-input.ts";
import { literalCode } from "./code-values.ts";
import { type CodeOptions, CodeWriter } from "./code-writer.ts";

/**
 * The module that builds `plan`.
 *
 * @example
 * ```ts
 * planToCode({ steps: [{ sleep: { stepId: "sleep", seconds: 5 } }] });
 * // import { definePlan } from "planwright/plans";
 * //
 * // export const plan = definePlan(({ sleep }) => {
 * //   sleep({ seconds: 5 });
 * // });
 * ```
 */
export function planToCode(plan: PlanInput, options: CodeOptions = {}): string {
  const { defaults } = plan;
  const given = defaults == null ? "" : `${literalCode({ defaults })}, `;
  return moduleCode(plan, options, { name: options.name ?? "plan", define: "definePlan", given, output: undefined });
}

/** The module that builds `workflow`, an entry of a file of `importWorkflows`. */
export function workflowToCode(workflow: WorkflowInput, options: CodeOptions = {}): string {
  const { description, inputSchema, name, outputSchema, output, plan, schedule, timeoutMs } = workflow;
  const facts = {
    name,
    description,
    ...(inputSchema == null ? {} : { input: inputSchema }),
    ...(outputSchema == null ? {} : { output: outputSchema }),
    ...(schedule == null ? {} : { schedule }),
    ...(timeoutMs == null ? {} : { timeoutMs }),
    ...(workflow.public == null ? {} : { public: workflow.public }),
    ...(plan.defaults == null ? {} : { defaults: plan.defaults }),
  };
  const given = `${literalCode(facts)}, `;
  return moduleCode(plan, options, {
    name: options.name ?? name,
    define: "defineWorkflow",
    given,
    output: output ?? undefined,
  });
}

interface ModuleParts {
  readonly name: string;
  readonly define: string;
  readonly given: string;
  readonly output: Json | undefined;
}

/** Written twice: which steps need names is known once everything is written. */
function moduleCode(plan: PlanInput, options: CodeOptions, { define, given, name, output }: ModuleParts): string {
  const first = new CodeWriter(plan, options);
  first.module(name, define, given, output);
  return new CodeWriter(plan, options, first.touched).module(name, define, given, output);
}
