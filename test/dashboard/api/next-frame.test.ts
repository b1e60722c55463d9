/** News is shown in the next frame, and what comes faster than anybody sees is shown together. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onNextFrame } from "../../../dashboard/api/next-frame.ts";

describe("what is shown before the next frame", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run, 16));
    vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Asks each `everyMs` for a second; `tookMs` is how long each turn takes. Gives when the turns were. */
  const turns = (everyMs: number, tookMs = 0) => {
    const found: number[] = [];
    const task = onNextFrame(() => {
      found.push(performance.now());
      vi.advanceTimersByTime(tookMs);
      return () => undefined;
    });
    const startedAt = performance.now();
    for (let at = 0; at < 1_000; at += everyMs) {
      task.ask();
      vi.advanceTimersByTime(everyMs);
    }
    task.forget();
    return found.map((at) => at - startedAt);
  };

  it("[N785] is the first news at once, and ten times a second at most what follows", () => {
    const [first, ...others] = turns(5);
    expect(first).toBeLessThanOrEqual(16);
    expect(others.length).toBeGreaterThanOrEqual(7);
    expect(others.length).toBeLessThanOrEqual(9);
  });

  it("[N785] is each news that comes slower than that in its next frame", () => {
    expect(turns(200).map((at) => Math.round(at % 200))).toEqual([16, 16, 16, 16, 16]);
  });
});
