/** The pages by which a person connects to a server: what the audit log has of them, and how often they are served. */
import { expect, it } from "vitest";
import type { AuditedAction, AuditResult } from "../../../src/audit/audit-entry.ts";
import type { ConsentStart } from "../../../src/durable/secrets/connections.ts";
import type { ConsentReturn } from "../../../src/durable/secrets/consent-return.ts";
import { connectAddress } from "../../../src/worker/clients/connect-link.ts";
import { credentialsName, type TenantStub } from "../../../src/worker/platform/environment.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { FakeDeployment, fakeRateLimit } from "../../support/worker/fake-deployment.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

const origin = "https://planwright.example";
const adminToken = "0123456789abcdef0123456789abcdef";

/** What the objects of a tenant are told, in order. */
type Told =
  | { readonly begun: AuditedAction }
  | { readonly finished: ConsentReturn }
  | { readonly settled: AuditResult }
  | { readonly asked: ConsentStart };

/** A deployment whose connection `c` of ann waits for a person; whoever comes back with the code `good` is connected. */
async function deployment(settings: object = {}) {
  const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, PUBLIC_URL: origin, ...settings });
  const told: Told[] = [];
  let isLogAway = false;
  const log: Partial<TenantStub> = {
    beginAudit: async (entries) => {
      if (isLogAway) throw new Error("the object is being moved");
      for (const { action } of entries) told.push({ begun: action });
    },
    settleAudit: async (_, settled) => void told.push({ settled }),
  };
  const credentials: Partial<TenantStub> = {
    beginConnection: async (asked) => {
      told.push({ asked });
      return { kind: "BEGUN", url: `https://as.example/?state=${asked.sealedState}`, issuer: "as", server: "notes" };
    },
    finishConnection: async (finished) => {
      told.push({ finished });
      if (finished.code === "good") return { kind: "CONNECTED", server: "notes" };
      return { kind: "REFUSED", finding: "the person declined" };
    },
  };
  const objects = fakeNamespace((name) => (name === credentialsName("acme") ? credentials : log) as TenantStub);
  Object.assign(service.environment, { TENANT: objects });
  const facts = { tenant: "acme", subject: "ann", connection: "c", mayForTenant: false, until: Date.now() + 60_000 };
  const identity = sealedIdentity("0123456789abcdef0123456789abcdef");
  const link = await connectAddress(origin, facts, identity);
  const open = () => service.fetch(new Request(link));
  const state = async () => new URL((/href="([^"]+)"/.exec(await (await open()).text()) ?? [])[1] ?? "").search;
  const back = (search: string, code: string) =>
    service.fetch(new Request(`${origin}/oauth/callback${search}&code=${code}`));
  const document = async () => (await service.fetch(new Request(`${origin}/oauth/client`))).json();
  return { told, open, state, back, document, loseLog: () => (isLogAway = true) };
}

it("[N881] a person who connects has an entry in the audit log from before the code is exchanged, with the outcome", async () => {
  const { back, state, told } = await deployment();
  const search = await state();
  expect(told.splice(0)).toMatchObject([{ asked: { by: "ann" } }]);
  expect((await back(search, "good")).status).toBe(200);
  expect((await back(search, "bad")).status).toBe(400);
  const entry = { action: "CREATE", target: { kind: "CONNECTION", name: "c" }, subject: "ann" };
  expect(told).toMatchObject([
    ...[{ begun: entry }, { finished: { code: "good", connection: "c" } }, { settled: { outcome: "DONE" } }],
    ...[{ begun: entry }, { finished: { code: "bad" } }],
    { settled: { outcome: "REFUSED", result: "the person declined" } },
  ]);
  // No code, no state and no cookie.
  for (const one of told) if ("begun" in one) expect(one.begun).toEqual(entry);
});

it("[N881] nobody is connected where the audit log cannot be written, and a state that was changed reaches nothing", async () => {
  const { back, loseLog, state, told } = await deployment();
  const search = await state();
  told.length = 0;
  const changed = search.slice(0, -1) + (search.endsWith("A") ? "B" : "A");
  expect((await back(changed, "good")).status).toBe(404);
  loseLog();
  expect((await back(search, "good")).status).toBeGreaterThanOrEqual(500);
  expect(told).toEqual([]);
});

it("[N882] links to connect and what comes back count among the requests of the subject that they name", async () => {
  const limit = fakeRateLimit(3);
  const { back, open, state, told } = await deployment({ RATE_LIMIT: limit });
  const search = await state();
  expect([(await open()).status, (await back(search, "good")).status]).toEqual([200, 200]);
  told.length = 0;
  for (const answer of [await open(), await back(search, "good")]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await answer.text()).toContain("too many");
  }
  expect(told).toEqual([]);
  expect([...limit.counts.keys()]).toEqual([JSON.stringify(["acme", "ann"])]);
});

it("[N885] the metadata document of the deployment is at the address that it gives as the name of the client", async () => {
  const { document } = await deployment();
  expect(await document()).toMatchObject({
    client_id: `${origin}/oauth/client`,
    redirect_uris: [`${origin}/oauth/callback`],
    token_endpoint_auth_method: "none",
  });
});
