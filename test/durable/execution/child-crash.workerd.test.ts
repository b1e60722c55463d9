/** A parent and its child, either of which is lost before and after each of its rows. Whatever happened, there is one child and one end. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ArtifactBucket, type Bucket } from "../../../src/durable/calls/artifact-bucket.ts";
import type { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { ExecutionPeer } from "../../../src/durable/ports/execution-peer.ts";
import type { Clock, Journal } from "../../../src/durable/ports/ports.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { Json } from "../../../src/json/json.ts";
import { eventually } from "../../support/engine/patience.ts";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import {
  childrenOf,
  childStub,
  objectOf,
  started,
  storedEvents,
  viewWhen,
  withInstance,
} from "../../support/objects/executions.ts";
import { clockAhead, heldAlarm } from "../../support/objects/object-time.ts";
import { family, workflow } from "../../support/objects/our-callables.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

type Moment = "before" | "after";

/** Loses an instance before or after it stores the row numbered `at`: from then on it can store nothing. */
function crash(at: number, moment: Moment) {
  const lost = { hasHappened: false };
  const die = () => {
    lost.hasHappened = true;
    throw new Error(`lost ${moment} row ${at}`);
  };
  const wrap = (journal: Journal): Journal => ({
    append(records) {
      if (lost.hasHappened) die();
      const isReached = records.some(({ sequence }) => sequence === at);
      if (isReached && moment === "before") die();
      journal.append(records);
      if (isReached) die();
    },
    read: (after, maxBytes) => journal.read(after, maxBytes),
    value: (position) => journal.value(position),
  });
  return { lost, wrap };
}

/**
 * Runs `task` with an instance that is lost afterwards, with its timers.
 */
function withLostInstance(
  request: StartRequest,
  more: Partial<ExecutionOptions>,
  task: (instance: ExecutionObject) => Promise<void>,
): Promise<void> {
  const stops = new Set<() => void>();
  const clock: Clock = {
    now: () => Date.now(),
    after(delayMs, run) {
      const stop = systemClock.after(delayMs, run);
      stops.add(stop);
      return stop;
    },
  };
  return withInstance(request, { ...more, clock }, async (instance, { storage }) => {
    const alarm = heldAlarm(storage);
    await task(instance);
    alarm.release();
    for (const stop of stops) stop();
    if (alarm.at() === null) throw new Error("work was put in flight without an alarm");
    // The test rings it when everybody is lost who is to be.
    await storage.setAlarm(Date.now() + 60_000);
  });
}

/**
 * The children of an instance until it is lost, for then it sends nothing. Their ends do not reach it, so it waits for the answer when it makes one.
 */
function childrenUntil(lost: { readonly hasHappened: boolean }) {
  return (_: string, name: string): ExecutionPeer => ({
    start: async (child) => {
      if (lost.hasHappened) throw new Error("an instance that is lost starts nothing");
      return childStub(name).start({ ...child, waitMs: 10_000 });
    },
    end: () => childStub(name).end(),
    childEnded: () => Promise.reject(new Error("a parent is not told")),
    stopChild: (parent, reason) => childStub(name).stopChild(parent, reason),
  });
}

async function parentRequest(): Promise<StartRequest> {
  const keep = await workflow(
    "keep",
    { steps: [tool("set", "set_note", { name: "{{input.text}}", text: "!" })] },
    { output: { kept: "{{steps.set.output.text}}" } as Json },
  );
  const steps = [tool("keep", "workflow_keep", { text: crypto.randomUUID() })];
  return requestFor({ steps }, {}, family([keep]));
}

/** Lets everybody go on who is not lost, and finds that everything was done once. */
async function expectOneEnd(request: StartRequest, child: string | null = null): Promise<void> {
  // Whoever started it starts it again, because it had no answer.
  await started(request);
  await runDurableObjectAlarm(objectOf(request));
  if (child !== null) await runDurableObjectAlarm(childStub(child));
  const view = await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
  expect(view).toMatchObject({ status: "SUCCEEDED", steps: [{ output: { inline: { kept: "!" } } }] });
  expect(childrenOf(view)).toHaveLength(1);
  if (child !== null) expect(childrenOf(view)).toEqual([child]);
  // A call that was lost is made again under its key, which nothing else has.
  const keys = (await ledgerOf(`${request.requestId}.keep`)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
  const kinds = (await storedEvents(request)).map(({ kind }) => kind).filter((kind) => kind !== "ExecutionResumed");
  expect(kinds).toEqual([
    ...["ExecutionStarted", "StepStarted", "StepWaiting", "ArtifactStored", "StepFinished", "ExecutionFinished"],
  ]);
}

const moments = (rows: readonly number[]) => rows.flatMap((row) => [["before", row] as const, ["after", row] as const]);

describe("a parent that is lost", () => {
  // Start, wait, artifact, end of the step, end.
  it.each(moments([1, 3, 4, 5, 6]))("[E3, E6, W11] %s row %i goes on with the same child", async (moment, row) => {
    const request = await parentRequest();
    const { lost, wrap } = crash(row, moment);
    await withLostInstance(request, { journal: wrap, execution: childrenUntil(lost) }, async (instance) => {
      await instance.start(request).catch(() => undefined);
      await eventually(() => lost.hasHappened);
    });
    await expectOneEnd(request);
  });
});

describe("a child that is lost", () => {
  /** What the parent sent to make its child, which never arrived. */
  async function sentBy(request: StartRequest): Promise<StartRequest> {
    const sent: StartRequest[] = [];
    const execution = (): ExecutionPeer => ({
      start: async (child) => {
        sent.push(child);
        throw new Error("the message was lost");
      },
      end: () => Promise.reject(new Error("lost")),
      childEnded: () => Promise.reject(new Error("lost")),
      stopChild: () => Promise.reject(new Error("lost")),
    });
    await withLostInstance(request, { execution }, async (instance) => {
      await instance.start(request);
      await eventually(() => sent.length > 0);
    });
    const [child] = sent;
    if (child === undefined) throw new Error("nothing was sent");
    return child;
  }

  // Start, start of the step, its end, end.
  it.each(moments([1, 2, 3, 4]))(
    "[E3, E6, W11] %s row %i is found again, and its end is reported",
    async (moment, row) => {
      const request = await parentRequest();
      const child = await sentBy(request);
      const { lost, wrap } = crash(row, moment);
      await withLostInstance(child, { journal: wrap }, async (instance) => {
        await instance.start(child).catch(() => undefined);
        await eventually(() => lost.hasHappened);
      });
      await expectOneEnd(request, child.execution);
    },
  );

  it("[E6] tells its parent until that acknowledges, a fresh instance once more, and nobody after an hour", async () => {
    const child: StartRequest = { ...(await sentBy(await parentRequest())), waitMs: 10_000 };
    const told: string[] = [];
    let isAway = true;
    const parent = {
      childEnded: async (name: string, step: string, { result, status }) => {
        told.push(`${step} ${status} ${JSON.stringify(result?.output)}`);
        expect(name).toBe(child.execution);
        if (isAway) throw new Error("the parent is away");
      },
    } as Pick<ExecutionPeer, "childEnded"> as ExecutionPeer;
    const execution = () => parent;
    const soon = () => Date.now() + 60_000;
    await withInstance(child, { execution }, async (instance, { storage }) => {
      await instance.start(child);
      await eventually(() => told.length === 1);
      await instance.alarm();
      expect(told).toHaveLength(2);
      expect(await storage.getAlarm()).toBeLessThan(soon());
      isAway = false;
      await instance.alarm();
      await instance.alarm();
      expect(told).toHaveLength(3);
      // Only retention is left to wake for.
      await eventually(async () => ((await storage.getAlarm()) ?? 0) > soon());
    });
    expect(new Set(told)).toEqual(new Set(['keep SUCCEEDED {"kept":"!"}']));
    await withInstance(child, { execution }, (instance) => instance.alarm());
    expect(told).toHaveLength(4);
    await withInstance(child, { execution, clock: clockAhead(3_700_000) }, (instance) => instance.alarm());
    expect(told).toHaveLength(4);
  });
});

it("[W8, E5] a parent that is lost between the artifact and its row stores the same one again", async () => {
  const request = await parentRequest();
  const { lost, wrap } = crash(4, "before");
  await withLostInstance(request, { journal: wrap, execution: childrenUntil(lost) }, async (instance) => {
    await instance.start(request);
    await eventually(() => lost.hasHappened);
  });
  await expectOneEnd(request);
  const artifacts = new ArtifactBucket((env as unknown as { readonly ARTIFACTS: Bucket }).ARTIFACTS);
  expect(await artifacts.list("default", request.execution, undefined, 10)).toHaveLength(1);
});
