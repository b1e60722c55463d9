/** Who may export an execution, and for how long. */
import { expect, it } from "vitest";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";
import { page } from "../../support/worker/fake-feed.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

const adminToken = "0123456789abcdef0123456789abcdef";

it("is refused to whoever proves nobody, and to keys without EXECUTION_READ, before any execution is asked", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
  const ask = async (headers: { readonly [name: string]: string }) => {
    const response = await service.fetch(new Request("https://planwright.example/export/x", { headers }));
    const { errors } = (await response.json()) as { readonly errors: readonly { readonly extensions: object }[] };
    return [response.status, errors[0]?.extensions];
  };
  const keyOf = async (scope: string) => {
    const { secret } = await service.mutate<{ readonly secret: string }>(
      "createApiKey",
      `mutation { createApiKey(input: { label: "l", subject: "ada", scopes: [${scope}] }) { secret } }`,
      { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" },
    );
    return { authorization: `Bearer ${secret}` };
  };
  expect(await ask({})).toEqual([401, { code: "UNAUTHENTICATED" }]);
  expect(await ask(await keyOf("EXECUTION_START"))).toEqual([403, { code: "FORBIDDEN" }]);
  expect(await ask(await keyOf("EXECUTION_READ"))).toEqual([404, { code: "NOT_FOUND" }]);
  expect(service.reached.filter((call) => call.startsWith("unexpected"))).toEqual([]);
});

it("[N1000] breaks off with the key that asked for it, and reads no further then", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "keys", HOSTING: "off", ADMIN_TOKEN: adminToken });
  const world = new FakeClients();
  await executePlan(world, { source: { plan: { steps: [{ tool: { stepId: "a", toolName: "echo" } }] } } });
  const [[execution, { view }] = ["", { view: null }]] = world.executions;
  // The log is longer than anybody reads.
  let pages = 0;
  const events = async (after: number) => {
    pages += 1;
    await new Promise((done) => setTimeout(done, 5));
    return page([after + 1], { caughtUp: false });
  };
  const read = async () => ({ ...view, sequence: 1_000_000 });
  Object.assign(service.environment, {
    EXECUTION: fakeNamespace(() => ({
      events,
      read,
      sourceLabels: async () => null,
      storedBytes: async () => 1,
      webhooks: async () => [],
    })),
    INDEX: fakeNamespace(() => ({ list: async () => ({ items: [], hasMore: false }) })),
  });
  const expiresAt = new Date(Date.now() + 500).toISOString();
  const { secret } = await service.mutate<{ readonly secret: string }>(
    "createApiKey",
    `mutation { createApiKey(input: { label: "l", subject: "ada", expiresAt: "${expiresAt}", scopes: [EXECUTION_READ] }) { secret } }`,
    { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" },
  );
  const identity = sealedIdentity(String(service.environment.ID_SEALING_SECRET));
  const id = await identity.seal(JSON.stringify(["acme", "EXECUTION", execution]));
  const headers = { authorization: `Bearer ${secret}` };
  const response = await service.fetch(new Request(`https://planwright.example/export/${id}`, { headers }));
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("the credential has ended");
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  await new Promise((done) => setTimeout(done, 50));
  const before = pages;
  await new Promise((done) => setTimeout(done, 100));
  expect(pages).toBe(before);
});
