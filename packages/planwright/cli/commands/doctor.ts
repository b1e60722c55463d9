/**
 * `planwright doctor`: whether everything that the other commands need is there, from this machine to the tools of the deployment. Each
 * line is a fact; below each fault is the command to type.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandFailure } from "../base/command-failure.ts";
import { findConfig, type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { version } from "../base/version.ts";
import { usualScopes } from "./keys.ts";

const requiredNode = 22;

export interface DoctorOptions extends TargetOptions {
  readonly json?: boolean;
}

interface Finding {
  readonly state: "OK" | "HINT" | "FAULT";
  readonly subject: string;
  readonly message: string;
  readonly next?: readonly string[];
  /** Of a fault. */
  readonly exitCode?: ExitCode;
}

export const viewerDocument = /* GraphQL */ "query CliViewer { viewer { subject scopes tenant { name } } }";
export const serverDocument = /* GraphQL */ "query CliServer { serverInfo { version models { name model } } }";
export const serversDocument = /* GraphQL */ `
  query CliServers($after: String) {
    page: mcpServers(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { name url status failure { message } droppedTools { name reason } }
    }
  }
`;
export const serverToolsDocument = /* GraphQL */ `
  query CliServerTools($after: String) {
    page: tools(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { name status mcpServer { name } }
    }
  }
`;

export async function doctor(options: DoctorOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const findings: Finding[] = [];
  const report = (...found: readonly Finding[]) => {
    findings.push(...found);
    if (!options.json) for (const one of found) print(one, surroundings);
  };
  report(...machineFindings(surroundings));
  for await (const found of deploymentFindings(options, surroundings)) report(found);
  const fault = findings.find(({ state }) => state === "FAULT");
  if (options.json) out.json({ healthy: fault === undefined, findings });
  else if (fault === undefined) err.line(styled("green", "Everything that was looked at is in order."));
  return fault === undefined ? exitCodes.ok : (fault.exitCode ?? exitCodes.failed);
}

function print({ message, next = [], state, subject }: Finding, { out }: Surroundings): void {
  const mark = { OK: styled("green", "✓"), HINT: styled("yellow", "!"), FAULT: styled("red", "✗") }[state];
  out.line(mark, " ", styled("bold", subject.padEnd(12)), message);
  for (const one of next) out.line("    → ", one);
}

function ok(subject: string, message: string): Finding {
  return { state: "OK", subject, message };
}

function hint(subject: string, message: string, ...next: readonly string[]): Finding {
  return { state: "HINT", subject, message, next };
}

function fault(exitCode: ExitCode, subject: string, message: string, ...next: readonly string[]): Finding {
  return { state: "FAULT", subject, message, next, exitCode };
}

function machineFindings(surroundings: Surroundings): readonly Finding[] {
  const { cwd, nodeVersion } = surroundings;
  const { file } = findConfig(surroundings);
  const major = Number.parseInt(nodeVersion, 10);
  const wrangler = installedVersion("wrangler", cwd);
  return [
    major >= requiredNode
      ? ok("Node", nodeVersion)
      : fault(
          exitCodes.program,
          "Node",
          `${nodeVersion}, required ${requiredNode} or later`,
          "https://nodejs.org, or: npx -p node@22 planwright doctor",
        ),
    wrangler === undefined
      ? hint("wrangler", "not installed here; dev and deploy need it", "npm install --save-dev wrangler")
      : ok("wrangler", wrangler),
    ok("project", file ?? "no planwright.json, which is fine: every member of it has a default"),
  ];
}

/** The version of a package as a program in `cwd` would find it. */
function installedVersion(name: string, cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const manifest = join(folder, "node_modules", name, "package.json");
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).version;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Each depends on those before it, so they end with the first that makes the others impossible. */
async function* deploymentFindings(options: DoctorOptions, surroundings: Surroundings): AsyncGenerator<Finding, void> {
  let subject = "deployment";
  try {
    const target = targetOf(options, surroundings);
    const deployment = new Deployment(target, surroundings);
    const health = await deployment.health();
    if (health.version === undefined) {
      const next =
        health.problem === undefined
          ? `curl ${target.origin}/health`
          : "set what is missing: npx wrangler secret put NAME, or [vars] in wrangler.toml";
      yield fault(
        exitCodes.unreachable,
        subject,
        `${target.origin} (${target.urlSource}) answers HTTP ${health.status}${health.problem === undefined ? ", which is no answer of Planwright" : `: ${health.problem}`}`,
        next,
      );
      return;
    }
    yield ok(subject, `${target.origin} (${target.urlSource})`);
    yield versionFinding(health.version);
    subject = "key";
    const { viewer } = await deployment.ask<{
      viewer: { subject: string; scopes: readonly string[]; tenant: { name: string } };
    }>(viewerDocument);
    const source = target.tokenSource === undefined ? "none needed here" : `from ${target.tokenSource}`;
    yield ok(subject, `${viewer.subject} of tenant ${viewer.tenant.name}, ${source}`);
    const missing = usualScopes.filter((scope) => !viewer.scopes.includes(scope));
    yield missing.length === 0
      ? ok("scopes", viewer.scopes.join(" "))
      : hint(
          "scopes",
          `${viewer.scopes.join(" ") || "none"}; some commands need ${missing.join(" ")} too`,
          "npx planwright keys create, with the token of the operator (ADMIN_TOKEN)",
        );
    subject = "models";
    const { serverInfo } = await deployment.ask<{ serverInfo: { models: readonly { name: string; model: string }[] } }>(
      serverDocument,
    );
    yield serverInfo.models.length === 0
      ? hint(
          subject,
          "none: plans run, prompts do not",
          "set MODELS and the key of its provider, as the page Language models of the documentation shows",
        )
      : ok(
          subject,
          serverInfo.models.map(({ model, name }) => (name === model ? name : `${name} (${model})`)).join(", "),
        );
    subject = "tools";
    if (!viewer.scopes.includes("REGISTRY_READ")) yield hint(subject, "not looked at: the key lacks REGISTRY_READ");
    else yield* toolFindings(deployment);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const { exitCode, message, next } = error.facts;
    yield fault(exitCode, subject, message, ...next);
  }
}

function versionFinding(found: string): Finding {
  const minor = (text: string) => text.split(".").slice(0, 2).join(".");
  return minor(found) === minor(version)
    ? ok("version", found)
    : hint(
        "version",
        `${found} there, ${version} here: commands may ask for what it does not know`,
        `npx planwright@${found} doctor`,
      );
}

async function* toolFindings(deployment: Deployment): AsyncGenerator<Finding, void> {
  interface Server {
    readonly name: string;
    readonly url: string;
    readonly status: string;
    readonly failure: { readonly message: string } | null;
    readonly droppedTools: readonly { readonly name: string; readonly reason: string }[];
  }
  interface ServerTool {
    readonly name: string;
    readonly status: string;
    readonly mcpServer: { readonly name: string };
  }
  const servers = await deployment.askAll<Server>(serversDocument);
  if (servers.length === 0) yield hint("tools", "no server is registered", "npx planwright tools add https://…/mcp");
  const listed = servers.length === 0 ? [] : await deployment.askAll<ServerTool>(serverToolsDocument);
  for (const { droppedTools, failure, name, status, url } of servers) {
    const subject = "tools";
    const tools = listed.filter(({ mcpServer }) => mcpServer.name === name);
    const isReady = status === "READY";
    const text = `${name}: ${status}, ${tools.length} tools, ${url}${failure === null ? "" : `: ${failure.message}`}`;
    yield isReady
      ? ok(subject, text)
      : fault(
          exitCodes.failed,
          subject,
          text,
          `start the server, then: npx planwright tools add ${url} --name ${name}`,
        );
    for (const { name: tool, reason } of droppedTools) {
      const isCallable = tools.some((one) => one.name === tool);
      yield hint(subject, `${name} offers ${tool}${isCallable ? "" : ", which cannot be called"}: ${reason}`);
    }
    for (const tool of tools)
      if (tool.status !== "READY")
        yield hint(subject, `${tool.name} is not as it was accepted`, `npx planwright tools accept ${tool.name}`);
  }
}
