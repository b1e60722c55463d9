/** wrangler as a program: the calls of a command, with wrangler's output when it fails. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";

/** As much of a configuration of wrangler as is used. */
export interface WranglerConfig {
  readonly file: string;
  readonly name: string;
  /** Path of the module of the Worker. Absent if none is named. */
  readonly main?: string;
  readonly vars: { readonly [name: string]: unknown };
  readonly buckets: readonly string[];
  readonly objects: readonly string[];
}

/** The configuration in the current folder. */
export function wranglerConfig({ cwd }: Pick<Surroundings, "cwd">): WranglerConfig {
  const names = ["wrangler.toml", "wrangler.jsonc", "wrangler.json"];
  const name = names.find((one) => existsSync(join(cwd, one)));
  if (name === undefined)
    throw usageFailure(
      `Cannot find the project: required wrangler.toml, wrangler.jsonc or wrangler.json in ${cwd}, found none`,
      "npm create planwright, which makes one, or change into the folder of the project",
    );
  const file = join(cwd, name);
  const text = readFileSync(file, "utf8");
  let config: unknown;
  try {
    config = name.endsWith(".toml") ? parseToml(text) : parseJsonc(text, [], { allowTrailingComma: true });
  } catch (error) {
    throw usageFailure(`Cannot read ${file}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
  }
  const value = objectOf(config);
  if (typeof value?.name !== "string")
    throw usageFailure(`Cannot use ${file}: required a name of the Worker, found none`);
  const listed = (list: unknown, member: string) =>
    (Array.isArray(list) ? list : []).flatMap((one) => {
      const found = objectOf(one)?.[member];
      return typeof found === "string" ? [found] : [];
    });
  return {
    file,
    name: value.name,
    ...(typeof value.main === "string" && { main: join(cwd, value.main) }),
    vars: objectOf(value.vars) ?? {},
    buckets: listed(value.r2_buckets, "bucket_name"),
    objects: listed(objectOf(value.durable_objects)?.bindings, "name"),
  };
}

function objectOf(value: unknown): { readonly [name: string]: unknown } | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly all: string;
}

export class Wrangler {
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Runs wrangler and gives how it ended. `input` is its standard input: a secret stands on no command line. */
  async run(args: readonly string[], input = ""): Promise<Ended> {
    const { cwd, env, signal } = this.#surroundings;
    const child = spawn("wrangler", args, {
      cwd,
      env: {
        ...env,
        PATH: programPath(this.#surroundings),
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_HIDE_BANNER: "true",
        WRANGLER_WRITE_LOGS: "false",
        NO_COLOR: "1",
        FORCE_COLOR: "0",
      },
      stdio: ["pipe", "pipe", "pipe"],
      signal,
      shell: process.platform === "win32",
    });
    let out = "";
    let all = "";
    child.stdout.on("data", (text) => {
      out += text;
      all += text;
    });
    child.stderr.on("data", (text) => {
      all += text;
    });
    // A program that reads nothing may have closed it.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", (error) => {
        const isMissing = "code" in error && error.code === "ENOENT";
        reject(isMissing ? wranglerMissing() : error);
      });
      child.once("close", (status) => resolve(status ?? 1));
    });
    return { code, out, all: stripVTControlCharacters(all) };
  }

  /** Runs wrangler, which must succeed. `what` names the action for the failure. */
  async demand(what: string, args: readonly string[], input = "", ...next: readonly string[]): Promise<Ended> {
    const ended = await this.run(args, input);
    if (ended.code === 0) return ended;
    throw new CommandFailure({
      exitCode: exitCodes.program,
      code: "WRANGLER_FAILED",
      message: `Cannot ${what}: wrangler ${args.join(" ")} ended with ${ended.code}\n${ended.all.trim().split("\n").slice(-15).join("\n")}`,
      next: next.length > 0 ? next : [`npx wrangler ${args.join(" ")}, to see all of it`],
    });
  }
}

export function wranglerMissing(): CommandFailure {
  return new CommandFailure({
    exitCode: exitCodes.program,
    code: "WRANGLER_MISSING",
    message: "Cannot run wrangler: required the package wrangler in this project, found none",
    next: ["npm install --save-dev wrangler"],
  });
}

/** The project's installation comes before that of the machine. */
function programPath({ cwd, env }: Pick<Surroundings, "cwd" | "env">): string {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, "node_modules", ".bin"));
    if (dirname(folder) === folder) break;
  }
  return [...folders.filter((folder) => existsSync(folder)), env.PATH ?? ""].join(delimiter);
}
