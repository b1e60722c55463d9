/** Cards by GET without a credential: what strangers ask for takes nothing from callers. */
import { describe, expect, it } from "vitest";
import type { CatalogStub } from "../../../src/worker/platform/environment.ts";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

describe("cards that strangers ask for", () => {
  it("[N125] push no catalog of a caller out of the isolate", async () => {
    const asked: string[] = [];
    const deployment = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: "a".repeat(32) });
    const catalogs = fakeNamespace(
      (tenant) =>
        ({
          contents: async (known: string | null) => {
            asked.push(`${tenant} ${known}`);
            if (known === "0") return { revision: "0", contents: null };
            return { revision: "0", contents: [], agents: [], workflows: [], webhooks: [] };
          },
        }) as unknown as CatalogStub,
    );
    Object.assign(deployment.environment, { CATALOG: catalogs });
    const card = (tenant: string, headers: { readonly [name: string]: string } = {}) =>
      deployment.fetch(
        new Request(`https://planwright.example/a2a/${tenant}/x/.well-known/agent-card.json`, { headers }),
      );
    const caller = { authorization: `Bearer ${"a".repeat(32)}`, "planwright-tenant": "acme" };
    expect((await card("acme", caller)).status).toBe(404);
    asked.length = 0;
    for (let stranger = 0; stranger < 150; stranger += 1) expect((await card(`nobody-${stranger}`)).status).toBe(401);
    expect(asked).toHaveLength(150);
    asked.length = 0;
    expect((await card("acme", caller)).status).toBe(404);
    // A reader who knows the revision: the catalog is still in the isolate.
    expect(asked).toEqual(["acme 0"]);
    // A stranger is answered from what a caller had read.
    expect((await card("acme")).status).toBe(401);
    expect(asked).toEqual(["acme 0"]);
  });
});
