/** Runs the cases of a run in one thread, round by round, and tells what each family showed. Says before each case which it is. */
import { caseRandom, casesByFamily, type Family } from "./family.ts";
import { grownBytes, heapBytes, mostGrownBytes, rounds } from "./growth.ts";
import { jsonText } from "./json-text.ts";
import { minimised, wordsOf } from "./minimise.ts";
import { judge, type Rule, type Verdict } from "./oracle.ts";

export interface FoundFault {
  readonly family: string;
  readonly index: number;
  readonly rule: Rule | "HUNG" | "GROWTH";
  readonly finding: string;
  /** The smallest input that was found to fail like this, as text; empty where there is none. */
  readonly input: string;
}

export interface FamilyReport {
  readonly family: string;
  readonly cases: number;
  /** How many cases came how deep. */
  readonly depths: { readonly [depth: string]: number };
  /** Share of cases that came deeper than a refusal at the first check. */
  readonly deepShare: number;
  readonly slowest: { readonly index: number; readonly cpuMs: number };
  readonly cpuMs: number;
}

export interface RunReport {
  readonly families: readonly FamilyReport[];
  readonly faults: readonly FoundFault[];
  /** Heap after each round, and what the rounds after the warm-up added. */
  readonly heap: readonly number[];
  readonly grownBytes: number;
}

export interface RunRequest {
  readonly seed: number;
  readonly cases: number;
  /** One case alone, by its number; all if left out. */
  readonly only?: number;
  /** Most faults before the run gives up. */
  readonly mostFaults?: number;
}

interface Tally {
  cases: number;
  depths: Map<string, number>;
  slowest: { index: number; cpuMs: number };
  cpuMs: number;
}

/** Runs every case. `begin` is called before each. */
export async function runCases(
  families: readonly Family[],
  { cases, mostFaults = 20, only, seed }: RunRequest,
  begin: (family: number, index: number) => void,
): Promise<RunReport> {
  const counts = casesByFamily(families, cases);
  const tallies = families.map(
    (): Tally => ({ cases: 0, depths: new Map(), slowest: { index: 0, cpuMs: 0 }, cpuMs: 0 }),
  );
  const faults: FoundFault[] = [];
  const heap: number[] = [];
  for (let round = 0; round < rounds && faults.length < mostFaults; round++) {
    for (const [at, family] of families.entries()) {
      const count = counts.get(family.name) ?? 0;
      const [from, to] = [Math.floor((count * round) / rounds), Math.floor((count * (round + 1)) / rounds)];
      const indexes = only === undefined ? range(from, to) : round === 0 ? [only] : [];
      for (const index of indexes) {
        if (faults.length >= mostFaults) break;
        begin(at, index);
        const verdict = await caseVerdict(family, seed, index);
        note(tallies[at], index, verdict);
        if (verdict.kind === "FINE") continue;
        // One fault is often met by many cases: it is told once.
        if (faults.some((fault) => fault.family === family.name && isAlike(fault, verdict))) continue;
        begin(at, index);
        const input = family.generate(caseRandom(seed, family.name, index));
        // Each attempt at a smaller input that is slow takes as long as the case.
        const smallest = verdict.rule === "SLOW" ? input : await minimised(family, input, verdict);
        faults.push({ family: family.name, index, ...withoutKind(verdict), input: jsonText(smallest).slice(0, 2_000) });
      }
    }
    heap.push(heapBytes());
  }
  const grown = only === undefined ? grownBytes(heap) : 0;
  if (grown > mostGrownBytes) {
    const finding = `required at most ${mostGrownBytes} bytes more after the warm-up, found ${grown}`;
    faults.push({ family: families.map(({ name }) => name).join(","), index: 0, rule: "GROWTH", finding, input: "" });
  }
  return { families: families.map((family, at) => reportOf(family, tallies[at])), faults, heap, grownBytes: grown };
}

/** A case that is slow is run twice more: only what is slow each time is slow by itself. */
async function caseVerdict(family: Family, seed: number, index: number): Promise<Verdict> {
  const run = () => judge(family, family.generate(caseRandom(seed, family.name, index)));
  const first = await run();
  if (first.kind === "FINE" || first.rule !== "SLOW") return first;
  const again = [await run(), await run()];
  return again.find(({ kind }) => kind === "FINE") ?? first;
}

function isAlike(known: FoundFault, { finding, rule }: Verdict & { kind: "FAULT" }): boolean {
  return known.rule === rule && wordsOf(known.finding) === wordsOf(finding);
}

function withoutKind({ finding, rule }: Verdict & { kind: "FAULT" }) {
  return { finding, rule };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function note(tally: Tally | undefined, index: number, verdict: Verdict): void {
  if (tally === undefined) return;
  const depth = verdict.kind === "FINE" ? verdict.depth : verdict.rule;
  tally.cases += 1;
  tally.cpuMs += verdict.cpuMs;
  tally.depths.set(depth, (tally.depths.get(depth) ?? 0) + 1);
  if (verdict.cpuMs > tally.slowest.cpuMs) tally.slowest = { index, cpuMs: verdict.cpuMs };
}

function reportOf({ deep, name }: Family, tally: Tally | undefined): FamilyReport {
  const { cases = 0, cpuMs = 0, depths = new Map<string, number>(), slowest = { index: 0, cpuMs: 0 } } = tally ?? {};
  const deepCases = deep.reduce((sum, depth) => sum + (depths.get(depth) ?? 0), 0);
  return {
    ...{ family: name, cases, depths: Object.fromEntries(depths), slowest, cpuMs },
    deepShare: cases === 0 ? 0 : deepCases / cases,
  };
}
