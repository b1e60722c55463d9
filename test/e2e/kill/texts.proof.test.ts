/**
 * SIGKILL amid the text that a model writes. Readers go on from the cursors that they were given in the middle of it: over SSE by `after` and
 * by `Last-Event-ID`, over a WebSocket and over multipart answers.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
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
let model: RunningExample;
let planwright: Planwright;
let settings: Record<string, string>;

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  tools = await startExampleTools();
  model = await startModelServer(0, { wordDelayMs: 150 });
  const models = [{ name: "m", provider: "openai-compatible", model: "m", baseUrl: `${model.url}/v1` }];
  settings = { MODELS: JSON.stringify(models) };
  planwright = new Planwright(await worker.start(settings));
  await planwright.register("example", tools.mcpUrl, true);
});

afterAll(async () => {
  await worker?.remove();
  await model?.close();
  await tools?.close();
});

it("[N236, N237] after SIGKILL amid a text its readers go on from their cursors and have the whole log in the end; no tool is called again", async () => {
  const { id, requestId } = await planwright.start({
    source: { prompt: { text: "Call read_note and then set_note" } },
    options: { waitMs: 0 },
  });
  const readers = [readOverSse, readByLastEventId, readOverWebSocket, readOverMultipart].map((way) => ({
    ...{ way, reader: new LogReader() },
  }));
  const broken = readers.map(({ reader, way }) => way(planwright.endpoint, id, reader).catch(() => undefined));
  await eventually(async () => readers.every(({ reader }) => reader.log.filter(isText).length > 2));
  await worker.kill();
  await Promise.all(broken);
  planwright = new Planwright(await worker.start(settings));
  for (const { reader } of readers) expect(reader.hasEnd).toBe(false);
  await Promise.all(readers.map(({ reader, way }) => way(planwright.endpoint, id, reader)));
  const { execution } = await planwright.ask<{
    execution: {
      readonly status: string;
      readonly response: string;
      readonly modelCalls: readonly { readonly purpose: string; readonly outcome: string }[];
      readonly events: { readonly nodes: readonly LoggedEvent[] };
    };
  }>(
    `query ($id: ID!) { execution(by: { id: $id }) { status response modelCalls { purpose outcome }
      events(first: 500) { nodes { sequence type ... on TextProduced { streamId offset text } } } } }`,
    { id },
  );
  const calls = execution.modelCalls.map(({ outcome, purpose }) => `${purpose} ${outcome}`);
  expect(calls).toEqual(["PLAN ANSWERED", "RESPOND UNKNOWN", "RESPOND ANSWERED"]);
  for (const { reader } of readers) {
    expect({ faults: reader.faults, retold: reader.retold }).toEqual({ faults: [], retold: 1 });
    expect(reader.log).toEqual(execution.events.nodes);
    expect(reader.log.map(({ text = "" }) => text).join("")).toBe(execution.response);
  }
  expect(await tools.ledger(requestId)).toHaveLength(2);
});

function isText({ type }: LoggedEvent): boolean {
  return type === "TEXT_PRODUCED";
}
