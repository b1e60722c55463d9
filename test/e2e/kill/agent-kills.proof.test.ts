/**
 * SIGKILL to the real process at every row of a run of an agent with an output schema, whose first answer breaks it. One run for each place
 * stops there (`kill-entry.ts`); then the process is killed and started again over the same storage.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import type { ModelLedgerEntry } from "../../../examples/model-server/ledger.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { eventually, Planwright, tool } from "../../support/deployed/planwright.ts";
import { type KillPlace, placesOf } from "./kill-places.ts";

/** What a run leaves: two calls of the model, of which the first is answered with what breaks the schema. */
const rows = [
  "EXECUTION_STARTED",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "EXECUTION_FINISHED",
] as const;

const places = placesOf(rows, [2, 2, 2]);
const textOf = ({ moment, row }: KillPlace) => `child ${moment}:${row}`;

let worker: ChaosProcess;
let model: RunningExample;
let planwright: Planwright;

const startOf = (place: KillPlace) => ({
  source: { plan: { steps: [tool("sum", "peer_sum", { text: textOf(place), wish: "reply-invalid" })] } },
  options: { idempotencyKey: textOf(place), waitMs: 0 },
});

async function stoppedLabels(): Promise<readonly string[]> {
  return (await (await fetch(new URL("/stopped", planwright.endpoint))).json()) as readonly string[];
}

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  model = await startModelServer(0, { wordDelayMs: 0 });
  const models = [{ name: "m", provider: "openai-compatible", model: "m", baseUrl: `${model.url}/v1` }];
  const settings = { MODELS: JSON.stringify(models) };
  planwright = new Planwright(await worker.start({ ...settings, STOP_CHILDREN: "true" }));
  const words = { type: "string" };
  await planwright.registerAgent({
    name: "sum",
    description: "Sums",
    source: {
      local: {
        instructions: "Sum.",
        inputSchema: { type: "object", properties: { text: words, wish: words }, required: ["text"] },
        outputSchema: { type: "object", properties: { total: { type: "integer" } }, required: ["total"] },
      },
    },
  });
  for (const place of places) await planwright.start(startOf(place));
  await eventually(async () => (await stoppedLabels()).length === places.length);
  await worker.kill();
  planwright = new Planwright(await worker.start(settings));
});

afterAll(async () => {
  await worker?.remove();
  await model?.close();
});

interface RunSeen {
  readonly status: string;
  readonly steps: readonly { readonly output: { readonly value: unknown } | null }[];
  readonly children: {
    readonly nodes: readonly {
      readonly events: { readonly nodes: readonly { readonly type: string }[] };
      readonly modelCalls: readonly { readonly outcome: string; readonly failure: { readonly code: string } | null }[];
    }[];
  };
}

async function runOf(place: KillPlace): Promise<RunSeen | null> {
  const { execution } = await planwright.ask<{ execution: RunSeen | null }>(
    `query ($by: ExecutionSelector!) { execution(by: $by) { status steps { output { value } } children(first: 5) { nodes {
      events(first: 50) { nodes { type } } modelCalls { outcome failure { code } } } } } }`,
    { by: { idempotencyKey: textOf(place) } },
  );
  return execution;
}

it.each(places)(
  "[N268, E2, E3, E7] $moment row $row of a run ($what): it answers in its schema after one correction, and only a call that was cut is made again",
  async (place) => {
    const run = await eventually(async () => {
      const seen = await runOf(place);
      return seen?.status === "SUCCEEDED" || seen?.status === "FAILED" ? seen : null;
    });
    expect(run).toMatchObject({ status: "SUCCEEDED", steps: [{ output: { value: { total: 1 } } }] });
    expect(run.children.nodes).toHaveLength(1);
    const [child] = run.children.nodes;
    expect(child?.events.nodes.map(({ type }) => type).slice(0, place.kept)).toEqual(rows.slice(0, place.kept));
    const ends = child?.modelCalls.map(({ failure, outcome }) => `${outcome} ${failure?.code ?? ""}`.trim());
    const first = ["ANSWERED OUTPUT_INVALID", "ANSWERED"];
    const lost = "UNKNOWN UPSTREAM_UNAVAILABLE";
    const cut = { 0: first, 2: [lost, ...first], 4: ["ANSWERED OUTPUT_INVALID", lost, "ANSWERED"], 6: first };
    expect(ends).toEqual(cut[place.kept as keyof typeof cut]);
    const ledger = (await (await fetch(`${model.url}/ledger`)).json()) as readonly ModelLedgerEntry[];
    const sent = ledger.filter(({ body }) => JSON.stringify(body).includes(textOf(place))).length;
    // What was stored before anything left is counted all the same: nobody could tell.
    const isCounted = place.moment === "after" && (place.kept === 2 || place.kept === 4);
    expect(sent).toBe((ends?.length ?? 0) - (isCounted ? 1 : 0));
  },
);
