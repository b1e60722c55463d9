/**
 * The folder of a deployment that serves itself: everything that has to be kept is in it, and in nothing else.
 *
 *     planwright.data   the format of the folder
 *     objects/          executions, conversations, registries, artifacts: one SQLite database for each object
 *     secrets.env       ID_SEALING_SECRET and ADMIN_TOKEN, unless the environment has them
 *     running.json      the processes that serve it
 *     runtime/          what is made again at each start
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { usageFailure } from "../base/command-failure.ts";

const formatFile = "planwright.data";
const format = "planwright.data/1\n";

export class DataFolder {
  readonly path: string;
  readonly objects: string;
  readonly runtime: string;
  /** A Worker that is bundled at the start. */
  readonly worker: string;
  readonly secretsFile: string;
  readonly #running: string;

  constructor(path: string) {
    this.path = path;
    this.objects = join(path, "objects");
    this.runtime = join(path, "runtime");
    this.worker = join(this.runtime, "worker");
    this.secretsFile = join(path, "secrets.env");
    this.#running = join(path, "running.json");
  }

  /** Makes what is missing. A folder that holds something else is left alone. */
  prepare(): void {
    const mark = join(this.path, formatFile);
    if (existsSync(mark)) {
      const found = readFileSync(mark, "utf8");
      if (found !== format)
        throw usageFailure(
          `Cannot use ${this.path}: required a folder in the format ${format.trim()}, found ${found.trim().slice(0, 40)}`,
          "use the version of planwright that made it, or a later one",
        );
    } else if (existsSync(this.path) && readdirSync(this.path).some((name) => name !== "lost+found")) {
      throw usageFailure(
        `Cannot use ${this.path}: required an empty folder or one that planwright serve made, found other files`,
        `another folder after --data`,
      );
    }
    // What executions hold is nobody else's.
    for (const folder of [this.path, this.objects]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(mark, format);
    rmSync(this.runtime, { recursive: true, force: true });
    mkdirSync(this.runtime, { recursive: true });
  }

  /** The secrets that are kept here: those that `given` lacks are made once. Ids and cursors derive from the first. */
  secrets(given: { readonly [name: string]: string | undefined }): { readonly [name: string]: string } {
    const kept = existsSync(this.secretsFile) ? parseEnv(readFileSync(this.secretsFile, "utf8")) : {};
    const secrets: Record<string, string> = {};
    for (const name of ["ID_SEALING_SECRET", "ADMIN_TOKEN"]) {
      if (given[name] !== undefined && given[name] !== "") continue;
      secrets[name] = kept[name] ?? randomBytes(32).toString("hex");
    }
    const text = Object.entries({ ...kept, ...secrets })
      .map(([name, value]) => `${name}=${value}\n`)
      .join("");
    if (text !== "") writeFileSync(this.secretsFile, text, { mode: 0o600 });
    return secrets;
  }

  /** Processes that a start before this one left in its note. */
  running(): { readonly server: number; readonly runtime: number } | undefined {
    try {
      const { runtime, server } = JSON.parse(readFileSync(this.#running, "utf8"));
      return typeof server === "number" && typeof runtime === "number" ? { server, runtime } : undefined;
    } catch {
      return undefined;
    }
  }

  noteRunning(runtime: number): void {
    writeFileSync(this.#running, JSON.stringify({ server: process.pid, runtime }));
  }

  forgetRunning(): void {
    rmSync(this.#running, { force: true });
  }
}
