import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import type { ExecutionLease } from "../../../src/durable/ports/lease-port.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import type { ListedExecution } from "../../../src/execution/views/execution-list.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { given } from "../../support/engine/given-response.ts";
import { everything, listQuery } from "../../support/graph/list-model.ts";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import { bindings, objectOf, rowCount, started, storedEvents, viewWhen } from "../../support/objects/executions.ts";
import { heldAlarm } from "../../support/objects/object-time.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

describe("the object of an execution", () => {
  it("[E2] five steps that succeed at once are twelve events in six rows, and every call reaches the server once", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const request = await requestFor(
      { steps: names.map((name) => tool(name, "read_note", { name })) },
      { waitMs: 10_000 },
    );
    const view = await started(request);
    expect(view.status).toBe("SUCCEEDED");
    expect(view.title).toBe("read_note ×5 “a”");
    expect(await storedEvents(request)).toHaveLength(12);
    expect(await rowCount(request)).toBe(6);
    expect(await ledgerOf(request.requestId)).toHaveLength(5);
  });

  it("[E1] the same request finds the same execution, another one is a conflict, another subject too", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 10_000 });
    const first = await started(request);
    const again = await objectOf(request).start(request);
    expect(again).toMatchObject({ kind: "STARTED", replayed: true });
    expect(first.status).toBe("SUCCEEDED");
    const other = await objectOf(request).start({ ...request, fingerprint: "other" });
    expect(other).toEqual({ kind: "IDEMPOTENCY_CONFLICT", execution: request.execution });
    const stranger = await objectOf(request).start({ ...request, subject: "stranger" });
    expect(stranger.kind).toBe("IDEMPOTENCY_CONFLICT");
    expect(await ledgerOf(request.requestId)).toHaveLength(1);
  });

  it("[N890] says what it stores at any time, also a new instance, which counts its rows and values", async () => {
    const request = await requestFor(
      {
        steps: [
          tool("big", "set_note", { name: "big", text: "x".repeat(40_000) }),
          tool("slow", "slow", { ms: 400 }, { after: ["big"] }),
        ],
      },
      { waitMs: 0 },
    );
    await started(request);
    await viewWhen(request, (view) => view.steps[1]?.status === "RUNNING");
    const running = (await objectOf(request).storedBytes()) ?? 0;
    expect(running).toBeGreaterThan(40_000);
    await viewWhen(request, (view) => view.finishedAt !== null);
    const ended = (await objectOf(request).storedBytes()) ?? 0;
    expect(ended).toBeGreaterThan(running);
    await evictDurableObject(objectOf(request));
    expect(await objectOf(request).storedBytes()).toBe(ended);
  });

  it("[E1] a look-up creates no table", async () => {
    const stub = bindings.EXECUTION.getByName(crypto.randomUUID());
    expect(await stub.lookup("fingerprint", "anonymous")).toBeNull();
    expect(await stub.read(true)).toBeNull();
    expect(await stub.storedBytes()).toBeNull();
    const tables = await runInDurableObject(stub, (_, state) =>
      state.storage.sql
        .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
        .toArray(),
    );
    expect(tables).toEqual([]);
  });

  it("[E6, E7] evicted in the middle of a step: the alarm goes on, finished steps are not repeated, the lost call keeps its key", async () => {
    const request = await requestFor({
      steps: [
        tool("first", "set_note", { name: "first", text: "1" }),
        tool("second", "slow", { ms: 400 }, { after: ["first"] }),
        tool("third", "set_note", { name: "third", text: "3" }, { after: ["second"] }),
      ],
    });
    await started(request);
    await viewWhen(request, (view) => view.steps[1]?.status === "RUNNING");
    await evictDurableObject(objectOf(request));
    await runDurableObjectAlarm(objectOf(request));
    const view = await viewWhen(request, (seen) => seen.finishedAt !== null);
    expect(view.status).toBe("SUCCEEDED");
    const calls = await ledgerOf(request.requestId);
    expect(calls.filter((call) => call.tool === "set_note")).toHaveLength(2);
    expect(new Set(calls.filter((call) => call.tool === "slow").map((call) => call.key)).size).toBe(1);
  });

  it("answers a caller that waits for the end although a report of the end fails", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "a" })] }, { waitMs: 30_000 });
    const broken = {
      acquire: async () => undefined,
      keep: async () => undefined,
      release: () => {
        throw new Error("a fault of this software");
      },
    } as unknown as ExecutionLease;
    await runInDurableObject(objectOf(request), async (_, state) => {
      const options = { ...objectOptions(env as unknown as Environment), lease: () => broken };
      const alarm = heldAlarm(state.storage);
      const before = Date.now();
      const answer = await new ExecutionObject(state, {}, options).start(request);
      expect(answer).toMatchObject({ kind: "STARTED", view: { status: "SUCCEEDED" } });
      expect(Date.now() - before).toBeLessThan(15_000);
      alarm.release();
    });
  });

  it("[E10] gives its place back at its alarm if it was gone before it could, but not long after its end", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "a" })] });
    await started(request);
    await viewWhen(request, (view) => view.finishedAt !== null);
    let releases = 0;
    const lease = {
      keep: async () => undefined,
      release: async () => {
        releases += 1;
      },
    } as unknown as ExecutionLease;
    const wokenAfter = (hours: number) =>
      runInDurableObject(objectOf(request), async (_, state) => {
        const clock = { ...systemClock, now: () => Date.now() + hours * 3_600_000 };
        const options = { ...objectOptions(env as unknown as Environment), clock, lease: () => lease };
        await new ExecutionObject(state, {}, options).alarm();
        return releases;
      });
    expect(await wokenAfter(0)).toBe(1);
    expect(await wokenAfter(2)).toBe(1);
  });

  it("[E6] reset inside the alarm: the lease is armed before anything else, so the execution goes on", async () => {
    const request = await requestFor({ steps: [tool("only", "slow", { ms: 300 })] });
    await started(request);
    await viewWhen(request, (view) => view.steps[0]?.status === "RUNNING");
    await runInDurableObject(objectOf(request), async (instance, state) => {
      void (instance as DurableObject).alarm?.();
      expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now());
      state.abort("reset by the test");
    }).catch(() => undefined);
    await runDurableObjectAlarm(objectOf(request));
    const view = await viewWhen(request, (seen) => seen.finishedAt !== null);
    expect(view.status).toBe("SUCCEEDED");
    const rows = await storedEvents(request);
    expect(rows.map((row) => row.kind)).toContain("ExecutionResumed");
  });

  it("[E11] waits for a person without an alarm sooner than the wait's end, and goes on after eviction", async () => {
    const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
    const waiting = await started(request);
    expect(waiting.status).toBe("WAITING");
    const asked = waiting.humanInputs[0];
    await evictDurableObject(objectOf(request));
    const alarm = await runInDurableObject(objectOf(request), (_, state) => state.storage.getAlarm());
    expect(alarm).toBe(asked?.expiresAt);
    const answer = await objectOf(request).respond(given(asked?.requestId ?? ""));
    expect(answer.kind).toBe("RESOLVED");
    const view = await viewWhen(request, (seen) => seen.finishedAt !== null);
    expect(view.status).toBe("SUCCEEDED");
  });

  it("[E14, E2] a large value lies in parts, is left out of snapshots and can be read whole", async () => {
    const text = "x".repeat(80_000);
    const request = await requestFor({ steps: [tool("a", "set_note", { name: "big", text })] }, { waitMs: 10_000 });
    const view = await started(request);
    expect(view.steps[0]).toMatchObject({ status: "SUCCEEDED", failure: null });
    const output = view.steps[0]?.output;
    expect(output?.bytes).toBeGreaterThan(80_000);
    expect(output?.inline).toBeUndefined();
    expect(await objectOf(request).value(output?.sequence ?? 0, "output")).toEqual({ value: { name: "big", text } });
    const bodies = await runInDurableObject(objectOf(request), (_, { storage }) =>
      storage.sql.exec<{ body: string }>("SELECT body FROM journal").toArray(),
    );
    // The plan says it, and nothing else.
    expect(bodies.map(({ body }) => body.split(text).length - 1)).toEqual([1, 0]);
  });

  describe("and the index of its tenant", () => {
    const index = bindings.INDEX.getByName("default#0");

    /** What the index says of an execution once it says it. */
    async function listed(execution: string): Promise<ListedExecution> {
      for (;;) {
        const { items } = await index.list(listQuery());
        const found = items.find((item) => item.execution === execution);
        if (found !== undefined) return found;
      }
    }

    /** As if what the execution told had never arrived. */
    function forget(execution: string): Promise<void> {
      return runInDurableObject(index as unknown as DurableObjectStub, (_, { storage }) => {
        storage.sql.exec("DELETE FROM execution WHERE name = ?", execution);
      });
    }

    it("the index learns of it with all that it can be found by", async () => {
      const labels = [{ key: "team", value: "edge" }];
      const request = await requestFor(
        { steps: [tool("a", "read_note", { name: "x" })] },
        { waitMs: 10_000, labels, contextId: "talk" },
      );
      await started(request);
      const facts = {
        callableName: "read_note",
        labels,
        contextId: "talk",
        status: ["SUCCEEDED" as const],
        root: true,
      };
      await listed(request.execution);
      const { items } = await index.list(listQuery({ filter: { ...everything, ...facts } }));
      expect(items).toMatchObject([{ execution: request.execution }]);
      expect(items[0]?.startedAt).not.toBeNull();
    });

    it("an object that was gone before the index had heard of its last row tells it again at its alarm", async () => {
      const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
      await started(request);
      await listed(request.execution);
      await forget(request.execution);
      await evictDurableObject(objectOf(request));
      await runDurableObjectAlarm(objectOf(request));
      expect(await listed(request.execution)).toMatchObject({ status: "WAITING", waitingFor: "PERSON" });
    });

    it("it announces itself again when asked, and nothing is announced of what does not exist", async () => {
      const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 10_000 });
      await started(request);
      const before = await listed(request.execution);
      await forget(request.execution);
      expect(await objectOf(request).announce()).toBe(true);
      expect(await listed(request.execution)).toEqual(before);
      const nothing = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] });
      expect(await objectOf(nothing).announce()).toBe(false);
    });
  });
});
