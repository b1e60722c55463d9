/**
 * Names under which agents and workflows are called in plans: their own, and that of the tool that is made of them (W1, W4). Models know
 * tools by names in which `-` and `_` are easily confused, so two names that differ in nothing else are taken for one (R18).
 */

import { typedToolName } from "../plan/callable.ts";
import { builtInCallables } from "../plan/waits/built-in-callables.ts";
import type { RegisteredAgent } from "./agent-registration.ts";
import { orchestrationToolName } from "./orchestration-tool.ts";
import type { WorkflowRegistration } from "./workflow-registration.ts";

/** Short enough that `workflow_` and the name together are a name of a tool, which has 64 characters at most. */
export const typedNamePattern = /^[A-Za-z0-9_-]{1,48}$/;

/** An agent or a workflow. It is known by its name and by that of its tool. */
export type Named = Pick<RegisteredAgent, "name" | "kind"> | Pick<WorkflowRegistration, "name">;

/** Name of the tool that is made of an agent or workflow. Undefined for an agent behind HTTP, which is called by its own name only. */
export function toolNameOf(named: Named): string | undefined {
  if (!("kind" in named)) return workflowToolName(named.name);
  if (named.kind === "HTTP") return undefined;
  return isRemoteWorkflow(named) ? workflowToolName(named.name) : typedToolName("AGENT", named.name);
}

export function workflowToolName(name: string): string {
  return typedToolName("WORKFLOW", name);
}

/**
 * Every name that means `named` in plans.
 *
 * @example
 * ```ts
 * planNamesOf({ name: "invoice" }); // ["invoice", "workflow_invoice"]
 * ```
 */
export function planNamesOf(named: Named): readonly string[] {
  const toolName = toolNameOf(named);
  return toolName === undefined ? [named.name] : [named.name, toolName];
}

/**
 * The form in which names are compared: equal for two that could be taken for each other (R18).
 *
 * @example
 * ```ts
 * comparedName("send-mail") === comparedName("send_mail"); // true
 * ```
 */
export function comparedName(name: string): string {
  return name.replaceAll("-", "_");
}

/** Whether `name` could be taken for one that belongs to this software. */
export function isReservedName(name: string): boolean {
  return comparedName(name) === orchestrationToolName || builtInCallables.has(comparedName(name));
}

function isRemoteWorkflow(named: Named): boolean {
  return "isWorkflow" in named && named.isWorkflow === true;
}
