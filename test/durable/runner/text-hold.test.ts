import { describe, expect, it } from "vitest";
import { TextHold } from "../../../src/durable/runner/text-hold.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

/** What is shown of a text that comes in these pieces: each time something is, and at the end. */
function shown(triggers: readonly string[], pieces: readonly string[]) {
  const hold = new TextHold(triggers);
  const early = pieces.map((piece) => hold.next(piece));
  return { early: early.join(""), whole: early.join("") + hold.rest() };
}

/** Every way to cut a text into two pieces. */
function cuts(text: string): readonly (readonly string[])[] {
  return Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);
}

describe("the text of an agent that may hide it [T33]", () => {
  it.each(["NEXT", " \n NEXT\t\n", `NEXT${" ".repeat(5_000)}`, "\ufeffNEXT"])(
    "%j: a trigger is never shown, wherever it is cut",
    (text) => {
      for (const pieces of [...cuts(text.slice(0, 40)), [...text]]) {
        expect(shown(["NEXT"], pieces), JSON.stringify(pieces)).toEqual({ early: "", whole: "" });
      }
    },
  );

  it.each([
    "NEXT.",
    "next",
    "NEX",
    "Ready: NEXT",
    " NEXT STEP",
    "N",
    "",
    "   ",
    "NEXT\nNEXT",
    "NEXTNEXT",
    "\u200bNEXT",
  ])("%j: what is no trigger is shown in full, white space included, wherever it is cut [T32]", (text) => {
    for (const pieces of [...cuts(text), [...text]]) {
      expect(shown(["NEXT"], pieces).whole, JSON.stringify(pieces)).toBe(text);
    }
  });

  it("is shown as soon as it can be no trigger any more, and not before", () => {
    const hold = new TextHold(["NEXT"]);
    expect(["  N", "E", "X", "T", " ", ".", " Then", " more"].map((piece) => hold.next(piece))).toEqual([
      ...["", "", "", "", "", "  NEXT .", " Then", " more"],
    ]);
    expect(hold.rest()).toBe("");
  });

  it("is held while it is the beginning of any trigger, the longest included", () => {
    const triggers = ["NEXT", "NEXT STEP", "DONE"];
    expect(shown(triggers, ["NEXT", " ", "STEP"])).toEqual({ early: "", whole: "" });
    expect(shown(triggers, ["NEXT", " "])).toEqual({ early: "", whole: "" });
    expect(shown(triggers, ["DONE", "\n"])).toEqual({ early: "", whole: "" });
    expect(shown(triggers, ["NEXT", " ST"])).toEqual({ early: "", whole: "NEXT ST" });
    expect(shown(triggers, ["NEXT", "  STEP"])).toEqual({ early: "NEXT  STEP", whole: "NEXT  STEP" });
    expect(shown(triggers, ["NEXT STEP", "S"])).toEqual({ early: "NEXT STEPS", whole: "NEXT STEPS" });
  });

  it("is held across halves of a character", () => {
    const [first, second] = ["\ud83d", "\udc4d"];
    expect(shown(["\u{1f44d}"], [first, second])).toEqual({ early: "", whole: "" });
    expect(shown(["\u{1f44d}"], [first, "\udc4e"]).whole).toBe("\u{1f44e}");
    expect(shown(["\u{1f44d}"], [first]).whole).toBe(first);
  });

  it("never hides by a trigger with white space around it, which no trimmed text equals", () => {
    expect(shown([" NEXT "], [" NEXT", " "]).whole).toBe(" NEXT ");
  });

  it("reads white space in linear time, however many pieces it comes in", () => {
    const hold = new TextHold(["NEXT"]);
    const count = 200_000;
    const begun = processorMs();
    for (let n = 0; n < count; n += 1) hold.next(n === count / 2 ? "NEXT" : " ");
    expect(hold.rest()).toBe("");
    expect(processorMs() - begun).toBeLessThan(5_000);
  });
});
