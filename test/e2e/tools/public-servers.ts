/**
 * MCP servers of the npm registry, as others published them: one that speaks Streamable HTTP itself, three that speak stdio and are
 * reached over a bridge, which is also a package of somebody else. None of them knows Planwright.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const binaries = join(import.meta.dirname, "../../../node_modules/.bin");

export interface PublicServers {
  /** Addresses of the MCP endpoints. */
  readonly urls: {
    readonly everything: string;
    readonly filesystem: string;
    readonly memory: string;
    readonly tasks: string;
  };
  /** The only folder that the file server may touch. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts all four and waits until each accepts connections. */
export async function startPublicServers(): Promise<PublicServers> {
  const folder = await mkdtemp(join(tmpdir(), "planwright-public-servers-"));
  await writeFile(join(folder, "note.txt"), "The kettle is on.\n");
  const [everything, filesystem, memory, tasks] = await freePorts(4);
  const processes = [
    started("mcp-server-everything", ["streamableHttp"], { PORT: String(everything) }),
    bridged(filesystem, ["mcp-server-filesystem", folder]),
    bridged(memory, ["mcp-server-memory"], { MEMORY_FILE_PATH: join(folder, "memory.jsonl") }),
    bridged(tasks, ["mcp-taskmanager"], { TASK_MANAGER_FILE_PATH: join(folder, "tasks.json") }),
  ];
  const close = async () => {
    await Promise.all(processes.map(ended));
    await rm(folder, { recursive: true, force: true });
  };
  const url = (port: number) => `http://127.0.0.1:${port}/mcp`;
  const urls = { everything: url(everything), filesystem: url(filesystem), memory: url(memory), tasks: url(tasks) };
  try {
    await Promise.all(Object.values(urls).map(listening));
  } catch (error) {
    await close();
    throw error;
  }
  return { urls, folder, close };
}

/** Starts the one that speaks Streamable HTTP itself, without the others and their bridges. */
export async function startEverythingServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const server = started("mcp-server-everything", ["streamableHttp"], { PORT: String(port) });
  const url = `http://127.0.0.1:${port}/mcp`;
  try {
    await listening(url);
  } catch (error) {
    await ended(server);
    throw error;
  }
  return { url, close: () => ended(server) };
}

/** Puts a server that speaks stdio behind Streamable HTTP. Each session of a client has a process of its own. */
function bridged(port: number, [name = "", ...rest]: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const stdio = [process.execPath, join(binaries, name), ...rest].map((word) => `"${word}"`).join(" ");
  const options = ["--outputTransport", "streamableHttp", "--stateful", "--logLevel", "none", "--port", String(port)];
  return started("supergateway", ["--stdio", stdio, ...options], env);
}

function started(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [join(binaries, name), ...args], { env: { ...process.env, ...env }, stdio: "ignore" });
}

/** A bridge ends with its signal, and what it has spawned with its standard input. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exit;
  clearTimeout(late);
}

async function freePorts(count: 4): Promise<readonly [number, number, number, number]>;
async function freePorts(count: number): Promise<readonly number[]>;
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function listening(url: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await fetch(url, { method: "DELETE" }).catch(() => null);
    if (answer !== null) return;
    await delay(100);
  }
  throw new Error(`nothing listens at ${url} after minutes`);
}
