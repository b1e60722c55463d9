/**
 * SIGKILL to the real process at every row of an execution whose tools are in the code of the Worker. One execution for each place stops there
 * (`kill-entry.ts`); then the process is killed and started again over the same storage. The ledger, which lives in this process, tells what ran.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { eventually, Planwright } from "../../support/deployed/planwright.ts";
import type { CodeLedgerEntry, HookLedgerEntry } from "./kill-code-tools.ts";
import { placesOf } from "./kill-places.ts";
import { endOf, namesOf, startStopping, stoppedLabels } from "./stopping-starts.ts";

/** What three tools, one after another, leave in the journal. */
const rows = [
  "EXECUTION_STARTED",
  "STEP_STARTED read",
  "STEP_FINISHED read",
  "STEP_STARTED keyed",
  "STEP_FINISHED keyed",
  "STEP_STARTED unsafe",
  "STEP_FINISHED unsafe",
  "EXECUTION_FINISHED",
] as const;

const places = placesOf(rows, [2, 2, 2, 2]).map((place) => ({ ...place, name: `code ${place.moment} ${place.row}` }));
const stored = places.filter(({ kept }) => kept > 0);

const ledger: CodeLedgerEntry[] = [];
const told: HookLedgerEntry[] = [];
let server: Server;
let worker: ChaosProcess;
let planwright: Planwright;

function startOf(name: string, labels: readonly object[]) {
  const step = (stepId: string, text: string) => ({
    tool: { stepId, toolName: `code_${stepId}`, arguments: { text } },
  });
  const plan = {
    steps: [step("read", "a"), step("keyed", "{{read.output.text}}"), step("unsafe", "{{keyed.output.text}}")],
  };
  return { source: { plan }, options: { idempotencyKey: name, labels } };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const entry = JSON.parse(Buffer.concat(parts).toString()) as CodeLedgerEntry | HookLedgerEntry;
      if ("hook" in entry) told.push(entry);
      else ledger.push(entry);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const settings = { CODE_LEDGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  planwright = new Planwright(await worker.start(settings));
  await planwright.start(startOf("undisturbed", []));
  await endOf(planwright, "undisturbed");
  const stopping = Promise.all(places.map((place) => startStopping(planwright, startOf, place, 2)));
  await eventually(async () => (await stoppedLabels(planwright)).length === places.length);
  await stopping;
  await worker.kill();
  planwright = new Planwright(await worker.start(settings));
}, 240_000);

afterAll(async () => {
  await worker?.remove();
  server?.close();
});

it("[N411] tools in code leave the rows that the others are killed at, and each has run once", async () => {
  const execution = await endOf(planwright, "undisturbed");
  expect(namesOf(execution)).toEqual(rows);
  expect(execution.steps.at(-1)?.output?.value).toEqual({ text: "a read keyed unsafe" });
  const runs = ledger.filter(({ requestId }) => requestId === execution.requestId);
  expect(runs.map(({ done, effects }) => `${effects} ${done}`)).toEqual(
    ["read", "keyed", "unsafe"].flatMap((effects) => [`${effects} false`, `${effects} true`]),
  );
});

it.each(stored)(
  "[N411, E2, E3, E5, E7] $moment row $row of an execution with tools in code ($what): what had finished is not run again, an unsafe tool never",
  async ({ kept, name }) => {
    const execution = await endOf(planwright, name);
    const cut = /^STEP_STARTED (.+)$/.exec(rows[kept - 1] ?? "")?.[1];
    const lostUnsafe = cut === "unsafe";
    expect(execution.status).toBe(lostUnsafe ? "PARTIAL" : "SUCCEEDED");
    expect(execution.steps.at(-1)).toMatchObject(
      lostUnsafe ? { failure: { code: "OUTCOME_UNKNOWN" } } : { output: { value: { text: "a read keyed unsafe" } } },
    );
    const runs = ledger.filter(({ requestId }) => requestId === execution.requestId);
    for (const { callId, stepId } of execution.steps) {
      const own = runs.filter(({ effects }) => effects === stepId);
      // The same key with every attempt.
      expect(new Set(own.map(({ key }) => key))).toEqual(new Set(own.length === 0 ? [] : [callId]));
      const ended = own.filter(({ done }) => done).length;
      const finishedBefore = rows.slice(0, kept).includes(`STEP_FINISHED ${stepId}` as (typeof rows)[number]);
      if (finishedBefore || stepId === "unsafe") expect(ended, stepId).toBeLessThanOrEqual(1);
      else expect(ended, stepId).toBeLessThanOrEqual(cut === stepId ? 2 : 1);
      if (!lostUnsafe) expect(ended, stepId).toBeGreaterThanOrEqual(1);
    }
  },
);

it.each(stored)(
  "[N494, E1] $moment row $row of an execution ($what): after the kill each hook in code is told of all that came of it, in the order of the log, the same each time",
  async ({ name }) => {
    const { id } = await endOf(planwright, name);
    const own = () => told.filter(({ execution }) => execution === id);
    await eventually(async () => own().some(({ hook }) => hook === "EXECUTION_FINISHED"));
    const steps = own().filter(({ hook }) => hook === "STEP_FINISHED");
    expect([...new Set(steps.map(({ stepId }) => stepId))]).toEqual(["read", "keyed", "unsafe"]);
    const byEvent = new Map(own().map(({ deliveryId, id: event }) => [event, deliveryId]));
    expect(byEvent.size).toBe(4);
    for (const { deliveryId, id: event } of own()) expect(deliveryId).toBe(byEvent.get(event));
  },
);

it("[N419] a workflow in code runs in the real Worker, and an agent in code is listed and cannot be replaced", async () => {
  const workflow = { tool: { stepId: "w", toolName: "workflow_code_flow", arguments: { text: "a" } } };
  await planwright.start({ source: { plan: { steps: [workflow] } }, options: { idempotencyKey: "flow" } });
  const { status, steps } = await endOf(planwright, "flow");
  expect({ status, output: steps[0]?.output?.value }).toMatchObject({
    status: "SUCCEEDED",
    output: { text: "a read" },
  });
  const { agents } = await planwright.ask<{ agents: { nodes: readonly unknown[] } }>(
    "{ agents(first: 5) { nodes { name runtime tools } } }",
  );
  expect(agents.nodes).toEqual([{ name: "code_reader", runtime: "LOCAL", tools: ["code_read"] }]);
  const reader = { name: "code_reader", description: "x", source: { local: { instructions: "x" } } };
  await expect(planwright.registerAgent(reader)).rejects.toThrow("in the code of this deployment");
});
