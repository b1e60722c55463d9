/** The pages by which a person connects to a server: what the audit log has of them, and how often they are served. */
import { describe, expect, it } from "vitest";
import type { AuditedAction, AuditResult } from "../../../src/audit/audit-entry.ts";
import type { ConsentStart } from "../../../src/durable/secrets/connections.ts";
import type { ConsentReturn, SecretReturn } from "../../../src/durable/secrets/consent-return.ts";
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
  | { readonly given: SecretReturn }
  | { readonly asked: ConsentStart };

/**
 * A deployment whose connection `c` of ann waits for a person; whoever comes back with the code `good` is connected. The connection `s` waits
 * for secrets.
 */
async function deployment(settings: object = {}, connection = "c") {
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
      if (asked.connection === "s")
        return { kind: "FORM", server: "notes", origin: "https://notes.example", secrets: ["NOTES", "KEY"] };
      return { kind: "BEGUN", url: `https://as.example/?state=${asked.sealedState}`, issuer: "as", server: "notes" };
    },
    finishConnection: async (finished) => {
      told.push({ finished });
      if (finished.code === "good") return { kind: "CONNECTED", server: "notes" };
      return { kind: "REFUSED", finding: "the person declined" };
    },
    giveSecrets: async (given) => {
      told.push({ given });
      if (given.values.length === 2) return { kind: "CONNECTED", server: "notes" };
      return { kind: "REFUSED", finding: "required the secrets KEY, NOTES, found others" };
    },
  };
  const objects = fakeNamespace((name) => (name === credentialsName("acme") ? credentials : log) as TenantStub);
  Object.assign(service.environment, { TENANT: objects });
  const facts = { tenant: "acme", subject: "ann", connection, mayForTenant: false, until: Date.now() + 60_000 };
  const identity = sealedIdentity("0123456789abcdef0123456789abcdef");
  const link = await connectAddress(origin, facts, identity);
  const open = () => service.fetch(new Request(link));
  const state = async () => new URL((/href="([^"]+)"/.exec(await (await open()).text()) ?? [])[1] ?? "").search;
  const back = (search: string, code: string) =>
    service.fetch(new Request(`${origin}/oauth/callback${search}&code=${code}`));
  const document = async () => (await service.fetch(new Request(`${origin}/oauth/client`))).json();
  const post = (form: string, headers: Record<string, string> = {}) =>
    service.fetch(
      new Request(`${origin}/oauth/callback`, {
        method: "POST",
        body: form,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      }),
    );
  /** The field by which the form of an opened page comes back, and the cookie of its browser. */
  const opened = async () => {
    const answer = await open();
    const field = /name="state" value="([^"]+)"/.exec(await answer.text())?.[1] ?? "";
    return { field, cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  };
  return { told, open, state, back, post, opened, document, loseLog: () => (isLogAway = true) };
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

describe("a server that demands secrets of each subject", () => {
  const values = new URLSearchParams({ "secret.NOTES": " pat-of-ann-5ecret\n", "secret.KEY": "key-of-ann-5ecret" });

  it("[N926] has a page that asks for them, with nothing that runs, is kept, leads elsewhere or is shown in a frame", async () => {
    const { open } = await deployment({}, "s");
    const answer = await open();
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringContaining("in the name of <b>ann</b>, tenant acme")]);
    for (const shown of [
      "https://notes.example",
      'name="secret.NOTES"',
      'name="secret.KEY"',
      'action="/oauth/callback"',
    ])
      expect(text).toContain(shown);
    expect(text.match(/type="password"/g)).toHaveLength(2);
    expect(text).not.toMatch(/<script|<img|href=/);
    const policy = answer.headers.get("content-security-policy");
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("set-cookie")).toMatch(/^__Host-planwright-connect=.*HttpOnly.*Secure.*SameSite=Lax/);
  });

  it("[N926] is given them by that form alone, and the audit log has the names before they are stored", async () => {
    const { opened, post, told } = await deployment({}, "s");
    const { cookie, field } = await opened();
    told.length = 0;
    const answer = await post(`state=${encodeURIComponent(field)}&${values}`, { cookie, origin: "null" });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringContaining("You can close this page")]);
    const entry = { action: "UPDATE", subject: "ann", detail: "of the subject" };
    expect(told).toMatchObject([
      { begun: { action: "CREATE", target: { kind: "CONNECTION", name: "s" } } },
      { begun: { ...entry, target: { kind: "SECRET", name: "NOTES" } } },
      { begun: { ...entry, target: { kind: "SECRET", name: "KEY" } } },
      {
        given: {
          connection: "s",
          values: [
            ["NOTES", "pat-of-ann-5ecret"],
            ["KEY", "key-of-ann-5ecret"],
          ],
        },
      },
      { settled: { outcome: "DONE" } },
    ]);
    const refused = await post(`state=${encodeURIComponent(field)}&secret.NOTES=pat-of-ann-5ecret`, { cookie });
    const words = await refused.text();
    expect([refused.status, words]).toEqual([400, expect.stringContaining("found others")]);
    const logged = told.filter((one) => !("given" in one));
    expect(JSON.stringify([logged, text, words])).not.toContain("5ecret");
  });

  it("[N926] gets nothing from another site, with a changed state, with other names, or where nothing can be recorded", async () => {
    const { loseLog, opened, post, told } = await deployment({}, "s");
    const { cookie, field } = await opened();
    told.length = 0;
    const form = `state=${encodeURIComponent(field)}&${values}`;
    const status = async (text: string, headers: Record<string, string> = {}) =>
      (await post(text, { cookie, ...headers })).status;
    expect(await status(form, { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status(form, { "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status(form, { origin: "https://evil.example" })).toBe(403);
    expect(await status(`state=${field.slice(0, -1)}${field.endsWith("A") ? "B" : "A"}&${values}`)).toBe(404);
    expect(await status(String(values))).toBe(404);
    expect(await status(`${form}&secret.notes%0a=x`)).toBe(400);
    expect(await status(`${form}${"&secret.A=x".repeat(9)}`)).toBe(400);
    expect(await status(`${form}&secret.A=${"x".repeat(262_144)}`)).toBe(413);
    loseLog();
    expect(await status(form)).toBeGreaterThanOrEqual(500);
    expect(told).toEqual([]);
  });

  it("[N882] has its pages and forms counted among the requests of the subject", async () => {
    const { open, opened, post, told } = await deployment({ RATE_LIMIT: fakeRateLimit(2) }, "s");
    const { cookie, field } = await opened();
    const form = `state=${encodeURIComponent(field)}&${values}`;
    expect((await post(form, { cookie })).status).toBe(200);
    told.length = 0;
    expect([(await open()).status, (await post(form, { cookie })).status]).toEqual([429, 429]);
    expect(told).toEqual([]);
  });
});
