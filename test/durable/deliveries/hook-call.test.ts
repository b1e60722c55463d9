/** One call of a hook in code: what it is given, and what becomes of one that throws, hangs, or is there no more. */
import { describe, expect, it, vi } from "vitest";
import { callHook } from "../../../src/durable/deliveries/hook-call.ts";
import type { CodeHook } from "../../../src/execution/webhooks/code-hook.ts";
import { RecordingTracer } from "../../support/worker/recording-tracer.ts";

const failed = { kind: "FAILED", retryAfterMs: undefined };

function world(hook: CodeHook | undefined) {
  const timers: { readonly delayMs: number; readonly task: () => void }[] = [];
  const points: object[] = [];
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const tracer = new RecordingTracer();
  const call = () =>
    callHook(
      {
        name: "onStepFinished",
        id: "msg_1",
        event: { id: "e/4", type: "STEP_FINISHED" },
        from: { execution: "e", tenant: "t", traceparent: `00-${"1".repeat(32)}-${"2".repeat(16)}-01` } as Parameters<
          typeof callHook
        >[0]["from"],
      },
      {
        hooks: { named: (name) => (name === "onStepFinished" ? hook : undefined), env: { GREETING: "Hello" } },
        clock: {
          now: () => 5,
          after: (delayMs, task) => {
            timers.push({ delayMs, task });
            return () => void timers.pop();
          },
        },
        tracer,
        meter: { count: (name, tenant, point) => void points.push({ name, tenant, ...point }) },
      },
    );
  const lines = () => {
    const said = warned.mock.calls.map(([line]) => JSON.parse(String(line)) as { readonly reason: string });
    warned.mockRestore();
    return said;
  };
  return { call, lines, points, timers, tracer };
}

describe("a hook in code", () => {
  it("[N494] is given the event, the environment and an id that is the same on every repeat; its return says that it took the event", async () => {
    const calls: unknown[] = [];
    const { call, lines, points, timers } = world((event, { deliveryId, env }) =>
      calls.push({ event, deliveryId, env }),
    );
    expect([await call(), await call()]).toEqual([{ kind: "DELIVERED" }, { kind: "DELIVERED" }]);
    const given = {
      event: { id: "e/4", type: "STEP_FINISHED" },
      deliveryId: "msg_1",
      env: { GREETING: "Hello" },
    };
    expect(calls).toEqual([given, given]);
    expect(timers).toEqual([]);
    expect(points[0]).toMatchObject({
      name: "delivery",
      tenant: "t",
      dimensions: { kind: "hook", result: "DELIVERED" },
    });
    expect(lines()).toEqual([]);
  });

  it.each<[what: string, hook: CodeHook, said: string]>([
    [
      "at once",
      () => {
        throw new Error("no room");
      },
      "it threw Error: no room",
    ],
    [
      "later",
      async () => {
        throw new TypeError("no room");
      },
      "it threw TypeError: no room",
    ],
    ["no error", () => Promise.reject({ toString: null }), "it threw a value that cannot be read"],
    [
      "without end",
      () => {
        throw "x".repeat(9_000);
      },
      `it threw ${"x".repeat(500)}`,
    ],
  ])("[N494] that throws %s is worth another try, and the log says what it threw", async (_, hook, said) => {
    const { call, lines, timers } = world(hook);
    expect(await call()).toEqual(failed);
    expect(timers).toEqual([]);
    expect(lines()).toMatchObject([{ log: "hook_not_taken", hook: "onStepFinished", result: "FAILED", reason: said }]);
  });

  it("[N494] that hangs is left to itself after 15 s with its signal aborted, and is worth another try", async () => {
    const signals: AbortSignal[] = [];
    const { call, lines, timers } = world((_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const result = call();
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([15_000]);
    timers[0]?.task();
    expect(await result).toEqual(failed);
    expect(signals[0]?.aborted).toBe(true);
    expect(lines()).toMatchObject([{ reason: "it took more than 15000 ms" }]);
  });

  it("[N494] that the code of now does not have gets nothing more", async () => {
    const { call, lines } = world(undefined);
    expect(await call()).toEqual({ kind: "GONE" });
    expect(lines()).toMatchObject([
      { result: "GONE", reason: "the code that is deployed now has no hook of this name" },
    ]);
  });
});
