/**
 * The tools of a tenant as `tools/list` shows them: orchestration first, then every workflow and every agent with a schema that can be run now,
 * in the order of their names, in pages. The list depends on the catalog and the deployment only, never on the connection.
 */
import type { Tool } from "@modelcontextprotocol/server";
import type { RegisteredAgent } from "../catalog/agent-registration.ts";
import { localAgentSchemas } from "../catalog/agents/local-agent-callable.ts";
import { keyedMetadataKey } from "../catalog/effect-class.ts";
import { orchestrationTool } from "../catalog/orchestration-tool.ts";
import { workflowToolName } from "../catalog/plan-name.ts";
import type { CatalogSnapshot } from "../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../catalog/snapshot/named-callable.ts";
import { isJsonArray, isJsonObject, type Json, type JsonSchema } from "../json/json.ts";
import { type CallableDefinition, typedToolName } from "../plan/callable.ts";

/** Tools of one page. */
const toolsOfPage = 100;

/** The same key is answered with the same execution, so that calling again does nothing twice (E1). */
const keyed = { [keyedMetadataKey]: true };

export interface ToolPage {
  readonly tools: Tool[];
  readonly nextCursor?: string;
}

/** Something of ours that is a tool: a run of it gives its output. */
export interface ListedRun {
  readonly kind: "WORKFLOW" | "AGENT";
  readonly name: string;
  readonly toolName: string;
  readonly description: string;
  /** Strict: a caller from elsewhere has no artifacts here, so there is one way to call it. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | null;
}

/** The page that `cursor` continues, the first for none; undefined for a cursor that no page gave. */
export function toolPage(
  catalog: CatalogSnapshot,
  promptsServed: boolean,
  cursor: string | undefined,
): ToolPage | undefined {
  const after = cursor === undefined ? undefined : cursorName(cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  const runs = listedRuns(catalog, promptsServed).filter(({ name }) => after === undefined || name > after);
  const page = runs.slice(0, toolsOfPage);
  const last = page.at(-1);
  const own = promptsServed && after === undefined ? [orchestration()] : [];
  return {
    tools: [...own, ...page.map((run) => runTool(run, catalog))],
    ...(last !== undefined && runs.length > page.length && { nextCursor: `after:${last.name}` }),
  };
}

/** The run behind the tool `name`, if it can be run now. */
export function runOfTool(catalog: CatalogSnapshot, promptsServed: boolean, name: string): ListedRun | undefined {
  return listedRuns(catalog, promptsServed).find(({ toolName }) => toolName === name);
}

function listedRuns(catalog: CatalogSnapshot, promptsServed: boolean): readonly ListedRun[] {
  const names = new Set(callableNames(catalog));
  const workflows = catalog.workflows.map((workflow): ListedRun => {
    const { description, inputSchema, name, outputSchema } = workflow;
    return { kind: "WORKFLOW", name, toolName: workflowToolName(name), description, inputSchema, outputSchema };
  });
  const agents = promptsServed ? catalog.agents.flatMap(agentRun) : [];
  const all = [...workflows, ...agents].filter(({ toolName }) => names.has(toolName));
  return all.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** One of ours that declares a schema. One that only talks is reached over A2A, or through orchestration. */
function agentRun(agent: RegisteredAgent): readonly ListedRun[] {
  if (agent.kind !== "LOCAL" || (agent.inputSchema === undefined && agent.outputSchema === undefined)) return [];
  const { description, name } = agent;
  return [{ kind: "AGENT", name, toolName: typedToolName("AGENT", name), description, ...localAgentSchemas(agent) }];
}

function cursorName(cursor: string): string | undefined {
  return /^after:([A-Za-z0-9_-]{1,255})$/.exec(cursor)?.[1];
}

function orchestration(): Tool {
  const { description, inputSchema, name, outputSchema } = orchestrationTool;
  return toolOf({ name, title: "Orchestrate agents", description, inputSchema, outputSchema, _meta: keyed });
}

function runTool(
  { description, inputSchema, name, outputSchema, toolName }: ListedRun,
  catalog: CatalogSnapshot,
): Tool {
  const callable = callableNamed(catalog, toolName);
  return toolOf({
    name: toolName,
    title: name,
    description,
    inputSchema: withoutHeaderNames(inputSchema),
    ...(outputSchema !== null && { outputSchema: withoutHeaderNames(outputSchema) }),
    ...(typeof callable === "object" && { annotations: annotationsOf(callable) }),
    _meta: keyed,
  });
}

/** Only known hints are given, because the protocol's defaults are the careful ones. */
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

/** A given schema cannot make clients send headers, because nothing here would compare those with the arguments. */
function withoutHeaderNames<Value extends Json>(schema: Value): Value {
  if (isJsonArray(schema)) return schema.map(withoutHeaderNames) as Json as Value;
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== "x-mcp-header" || typeof value !== "string");
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutHeaderNames(value)])) as Json as Value;
}
