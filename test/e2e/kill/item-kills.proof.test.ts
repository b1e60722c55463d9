/**
 * SIGKILL to the real process at every row of a map and a loop. One execution for each place stops there (`kill-entry.ts`); then the process is
 * killed and started again over the same storage. The ledger of the example MCP server, which lives in this process, tells what was really called.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { registerTenStepCallees, startTenStepCallees, type TenStepCallees } from "../../chaos/ten-steps.ts";
import { eventually, Planwright } from "../../support/deployed/planwright.ts";
import { placesOf } from "./kill-places.ts";
import { endOf, namesOf, startStopping, stoppedLabels } from "./stopping-starts.ts";

/** What a map over two items, one at a time, and a loop of two times leave in their journal. */
const rows = [
  "EXECUTION_STARTED",
  "ITEMS_ADDED write",
  "STEP_STARTED write[0]",
  "STEP_FINISHED write[0]",
  "STEP_STARTED write[1]",
  "STEP_FINISHED write[1]",
  "STEP_FINISHED write",
  "ITEMS_ADDED grow",
  "STEP_STARTED grow[0]",
  "STEP_FINISHED grow[0]",
  "ITEMS_ADDED grow",
  "STEP_STARTED grow[1]",
  "STEP_FINISHED grow[1]",
  "STEP_FINISHED grow",
  "EXECUTION_FINISHED",
] as const;

const places = placesOf(rows, [3, 2, 4, 1, 2, 3]).map((place) => ({
  ...place,
  name: `items ${place.moment} ${place.row}`,
}));
const stored = places.filter(({ kept }) => kept > 0);

let worker: ChaosProcess;
let world: TenStepCallees;
let planwright: Planwright;

interface Outputs {
  readonly steps: readonly { readonly output: { readonly value: unknown } | null }[];
}

function startOf(name: string, labels: readonly object[]) {
  const append = (text: string) => ({ tool: { toolName: "example.keyed_append", arguments: { name, text } } });
  const steps = [
    { map: { stepId: "write", over: ["a", "b"], maxConcurrency: 1, step: append("{{item}}") } },
    {
      loop: {
        stepId: "grow",
        step: append("!"),
        until: '{{previous.text}}.endsWith("!!")',
        maxIterations: 5,
        delayMs: 20,
        after: ["write"],
      },
    },
  ];
  return { source: { plan: { steps } }, options: { idempotencyKey: name, labels } };
}

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  world = await startTenStepCallees(0);
  planwright = new Planwright(await worker.start({}));
  await registerTenStepCallees(planwright, world);
  await planwright.start(startOf("undisturbed", []));
  await endOf(planwright, "undisturbed");
  const stopping = Promise.all(places.map((place) => startStopping(planwright, startOf, place)));
  await eventually(async () => (await stoppedLabels(planwright)).length === places.length);
  await stopping;
  await worker.kill();
  planwright = new Planwright(await worker.start({}));
});

afterAll(async () => {
  await worker?.remove();
  await world?.close();
});

it("[N285, N290] a map and a loop that nobody disturbs leave the rows that the others are killed at", async () => {
  expect(namesOf(await endOf(planwright, "undisturbed"))).toEqual(rows);
});

it.each(stored)(
  "[N285, N290, E2, E3, E7] $moment row $row of a map and a loop ($what): no item that had ended is called again, and none is left out",
  async ({ kept, name }) => {
    const execution = await endOf(planwright, name);
    expect(execution.status).toBe("SUCCEEDED");
    const cut = /^STEP_STARTED (.+)$/.exec(rows[kept - 1] ?? "")?.[1];
    const lost = cut === undefined ? [] : ["EXECUTION_RESUMED", `ATTEMPT_FAILED ${cut}`];
    expect(namesOf(execution)).toEqual([...rows.slice(0, kept), ...lost, ...rows.slice(kept)]);
    const calls = (await world.calls()).filter(({ requestId }) => requestId === execution.requestId);
    const byKey = Map.groupBy(calls, ({ key }) => key);
    expect(byKey.size, "two items and two times").toBe(4);
    const again = [...byKey.values()].filter(({ length }) => length > 1);
    expect(again.length).toBeLessThanOrEqual(cut === undefined ? 0 : 1);
    expect(again.every(({ length }) => length === 2)).toBe(true);
    const { execution: seen } = await planwright.ask<{ execution: Outputs }>(
      "query ($id: ID!) { execution(by: { id: $id }) { steps { output { value } } } }",
      { id: execution.id },
    );
    expect(seen.steps.map(({ output }) => output?.value)).toEqual([
      [
        { name, text: "a" },
        { name, text: "ab" },
      ],
      { name, text: "ab!!" },
    ]);
  },
);
