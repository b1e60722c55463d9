import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isInText,
  logPosition,
  mostTimed,
  positionOf,
  positionTime,
  sequenceAt,
  storedAt,
  timeAt,
} from "../../../src/execution/views/log-position.ts";

describe("a position in a log", () => {
  it("[N236] is the sequence of a stored event itself, as all cursors were before", () => {
    expect([logPosition(42, 0), sequenceAt(42), storedAt(42), isInText(42), positionOf({ sequence: 42 })]).toEqual([
      ...[42, 42, 42, false, 42],
    ]);
  });

  it("[N236] keeps of text in flight how much of it was not stored, in a safe integer", () => {
    const sequence = fc.integer({ min: 1, max: 2 ** 32 - 1 });
    const unstored = fc.integer({ min: 1, max: 2 ** 20 - 1 });
    fc.assert(
      fc.property(sequence, unstored, (last, count) => {
        const position = logPosition(last, count);
        expect(Number.isSafeInteger(position)).toBe(true);
        expect([sequenceAt(position), storedAt(position)]).toEqual([last, Math.max(0, last - count)]);
        expect(isInText(position)).toBe(true);
        expect(timeAt(position)).toBeUndefined();
      }),
    );
  });

  it("[N366] keeps beside that when the first of it was shown, where only waits were at work", () => {
    const sequence = fc.integer({ min: 1, max: 2 ** 32 - 1 });
    const unstored = fc.integer({ min: 1, max: mostTimed });
    const at = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(sequence, unstored, at, (last, count, told) => {
        const position = logPosition(last, count, positionTime(told));
        expect(Number.isSafeInteger(position)).toBe(true);
        expect([sequenceAt(position), storedAt(position), timeAt(position), isInText(position)]).toEqual([
          ...[last, Math.max(0, last - count), positionTime(told), true],
        ]);
        // Objects that only wait are gone for seconds at least.
        expect(positionTime(told + 1_000)).not.toBe(positionTime(told));
      }),
    );
  });
});
