/**
 * `planwright tools export`: everything that plans may call, as a file that `check` and `types` read without a deployment. It holds
 * schemas and names, no addresses and no secrets.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { catalogFile, type ExportedCallable, type ExportedCatalog, exportedFormat } from "../base/catalog-file.ts";
import { targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { allTools, type ToolOptions } from "./tools.ts";

export const agentsDocument = /* GraphQL */ `
  query CliAgents($after: String) {
    page: agents(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { name toolName description inputSchema outputSchema runtime }
    }
  }
`;

export const workflowsDocument = /* GraphQL */ `
  query CliWorkflows($after: String) {
    page: workflows(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { name toolName description inputSchema outputSchema }
    }
  }
`;

/** All callables of a deployment. */
async function exportedCatalog(deployment: Deployment): Promise<ExportedCatalog> {
  const tools = (await allTools(deployment)).map(
    (tool): ExportedCallable => ({
      kind: "TOOL",
      name: tool.name,
      otherNames: [tool.qualifiedName],
      description: tool.description,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      outputSchemaIsGiven: tool.outputSchemaIsGiven,
      effectClass: tool.effectClass,
      destructive: tool.annotations.destructive === true,
      server: tool.mcpServer.name,
      status: tool.status,
    }),
  );
  const agents = await othersOf(deployment, "AGENT", agentsDocument);
  const workflows = await othersOf(deployment, "WORKFLOW", workflowsDocument);
  return { format: exportedFormat, origin: deployment.target.origin, callables: [...tools, ...agents, ...workflows] };
}

interface ListedCallable {
  readonly name: string;
  readonly toolName: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly runtime?: "A2A" | "HTTP" | "LOCAL";
}

/** Agents or workflows. The input of an agent over A2A follows from its card and the call, and only the deployment checks it. */
async function othersOf(
  deployment: Deployment,
  kind: "AGENT" | "WORKFLOW",
  document: string,
): Promise<readonly ExportedCallable[]> {
  const listed = await deployment.askAll<ListedCallable>(document);
  return listed.map(({ description, inputSchema, name, outputSchema, runtime, toolName }) => ({
    ...{ kind, name: toolName, otherNames: [name], description, outputSchema },
    inputSchema: runtime === "A2A" ? null : inputSchema,
    ...{ effectClass: "UNSAFE", destructive: false, status: "READY" },
  }));
}

export interface ExportToolsOptions extends ToolOptions {
  readonly output?: string;
}

export async function toolsExport(options: ExportToolsOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, err, out } = surroundings;
  const catalog = await exportedCatalog(new Deployment(targetOf(options, surroundings), surroundings));
  if (options.json) {
    out.json(catalog);
    return exitCodes.ok;
  }
  const file = options.output === undefined ? catalogFile(undefined, surroundings) : resolve(cwd, options.output);
  writeFileSync(file, `${JSON.stringify(catalog, undefined, 2)}\n`);
  err.line(`Wrote ${catalog.callables.length} callables into ${file}. Now offline: npx planwright check plan.json`);
  return exitCodes.ok;
}
