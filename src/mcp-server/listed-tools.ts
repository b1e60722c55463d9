/**
 * The tools of a tenant as `tools/list` shows them: orchestration first, then every workflow that can be run now, in the order of their
 * names, in pages. The list depends on the catalog and the deployment only, never on the connection.
 */
import type { Tool } from "@modelcontextprotocol/server";
import { keyedMetadataKey } from "../catalog/effect-class.ts";
import { orchestrationTool } from "../catalog/orchestration-tool.ts";
import { workflowToolName } from "../catalog/plan-name.ts";
import { type CatalogSnapshot, findWorkflow } from "../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../catalog/snapshot/named-callable.ts";
import type { RegisteredWorkflow } from "../catalog/workflow-registration.ts";
import { isJsonArray, isJsonObject, type Json, type JsonSchema } from "../json/json.ts";
import type { CallableDefinition } from "../plan/callable.ts";

/** Tools of one page. */
export const toolsOfPage = 100;

/** The same key is answered with the same execution, so that calling again does nothing twice (E1). */
const keyed = { [keyedMetadataKey]: true };

export interface ToolPage {
  readonly tools: Tool[];
  readonly nextCursor?: string;
}

/** The page that `cursor` continues, the first for none; undefined for a cursor that no page gave. */
export function toolPage(
  catalog: CatalogSnapshot,
  orchestrationOffered: boolean,
  cursor: string | undefined,
): ToolPage | undefined {
  const after = cursor === undefined ? undefined : cursorName(cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  const workflows = runnableWorkflows(catalog).filter(({ name }) => after === undefined || name > after);
  const page = workflows.slice(0, toolsOfPage);
  const last = page.at(-1);
  const own = orchestrationOffered && after === undefined ? [orchestration()] : [];
  return {
    tools: [...own, ...page.map((workflow) => workflowTool(workflow, catalog))],
    ...(last !== undefined && workflows.length > page.length && { nextCursor: `after:${last.name}` }),
  };
}

/** The workflow behind the tool `name`, if it can be run now. */
export function workflowOfTool(catalog: CatalogSnapshot, name: string): RegisteredWorkflow | undefined {
  const prefix = workflowToolName("");
  if (!name.startsWith(prefix)) return undefined;
  const workflow = findWorkflow(catalog, name.slice(prefix.length));
  return workflow !== undefined && callableNames(catalog).includes(name) ? workflow : undefined;
}

function runnableWorkflows(catalog: CatalogSnapshot): readonly RegisteredWorkflow[] {
  const names = new Set(callableNames(catalog));
  return catalog.workflows.filter(({ name }) => names.has(workflowToolName(name)));
}

function cursorName(cursor: string): string | undefined {
  return /^after:([A-Za-z0-9_-]{1,255})$/.exec(cursor)?.[1];
}

function orchestration(): Tool {
  const { description, inputSchema, name, outputSchema } = orchestrationTool;
  return toolOf({ name, title: "Orchestrate agents", description, inputSchema, outputSchema, _meta: keyed });
}

/** A workflow with its strict schemas: whoever calls from elsewhere holds no artifact here, so there is one way to call it. */
function workflowTool(workflow: RegisteredWorkflow, catalog: CatalogSnapshot): Tool {
  const { description, inputSchema, name, outputSchema } = workflow;
  const callable = callableNamed(catalog, workflowToolName(name));
  return toolOf({
    name: workflowToolName(name),
    title: name,
    description,
    inputSchema: withoutHeaderNames(inputSchema),
    ...(outputSchema !== null && { outputSchema: withoutHeaderNames(outputSchema) }),
    ...(typeof callable === "object" && { annotations: annotationsOf(callable) }),
    _meta: keyed,
  });
}

/** Only what is known is said: the protocol's defaults are the careful ones. */
function annotationsOf({ declaredDestructive, effectClass }: CallableDefinition) {
  if (effectClass === "READ_ONLY") return { readOnlyHint: true };
  return {
    readOnlyHint: false,
    ...(effectClass === "IDEMPOTENT" && { idempotentHint: true }),
    ...(declaredDestructive && { destructiveHint: true }),
  };
}

/** Arguments are always an object, which the protocol wants to be said; the library's type knows schemas less well than we do. */
function toolOf({ inputSchema, ...tool }: Omit<Tool, "inputSchema" | "outputSchema"> & ToolSchemas): Tool {
  return { ...tool, inputSchema: { ...(isJsonObject(inputSchema) && inputSchema), type: "object" } } as Tool;
}

interface ToolSchemas {
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A schema that somebody gave cannot make clients send headers, which nobody here would compare with the arguments. */
function withoutHeaderNames<Value extends Json>(schema: Value): Value {
  if (isJsonArray(schema)) return schema.map(withoutHeaderNames) as Json as Value;
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== "x-mcp-header" || typeof value !== "string");
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutHeaderNames(value)])) as Json as Value;
}
