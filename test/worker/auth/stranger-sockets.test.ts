import { describe, expect, it } from "vitest";
import { maxStrangers, maxStrangersOfAddress, StrangerSockets } from "../../../src/worker/auth/stranger-sockets.ts";

/** Sockets that say nothing, as many as there may be; `closed` fills with the numbers of those that made room. */
function full(addressOf: (number: number) => string) {
  const sockets = new StrangerSockets();
  const closed: number[] = [];
  const enter = (number: number) => sockets.enter(addressOf(number), () => closed.push(number));
  const leaves = Array.from({ length: maxStrangers }, (_, number) => enter(number));
  return { closed, enter, leaves };
}

describe("sockets of strangers", () => {
  it("[N54] are at most so many of an address: its oldest makes room, and one that left before makes room for one", () => {
    const sockets = new StrangerSockets();
    const closed: number[] = [];
    const enter = (number: number) => sockets.enter("192.0.2.1", () => closed.push(number));
    const leaves = Array.from({ length: maxStrangersOfAddress }, (_, number) => enter(number));
    sockets.enter("192.0.2.2", () => closed.push(-1));
    expect(closed).toEqual([]);
    leaves[1]?.();
    leaves[1]?.();
    enter(1_000);
    expect(closed).toEqual([]);
    enter(1_001);
    enter(1_002);
    expect(closed).toEqual([0, 2]);
  });

  it("[N54] are at most so many in all: the oldest makes room, also where no address is known", () => {
    const { closed, enter, leaves } = full(() => "");
    expect(closed).toEqual([]);
    enter(maxStrangers);
    leaves[1]?.();
    enter(maxStrangers + 1);
    enter(maxStrangers + 2);
    expect(closed).toEqual([0, 2]);
    // Whoever made room has left.
    leaves[0]?.();
    enter(maxStrangers + 3);
    expect(closed).toEqual([0, 2, 3]);
  });

  it("[N54] make room at the cost of whoever has most, not of whoever came first", () => {
    const { closed, enter } = full((number) => (number < 3 ? `198.51.100.${number}` : `203.0.113.${number % 5}`));
    for (let number = 0; number < 8; number++) enter(maxStrangers + number);
    expect(closed).toHaveLength(8);
    expect(closed.filter((number) => number < 3)).toEqual([]);
  });
});
