/**
 * The Worker of the crash tests: built once as it would be deployed, with the entry that can crash, and run as a process group that can be
 * killed and started again over the same storage in less than a second.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { buildBundle } from "../support/deployed/built-bundle.ts";
import { hostingOfTests } from "../support/deployed/open-settings.ts";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const roomyArena = `--import=${new URL("../../scripts/start/roomy-arena.mjs", import.meta.url)}`;
const runtime = fileURLToPath(new URL("chaos-runtime.mjs", import.meta.url));
const configPath = join(projectRoot, "test/e2e/kill/wrangler.kill.toml");

export interface ChaosWorker {
  /** What miniflare runs, ready to be handed to another process. */
  readonly workerOptions: object & { readonly bindings?: object };
  /** Deletes what was built. */
  remove(): void;
}

/** Builds the Worker. Takes some seconds. */
export async function buildChaosWorker(): Promise<ChaosWorker> {
  const { config, remove } = await buildBundle(configPath);
  return { ...builtChaosWorker(config), remove };
}

/** The Worker that is built beside `config` already, and stays there. */
export function builtChaosWorker(config: string): ChaosWorker {
  const folder = dirname(config);
  const modules = readdirSync(folder)
    .filter((name) => !/\.(map|md|toml)$/.test(name))
    .map((name) => ({ type: /\.m?js$/.test(name) ? "ESModule" : "Text", path: join(folder, name) }))
    // The runtime starts with the first module.
    .sort((a, b) => Number(b.path.endsWith("/worker.js")) - Number(a.path.endsWith("/worker.js")));
  const { modulesRules: _rules, ...options } = unstable_getMiniflareWorkerOptions(config).workerOptions;
  return {
    workerOptions: Object.assign(options, { modules, modulesRoot: folder }),
    remove: () => undefined,
  };
}

/** What an object of a running process can say of crashes; see `crash-points.ts`. */
export interface ProcessFacts {
  readonly crashes: readonly { readonly name: string; readonly kind: "ROW" | "RESET"; readonly at: string | null }[];
  readonly resumptions: readonly {
    readonly name: string;
    readonly alarmAt: number;
    readonly endAt: number | null;
    readonly from: number;
  }[];
  readonly unfinished: readonly string[];
  readonly constructed: { readonly [name: string]: number };
}

export class ChaosProcess {
  readonly #workerOptions: ChaosWorker["workerOptions"];
  readonly #storageFolder = mkdtempSync(join(tmpdir(), "planwright-chaos-"));
  #child: ChildProcess | null = null;
  #url = "";
  #number = 0;

  constructor({ workerOptions }: ChaosWorker) {
    this.#workerOptions = workerOptions;
  }

  /** Starts it, with settings beside those of its configuration, and gives its address. Throws if it ends before it listens. */
  async start(settings: { readonly [name: string]: string } = {}): Promise<string> {
    const bindings = { ...this.#workerOptions.bindings, ...hostingOfTests, ...settings };
    const workerOptions = { ...this.#workerOptions, bindings };
    const what = JSON.stringify({ storageFolder: this.#storageFolder, workerOptions });
    const child = spawn(process.execPath, [roomyArena, runtime, what], {
      cwd: projectRoot,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // A group of its own, so that the runtime below it dies with it.
      detached: true,
    });
    // Each eviction that is on its way listens.
    child.setMaxListeners(0);
    this.#child = child;
    this.#url = await new Promise<string>((resolve, reject) => {
      child.on("message", (message) => {
        if (typeof message === "object" && "url" in message && typeof message.url === "string") resolve(message.url);
      });
      child.once("exit", (code) => reject(new Error(`The Worker ended with ${code} before it listened`)));
    });
    return this.#url;
  }

  /** SIGKILL for the whole group. Resolves when it is gone; harmless when nothing runs. */
  async kill(): Promise<void> {
    const child = this.#child;
    // While Node has not told of the exit, the id of the group cannot belong to another.
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }

  /** Kills it for good and deletes its storage. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#storageFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Has the runtime evict an object once that has ended what it is at. Gives why it could not, null if it did. */
  evict(name: string): Promise<string | null> {
    const child = this.#child;
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve) => {
      const answered = (message: unknown) => {
        const { error, number: of } = message as { readonly number?: number; readonly error?: string | null };
        if (of !== number) return;
        child?.off("message", answered);
        resolve(error ?? null);
      };
      child?.on("message", answered);
      child?.once("exit", () => resolve("the process is gone"));
      child?.send({ evict: name, number }, () => undefined);
    });
  }

  /** Arms crashes, resets objects, and gives all that is known; null if nobody answers. */
  async crashes(
    body: { readonly arm?: readonly object[]; readonly reset?: readonly string[] } = {},
  ): Promise<ProcessFacts | null> {
    try {
      const init = { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) };
      const response = await fetch(new URL("/crashes", this.#url), init);
      return (await response.json()) as ProcessFacts;
    } catch {
      return null;
    }
  }
}
