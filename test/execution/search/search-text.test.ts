import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/execution/search/request-and-result.ts";
import {
  folded,
  hasWords,
  maxSearchPart,
  type Searched,
  searchTextOf,
} from "../../../src/execution/search/search-text.ts";
import type { ReadValue } from "../../../src/execution/state/read-reference.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { outlineWith } from "../../support/graph/list-model.ts";
import { said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";

const nothing: Searched = { callables: [], labels: [], outline: outlineWith({ title: "" }) };

describe("the text that an execution is found by", () => {
  it("[N620] has its title, labels, callables, error, question and answer, each in small letters and one form", () => {
    const failure = { code: "TOOL_ERROR", message: "The ﬁle\n\tis GONE", retryable: false, step: null } as const;
    const text = searchTextOf({
      callables: ["Search.Web"],
      labels: [{ key: "team", value: "Édge" }],
      outline: outlineWith({ title: "Write about RIVERS", failure }),
      words: ["What is Ｗｉｄｅ?", "The Amazon"],
    });
    for (const found of ["rivers", "édge", "team", "search.web", "tool_error", "file is gone", "wide?", "amazon"])
      expect(hasWords(text, [folded(found)]), found).toBe(true);
    expect(hasWords(text, ["rivers", "amazon"])).toBe(true);
    expect(hasWords(text, ["rivers", "nile"])).toBe(false);
  });

  it("[N620] is bounded in each part, whatever stands in it, and never half a character", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string().map((text) => `${text}ﷺ\u{1F600}`.repeat(80)),
    );
    fc.assert(
      fc.property(part, part, fc.array(part, { maxLength: 3 }), (title, word, callables) => {
        const text = searchTextOf({ ...nothing, callables, outline: outlineWith({ title }), words: [word, word] });
        expect(text.isWellFormed()).toBe(true);
        expect(text.length).toBeLessThanOrEqual(6 * (maxSearchPart + 1));
        expect(/\p{Cc}/u.test(text.replaceAll("\n", ""))).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it("[N620] takes what was asked and answered once it has ended, and nothing of a child or of what is too large", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: said("The Nile is new.") }));
    const { state } = world;
    const read: ReadValue = (position) => world.journal.value(position);
    expect(wordsOf(state, read)).toEqual(["What is new?", "The Nile is new."]);
    expect(summaryOf(state, read).words).toEqual(["What is new?", "The Nile is new."]);
    expect(summaryOf(state)).not.toHaveProperty("words");
    expect(wordsOf({ ...state, finished: undefined }, read)).toBeUndefined();
    const origin = { ...state.pinned.origin, parent: { execution: "p", stepPath: "a" } };
    expect(wordsOf({ ...state, pinned: { ...state.pinned, origin } }, read)).toBeUndefined();
    const output = { sequence: 1, slot: "output", bytes: 300_000, digest: null } as const;
    const large = { ...state.pinned, conversation: output };
    const finished = { ...state.finished, output } as NonNullable<typeof state.finished>;
    expect(wordsOf({ ...state, pinned: large, finished }, () => unread())).toBeUndefined();
    const small = { ...finished, output: { ...output, bytes: 9 } };
    expect(wordsOf({ ...state, finished: small }, () => ["a", { b: "c", d: 7, e: null }])).toEqual(["", "a c"]);
  });
});

function unread(): never {
  throw new Error("a large value was read");
}
