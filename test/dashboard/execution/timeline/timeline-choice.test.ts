/** What is shown of a long timeline. */
import { describe, expect, it } from "vitest";
import type { RowCost } from "../../../../dashboard/execution/costs/row-costs.ts";
import {
  aroundRow,
  chosenLines,
  countsByStatus,
  everyLine,
  groupKeys,
  isPlain,
  zoomed,
} from "../../../../dashboard/execution/timeline/timeline-choice.ts";
import { linesOf } from "../../../../dashboard/execution/timeline/timeline-lines.ts";
import { ticksOf } from "../../../../dashboard/execution/timeline/timeline-scale.ts";
import { stepRow } from "../step-row.ts";

const none = { folded: new Set<string>(), children: new Map() };

const ran = (stepId: string, ms: number, more: Partial<ReturnType<typeof stepRow>> = {}) =>
  stepRow(stepId, { status: "SUCCEEDED", startedAt: 0, finishedAt: ms, ...more });

const rows = [
  stepRow("group", { kind: "PARALLEL", status: "PARTIAL", startedAt: 0, finishedAt: 90 }),
  ran("quick", 5, { groupId: "group" }),
  ran("slow", 900, { groupId: "group", callableName: "search_web" }),
  ran("broken", 50, { status: "FAILED", failure: { code: "TOOL_ERROR", message: "The Disk is full" } }),
];

describe("a choice of steps", () => {
  const ids = (choice: Partial<typeof everyLine>, folded: ReadonlySet<string> = new Set()) =>
    chosenLines(rows, { ...none, folded }, { ...everyLine, ...choice }, 1_000).map(({ row }) => row.stepId);

  it("[N624] shows every line in the order of the plan unless something is chosen", () => {
    expect(chosenLines(rows, none, everyLine, 0)).toEqual(linesOf(rows, none));
    expect([
      isPlain(everyLine),
      isPlain({ ...everyLine, text: " " }),
      isPlain({ ...everyLine, order: "DURATION" }),
    ]).toEqual([true, true, false]);
  });

  it("[N624] finds steps by status, name, callable and error, also folded ones, without their groups, and the slowest first", () => {
    expect(ids({ status: "FAILED" })).toEqual(["broken"]);
    expect(ids({ text: "SEARCH" })).toEqual(["slow"]);
    expect(ids({ text: "disk" })).toEqual(["broken"]);
    expect(ids({ text: "quick" }, new Set(["group"]))).toEqual(["quick"]);
    expect(ids({ order: "DURATION" })).toEqual(["slow", "broken", "quick"]);
    expect(ids({ text: "nowhere" })).toEqual([]);
    expect(Object.fromEntries(countsByStatus(rows))).toEqual({ SUCCEEDED: 2, FAILED: 1 });
    expect(groupKeys(rows)).toEqual(["group"]);
    expect(groupKeys([stepRow("a/b", { kind: "MAP" }), ran("in", 1, { groupId: "a/b" })])).toEqual(["a%2Fb"]);
    // A group without steps has nothing to fold.
    expect(groupKeys([stepRow("empty", { kind: "LOOP" }), ran("step", 1)])).toEqual([]);
  });

  it("[N634] puts the dearest first, what has no cost last and in the order of the plan", () => {
    const costs = new Map<string, RowCost>([
      ["quick", { costMicros: 5, tokens: 9, isBound: false }],
      ["slow", { costMicros: 700, tokens: 1, isBound: false }],
    ]);
    const found = chosenLines(rows, none, { ...everyLine, order: "COST" }, 0, ({ row }) => costs.get(row.stepId));
    expect(found.map(({ row }) => row.stepId)).toEqual(["slow", "quick", "broken"]);
  });

  it("[N624] of 1,000 steps takes little time", () => {
    const many = Array.from({ length: 1_000 }, (_, number) => ran(`step${number}`, number % 37));
    const found = chosenLines(many, none, { ...everyLine, order: "DURATION" }, 0);
    expect([found.length, found[0]?.row.finishedAt, found.at(-1)?.row.finishedAt]).toEqual([1_000, 36, 0]);
  });
});

describe("the part of the time that is shown", () => {
  const whole = { from: 100, to: 1_100 };

  it("[N624] gets shorter and longer around its middle, never leaves the run, and is the whole again", () => {
    const half = zoomed(whole, null, 0.5);
    expect(half).toEqual({ from: 350, to: 850 });
    expect(zoomed(whole, half, 2)).toBeNull();
    expect(zoomed(whole, { from: 100, to: 200 }, 2)).toEqual({ from: 100, to: 300 });
    expect(zoomed(whole, { from: 1_095, to: 1_100 }, 0.5)).toEqual({ from: 1_090, to: 1_100 });
  });

  it("[N624] has ticks at the round times of the run", () => {
    const ticks = ticksOf(500, 5, 350);
    expect(ticks.map(({ at, label }) => `${at} ${label}`)).toEqual([
      "50 400 ms",
      "150 500 ms",
      "250 600 ms",
      "350 700 ms",
      "450 800 ms",
    ]);
  });

  it("[N624] is that of a step, with a little around it", () => {
    const segment = { kind: "ATTEMPT", from: 400, to: 500, end: null, attempt: 1, says: "" } as const;
    expect(aroundRow(whole, ran("a", 1, { segments: [segment] }), 2_000)).toEqual({ from: 390, to: 510 });
    expect(aroundRow(whole, ran("a", 1), 0)).toBeNull();
    expect(aroundRow(whole, ran("a", 1, { segments: [{ ...segment, from: 100, to: 1_100 }] }), 0)).toBeNull();
  });
});
