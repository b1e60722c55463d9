/**
 * `planwright serve --data DIR`: a whole deployment on this machine, without an account and without wrangler. The runtime serves the Worker;
 * this process gives it its settings, waits, and stops it in order.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { version } from "../base/version.ts";
import { DataFolder } from "./data-folder.ts";
import { buildProjectWorker, projectVars } from "./project-worker.ts";
import { runtimeConfigText, type WorkerDescription } from "./runtime-config.ts";
import { type RunningRuntime, runsWith, runtimeProgram, startRuntime } from "./runtime-process.ts";
import { isSettingName, settingsInFile } from "./settings-file.ts";

export interface ServeOptions {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly settings?: string;
  readonly grace: number;
  readonly quiet?: boolean;
  /** Path of the module of a Worker of one's own; true for the one that the configuration of wrangler names. */
  readonly entry?: string | true;
}

/** What the build puts beside the command. */
const partsFolder = fileURLToPath(new URL("../runtime", import.meta.url));

/** Those of the package, or beside the command where it is built by itself. */
function assetsFolder(): string {
  const own = join(partsFolder, "assets");
  return existsSync(own) ? own : join(partsFolder, "../../assets");
}

const configName = "planwright.capnp";

export async function serve(options: ServeOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, err, out, signal } = surroundings;
  const { entry } = options;
  const vars = entry === undefined ? {} : projectVars(surroundings);
  const given = { ...vars, ...settingsOf(options, surroundings) };
  const folder = new DataFolder(resolve(cwd, options.data));
  const { isOpen, settings } = demandedSettings(given, options);
  const program = runtimeProgram(cwd);
  await demandFree(folder, surroundings);
  folder.prepare();
  const description = join(partsFolder, "worker.json");
  if (!existsSync(description)) throw new Error(`${description} is missing: the package is built without a Worker`);
  const own = entry === undefined ? undefined : await buildProjectWorker(entry, folder.worker, surroundings);
  const kept = isOpen ? folder.secrets({ ...settings, ADMIN_TOKEN: "none is needed" }) : folder.secrets(settings);
  const environment = { ...settings, ...kept };
  const stock = JSON.parse(readFileSync(description, "utf8")) as WorkerDescription;
  const config = join(folder.runtime, configName);
  writeFileSync(
    config,
    runtimeConfigText({
      worker: own === undefined ? stock : { ...stock, modules: own },
      ...{
        workerFolder: own === undefined ? join(partsFolder, "worker") : folder.worker,
        assetsFolder: assetsFolder(),
        partsFolder,
      },
      ...{ objectsFolder: folder.objects, folder: folder.runtime, settings: Object.keys(environment), version },
      ...{ host: options.host, port: options.port, allowsPrivateNetwork: environment.EGRESS_ALLOW_PRIVATE === "true" },
    }),
  );
  const runtime = await startRuntime(program, config, environment, (line) => {
    if (!options.quiet) out.line(line);
  });
  folder.noteRunning(runtime.pid);
  try {
    const origin = `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${runtime.port}`;
    await demandHealthy(runtime, options.host, surroundings);
    err.line(styled("green", "✓ "), `Serves on ${origin}, data in ${folder.path} (process ${runtime.pid})`);
    if (kept.ADMIN_TOKEN !== undefined && !isOpen)
      err.line(
        `The token of the operator is ADMIN_TOKEN in ${folder.secretsFile}. A first key: npx planwright keys create --url ${origin} --tenant default --data ${options.data}`,
      );
    const stopped = new Promise<undefined>((settle) => {
      signal.addEventListener("abort", () => settle(undefined), { once: true });
      if (signal.aborted) settle(undefined);
    });
    const crash = await Promise.race([runtime.ended, stopped]);
    if (crash !== undefined)
      throw new CommandFailure({
        exitCode: exitCodes.program,
        code: "RUNTIME_ENDED",
        message: `The runtime has ended: ${crash}`,
        next: ["the same command again: what was running goes on"],
      });
    err.line(`Stopping: requests have ${options.grace} s to end …`);
  } finally {
    await runtime.stop(options.grace * 1_000);
    folder.forgetRunning();
  }
  return exitCodes.ok;
}

/** The settings of the Worker out of the environment and of `--settings`, which counts less. */
function settingsOf({ settings: file }: ServeOptions, { cwd, env }: Surroundings): { readonly [name: string]: string } {
  const ofFile = file === undefined ? {} : settingsInFile(resolve(cwd, file));
  const entries = Object.entries({ ...ofFile, ...env }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isSettingName(entry[0]),
  );
  return Object.fromEntries(entries);
}

/** Nothing is served to others without a credential. */
function demandedSettings(
  given: { readonly [name: string]: string },
  { host }: ServeOptions,
): { readonly settings: { readonly [name: string]: string }; readonly isOpen: boolean } {
  const settings = { ...given, AUTH_MODE: given.AUTH_MODE ?? "keys" };
  const isOpen = settings.AUTH_MODE === "none";
  const isLoopback = host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
  if (isOpen && !isLoopback)
    throw usageFailure(
      `Cannot serve on ${host} with AUTH_MODE=none: required a loopback address, found one that other machines reach`,
      "AUTH_MODE=keys, and a key for each caller; or leave --host out",
    );
  return { settings, isOpen };
}

/** Two runtimes over one folder would run everything twice. One that a killed server left is stopped. */
async function demandFree(folder: DataFolder, { err }: Surroundings): Promise<void> {
  const before = folder.running();
  if (before === undefined || !runsWith(before.runtime, join(folder.runtime, configName))) return;
  if (runsWith(before.server, "serve"))
    throw new CommandFailure({
      exitCode: exitCodes.usage,
      code: "ALREADY_SERVED",
      message: `Cannot serve ${folder.path}: process ${before.server} serves it already`,
      next: [`kill ${before.server}, or another folder after --data`],
    });
  err.line(`Ends process ${before.runtime}, which a server left that was killed …`);
  process.kill(before.runtime, "SIGTERM");
  for (let waited = 0; runsWith(before.runtime, configName); waited += 50) {
    if (waited === 5_000) process.kill(before.runtime, "SIGKILL");
    await delay(50);
  }
}

async function demandHealthy(runtime: RunningRuntime, host: string, { fetch }: Surroundings): Promise<void> {
  const local = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  const response = await fetch(`http://${local}:${runtime.port}/health`);
  const body = (await response.json()) as { readonly errors?: readonly { readonly message: string }[] };
  if (response.ok) return;
  throw new CommandFailure({
    exitCode: exitCodes.usage,
    code: "MISCONFIGURED",
    message: `Cannot serve: ${body.errors?.[0]?.message ?? `its health check answers HTTP ${response.status}`}`,
    next: [
      "set it in the environment or in the file of --settings; the page Settings of the documentation lists all of them",
    ],
  });
}
