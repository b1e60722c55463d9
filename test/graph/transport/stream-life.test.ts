/** When an open stream ends by itself. */
import { beforeEach, describe, expect, it } from "vitest";
import { whenOver } from "../../../src/graph/transport/stream-life.ts";
import { FakeClock } from "../../support/worker/fake-feed.ts";

let clock: FakeClock;
let ends: string[];

beforeEach(() => {
  clock = new FakeClock();
  ends = [];
});

const end = (cause: string) => ends.push(`${cause} at ${clock.nowMs}`);

describe("an open stream", () => {
  it("ends once, at its longest life", async () => {
    whenOver({ endsAt: 100_000, isRevoked: async () => false }, end, clock);
    await clock.pass(99_999);
    expect(ends).toEqual([]);
    await clock.pass(200_000);
    expect(ends).toEqual(["LIFE at 100000"]);
    expect(clock.pending).toBe(0);
  });

  it("[N520] ends within a minute after its credential was revoked", async () => {
    let revokedAt = Number.POSITIVE_INFINITY;
    const isRevoked = async () => clock.nowMs >= revokedAt;
    for (const endsAt of [Number.POSITIVE_INFINITY, 10_000_000]) whenOver({ endsAt, isRevoked }, end, clock);
    await clock.pass(3_600_000);
    expect(ends).toEqual([]);
    revokedAt = clock.nowMs + 1;
    await clock.pass(60_000);
    expect(ends).toEqual(["REVOKED at 3630000", "REVOKED at 3630000"]);
    expect(clock.pending).toBe(0);
  });

  it("[N520] stays open while nobody can say whether its credential was revoked, and is asked about again", async () => {
    let canSay = false;
    const isRevoked = () => (canSay ? Promise.resolve(true) : Promise.reject(new Error("unreachable")));
    whenOver({ endsAt: Number.POSITIVE_INFINITY, isRevoked }, end, clock);
    await clock.pass(300_000);
    expect(ends).toEqual([]);
    canSay = true;
    await clock.pass(30_000);
    expect(ends).toEqual(["REVOKED at 330000"]);
  });

  it("that was left is not ended, and holds no timer", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = whenOver({ endsAt: Number.POSITIVE_INFINITY, isRevoked: () => promise }, end, clock);
    await clock.pass(30_000);
    leave();
    resolve(true);
    await clock.pass(60_000);
    expect(ends).toEqual([]);
    expect(clock.pending).toBe(0);
    whenOver({ endsAt: Number.POSITIVE_INFINITY }, end, clock);
    expect(clock.pending).toBe(0);
  });
});
