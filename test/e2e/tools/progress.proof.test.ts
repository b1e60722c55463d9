/** Progress of tools that others wrote, through the real Worker: told while they work, in every form in which an execution is followed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startA2aAgent } from "../../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type LoggedEvent, LogReader, readOverSse, readOverWebSocket } from "../../support/deployed/log-readers.ts";
import { eventually } from "../../support/deployed/planwright.ts";
import { startEverythingServer } from "./public-servers.ts";

interface Progressed extends LoggedEvent {
  readonly stepId: string;
  readonly occurredAt: string;
  readonly progress: number | null;
  readonly total: number | null;
  readonly replaced: number;
  readonly refused: number;
}

const eventsQuery = `query ($id: ID!) { execution(by: { id: $id }) { status events(first: 200) { nodes {
  sequence type stepId occurredAt
  ... on StepProgressed { attempt progress total message level replaced refused } } } } }`;

const progressQuery = `query ($id: ID!) { execution(by: { id: $id }) { steps {
  status ... on ToolStep { progress { progress total message at } } } } }`;

const served = deployedWorld();

describe("the progress of a server of the registry", () => {
  let everything: Awaited<ReturnType<typeof startEverythingServer>>;
  beforeAll(async () => {
    everything = await startEverythingServer();
    await served.planwright.register("everything", everything.url, false);
  });
  afterAll(() => everything?.close());

  it("[N365, N360, N364] is shown while it works, over every transport, and is in the log afterwards just as it was shown", async () => {
    const { planwright } = served;
    const { id } = await planwright.start({
      source: {
        plan: {
          steps: [
            {
              tool: {
                stepId: "long",
                toolName: "trigger-long-running-operation",
                arguments: { duration: 3, steps: 6 },
              },
            },
          ],
        },
      },
      options: { waitMs: 0 },
    });
    const readers = [readOverSse, readOverWebSocket].map((way) => ({ way, reader: new LogReader() }));
    const reading = Promise.all(readers.map(({ reader, way }) => way(planwright.endpoint, id, reader)));
    const known = await eventually(async () => {
      const { execution } = await planwright.ask<{
        execution: { steps: [{ status: string; progress: { progress: number; total: number; at: string } | null }] };
      }>(progressQuery, { id });
      return execution.steps[0].progress === null ? null : execution.steps[0];
    });
    expect(known).toMatchObject({ status: "RUNNING", progress: { total: 6, message: null } });
    expect(Date.parse(known?.progress?.at ?? "")).toBeGreaterThan(0);
    await eventually(async () => readers.every(({ reader }) => reader.log.some(isProgress)));
    for (const { reader } of readers) expect(reader.hasEnd).toBe(false);
    await reading;
    const { execution } = await planwright.ask<{
      execution: { status: string; events: { nodes: readonly Progressed[] } };
    }>(eventsQuery, { id });
    expect(execution.status).toBe("SUCCEEDED");
    const told = execution.events.nodes.filter(isProgress);
    expect(told.map(({ progress }) => progress).toSorted()).toEqual(told.map(({ progress }) => progress));
    for (const { refused, stepId, total } of told) expect([stepId, refused, total]).toEqual(["long", 0, 6]);
    // Two a second come, and later one a second is told; the last is.
    expect(told.reduce((sum, { replaced }) => sum + 1 + replaced, 0)).toBe(6);
    expect(told.at(-1)?.progress).toBe(6);
    for (const { reader } of readers) {
      expect({ faults: reader.faults, retold: reader.retold }).toEqual({ faults: [], retold: 0 });
      const shown = execution.events.nodes.map(({ sequence, type }) => ({ sequence, type }));
      expect(reader.log.map(({ sequence, type }) => ({ sequence, type }))).toEqual(shown);
    }
    const after = await planwright.ask<{ execution: { steps: [{ progress: unknown }] } }>(progressQuery, { id });
    expect(after.execution.steps[0].progress).toBeNull();
  });
});

describe("what an agent on the official SDK says of its work", () => {
  let agent: RunningExample;
  beforeAll(async () => {
    agent = await startA2aAgent(0);
    await served.planwright.registerAgent({ name: "peer", source: { a2a: { url: agent.url } } });
  });
  afterAll(() => agent?.close());

  it("[N366] is shown while its task is waited for, once each, and writes no row of its own", async () => {
    const { planwright } = served;
    const input = { text: "Hello", language: "de", delay_ms: 5_000 };
    const { id } = await planwright.start({
      source: { plan: { steps: [{ tool: { stepId: "far", toolName: "peer", arguments: input } }] } },
      options: { waitMs: 0 },
    });
    const reader = new LogReader();
    const reading = readOverSse(planwright.endpoint, id, reader);
    await eventually(async () => reader.log.filter(isProgress).length === 2);
    expect(reader.hasEnd).toBe(false);
    const query = `query ($id: ID!) { execution(by: { id: $id }) { steps {
      ... on WorkflowStep { progress { message progress } } ... on AgentStep { progress { message progress } } } } }`;
    const known = await planwright.ask<{ execution: { steps: readonly unknown[] } }>(query, { id });
    expect(known.execution.steps).toEqual([{ progress: { message: "Translating into de", progress: null } }]);
    await reading;
    const { execution } = await planwright.ask<{
      execution: { status: string; events: { nodes: readonly (Progressed & { readonly message: string })[] } };
    }>(eventsQuery, { id });
    expect(execution.events.nodes.map(({ message, type }) => message ?? type)).toEqual([
      ...["EXECUTION_STARTED", "STEP_STARTED", "ARTIFACT_STORED", "Reading the text", "STEP_WAITING"],
      ...["Translating into de", "STEP_FINISHED", "EXECUTION_FINISHED"],
    ]);
    expect({ faults: reader.faults, retold: reader.retold }).toEqual({ faults: [], retold: 0 });
    expect(reader.log.map(({ sequence }) => sequence)).toEqual(execution.events.nodes.map(({ sequence }) => sequence));
    const after = await planwright.ask<{ execution: { steps: readonly unknown[] } }>(query, { id });
    expect(after.execution.steps).toEqual([{ progress: null }]);
  });
});

function isProgress({ type }: LoggedEvent): boolean {
  return type === "STEP_PROGRESSED";
}
