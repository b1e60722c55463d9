import { describe, expect, it } from "vitest";
import { TextHold } from "../../../src/durable/runner/text-hold.ts";
import { longestText, TextStream } from "../../../src/durable/runner/text-stream.ts";
import type { TextProduced } from "../../../src/execution/events/model-event.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { said } from "../../support/models/model-answers.ts";
import { model, withResponder } from "../../support/models/model-work.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

function stream(maxLength = 100_000, hold: TextHold | null = null) {
  const clock = new ManualClock();
  const told: TextProduced[] = [];
  const cut: string[] = [];
  const text = new TextStream({
    clock,
    streamId: "respond/1",
    maxLength,
    hold: hold ?? undefined,
    show: (more) => void told.push(...more),
    tooLong: () => cut.push("too long"),
  });
  return { clock, cut, told, text };
}

describe("the text of a model as it comes", () => {
  it("tells the first piece at once, then what came within 100 ms together, at contiguous offsets", async () => {
    const { clock, told, text } = stream();
    text.add("Here");
    for (const piece of [" is", " the", " news"]) text.add(piece);
    expect(told.map((event) => event.text)).toEqual(["Here"]);
    await clock.advance(100);
    text.add(".");
    told.push(...text.close());
    expect(told.map(({ offset, text: piece }) => [offset, piece])).toEqual([
      [0, "Here"],
      [4, " is the news"],
      [16, "."],
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it("tells ten more pieces in the first second, and four in each that follows", async () => {
    const { clock, told, text } = stream();
    const toldInSecond: number[] = [];
    for (let second = 0; second < 4; second++) {
      const before = told.length;
      for (let tick = 0; tick < 100; tick++) {
        text.add("x");
        await clock.advance(10);
      }
      toldInSecond.push(told.length - before);
    }
    expect(toldInSecond).toEqual([11, 4, 4, 4]);
    told.push(...text.close());
    expect(told.map((event) => event.text).join("")).toHaveLength(400);
  });

  it("does not wait when 2 KB have come", () => {
    const { told, text } = stream();
    text.add("a");
    text.add("x".repeat(2_047));
    expect(told).toHaveLength(1);
    text.add("y");
    expect(told.map(({ offset, text: piece }) => [offset, piece.length])).toEqual([
      [0, 1],
      [1, 2_048],
    ]);
  });

  it("keeps half a character until the other half comes", () => {
    const { told, text } = stream();
    text.add("a\ud83d");
    text.add("\ude00");
    expect([...told, ...text.close()].map((event) => event.text)).toEqual(["a", "\u{1f600}"]);
  });

  it("keeps events small, whatever a provider sends at once", () => {
    const { told, text } = stream();
    text.add("\u{1f600}".repeat(20_000));
    expect(told.every((event) => event.text.length <= 16_384 && event.text.isWellFormed())).toBe(true);
    expect(told.map((event) => event.text).join("")).toHaveLength(40_000);
  });

  it("takes nothing after its end", async () => {
    const { clock, told, text } = stream();
    text.add("a");
    text.close();
    text.add("b");
    await clock.advance(1_000);
    expect(told).toHaveLength(1);
  });

  it("cuts a text that no answer can have, once, and drops the rest", () => {
    const { cut, told, text } = stream(10);
    for (let n = 0; n < 5; n += 1) text.add("12345678");
    expect([...told, ...text.close()].map((event) => event.text).join("")).toBe("1234567812");
    expect(cut).toEqual(["too long"]);
  });

  it("[T33] tells no letter and starts no timer while it may be a hidden trigger, and all of it once it cannot", async () => {
    const { clock, told, text } = stream(100_000, new TextHold(["NEXT"]));
    text.add(" NE");
    await clock.advance(1_000);
    text.add("XT");
    await clock.advance(1_000);
    expect([told, clock.pendingTimers, text.firstAt]).toEqual([[], 0, clock.now() - 2_000]);
    text.add(", please");
    told.push(...text.close(true));
    expect(told.map(({ offset, text: piece }) => [offset, piece])).toEqual([[0, " NEXT, please"]]);
  });

  it("[T33] shows what it held only of a text that is whole and no trigger", () => {
    const ended = (words: string, isWhole: boolean) => {
      const { text } = stream(100_000, new TextHold(["NEXT"]));
      text.add(words);
      return text.close(isWhole).map((event) => event.text);
    };
    expect(ended("NEX", true)).toEqual(["NEX"]);
    expect(ended("NEX", false)).toEqual([]);
    expect(ended("NEXT", true)).toEqual([]);
  });

  it("cuts a text that is held back too", () => {
    const { cut, told, text } = stream(10, new TextHold(["NEXT"]));
    for (let n = 0; n < 5; n += 1) text.add("        ");
    expect([cut, told, text.close()]).toEqual([["too long"], [], []]);
  });

  it("[R27] endless text ends the call, which is settled in full, and not the result", async () => {
    const world = new EngineWorld(() => succeeded({}));
    world.answerModel = async (call) => {
      // A model that never stops, as long as anybody reads.
      for (let n = 0; !call.signal.aborted && n < 10_000; n += 1) call.text("blah ".repeat(100));
      return said("blah");
    };
    await world.run(planOf([step("a")]), { started: withResponder() });
    expect(world.state.text?.length).toBe(longestText(model.maxOutputTokens));
    expect(world.state.modelCalls).toHaveLength(1);
    expect(world.state.modelCalls[0]?.end).toMatchObject({ outcome: "ANSWERED", usageIsBound: true });
    expect(world.state.finished).toMatchObject({
      status: "SUCCEEDED",
      response: null,
      responseFailure: { code: "MODEL_ERROR", message: "the model answered with endless text" },
    });
  });
});
