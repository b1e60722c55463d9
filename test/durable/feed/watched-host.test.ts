/** A host over tables in memory: how many of its executions are in memory, whoever asks. */
import { expect, it, vi } from "vitest";
import { ExecutionHost, type HostedStart } from "../../../src/durable/execution/execution-host.ts";
import type { ArtifactStore } from "../../../src/durable/ports/artifact-store.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import { silentTracer } from "../../../src/durable/ports/tracer.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ArtifactRecord } from "../../../src/execution/events/artifact-record.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import type { ToolStep } from "../../../src/plan/plan.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { idOf, startedWith } from "../../support/engine/started-event.ts";
import { callable, callables } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

/** Executions that a host keeps in memory though they rest. */
const mostKept = 4;

/** An object that is a host, and how often it read an execution from its rows. */
function object(artifacts?: Pick<ArtifactStore, "put">, put: () => Promise<boolean> = async () => true) {
  let alarmAt: number | undefined;
  const storage = Object.assign(memoryStorage(), {
    setAlarm: async (at: number) => {
      alarmAt = at;
    },
    deleteAlarm: async () => {
      alarmAt = undefined;
    },
  });
  const reads = { count: 0 };
  const clock = new ManualClock();
  const options = {
    ...{ clock, tracer: silentTracer, publicId: idOf, random: () => 0, logLevel: "info" },
    ...{ leaseMs: 30_000, retentionMs: 1e9, eventRetentionMs: 1e9, maxArgumentBytes: 1e6, maxResponseBytes: 1e6 },
    ...{ egress: { allowPrivate: false, allowHttp: false }, codeVersion: "test", artifacts },
    index: () => ({ hadHostsFromTheFirst: async () => true, put, putMany: async () => [] }),
    lease: () => ({ acquire: async () => undefined, keep: async () => undefined, release: async () => undefined }),
    journal: (journal: unknown) => {
      reads.count += 1;
      return journal;
    },
  } as unknown as ExecutionOptions;
  const context = { storage, getWebSockets: () => [], getTags: ({ tag }: { readonly tag: string }) => [tag] };
  const made = () => new ExecutionHost(context as unknown as DurableObjectState, options);
  let isRinging = false;
  /** The platform rings when the time has come, and holds the next alarm back until the handler is over. */
  const ring = (host: ExecutionHost) => {
    if (isRinging || alarmAt === undefined || alarmAt > clock.now()) return;
    alarmAt = undefined;
    isRinging = true;
    void host.alarm().then(() => {
      isRinging = false;
    });
  };
  return { clock, made, reads, ring };
}

/** An agent elsewhere whose parameters are stored before it is called. */
const trip = callable("trip", "UNSAFE", {
  kind: "AGENT",
  provider: "peers",
  dualMode: { strictSchema: {}, artifactArgument: "input_artifact", targetName: "trip" },
});

/** An execution that sleeps for an hour. */
function sleeping(name: string): StartRequest {
  return requestOf(name, step("nap", { tool: "cp__sleep", with: { seconds: 3_600 } }));
}

const starting = (request: StartRequest): HostedStart => ({ request: JSON.stringify(request), mayHost: true });

function requestOf(name: string, only: ToolStep): StartRequest {
  const plan = planOf([only]);
  const { kind: _, ...facts } = startedWith(plan, { callables: [...callables, trip] });
  const given = { bindings: {}, input: { kind: "NONE" }, message: null, conversation: null, chosenAgent: null };
  const rest = { rejected: null, reused: [], waitMs: 0, withValues: false };
  return { ...facts, ...given, ...rest, execution: name } as unknown as StartRequest;
}

it("[N768] holds an execution in memory while a call of it that was cut has not ended: what that brings late is stored by no other runner", async () => {
  const stored = Promise.withResolvers<ArtifactRecord>();
  const { clock, made, reads } = object({ put: () => stored.promise });
  const host = made();
  const policy = { timeoutMs: 50, maxAttempts: 2, initialBackoffMs: 600_000 };
  await host.start(starting(requestOf("late", step("trip", { tool: "trip", policy }))));
  await clock.advance(5_000);
  for (let n = 0; n <= mostKept; n += 1) await host.start(starting(sleeping(`e${n}`)));
  // The index hears of all of them.
  await clock.advance(5_000);
  const before = reads.count;
  const view = await host.ask({ name: "late", method: "read", given: [false] });
  expect(view).toMatchObject({ value: { steps: [{ status: "RUNNING", attempts: [{ outcome: "NOT_SENT" }] }] } });
  expect(reads.count - before).toBe(0);
  stored.resolve({ name: "trip.json", description: null, mediaType: "application/json", byteSize: 2, sha256: "ab" });
  await settled();
  const end = await host.ask({ name: "late", method: "cancel", given: ["somebody", null] });
  expect(end).toMatchObject({ value: { kind: "CANCELLED", view: { artifacts: [{ name: "trip.json" }] } } });
});

it("[E6] wakes an execution at its time though the index never answers", async () => {
  const { clock, made, ring } = object(undefined, () => new Promise(() => undefined));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const host = made();
  await host.start(starting(requestOf("e", step("nap", { tool: "cp__sleep", with: { seconds: 600 } }))));
  for (let seconds = 0; seconds < 900; seconds += 1) {
    await clock.advance(1_000);
    ring(host);
  }
  const view = await host.ask({ name: "e", method: "read", given: [false] });
  expect(view).toMatchObject({ value: { status: "SUCCEEDED" } });
  vi.restoreAllMocks();
});

it("[N769] holds no more executions in memory for those who watch them than for those who ask", async () => {
  const { made, reads } = object();
  const names = Array.from({ length: mostKept + 6 }, (_, n) => `e${n}`);
  const first = made();
  for (const name of names) {
    const answer = await first.start(starting(sleeping(name)));
    expect(answer).toMatchObject({ kind: "HERE", value: { kind: "STARTED", view: { status: "WAITING" } } });
  }
  const pages: string[] = [];
  const host = made();
  const pull = (tag: string) =>
    host.pulled(
      {
        ...{ tag, serializeAttachment: () => undefined, close: () => pages.push("closed") },
        send: (text: string) => pages.push(text),
      } as unknown as WebSocket,
      '{"pull":0}',
    );
  reads.count = 0;
  for (const name of names) pull(name);
  expect([pages.length, reads.count]).toEqual([names.length, names.length]);
  pull(names.at(-mostKept) ?? "");
  expect(reads.count).toBe(names.length);
  pull(names.at(-mostKept - 1) ?? "");
  expect(reads.count).toBe(names.length + 1);
});

/** A host with the execution `waits`, whose first attempt failed and whose second is due after `initialBackoffMs` and lasts until its time is over. */
async function waitingBetweenAttempts(initialBackoffMs: number) {
  const first = Promise.withResolvers<ArtifactRecord>();
  const puts = [first.promise, new Promise<ArtifactRecord>(() => undefined)];
  const { clock, made, reads, ring } = object({ put: async () => (await puts.shift()) as ArtifactRecord });
  const host = made();
  const policy = { timeoutMs: 50, maxAttempts: 2, initialBackoffMs };
  await host.start(starting(requestOf("waits", step("trip", { tool: "trip", policy }))));
  await clock.advance(5_000);
  first.resolve({ name: "trip.json", description: null, mediaType: "application/json", byteSize: 2, sha256: "ab" });
  await settled();
  /** Starts so many others that the host lets go of those at rest. */
  const crowd = async () => {
    for (let n = 0; n <= mostKept; n += 1) await host.start(starting(sleeping(`e${n}`)));
    // The index hears of all of them.
    await clock.advance(5_000);
    await host.ask({ name: "e0", method: "read", given: [false] });
  };
  const kinds = async () => {
    const answer = await host.ask({ name: "waits", method: "events", given: [0, 100] });
    return (answer as { readonly value: EventPage }).value.events.map(({ event }) => event.kind);
  };
  return { clock, crowd, host, kinds, reads, ring };
}

it("[N1031] continues an execution that was let go between two attempts as one that no runner has lost", async () => {
  const { clock, crowd, host, kinds, reads, ring } = await waitingBetweenAttempts(600_000);
  await crowd();
  const before = reads.count;
  for (let seconds = 0; seconds < 1_200; seconds += 1) {
    await clock.advance(1_000);
    ring(host);
  }
  expect(reads.count - before).toBe(1);
  const [attempts, end] = [["StepStarted", "AttemptFailed", "ArtifactStored", "StepStarted"], "ExecutionFinished"];
  expect(await kinds()).toEqual(["ExecutionStarted", ...attempts, "StepFinished", end]);
});

it("[N1031] holds an execution in memory while its next attempt is due and has not begun", async () => {
  const { clock, crowd, host, kinds, reads, ring } = await waitingBetweenAttempts(60_000);
  // The alarm is late.
  await clock.advance(120_000);
  await crowd();
  const before = reads.count;
  ring(host);
  await clock.advance(5_000);
  const seen = await kinds();
  expect(reads.count - before).toBe(0);
  expect(seen).not.toContain("ExecutionResumed");
  expect(seen.at(-1)).toBe("ExecutionFinished");
});
