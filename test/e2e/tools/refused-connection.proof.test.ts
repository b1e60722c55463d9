/** A tool server that is down, on the network of the real runtime: what docs/guarantees.md says of a refused connection. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startExampleServer } from "../../../examples/mcp-server/server.ts";
import { type Planwright, tool } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";

let worker: RunningWorker;
let planwright: Planwright;
let port: number;

beforeAll(async () => {
  worker = await startWorker();
  const server = await startExampleServer(0, { delayMs: 0 });
  port = Number(new URL(server.url).port);
  planwright = worker.planwright;
  await planwright.register("trusted", `${server.url}/mcp`, true);
  await planwright.register("stranger", `${server.url}/mcp`, false);
  await server.close();
});

afterAll(async () => {
  await worker?.close();
});

const run = (callable: string, policy: object) =>
  planwright.start({
    source: { plan: { steps: [tool("a", callable, { ms: 1 }, { policy })] } },
    options: { waitMs: 20_000 },
  });

it("[N106, E7] a refused connection is an unknown outcome: an unsafe call fails for it, and is not made again unasked", async () => {
  const [step] = (await run("stranger.slow", { maxAttempts: 3, initialBackoffMs: 1 })).steps;
  const failure = { code: "OUTCOME_UNKNOWN", details: { cause: "UPSTREAM_UNAVAILABLE" } };
  expect(step).toMatchObject({ status: "FAILED", outcome: "UNKNOWN", failure });
});

it("[N106, E7] a call that may be repeated is made again, and succeeds once the server is back", async () => {
  const started = run("trusted.slow", { initialBackoffMs: 1_000 });
  // Long enough for the first attempt to be refused.
  await delay(500);
  const server = await startExampleServer(port, { delayMs: 0 });
  try {
    const { events, status } = await started;
    expect(status).toBe("SUCCEEDED");
    expect(events.nodes.map(({ type }) => type)).toContain("ATTEMPT_FAILED");
  } finally {
    await server.close();
  }
});
