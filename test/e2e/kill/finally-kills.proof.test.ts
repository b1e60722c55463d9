/**
 * SIGKILL to the real process at every row of an execution that fails and has steps of `finally`. One execution for each place stops there
 * (`kill-entry.ts`); then the process is killed and started again over the same storage. The ledger of the example MCP server tells what was called.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { registerTenStepCallees, startTenStepCallees, type TenStepCallees } from "../../chaos/ten-steps.ts";
import { eventually, Planwright } from "../../support/deployed/planwright.ts";
import { placesOf } from "./kill-places.ts";
import { endOf, namesOf, startStopping, stoppedLabels } from "./stopping-starts.ts";

/** What a step, one whose condition cannot be evaluated and two steps of `finally` leave in their journal. */
const rows = [
  "EXECUTION_STARTED",
  "STEP_STARTED work",
  "STEP_FINISHED work",
  "STEP_FINISHED broken",
  "FINALLY_STARTED",
  "STEP_STARTED tell",
  "STEP_FINISHED tell",
  "STEP_STARTED clean",
  "STEP_FINISHED clean",
  "EXECUTION_FINISHED",
] as const;

const places = placesOf(rows, [2, 4, 2, 2]).map((place) => ({
  ...place,
  name: `finally ${place.moment} ${place.row}`,
}));
const stored = places.filter(({ kept }) => kept > 0);

let worker: ChaosProcess;
let world: TenStepCallees;
let planwright: Planwright;

function startOf(name: string, labels: readonly object[]) {
  const append = (stepId: string, text: string, more: object = {}) => ({
    tool: { stepId, toolName: "example.keyed_append", arguments: { name, text }, ...more },
  });
  const plan = {
    steps: [append("work", "a"), append("broken", "never", { when: "1 / (size({{work.output.text}}) - 1) > 5" })],
    finally: [append("tell", " {{execution.status}} {{execution.error.code}}"), append("clean", "!")],
  };
  return { source: { plan }, options: { idempotencyKey: name, labels } };
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

it("[N305] an execution with finally that nobody disturbs leaves the rows that the others are killed at", async () => {
  expect(namesOf(await endOf(planwright, "undisturbed"))).toEqual(rows);
});

it.each(stored)(
  "[R9, N305, E2, E3, E7] $moment row $row of an execution with finally ($what): its end survives, nothing that had ended is called again, and no step is left out",
  async ({ kept, name }) => {
    const execution = await endOf(planwright, name);
    expect(execution.status).toBe("PARTIAL");
    const cut = /^STEP_STARTED (.+)$/.exec(rows[kept - 1] ?? "")?.[1];
    const lost = cut === undefined ? [] : ["EXECUTION_RESUMED", `ATTEMPT_FAILED ${cut}`];
    expect(namesOf(execution)).toEqual([...rows.slice(0, kept), ...lost, ...rows.slice(kept)]);
    const calls = (await world.calls()).filter(({ requestId }) => requestId === execution.requestId);
    const byKey = Map.groupBy(calls, ({ key }) => key);
    expect(byKey.size, "a step and two of finally").toBe(3);
    const again = [...byKey.values()].filter(({ length }) => length > 1);
    expect(again.length).toBeLessThanOrEqual(cut === undefined ? 0 : 1);
    expect(again.every(({ length }) => length === 2)).toBe(true);
    const { execution: seen } = await planwright.ask<{
      execution: { readonly steps: readonly { readonly output: { readonly value: unknown } | null }[] };
    }>("query ($id: ID!) { execution(by: { id: $id }) { steps { output { value } } } }", { id: execution.id });
    expect(seen.steps.at(-1)?.output?.value).toEqual({ name, text: "a PARTIAL CONDITION_FAILED!" });
  },
);
