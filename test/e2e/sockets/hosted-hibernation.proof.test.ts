/** What watching costs where executions share an object: a host that sleeps while they are watched and wait. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { A2aLedger } from "../../../examples/a2a-agent/ledger.ts";
import { startA2aAgent } from "../../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import { executionName } from "../../../src/json/object-name.ts";
import { hostName } from "../../../src/worker/platform/execution-homes.ts";
import { eventually, tool } from "../../support/deployed/planwright.ts";
import { observedWorker } from "./observed-worker.ts";
import { accept, everySequence, follow } from "./watched-executions.ts";

const observed = observedWorker({ HOSTING: "on" });

/** Keys whose executions have the host of the first, which is no other test's. */
function keysOfHost(digit: string, count: number): { readonly host: string; readonly keys: readonly string[] } {
  const keys: string[] = [];
  for (let number = 0; keys.length < count; number++) {
    const key = `shared ${number}`;
    if (executionName("default", "graphql", key).startsWith(digit)) keys.push(key);
  }
  return { host: hostName("default", digit), keys };
}

const startWith = (idempotencyKey: string, steps: readonly object[], waitMs: number) =>
  observed.planwright.start({ source: { plan: { steps } }, options: { idempotencyKey, waitMs } });

describe.concurrent("a host", () => {
  it("[N257, E11] sleeps while its executions wait for people and are watched, and each watcher gets the events of its own once, in order", async ({
    expect,
  }) => {
    const { host, keys } = keysOfHost("0", 3);
    const steps = [tool("s", "delete_note", { name: "x" })];
    const executions = await Promise.all(keys.map((key) => startWith(key, steps, 25_000)));
    expect(executions.map(({ status }) => status)).toEqual(["WAITING", "WAITING", "WAITING"]);
    const object = await observed.named(host);
    let madeBefore = 0;
    const follows = executions.map(async (execution, number) => {
      let batches = 0;
      const sequences = await follow(observed.planwright, execution.id, async ({ status }) => {
        batches += 1;
        if (number === 0 && batches === 2) madeBefore = await object.timesMade();
        // Heartbeats go on: the platform takes an object out of memory after ten seconds without work. The first answer wakes it.
        if (batches === 6 + number && status === "WAITING") await accept(observed.planwright, execution);
      });
      expect(sequences).toEqual(await everySequence(observed.planwright, execution));
    });
    await eventually(async () => (await object.watchers()) === 3);
    await Promise.all(follows);
    expect(await object.timesMade(), "made again to answer").toBeGreaterThan(madeBefore);
    for (const { id } of executions) {
      expect(await observed.planwright.execution({ id })).toMatchObject({ status: "SUCCEEDED" });
    }
  });

  let agent: RunningExample;
  beforeAll(async () => {
    agent = await startA2aAgent(0);
    await observed.planwright.registerAgent({ source: { a2a: { url: agent.url } } });
  });
  afterAll(() => agent.close());

  it("[N257, E11] sleeps while one of its executions waits for a task of a remote agent, and asks from its alarm", async ({
    expect,
  }) => {
    const { host, keys } = keysOfHost("1", 1);
    const translation = { text: "a long text", language: "de", delay_ms: 20_000 };
    const { id } = await startWith(keys[0] ?? "", [tool("translation", "peer_translator", translation)], 0);
    const object = await observed.named(host);
    // Asked 1, 3, 7, 15 and 31 seconds after the wait began; nobody else looks at the host meanwhile.
    await delay(30_000);
    await eventually(async () => (await observed.planwright.execution({ id }))?.status === "SUCCEEDED");
    expect(await object.timesMade(), "made again by its alarm").toBe(2);
    const { requests } = (await (await fetch(`${agent.url}/ledger`)).json()) as A2aLedger;
    expect(requests.map(({ method }) => method)).toEqual(["SendMessage", ...Array(5).fill("GetTask")]);
  });
});
