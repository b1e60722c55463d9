/**
 * Fields of workflows. A version never changes; the callables of its plan are shown as they are registered now.
 */

import { workflowToolName } from "../../catalog/plan-name.ts";
import { type CatalogSnapshot, findWorkflow } from "../../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed } from "../../catalog/snapshot/named-callable.ts";
import { calledNames } from "../../catalog/snapshot/reachable.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { operandDocument } from "../../plan/operands/operand.ts";
import type { Plan } from "../../plan/plan.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId, nodeNamed } from "../base/node-id.ts";
import type { WorkflowResolvers } from "../base/resolvers.generated.ts";
import type { WorkflowSelector } from "../base/schema.generated.ts";
import type { WorkflowSource } from "../base/sources.ts";
import { cardOf } from "./registered-card.ts";
import { currentCatalog } from "./tool-resolvers.ts";

/** The newest version of the workflow of exactly this name. Undefined if there is none. */
async function workflowNamed(name: string, context: GraphContext): Promise<WorkflowSource | undefined> {
  const catalog = await currentCatalog(context);
  const workflow = findWorkflow(catalog, name);
  return workflow && { workflow, catalog };
}

/** One version of a workflow, asked of the catalog only if it is not the newest. Undefined if it is not kept. */
export async function workflowVersion(
  name: string,
  version: string,
  context: GraphContext,
): Promise<WorkflowSource | undefined> {
  const newest = await workflowNamed(name, context);
  if (newest?.workflow.version === version) return newest;
  const workflow = await context.clients.catalog.workflow(name, version);
  return workflow && { workflow, catalog: newest?.catalog ?? (await currentCatalog(context)) };
}

/** `@oneOf` has made sure that exactly one member of the selector is given. */
export async function workflowSelected(
  { id, name, version }: WorkflowSelector,
  context: GraphContext,
): Promise<WorkflowSource | undefined> {
  if (name !== undefined) return workflowNamed(name, context);
  if (version !== undefined) return workflowVersion(version.name, version.version, context);
  const node = await nodeNamed(id ?? "", "WORKFLOW", context);
  return node && workflowVersion(node.name, node.version, context);
}

/** The callables in `catalog` that the names in a plan mean. Names without a meaning are left out. */
function callablesIn(plan: Plan, catalog: CatalogSnapshot): readonly CallableDefinition[] {
  return calledNames(plan).flatMap((name) => {
    const meant = callableNamed(catalog, name);
    return typeof meant === "object" ? [meant] : [];
  });
}

export const workflowResolvers = {
  id: ({ workflow: { name, version } }, _, context) => nodeId({ kind: "WORKFLOW", name, version }, context),
  name: ({ workflow }) => workflow.name,
  version: ({ workflow }) => workflow.version,
  description: ({ workflow }) => workflow.description,
  inputSchema: ({ workflow }) => workflow.inputSchema,
  inputSchemaSource: ({ workflow }) => workflow.inputSchemaSource,
  outputSchema: ({ workflow }) => workflow.outputSchema,
  outputSchemaSource: ({ workflow }) => workflow.outputSchemaSource,
  plan: ({ catalog, workflow: { plan, planHash } }) => ({
    plan,
    hash: planHash,
    callables: () => callablesIn(plan, catalog),
  }),
  output: ({ workflow }) => (workflow.output === null ? null : operandDocument(workflow.output)),
  toolName: ({ workflow }) => workflowToolName(workflow.name),
  card: ({ workflow }, _, context) => cardOf(workflow, context),
  timeoutMs: ({ workflow }) => workflow.timeoutMs,
  public: ({ workflow }) => workflow.public,
  createdAt: ({ workflow }) => workflow.createdAt,
  versions: async ({ workflow: { name } }, _, { clients }) =>
    (await clients.catalog.workflowVersions(name)).map((kept) => ({ ...kept, name })),
} satisfies WorkflowResolvers;

export const workflowVersionResolvers = {
  workflowId: (
    { name, version }: { readonly name: string; readonly version: string },
    _: unknown,
    context: GraphContext,
  ) => nodeId({ kind: "WORKFLOW", name, version }, context),
};
