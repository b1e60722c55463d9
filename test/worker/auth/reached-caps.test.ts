/** Caps on executions that an isolate has seen reached. */
import { describe, expect, it } from "vitest";
import type { TenantLimit } from "../../../src/execution/commands/start-request.ts";
import { ReachedCaps } from "../../../src/worker/auth/reached-caps.ts";

const limitOf = (limit: TenantLimit["limit"], retryAt: number): TenantLimit => ({
  ...{ kind: "TENANT_LIMIT", limit, maximum: 3, retryAt },
});

describe("a cap that was reached", () => {
  it("[N561] holds until time makes room, and not longer than a second where the end of an execution may", () => {
    const caps = new ReachedCaps();
    const ofMinute = limitOf("maxExecutionsPerMinute", 61_000);
    caps.note("acme", "alice", ofMinute, 0);
    expect([0, 60_999, 61_000].map((now) => caps.reached("acme", "bob", now))).toEqual([ofMinute, ofMinute, undefined]);
    const atATime = limitOf("maxConcurrentExecutions", 5_000);
    caps.note("acme", "alice", atATime, 0);
    expect([999, 1_000].map((now) => caps.reached("acme", "alice", now))).toEqual([atATime, undefined]);
    const stored = limitOf("maxStoredBytes", 60_000);
    caps.note("acme", "alice", stored, 0);
    expect([999, 1_000].map((now) => caps.reached("acme", "alice", now))).toEqual([stored, undefined]);
  });

  it("[N888] of the minute of one subject holds until time makes room, for that subject", () => {
    const caps = new ReachedCaps();
    const ofMinute = limitOf("maxExecutionsPerMinutePerSubject", 61_000);
    caps.note("acme", "alice", ofMinute, 0);
    expect(caps.reached("acme", "bob", 0)).toBeUndefined();
    expect([60_999, 61_000].map((now) => caps.reached("acme", "alice", now))).toEqual([ofMinute, undefined]);
  });

  it("[N561] is of its tenant, or of its subject where only that is capped", () => {
    const caps = new ReachedCaps();
    const own = limitOf("maxConcurrentExecutionsPerSubject", 1_000);
    caps.note("acme", "alice", own, 0);
    expect(caps.reached("acme", "alice", 0)).toEqual(own);
    expect([caps.reached("acme", "bob", 0), caps.reached("globex", "alice", 0)]).toEqual([undefined, undefined]);
    caps.note("acme", "alice", limitOf("maxConcurrentExecutions", 1_000), 0);
    expect(caps.reached("acme", "bob", 0)).toBeDefined();
    expect(caps.reached("globex", "alice", 0)).toBeUndefined();
  });
});
