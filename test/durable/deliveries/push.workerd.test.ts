/** Push configs in a real object: stored beside the journal, tried again by the alarm of whoever wakes, gone with the execution. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import type { PushCommand, PushConfig, PushResult } from "../../../src/execution/commands/push-config.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { CallableRun } from "../../../src/plan/run-definition.ts";
import { eventually } from "../../support/engine/patience.ts";
import { objectOf, started, tablesOf } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const hook = "http://127.0.0.1:1/hook";
const callable: CallableRun = {
  ...{ kind: "WORKFLOW", name: "report", version: "1", inputSchema: null, outputSchema: null, output: null },
};
const config: PushConfig = {
  ...{ id: "c", taskId: "t", url: hook, token: null, protocolVersion: "1.0" },
  authentication: { scheme: "Bearer", credentials: "very-secret" },
};

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers deliveries with the next of `statuses`; everything else goes where it should. */
function receiver(...statuses: number[]): string[] {
  const ids: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (input !== hook) return real(input, init);
    ids.push(new Headers(init?.headers).get("webhook-id") ?? "");
    return new Response(null, { status: statuses.shift() ?? 500 });
  });
  return ids;
}

function push(request: StartRequest, command: PushCommand): Promise<PushResult> {
  const object = objectOf(request) as unknown as { push(command: PushCommand): Promise<PushResult> };
  return object.push(command);
}

function rowsOf(request: StartRequest): Promise<readonly { told: string; attempts: number; config: string }[]> {
  return runInDurableObject(objectOf(request), (_, { storage }) =>
    storage.sql
      .exec<{ told: string; attempts: number; config: string }>("SELECT told, attempts, config FROM push")
      .toArray(),
  );
}

async function ended(more: Partial<StartRequest> = {}): Promise<StartRequest> {
  const plan = { steps: [tool("a", "read_note", { name: "x" })] };
  const request = await requestFor(plan, {
    surface: "a2a",
    callable,
    startedWith: "WORKFLOW",
    waitMs: 10_000,
    ...more,
  });
  await started(request);
  return request;
}

it("a delivery that was not taken is made again by the alarm of a fresh instance, under the same id", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const ids = receiver(500, 204);
  const request = await ended();
  const before = Date.now();
  expect(await push(request, { kind: "SET", config })).toMatchObject({
    kind: "SET",
    config: { id: "c", scheme: "Bearer" },
  });
  await eventually(async () => (await rowsOf(request))[0]?.attempts === 1);
  const alarm = await eventually(() =>
    runInDurableObject(objectOf(request), async (_, { storage }) => {
      const at = (await storage.getAlarm()) ?? 0;
      return at >= before + 5_000 && at < Date.now() + 6_000 ? at : null;
    }),
  );
  expect(alarm).toBeGreaterThan(before);

  // Its time has come when the next instance reads it.
  await runInDurableObject(objectOf(request), (_, { storage }) => {
    storage.sql.exec("UPDATE push SET due = 1");
  });
  await evictDurableObject(objectOf(request));
  await runDurableObjectAlarm(objectOf(request));
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const [row] = await rowsOf(request);
  expect(row).toMatchObject({ told: "ended", attempts: 0 });
  expect(row?.config).not.toContain("very-secret");
});

it("an execution that is deleted takes its push configs along, also while a delivery is on its way", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { promise, resolve } = Promise.withResolvers<Response>();
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => (input === hook ? promise : real(input, init)));
  const request = await ended();
  await push(request, { kind: "SET", config });
  expect((await objectOf(request).delete()).kind).toBe("DELETED");
  resolve(new Response(null, { status: 500 }));
  await eventually(() => warn.mock.calls.length > 0);
  await runDurableObjectAlarm(objectOf(request));
  expect(await tablesOf(request)).not.toContain("push");
  for (const command of [{ kind: "LIST" }, { kind: "REMOVE", id: "c" }, { kind: "SET", config }] as const) {
    expect(await push(request, command)).toEqual({ kind: "NOT_FOUND" });
  }
});

it("[E2] an execution that is no A2A task takes none, and has no table for them", async () => {
  const request = await ended({ surface: "graphql", callable: null, startedWith: "PLAN" });
  expect(await push(request, { kind: "SET", config })).toEqual({ kind: "NOT_FOUND" });
  expect(await push(request, { kind: "LIST" })).toEqual({ kind: "CONFIGS", configs: [] });
  expect(await tablesOf(request)).not.toContain("push");
});
