import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInText, logPosition, positionOf, sequenceAt, storedAt } from "../../../src/execution/views/log-position.ts";

describe("a position in a log", () => {
  it("[N236] is the sequence of a stored event itself, as all cursors were before", () => {
    expect([logPosition(42, 0), sequenceAt(42), storedAt(42), isInText(42), positionOf({ sequence: 42 })]).toEqual([
      ...[42, 42, 42, false, 42],
    ]);
  });

  it("[N236] keeps of text in flight how much of it was not stored, in a safe integer", () => {
    const sequence = fc.integer({ min: 1, max: 2 ** 32 - 1 });
    const unstored = fc.integer({ min: 1, max: 2 ** 21 - 1 });
    fc.assert(
      fc.property(sequence, unstored, (last, count) => {
        const position = logPosition(last, count);
        expect(Number.isSafeInteger(position)).toBe(true);
        expect([sequenceAt(position), storedAt(position)]).toEqual([last, Math.max(0, last - count)]);
        expect(isInText(position)).toBe(true);
      }),
    );
  });
});
