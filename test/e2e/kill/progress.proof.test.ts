/** SIGKILL amid the progress that a tool tells of. Readers go on from the cursors that they were given in it, over every transport. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startExampleServer } from "../../../examples/mcp-server/server.ts";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { type ExampleTools, exampleToolsOf } from "../../support/deployed/example-tools.ts";
import {
  type LoggedEvent,
  LogReader,
  readByLastEventId,
  readOverMultipart,
  readOverSse,
  readOverWebSocket,
} from "../../support/deployed/log-readers.ts";
import { eventually, Planwright } from "../../support/deployed/planwright.ts";

let worker: ChaosProcess;
let tools: ExampleTools;
let planwright: Planwright;

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  tools = exampleToolsOf(await startExampleServer(0, { delayMs: 6_000 }));
  planwright = new Planwright(await worker.start());
  await planwright.register("example", tools.mcpUrl, true);
});

afterAll(async () => {
  await worker?.remove();
  await tools?.close();
});

it("[N363] after SIGKILL amid the progress of a call its readers go on from their cursors and have the whole log in the end", async () => {
  const research = { stepId: "research", toolName: "research_blog", arguments: { topic: "Tea", skill_id: "s" } };
  const { id, requestId } = await planwright.start({
    source: { plan: { steps: [{ tool: research }] } },
    options: { waitMs: 0 },
  });
  const readers = [readOverSse, readByLastEventId, readOverWebSocket, readOverMultipart].map((way) => ({
    ...{ way, reader: new LogReader() },
  }));
  const broken = readers.map(({ reader, way }) => way(planwright.endpoint, id, reader).catch(() => undefined));
  await eventually(async () => readers.every(({ reader }) => reader.log.filter(isProgress).length > 1));
  await worker.kill();
  await Promise.all(broken);
  planwright = new Planwright(await worker.start());
  for (const { reader } of readers) expect(reader.hasEnd).toBe(false);
  await Promise.all(readers.map(({ reader, way }) => way(planwright.endpoint, id, reader)));
  const { execution } = await planwright.ask<{
    execution: { readonly status: string; readonly events: { readonly nodes: readonly LoggedEvent[] } };
  }>(`query ($id: ID!) { execution(by: { id: $id }) { status events(first: 500) { nodes { sequence type } } } }`, {
    id,
  });
  expect(execution.status).toBe("SUCCEEDED");
  expect(execution.events.nodes.map(({ type }) => type)).toEqual([
    ...["EXECUTION_STARTED", "STEP_STARTED", "EXECUTION_RESUMED", "ATTEMPT_FAILED"],
    ...["STEP_PROGRESSED", "STEP_PROGRESSED", "STEP_PROGRESSED", "STEP_FINISHED", "EXECUTION_FINISHED"],
  ]);
  for (const { reader } of readers) {
    expect({ faults: reader.faults, retold: reader.retold }).toEqual({ faults: [], retold: 1 });
    expect(reader.log).toEqual(execution.events.nodes);
  }
  const calls = await tools.ledger(requestId);
  expect(calls.map(({ completed }) => completed)).toEqual([false, true]);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
});

function isProgress({ type }: LoggedEvent): boolean {
  return type === "STEP_PROGRESSED";
}
