/**
 * `executionEvents` over SSE with the client that its protocol comes from, against the real Worker: nothing is lost and nothing
 * doubled, whoever drops the connection, and watching keeps no object in memory.
 */
import { createClient, type ExecutionResult } from "graphql-sse";
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type ExecutionSeen, tool } from "../../support/deployed/planwright.ts";

interface Batch {
  readonly cursor: string;
  readonly caughtUp: boolean;
  readonly status: string;
  readonly events: readonly { readonly sequence: number; readonly type: string }[];
}

type Item = ExecutionResult<{ readonly executionEvents: Batch }>;

const served = deployedWorld({ isShared: true });

/** One connection, which ends with the run or when the reader leaves the loop. */
async function* follow(executionId: string, after: string | null): AsyncGenerator<Batch> {
  const client = createClient({ url: served.worker.planwright.endpoint, retryAttempts: 0 });
  const query = `subscription ($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after) { cursor caughtUp status events { sequence type } }
  }`;
  try {
    for await (const item of client.iterate({ query, variables: { executionId, after } }) as AsyncIterable<Item>) {
      const batch = item.data?.executionEvents;
      if (batch === undefined) throw new Error(JSON.stringify(item.errors));
      yield batch;
    }
  } finally {
    client.dispose();
  }
}

async function collect(batches: AsyncIterable<Batch>): Promise<readonly Batch[]> {
  const all: Batch[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

function sequencesOf(batches: readonly Batch[]): readonly number[] {
  return batches.flatMap(({ events }) => events.map(({ sequence }) => sequence));
}

/** 1, 2, 3 … up to the number of events that the execution has in the end. */
async function everySequence({ id }: ExecutionSeen): Promise<readonly number[]> {
  const execution = await served.worker.planwright.execution({ id });
  return (execution?.events.nodes ?? []).map((_, index) => index + 1);
}

function startReads(count: number): Promise<ExecutionSeen> {
  const steps = Array.from({ length: count }, (_, index) => tool(`s${index}`, "read_note", { name: "x" }));
  return served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
}

/** A run in which a person must permit each of `count` calls, one after another; it waits for the first. */
async function startWaiting(count: number): Promise<ExecutionSeen> {
  const steps = Array.from({ length: count }, (_, index) => tool(`s${index}`, "delete_note", { name: "x" }));
  const waiting = await served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
  expect(waiting.status).toBe("WAITING");
  return waiting;
}

/** Permits the call that a run waits for. */
async function accept({ id }: ExecutionSeen): Promise<void> {
  const execution = await served.worker.planwright.execution({ id });
  const asked = execution?.pendingHumanInputs[0]?.id ?? "";
  expect(await served.worker.planwright.answer(asked, { accept: {} })).toEqual([]);
}

/** Reads a subscription that must be refused, and gives what it was refused with. */
async function refusal(executionId: string, after: string | null): Promise<string> {
  try {
    return `not refused: ${JSON.stringify(await collect(follow(executionId, after)))}`;
  } catch (error) {
    return error instanceof Error ? error.message : JSON.stringify(error);
  }
}

describe("executionEvents over SSE", () => {
  it("[C26] a plan is answered at once, or after waitMs when it has ended or waits", async () => {
    const steps = [tool("slow", "slow", { ms: 400 })];
    const atOnce = await served.worker.planwright.start({ source: { plan: { steps } } });
    expect(atOnce.status).toBe("RUNNING");
    const atTheEnd = await served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
    expect(atTheEnd.status).toBe("SUCCEEDED");
  });

  it("[C26] gives every event of a run as it happens, in order, once, the end last", async () => {
    const execution = await startWaiting(2);
    const batches: Batch[] = [];
    for await (const batch of follow(execution.id, null)) {
      batches.push(batch);
      if (batch.status === "WAITING") await accept(execution);
    }
    expect(sequencesOf(batches)).toEqual(await everySequence(execution));
    expect(batches.at(-1)).toMatchObject({ status: "SUCCEEDED", caughtUp: true });
    expect(batches.at(-1)?.events.at(-1)?.type).toBe("EXECUTION_FINISHED");
    expect(sequencesOf(batches.slice(0, 1)), "what was stored before").toEqual([1, 2]);
    expect(batches.length, "followed live, not read at the end").toBeGreaterThan(3);
  });

  it("[C26] replays a finished run from the beginning and ends", async () => {
    const execution = await startReads(2);
    expect(execution.status).toBe("SUCCEEDED");
    expect(sequencesOf(await collect(follow(execution.id, null)))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("[E2] loses nothing and doubles nothing though the connection drops at every wait, and things happen meanwhile", async () => {
    const waits = 4;
    const execution = await startWaiting(waits);
    const seen: number[] = [];
    let cursor: string | null = null;
    let connections = 0;
    for (let isOver = false; !isOver; connections++) {
      for await (const batch of follow(execution.id, cursor)) {
        seen.push(...sequencesOf([batch]));
        cursor = batch.cursor;
        isOver = batch.events.at(-1)?.type === "EXECUTION_FINISHED";
        if (batch.status === "WAITING") break;
      }
      if (!isOver) await accept(execution);
    }
    expect(seen).toEqual(await everySequence(execution));
    expect(connections).toBe(waits + 1);
  });

  it("[E2] goes on from the cursor of a snapshot without a gap", async () => {
    const waiting = await startWaiting(1);
    await accept(waiting);
    const batches = await collect(follow(waiting.id, waiting.cursor));
    const stored = waiting.events.nodes.length;
    expect(sequencesOf(batches)).toEqual((await everySequence(waiting)).slice(stored));
  });

  it("goes on from a cursor ahead of the log with what follows it, without what is stored in the meantime", async () => {
    const waiting = await startWaiting(1);
    const stored = waiting.events.nodes.length;
    const ahead = waiting.cursor.replace(/^[^-]+/, (stored + 2).toString(36));
    const following = collect(follow(waiting.id, ahead));
    await accept(waiting);
    expect(sequencesOf(await following)).toEqual((await everySequence(waiting)).slice(stored + 2));
  });

  it.each([
    ["and its sockets sleep", "hibernate"],
    ["and its sockets break", "close"],
  ] as const)(
    "[E11] a watcher of a run that waits gets the rest though the object leaves memory %s",
    async (_, sockets) => {
      const waiting = await startWaiting(1);
      const batches: Batch[] = [];
      for await (const batch of follow(waiting.id, null)) {
        batches.push(batch);
        if (batch.status !== "WAITING") continue;
        expect(batch.caughtUp).toBe(true);
        expect(await served.worker.evictExecutions(sockets)).toBeGreaterThan(0);
        await accept(waiting);
      }
      expect(sequencesOf(batches)).toEqual(await everySequence(waiting));
      expect(batches.at(-1)?.events.at(-1)?.type).toBe("EXECUTION_FINISHED");
    },
  );

  it("serves several watchers of one run the same events", async () => {
    const execution = await startWaiting(1);
    const watching = Promise.all(Array.from({ length: 5 }, () => collect(follow(execution.id, null))));
    await accept(execution);
    const streams = await watching;
    const expected = await everySequence(execution);
    for (const batches of streams) expect(sequencesOf(batches)).toEqual(expected);
  });

  it("refuses a cursor of another execution instead of skipping events", async () => {
    const [one, other] = await Promise.all([startReads(1), startReads(1)]);
    expect(await refusal(one.id, other.cursor)).toContain("BAD_USER_INPUT");
  });

  it("[E1] refuses a forged id of an execution, and wakes no object for it", async () => {
    const execution = await startReads(1);
    const stored = await served.worker.storedExecutions();
    const forged = [`${execution.id.slice(0, -4)}AAAA`, "not-an-id", ""];
    for (const id of forged) expect(await refusal(id, null), id).toContain("NOT_FOUND");
    expect(await served.worker.storedExecutions()).toBe(stored);
  });
});
