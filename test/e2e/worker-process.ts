/**
 * The Worker of the kill tests as processes that can be killed: `wrangler dev` with the local runtime below it, in a process group
 * of their own, with storage that is kept between two starts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { quietWrangler } from "../../scripts/quiet-wrangler.mjs";

const projectRoot = process.cwd();
const configFolder = join(projectRoot, "test/e2e");

export class WorkerProcess {
  readonly #storageFolder: string;
  #child: ChildProcess | null = null;

  constructor(storageFolder: string) {
    this.#storageFolder = storageFolder;
  }

  /**
   * Starts the Worker on a free port, with settings beside those of its configuration. Gives its address, or throws with what it printed
   * if it cannot be built or ends before.
   */
  start(settings: { readonly [name: string]: string } = {}): Promise<string> {
    const child = spawn(
      process.execPath,
      [
        ...[join(projectRoot, "node_modules/wrangler/wrangler-dist/cli.js"), "dev"],
        ...["--config", join(configFolder, "wrangler.kill.toml"), "--persist-to", this.#storageFolder],
        ...["--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0", "--show-interactive-dev-session=false"],
        ...Object.entries(settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
      ],
      { env: { ...process.env, ...quietWrangler }, stdio: ["ignore", "pipe", "pipe"], detached: true },
    );
    this.#child = child;
    const { promise, reject, resolve } = Promise.withResolvers<string>();
    const printed: string[] = [];
    const fail = () => reject(new Error(`The Worker did not come to listen:\n${printed.join("\n")}`));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        printed.push(line);
        const url = /Ready on (http:\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
        // It would wait for the source to be mended.
        if (line.includes("Build failed")) fail();
      });
    }
    child.once("exit", fail);
    return promise;
  }

  /** SIGKILL for the whole group. Resolves when it is gone; harmless when nothing runs. */
  async kill(): Promise<void> {
    const child = this.#child;
    // While Node has not told of the exit, the id of the group cannot belong to another.
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await gone;
    // What a killed wrangler leaves behind beside its configuration.
    rmSync(join(configFolder, ".wrangler"), { recursive: true, force: true });
  }
}
