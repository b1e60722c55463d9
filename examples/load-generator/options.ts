/**
 * The command line of the load generator. It refuses what it does not know, so that a misspelled option never makes another load
 * than was asked for.
 */
import { parseArgs } from "node:util";
import { type Kind, kinds } from "./kinds.ts";

export const usage = `Usage: npm run load -- --url http://127.0.0.1:8787/graphql [options]
  --rate N          executions begun per second, in an open loop (5)
  --seconds N       how long (60)
  --mix A,B,…       kinds, in turn: ${Object.keys(kinds).join(", ")} (chain,parallel)
  --watchers N      executions that are followed at a time, event by event (10)
  --transport T     how they are followed: sse, ws or both in turn (both)
  --cancel N        percentage of executions that are cancelled in the middle (0)
  --decline N       percentage of questions to people that are declined (20)
  --drain N         seconds to wait for the rest after the load has stopped (120)
  --seed N          what the chances are drawn from (1)
  --json            prints the figures as JSON
  --setup           first registers the example world, whose servers must run; nothing is registered otherwise
  --mcp, --a2a, --agent URL   their addresses, with --setup (http://127.0.0.1:8788/mcp, :8791, :8790)
  --help            prints this
The variable PLANWRIGHT_TOKEN holds the bearer token, if one is needed.
Exits with 0 if every accepted execution ended and watchers received exactly what is stored, 1 if not or if nothing was accepted,
2 on a command line that cannot be used.`;

export type TransportChoice = "sse" | "ws" | "both";

export interface LoadOptions {
  /** Address of the GraphQL endpoint. */
  readonly url: string;
  /** Null for none. */
  readonly token: string | null;
  readonly ratePerSecond: number;
  readonly durationMs: number;
  readonly mix: readonly Kind[];
  readonly watchers: number;
  readonly transport: TransportChoice;
  /** From 0 to 1. */
  readonly cancelShare: number;
  /** From 0 to 1. */
  readonly declineShare: number;
  readonly drainMs: number;
  readonly seed: number;
}

export interface CommandLine {
  readonly load: LoadOptions;
  readonly printsJson: boolean;
  /** Null unless `--setup`. */
  readonly setup: SetupAddresses | null;
}

export interface SetupAddresses {
  readonly mcpUrl: string;
  readonly a2aUrl: string;
  readonly agentUrl: string;
}

export type ParsedCommandLine =
  | { readonly kind: "OK"; readonly commandLine: CommandLine }
  | { readonly kind: "HELP" }
  | { readonly kind: "REFUSED"; readonly message: string };

const shape = {
  url: { type: "string" },
  rate: { type: "string", default: "5" },
  seconds: { type: "string", default: "60" },
  mix: { type: "string", default: "chain,parallel" },
  watchers: { type: "string", default: "10" },
  transport: { type: "string", default: "both" },
  cancel: { type: "string", default: "0" },
  decline: { type: "string", default: "20" },
  drain: { type: "string", default: "120" },
  seed: { type: "string", default: "1" },
  json: { type: "boolean", default: false },
  setup: { type: "boolean", default: false },
  mcp: { type: "string" },
  a2a: { type: "string" },
  agent: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

class Refusal extends Error {}

/** `token` is null where no credential is needed. */
export function parseCommandLine(args: readonly string[], token: string | null): ParsedCommandLine {
  try {
    const { values } = parseArgs({ args: [...args], options: shape, strict: true, allowPositionals: false });
    if (values.help) return { kind: "HELP" };
    const load: LoadOptions = {
      url: address("url", values.url),
      token,
      ratePerSecond: number("rate", values.rate, 0.01, 10_000),
      durationMs: number("seconds", values.seconds, 0.1, 86_400) * 1_000,
      mix: mixOf(values.mix),
      watchers: wholeNumber("watchers", values.watchers, 1_000),
      transport: transportOf(values.transport),
      cancelShare: number("cancel", values.cancel, 0, 100) / 100,
      declineShare: number("decline", values.decline, 0, 100) / 100,
      drainMs: number("drain", values.drain, 0, 86_400) * 1_000,
      seed: wholeNumber("seed", values.seed, 4_294_967_295),
    };
    const setup = setupOf(values);
    return { kind: "OK", commandLine: { load, printsJson: values.json, setup } };
  } catch (error) {
    // What `parseArgs` refuses is a TypeError with a code of its own.
    if (error instanceof Refusal) return { kind: "REFUSED", message: error.message };
    if (error instanceof TypeError && "code" in error) {
      return { kind: "REFUSED", message: `Cannot read the command line: ${error.message}` };
    }
    throw error;
  }
}

/** Where the example world is unless another address is given. */
const exampleWorld = {
  mcp: "http://127.0.0.1:8788/mcp",
  a2a: "http://127.0.0.1:8791",
  agent: "http://127.0.0.1:8790",
} as const;

type World = keyof typeof exampleWorld;

function setupOf(values: { readonly [name in World]?: string } & { readonly setup: boolean }): SetupAddresses | null {
  const at = (name: World) => address(name, values[name] ?? exampleWorld[name]);
  if (values.setup) return { mcpUrl: at("mcp"), a2aUrl: at("a2a"), agentUrl: at("agent") };
  for (const name of ["mcp", "a2a", "agent"] as const)
    if (values[name] !== undefined) throw new Refusal(`Cannot take --${name}: required --setup beside it, found none`);
  return null;
}

function address(name: string, text: string | undefined): string {
  const url = text === undefined ? null : URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new Refusal(`Cannot take --${name}: required an http: or https: address, found ${text ?? "nothing"}`);
}

function number(name: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new Refusal(`Cannot take --${name}: required a number from ${minimum} to ${maximum}, found "${text}"`);
}

function wholeNumber(name: string, text: string, maximum: number): number {
  const value = number(name, text, 0, maximum);
  if (Number.isInteger(value)) return value;
  throw new Refusal(`Cannot take --${name}: required a whole number from 0 to ${maximum}, found "${text}"`);
}

function mixOf(text: string): readonly Kind[] {
  return text.split(",").map((name) => {
    if (Object.hasOwn(kinds, name)) return name as Kind;
    throw new Refusal(`Cannot take --mix: required kinds among ${Object.keys(kinds).join(", ")}, found "${name}"`);
  });
}

function transportOf(text: string): TransportChoice {
  if (text === "sse" || text === "ws" || text === "both") return text;
  throw new Refusal(`Cannot take --transport: required sse, ws or both, found "${text}"`);
}
