/**
 * The small client against the real Worker through a network that breaks all the time, and objects that are thrown out of memory in
 * between: what arrives is what would have arrived without any of it.
 */
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createSocketClient } from "graphql-ws";
import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { type ResumableResult, resumable, type SubscribingClient } from "../../../packages/client/src/resumable.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { type ExecutionSeen, tool } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";
import { volume } from "../../support/engine/volume.ts";
import { droppingProxy, seededRandom } from "./dropping-proxy.ts";

const wantedDrops = volume({ sample: 12, whole: 200 });
let world: ExampleTools;
let worker: RunningWorker;

beforeAll(async () => {
  world = await startExampleTools();
  worker = await startWorker({}, inject("builtKillConfig"));
  await worker.planwright.register("example", world.mcpUrl, true);
});
afterAll(async () => {
  await worker?.close();
  await world?.close();
});

const query = /* GraphQL */ `
  subscription Follow($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after, heartbeatMs: 5000) {
      status
      gap { firstSequence }
      events { sequence type }
    }
  }
`;

const atOnce = () => Promise.resolve();

function sseClient(url: string): SubscribingClient {
  return createSseClient({ url: `${url}/graphql`, retryAttempts: Number.POSITIVE_INFINITY, retry: atOnce });
}

function socketClient(url: string): SubscribingClient {
  return createSocketClient({
    url: `${url.replace("http", "ws")}/graphql`,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: atOnce,
    shouldRetry: () => true,
  }) as unknown as SubscribingClient;
}

interface Batch {
  readonly status: string;
  readonly gap: unknown;
  readonly events: readonly { readonly sequence: number; readonly type: string }[];
}

/** Every event that the client hands out until the subscription completes. */
function follow(client: SubscribingClient, executionId: string): Promise<readonly Batch["events"][number][]> {
  const events: Batch["events"][number][] = [];
  const { promise, resolve, reject } = Promise.withResolvers<readonly Batch["events"][number][]>();
  resumable(client, {
    heartbeatMs: 5_000,
    restartAttempts: Number.POSITIVE_INFINITY,
    restartDelay: atOnce,
  }).subscribe(
    { query, variables: { executionId } },
    {
      next: ({ data, errors }: ResumableResult) => {
        const batch = (data as { executionEvents?: Batch } | null | undefined)?.executionEvents;
        if (batch === undefined) reject(new Error(JSON.stringify(errors)));
        else events.push(...batch.events);
      },
      error: (error) => reject(error instanceof Error ? error : new Error(JSON.stringify(error))),
      complete: () => resolve(events),
    },
  );
  return promise;
}

/** A run of some seconds that makes two events every few milliseconds. */
function startLong(): Promise<ExecutionSeen> {
  const steps = Array.from({ length: 60 }, (_, index) => tool(`s${index}`, "slow", { ms: 20 }));
  const options = { schedule: "SEQUENTIAL", limits: { maxSteps: 60 } };
  return worker.planwright.start({ source: { plan: { steps } }, options });
}

/** Of both tests. */
let resetObjects = 0;

// Both wait for the network most of the time, and each resets the objects of both: one more reset for the other.
describe.concurrent.each([
  ["graphql-sse", sseClient, 1],
  ["graphql-ws", socketClient, 2],
] as const)("resumable() over %s", (_, clientFor, seed) => {
  it(`gives the same events through ${wantedDrops} dropped connections and resets of the object as without any`, async ({
    expect,
    onTestFinished,
  }) => {
    const random = seededRandom(seed);
    const dropping = await droppingProxy(worker.planwright.endpoint, random);
    // Enough is enough: on a busy machine hardly a connection would live until it has brought anything.
    const healing = setInterval(() => {
      if (dropping.drops >= wantedDrops) dropping.heal();
    }, 20);
    onTestFinished(async () => {
      clearInterval(healing);
      await dropping.close();
    });
    let runs = 0;
    while (dropping.drops < wantedDrops) {
      const { id } = await startLong();
      let isOver = false;
      const seen = follow(clientFor(dropping.url), id).finally(() => {
        isOver = true;
      });
      const undisturbed = follow(clientFor(worker.planwright.endpoint.replace("/graphql", "")), id);
      for (let resets = 0; resets < 2 && !isOver; resets++) {
        await new Promise((resolve) => setTimeout(resolve, 200 + random() * 400));
        const answer = await fetch(new URL("/reset", worker.planwright.endpoint), { method: "POST" });
        // None, if the other test has just reset them all, which counts for both.
        resetObjects += (await answer.json()) as number;
      }
      const expected = (await undisturbed).map(({ sequence }) => sequence);
      expect(expected).toEqual(Array.from({ length: expected.length }, (__, index) => index + 1));
      expect((await seen).map(({ sequence }) => sequence)).toEqual(expected);
      expect((await seen).at(-1)?.type).toBe("EXECUTION_FINISHED");
      runs += 1;
    }
    expect(runs).toBeGreaterThan(0);
    expect(resetObjects).toBeGreaterThan(0);
  });
});
