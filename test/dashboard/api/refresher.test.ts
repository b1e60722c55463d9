/** Questions that are asked again while things happen: each is answered, however fast the news is. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refresher } from "../../../dashboard/api/refresher.ts";

describe("a question that is asked again with news", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pauseMs = 500;

  /** A question whose answer takes `tookMs`. Gives when each was asked and answered. */
  const asking = (tookMs: number) => {
    const asked: number[] = [];
    const answered: number[] = [];
    const startedAt = Date.now();
    const question = refresher(async (signal) => {
      asked.push(Date.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      if (!signal.aborted) answered.push(Date.now() - startedAt);
    }, pauseMs);
    return { asked, answered, question };
  };

  const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it("[N854] is answered although news comes faster than answers, and asked once more for the last of it", async () => {
    const { answered, asked, question } = asking(800);
    for (let at = 0; at < 39; at += 1) {
      question.ask();
      await passed(100);
    }
    expect(answered).toEqual([800, 2_100, 3_400]);
    await passed(10_000);
    expect(asked).toEqual([0, 1_300, 2_600, 3_900]);
    expect(answered).toEqual([800, 2_100, 3_400, 4_700]);
  });

  it("[N854] is asked at once after a rest, never twice at a time, and not once nobody waits", async () => {
    const { answered, asked, question } = asking(10);
    question.ask();
    await passed(1_000);
    question.ask();
    question.ask();
    await passed(2_000);
    expect(asked).toEqual([0, 1_000, 1_510]);
    question.ask();
    await passed(5);
    question.ask();
    question.close();
    question.ask();
    await passed(5_000);
    expect([asked.length, answered.length]).toEqual([4, 3]);
  });
});
