/**
 * The Worker of the soak: built once as it would be deployed, so that nothing that is edited meanwhile changes it, and run as a process
 * group that can be killed and started again, on one port and over the same storage.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { buildWorker, runtimeModules } from "../../scripts/build/worker.mjs";
import { liveHeapBytes } from "./live-heap.ts";

const projectRoot = join(import.meta.dirname, "../..");
const configPath = join(import.meta.dirname, "wrangler.soak.toml");

/** What miniflare runs. */
interface WorkerOptions {
  readonly name: string;
  readonly bindings?: object;
}

export class SoakWorker {
  readonly #port: number;
  readonly #workerOptions: WorkerOptions;
  readonly storageFolder: string;
  #child: ChildProcess | null = null;
  /** Host and port. Null while nothing runs. */
  #inspector: string | null = null;

  /** `folder` takes what is built and what is stored. Takes some seconds. */
  static async build(folder: string): Promise<SoakWorker> {
    const built = join(folder, "built");
    mkdirSync(built, { recursive: true });
    const { modules: names } = await buildWorker({ entry: "test/soak/soak-entry.ts", folder: built });
    const modules = runtimeModules(built, names);
    const { modulesRules: _rules, ...options } = unstable_getMiniflareWorkerOptions(configPath).workerOptions;
    const workerOptions = { name: "planwright-soak", ...options, modules, modulesRoot: built };
    return new SoakWorker(workerOptions, join(folder, "stored"), await freePort());
  }

  private constructor(workerOptions: WorkerOptions, storageFolder: string, port: number) {
    this.#workerOptions = workerOptions;
    this.storageFolder = storageFolder;
    this.#port = port;
    // A group of its own outlives whoever fails to kill it.
    process.once("exit", () => this.#signal());
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Id of the process and of its group. Null while nothing runs. */
  get processId(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Resolves when it listens, with settings beside those of its configuration. Throws if it ends before. */
  start(settings: { readonly [name: string]: string } = {}): Promise<void> {
    const workerOptions = { ...this.#workerOptions, bindings: { ...this.#workerOptions.bindings, ...settings } };
    const what = JSON.stringify({ port: this.#port, storageFolder: this.storageFolder, workerOptions });
    const child = spawn(process.execPath, [join(import.meta.dirname, "soak-runtime.mjs"), what], {
      ...{ cwd: projectRoot, stdio: ["ignore", "ignore", "inherit", "ipc"], detached: true },
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.once("message", ({ inspector }: { readonly inspector: string }) => {
        this.#inspector = inspector;
        resolve();
      });
      child.once("exit", (code) => reject(new Error(`The Worker ended with ${code} before it listened`)));
    });
  }

  /** What is alive in its heap, after a collection; null if nothing runs. */
  async liveHeapBytes(): Promise<number | null> {
    if (this.#inspector === null) return null;
    const wake = async () => (await fetch(`${this.url}/health`)).arrayBuffer();
    return liveHeapBytes(this.#inspector, this.#workerOptions.name, wake);
  }

  /** SIGKILL for the whole group. Resolves when it is gone; harmless when nothing runs. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || !isRunning(child)) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    this.#signal();
    await gone;
    this.#child = null;
    this.#inspector = null;
  }

  #signal(): void {
    const child = this.#child;
    if (child?.pid !== undefined && isRunning(child)) process.kill(-child.pid, "SIGKILL");
  }
}

/** While Node has not told of the exit, the id of the group cannot belong to another. */
function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** A port that was free a moment ago. The Worker keeps it over its restarts, so that watchers find it again. */
function freePort(): Promise<number> {
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const server = createServer();
  server.once("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    server.close(() => resolve(port));
  });
  return promise;
}
