/**
 * The Worker of the crash tests: built once as it would be deployed, with the entry that can crash, and run in a process of the runtime that
 * can be killed and started again over the same storage in less than a second. Miniflare, which only starts it, stays in this process: a
 * process of its own takes most of a second of processor time to load it at each start.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { buildBundle, type WorkerOptions, workerOptions } from "../support/deployed/built-bundle.ts";
import { hostingOfTests } from "../support/deployed/open-settings.ts";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const configPath = join(projectRoot, "test/e2e/kill/wrangler.kill.toml");
const workerName = "planwright-kill";

export interface ChaosWorker {
  /** What miniflare runs. */
  readonly workerOptions: WorkerOptions;
  /** Deletes what was built. */
  remove(): void;
}

/** Builds the Worker. Takes some seconds. */
export async function buildChaosWorker(): Promise<ChaosWorker> {
  const { config, remove } = await buildBundle(configPath);
  return { ...(await builtChaosWorker(config)), remove };
}

/** The Worker that is built beside `config` already, and stays there. */
export async function builtChaosWorker(config: string): Promise<ChaosWorker> {
  return { workerOptions: await workerOptions(config), remove: () => undefined };
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

interface RunningRuntime {
  readonly miniflare: Miniflare;
  /** The process of the runtime, which holds all that a crash loses. */
  readonly process: ChildProcess;
}

/** Runs `start`, and gives the process of the runtime that it started beside its result. */
async function withRuntimeProcess(start: () => Miniflare): Promise<RunningRuntime & { readonly url: string }> {
  const started: ChildProcess[] = [];
  const starting = new AsyncLocalStorage<boolean>();
  // Told before the process has its arguments, and of all that this process starts.
  const note = (message: unknown) => {
    if (starting.getStore() === true) started.push((message as { readonly process: ChildProcess }).process);
  };
  subscribe("child_process", note);
  try {
    const miniflare = starting.run(true, start);
    const { origin } = await miniflare.ready.catch(async (error: unknown) => {
      await miniflare.dispose();
      throw error;
    });
    const runtime = started.find(({ spawnargs }) => spawnargs.includes("serve"));
    if (runtime === undefined) throw new Error("The process of the runtime was not seen, so it could not be killed");
    return { miniflare, process: runtime, url: origin };
  } finally {
    unsubscribe("child_process", note);
  }
}

export class ChaosProcess {
  readonly #workerOptions: ChaosWorker["workerOptions"];
  readonly #storageFolder = mkdtempSync(join(tmpdir(), "planwright-chaos-"));
  #running: RunningRuntime | null = null;
  #url = "";

  constructor({ workerOptions }: ChaosWorker) {
    this.#workerOptions = workerOptions;
  }

  /** Starts it, with settings beside those of its configuration, and gives its address. Throws if it ends before it listens. */
  async start(settings: { readonly [name: string]: string } = {}): Promise<string> {
    const bindings = { ...this.#workerOptions.bindings, ...hostingOfTests, ...settings };
    const options = {
      name: workerName,
      ...this.#workerOptions,
      bindings,
      resourcePersistencePath: this.#storageFolder,
      telemetry: { enabled: false },
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: ({ level, message }: { readonly level: string; readonly message: string }) => {
        if (level === "error" && process.env.CHAOS_LOG !== undefined) process.stderr.write(`${message}\n`);
      },
    };
    const given = convertV4MiniflareOptions(options as unknown as Parameters<typeof convertV4MiniflareOptions>[0]);
    const { url, ...running } = await withRuntimeProcess(() => new Miniflare(given));
    this.#running = running;
    this.#url = url;
    return url;
  }

  /** SIGKILL for the runtime. Resolves when it is gone; harmless when nothing runs. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    running.process.kill("SIGKILL");
    // In the same turn: Miniflare starts a runtime again that ends by itself.
    await running.miniflare.dispose();
  }

  /** Kills it for good and deletes its storage. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#storageFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Has the runtime evict an object once that has ended what it is at; whether it did. The Worker itself asks for it: Miniflare would wait
   * without the event loop of this process, in which the tools of the tests answer the object.
   */
  async evict(name: string): Promise<boolean> {
    try {
      const response = await fetch(new URL("/crashes", this.#url), {
        method: "POST",
        body: JSON.stringify({ evict: [name] }),
      });
      return response.ok;
    } catch {
      return false;
    }
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
