/** Whose secret a call is sent, and where to; what is kept of it, and what becomes of it when keys are changed. */
import { describe, expect, it } from "vitest";
import type { SecretChange } from "../../../src/durable/secrets/credential-store.ts";
import type { ProviderCredential } from "../../../src/plan/credential.ts";
import { exampleKey, storedCredentials } from "../../support/callees/stored-credentials.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const origin = "https://mcp.example.com";
const ofTenant: SecretChange = {
  ...{ tenant: "t", owner: { scope: "TENANT" }, name: "CRM", origin, value: "of-the-tenant", by: "root" },
};
const ofAnn: SecretChange = {
  ...ofTenant,
  owner: { scope: "SUBJECT", subject: "ann" },
  value: "of-ann-alone",
  by: "ann",
};
const credential: ProviderCredential = {
  kind: "HEADERS",
  headers: [{ name: "Authorization", secret: "CRM", prefix: "Bearer " }],
};
const request = (subject: string, url = `${origin}/mcp`) => ({ tenant: "t", subject, url, credential });
const sent = (value: string) => ({
  ...{ kind: "HEADERS", headers: [["Authorization", `Bearer ${value}`]], secrets: [value] },
});

describe("the secrets of a tenant", () => {
  it("[N532] a call is sent the secret of its subject, or else that of the tenant, and no other subject's", async () => {
    const store = storedCredentials();
    expect(await store.credential(request("ann"))).toMatchObject({
      ...{ kind: "MISSING", finding: expect.stringContaining(`the secret CRM for ${origin}`) },
    });
    await store.secrets.set(ofAnn, 1);
    expect(await store.credential(request("ann"))).toEqual(sent("of-ann-alone"));
    expect(await store.credential(request("bob"))).toMatchObject({ kind: "MISSING" });
    await store.secrets.set(ofTenant, 2);
    expect(await store.credential(request("bob"))).toEqual(sent("of-the-tenant"));
    expect(await store.credential(request("ann"))).toEqual(sent("of-ann-alone"));
    expect(store.secrets.remove({ scope: "SUBJECT", subject: "ann" }, "CRM")).toBe(true);
    expect(store.secrets.remove({ scope: "SUBJECT", subject: "ann" }, "CRM")).toBe(false);
    expect(await store.credential(request("ann"))).toEqual(sent("of-the-tenant"));
  });

  it("[N533] a secret is sent to the origin that it was stored for, whatever a registration says", async () => {
    const store = storedCredentials();
    await store.secrets.set(ofAnn, 1);
    for (const url of [
      "https://evil.example.net/mcp",
      `${origin}:8443/mcp`,
      "http://mcp.example.com/mcp",
      "binding://A/x",
    ]) {
      const answer = await store.credential(request("ann", url));
      expect(answer).toMatchObject({ kind: "MISSING", finding: expect.stringContaining("for another address") });
      expect(JSON.stringify(answer)).not.toContain("of-ann-alone");
    }
    // That of the tenant stands in where the subject's is for another place.
    await store.secrets.set({ ...ofTenant, origin: "https://other.example.com" }, 2);
    expect(await store.credential(request("ann", "https://other.example.com/x"))).toEqual(sent("of-the-tenant"));
  });

  it("[N530] no table has a value in clear, and a row that is moved to another owner, name or tenant opens as nothing", async () => {
    const sql = memorySql();
    const store = storedCredentials([exampleKey], sql);
    await store.secrets.set(ofTenant, 1);
    await store.secrets.set(ofAnn, 1);
    const rows = sql.exec("SELECT * FROM secret").toArray();
    expect(JSON.stringify(rows)).not.toMatch(/of-the-tenant|of-ann-alone/);
    expect(JSON.stringify(store.secrets.list("ann"))).not.toMatch(/of-the-tenant|of-ann-alone|sealed/);
    const stolen = rows.find(({ owner }) => owner === "subject:ann")?.sealed ?? "";
    sql.exec("UPDATE secret SET sealed = ? WHERE owner = ''", stolen);
    expect(await store.credential(request("bob"))).toMatchObject({
      kind: "MISSING",
      finding: expect.stringContaining("altered"),
    });
    expect(await store.credential({ ...request("ann"), tenant: "u" })).toMatchObject({ kind: "MISSING" });
    sql.exec("UPDATE secret SET owner = 'subject:bob' WHERE owner = 'subject:ann'");
    expect(await store.credential(request("bob"))).toMatchObject({ kind: "MISSING" });
  });

  it("[N531] what an older key encrypted is encrypted anew when it is used; without its key it is refused by name", async () => {
    const sql = memorySql();
    const newest = "n".repeat(32);
    await storedCredentials([exampleKey], sql).secrets.set(ofTenant, 1);
    const lost = await storedCredentials([newest], sql).credential(request("bob"));
    expect(lost).toMatchObject({ kind: "MISSING", finding: expect.stringContaining("SECRETS_KEY") });
    expect(await storedCredentials([newest, exampleKey], sql).credential(request("bob"))).toEqual(
      sent("of-the-tenant"),
    );
    expect(await storedCredentials([newest], sql).credential(request("bob"))).toEqual(sent("of-the-tenant"));
  });

  it("[N534] a subject has a hundred secrets, sees its own and the tenant's, and may store one again", async () => {
    const sql = memorySql();
    const store = storedCredentials([exampleKey], sql);
    expect(store.secrets.list("ann")).toEqual([]);
    expect(sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([]);
    for (let number = 0; number < 100; number++) await store.secrets.set({ ...ofAnn, name: `A${number}` }, number);
    expect(await store.secrets.set(ofAnn, 1)).toEqual({ kind: "LIMIT_EXCEEDED", of: "OWNER", maximum: 100 });
    expect(await store.secrets.set({ ...ofAnn, name: "A7" }, 200)).toMatchObject({
      kind: "STORED",
      secret: { updatedAt: 200 },
    });
    await store.secrets.set(ofTenant, 1);
    expect(store.secrets.list("bob").map(({ name, scope }) => [name, scope])).toEqual([["CRM", "TENANT"]]);
    expect(store.secrets.list("ann")).toHaveLength(101);
  });
});
