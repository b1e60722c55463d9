/**
 * The folder of a deployment that serves itself: everything that has to be kept is in it, and in nothing else.
 *
 *     planwright.data   the format of the folder
 *     objects/          executions, conversations, registries, artifacts: one SQLite database for each object
 *     secrets.env       ID_SEALING_SECRET and ADMIN_TOKEN, unless the environment has them
 *     running.json      the processes that serve it
 *     runtime/          what is made again at each start
 *     .gitignore        so that a project in whose folder this one is does not publish its secrets
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { usageFailure } from "../base/command-failure.ts";
import { leaveOutOfGit } from "../base/left-out-of-git.ts";

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
    // Empty if a start before was cut off.
    const found = existsSync(mark) ? readFileSync(mark, "utf8") : "";
    if (found !== "") {
      if (found !== format)
        throw usageFailure(
          `Cannot use ${this.path}: required a folder in the format ${format.trim()}, found ${found.trim().slice(0, 40)}`,
          "use the version of planwright that made it, or a later one",
        );
    } else if (
      existsSync(this.path) &&
      readdirSync(this.path).some((name) => !["lost+found", formatFile].includes(name))
    ) {
      throw usageFailure(
        `Cannot use ${this.path}: required an empty folder or one that planwright serve made, found other files`,
        `another folder after --data`,
      );
    }
    makeFolder(this.path);
    if (found === "") writeFileSync(mark, format, { flush: true });
    leaveOutOfGit(this.path);
    makeFolder(this.objects);
    rmSync(this.runtime, { recursive: true, force: true });
    mkdirSync(this.runtime, { recursive: true });
  }

  /** The secrets that are kept here: those that `given` lacks are made once. Ids and cursors derive from the first. */
  secrets(given: { readonly [name: string]: string | undefined }): { readonly [name: string]: string } {
    const kept = existsSync(this.secretsFile) ? parseEnv(readFileSync(this.secretsFile, "utf8")) : {};
    const isNeeded = (name: string) => given[name] === undefined || given[name] === "";
    // One that is made now would fit nothing that was stored under the one before.
    if (isNeeded("ID_SEALING_SECRET") && kept.ID_SEALING_SECRET === undefined && readdirSync(this.objects).length > 0)
      throw usageFailure(
        `Cannot serve ${this.path}: required the ID_SEALING_SECRET that it was served with before, found none in ${this.secretsFile} and none in the settings`,
        "put that file back from a backup, or give the secret as it was given before",
        "if it is lost, give a new one: every id, link and webhook signature changes with it",
      );
    const secrets: Record<string, string> = {};
    for (const name of ["ID_SEALING_SECRET", "ADMIN_TOKEN"]) {
      if (!isNeeded(name)) continue;
      secrets[name] = kept[name] ?? randomBytes(32).toString("hex");
    }
    if (Object.keys(secrets).some((name) => kept[name] === undefined)) this.#keep({ ...kept, ...secrets });
    return secrets;
  }

  /** Writes the secrets whole or not at all: without the first of them nobody would know any id that was given out. */
  #keep(secrets: NodeJS.Dict<string>): void {
    const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
    const unfinished = `${this.secretsFile}.new`;
    writeFileSync(unfinished, lines.join(""), { mode: 0o600, flush: true });
    renameSync(unfinished, this.secretsFile);
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

/** Makes a folder and those above it, which are nobody else's. That of Node for both never ends where no folder can be made, such as in `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
