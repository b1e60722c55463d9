/** The start of one run of a schedule: the request of a mutation that nobody sends. */
import { describe, expect, it } from "vitest";
import type { GraphContext } from "../../../src/graph/base/graph-context.ts";
import { startRun } from "../../../src/graph/schedules/start-run.ts";
import { executionName } from "../../../src/json/object-name.ts";
import { type RunRequest, runKey } from "../../../src/schedule/schedule-view.ts";
import { ask } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const echo = { source: { plan: { steps: [{ tool: { stepId: "a", toolName: "echo" } }] } } };

function requestOf(input: object = echo, nominalAt = 1_000): RunRequest {
  return {
    facts: {
      ...{
        tenant: "default",
        name: "nightly",
        incarnation: "i",
        description: null,
        runKind: "EXECUTE_PLAN",
        fingerprint: "",
      },
      ...{ createdAt: 0, createdBy: "ada", scopes: [] },
      rules: {
        ...{ timing: { kind: "EVERY", everyMs: 1_000, anchorAt: 0 }, overlap: "SKIP", missedRuns: "SKIP" },
        ...{ catchUpMs: 0, startAt: null, endAt: null, maxRuns: null },
      },
    },
    run: { runId: `at ${nominalAt}`, nominalAt, cause: "TIME" },
    input: JSON.stringify(input),
  };
}

function contextOf(clients: FakeClients): GraphContext {
  return { ...clients.context({ subject: "ada" }), request: new Request("https://schedule.invalid/") };
}

describe("a run of a schedule", () => {
  it("[N326, N330] is an execution under the key of the run, which says which schedule it is a run of", async () => {
    const clients = new FakeClients();
    const request = requestOf();
    const answer = await startRun(request, contextOf(clients));
    const execution = executionName("default", "schedule", runKey(request.facts, request.run));
    expect(answer).toEqual({ kind: "STARTED", execution });
    expect(clients.executions.get(execution)?.request).toMatchObject({
      ...{ surface: "schedule", subject: "ada", schedule: { name: "nightly", nominalAt: 1_000, cause: "TIME" } },
    });
    const other = requestOf(echo, 2_000);
    expect(runKey(other.facts, other.run)).not.toBe(runKey(request.facts, request.run));
    expect(await startRun(other, contextOf(clients))).toMatchObject({ kind: "STARTED" });
    expect(clients.executions.size).toBe(2);
  });

  it("[N326] is the same execution whoever repeats it, even if it would be refused now", async () => {
    const clients = new FakeClients();
    const first = await startRun(requestOf(), contextOf(clients));
    clients.catalog = { ...clients.catalog, tools: [] };
    expect(await startRun(requestOf(), contextOf(clients))).toEqual(first);
    expect(clients.executions.size).toBe(1);
  });

  it("[N326] has a name space of its own: no key of a caller takes its place", async () => {
    const clients = new FakeClients();
    const { facts, run } = requestOf();
    const options = { idempotencyKey: runKey(facts, run) };
    const text = "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { code } } }";
    await ask(clients, text, { variables: { input: { ...echo, options } } });
    expect(await startRun(requestOf(), contextOf(clients))).toMatchObject({ kind: "STARTED" });
    expect(clients.executions.size).toBe(2);
  });

  it("[N327] is refused with all that is wrong with it now", async () => {
    const clients = new FakeClients();
    clients.catalog = { ...clients.catalog, tools: [] };
    expect(await startRun(requestOf(), contextOf(clients))).toMatchObject({
      kind: "REFUSED",
      problems: [{ code: "UNKNOWN_CALLABLE", message: expect.stringContaining("echo"), path: expect.any(Array) }],
    });
    expect(clients.executions.size).toBe(0);
  });

  it("[N326, N331] waits where the tenant has as many executions as it may, and rejects where nobody answers", async () => {
    const clients = new FakeClients();
    clients.tenantLimit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 0 };
    expect(await startRun(requestOf(), contextOf(clients))).toMatchObject({
      kind: "LIMITED",
      problem: { code: "RATE_LIMITED" },
    });
    const context = contextOf(clients);
    const start = () => Promise.reject(new Error("away"));
    const away = { ...context, clients: { ...context.clients, executions: { ...context.clients.executions, start } } };
    await expect(startRun(requestOf(), away)).rejects.toThrow("away");
  });

  it("[N331] may do no more than the creator of the schedule might", async () => {
    const clients = new FakeClients();
    const webhooks = [{ url: "https://receiver.example.com/" }];
    const context = {
      ...contextOf(clients),
      caller: { ...contextOf(clients).caller, scopes: ["EXECUTION_START" as const] },
    };
    expect(await startRun(requestOf({ ...echo, options: { webhooks } }), context)).toMatchObject({
      kind: "REFUSED",
      problems: [{ code: "FORBIDDEN" }],
    });
  });
});
