/** The small run of every family, and that the oracle finds what was planted. The large run is `npm run fuzz`. */
import { describe, expect, it } from "vitest";
import { volume } from "../support/engine/volume.ts";
import { commandOf, fuzz } from "./fuzz-run.ts";

const module = new URL("./planted.ts", import.meta.url);

/** What computes for seconds until it is found. */
const isWhole = volume({ sample: false, whole: true });

/** Wall time of a case: a machine that does something else beside takes many times as long for what takes a second. */
const patientMs = 120_000;

/** The rule that a planted family breaks, and where. */
async function foundIn(name: string, cases = 150, hangMs = patientMs) {
  const { faults } = await fuzz({ module, names: [name], seed: 1, cases, hangMs, mostFaults: 1 });
  return faults[0];
}

describe("the oracle", () => {
  const planted: readonly (readonly [string, string, string])[] = [
    ["crash", "THREW", "TypeError"],
    ...(isWhole ? [["slow", "SLOW", "250 ms of CPU"] as const] : []),
    ["prototype", "PROTOTYPE", "Object.prototype has got polluted"],
    ["overwritten", "PROTOTYPE", "Array.prototype.map was changed"],
    ["unmasked", "UNMASKED", "Cannot read properties"],
    ["endless", "OUTPUT", "characters at most"],
    ["unheard", "THREW", "nobody listens"],
  ];
  it.each(planted)("finds the fault of the family %s and makes its input small", async (name, rule, words) => {
    const fault = await foundIn(name);
    const smallest = rule === "SLOW" ? '{"number":7,"other":["some","more"]}' : '{"number":7}';
    expect(fault).toMatchObject({ family: name, rule, input: smallest });
    expect(fault?.finding).toContain(words);
  });

  it("ends a case that hangs, and names it", async () => {
    const fault = await foundIn("hang", 60, 500);
    expect(fault).toMatchObject({ family: "hang", rule: "HUNG" });
    const again = await fuzz({ module, names: ["hang"], seed: 1, cases: 1, only: fault?.index ?? -1, hangMs: 500 });
    expect(again.faults).toMatchObject([{ rule: "HUNG", index: fault?.index }]);
    expect(fault === undefined ? "" : commandOf(fault, 1, 60)).toBe(
      `npm run fuzz -- --seed 1 --family hang --case ${fault?.index}`,
    );
  });

  it.runIf(isWhole)("finds memory that is never given back, and none where there is none", async () => {
    expect(await foundIn("growth", 120)).toMatchObject({ rule: "GROWTH" });
    expect(await foundIn("fine", 120)).toBeUndefined();
  });
});

describe("whatever comes from outside", () => {
  it("[E12][E13] is taken or refused in words: no fault, no hang, no change of a prototype, no growth", async () => {
    const { faults, report } = await fuzz({
      names: null,
      seed: 7,
      hangMs: patientMs,
      cases: volume({ sample: 100, whole: 500 }),
    });
    expect(faults).toEqual([]);
    // A family whose every case is refused at the first check would show nothing.
    for (const { deepShare, family } of report?.families ?? [])
      expect([family, deepShare > 0.1]).toEqual([family, true]);
    expect(report?.families.length).toBeGreaterThan(10);
  });
});
