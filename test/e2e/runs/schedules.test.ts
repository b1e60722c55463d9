/** Schedules through the real Worker: runs that begin by themselves, and what docs/schedules.md shows. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { eventually, type Planwright, tool } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";

const guide = readFileSync(new URL("../../../docs/schedules.md", import.meta.url), "utf8");
const blocks = [...guide.matchAll(/```graphql\n([\s\S]*?)```(?:\n\n```json\n([\s\S]*?)```)?/g)].map(
  ([, query = "", answer]) => ({ query, answer }),
);

interface Record {
  readonly outcome: string;
  readonly nominalTime: string;
  readonly executionId: string | null;
  readonly execution: { readonly id: string; readonly status: string; readonly schedule: object | null } | null;
  readonly problems: readonly { readonly code: string; readonly path: readonly string[] }[];
}

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly counts: { readonly started: number; readonly refused: number };
  readonly recentRuns: readonly Record[];
  readonly nextRuns: readonly string[];
}

let world: ExampleTools;
let worker: RunningWorker;
let planwright: Planwright;

beforeAll(async () => {
  world = await startExampleTools();
  worker = await startWorker({ MIN_SCHEDULE_SECONDS: "1" });
  planwright = worker.planwright;
  await planwright.register("example", world.mcpUrl, true);
});
afterAll(async () => {
  await worker?.close();
  await world?.close();
});

const noted = (name: string) => ({
  executePlan: { source: { plan: { steps: [tool("a", "set_note", { name, text: "x" })] } } },
});

async function create(name: string, run: object, more: object = {}): Promise<string> {
  const input = { name, timing: { every: { seconds: 1 } }, run, ...more };
  const { createSchedule } = await planwright.ask<{ createSchedule: { schedule: { id: string } | null; errors: [] } }>(
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } errors { code message path } } }",
    { input },
  );
  expect(createSchedule.errors).toEqual([]);
  return createSchedule.schedule?.id ?? "";
}

async function see(name: string): Promise<Seen> {
  const { schedule } = await planwright.ask<{ schedule: Seen }>(
    `query ($name: String!) { schedule(by: { name: $name }) {
      id status counts { started refused } nextRuns(count: 50)
      recentRuns(first: 100) {
        outcome nominalTime executionId problems { code path }
        execution { id status schedule { scheduleId name nominalTime cause } }
      }
    } }`,
    { name },
  );
  return schedule;
}

async function change(
  field: string,
  scheduleId: string,
): Promise<{ readonly errors: readonly { readonly code: string }[] }> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  const text = `mutation ($input: ${type}) { ${field}(input: $input) { errors { code message } } }`;
  return (await planwright.ask<{ [name: string]: { errors: [] } }>(text, { input: { scheduleId } }))[field] as never;
}

describe("a schedule", () => {
  it("[N320, N330, N323] starts an execution at each of its times, which says so, until it is paused and deleted", async () => {
    const scheduleId = await create("each-second", noted("each-second"));
    const seen = await eventually(async () => {
      const found = await see("each-second");
      const ended = found.recentRuns.filter(({ execution }) => execution?.status === "SUCCEEDED");
      return ended.length >= 2 ? found : null;
    });
    const started = seen.recentRuns.filter(({ outcome }) => outcome === "STARTED");
    expect(new Set(started.map(({ nominalTime }) => nominalTime)).size).toBe(started.length);
    expect(new Set(started.map(({ executionId }) => executionId)).size).toBe(started.length);
    for (const { execution, executionId, nominalTime } of started) {
      expect(execution).toMatchObject({
        id: executionId,
        schedule: { scheduleId, name: "each-second", nominalTime, cause: "TIME" },
      });
    }
    expect(seen.nextRuns).toEqual([...new Set(seen.nextRuns)].sort());
    expect(seen.nextRuns).toHaveLength(50);

    expect(await change("pauseSchedule", scheduleId)).toEqual({ errors: [] });
    const paused = await see("each-second");
    expect(paused.status).toBe("PAUSED");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await see("each-second")).counts.started).toBe(paused.counts.started);

    expect(await change("triggerSchedule", scheduleId)).toEqual({ errors: [] });
    await eventually(async () => {
      const [latest] = (await see("each-second")).recentRuns;
      return (
        latest?.execution?.status === "SUCCEEDED" &&
        (latest.execution.schedule as { cause: string }).cause === "TRIGGER"
      );
    });
    expect(await change("deleteSchedule", scheduleId)).toEqual({ errors: [] });
    expect(await change("deleteSchedule", scheduleId)).toMatchObject({ errors: [{ code: "NOT_FOUND" }] });
    expect(await see("each-second")).toBeNull();
    // What it started stays, and says what it was.
    const [{ execution } = { execution: null }] = started;
    const { execution: kept } = await planwright.ask<{ execution: { schedule: object } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { schedule { name } } }",
      { id: execution?.id },
    );
    expect(kept.schedule).toEqual({ name: "each-second" });
  });

  it("[N327] whose tool is removed records why its runs are refused", async () => {
    const { id } = await planwright.register("passing", world.mcpUrl, true);
    const run = {
      executePlan: { source: { plan: { steps: [tool("a", "passing.set_note", { name: "p", text: "x" })] } } },
    };
    const scheduleId = await create("orphan", run);
    await planwright.remove(id);
    const seen = await eventually(async () => {
      const found = await see("orphan");
      return found.counts.refused > 0 ? found : null;
    });
    const refused = seen.recentRuns.find(({ outcome }) => outcome === "REFUSED");
    expect(refused).toMatchObject({ execution: null, problems: [{ code: "UNKNOWN_CALLABLE" }] });
    await change("deleteSchedule", scheduleId);
  });

  it("[N324] REPLACE cancels a run that waits for a person, and starts the next", async () => {
    const approval = { humanInput: { stepId: "ask", prompt: "Well?" } };
    const run = { executePlan: { source: { plan: { steps: [approval] } } } };
    const scheduleId = await create("replaced", run, { overlap: "REPLACE", timing: { every: { seconds: 2 } } });
    await eventually(async () => {
      const { recentRuns } = await see("replaced");
      return recentRuns.some(({ execution }) => execution?.status === "CANCELLED") && recentRuns.length > 1;
    });
    await change("deleteSchedule", scheduleId);
  });

  it("[N320] runs a workflow with its input", async () => {
    await planwright.saveWorkflow({
      ...{ name: "noter", description: "Saves a note" },
      source: { plan: { steps: [tool("a", "set_note", { name: "w", text: "{{input.text}}" })] } },
    });
    const payload = { parameters: { text: "by the workflow" } };
    const scheduleId = await create(
      "flow",
      { invokeWorkflow: { workflow: { name: "noter" }, payload } },
      { maxRuns: 1 },
    );
    await eventually(async () => (await see("flow")).recentRuns[0]?.execution?.status === "SUCCEEDED");
    expect(await see("flow")).toMatchObject({ status: "ENDED", counts: { started: 1 }, nextRuns: [] });
    await change("deleteSchedule", scheduleId);
  });
});

describe("docs/schedules.md", () => {
  it("[N333, N391] shows requests that work, with the answers that they get", async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    for (const { answer, query } of blocks) {
      const { known } = await planwright.ask<{ known: { id: string } | null }>(
        '{ known: schedule(by: { name: "morning-note" }) { id } }',
      );
      const data = await planwright.ask<{ schedule?: object | null }>(query, { scheduleId: known?.id });
      if (answer === undefined) expect(data.schedule).toMatchObject({ status: "ACTIVE", nextRuns: { length: 3 } });
      else expect(data).toEqual(JSON.parse(answer));
    }
  });
});
