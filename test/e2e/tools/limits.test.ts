/**
 * How many requests of one object await their response headers at a time, seen where it counts: at the server, in front of the
 * example MCP server. The local runtime does not enforce the platform's six, so the cap that is seen here is our own.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { tool } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";

/** Time that each call spends without an answer, in which one above the cap would show itself. */
const headersAfterMs = 60;

let world: ExampleTools;
let front: FakeHttpServer;
let worker: RunningWorker;
let awaitingHeaders = 0;
let mostAtOnce = 0;
/** How many calls are to wait at once, and what resolves when they do. Nobody is answered before. */
let gathering = { size: 0, complete: Promise.withResolvers<void>() };

beforeAll(async () => {
  world = await startExampleTools();
  front = await fakeHttpServer(async (request, response, body) => {
    awaitingHeaders += 1;
    mostAtOnce = Math.max(mostAtOnce, awaitingHeaders);
    if (awaitingHeaders >= gathering.size) gathering.complete.resolve();
    await gathering.complete.promise;
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const [answer] = await Promise.all([
      fetch(world.mcpUrl, { method: request.method ?? "POST", headers: headers as Record<string, string>, body }),
      delay(headersAfterMs),
    ]);
    const text = await answer.text();
    awaitingHeaders -= 1;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(text);
  });
  worker = await startWorker();
  await worker.planwright.register("front", `${front.url}/mcp`, true);
});

afterAll(async () => {
  await worker?.close();
  await front?.close();
  await world?.close();
});

/** Runs 20 independent reads in one execution, `size` of which must come together, and gives how many awaited their headers at once. */
async function mostAtOnceWith(maxParallel: number, size: number): Promise<number> {
  mostAtOnce = 0;
  gathering = { size, complete: Promise.withResolvers<void>() };
  const steps = Array.from({ length: 20 }, (_, index) => tool(`s${index}`, "slow", { ms: 0 }));
  const execution = await worker.planwright.start({
    source: { plan: { steps } },
    options: { limits: { maxSteps: 20, maxParallel }, waitMs: 25_000 },
  });
  expect(execution.status).toBe("SUCCEEDED");
  expect(await world.ledger(execution.requestId)).toHaveLength(20);
  return mostAtOnce;
}

describe("a plan of twenty independent reads", () => {
  it("[E10] has six requests awaiting their headers at once and no more, though twenty calls may run", async () => {
    expect(await mostAtOnceWith(20, 6)).toBe(6);
  });

  it("[E10, O25] has no more than the calls that the request allows at a time", async () => {
    expect(await mostAtOnceWith(3, 3)).toBe(3);
  });
});
