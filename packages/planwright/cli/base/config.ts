/**
 * Which deployment is meant, and with which key. From strongest to weakest: an option, a variable of the environment, `planwright.json` in
 * the folder or one above, the credentials of the user, the address of a local deployment. A key stands in no file of the project.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { usageFailure } from "./command-failure.ts";
import type { Surroundings } from "./surroundings.ts";

export const configName = "planwright.json";
export const localUrl = "http://127.0.0.1:8787";

/** The content of `planwright.json`. Everything is optional. */
export interface ProjectConfig {
  /** Address of the deployment. */
  readonly url?: string;
  /** Tenant that an operator's token means. */
  readonly tenant?: string;
  /** File of exported tools, agents and workflows, for `check` and `types`. */
  readonly catalog?: string;
  /** File into which `types` writes. */
  readonly types?: string;
}

const members = ["$schema", "url", "tenant", "catalog", "types"];

export interface FoundConfig {
  /** Path of the file. Absent if there is none. */
  readonly file?: string;
  /** Folder that names in it start from: that of the file, else the current one. */
  readonly folder: string;
  readonly config: ProjectConfig;
}

/** The nearest `planwright.json`, upwards from the current folder. */
export function findConfig({ cwd }: Pick<Surroundings, "cwd">): FoundConfig {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, configName);
    if (existsSync(file)) return { file, folder, config: readConfig(file) };
    if (dirname(folder) === folder) return { folder: cwd, config: {} };
  }
}

function readConfig(file: string): ProjectConfig {
  const refused = (finding: string) =>
    usageFailure(`Cannot read ${file}: ${finding}`, `mend ${file}, or delete it: every member of it has a default`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw refused(`required JSON, found ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refused("required a JSON object");
  for (const [name, member] of Object.entries(value)) {
    if (name === "token" || name === "key")
      throw refused(`a key does not belong into a file of the project, found ${name}; set PLANWRIGHT_TOKEN instead`);
    if (!members.includes(name)) throw refused(`required members out of ${members.join(", ")}, found ${name}`);
    if (typeof member !== "string" || member === "") throw refused(`required text as ${name}`);
  }
  return value;
}

/** The options of every command that asks a deployment. */
export interface TargetOptions {
  readonly url?: string;
  readonly token?: string;
  readonly tenant?: string;
  readonly allowHttp?: boolean;
}

export interface Target {
  /** Origin of the deployment. */
  readonly origin: string;
  /** Where the address comes from, in words. */
  readonly urlSource: string;
  readonly token?: string;
  /** Where the key comes from, in words. */
  readonly tokenSource?: string;
  readonly tenant?: string;
}

/** The deployment and the key that these options mean here. */
export function targetOf(options: TargetOptions, surroundings: Surroundings): Target {
  const { env } = surroundings;
  const { config, file } = findConfig(surroundings);
  const [text, urlSource] = first(
    [options.url, "--url"],
    [env.PLANWRIGHT_URL, "PLANWRIGHT_URL"],
    [config.url, file ?? configName],
  ) ?? [localUrl, "the default: no --url, no PLANWRIGHT_URL and no planwright.json names one"];
  const origin = originOf(text, urlSource);
  const token = first(
    [options.token, "--token"],
    [env.PLANWRIGHT_TOKEN, "PLANWRIGHT_TOKEN"],
    [keptToken(origin, surroundings), credentialsFile(surroundings)],
  );
  const tenant = first([options.tenant, ""], [env.PLANWRIGHT_TENANT, ""], [config.tenant, ""])?.[0];
  if (token !== undefined) {
    if (!/^[\x21-\x7e]+$/.test(token[0]))
      throw usageFailure(`Cannot use the key of ${token[1]}: required visible ASCII characters without spaces`);
    const isSafe = origin.startsWith("https:") || isLoopback(origin) || options.allowHttp || env.PLANWRIGHT_ALLOW_HTTP;
    if (!isSafe)
      throw usageFailure(
        `Cannot send a key to ${origin}: required https:, found an address that everybody on the way can read`,
        `use the address with https:, or add --allow-http if the network is yours alone`,
      );
  }
  return {
    origin,
    urlSource,
    ...(token !== undefined && { token: token[0], tokenSource: token[1] }),
    ...(tenant !== undefined && { tenant }),
  };
}

function first(
  ...candidates: readonly (readonly [string | undefined, string])[]
): readonly [string, string] | undefined {
  const found = candidates.find(([value]) => value !== undefined && value !== "");
  return found?.[0] === undefined ? undefined : [found[0], found[1]];
}

function originOf(text: string, source: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageFailure(
      `Cannot use the address of ${source}: required one such as https://planwright.example.com, found ${JSON.stringify(text)}`,
    );
  if (url.username !== "" || url.password !== "")
    throw usageFailure(`Cannot use the address of ${source}: required one without a user name or password`);
  return url.origin;
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Where the keys of the user are kept, by the address of their deployment. Nobody else may read it. */
function credentialsFile({ env, home }: Pick<Surroundings, "env" | "home">): string {
  return join(env.XDG_CONFIG_HOME ?? join(home, ".config"), "planwright", "credentials.json");
}

function keptTokens(surroundings: Pick<Surroundings, "env" | "home">): { readonly [origin: string]: unknown } {
  const file = credentialsFile(surroundings);
  if (!existsSync(file)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw usageFailure(`Cannot read ${file}: required a JSON object of keys by address`, `delete ${file}`);
}

/** The key that is kept for an address; undefined if there is none. */
export function keptToken(origin: string, surroundings: Pick<Surroundings, "env" | "home">): string | undefined {
  const tokens = keptTokens(surroundings);
  const token = Object.hasOwn(tokens, origin) ? tokens[origin] : undefined;
  return typeof token === "string" ? token : undefined;
}

/** The name under which the token of the operator of an address is kept beside its key. */
export function operatorPlace(origin: string): string {
  return `${origin}#operator`;
}

/** The token of the operator that `planwright deploy` has kept for an address; undefined if there is none. */
export function keptOperator(origin: string, surroundings: Pick<Surroundings, "env" | "home">): string | undefined {
  return keptToken(operatorPlace(origin), surroundings);
}

/** Keeps a key for later commands of this user. */
export function keepToken(origin: string, token: string, surroundings: Pick<Surroundings, "env" | "home">): string {
  const file = credentialsFile(surroundings);
  const tokens = { ...keptTokens(surroundings), [origin]: token };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(tokens, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
  return file;
}
