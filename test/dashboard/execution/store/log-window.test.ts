/** The part of a long log that is in the page. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  isLatest,
  latestWindow,
  longLog,
  movedWindow,
  pageSize,
  pageStarts,
  shownWindow,
  surplus,
  type WindowMove,
  windowSize,
} from "../../../../dashboard/execution/store/log-window.ts";

it("[N637] is a window of bounded size within the log, whose moves lead to every event both ways", () => {
  const moves = fc.array(fc.constantFrom<WindowMove>("FIRST", "EARLIER", "LATER", "LATEST"), { maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: longLog + 1, max: 1_000_000 }), moves, (total, made) => {
      let window = latestWindow(total);
      for (const move of made) {
        const next = movedWindow(window, move);
        expect(next.first >= 1 && next.last <= total && next.first <= next.last).toBe(true);
        expect(next.last - next.first + 1).toBeLessThanOrEqual(windowSize);
        // Nothing between two windows is passed over.
        if (move === "EARLIER") expect(next.last >= window.first - 1).toBe(true);
        if (move === "LATER") expect(next.first <= window.last + 1).toBe(true);
        const pages = pageStarts(next);
        expect([pages[0], pages.length]).toEqual([next.first - 1, Math.ceil((next.last - next.first + 1) / pageSize)]);
        window = next;
      }
    }),
  );
  let window = latestWindow(100_000);
  expect([window.first, isLatest(window)]).toEqual([98_001, true]);
  let steps = 0;
  for (; window.first > 1; steps += 1) window = movedWindow(window, "EARLIER");
  expect(steps).toBe(49);
  for (; !isLatest(window); steps -= 1) window = movedWindow(window, "LATER");
  expect([steps, window]).toEqual([0, latestWindow(100_000)]);
});

it("[N857] a window that was read is shown with what came since, if it is the newest part", () => {
  const events = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => ({ sequence: first + at }));
  const shown = { first: 40_001, last: 42_000, total: 50_000 };
  const latest = movedWindow(shown, "LATEST");
  const part = shownWindow(latest, events(48_001, 50_000), events(49_990, 50_007), 50_007);
  expect(part.window).toEqual({ first: 48_001, last: 50_007, total: 50_007 });
  expect(isLatest(part.window)).toBe(true);
  expect(part.events).toEqual(events(48_001, 50_007));
  const earlier = movedWindow(shown, "EARLIER");
  expect(shownWindow(earlier, events(38_001, 40_000), events(50_001, 50_007), 50_007)).toEqual({
    events: events(38_001, 40_000),
    window: { ...earlier, total: 50_007 },
  });
});

it("[N637] lets the oldest events go when a log grows long while it is watched", () => {
  expect([surplus(longLog), surplus(longLog + 1), surplus(5)]).toEqual([0, longLog / 2 + 1, 0]);
});
