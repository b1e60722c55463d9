/** Writing a plan: room between lines, colours, going back, steps that are put in, and what a run is started with. */
import { describe, expect, it } from "vitest";
import { orderOf } from "../../../dashboard/run/check/plan-order.ts";
import { lineBreak, stepInserted } from "../../../dashboard/run/editor/code-edit.ts";
import { gapLine, gapShape } from "../../../dashboard/run/editor/code-gaps.ts";
import { codeHistory } from "../../../dashboard/run/editor/code-history.ts";
import { codeTokens } from "../../../dashboard/run/editor/code-tokens.ts";
import { stepSkeleton } from "../../../dashboard/run/editor/step-skeleton.ts";
import { readOptions } from "../../../dashboard/run/start/run-options-input.ts";

describe("room between the lines", () => {
  it("lies below its line, and what is above it pushes it down", () => {
    const { height, shape } = gapShape(
      [
        { line: 1, height: 60 },
        { line: 4, height: 40 },
      ],
      22,
    );
    expect(height).toBe("210px");
    expect(shape).toContain("100% 44px, 100% 104px");
    expect(shape).toContain("100% 170px, 100% 210px");
    expect(gapShape([], 22)).toEqual({ height: "0px", shape: "none" });
  });

  it("never lies before an empty line, which nothing can push down", () => {
    expect(gapLine(["a", "", "", "b"], 0)).toBe(2);
    expect(gapLine(["a", "b"], 0)).toBe(0);
  });
});

describe("the text of a plan", () => {
  it("shows references in texts and by number, and no key as one", () => {
    const text = '{"{{a}}": "see {{steps.a.output}} now", "n": ["$0.output.x", "$5 bill", 4]}';
    const parts = codeTokens(text).map(({ kind, length, offset }) => [kind, text.slice(offset, offset + length)]);
    expect(parts.filter(([kind]) => kind === "reference").map(([, part]) => part)).toEqual([
      "{{steps.a.output}}",
      "$0.output.x",
    ]);
    expect(parts.filter(([kind]) => kind === "key").map(([, part]) => part)).toEqual(['"{{a}}"', '"n"']);
    expect(parts.filter(([kind]) => kind === "value").map(([, part]) => part)).toEqual(["4"]);
  });

  it("goes back by what was typed in one go, and forth until something new is written", () => {
    const state = (text: string) => ({ text, start: text.length, end: text.length });
    const history = codeHistory(state(""));
    history.record(state("a"), "insertText", 0);
    history.record(state("ab"), "insertText", 100);
    history.record(state("ab!"), "insertText", 5_000);
    expect(history.undo()?.text).toBe("ab");
    expect(history.undo()?.text).toBe("");
    expect(history.undo()).toBeNull();
    expect(history.redo()?.text).toBe("ab");
    history.record(state("ab?"), "insertText", 9_000);
    expect(history.redo()).toBeNull();
  });

  it("goes on at the same depth after a line break, and deeper after a brace", () => {
    expect(lineBreak('{\n  "a": 1', 10)).toBe("\n  ");
    expect(lineBreak("  {", 3)).toBe("\n    ");
  });
});

describe("a step that is put in", () => {
  const schema = {
    required: ["topic", "kind", "count"],
    properties: { topic: { type: "string" }, kind: { enum: ["x"] }, count: { type: "integer", minimum: 3 } },
  };

  it("has the arguments that its schema requires and an id of its own", () => {
    expect(JSON.parse(stepSkeleton("research_blog", schema, ["research"]))).toEqual({
      tool: { stepId: "research2", toolName: "research_blog", arguments: { topic: "", kind: "x", count: 3 } },
    });
  });

  it("stands behind the step of the cursor, and the first blank value is selected", () => {
    const text = '{"steps":[{"a":1},{"b":2}]}';
    const steps = {
      offset: 9,
      length: 17,
      items: [
        { offset: 10, length: 7 },
        { offset: 18, length: 7 },
      ],
    };
    const edit = stepInserted(text, steps, 12, '{"c":""}');
    const after = text.slice(0, edit.offset) + edit.text + text.slice(edit.offset + edit.length);
    expect(JSON.parse(after)).toEqual({ steps: [{ a: 1 }, { c: "" }, { b: 2 }] });
    expect(after.slice((edit.selectStart ?? 0) - 1, (edit.selectStart ?? 0) + 1)).toBe('""');
  });

  it("begins the list of an empty plan", () => {
    const edit = stepInserted('{"steps":[]}', { offset: 9, length: 2, items: [] }, 0, '{"c":1}');
    expect(JSON.parse(`{"steps":${edit.text}}`)).toEqual({ steps: [{ c: 1 }] });
  });
});

describe("what a run is started with", () => {
  const nothing = { approval: "", schedule: "", inDoubt: "", limits: {}, labels: "" };

  it("holds only what somebody set", () => {
    expect(readOptions(nothing)).toEqual({ ok: true, input: {}, limits: {} });
    expect(
      readOptions({ ...nothing, approval: "NEVER", limits: { maxSteps: " 4 " }, labels: "team: a:b\n\n" }),
    ).toEqual({
      ok: true,
      limits: { maxSteps: 4 },
      input: { approval: "NEVER", limits: { maxSteps: 4 }, labels: [{ key: "team", value: "a:b" }] },
    });
  });

  it("[N614] takes times with their unit and costs in dollars, and refuses what could be meant otherwise", () => {
    const limits = (timeoutMs: string, maxCostMicros = "") => {
      const reading = readOptions({ ...nothing, limits: { timeoutMs, maxCostMicros } });
      return reading.ok ? reading.limits : reading.place;
    };
    expect(limits("90 s", "$0.25")).toEqual({ timeoutMs: 90_000, maxCostMicros: 250_000 });
    expect(limits("1.5h", "0.000001")).toEqual({ timeoutMs: 5_400_000, maxCostMicros: 1 });
    expect(limits("250 ms", "12")).toEqual({ timeoutMs: 250, maxCostMicros: 12_000_000 });
    for (const text of ["30000", "1 year", "-1 s", "1e3 s", "s", "0.0001 ms"]) expect(limits(text)).toBe("timeoutMs");
    for (const text of ["0.0000001", "-1", "1,5", "€ 2", "1e3"]) expect(limits("", text)).toBe("maxCostMicros");
  });

  it("is refused at its place where it is no number or no label", () => {
    expect(readOptions({ ...nothing, limits: { maxTokens: "1e9" } })).toMatchObject({ ok: false, place: "maxTokens" });
    expect(readOptions({ ...nothing, labels: "team" })).toMatchObject({ ok: false, place: "labels" });
  });
});

describe("the order of a plan", () => {
  const checked = {
    waves: [["read"], ["retire"]],
    plan: {
      steps: ["read", "retire"].map((stepId) => ({ stepId, kind: "TOOL" as const, children: [], parallel: null })),
    },
    steps: [
      { stepId: "read", callableName: "read_note", effectClass: "READ_ONLY" as const, references: [] },
      {
        stepId: "retire",
        callableName: "delete_note",
        effectClass: "IDEMPOTENT" as const,
        references: [{ reference: { sourceStepId: "read" } }],
      },
    ],
  };
  const callable = { kind: "TOOL" as const, description: "", isOurs: false };
  const callables = new Map([
    ["read_note", { ...callable, name: "read_note", isDestructive: false }],
    ["delete_note", { ...callable, name: "delete_note", isDestructive: true }],
  ]);
  const approved = (approval: string, known: typeof callables = callables) =>
    orderOf(checked, known, approval).flatMap(({ calls }) =>
      calls.flatMap((call) => (call.isApproved ? [call.stepId] : [])),
    );

  it("says why a wave comes when it does", () => {
    expect(orderOf(checked, callables, "").map(({ why }) => why)).toEqual(["", "after read, by reference"]);
  });

  it("names a person where the policy asks one, and only there", () => {
    expect(approved("")).toEqual(["retire"]);
    expect(approved("NEVER")).toEqual([]);
    expect(approved("", new Map())).toEqual([]);
    expect(approved("ALL_EFFECTS", new Map())).toEqual(["retire"]);
    expect(
      approved(
        "ALL_EFFECTS",
        new Map([["delete_note", { ...callable, name: "delete_note", isDestructive: false, isOurs: true }]]),
      ),
    ).toEqual([]);
  });
});
