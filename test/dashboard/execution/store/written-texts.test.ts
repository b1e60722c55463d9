/** Text that a model writes, joined from pieces: nothing is lost or doubled, however often pieces come. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoggedEvent, WrittenText } from "../../../../dashboard/execution/store/execution-model.ts";
import { foldTexts } from "../../../../dashboard/execution/store/written-texts.ts";
import { event, modelCalled } from "../step-events.ts";

function piece(streamId: string, offset: number, text: string): LoggedEvent {
  return event(1, null, 0, { __typename: "TextProduced", streamId, offset, text });
}

test("pieces that come again, or overlap what is there, add only what is new", () => {
  const whole = "Here is what came of it";
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(22), fc.nat(8)), { maxLength: 30 }), (cuts) => {
      let texts: readonly WrittenText[] = [];
      let known = 0;
      for (const [from, length] of cuts) {
        const offset = Math.min(from, known);
        texts = foldTexts(texts, [piece("respond/1", offset, whole.slice(offset, offset + length))]);
        known = Math.max(known, Math.min(whole.length, offset + length));
        expect(texts[0]?.text).toBe(whole.slice(0, known));
      }
    }),
  );
});

test("a text is open until its call of the model has ended, not that of another", () => {
  const texts = foldTexts(
    [],
    [piece("respond/2", 0, "one"), piece("respond/12", 0, "other"), modelCalled(9, 1, "RESPOND", 2)],
  );
  expect(texts.map(({ isOpen, streamId }) => [streamId, isOpen])).toEqual([
    ["respond/2", false],
    ["respond/12", true],
  ]);
});
