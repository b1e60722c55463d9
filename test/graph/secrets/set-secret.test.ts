/** Secrets through the API: what is refused before anything is stored, and that no answer has a value. */
import { describe, expect, it } from "vitest";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const mutation = `mutation ($input: SetSecretInput!) {
  setSecret(input: $input) { secret { name scope origin updatedAt updatedBy } errors { code message path } }
}`;
const input = { name: "CRM", scope: "SUBJECT", value: "tok-5ecret", url: "https://mcp.example.com/v1?x=1" };

async function set(given: object, world = new FakeClients(), caller: Parameters<typeof ask>[2] = {}) {
  const { setSecret } = await data(world, mutation, { ...caller, variables: { input: { ...input, ...given } } });
  return setSecret;
}

const pem = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEG\nCCqGSM49AwEHBG0w==\n-----END PRIVATE KEY-----\n";

describe("a secret", () => {
  it("[N901] may be a private key of several lines", async () => {
    const world = new FakeClients();
    expect(await set({ value: pem }, world)).toMatchObject({ errors: [] });
    expect(await set({ value: pem.replaceAll("\n", "\r\n") }, world)).toMatchObject({ errors: [] });
  });

  it("[N534] is stored for the origin of its address, and read back by name alone", async () => {
    const world = new FakeClients();
    expect(await set({}, world)).toMatchObject({
      secret: { name: "CRM", scope: "SUBJECT", origin: "https://mcp.example.com" },
      errors: [],
    });
    expect(await set({ url: "binding://BLOG/mcp" }, world)).toMatchObject({ secret: { origin: "binding://BLOG" } });
    world.secrets = [{ name: "CRM", scope: "TENANT", origin: "https://a.example", updatedAt: 0, updatedBy: "root" }];
    const { secrets } = await data(world, "{ secrets { name scope origin updatedBy } }");
    expect(secrets).toEqual([{ name: "CRM", scope: "TENANT", origin: "https://a.example", updatedBy: "root" }]);
    expect(JSON.stringify(await ask(world, '{ __type(name: "Secret") { fields { name } } }'))).not.toContain("value");
  });

  it("[N534] of the tenant needs the scope that registers servers; that of a subject does not", async () => {
    const world = new FakeClients();
    const caller = { scopes: ["EXECUTION_START" as const] };
    const refused = await set({ scope: "TENANT" }, world, { caller });
    expect(refused.errors).toMatchObject([
      { path: ["input", "scope"], message: expect.stringContaining("REGISTRY_WRITE") },
    ]);
    expect(world.calls).toEqual([]);
    expect(await set({}, world, { caller })).toMatchObject({ errors: [] });
  });

  it("[N534] that cannot be one is refused with its place, without the value, and nothing is stored", async () => {
    const world = new FakeClients();
    const refused: readonly (readonly [object, string, string])[] = [
      [{ name: "crm" }, "name", "capital letters"],
      [{ name: "A".repeat(65) }, "name", "capital letters"],
      [{ value: "s3cre7!" }, "value", "found 7"],
      [{ value: "x".repeat(8_001) }, "value", "found 8001"],
      [{ value: "tok-5ecret\r\nhost: evil" }, "value", "printable ASCII"],
      [{ value: " tok-5ecret" }, "value", "printable ASCII"],
      [{ value: "tok-5ecrét" }, "value", "printable ASCII"],
      [{ value: pem.replace("PRIVATE", "RSA PRIVATE") }, "value", "of PKCS #8"],
      [{ value: `${pem}\r\nhost: 5ecret` }, "value", "of PKCS #8"],
      [{ value: pem.replace("MIG", "M5ecret ") }, "value", "of PKCS #8"],
      [{ url: null }, "url", "one with a value"],
      [{ value: null }, "url", "none to delete"],
      [{ url: "ftp://mcp.example.com" }, "url", ""],
      [{ url: "https://127.0.0.1/mcp" }, "url", ""],
    ];
    for (const [given, member, words] of refused) {
      const { errors, secret } = await set(given, world);
      expect([given, secret, errors[0]?.path]).toEqual([given, null, ["input", member]]);
      expect(errors[0]?.message).toContain(words);
      expect(errors[0]?.message).not.toContain("5ecr");
    }
    expect(world.calls).toEqual([]);
    world.secretAnswer = { kind: "LIMIT_EXCEEDED", of: "OWNER", maximum: 100 };
    expect((await set({}, world)).errors).toMatchObject([{ code: "LIMIT_EXCEEDED" }]);
  });

  it("[N534] is deleted by storing null, and one that is not there is said to be missing", async () => {
    const world = new FakeClients();
    const gone = { value: null, url: null };
    expect((await set(gone, world)).errors).toMatchObject([{ code: "NOT_FOUND", path: ["input", "name"] }]);
    world.secrets = [{ name: "CRM", scope: "SUBJECT", origin: "https://a.example", updatedAt: 0, updatedBy: "ann" }];
    expect(await set(gone, world)).toEqual({ secret: null, errors: [] });
  });
});
