/** The tables that `npm run bench` prints of the parts that ran. */
import { describe, expect, it } from "vitest";
import { report } from "../../bench/report/report.mjs";
import { middleRound } from "../../bench/warm/rounds.mjs";

const base = {
  at: "2026-11-25T12:00:00.000Z",
  quick: false,
  seconds: 1,
  machine: { cores: 2, cpu: "any", memoryBytes: 1024 ** 3, os: "Linux", versions: {} },
};
const both = (floor: number, product: number) => ({ floor, product, lowest: 0.9, highest: 2.5 });
const warm8 = both(10, 15);
const warm300 = {
  times: both(10, 11),
  perSecond: both(100, 110),
  cpuMs: both(4, 5),
  perStep: both(1, 2),
  tenths: both(1, 1.05),
};

function titlesOf(result: object): readonly string[] {
  const rows = report({ ...base, ...result }).split("\n");
  return rows.flatMap((line) => (/^\| (?!-)/.test(line) ? [line.split(" | ")[0]?.slice(2) ?? ""] : []));
}

describe("the tables of a bench", () => {
  it("[N263] show each part that ran, also where the other half of its table did not", () => {
    const head = "each on a runtime by itself";
    const after300 = [
      "five 0 ms steps after 300 executions, p50",
      "executions per second, 16 callers, after 300",
      "CPU of the runtime for each of these, ms",
      "each of 1,000 steps of 0 ms, p50",
      "the last 100 of these ÷ the first 100",
    ];
    const after8 = "five 0 ms steps after 8 executions, p50";
    expect(titlesOf({ warm300 })).toEqual([head, ...after300]);
    expect(titlesOf({ warm8 })).toEqual([head, after8]);
    expect(titlesOf({ warm8, warm300 })).toEqual([head, after8, ...after300]);
    expect(titlesOf({})).toEqual([]);
  });

  it("[N1025] show of several rounds the one in the middle, with the outermost ratios of all", () => {
    const rows = report({ ...base, warm8, warm300: { ...warm300, cpuMs: middleRound([{ floor: 1, product: null }]) } });
    const after8 = "| five 0 ms steps after 8 executions, p50 | 10 ms | 15 ms | 1.50 | 0.90–2.50 | ≤ 1.6 ✓ |";
    const uncounted = "| CPU of the runtime for each of these, ms | not counted | not counted |  |  |  |";
    expect(rows.split("\n")).toEqual(expect.arrayContaining([after8, uncounted]));
  });

  it("[N1025] show deliveries by the round in the middle, with the outermost ratios of all", () => {
    const delays = { delayP50Ms: 2, delayP95Ms: 3 };
    const one = { count: 1, floor: 1000, product: 790, lowest: 0.7, highest: 0.9, target: 0.8, ...delays };
    const many = { ...one, count: 100, product: 2000, lowest: 2, highest: 2, target: null };
    expect(
      report({ ...base, deliveries: [one, many] })
        .split("\n")
        .slice(-2),
    ).toEqual([
      "| to 1 watcher | 1000 | 790 | 0.79 | 0.70–0.90 | ≥ 0.8 ✗ | 2.00 ms / 3.00 ms |",
      "| to 100 watchers | 1000 | 2000 | 2.00 | 2.00–2.00 |  | 2.00 ms / 3.00 ms |",
    ]);
  });

  it("[N225] hold a start against milliseconds, with its processor time beside where it was counted", () => {
    const health = { ms: { floor: 20, product: 80 }, cpuMs: { floor: 10, product: 60 } };
    const execution = { ms: { floor: 100, product: 700 }, cpuMs: { floor: null, product: null } };
    const rows = report({ ...base, starts: { health, execution } }).split("\n");
    expect(rows.slice(-4)).toEqual([
      "| from the process that begins to the answer of `/health`, p50 | 20 ms | 80 ms | 4.00 |  | ≤ 90 ms ✓ |",
      "| CPU of the runtime until then, ms | 10 | 60 | 6.00 |  |  |",
      "| from the process that begins to the answer of its first execution, five 0 ms steps, p50 | 100 ms | 700 ms | 7.00 |  | ≤ 600 ms ✗ |",
      "| CPU of the runtime until then, ms | not counted | not counted |  |  |  |",
    ]);
  });

  it("[N263] hold the memory of a watcher against the floor, with the floor that does not compress beside", () => {
    const bytes = { floor: 350 * 1024, plainFloor: 120 * 1024, product: 280 * 1024 };
    const shown = (idleMemory: object) =>
      report({ ...base, idleMemory })
        .split("\n")
        .at(-1);
    expect(shown({ bytes, count: 450, target: 1.1 })).toBe(
      "| for each of 450 watchers that wait | 350.0 KB | 120.0 KB | 280.0 KB | 0.80 | ≤ 1.1 ✓ |",
    );
    expect(shown({ bytes: { floor: null, plainFloor: null, product: null }, count: 450, target: 1.1 })).toBe(
      "| for each of 450 watchers that wait | not counted | not counted | not counted |  |  |",
    );
  });
});
