/** What a run is started from: text of any shape, calls that are put in, and keys that find what may have started already. */

import { applyEdits } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { codeHistory } from "../../../dashboard/run/editor/code-history.ts";
import { codeTokens } from "../../../dashboard/run/editor/code-tokens.ts";
import { callInserted } from "../../../dashboard/run/editor/insert-call.ts";
import { tooDeepAt } from "../../../dashboard/run/problems/nesting.ts";
import { readText } from "../../../dashboard/run/problems/shown-problem.ts";
import { readObject } from "../../../dashboard/run/start/json-object-text.ts";
import { keyFor, keyToSend, spendKey } from "../../../dashboard/run/start/run-key.ts";

describe("text that is nested without end", () => {
  const deep = `{"steps": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`;

  it("is refused at its place, and stops neither the page nor its colours", () => {
    expect(readText(deep)).toMatchObject({ value: null, problems: [{ line: 0, range: { offset: 209, length: 1 } }] });
    expect(codeTokens(deep)).toEqual([]);
    expect(readObject(deep)).toMatchObject({ ok: false });
  });

  it("is distinguished from brackets within texts", () => {
    expect(tooDeepAt(`{"a": "${"[".repeat(1_000)} \\" ${"{".repeat(1_000)}"}`)).toBeNull();
    expect(tooDeepAt("[[]]", 1)).toBe(1);
  });
});

describe("a call that is put in", () => {
  const put = (text: string, cursor = text.length) => {
    const edit = callInserted(text, cursor, "translator", { required: ["text"] });
    return edit === null ? null : applyEdits(text, [{ offset: edit.offset, length: edit.length, content: edit.text }]);
  };
  const added = { tool: { stepId: "translator", toolName: "translator", arguments: { text: "" } } };

  it("stands behind what is written already, under an id of its own", () => {
    const kept = { tool: { stepId: "translator", toolName: "x", arguments: {} } };
    const after = put(JSON.stringify({ steps: [kept], goal: "kept" }));
    expect(JSON.parse(after ?? "")).toEqual({
      steps: [kept, { tool: { ...added.tool, stepId: "translator2" } }],
      goal: "kept",
    });
  });

  it("begins a plan where nothing is written", () => {
    for (const text of ["", " \n", "{}"]) expect(JSON.parse(put(text) ?? "")).toEqual({ steps: [added] });
  });

  it("takes the place of nothing that somebody wrote", () => {
    for (const text of [
      '{"type":"tool_calls","calls":[{"tool":"x"}]}',
      "notes",
      '{"steps": {}}',
      "[1]",
      '{"goal":"x"}',
    ]) {
      expect(put(text)).toBeNull();
    }
  });
});

describe("the key of a run", () => {
  it("is found again when what was sent is written anew after a detour, until it has started", () => {
    const sent = keyToSend("plan");
    expect(keyFor("plan, changed")).not.toBe(sent);
    expect(keyFor("plan")).toBe(sent);
    expect(keyToSend("plan")).toBe(sent);
    spendKey(sent);
    expect(keyFor("plan")).not.toBe(sent);
  });

  it("is another one for everything else that is composed, and stays while it is looked at", () => {
    const first = keyFor("a");
    expect(keyFor("a")).toBe(first);
    expect(keyFor("b")).not.toBe(first);
  });
});

it("goes back by words that an input method composed, not by the parts of their letters", () => {
  const state = (text: string) => ({ text, start: text.length, end: text.length });
  const history = codeHistory(state(""));
  ["か", "かん", "漢"].forEach((text, at) => {
    history.record(state(text), "insertCompositionText", at * 100);
  });
  expect(history.undo()?.text).toBe("");
});
