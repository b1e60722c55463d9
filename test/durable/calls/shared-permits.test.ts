/** Permits that the executions of one host share. */
import { describe, expect, it } from "vitest";
import { type ConnectionPermits, SharedPermits } from "../../../src/durable/calls/shared-permits.ts";

/** A call that holds its permit until the test ends it. */
function held(share: ConnectionPermits, signal: AbortSignal | null = null) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = { began: false, end: resolve, over: Promise.resolve() };
  call.over = share.run(signal ?? undefined, () => {
    call.began = true;
    return promise;
  });
  return call;
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the permits of a host", () => {
  it("[N240, E10] let no more than six requests of all executions await their headers", async () => {
    const permits = new SharedPermits(6);
    const calls = Array.from({ length: 9 }, () => held(permits.share(() => true)));
    await turn();
    expect(calls.filter(({ began }) => began)).toHaveLength(6);
    calls[0]?.end();
    await turn();
    expect(calls.filter(({ began }) => began)).toHaveLength(7);
  });

  it("[N240] keep one for each neighbour at work that has none, and give all to one that is alone", async () => {
    const permits = new SharedPermits(3);
    const [greedy, neighbour] = [permits.share(() => true), permits.share(() => true)];
    expect([greedy.admit(), greedy.admit(), greedy.admit()].every((connection) => connection !== undefined)).toBe(true);
    expect(neighbour.admit()).toBeUndefined();
    const shared = new SharedPermits(3);
    const [wide, other] = [shared.share(() => true), shared.share(() => true)];
    const first = other.admit();
    first?.end();
    expect([wide.admit(), wide.admit(), wide.admit()].map((connection) => connection !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
    expect(other.admit()).not.toBeUndefined();
  });

  it("[N240] serve those first that hold none, even if others wait longer", async () => {
    const permits = new SharedPermits(2);
    const [slow, quick] = [permits.share(() => true), permits.share(() => true)];
    const [running, alsoRunning] = [held(slow), held(slow)];
    const [more, other] = [held(slow), held(quick)];
    await turn();
    expect([running.began, alsoRunning.began, more.began, other.began]).toEqual([true, true, false, false]);
    running.end();
    await turn();
    expect([more.began, other.began]).toEqual([false, true]);
    alsoRunning.end();
    await turn();
    expect(more.began).toBe(true);
  });

  it("[N767, E10] that are kept for a neighbour go to those that wait once it rests without having taken them", async () => {
    const permits = new SharedPermits(2);
    let isAtWork = true;
    const [wide, neighbour] = [permits.share(() => true), permits.share(() => isAtWork)];
    const answered = held(neighbour);
    answered.end();
    await turn();
    const [running, waiting] = [held(wide), held(wide)];
    await turn();
    expect([running.began, waiting.began]).toEqual([true, false]);
    let hasHeard = 0;
    wide.onFree(() => {
      hasHeard += 1;
    });
    isAtWork = false;
    neighbour.rested();
    await turn();
    expect([waiting.began, hasHeard]).toEqual([true, 0]);
    running.end();
    await turn();
    expect(hasHeard).toBe(1);
  });

  it("[N240] forget a call that is aborted while it waits, and an admission that ends without a request", async () => {
    const permits = new SharedPermits(1);
    let isActive = true;
    const share = permits.share(() => isActive);
    const running = held(share);
    const abort = new AbortController();
    const waiting = held(share, abort.signal);
    abort.abort(new Error("cancelled"));
    await expect(waiting.over).rejects.toThrow("cancelled");
    running.end();
    await turn();
    const admitted = share.admit();
    expect(permits.hasRoom).toBe(false);
    admitted?.end();
    isActive = false;
    expect(permits.hasRoom).toBe(true);
    expect(waiting.began).toBe(false);
  });
});
