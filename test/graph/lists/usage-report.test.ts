import { beforeEach, describe, expect, it } from "vitest";
import type { ConsumptionTotal } from "../../../src/execution/views/usage-totals.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

const report = /* GraphQL */ `
  query ($days: Int! = 7) {
    usageReport(days: $days) {
      since until executions failedExecutions
      callables { kind name calls failedCalls latency { p50Ms p95Ms } inputTokens outputTokens costMicros }
      days { day executions failedExecutions inputTokens outputTokens costMicros }
      models { model calls failedCalls latency { p50Ms p95Ms } inputTokens cachedInputTokens outputTokens costMicros unpricedCalls }
    }
  }
`;

function total(kind: ConsumptionTotal["kind"], name: string, more: Partial<ConsumptionTotal> = {}): ConsumptionTotal {
  return {
    ...{ kind, name, calls: 1, failedCalls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    ...{ costMicros: 0, unpricedCalls: 0, latency: null, ...more },
  };
}

describe("the report of usage", () => {
  it("[N675] tells callables and models apart, and the days, in one question to the index, in the order of the index", async () => {
    const latency = { p50Ms: 12, p95Ms: 340 };
    const tokens = { inputTokens: 100, outputTokens: 20, costMicros: 140 };
    world.usageTotals = {
      executions: 5,
      failedExecutions: 1,
      days: [{ day: 20_483, executions: 5, failedExecutions: 1, inputTokens: 100, outputTokens: 20, costMicros: 140 }],
      consumption: [
        total("TOOL", "files__read", { calls: 3, failedCalls: 1, latency }),
        total("WORKFLOW", "weekly", { calls: 0, ...tokens }),
        total("MODEL", "model-1", { calls: 2, latency, ...tokens, cachedInputTokens: 40, unpricedCalls: 1 }),
      ],
    };
    const { days, ...told } = (await data(world, report)).usageReport;
    const none = { executions: 0, failedExecutions: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };
    expect(days).toEqual(
      [25, 26, 27, 28, 29, 30, 31].map((date) => ({
        day: `2026-01-${date}T00:00:00.000Z`,
        ...(date === 30 ? { executions: 5, failedExecutions: 1, ...tokens } : none),
      })),
    );
    expect(told).toEqual({
      since: "2026-01-25T00:00:00.000Z",
      until: "2026-01-31T09:30:05.000Z",
      executions: 5,
      failedExecutions: 1,
      callables: [
        {
          ...{ kind: "TOOL", name: "files__read", calls: 3, failedCalls: 1, latency },
          ...{ inputTokens: 0, outputTokens: 0, costMicros: 0 },
        },
        { kind: "WORKFLOW", name: "weekly", calls: 0, failedCalls: 0, latency: null, ...tokens },
      ],
      models: [
        { model: "model-1", calls: 2, failedCalls: 0, latency, ...tokens, cachedInputTokens: 40, unpricedCalls: 1 },
      ],
    });
    expect(world.calls).toEqual(["index.usage"]);
  });

  it("is of as many days as are asked for, today included, and of 90 at most", async () => {
    const day = Date.UTC(2026, 0, 31) / 86_400_000;
    await data(world, report, { variables: { days: 1 } });
    await data(world, report, { variables: { days: 90 } });
    expect(world.usageQueries).toEqual([
      { firstDay: day, lastDay: day },
      { firstDay: day - 89, lastDay: day },
    ]);
    world.calls.length = 0;
    for (const days of [0, 91, -1, 2_147_483_647]) {
      const { data: told, errors } = await ask(world, report, { variables: { days } });
      expect(told).toEqual({ usageReport: null });
      const message = `Cannot report the usage: required days from 1 to 90, found ${days}`;
      expect(errors).toMatchObject([{ message, extensions: { code: "BAD_USER_INPUT" } }]);
    }
    expect(world.calls).toEqual([]);
  });

  it("is for those who may read executions", async () => {
    const answer = await ask(world, report, { caller: { scopes: ["REGISTRY_READ"] } });
    expect(answer.data).toEqual({ usageReport: null });
    expect(answer.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).toEqual([]);
  });
});

describe("storageUsage", () => {
  const query = /* GraphQL */ `
    query ($subject: String) {
      storageUsage(subject: $subject) {
        executions { count bytes } conversations { count bytes } artifacts { count bytes } registrations { count bytes }
        traffic { day answeredBytes checkSteps }
      }
    }
  `;
  const caller = { scopes: ["EXECUTION_READ_ALL"] } as const;

  it("[N567] says what the tenant, or a subject, has open in the isolate that answers", async () => {
    const open = "query ($subject: String) { storageUsage(subject: $subject) { openSubscriptions openSockets } }";
    world.open = { subscriptions: 3, sockets: 2 };
    world.openOfAlice = { subscriptions: 1, sockets: 0 };
    expect((await data(world, open, { caller })).storageUsage).toEqual({ openSubscriptions: 3, openSockets: 2 });
    const own = await data(world, open, { caller, variables: { subject: "alice" } });
    expect(own.storageUsage).toEqual({ openSubscriptions: 1, openSockets: 0 });
  });

  it("[N577, N709] is that of the tenant, or of a subject, with what each registered", async () => {
    expect((await data(world, query, { caller })).storageUsage).toEqual({
      ...world.stored.all,
      artifacts: { count: 1, bytes: 50 },
      registrations: { count: 7, bytes: 600 },
      traffic: [{ day: "1970-01-01T00:00:00.000Z", answeredBytes: 5_000, checkSteps: 70 }],
    });
    world.calls.length = 0;
    expect((await data(world, query, { caller, variables: { subject: "alice" } })).storageUsage).toEqual({
      ...{
        ...world.stored.own,
        artifacts: { count: 1, bytes: 50 },
        registrations: { count: 2, bytes: 60 },
        traffic: null,
      },
    });
    const calls = ["storage.executions", "storage.artifacts", "storage.registrations", "storage.traffic"];
    expect(world.calls).toEqual(calls);
  });

  it("[N887] says what a subject took of the Worker where subjects are counted", async () => {
    world.trafficOfSubject = [{ day: 0, answeredBytes: 4_000, checkSteps: 60 }];
    const traffic =
      "query ($subject: String) { storageUsage(subject: $subject) { traffic { answeredBytes checkSteps } } }";
    const own = await data(world, traffic, { caller, variables: { subject: "alice" } });
    expect(own.storageUsage).toEqual({ traffic: [{ answeredBytes: 4_000, checkSteps: 60 }] });
  });
});
