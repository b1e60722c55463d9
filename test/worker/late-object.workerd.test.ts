/** Classes of objects whose code is loaded late: when an object answers, and how often the code is loaded. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { lateObject } from "../../src/worker/late-object.ts";
import type { Environment } from "../../src/worker/platform/environment.ts";

interface Counter {
  add(amount: number): number;
  fail(): never;
}

/** Calls `task` with the state of an object, whose blocked time is kept: nothing else reaches an object in it. */
async function withState(
  name: string,
  task: (state: DurableObjectState, blocked: Promise<unknown>[]) => Promise<void>,
): Promise<void> {
  const namespace = (env as unknown as { readonly EXECUTION: DurableObjectNamespace }).EXECUTION;
  await runInDurableObject(namespace.get(namespace.idFromName(name)), async (_, state) => {
    const blocked: Promise<unknown>[] = [];
    Object.defineProperty(state, "blockConcurrencyWhile", {
      value: (work: () => Promise<unknown>) => {
        const done = work();
        blocked.push(done);
        return done;
      },
    });
    await task(state, blocked);
  });
}

const environment = env as unknown as Environment;

it("[N1021] an object blocks its calls until its code is loaded, and later objects are made at once", async () => {
  await withState("late object", async (state, blocked) => {
    let release: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => {
      release = resolve;
    });
    let loads = 0;
    const Late = lateObject<Counter>(
      async () => {
        loads += 1;
        await loaded;
        return () => {
          let sum = 0;
          const fail = () => {
            throw new Error("as the object says");
          };
          return { add: (amount) => (sum += amount), fail };
        };
      },
      { add: true, fail: true },
    );
    const first = new Late(state, environment);
    expect(blocked).toHaveLength(1);
    expect(() => first.add(1)).toThrow("Cannot call add of an object whose code is not loaded");
    release();
    await Promise.all(blocked);
    expect([first.add(1), first.add(2)]).toEqual([1, 3]);
    expect(() => first.fail()).toThrow("as the object says");
    const second = new Late(state, environment);
    expect(blocked).toHaveLength(1);
    expect(second.add(5)).toBe(5);
    expect(loads).toBe(1);
    expect(Object.getOwnPropertyNames(second)).not.toContain("add");
    expect("add" in Late.prototype).toBe(true);
  });
});

it("[N1021] code that could not be loaded is loaded again for the next object", async () => {
  await withState("late object that fails", async (state, blocked) => {
    let loads = 0;
    const Late = lateObject<Counter>(
      async () => {
        loads += 1;
        if (loads === 1) throw new Error("no such module");
        return () => ({ add: (amount) => amount, fail: () => expect.unreachable() });
      },
      { add: true, fail: true },
    );
    new Late(state, environment);
    await expect(blocked[0]).rejects.toThrow("no such module");
    const next = new Late(state, environment);
    await blocked[1];
    expect([next.add(7), loads]).toEqual([7, 2]);
  });
});
