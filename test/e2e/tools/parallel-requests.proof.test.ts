/** More calls at a time than the platform lets through, counted at a real server. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ servers: {} });
const answerMs = 2_000;
let server: Server;
let inFlight = 0;
let most = 0;
const arrivals: number[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    arrivals.push(Date.now());
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () =>
      setTimeout(() => {
        inFlight -= 1;
        const { request_id } = JSON.parse(body);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ request_id, status: "success", result: "done" }));
      }, answerMs),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/run`;
  await served.worker.planwright.registerAgent({
    name: "slow",
    description: "Is slow",
    source: { http: { endpoint, effectClass: "READ_ONLY" } },
  });
});
afterAll(() => server.close());

it("[N80, N81, R10, O16] 12 calls of which 24 may run at a time: 6 at the server, each step started when its call arrived", async () => {
  const { planwright } = served.worker;
  const steps = Array.from({ length: 12 }, (_, n) => tool(`s${n}`, "slow", { user_query: `${n}` }));
  const input = {
    source: { plan: { steps } },
    options: { waitMs: 25_000, limits: { maxParallel: 24 } },
  };
  const { executePlan } = await planwright.ask<{
    executePlan: { execution: Shown; errors: readonly unknown[]; warnings: readonly unknown[] };
  }>(
    `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } warnings { code stepId } execution {
      status limits { maxParallel maxParallelRequests }
      steps { stepId startedAt ... on AgentStep { attempts { startedAt finishedAt } } }
    } } }`,
    { input },
  );
  const { execution } = executePlan;
  expect(executePlan.errors).toEqual([]);
  expect(executePlan.warnings).toEqual([{ code: "PARALLEL_CAPPED", stepId: "s6" }]);
  expect(execution).toMatchObject({ status: "SUCCEEDED", limits: { maxParallel: 24, maxParallelRequests: 6 } });
  expect(most).toBe(6);
  const starts = execution.steps.map(({ startedAt }) => Date.parse(startedAt)).sort((a, b) => a - b);
  const late = starts.map((start, n) => Math.abs((arrivals[n] ?? 0) - start));
  expect(Math.max(...late)).toBeLessThan(answerMs / 2);
  expect((starts[6] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(answerMs - 50);
  for (const { attempts, startedAt } of execution.steps) expect(attempts[0]?.startedAt).toBe(startedAt);
  const limits = { maxParallel: 24 };
  const { validatePlan } = await planwright.ask<{ validatePlan: { warnings: readonly unknown[] } }>(
    "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { warnings { code stepId path message } } }",
    { input: { source: { plan: { steps } }, limits } },
  );
  const path = ["input", "limits", "maxParallel"];
  expect(validatePlan.warnings).toMatchObject([{ code: "PARALLEL_CAPPED", stepId: "s6", path }]);
});

interface Shown {
  readonly status: string;
  readonly limits: object;
  readonly steps: readonly {
    readonly stepId: string;
    readonly startedAt: string;
    readonly attempts: readonly { readonly startedAt: string; readonly finishedAt: string }[];
  }[];
}
