/** A run seen from outside: the thread that runs the cases, and the watchdog that ends it when a case hangs, and names the case. */
import { Worker } from "node:worker_threads";
import type { FoundFault, RunReport, RunRequest } from "./run-cases.ts";

export interface FuzzRequest extends RunRequest {
  /** Module that exports `families`; that of the product if left out. */
  readonly module?: URL;
  /** Names of the families that run. All if null. */
  readonly names: readonly string[] | null;
  /** Origin of a Worker that the cases are sent to. The product in a thread of Node if left out. */
  readonly url?: string;
  /** Wall time of one case, its minimising included. */
  readonly hangMs?: number;
}

export interface FuzzOutcome {
  /** Null if the thread was ended in the middle of a case. */
  readonly report: RunReport | null;
  readonly faults: readonly FoundFault[];
}

type Told =
  | { readonly kind: "FAMILIES"; readonly names: readonly string[] }
  | { readonly kind: "REPORT"; readonly report: RunReport };

const lookEveryMs = 100;

/** Runs the cases. Rejects if the thread cannot run at all. */
export function fuzz({ hangMs = 20_000, module, names, url, ...request }: FuzzRequest): Promise<FuzzOutcome> {
  const place = new Int32Array(new SharedArrayBuffer(12));
  const families = module ?? new URL("./families/families.ts", import.meta.url);
  const thread = new Worker(new URL("./fuzz-thread.ts", import.meta.url), {
    execArgv: [],
    workerData: { module: families.href, names, place, request, url: url ?? null },
  });
  return new Promise((resolve, reject) => {
    let known: readonly string[] = [];
    let seen = { begun: 0, at: performance.now() };
    const watchdog = setInterval(() => {
      const begun = Atomics.load(place, 2);
      // Before the first case the thread loads what it runs.
      if (begun !== seen.begun || begun === 0) seen = { begun, at: performance.now() };
      if (performance.now() - seen.at < hangMs) return;
      const family = known[Atomics.load(place, 0)] ?? "";
      const finding = `required an end within ${hangMs} ms, found none`;
      end({ report: null, faults: [{ family, index: Atomics.load(place, 1), rule: "HUNG", finding, input: "" }] });
    }, lookEveryMs);
    const end = (outcome: FuzzOutcome | Error): void => {
      clearInterval(watchdog);
      thread.terminate().then(() => (outcome instanceof Error ? reject(outcome) : resolve(outcome)), reject);
    };
    thread.on("message", (told: Told) => {
      if (told.kind === "FAMILIES") known = told.names;
      else end({ report: told.report, faults: told.report.faults });
    });
    thread.on("error", end);
  });
}

/** The command that runs one case again. */
export function commandOf({ family, index, rule }: FoundFault, seed: number, cases: number, target = "node"): string {
  const where = target === "node" ? "" : ` --target ${target}`;
  if (rule === "GROWTH") return `npm run fuzz -- --cases ${cases} --seed ${seed}${where}`;
  return `npm run fuzz -- --seed ${seed} --family ${family} --case ${index}${where}`;
}

/** A fault in the words of a report. */
export function faultText(fault: FoundFault, seed: number, cases: number, target = "node"): string {
  const { family, finding, index, input, rule } = fault;
  const lines = [`${rule} in ${family}, seed ${seed}, case ${index}: ${finding}`];
  if (input !== "") lines.push(`  input: ${input}`);
  return [...lines, `  again: ${commandOf(fault, seed, cases, target)}`].join("\n");
}
