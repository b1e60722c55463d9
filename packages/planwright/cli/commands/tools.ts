/** `planwright tools ls`, `tools accept` and `tools remove`: lists tools, accepts changed ones, and removes a server with its tools. */
import { CommandFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { shortened } from "../base/terminal-text.ts";

export interface ToolOptions extends TargetOptions {
  readonly json?: boolean;
}

export const toolsDocument = /* GraphQL */ `
  query CliTools($after: String) {
    page: tools(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id name qualifiedName title description inputSchema outputSchema outputSchemaIsGiven effectClass status contractHash
        annotations { destructive }
        mcpServer { name }
      }
    }
  }
`;

export const toolDocument = /* GraphQL */ `
  query CliTool($name: String!) {
    tool(by: { name: $name }) { id name status contractHash description inputSchema outputSchema effectClass }
  }
`;

export const acceptDocument = /* GraphQL */ `
  mutation CliAccept($input: AcceptToolInput!) {
    acceptTool(input: $input) { tool { name status } errors { code message path } }
  }
`;

export interface ListedTool {
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly outputSchemaIsGiven: boolean;
  readonly effectClass: string;
  readonly status: string;
  readonly contractHash: string;
  readonly annotations: { readonly destructive: boolean | null };
  readonly mcpServer: { readonly name: string };
}

/** Every tool of the tenant. */
export function allTools(deployment: Deployment): Promise<readonly ListedTool[]> {
  return deployment.askAll(toolsDocument);
}

export const serverIdsDocument = /* GraphQL */ `
  query CliServerIds($after: String) {
    page: mcpServers(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name } }
  }
`;

export const removeDocument = /* GraphQL */ `
  mutation CliRemove($input: RemoveMcpServerInput!) {
    removeMcpServer(input: $input) { removedId errors { code message path } }
  }
`;

export async function toolsLs(options: ToolOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const tools = await allTools(new Deployment(targetOf(options, surroundings), surroundings));
  if (options.json) {
    out.json(tools);
    return exitCodes.ok;
  }
  const width = Math.min(40, Math.max(0, ...tools.map(({ name }) => name.length)));
  for (const { description, effectClass, name, status } of tools) {
    const state = status === "READY" ? "" : styled("red", `${status} `);
    out.line(
      styled("bold", name.padEnd(width)),
      "  ",
      effectClass.padEnd(10),
      " ",
      state,
      styled("dim", shortened(description, 80)),
    );
  }
  const changed = tools.filter(({ status }) => status !== "READY");
  for (const { name } of changed)
    err.line(`${name} is not as it was accepted. To look at it and take it: npx planwright tools accept ${name}`);
  if (tools.length === 0) err.line("There is none yet. To register one: npx planwright tools add https://…/mcp");
  return exitCodes.ok;
}

export interface AcceptOptions extends ToolOptions {
  readonly yes?: boolean;
}

/** Shows the contract of a tool as it is now, and takes it once a person has said so. */
export async function toolsAccept(name: string, options: AcceptOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { ask, err, out } = surroundings;
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const { tool } = await deployment.ask<{ tool: ListedTool | null }>(toolDocument, { name });
  if (tool === null)
    throw new CommandFailure({
      exitCode: exitCodes.notFound,
      code: "NOT_FOUND",
      message: `Cannot accept ${JSON.stringify(name)}: required the name of a tool, found none of it`,
      next: ["npx planwright tools ls, for the names"],
    });
  if (!options.json) {
    err.line(styled("bold", tool.name), `  ${tool.effectClass}  ${tool.status}`);
    err.block(tool.description);
    err.line("input   ", JSON.stringify(tool.inputSchema));
    err.line("output  ", JSON.stringify(tool.outputSchema));
  }
  const isAgreed = options.yes ?? /^y(es)?$/i.test((await ask?.("Accept it as it is now? (yes or no) "))?.trim() ?? "");
  if (!isAgreed) {
    if (ask === undefined) err.line("To accept it as it is: add --yes");
    return exitCodes.failed;
  }
  const { acceptTool: payload } = await deployment.ask<{
    acceptTool: { tool: { name: string; status: string } | null; errors: readonly UserError[] };
  }>(acceptDocument, { input: { toolId: tool.id, contractHash: tool.contractHash } });
  if (payload.tool === null) throw refusal(`Cannot accept ${name}`, payload.errors);
  if (options.json) out.json(payload.tool);
  else err.line(styled("green", payload.tool.status), " ", payload.tool.name);
  return exitCodes.ok;
}

/** Removes a server with all its tools. Executions that run keep what they need. */
export async function toolsRemove(name: string, options: ToolOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const servers = await deployment.askAll<{ readonly id: string; readonly name: string }>(serverIdsDocument);
  const server = servers.find((one) => one.name === name);
  if (server === undefined) {
    const names = servers.map((one) => one.name).join(", ");
    throw new CommandFailure({
      exitCode: exitCodes.notFound,
      code: "NOT_FOUND",
      message: `Cannot remove ${JSON.stringify(name)}: required the name of a server, found ${names || "no server"}`,
      next: ["npx planwright doctor, which shows each server with its tools"],
    });
  }
  const { removeMcpServer: payload } = await deployment.ask<{
    removeMcpServer: { removedId: string | null; errors: readonly UserError[] };
  }>(removeDocument, { input: { mcpServerId: server.id } });
  if (payload.removedId === null) throw refusal(`Cannot remove ${name}`, payload.errors);
  if (options.json) out.json({ removed: name });
  else err.line(styled("green", "✓ "), `Removed ${name} and its tools. Executions that run keep what they need.`);
  return exitCodes.ok;
}
