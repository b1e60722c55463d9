/** What belongs together in two runs, what differs, and where their bars stand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComparedFragment } from "../../../dashboard/compare/compare.generated.ts";
import { overlayBars, runSpan } from "../../../dashboard/compare/overlay-scale.ts";
import { partPairs } from "../../../dashboard/compare/part-pairs.ts";
import { planEntries } from "../../../dashboard/compare/plan-entries.ts";
import { renamedSteps } from "../../../dashboard/compare/renamed-steps.ts";
import { stepPairs } from "../../../dashboard/compare/step-pairs.ts";
import { type StepValues, verdictOf } from "../../../dashboard/compare/step-verdict.ts";
import type { RunPart } from "../../../dashboard/execution/payload/run-parts.ts";
import { stepRow } from "../execution/step-row.ts";

const value = (given: unknown, more: Partial<ComparedFragment> = {}): ComparedFragment => {
  const text = JSON.stringify(given);
  return { byteSize: text.length, preview: text.slice(0, 400), value: given, ...more } as ComparedFragment;
};
const large = (preview: string): ComparedFragment => value(null, { byteSize: 70_000, preview });

describe("two runs", () => {
  it("[N630] have each step once, with its line of either run, what only the right one has in its place", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(ids, ids, (left, right) => {
        const rows = (names: readonly string[]) => names.map((stepId) => stepRow(stepId));
        const pairs = stepPairs(rows(left), rows(right));
        expect(pairs.map(({ stepId }) => stepId).sort()).toEqual([...new Set([...left, ...right])].sort());
        expect(pairs.flatMap((pair) => (pair.left === null ? [] : [pair.stepId]))).toEqual(left);
        for (const pair of pairs) expect(pair.right !== null).toBe(right.includes(pair.stepId));
      }),
    );
    const ends = stepPairs([stepRow("a"), stepRow("z")], [stepRow("a"), stepRow("new"), stepRow("z")]);
    expect(ends.map(({ stepId }) => stepId)).toEqual(["a", "new", "z"]);
  });

  it("[N660] pair a step that has another name by what it calls and is given, also where others refer to it, and pair nothing else", () => {
    const entry = (stepId: string, given: object, more: object = {}) =>
      [stepId, { tool: { stepId, toolName: "t", arguments: given, ...more } }] as const;
    const rows = (...ids: readonly string[]) => ids.map((stepId) => stepRow(stepId, { callableName: "t" }));
    const left = new Map([
      entry("a", { x: 1 }),
      entry("b", { y: "{{steps.a.output.n}}" }, { after: ["a"] }),
      entry("c", { z: 1 }),
    ]);
    const right = new Map([
      entry("first", { x: 1 }),
      entry("second", { y: "{{steps.first.output.n}}" }, { after: ["first"] }),
      entry("c", { z: 2 }),
      entry("d", { x: 1 }),
    ]);
    const [mine, its] = [rows("a", "b", "c"), rows("first", "second", "c", "d")];
    const renamed = renamedSteps(mine, its, left, right);
    expect([...renamed]).toEqual([
      ["first", "a"],
      ["second", "b"],
    ]);
    const pairs = stepPairs(mine, its, renamed);
    expect(pairs.map((pair) => [pair.stepId, pair.left?.stepId, pair.right?.stepId])).toEqual([
      ["a", "a", "first"],
      ["b", "b", "second"],
      ["c", "c", "c"],
      ["d", undefined, "d"],
    ]);
    const [pair] = pairs;
    if (pair === undefined) throw new Error("no pair");
    const plans = [left.get("a"), right.get("first")] as const;
    expect(verdictOf(pair, { plans, values: [null, null] }).differs).toEqual(["NAME"]);
    // Another callable, another argument, another group: another step.
    const one = (more: object) =>
      renamedSteps(
        [stepRow("a", { callableName: "t" })],
        [stepRow("z", { callableName: "t", ...more })],
        left,
        new Map([entry("z", { x: 1 })]),
      );
    expect(one({}).size).toBe(1);
    for (const more of [{ callableName: "u" }, { kind: "AGENT" }, { groupId: "g" }]) expect(one(more).size).toBe(0);
    // Items have the name of their step, and no entry of their own.
    const each = (stepId: string) => [[stepId, { map: { stepId, over: "{{bindings.l}}" } }]] as const;
    const items = renamedSteps(
      rows("m", "m[0]", "m[1]"),
      rows("n", "n[0]", "n[2]"),
      new Map(each("m")),
      new Map(each("n")),
    );
    expect([...items]).toEqual([
      ["n", "m"],
      ["n[0]", "m[0]"],
    ]);
  });

  it("[N701] pair a step that was renamed and changed with the only one left that calls the same, and guess among no several", () => {
    const entry = (stepId: string, given: object) => [stepId, { tool: { stepId, arguments: given } }] as const;
    const rows = (...ids: readonly string[]) => ids.map((stepId) => stepRow(stepId, { callableName: "t" }));
    const left = new Map([entry("a", { x: 1 }), entry("b", { y: "{{steps.a.output}}" })]);
    const right = new Map([entry("z", { x: 3 }), entry("y", { y: "{{steps.z.output}}" })]);
    // One alone: it is the same step with another name and another plan.
    const alone = renamedSteps(rows("a"), rows("z"), left, right);
    expect([...alone]).toEqual([["z", "a"]]);
    const [pair] = stepPairs(rows("a"), rows("z"), alone);
    if (pair === undefined) throw new Error("no pair");
    const plans = [left.get("a"), right.get("z")] as const;
    expect(verdictOf(pair, { plans, values: [null, null] }).differs).toEqual(["NAME", "PLAN"]);
    // Two that call the same: which became which nobody knows, until another call tells them apart.
    expect(renamedSteps(rows("a", "b"), rows("z", "y"), left, right).size).toBe(0);
    const apart = (a: string, b: string) => [stepRow(a, { callableName: "t" }), stepRow(b, { callableName: "u" })];
    expect([...renamedSteps(apart("a", "b"), apart("z", "y"), left, right)]).toEqual([
      ["z", "a"],
      ["y", "b"],
    ]);
    for (const more of [{ callableName: "u" }, { kind: "AGENT" as const }, { groupId: "g" }])
      expect(renamedSteps(rows("a"), [stepRow("z", { callableName: "t", ...more })], left, right).size).toBe(0);
  });

  it("[N660] show what a renamed step gave beside what it gave under its other name, and bindings by their own names", () => {
    const step = (name: string): RunPart => ({
      kind: "VALUE",
      name,
      payload: value(1),
      place: { kind: "STEP", stepId: name },
    });
    const binding = (name: string): RunPart => ({
      kind: "VALUE",
      name,
      payload: value(1),
      place: { kind: "BINDING", name },
    });
    const error: RunPart = { kind: "TEXT", name: "Error", text: "no", isWriting: false };
    const pairs = partPairs([step("a"), binding("z")], [error, step("z"), binding("z2")], new Map([["z", "a"]]));
    expect(pairs.map(({ left, name, right }) => [name, left?.name, right?.name])).toEqual([
      ["a → z", "a", "z"],
      ["z", "z", undefined],
      ["Error", undefined, "Error"],
      ["z2", undefined, "z2"],
    ]);
  });

  it("[N630] compare what their plans say of a step, without the steps within it and whatever arguments look like", () => {
    const inner = { tool: { stepId: "in", toolName: "t", arguments: { tool: { stepId: "not-a-step" } } } };
    const plan = (merge: string) => ({ steps: [{ parallel: { stepId: "g", mergeStrategy: merge, steps: [inner] } }] });
    const entries = planEntries([
      { number: 1, plan: { document: plan("COLLECT_ALL") } },
      { number: 2, plan: { document: { steps: [], finally: [inner] } } },
    ]);
    expect([...entries]).toEqual([
      ["g", { parallel: { stepId: "g", mergeStrategy: "COLLECT_ALL" } }],
      ["in", inner],
      ["rounds/2/in", inner],
    ]);
    expect(planEntries([{ number: 1, plan: { document: null } }]).size).toBe(0);
  });

  it("[N630] are said to differ in what differs, and never to be the same where that is not known", () => {
    const row = stepRow("a", { named: { executionId: "e", stepId: "a" } });
    const same: StepValues = { input: value({ a: 1, b: 2 }), output: value("x") };
    const verdict = (right: Partial<typeof row>, values: readonly [StepValues | null, StepValues | null], plan = "p") =>
      verdictOf({ stepId: "a", left: row, right: { ...row, ...right } }, { plans: ["p", plan], values });
    expect(verdict({}, [same, { ...same, input: value({ b: 2, a: 1 }) }])).toMatchObject({ kind: "SAME" });
    expect(verdict({}, [same, null])).toMatchObject({ kind: "UNKNOWN", unknown: ["ARGUMENTS", "OUTPUT"] });
    expect(verdict({ status: "FAILED" }, [same, { input: value(1), output: null }], "q")).toMatchObject({
      kind: "CHANGED",
      differs: ["PLAN", "STATUS", "ARGUMENTS", "OUTPUT"],
    });
    const outputs = (left: ComparedFragment, right: ComparedFragment) =>
      verdict({}, [
        { ...same, output: left },
        { ...same, output: right },
      ]).kind;
    expect(outputs(value(null), value(null))).toBe("SAME");
    expect(outputs(large("ab"), large("ab"))).toBe("UNKNOWN");
    expect(outputs(large("ab"), large("ac"))).toBe("CHANGED");
    const failure = { code: "TOOL_ERROR", message: "no" };
    expect(verdict({ failure }, [same, same])).toMatchObject({ differs: ["ERROR"] });
    expect(verdictOf({ stepId: "a", left: null, right: row }, { plans: [1, 1], values: [null, null] }).kind).toBe(
      "ADDED",
    );
    expect(verdictOf({ stepId: "a", left: row, right: null }, { plans: [1, 1], values: [null, null] }).kind).toBe(
      "REMOVED",
    );
  });

  it("[N724] are not said to differ in the arguments of a result that one of them reused, which has none", () => {
    const row = stepRow("a", { named: { executionId: "e", stepId: "a" } });
    const values = [
      { input: value(1), output: value("x") },
      { input: null, output: value("x") },
    ] as const;
    const verdict = (reused: boolean) =>
      verdictOf({ stepId: "a", left: row, right: { ...row, reused } }, { plans: ["p", "p"], values });
    expect([verdict(true).kind, verdict(false).differs]).toEqual(["SAME", ["ARGUMENTS"]]);
  });

  it("[N631] begin at the left edge of one axis, each at its own start, and what is open goes on to the present", () => {
    const attempt = { kind: "ATTEMPT", end: null, attempt: 1, says: "attempt 1" } as const;
    const early = stepRow("a", { segments: [{ ...attempt, from: 1_000, to: 1_400, end: "SUCCEEDED" }] });
    const open = stepRow("a", { segments: [{ ...attempt, from: 90_100, to: null }], finishedAt: null });
    expect(overlayBars(early, runSpan([early], 900, 0))).toMatchObject([{ from: 100, to: 500 }]);
    const span = runSpan([open], 90_000, 91_000);
    expect([span.spanMs, overlayBars(open, span)]).toMatchObject([1_000, [{ from: 100, to: 1_000 }]]);
    // A clock that is behind the log turns nothing around.
    expect(overlayBars(open, runSpan([open], 90_000, 80_000))).toMatchObject([{ from: 100, to: 100 }]);
    expect(overlayBars(null, span)).toEqual([]);
  });
});
