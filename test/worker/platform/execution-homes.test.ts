/** Which executions a host is asked to hold. */
import { expect, it } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ExecutionStub } from "../../../src/worker/platform/environment.ts";
import { executionHomes, hostName } from "../../../src/worker/platform/execution-homes.ts";
import { plainStart } from "../../support/engine/plain-start.ts";
import { accepted, typed } from "../../support/plan/compiled-plan.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const name = "a0";
const { tenant } = plainStart;
const host = hostName(tenant, name);

/** A request to run a plan of so many calls. */
function requestOf(calls: number, more: Partial<StartRequest> = {}, value = "x"): StartRequest {
  const steps = Array.from({ length: calls }, (_, index) => tool(`s${index}`, "anything", { value }));
  const { limits, plan } = accepted(typed(steps, { requestedLimits: { maxSteps: 100 } }));
  return { ...plainStart, execution: name, bindings: {}, limits, plan, rejected: null, ...more } as StartRequest;
}

/** The objects that a start of `request` asks; of a host also whether it may hold the execution. */
async function asked(request: StartRequest): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const stub = (object: string) => ({
    start: async () => calls.push(object),
    startHosted: async ({ mayHost }: { readonly mayHost: boolean }) => {
      calls.push([object, mayHost]);
      return { kind: mayHost ? "HERE" : "ELSEWHERE" };
    },
  });
  const namespace = { getByName: (object: string) => stub(object) as unknown as ExecutionStub };
  await executionHomes(namespace, tenant, "on").getByName(name).start(request);
  return calls;
}

it("[N713, E1] a plan of 64 calls starts in a host, and one of more in an object of its own, which a host notes if it has a key", async () => {
  expect(await asked(requestOf(64))).toEqual([[host, true]]);
  expect(await asked(requestOf(65))).toEqual([name]);
  expect(await asked(requestOf(65, { idempotencyKey: "mine" }))).toEqual([[host, false], name]);
});

it("[N713] a plan of more than 64 KB and a child have objects of their own", async () => {
  expect(await asked(requestOf(33, {}, "x".repeat(2_000)))).toEqual([name]);
  // What is long beside plan and bindings decides nothing.
  expect(await asked(requestOf(33, { fingerprint: "x".repeat(66_000) }))).toEqual([[host, true]]);
  expect(await asked(requestOf(1, { surface: "child" }))).toEqual([name]);
});

it("[N1030] a host is given a start as text that reads as the request, and an object of its own the request itself", async () => {
  const given: unknown[] = [];
  const namespace = {
    getByName: () =>
      ({
        start: async (request: unknown) => given.push(request),
        startHosted: async ({ request }: { readonly request: string }) => {
          given.push(JSON.parse(request));
          return { kind: "ELSEWHERE" };
        },
      }) as unknown as ExecutionStub,
  };
  const bindings = JSON.parse('{"__proto__":{"a":1},"lone":"\\ud800","9":-1.5e300,"1":[null,[]]}') as Json;
  const request = requestOf(2, { bindings, idempotencyKey: "mine" });
  await executionHomes(namespace, tenant, "on").getByName(name).start(request);
  expect(given).toEqual([request, request]);
  expect(given.map((one) => JSON.stringify((one as StartRequest).bindings))).toEqual([
    JSON.stringify(bindings),
    JSON.stringify(bindings),
  ]);
  expect(given[0]).not.toBe(request);
  expect(given[1]).toBe(request);
});
