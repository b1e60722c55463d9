/**
 * SIGKILL and resets amid calls that have been on their way for seconds. Nobody asks anything afterwards but the ledger of the tool server,
 * which lives in this process: how soon each call is made again is read there.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { type ExampleTools, type LedgerEntry, startExampleTools } from "../../support/deployed/example-tools.ts";
import { type ExecutionSeen, eventually, Planwright, tool } from "../../support/deployed/planwright.ts";

/** How long a call is on its way before it is cut: several times as long as the alarm that takes over needs to fire. */
const intoCallMs = 3_000;
const callMs = 4_500;
/** A second is promised, and the process that comes first has modules to load. */
const withinMs = 1_000;

let worker: ChaosProcess;
let world: ExampleTools;
let planwright: Planwright;

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  world = await startExampleTools();
  planwright = new Planwright(await worker.start());
  await planwright.register("example", world.mcpUrl, true);
  await planwright.register("stranger", world.mcpUrl, false);
});

afterAll(async () => {
  await worker?.remove();
  await world?.close();
});

const begin = (name: string, steps = 1) =>
  planwright.start({
    source: { plan: { steps: Array.from({ length: steps }, (_, n) => tool(`s${n}`, name, { ms: callMs })) } },
  });

/** The calls of `execution` once there are `count`. */
async function callsOf({ requestId }: ExecutionSeen, count: number): Promise<readonly LedgerEntry[]> {
  let calls: readonly LedgerEntry[] = [];
  await eventually(async () => {
    calls = await world.ledger(requestId);
    return calls.length >= count;
  });
  return calls;
}

/** Kills the process and starts it again. Gives when the next one listened, Unix milliseconds. */
async function killAndStart(): Promise<number> {
  await worker.kill();
  planwright = new Planwright(await worker.start());
  return Date.now();
}

const ended = (execution: ExecutionSeen) =>
  eventually(async () => {
    const { status } = (await planwright.execution({ id: execution.id })) ?? {};
    return status !== "RUNNING" && status !== "PENDING";
  });

it("[N100, E6] calls that had been on their way for three seconds are made again within one second of a start after SIGKILL, three times in a row, though nobody asks", async () => {
  const executions = await Promise.all([begin("example.slow"), begin("example.slow", 3)]);
  const unsafe = await begin("stranger.slow");
  await callsOf(unsafe, 1);
  for (const kill of [1, 2, 3]) {
    const counts = [kill, 3 * kill];
    const calls = await Promise.all(executions.map((execution, n) => callsOf(execution, counts[n] ?? 0)));
    await delay(Math.max(0, Math.max(...calls.flat().map(({ at }) => at)) + intoCallMs - Date.now()));
    const listeningAt = await killAndStart();
    const again = await Promise.all(
      executions.map((execution, n) => callsOf(execution, (counts[n] ?? 0) + (n === 0 ? 1 : 3))),
    );
    for (const { at } of again.flatMap((all, n) => all.slice(counts[n])))
      expect(at - listeningAt).toBeLessThan(withinMs);
  }
  await Promise.all([...executions, unsafe].map(ended));
  for (const { id } of executions) expect(await planwright.execution({ id })).toMatchObject({ status: "SUCCEEDED" });
  const failed = await planwright.execution({ id: unsafe.id });
  expect(failed?.steps[0]?.failure?.code).toBe("OUTCOME_UNKNOWN");
  expect(await world.ledger(unsafe.requestId)).toHaveLength(1);
});

it("[N100, E6] a call whose object is reset after three seconds is made again within one second, though nobody asks", async () => {
  const before = (await worker.crashes())?.unfinished ?? [];
  const execution = await begin("example.slow");
  const [first] = await callsOf(execution, 1);
  const unfinished = ((await worker.crashes())?.unfinished ?? []).filter((name) => !before.includes(name));
  expect(unfinished).toHaveLength(1);
  await delay((first?.at ?? 0) + intoCallMs - Date.now());
  const resetAt = Date.now();
  await worker.crashes({ reset: unfinished });
  const calls = await callsOf(execution, 2);
  expect((calls[1]?.at ?? 0) - resetAt).toBeLessThan(withinMs);
  await ended(execution);
  expect(await planwright.execution({ id: execution.id })).toMatchObject({ status: "SUCCEEDED" });
});
