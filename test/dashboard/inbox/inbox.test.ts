/** The inbox without a page: the order of requests, what a call is shown with, and what each answer leads to. */

import { describe, expect, it } from "vitest";
import { callRows, expressionIn } from "../../../dashboard/inbox/call-rows.ts";
import { callWords } from "../../../dashboard/inbox/calls/call-words.ts";
import { type Asked, matching, nextOf, soonestFirst } from "../../../dashboard/inbox/inbox-order.ts";
import { consequencesOf } from "../../../dashboard/inbox/request-words.ts";
import { shownLabels } from "../../../dashboard/parts/source-words.ts";

function asked(id: string, expiresAt: string | null, more: Partial<Asked> = {}): Asked {
  return {
    ...{ id, expiresAt, kind: "APPROVAL", purpose: "APPROVAL", status: "PENDING", prompt: `Question ${id}` },
    ...{ callableName: null, stepId: null, createdAt: "2026-01-01T00:00:00Z", resolvedAt: null, respondedBy: null },
    execution: null,
    ...more,
  };
}

const soon = asked("soon", "2026-01-01T00:01:00Z");
const late = asked("late", "2026-01-01T01:00:00+00:00", { stepId: "retire" });
const never = asked("never", null, { execution: { id: "e", title: "Refund order 88-1204" } });

describe("the order of the inbox", () => {
  it("puts what lapses soonest first, and what never lapses last", () => {
    expect(soonestFirst([never, late, soon]).map(({ id }) => id)).toStrictEqual(["soon", "late", "never"]);
  });

  it("finds requests by all words, wherever they stand", () => {
    expect(matching([soon, late, never], "88-1204 REFUND")).toStrictEqual([never]);
    expect(matching([soon, late, never], "question retire")).toStrictEqual([late]);
    expect(matching([soon, late, never], "  ")).toHaveLength(3);
  });

  it("goes on to the one below, from the last to the first, and nowhere from the only one", () => {
    expect(nextOf([soon, late, never], "late")).toBe(never);
    expect(nextOf([soon, late, never], "never")).toBe(soon);
    expect(nextOf([soon], "soon")).toBeNull();
    // It was gone from the list before the answer came back.
    expect(nextOf([late, never], "soon")).toBe(late);
  });
});

describe("what a call is shown with", () => {
  it("[N595] puts the labels of a value beside where it came from, UNTRUSTED first, and not who wrote it", () => {
    const source = { target: "/to", kind: "STEP", stepId: "one", source: "/x", labels: ["CALLER", "web", "UNTRUSTED"] };
    const [row] = callRows({ to: "{{one.x}}" }, { to: 1 }, [source]);
    expect(row?.sources.map(shownLabels)).toStrictEqual([["UNTRUSTED", "web"]]);
    expect(shownLabels({})).toStrictEqual([]);
  });

  it("gives each argument its own sources, also those within it, and no argument those of one with a longer name", () => {
    const source = (target: string, stepId: string | null) => ({
      target,
      kind: "STEP",
      stepId,
      source: "/x",
      callableName: null,
    });
    const rows = callRows(
      { "a/b": "{{one.x}}", list: ["{{two.x}}"] },
      { "a/b": 1, list: [2, 3], listing: 4, __proto__x: 5 },
      [source("/a~1b", "one"), source("/list/0", "two"), source("/list/1", "two"), source("/listing", "three")],
    );
    expect(
      rows.map(({ name, planned, sources }) => [name, planned, sources.map(({ stepId }) => stepId)]),
    ).toStrictEqual([
      ["a/b", "{{one.x}}", ["one"]],
      ["list", ["{{two.x}}"], ["two"]],
      ["listing", undefined, ["three"]],
      ["__proto__x", undefined, []],
    ]);
    expect(callRows({}, "no object", [])).toStrictEqual([]);
    const whole = { cel: "pick({{one.output}}, ['a'])" };
    expect(callRows(whole, { a: 1 }, [source("", "one")])).toStrictEqual([
      { name: "a", planned: whole, resolved: 1, sources: [{ kind: "STEP", source: "/x", stepId: "one" }] },
    ]);
    expect([whole, { cel: 1 }, { cel: "1", d: 2 }, "1", null].map(expressionIn)).toStrictEqual([
      ...["pick({{one.output}}, ['a'])", undefined, undefined, undefined, undefined],
    ]);
  });
});

describe("what happens then", () => {
  const words = (purpose: string, onDecline = "FAIL", onExpiry = "FAIL") =>
    consequencesOf({ kind: "FORM", purpose, onDecline, onExpiry });

  it("follows what the request declares for a refusal and for silence", () => {
    expect(words("STEP", "SKIP", "ANSWER")).toMatchObject({
      decline: "The step is skipped.",
      noAnswer: "the plan goes on with the answer that it declares for this.",
    });
    expect(words("APPROVAL")).toMatchObject({ decline: "Nothing is called. The step fails with `REJECTED_BY_HUMAN`." });
    expect(words("STEP").noAnswer).toContain("HUMAN_INPUT_EXPIRED");
    expect(words("PLAN_APPROVAL")).toMatchObject({
      decline: expect.stringContaining("execution fails with `REJECTED_BY_HUMAN`"),
      noAnswer: expect.stringContaining("execution fails with `HUMAN_INPUT_EXPIRED`"),
    });
    const further = words("PLAN_APPROVAL", "SKIP", "SKIP");
    expect(further).toMatchObject({
      decline: "Nothing of it is called. The execution ends with the results so far.",
      noAnswer: "the execution ends with the results so far.",
    });
  });

  it("names the code of a lost call, whichever way it is not made again", () => {
    expect(words("IN_DOUBT").decline).toContain("OUTCOME_UNKNOWN");
    expect(words("IN_DOUBT").noAnswer).toContain("OUTCOME_UNKNOWN");
  });
});

describe("a call in one line", () => {
  it("[N616] names its arguments, as far as they are known and fit", () => {
    expect(callWords("delete_note", undefined)).toBe("delete_note(…)");
    expect(callWords("delete_note", '{"name":"draft-2024","force":true}')).toBe(
      'delete_note(name: "draft-2024", force: true)',
    );
    expect(callWords("now", "{}")).toBe("now()");
    expect(callWords("send", '{"text":"cut in the mid')).toBe('send("text":"cut in the mid…)');
    expect(callWords("send", JSON.stringify({ text: "x".repeat(180) }))).toHaveLength("send(…)".length + 140);
  });
});
