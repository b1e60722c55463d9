/**
 * `planwright dev`: the Worker of this project on this machine, offline and without an account, with the servers of its `.mcp.json`. A
 * program that speaks MCP over its standard streams is started and bridged to HTTP. Runs are followed until Ctrl-C.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { parseEnv } from "node:util";
import { CommandFailure } from "../base/command-failure.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { leaveOutOfGit } from "../base/left-out-of-git.ts";
import { type McpServerEntry, mcpServers } from "../base/mcp-file.ts";
import { type Output, styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { shortened } from "../base/terminal-text.ts";
import { headersAdvice, register } from "../commands/tools-add.ts";
import { wranglerConfig, wranglerMissing } from "../deploy/wrangler.ts";
import { type Bridge, startBridge } from "./stdio-bridge.ts";
import { errorLines, plainLine, startError } from "./wrangler-lines.ts";

export interface DevOptions {
  readonly port: number;
  readonly mcp?: string;
  readonly trusted?: boolean;
  readonly verbose?: boolean;
}

/** Nothing of it needs the network, and it prints only important lines. */
const quietWrangler = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  X_LOCAL_OBSERVABILITY: "false",
};

export const changesDocument = /* GraphQL */ `
  query CliRuns { executions(first: 20, filter: { root: true }) { nodes { id status title durationMs } } }
`;

export async function dev(options: DevOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, err, signal } = surroundings;
  wranglerConfig(surroundings);
  await demandFreePort(options.port);
  const program = wranglerProgram(cwd);
  const servers = serversOf(options, surroundings);
  const bridges: Bridge[] = [];
  const say = (name: string) => (line: string) => {
    if (options.verbose) err.line(styled("dim", `${name}: `), line);
  };
  const all = say("wrangler");
  const errorOf = errorLines();
  const worker = startWorker(program, options, surroundings, (line) => {
    all(line);
    const shown = errorOf(line);
    if (shown !== undefined && !options.verbose) err.line(shown);
  });
  const over = new AbortController();
  try {
    const origin = `http://127.0.0.1:${options.port}`;
    const deployment = new Deployment({ origin, urlSource: "planwright dev" }, surroundings);
    await Promise.race([
      healthy(deployment, signal),
      worker.ended.then((words) => Promise.reject(workerFailure(words))),
    ]);
    if (signal.aborted) return exitCodes.ok;
    for (const server of servers) {
      if (server.kind === "REMOTE" && server.sendsHeaders) {
        err.line(styled("red", "✗ "), `${server.name} is not registered, because its file gives it headers. Next:`);
        for (const line of headersAdvice(server.name, options.mcp ?? ".mcp.json")) err.line(`  ${line}`);
        continue;
      }
      await orReported(surroundings, async () => {
        const url =
          server.kind === "REMOTE" ? server.url : (await bridged(server, surroundings, bridges, say(server.name))).url;
        const { status, tools } = await register(deployment, {
          name: server.name,
          url,
          trusted: options.trusted ?? false,
        });
        err.line(
          styled(status === "READY" ? "green" : "red", status === "READY" ? "✓ " : "✗ "),
          `${server.name}: ${tools.nodes.map(({ name }) => name).join(", ") || status}`,
        );
      });
    }
    err.line(styled("bold", "Dashboard  "), origin);
    err.line(styled("bold", "GraphiQL   "), `${origin}/graphiql`);
    err.line(styled("bold", "Run        "), `npx planwright run plan.json --watch`);
    err.line("Ctrl-C stops it.");
    const crash = await Promise.race([worker.ended, followed(deployment, err, AbortSignal.any([signal, over.signal]))]);
    if (crash !== undefined && !signal.aborted) throw workerFailure(crash);
    return exitCodes.ok;
  } finally {
    over.abort();
    const open = bridges.splice(0);
    await Promise.all([worker.stop(), ...open.map((bridge) => bridge.close())]);
  }
}

/** A server that cannot be started or registered keeps no other from being used. */
async function orReported({ err, signal }: Surroundings, add: () => Promise<void>): Promise<void> {
  try {
    await add();
  } catch (error) {
    if (!(error instanceof CommandFailure) || signal.aborted) throw error;
    const { message, next } = error.facts;
    err.line(styled("red", "✗ "), message);
    for (const one of next) err.line(styled("cyan", "→ "), one);
  }
}

/** Another program at this port would be taken for the Worker, and be given the servers of this project. */
async function demandFreePort(port: number): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  const finding = code === "EADDRINUSE" ? "another program listens there" : code;
  throw new CommandFailure({
    exitCode: exitCodes.program,
    code: "PORT_IN_USE",
    message: `Cannot serve at port ${port}: required a port that is free, found ${finding}`,
    next: [`planwright dev --port ${port < 65_535 ? port + 1 : 8787}, or stop the program that listens there`],
  });
}

async function bridged(
  server: Extract<McpServerEntry, { kind: "PROGRAM" }>,
  { cwd, err }: Surroundings,
  bridges: Bridge[],
  onLine: (line: string) => void,
): Promise<Bridge> {
  try {
    const bridge = await startBridge({ ...server, cwd }, onLine);
    bridges.push(bridge);
    void bridge.ended.then((words) => {
      // One that is closed here is no longer in the list.
      if (bridges.includes(bridge))
        err.line(styled("red", "✗ "), words, ": its tools cannot be called until the next start");
    });
    return bridge;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure({
      exitCode: exitCodes.program,
      code: "MCP_PROGRAM_FAILED",
      message: `Cannot start ${server.name}: ${reason}`,
      next: [
        `${[server.command, ...server.args].join(" ")}, to see what it says`,
        'planwright dev --verbose, or "disabled": true beside its command',
      ],
    });
  }
}

/** The servers of the file that is named, else of `.mcp.json` if there is one. */
function serversOf({ mcp }: DevOptions, { cwd, env }: Surroundings): readonly McpServerEntry[] {
  const file = join(cwd, mcp ?? ".mcp.json");
  if (mcp === undefined && !existsSync(file)) return [];
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const finding = error instanceof Error ? error.message : String(error);
    throw new CommandFailure({
      exitCode: exitCodes.usage,
      code: "USAGE",
      message: `Cannot read ${file}: ${finding}`,
      next: [],
    });
  }
  return mcpServers(document, file, env);
}

/** The program of wrangler that the project has installed. */
function wranglerProgram(cwd: string): string {
  try {
    const manifest = createRequire(join(cwd, "package.json")).resolve("wrangler/package.json");
    const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
    return join(dirname(manifest), typeof bin === "string" ? bin : bin.wrangler);
  } catch {
    throw wranglerMissing();
  }
}

/** Defaults of the local Worker, which `.dev.vars` can override: open to this machine alone, and tools on it may be called. */
function localSettings(cwd: string, origin: string): { readonly [name: string]: string } {
  const given = join(cwd, ".dev.vars");
  const own = existsSync(given) ? parseEnv(readFileSync(given, "utf8")) : {};
  const kept = join(cwd, ".planwright", "local.env");
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    leaveOutOfGit(dirname(kept));
    writeFileSync(kept, `ID_SEALING_SECRET=${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  }
  const settings: Record<string, string> = {
    AUTH_MODE: "none",
    EGRESS_ALLOW_PRIVATE: "true",
    EGRESS_ALLOW_HTTP: "true",
    ALLOWED_ORIGINS: "http://localhost:* http://127.0.0.1:*",
    GRAPHIQL: "true",
    PUBLIC_URL: origin,
    ...(parseEnv(readFileSync(kept, "utf8")) as Record<string, string>),
  };
  return Object.fromEntries(Object.entries(settings).filter(([name]) => own[name] === undefined));
}

interface LocalWorker {
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

function startWorker(
  program: string,
  { port }: DevOptions,
  { cwd, env }: Surroundings,
  onLine: (line: string) => void,
): LocalWorker {
  const settings = localSettings(cwd, `http://127.0.0.1:${port}`);
  const args = [
    ...[program, "dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0", "--log-level", "warn"],
    ...["--persist-to", join(".planwright", "state"), "--show-interactive-dev-session=false"],
    ...Object.entries(settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
  ];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, ...quietWrangler },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: Ctrl-C reaches this process alone, and nothing of wrangler is left behind.
    detached: process.platform !== "win32",
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (coloured) => {
      const line = plainLine(coloured);
      if (line.trim() !== "") said.push(line);
      if (said.length > 20) said.shift();
      onLine(line);
    });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) =>
      resolve(
        startError(said) ?? `wrangler dev ended with ${signal ?? `exit code ${code}`}\n${said.slice(-10).join("\n")}`,
      ),
    );
  });
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  // A second Ctrl-C ends this process at once, and nobody else would end that group.
  const killAtOnce = () => kill("SIGKILL");
  process.once("exit", killAtOnce);
  const stop = async () => {
    kill("SIGTERM");
    await Promise.race([ended, delay(5_000, undefined, { ref: false })]);
    killAtOnce();
    await ended;
    process.off("exit", killAtOnce);
  };
  return { ended, stop };
}

function workerFailure(words: string): CommandFailure {
  return new CommandFailure({
    exitCode: exitCodes.program,
    code: "WORKER_ENDED",
    message: `The Worker does not run: ${words}`,
    next: ["mend what it names, then the same again", "planwright dev --verbose, for all that wrangler says"],
  });
}

async function healthy(deployment: Deployment, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < 1_200 && !signal.aborted; tries++) {
    const health = await deployment.health().catch(() => undefined);
    if (health?.version !== undefined) return;
    if (health?.problem !== undefined) throw workerFailure(health.problem);
    await delay(100);
  }
}

/** Writes a line when a run begins, and one when it ends, until Ctrl-C. */
async function followed(deployment: Deployment, err: Output, signal: AbortSignal): Promise<undefined> {
  interface Run {
    readonly id: string;
    readonly status: string;
    readonly title: string;
    readonly durationMs: number | null;
  }
  const seen = new Map<string, string>();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const answered = await deployment
      .ask<{ executions: { nodes: readonly Run[] } }>(changesDocument)
      .catch(() => undefined);
    for (const { durationMs, id, status, title } of [...(answered?.executions.nodes ?? [])].reverse()) {
      if (seen.get(id) === status) continue;
      seen.set(id, status);
      // The remains of an earlier start are no news.
      if (isFirst) continue;
      const time = durationMs === null ? "" : ` in ${(durationMs / 1_000).toFixed(1)} s`;
      err.line(styled(status === "SUCCEEDED" ? "green" : "bold", status), `${time}  ${shortened(title, 80)}`);
    }
    await delay(1_000, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
