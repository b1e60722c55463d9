import { describe, expect, it } from "vitest";
import { gridStep } from "../../../../dashboard/execution/timeline/timeline-keys.ts";
import {
  groupsAround,
  isOfChild,
  linesOf,
  openersOf,
  rootStepOf,
  stepOf,
} from "../../../../dashboard/execution/timeline/timeline-lines.ts";
import { dotted, sentenceOf } from "../../../../dashboard/execution/timeline/timeline-words.ts";
import { stepRow } from "../step-row.ts";

const rows = [
  stepRow("first"),
  stepRow("group", { kind: "PARALLEL" }),
  stepRow("left", { groupId: "group", level: 2 }),
  stepRow("right", { groupId: "group", level: 2, kind: "WORKFLOW", childExecutionId: "child" }),
  stepRow("last"),
];
const nothing = { folded: new Set<string>(), children: new Map() };
const shown = (lines: ReturnType<typeof linesOf>) =>
  lines.map(({ isExpanded, key, level }) => `${level} ${key} ${isExpanded ?? ""}`.trim());

describe("lines of the timeline", () => {
  it("are open groups and closed children at first", () => {
    expect(shown(linesOf(rows, nothing))).toEqual(["1 first", "1 group true", "2 left", "2 right false", "1 last"]);
  });

  it("[N749] are the same objects as before, but for those of which something has changed", () => {
    type Asked = Parameters<typeof linesOf>;
    const renewed = (first: Asked, second: Asked) => {
      const before = linesOf(...first);
      return shown(linesOf(...second).filter((line) => !before.includes(line)));
    };
    expect(renewed([rows, nothing], [rows, nothing])).toEqual([]);
    const news = rows.map((row) => (row.stepId === "left" ? { ...row, status: "SUCCEEDED" as const } : row));
    expect(renewed([rows, nothing], [news, nothing])).toEqual(["2 left"]);
    expect(renewed([rows, nothing], [rows, { ...nothing, folded: new Set(["group"]) }])).toEqual(["1 group false"]);
    // With one more at the end the last one before it is the last no longer.
    expect(renewed([rows.slice(0, 1), nothing], [[...rows.slice(0, 1), stepRow("more")], nothing])).toEqual([
      "1 first",
      "1 more",
    ]);
    // A row that is in a child as well has a line in each.
    const children = new Map([["right", rows.slice(0, 1)]]);
    expect(shown(linesOf(rows, { ...nothing, children }))).toContain("3 right/first");
    expect(shown(linesOf(rows, nothing))[0]).toBe("1 first");
  });

  it("leave out what is folded, and what is unfolded within it", () => {
    const children = new Map([["right", [stepRow("first")]]]);
    expect(shown(linesOf(rows, { folded: new Set(["group"]), children }))).toEqual([
      "1 first",
      "1 group false",
      "1 last",
    ]);
  });

  it("put the steps of a child one level below the one that started it, apart from steps of the same name above", () => {
    const within = [stepRow("first"), stepRow("group", { kind: "PARALLEL" }), stepRow("in", { groupId: "group" })];
    const lines = linesOf(rows, { ...nothing, children: new Map([["right", within]]) });
    expect(shown(lines)).toEqual([
      "1 first",
      "1 group true",
      "2 left",
      "2 right true",
      "3 right/first",
      "3 right/group true",
      "4 right/in",
      "1 last",
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
    expect(lines.filter(({ childExecutionId }) => childExecutionId === "child")).toHaveLength(3);
  });

  it("[N642] let the guides of what goes on around them pass, and of nothing that has ended", () => {
    const within = [stepRow("one"), stepRow("two", { kind: "WORKFLOW", childExecutionId: "deep" }), stepRow("three")];
    const children = new Map([
      ["first", within],
      ["first/two", [stepRow("a"), stepRow("b")]],
    ]);
    const lines = linesOf([stepRow("first", { childExecutionId: "child" }), stepRow("last")], { ...nothing, children });
    expect(lines.map(({ isLast, key, rails }) => [key, rails, isLast])).toEqual([
      ["first", [], false],
      ["first/one", [], false],
      ["first/two", [], false],
      ["first/two/a", [2], false],
      ["first/two/b", [2], true],
      ["first/three", [], true],
      ["last", [], true],
    ]);
  });

  it("[N640] are named by an address, also where a step of this execution has a slash in its id", () => {
    expect([rootStepOf("a%2F1/b/c"), stepOf("a%2F1/b/c"), openersOf("a%2F1/b/c")]).toEqual([
      "a/1",
      "c",
      ["a%2F1", "a%2F1/b"],
    ]);
    expect(isOfChild("right/first", rows)).toBe(true);
    expect(isOfChild("left/first", rows)).toBe(false);
    expect(isOfChild("right", rows)).toBe(false);
    expect(isOfChild("right/first", [...rows, stepRow("right/first")])).toBe(false);
    expect(isOfChild("%E0%A4%A/first", rows)).toBe(false);
  });

  it("show a step whose group is not there, and end where groups are in one another", () => {
    expect(shown(linesOf([stepRow("stray", { groupId: "gone" })], nothing))).toEqual(["1 stray"]);
    const circle = [stepRow("a", { groupId: "b" }), stepRow("b", { groupId: "a" })];
    expect(linesOf(circle, nothing)).toEqual([]);
    expect(groupsAround(circle, "a").length).toBeLessThanOrEqual(2);
  });
});

describe("keys of the tree grid", () => {
  const lines = linesOf(rows, nothing);
  const press = (key: string, at: number) => {
    const step = gridStep(key, lines[at] ?? null, lines);
    if (step === null) return null;
    return step.kind === "OPEN" ? `open ${step.stepId}` : `${step.kind.toLowerCase()} ${step.line.key}`;
  };

  it("move along the lines and stay at the ends", () => {
    expect([
      press("ArrowDown", 0),
      press("ArrowDown", 4),
      press("ArrowUp", 0),
      press("Home", 3),
      press("End", 0),
    ]).toEqual(["select group", "select last", "select first", "select first", "select last"]);
  });

  it("unfold and go in with the right, fold and go out with the left", () => {
    expect([press("ArrowRight", 1), press("ArrowRight", 3), press("ArrowRight", 0)]).toEqual([
      "select left",
      "fold right",
      null,
    ]);
    expect([press("ArrowLeft", 1), press("ArrowLeft", 2), press("ArrowLeft", 0)]).toEqual([
      "fold group",
      "select group",
      null,
    ]);
  });

  it("leave Enter to the page but on a step of a child, which is opened there", () => {
    expect(press("Enter", 0)).toBeNull();
    const open = linesOf(rows, { ...nothing, children: new Map([["right", [stepRow("inner")]]]) });
    expect(gridStep("Enter", open[4] ?? null, open)).toEqual({ kind: "OPEN", executionId: "child", stepId: "inner" });
  });
});

describe("what is said of a step", () => {
  it("is its name, kind, status, time and what a reader should know", () => {
    const failed = stepRow("research", { status: "FAILED", startedAt: 1_000, finishedAt: 2_200, note: "attempt 2" });
    expect(sentenceOf(failed, 0)).toBe("research, tool, failed, 1.2 seconds, attempt 2");
    expect(sentenceOf({ ...failed, warningCount: 2 }, 0)).toBe(
      "research, tool, failed, 1.2 seconds, 2 warnings, attempt 2",
    );
  });

  it("changes once a second while it runs, and never tells of less than no time", () => {
    const running = stepRow("write", { status: "RUNNING", startedAt: 1_000 });
    expect(sentenceOf(running, 3_100)).toBe(sentenceOf(running, 3_900));
    expect(sentenceOf(running, 3_100)).toBe("write, tool, running, 2 seconds");
    expect(sentenceOf(running, 0)).toBe("write, tool, running, 0 milliseconds");
  });

  it("names paths as people write them", () => {
    expect(["", "/artifact/title", "/items/0/id", "/a~1b", "/odd key"].map(dotted)).toEqual([
      "",
      ".artifact.title",
      ".items[0].id",
      '["a/b"]',
      '["odd key"]',
    ]);
  });
});
