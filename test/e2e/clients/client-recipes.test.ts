/**
 * The recipes of docs/clients.md as they stand there, against the real Worker: each follows an execution to its end through a network
 * that cuts connections, and sees what happened once and in order.
 */
import { gql } from "@apollo/client";
import { EventSource } from "eventsource";
import type { ExecutionResult } from "graphql";
import { beforeAll, describe, it, type TestContext, vi } from "vitest";
import { apolloClient, stockApolloClient } from "../../../examples/clients/apollo.ts";
import { followByEventSource } from "../../../examples/clients/event-source.ts";
import { type FollowExecution, followExecution } from "../../../examples/clients/follow-execution.ts";
import { sseClient } from "../../../examples/clients/graphql-sse.ts";
import { webSocketClient } from "../../../examples/clients/graphql-ws.ts";
import { runPlan } from "../../../examples/clients/planwright-client.ts";
import { relayEnvironment } from "../../../examples/clients/relay.ts";
import { urqlClient } from "../../../examples/clients/urql.ts";
import { cuttableProxy } from "../../browser/cuttable-proxy.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";
import { type DroppingProxy, droppingProxy, seededRandom } from "./dropping-proxy.ts";

const served = deployedWorld({ isShared: true });
const token = () => "any, because the Worker of this test demands none";

beforeAll(() => {
  vi.stubGlobal("EventSource", EventSource);
  return () => vi.unstubAllGlobals();
});

interface Following {
  readonly proxy: DroppingProxy;
  /** Address of the endpoint through the proxy. */
  readonly endpoint: string;
  readonly executionId: string;
}

/** A run to follow, and a network of its own to follow it through, for one test. */
async function following({ onTestFinished }: TestContext): Promise<Following> {
  const proxy = await droppingProxy(served.worker.planwright.endpoint, seededRandom(7), { most: 6 });
  onTestFinished(() => proxy.close());
  const steps = Array.from({ length: 12 }, (_, index) => tool(`s${index}`, "slow", { ms: 60 }));
  const { id: executionId } = await served.worker.planwright.start({ source: { plan: { steps } } });
  return { proxy, endpoint: `${proxy.url}/graphql`, executionId };
}

interface Observer {
  readonly next: (data: FollowExecution | null | undefined) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/** What `subscribe` delivers until it completes. */
function sequences(subscribe: (observer: Observer) => unknown): Promise<readonly number[]> {
  const seen: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  subscribe({
    next: (data) => {
      if (data === null || data === undefined) reject(new Error("an item without data"));
      else seen.push(...data.executionEvents.events.map(({ sequence }) => sequence));
    },
    error: (error) => reject(error instanceof Error ? error : new Error(JSON.stringify(error))),
    complete: () => resolve(seen),
  });
  return promise;
}

/** 1, 2, 3 … for a run of twelve steps. */
const everything = Array.from({ length: 26 }, (_, index) => index + 1);

const dataOf = (result: unknown) => (result as ExecutionResult<FollowExecution>).data;

describe.concurrent("a recipe of docs/clients.md sees every event once, though its connections are cut", () => {
  it("graphql-sse", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    const seen = sequences(({ next, ...observer }) =>
      sseClient(endpoint, token).subscribe(
        { query: followExecution, variables: { executionId } },
        { next: (result) => next(dataOf(result)), ...observer },
      ),
    );
    expect(await seen).toEqual(everything);
    expect(proxy.drops).toBeGreaterThan(0);
  });

  it("graphql-ws", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    const seen = sequences(({ next, ...observer }) =>
      webSocketClient(endpoint, token).subscribe(
        { query: followExecution, variables: { executionId } },
        { next: (result) => next(dataOf(result)), ...observer },
      ),
    );
    expect(await seen).toEqual(everything);
    expect(proxy.drops).toBeGreaterThan(0);
  });

  it("Apollo Client", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    const client = apolloClient(endpoint, token);
    const seen = sequences(({ next, ...observer }) =>
      client
        .subscribe<FollowExecution>({
          query: gql(followExecution),
          variables: { executionId },
          fetchPolicy: "no-cache",
        })
        .subscribe({ next: ({ data }) => next(data), ...observer }),
    );
    expect(await seen).toEqual(everything);
    expect(proxy.drops).toBeGreaterThan(0);
  });

  it("urql", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    const client = urqlClient(endpoint, token);
    const seen = new Promise<readonly number[]>((resolve, reject) => {
      const found: number[] = [];
      client.subscription<FollowExecution>(followExecution, { executionId }).subscribe(({ data, error, hasNext }) => {
        if (error !== undefined) reject(error);
        // At the end urql hands its last item out once more.
        else if (hasNext) found.push(...(data?.executionEvents.events ?? []).map(({ sequence }) => sequence));
        else resolve(found);
      });
    });
    expect(await seen).toEqual(everything);
    expect(proxy.drops).toBeGreaterThan(0);
  });

  it("Relay", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    const network = relayEnvironment(endpoint, token).getNetwork();
    const request = {
      ...{ cacheID: "follow", id: null, metadata: {}, name: "FollowExecution", operationKind: "subscription" as const },
      text: followExecution,
    } as const;
    const seen = sequences(({ next, ...observer }) =>
      network
        .execute(request, { executionId }, {})
        .subscribe({ next: (response) => next(dataOf(response)), ...observer }),
    );
    expect(await seen).toEqual(everything);
    expect(proxy.drops).toBeGreaterThan(0);
  });

  it("EventSource", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    const { planwright } = served.worker;
    const fetchToken = async () => {
      const { createSubscriptionToken } = await planwright.ask<{ createSubscriptionToken: { token: string } }>(
        "mutation { createSubscriptionToken { token } }",
      );
      return createSubscriptionToken.token;
    };
    const seen = sequences(({ next, complete, error }) =>
      followByEventSource({ endpoint, executionId, fetchToken, onItem: next, onEnd: complete, onError: error }),
    );
    expect(await seen).toEqual(everything);
    expect(proxy.drops).toBeGreaterThan(0);
  });
});

it("[N445] the recipe of the client itself runs a plan to its end and answers what it asks, though connections are cut", async (context) => {
  const { expect } = context;
  const proxy = await cuttableProxy(served.worker.planwright.endpoint);
  context.onTestFinished(() => proxy.close());
  let cuts = 0;
  const log = vi.spyOn(console, "log").mockImplementation((sequence) => {
    // In the middle of the plan, and of its answer.
    if (sequence === 2 || sequence === 4) cuts += proxy.cut();
  });
  context.onTestFinished(() => log.mockRestore());
  const steps = [{ tool: { toolName: "slow", arguments: { ms: 300 } } }, { humanInput: { prompt: "Go on?" } }];
  const { status } = await runPlan(proxy.url, token, { steps });
  expect(status).toBe("SUCCEEDED");
  const events = log.mock.calls.filter(([sequence]) => typeof sequence === "number");
  expect(events.map(([sequence]) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toContain("EXECUTION_FINISHED");
  expect(cuts).toBeGreaterThan(1);
});

describe("Apollo Client as it comes", () => {
  it("follows an execution over multipart answers, while its connection lasts", async (context) => {
    const { endpoint, executionId, proxy } = await following(context);
    const { expect } = context;
    proxy.heal();
    const client = stockApolloClient(endpoint, token);
    const seen = sequences(({ next, ...observer }) =>
      client
        .subscribe<FollowExecution>({
          query: gql(followExecution),
          variables: { executionId },
          fetchPolicy: "no-cache",
        })
        .subscribe({ next: ({ data }) => next(data), ...observer }),
    );
    expect(await seen).toEqual(everything);
  });
});
