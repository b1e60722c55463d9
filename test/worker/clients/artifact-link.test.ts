/** Addresses of artifacts: what a link opens, and what cannot stand in for one. */
import { describe, expect, it } from "vitest";
import { artifactClient } from "../../../src/worker/clients/artifact-client.ts";
import { artifactLink, readArtifactTicket } from "../../../src/worker/clients/artifact-link.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";

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
      const client = artifactClient({} as Environment, "acme", rules, identity, validUntil);
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
