/** Addresses of artifacts: what a link opens, and what cannot stand in for one. */
import { describe, expect, it } from "vitest";
import { artifactClient } from "../../../src/worker/clients/artifact-client.ts";
import { artifactLink, type LinkMaker, readArtifactTicket } from "../../../src/worker/clients/artifact-link.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { bearer, FakeDeployment } from "../../support/worker/fake-deployment.ts";

const secret = "0123456789abcdef0123456789abcdef";
const identity = sealedIdentity(secret);
const address = { owner: "given", name: "a/b é.json" };
const ticketOf = (url: string) => url.split("/").at(-1) ?? "";

describe("a link to an artifact", () => {
  it("holds tenant, address and end, and cannot be changed or made without the secret", async () => {
    const url = await artifactLink("https://plans.example.com", "acme", address, identity, 1_000);
    expect(url).toMatch(/^https:\/\/plans\.example\.com\/artifacts\/[\w-]+$/);
    expect(await readArtifactTicket(ticketOf(url), identity)).toEqual({ tenant: "acme", address, openUntil: 301_000 });
    const other = sealedIdentity(secret.replace("0", "1"));
    expect(await readArtifactTicket(ticketOf(url), other)).toBeUndefined();
    expect(
      await readArtifactTicket(ticketOf(await artifactLink("x", "acme", address, other, 0)), identity),
    ).toBeUndefined();
    expect(await readArtifactTicket(`${ticketOf(url).slice(0, -2)}AA`, identity)).toBeUndefined();
  });

  it("[N523] ends with the credential that asks for it, after five minutes at the latest", async () => {
    const rules = { retentionMs: 1, maxArtifacts: 1, maxBytes: 1 };
    const linked = async (validUntil: number | undefined) => {
      const caller = { tenant: "acme", subject: "ada", groups: [], scopes: [], validUntil };
      const client = artifactClient({} as Environment, rules, identity, caller);
      const ticket = await readArtifactTicket(ticketOf(await client.link(address, "https://x.example")), identity);
      return (ticket?.openUntil ?? 0) - Date.now();
    };
    expect(await linked(Date.now() + 60_000)).toBeLessThanOrEqual(60_000);
    for (const validUntil of [Date.now() + 900_000, undefined]) {
      const leftMs = await linked(validUntil);
      expect(leftMs).toBeLessThanOrEqual(300_000);
      expect(leftMs).toBeGreaterThan(290_000);
    }
  });

  it("[N774] opens nothing once the API key that asked for it was revoked, and asks the tenant for it once in five seconds", async () => {
    const found = { customMetadata: {}, httpMetadata: {}, size: 3, uploaded: new Date() };
    const bucket = { head: async () => found, get: async () => ({ ...found, body: new Response("abc").body }) };
    const adminToken = "the-operator-has-a-token-that-is-long-enough";
    const operator = { ...bearer(adminToken), "planwright-tenant": "acme" };
    const settings = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, ARTIFACTS: bucket };
    const service = new FakeDeployment(settings);
    const { apiKey } = await service.mutate<{ apiKey: { keyId: string } }>(
      "createApiKey",
      'mutation { createApiKey(input: { label: "l", subject: "ada", scopes: [EXECUTION_READ] }) { apiKey { keyId } } }',
      operator,
    );
    const link = async (credential: LinkMaker["credential"]) =>
      artifactLink("https://planwright.example", "acme", address, identity, Date.now(), { credential });
    const own = await link({ kind: "API_KEY", id: apiKey.keyId });
    const others = [await link(undefined), await link({ kind: "API_KEY", id: `${apiKey.keyId.slice(0, -2)}AA` })];
    const open = async (url: string) => (await service.fetch(new Request(url))).status;
    service.reached.length = 0;
    for (let n = 0; n < 3; n++) expect(await open(own)).toBe(200);
    expect(service.reached).toEqual(["apiKey acme"]);
    expect(await Promise.all(others.map(open))).toEqual([200, 410]);
    await service.mutate(
      "revokeApiKey",
      `mutation { revokeApiKey(input: { keyId: "${apiKey.keyId}" }) { errors { code } } }`,
      operator,
    );
    const refused = await service.fetch(new Request(own));
    expect([refused.status, await refused.text()]).toEqual([
      410,
      expect.stringContaining("whose credential was revoked"),
    ]);
    expect(await open(others[0] ?? "")).toBe(200);
  });

  it("[N884] is refused with the time to wait while its tenant is over its cap on bytes answered; others' are not", async () => {
    const size = 5_000;
    const found = { customMetadata: {}, httpMetadata: {}, size, uploaded: new Date() };
    const body = () => new Response("x".repeat(size)).body;
    const bucket = { head: async () => found, get: async () => ({ ...found, body: body() }) };
    const keys = { AUTH_MODE: "keys", ADMIN_TOKEN: "x".repeat(40) };
    const service = new FakeDeployment({ ...keys, MAX_ANSWERED_BYTES_PER_SECOND: "1000", ARTIFACTS: bucket });
    const open = async (tenant: string) => {
      const link = await artifactLink("https://planwright.example", tenant, address, identity, Date.now());
      const answer = await service.fetch(new Request(link));
      await answer.text();
      return [answer.status, answer.headers.get("retry-after")];
    };
    expect(await open("acme")).toEqual([200, null]);
    const [status, wait] = await open("acme");
    expect([status, Number(wait)]).toEqual([429, 3]);
    expect(await open("other")).toEqual([200, null]);
  });

  it("[N774] of an access token ends with that token", async () => {
    const service = new FakeDeployment({
      AUTH_MODE: "keys",
      ADMIN_TOKEN: "x".repeat(40),
      ARTIFACTS: { head: async () => null },
    });
    const thing = "Eexecution";
    const generations = { thing: 0, tenant: 0, own: 0, subject: 0 };
    const url = await artifactLink("https://planwright.example", "acme", address, identity, Date.now(), {
      credential: { kind: "ACCESS_TOKEN", thing, subject: "ada", generations, madeWith: null },
    });
    const open = async () => (await service.fetch(new Request(url))).status;
    // There is no such artifact.
    expect(await open()).toBe(404);
    await service.environment.TENANT.getByName("acme").revokeAccess(thing, null, Date.now() + 60_000, Date.now());
    service.freshIsolate();
    expect(await open()).toBe(410);
  });

  it("is never what another sealed text stands for, however a tenant is called", async () => {
    for (const content of [
      ["ARTIFACT_LINK", "EXECUTION", "given", "x", 9_999],
      ["null", "ARTIFACT_LINK", "acme", "given", "x", 9_999],
      [null, "ARTIFACT_LINK", "acme", "given", "x", "9999"],
      ["acme", "POSITION", 5, "x"],
      ["acme", "STEP", "given", "x"],
    ]) {
      expect(await readArtifactTicket(await identity.seal(JSON.stringify(content)), identity)).toBeUndefined();
    }
    const id = await identity.seal(JSON.stringify(["ARTIFACT_LINK", "ARTIFACT", "given", "x"]));
    expect(await readArtifactTicket(id, identity)).toMatchObject({ tenant: "ARTIFACT_LINK", openUntil: null });
  });

  it("can be made by an execution only where the deployment says its own address", async () => {
    const linkOf = (settings: object) =>
      objectOptions({ ID_SEALING_SECRET: secret, ...settings } as unknown as Environment).artifactLink("acme", address);
    expect(await linkOf({})).toBeUndefined();
    expect(await linkOf({ PUBLIC_URL: "not a url" })).toBeUndefined();
    const url = await linkOf({ PUBLIC_URL: "https://plans.example.com/" });
    expect(url).toMatch(/^https:\/\/plans\.example\.com\/artifacts\//);
    expect(await readArtifactTicket(ticketOf(url ?? ""), identity)).toMatchObject({ tenant: "acme", address });
  });
});
