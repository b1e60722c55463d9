/** The runtime (workerd) as a process below this one: found, started, stopped, and never two over one folder. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { CommandFailure } from "../base/command-failure.ts";
import { exitCodes } from "../base/exit-code.ts";

/** The version that the package was tested with. */
export const testedRuntime = "1.20261023.1";

/** The program, from what is installed beside the project, beside wrangler or beside this package. */
export function runtimeProgram(cwd: string): string {
  const wrangler = resolvedFrom(join(cwd, "package.json"), "wrangler/package.json");
  const places = [join(cwd, "package.json"), wrangler, import.meta.url];
  for (const place of places) {
    const found = place === undefined ? undefined : programFrom(place);
    if (found !== undefined) return found;
  }
  throw new CommandFailure({
    exitCode: exitCodes.program,
    code: "RUNTIME_MISSING",
    message: `Cannot serve: required the package workerd, which is the runtime, found none from ${cwd}`,
    next: [`npm install workerd@${testedRuntime}`],
  });
}

function programFrom(place: string): string | undefined {
  const main = resolvedFrom(place, "workerd");
  if (main === undefined) return undefined;
  const loaded: unknown = createRequire(place)(main);
  const program = typeof loaded === "object" && loaded !== null && "default" in loaded ? loaded.default : loaded;
  return typeof program === "string" && existsSync(program) ? program : undefined;
}

function resolvedFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
}

export interface RunningRuntime {
  readonly pid: number;
  readonly port: number;
  /** Resolves with words on how the process ended. */
  readonly ended: Promise<string>;
  /** Takes no further connections, lets requests end for so long, and ends the process. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts the runtime with the configuration at `config` and waits until it listens. `environment` is all that it sees of ours. `onLine` is
 * given what it writes.
 */
export async function startRuntime(
  program: string,
  config: string,
  environment: { readonly [name: string]: string },
  onLine: (line: string) => void,
): Promise<RunningRuntime> {
  const child = spawn(program, ["serve", "--experimental", "--control-fd=3", config], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: environment,
    // Ctrl-C reaches this process alone, which then stops the runtime in order.
    detached: true,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null)
      createInterface({ input: stream }).on("line", (line) => {
        if (said.length < 20) said.push(line);
        onLine(line);
      });
  const ended = endOf(child);
  const port = await Promise.race([listeningPort(child), ended.then(() => undefined)]);
  if (port === undefined || child.pid === undefined) {
    const reason = said.find((line) => /error|fail|address/i.test(line)) ?? said[0] ?? (await ended);
    throw new CommandFailure({
      exitCode: exitCodes.program,
      code: "RUNTIME_FAILED",
      message: `Cannot serve: the runtime ended before it listened: ${reason}`,
      next: /address already in use|bind/i.test(said.join(" "))
        ? ["another port after --port, or stop the program that listens there"]
        : [`npm install workerd@${testedRuntime}, the version that this package was tested with`],
    });
  }
  const { pid } = child;
  // A second Ctrl-C ends this process at once, and the runtime is in a group of its own.
  const killAtOnce = () => void child.kill("SIGKILL");
  process.once("exit", killAtOnce);
  void ended.then(() => process.off("exit", killAtOnce));
  const stop = async (graceMs: number) => {
    child.kill("SIGTERM");
    const isOver = await Promise.race([ended.then(() => true), delay(graceMs, false, { ref: false })]);
    if (!isOver) child.kill("SIGKILL");
    await ended;
  };
  return { pid, port, ended, stop };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`it could not be started: ${error.message}`));
    child.once("exit", (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}`));
  });
}

async function listeningPort(child: ChildProcess): Promise<number | undefined> {
  const control = child.stdio[3];
  if (control === null || control === undefined || !("on" in control)) return undefined;
  for await (const line of createInterface({ input: control as NodeJS.ReadableStream })) {
    const message: unknown = JSON.parse(line);
    if (typeof message === "object" && message !== null && "port" in message) return Number(message.port);
  }
  return undefined;
}

/** Whether a process lives and was started with `word` on its command line. */
export function runsWith(pid: number, word: string): boolean {
  try {
    const file = `/proc/${pid}/cmdline`;
    if (existsSync("/proc/self/cmdline")) return existsSync(file) && readFileSync(file, "utf8").includes(word);
    return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" }).includes(word);
  } catch {
    return false;
  }
}
