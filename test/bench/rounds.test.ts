/** Rounds of a bench on runtimes that have just been started. */
import { expect, it } from "vitest";
import { inRounds, middleRound } from "../../bench/warm/rounds.mjs";

it("[N1025] the round with the middle ratio stands for all, with the outermost ratios beside", () => {
  const rounds = [
    { floor: 10, product: 20 },
    { floor: 20, product: 22 },
    { floor: 10, product: 12 },
  ];
  expect(middleRound(rounds)).toEqual({ floor: 10, product: 12, lowest: 1.1, highest: 2 });
  expect(middleRound(rounds.slice(0, 2))).toMatchObject({ floor: 20, product: 22 });
});

it("[N1025] what one round could not count is not counted", () => {
  const nothing = { floor: null, product: null, lowest: null, highest: null };
  expect(
    middleRound([
      { floor: 1, product: 2 },
      { floor: 1, product: null },
    ]),
  ).toEqual(nothing);
});

it("[N1025] each round has runtimes of its own, which are stopped also when it fails", async () => {
  let running = 0;
  let started = 0;
  const start = async () => {
    running += 1;
    started += 1;
    const stop = async () => {
      running -= 1;
    };
    return { number: started, stop };
  };
  expect(await inRounds(start, 3, async ({ number }) => [number, running])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  const failing = inRounds(start, 2, () => Promise.reject(new Error("The product did not run")));
  await expect(failing).rejects.toThrow("The product did not run");
  expect([running, started]).toEqual([0, 4]);
});
