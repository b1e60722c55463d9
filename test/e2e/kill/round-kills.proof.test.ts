/**
 * SIGKILL to the real process at every row of a prompt whose model plans again, and while schedules start their runs. One execution for each place
 * stops there (`kill-entry.ts`); then the process is killed and started again over the same storage. The ledgers of the example MCP server and
 * of the scripted model, which live in this process, tell what was really called and asked.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import type { ModelLedgerEntry } from "../../../examples/model-server/ledger.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { registerTenStepCallees, startTenStepCallees, type TenStepCallees } from "../../chaos/ten-steps.ts";
import { eventually, Planwright, tool } from "../../support/deployed/planwright.ts";
import { placesOf } from "./kill-places.ts";
import { endOf, namesOf, startStopping, stoppedLabels } from "./stopping-starts.ts";

/** What two rounds of a call each and an answer in the place of a third plan leave in their journal. */
const rows = [
  "EXECUTION_STARTED",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "PLAN_PROPOSED",
  "STEP_STARTED step0",
  "STEP_FINISHED step0",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "PLAN_PROPOSED",
  "STEP_STARTED rounds/2/step0",
  "STEP_FINISHED rounds/2/step0",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "PLAN_PROPOSED",
  "EXECUTION_FINISHED",
] as const;

const places = placesOf(rows, [2, 3, 2, 3, 2, 3]).map((place) => ({
  ...place,
  // Stands in no other name.
  name: `round-${place.moment}-${place.row}.`,
}));
const stored = places.filter(({ kept }) => kept > 0);

/** The run of a schedule stops before its first row, right behind it, and behind the end of its step. */
const firings = ["before:1", "after:1", "after:3"].map((label) => ({
  label,
  name: `fired-${label.replace(":", "-")}`,
}));

let worker: ChaosProcess;
let world: TenStepCallees;
let model: RunningExample;
let planwright: Planwright;

const startOf = (name: string, labels: readonly object[]) => ({
  source: {
    prompt: {
      text: `Keep set_note {"name": "${name}", "text": "They hum"}, then look with read_note {"name": "${name}"}`,
      maxRounds: 3,
    },
  },
  options: { idempotencyKey: name, labels },
});

async function schedule({ label, name }: (typeof firings)[number]): Promise<void> {
  const executePlan = {
    source: { plan: { steps: [tool("a", "example.keyed_append", { name, text: "x" })] } },
    options: { labels: [{ key: "stopAt", value: label }] },
  };
  const input = { name, timing: { every: { seconds: 1 } }, maxRuns: 1, run: { executePlan } };
  const { createSchedule } = await planwright.ask<{ createSchedule: { errors: readonly object[] } }>(
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { errors { code message path } } }",
    { input },
  );
  expect(createSchedule.errors).toEqual([]);
}

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  world = await startTenStepCallees(0);
  model = await startModelServer(0, { wordDelayMs: 0 });
  const models = [{ name: "m", provider: "openai-compatible", model: "m", baseUrl: `${model.url}/v1` }];
  const settings = { MODELS: JSON.stringify(models), MIN_SCHEDULE_SECONDS: "1" };
  planwright = new Planwright(await worker.start(settings));
  await registerTenStepCallees(planwright, world);
  await planwright.start(startOf("undisturbed", []));
  await endOf(planwright, "undisturbed");
  for (const firing of firings) await schedule(firing);
  const stopping = Promise.all(places.map((place) => startStopping(planwright, startOf, place)));
  const wanted = [...places.map(({ moment, row }) => `${moment}:${row}`), ...firings.map(({ label }) => label)];
  const counts = (labels: readonly string[]) => Map.groupBy(labels, (label) => label);
  await eventually(async () => {
    const found = counts(await stoppedLabels(planwright));
    return [...counts(wanted)].every(([label, times]) => (found.get(label)?.length ?? 0) >= times.length);
  });
  await stopping;
  await worker.kill();
  planwright = new Planwright(await worker.start({ ...settings, GO_ON: "true" }));
}, 240_000);

afterAll(async () => {
  await worker?.remove();
  await world?.close();
  await model?.close();
});

it("[N370] a prompt of several rounds that nobody disturbs leaves the rows that the others are killed at", async () => {
  expect(namesOf(await endOf(planwright, "undisturbed"))).toEqual(rows);
});

it.each(stored)(
  "[N370, E2, E3, E7] $moment row $row of a prompt of several rounds ($what): no plan is made twice, and nothing that had ended is called again",
  async ({ kept, moment, name }) => {
    const execution = await endOf(planwright, name);
    expect(execution.status).toBe("SUCCEEDED");
    expect(namesOf(execution).slice(0, kept)).toEqual(rows.slice(0, kept));
    const lastKept = rows[kept - 1] ?? "";
    const { execution: seen } = await planwright.ask<{
      execution: {
        readonly rounds: readonly { readonly steps: readonly { readonly status: string }[] }[];
        readonly modelCalls: readonly { readonly outcome: string }[];
      };
    }>("query ($id: ID!) { execution(by: { id: $id }) { rounds { steps { status } } modelCalls { outcome } } }", {
      id: execution.id,
    });
    expect(seen.rounds).toMatchObject([
      { steps: [{ status: "SUCCEEDED" }] },
      { steps: [{ status: "SUCCEEDED" }] },
      { steps: [] },
    ]);
    const isModelCut = lastKept === "MODEL_CALL_STARTED";
    expect(seen.modelCalls.filter(({ outcome }) => outcome === "ANSWERED")).toHaveLength(3);
    expect(seen.modelCalls).toHaveLength(isModelCut ? 4 : 3);
    const ledger = (await (await fetch(`${model.url}/ledger`)).json()) as readonly ModelLedgerEntry[];
    const sent = ledger.filter(({ body }) => JSON.stringify(body).includes(name)).length;
    // What was stored before anything left is counted all the same: nobody could tell.
    expect(sent).toBe(isModelCut && moment === "before" ? 4 : 3);
    const calls = (await world.calls()).filter(({ requestId }) => requestId === execution.requestId);
    const byKey = Map.groupBy(calls, ({ key }) => key);
    expect(byKey.size, "a step of each round").toBe(2);
    const again = [...byKey.values()].filter(({ length }) => length > 1);
    expect(again.length).toBeLessThanOrEqual(lastKept.startsWith("STEP_STARTED") ? 1 : 0);
    expect(again.every(({ length }) => length === 2)).toBe(true);
  },
);

it.each(firings)(
  "[N320, N330, E1] a schedule whose process is killed $label of its run starts it once, and loses it never",
  async ({ name }) => {
    const { schedule: seen } = await eventually(async () => {
      const found = await planwright.ask<{
        schedule: {
          readonly counts: { readonly started: number };
          readonly recentRuns: readonly {
            readonly outcome: string;
            readonly execution: { readonly status: string } | null;
          }[];
        };
      }>(
        `query ($name: String!) { schedule(by: { name: $name }) { counts { started }
          recentRuns(first: 20) { outcome execution { status } } } }`,
        { name },
      );
      return found.schedule.recentRuns.some(({ execution }) => execution?.status === "SUCCEEDED") ? found : null;
    });
    expect(seen.counts.started).toBe(1);
    expect(seen.recentRuns.filter(({ outcome }) => outcome === "STARTED")).toHaveLength(1);
    const calls = (await world.calls()).filter(({ arguments: given }) => (given as { name?: string }).name === name);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(1);
    expect(calls.length).toBeLessThanOrEqual(2);
  },
);
