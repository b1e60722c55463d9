/**
 * What no case may do, whatever its input is: throw, fail with a fault of ours, show anything of our inside, change what all objects
 * inherit, take more CPU than its limit, or answer with far more than was asked with. Hangs are seen from outside (`fuzz-run.ts`), growth
 * over many cases (`growth.ts`).
 */
import type { Family, Observation } from "./family.ts";
import { jsonText } from "./json-text.ts";

export type Verdict =
  | { readonly kind: "FINE"; readonly depth: string; readonly cpuMs: number }
  | { readonly kind: "FAULT"; readonly rule: Rule; readonly finding: string; readonly cpuMs: number };

export type Rule = "THREW" | "SERVER_ERROR" | "UNMASKED" | "PROTOTYPE" | "SLOW" | "OUTPUT" | "FAMILY";

export const limits = { cpuMs: 250, outputBytes: 524_288, outputPerInput: 16 };

/** Words that only an error of the runtime or of this software has. No generator writes them. */
const unmasked =
  /is not a function|Cannot read propert|Cannot set propert|is not iterable|Maximum call stack|[\w$] is not defined\b|Invalid array length|Invalid string length|node_modules|\.(?:ts|mjs|js):\d+:\d+|node:internal|at async |INTERNAL_SERVER_ERROR|this software failed|Internal (?:server )?error|undefined is not|Converting circular|Cannot convert undefined/i;

const guarded = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Error, Date];
const prototypes = guarded.map(({ prototype }) => prototype as object);

function surface(prototype: object): readonly (readonly [PropertyKey, unknown])[] {
  return Reflect.ownKeys(prototype).map((key) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    return [key, descriptor?.value ?? descriptor?.get] as const;
  });
}

const untouched = prototypes.map(surface);

/** What was changed of what all objects inherit, and puts it right for the cases that follow. Null if nothing was. */
export function prototypeChange(): string | null {
  for (const [at, prototype] of prototypes.entries()) {
    const before = new Map(untouched[at]);
    for (const key of Reflect.ownKeys(prototype)) {
      if (!before.has(key)) {
        Reflect.deleteProperty(prototype, key);
        return `${guarded[at]?.name}.prototype has got ${String(key)}`;
      }
    }
    for (const [key, value] of before) {
      const now = Object.getOwnPropertyDescriptor(prototype, key);
      if (now !== undefined && Object.is(now.value ?? now.get, value)) continue;
      Object.defineProperty(prototype, key, { value, configurable: true, writable: true, enumerable: false });
      return `${guarded[at]?.name}.prototype.${String(key)} was changed`;
    }
  }
  return null;
}

/** Faults that were logged or rejected with nobody listening since this was last asked. */
const stray: string[] = [];

/** Notes what the product logs as a fault of its own, and rejections that nobody handles. Called once, by whoever owns the thread. */
export function watchFaults(): void {
  console.error = (...words: readonly unknown[]) => stray.push(words.map(String).join(" ").slice(0, 500));
  console.info = () => undefined;
  console.warn = () => undefined;
  process.on("unhandledRejection", (error) => stray.push(`nobody handled ${wordsOf(error)}`));
  process.on("uncaughtException", (error) => stray.push(`nobody caught ${wordsOf(error)}`));
}

/** Runs one case and judges it. */
export async function judge(family: Family, input: unknown): Promise<Verdict> {
  stray.length = 0;
  const start = process.threadCpuUsage();
  let observation: Observation;
  try {
    observation = await family.run(input);
  } catch (error) {
    prototypeChange();
    return { kind: "FAULT", rule: "THREW", finding: wordsOf(error), cpuMs: cpuSince(start) };
  }
  const cpuMs = cpuSince(start);
  // Rejections that nobody handles are told when the turn is over, and what a case left waiting would pile up otherwise.
  await new Promise((resolve) => setImmediate(resolve));
  const fault = faultOf(family, input, observation, cpuMs);
  return fault === null ? { kind: "FINE", depth: observation.depth, cpuMs } : { kind: "FAULT", ...fault, cpuMs };
}

/** What is wrong with an observation. */
export function faultOf(
  family: Family,
  input: unknown,
  { finding, shown, status }: Observation,
  cpuMs: number,
): { readonly rule: Rule; readonly finding: string } | null {
  const change = prototypeChange();
  if (change !== null) return { rule: "PROTOTYPE", finding: change };
  const text = typeof shown === "string" ? shown : jsonText(shown);
  const logged = stray.length === 0 ? "" : ` (logged: ${stray.splice(0).join(" | ").slice(0, 1_000)})`;
  if (status !== undefined && status >= 500)
    return { rule: "SERVER_ERROR", finding: `HTTP ${status}: ${text.slice(0, 300)}${logged}` };
  const told = unmasked.exec(text);
  if (told !== null)
    return { rule: "UNMASKED", finding: `${text.slice(Math.max(0, told.index - 150), told.index + 150)}${logged}` };
  if (logged !== "") return { rule: "THREW", finding: `a fault was met by nobody${logged}` };
  if (finding !== undefined) return { rule: "FAMILY", finding };
  const limitMs = family.limitMs ?? limits.cpuMs;
  if (cpuMs > limitMs)
    return { rule: "SLOW", finding: `required ${limitMs} ms of CPU at most, found ${cpuMs.toFixed(0)}` };
  const most = (family.outputBytes ?? limits.outputBytes) + limits.outputPerInput * sizeOf(input);
  if (text.length > most)
    return { rule: "OUTPUT", finding: `required ${most} characters at most, found ${text.length}` };
  return null;
}

/** Characters of an input, as far as the bound of the output needs them. */
function sizeOf(input: unknown): number {
  if (typeof input === "string") return input.length;
  return (
    JSON.stringify(input, (_, value) => (value instanceof Uint8Array ? "x".repeat(value.byteLength) : value)) ?? ""
  ).length;
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { system, user } = process.threadCpuUsage(start);
  return (system + user) / 1_000;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500);
  return `${error.stack ?? error.message}`.split("\n").slice(0, 6).join(" ").slice(0, 900);
}
