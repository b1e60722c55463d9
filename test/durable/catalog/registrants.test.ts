/** What one subject may have registered of its tenant's servers, agents, workflows and manifests. */
import { describe, expect, it } from "vitest";
import type { AgentRegistration } from "../../../src/catalog/agent-registration.ts";
import { nothingDeployed } from "../../../src/catalog/deployed/deployed-definitions.ts";
import type { RegisteredServer } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import { CatalogAgents, type CatalogOptions } from "../../../src/durable/catalog/catalog-agents.ts";
import { applyManifest } from "../../../src/durable/catalog/catalog-manifests.ts";
import { CatalogTables } from "../../../src/durable/catalog/catalog-tables.ts";
import { importDefinitions } from "../../../src/durable/catalog/import-definitions.ts";
import { type RegistrationCaps, tooManyOfSubject } from "../../../src/durable/catalog/registry-refusal.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";

const by = (subject: string, maxRegistrations = 3) => ({ tenant: "t", subject, maxRegistrations });

const role = (name: string): AgentRegistration => ({
  ...{ kind: "LOCAL", name, description: "A role", tags: [], exampleQueries: [], routable: false, public: false },
  ...{ instructions: "Be brief", skills: [], model: null, tools: [], actions: [] },
});

function catalog(caps: Partial<RegistrationCaps> = {}) {
  const storage = memoryStorage();
  const tables = new CatalogTables(storage);
  const registrationCaps = { maxServers: 100, maxAgents: 200, maxWorkflows: 200, maxManifests: 100, ...caps };
  const options = { clock: { now: () => 1 }, deployed: nothingDeployed, registrationCaps } as unknown as CatalogOptions;
  return { sql: storage.sql, tables, agents: new CatalogAgents(tables, options) };
}

const refusal = (name: string, found: number) => ({
  kind: "REFUSED",
  code: "LIMIT_EXCEEDED",
  member: null,
  message: `Cannot register "${name}": required at most 3 servers, agents, workflows and manifests of the subject (MAX_REGISTRATIONS_PER_SUBJECT), found ${found} with this one; remove one that is no longer needed`,
  reached: { limit: "maxRegistrationsPerSubject", maximum: 3, found },
});

describe("registrations of one subject", () => {
  it("[N709] are as many as its cap says, of all kinds together; what is replaced or removed makes no more, and others have their own", () => {
    const { agents, tables } = catalog();
    tables.putServer({ name: "weather" } as RegisteredServer, [], "ann");
    expect(agents.store(role("writer"), by("ann"))).toMatchObject({ kind: "REGISTERED" });
    const manifest = exampleManifest();
    expect(applyManifest(tables, manifest, 1, by("ann"), 100)).toMatchObject({ kind: "APPLIED" });
    expect(tables.registeredBy("ann").count).toBe(3);

    expect(agents.store(role("critic"), by("ann"))).toEqual(refusal("critic", 4));
    expect(applyManifest(tables, { ...manifest, name: "Other" }, 1, by("ann"), 100)).toEqual(refusal("Other", 4));
    for (const kind of ["server", "workflow"] as const)
      expect(tooManyOfSubject(tables, kind, "new", by("ann"))).toEqual(refusal("new", 4));
    expect(tables.agent("critic")).toBeUndefined();

    // The same name again, by whomever, is no further registration and stays with the first.
    expect(agents.store(role("writer"), by("ann"))).toMatchObject({ kind: "REGISTERED" });
    expect(agents.store(role("writer"), by("bob"))).toMatchObject({ kind: "REGISTERED" });
    expect(applyManifest(tables, { ...manifest, hash: "another" }, 1, by("ann"), 100)).toMatchObject({ isNew: true });
    expect([tables.registeredBy("ann").count, tables.registeredBy("bob").count]).toEqual([3, 0]);

    expect(agents.store(role("critic"), by("bob"))).toMatchObject({ kind: "REGISTERED" });
    expect(agents.store(role("critic"), { tenant: "t", subject: "ann" })).toMatchObject({ kind: "REGISTERED" });
    tables.removeAgent("writer");
    expect(agents.store(role("editor"), by("ann"))).toMatchObject({ kind: "REGISTERED" });
    expect(agents.store(role("fifth"), by("ann"))).toEqual(refusal("fifth", 4));
  });

  it("[N709, N761] are counted with their sizes, versions included; those of an earlier version, and those of an erased subject, are of nobody", () => {
    const { agents, sql, tables } = catalog();
    expect(tables.registeredBy("ann")).toEqual({ count: 0, bytes: 0 });
    tables.forgetRegistrant("ann");
    agents.store(role("old"), undefined);
    for (const version of ["1", "2"])
      tables.putWorkflow({ name: "flow", version } as RegisteredWorkflow, version === "1" ? "ann" : "bob");
    const size = JSON.stringify({ name: "flow", version: "1" }).length;
    expect(tables.registeredBy("ann")).toEqual({ count: 1, bytes: 2 * size });
    expect(tables.registrationsOf("ann")).toEqual([{ kind: "workflow", name: "flow" }]);
    // An earlier version removes it and knows nothing of its subject.
    sql.exec("DELETE FROM workflow");
    expect(tables.registeredBy("ann")).toEqual({ count: 0, bytes: 0 });
    expect(tables.registrationsOf("ann")).toEqual([]);
    tables.putWorkflow({ name: "flow", version: "3" } as RegisteredWorkflow, "bob");
    expect([tables.registeredBy("ann").count, tables.registeredBy("bob").count]).toEqual([0, 1]);
    tables.forgetRegistrant("bob");
    expect(tables.registeredBy("bob").count).toBe(0);
    expect(tables.workflows.version("flow", undefined)).toMatchObject({ version: "3" });
    expect(sql.exec("SELECT * FROM registrant").toArray()).toEqual([]);
  });

  it("[N577] are counted in bytes, whatever their characters", () => {
    const { agents, tables } = catalog();
    agents.store(role("plain"), by("ann"));
    const { bytes } = tables.registeredBy("ann");
    expect(tables.stored().bytes).toBe(bytes);
    agents.store({ ...role("plain"), description: "役割役割役" }, by("ann"));
    const more = 15 - role("plain").description.length;
    expect(tables.registeredBy("ann").bytes).toBe(bytes + more);
    expect(tables.stored().bytes).toBe(bytes + more);
  });
});

describe("registrations of one tenant", () => {
  it("[N889] are as many of each kind as the deployment says, whoever registers them; what is there stays and is replaced", () => {
    const { agents, tables } = catalog({ maxAgents: 2 });
    // Of the time when more were permitted.
    for (const name of ["a", "b", "c"]) tables.putAgent({ ...role(name), createdAt: 1, updatedAt: 1 }, undefined);
    const refused = { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null };
    const message = 'Cannot register "d": at most 2 agents (MAX_AGENTS) of 4000000 bytes together are permitted';
    expect(agents.store(role("d"), by("ann"))).toEqual({ ...refused, message });
    expect(agents.store({ ...role("c"), description: "Another" }, by("ann"))).toMatchObject({ kind: "REGISTERED" });
    for (const name of ["a", "b"]) tables.removeAgent(name);
    expect(agents.store(role("d"), undefined)).toMatchObject({ kind: "REGISTERED" });
    const manifest = exampleManifest();
    expect(applyManifest(tables, manifest, 1, undefined, 1)).toMatchObject({ kind: "APPLIED" });
    expect(applyManifest(tables, { ...manifest, hash: "another" }, 1, undefined, 1)).toMatchObject({ isNew: true });
    expect(applyManifest(tables, { ...manifest, name: "Other" }, 1, undefined, 1)).toMatchObject({
      ...refused,
      message: expect.stringContaining("at most 1 manifests (MAX_MANIFESTS)"),
    });
  });
});

describe("a file that is refused", () => {
  it("[N823] leaves a catalog that had nothing as it was, to be read and written on", () => {
    const { agents, tables } = catalog();
    const definitions = [role("writer"), { ...role("asker"), tools: ["peer_nobody"] }].map((agent) => ({
      ...{ kind: "AGENT", agent },
    }));
    expect(importDefinitions(tables, agents, definitions as never, 1, undefined, 200)).toMatchObject({ at: 1 });
    expect(tables.revision).toBe("0");
    expect(tables.workflows.version("report", undefined)).toBeUndefined();
    expect(tables.manifests.current()).toEqual([]);
    expect(agents.store(role("writer"), undefined)).toMatchObject({ kind: "REGISTERED" });
    expect(tables.workflows.current()).toEqual([]);
  });
});
