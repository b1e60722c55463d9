import { beforeEach, describe, expect, it } from "vitest";
import type { RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import type { ManifestDefinition, RegisteredManifest } from "../../../src/catalog/manifests/manifest-document.ts";
import type { ServerContent } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import type {
  AcceptToolResult,
  RegisterAgentResult,
  RegisterServerResult,
} from "../../../src/catalog/snapshot/registry-result.ts";
import type { RegisteredWebhook } from "../../../src/catalog/webhook-registration.ts";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import { CatalogCache, catalogClient } from "../../../src/worker/clients/catalog-client.ts";
import type { CatalogStub } from "../../../src/worker/platform/environment.ts";

const content: ServerContent = {
  server: {
    ...{
      name: "blog",
      url: "https://tools.example.com/mcp",
      bearerSecret: null,
      trusted: true,
      outputValidation: "STRICT",
    },
    ...{ status: "READY", failure: null, protocolVersion: "2025-11-25", lastSyncedAt: 0, connection: {}, dropped: [] },
  },
  tools: [
    {
      name: "echo",
      title: null,
      description: null,
      inputSchema: {},
      outputSchema: null,
      annotations: {},
      metadata: {},
    },
  ],
};

const agent = {
  ...{ kind: "LOCAL", name: "writer", description: "Writes", tags: [], exampleQueries: [], routable: false },
  ...{ instructions: "Be brief", skills: [], model: null, tools: [], actions: [], public: false },
  ...{ createdAt: 0, updatedAt: 0 },
} satisfies RegisteredAgent;

const workflow: RegisteredWorkflow = {
  ...{ name: "report", description: "Reports", version: "a".repeat(64), planHash: "", document: {}, createdAt: 0 },
  plan: { schedule: "DATAFLOW", reasoning: null, directResponse: null, steps: [] },
  ...{ inputSchema: {}, inputSchemaSource: "DEFAULT", outputSchema: null, outputSchemaSource: null },
  ...{ output: null, public: false },
};

const manifest = {
  ...{ name: "Generator", hash: "a".repeat(64), agents: [], tools: [], models: [], variables: [], handoffs: [] },
  ...{ startAgent: "A", maxTurns: 10, source: {} },
} satisfies ManifestDefinition;

/** Catalog objects by tenant: a revision that tests raise, and what was asked. */
class FakeCatalogs {
  revision = 1;
  readonly asked: (string | null)[] = [];
  readonly named: string[] = [];
  answer: RegisterServerResult | null = null;
  agentAnswer: RegisterAgentResult | null = null;
  acceptance: AcceptToolResult | null = null;
  manifest: RegisteredManifest | null = null;
  webhooks: RegisteredWebhook[] = [];
  readonly manifestsAsked: (readonly [string, string | null])[] = [];
  readonly accepted: (readonly [string, string, string])[] = [];

  getByName(tenant: string): CatalogStub {
    this.named.push(tenant);
    return {
      stored: async () => ({ count: 0, bytes: 0 }),
      registrationsOf: async () => [],
      forgetRegistrant: async () => {},
      contents: async (known) => {
        this.asked.push(known);
        const revision = String(this.revision);
        if (known === revision) return { revision, contents: null };
        return { revision, contents: [content], agents: [agent], workflows: [workflow], webhooks: this.webhooks };
      },
      setFlowRules: async () => ({ kind: "SET", revision: String(this.revision) }),
      register: async () => {
        this.revision += 1;
        return this.answer ?? { kind: "REGISTERED", revision: String(this.revision) };
      },
      registerOpenApi: async () => {
        this.revision += 1;
        return { kind: "REGISTERED", revision: String(this.revision) };
      },
      registerWebhook: async (registration) => {
        this.revision += 1;
        const webhook = { ...registration, registeredAt: 5 };
        this.webhooks = [webhook];
        return { kind: "REGISTERED", revision: String(this.revision), webhook };
      },
      removeWebhook: async (name) => {
        if (this.webhooks.every((webhook) => webhook.name !== name)) return null;
        this.revision += 1;
        this.webhooks = [];
        return String(this.revision);
      },
      remove: async (name) => {
        if (name !== "blog") return null;
        this.revision += 1;
        return String(this.revision);
      },
      registerAgent: async () => {
        this.revision += 1;
        return this.agentAnswer ?? { kind: "REGISTERED", name: agent.name, revision: String(this.revision) };
      },
      previewAgentCard: async (url) => ({ kind: "REFUSED", code: "UPSTREAM_ERROR", member: "url", message: url }),
      saveWorkflow: async (registration) => {
        this.revision += 1;
        const saved = { ...registration, createdAt: 5 };
        return { kind: "SAVED", workflow: saved, revision: String(this.revision) };
      },
      importDefinitions: async () => {
        this.revision += 1;
        return { kind: "IMPORTED", revision: String(this.revision) };
      },
      applyManifest: async (definition) => {
        const isNew = this.manifest?.hash !== definition.hash;
        if (isNew) this.revision += 1;
        this.manifest = { ...definition, createdAt: 5, updatedAt: 5 };
        return { kind: "APPLIED", manifest: this.manifest, isNew, revision: String(this.revision) };
      },
      removeManifest: async () => {
        this.manifest = null;
        this.revision += 1;
        return String(this.revision);
      },
      manifest: async (name, hash) => {
        this.manifestsAsked.push([name, hash]);
        return this.manifest?.name === name && (hash ?? this.manifest.hash) === this.manifest.hash
          ? this.manifest
          : null;
      },
      manifests: async () => (this.manifest === null ? [] : [this.manifest]),
      removeWorkflow: async (name) => {
        if (name !== workflow.name) return null;
        this.revision += 1;
        return String(this.revision);
      },
      workflow: async (name, version) => (name === workflow.name && version !== "gone" ? workflow : null),
      workflowVersions: async (name) => (name === workflow.name ? [workflow] : []),
      removeAgent: async (name) => {
        if (name !== agent.name) return null;
        this.revision += 1;
        return String(this.revision);
      },
      acceptTool: async (...call) => {
        this.accepted.push(call);
        this.revision += 1;
        return this.acceptance ?? { kind: "ACCEPTED", revision: String(this.revision) };
      },
      agentHealth: async (names) =>
        names.map((name) => [name, { status: "HEALTHY", checkedAt: 1, message: null }] as const),
    };
  }
}

let catalogs: FakeCatalogs;
let cache: CatalogCache;
let nowMs: number;
const client = (tenant = "default") => catalogClient(catalogs, tenant, cache, () => nowMs);

beforeEach(() => {
  catalogs = new FakeCatalogs();
  cache = new CatalogCache();
  nowMs = 1_000_000;
});

const registration = {
  ...{ name: "blog", url: "https://tools.example.com/mcp", bearerSecret: null, trusted: true },
  outputValidation: "STRICT" as const,
};

describe("the catalog of a tenant", () => {
  it("is used for five seconds without asking, then compared by revision", async () => {
    const first = await client().snapshot({ kind: "CACHED" });
    nowMs += 4_999;
    expect(await client().snapshot({ kind: "CACHED" })).toBe(first);
    expect(catalogs.asked).toEqual([null]);
    nowMs += 1;
    expect(await client().snapshot({ kind: "CACHED" })).toBe(first);
    expect(catalogs.asked).toEqual([null, "1"]);
    nowMs += 4_999;
    await client().snapshot({ kind: "CACHED" });
    expect(catalogs.asked).toHaveLength(2);
    catalogs.revision = 2;
    nowMs += 1;
    expect(await client().snapshot({ kind: "CACHED" })).toMatchObject({ revision: "2" });
  });

  it("is read at once where something current is asked for", async () => {
    await client().snapshot({ kind: "CACHED" });
    catalogs.revision = 2;
    expect(await client().snapshot({ kind: "CURRENT" })).toMatchObject({ revision: "2" });
  });

  it("reaches a demanded revision if there is one, and says so if there is none", async () => {
    await client().snapshot({ kind: "CACHED" });
    catalogs.revision = 10;
    expect(await client().snapshot({ kind: "REVISION", revision: "9" })).toMatchObject({ revision: "10" });
    expect(catalogs.asked).toHaveLength(2);
    await client().snapshot({ kind: "REVISION", revision: "10" });
    expect(catalogs.asked).toHaveLength(2);
    for (const revision of ["11", "-1", "1e1", "", "ten", "9".repeat(20)]) {
      expect(await client().snapshot({ kind: "REVISION", revision })).toBeUndefined();
    }
  });

  it("is kept apart from that of every other tenant", async () => {
    await client("one").snapshot({ kind: "CACHED" });
    await client("two").snapshot({ kind: "CACHED" });
    expect(catalogs.named).toEqual(["one", "two"]);
    expect(catalogs.asked).toEqual([null, null]);
  });

  it("of a hundred tenants at most is kept in an isolate", async () => {
    for (let tenant = 0; tenant <= 100; tenant++) await client(`t${tenant}`).snapshot({ kind: "CACHED" });
    catalogs.asked.length = 0;
    await client("t1").snapshot({ kind: "CACHED" });
    expect(catalogs.asked).toEqual([]);
    await client("t0").snapshot({ kind: "CACHED" });
    expect(catalogs.asked).toEqual([null]);
  });

  it("is read again after a registration or removal, so that the next request sees it", async () => {
    await client().snapshot({ kind: "CACHED" });
    const registered = await client().registerMcpServer(registration);
    expect(registered).toMatchObject({ kind: "REGISTERED", snapshot: { revision: "2" } });
    expect(await client().snapshot({ kind: "CACHED" })).toMatchObject({ revision: "2" });
    expect(await client().removeMcpServer("blog")).toEqual({ kind: "REMOVED", catalogRevision: "3" });
    expect(await client().snapshot({ kind: "CACHED" })).toMatchObject({ revision: "3" });
    expect(await client().removeMcpServer("nope")).toEqual({ kind: "NOT_FOUND" });
  });

  it("holds agents, and is read again after one was registered or removed", async () => {
    expect((await client().snapshot({ kind: "CACHED" }))?.agents).toEqual([agent]);
    const registered = await client().registerAgent(agent);
    expect(registered).toMatchObject({ kind: "REGISTERED", name: "writer", snapshot: { revision: "2" } });
    expect(await client().removeAgent("writer")).toEqual({ kind: "REMOVED", catalogRevision: "3" });
    expect(await client().snapshot({ kind: "CACHED" })).toMatchObject({ revision: "3" });
    expect(await client().removeAgent("nope")).toEqual({ kind: "NOT_FOUND" });
    const refusal = { kind: "REFUSED", code: "INVALID_INPUT", member: "name", message: "Cannot" } as const;
    catalogs.agentAnswer = refusal;
    expect(await client().registerAgent(agent)).toEqual(refusal);
  });

  it("holds workflows, and is read again after one was saved or removed", async () => {
    expect((await client().snapshot({ kind: "CACHED" }))?.workflows).toEqual([workflow]);
    const { createdAt: _, ...registration } = workflow;
    expect(await client().saveWorkflow(registration)).toMatchObject({
      ...{ kind: "SAVED", workflow: { name: "report", createdAt: 5 }, snapshot: { revision: "2" } },
    });
    expect(await client().removeWorkflow("report")).toEqual({ kind: "REMOVED", catalogRevision: "3" });
    expect(await client().snapshot({ kind: "CACHED" })).toMatchObject({ revision: "3" });
    expect(await client().removeWorkflow("nope")).toEqual({ kind: "NOT_FOUND" });
    expect(await client().workflow("report", undefined)).toEqual(workflow);
    expect(await client().workflow("report", "gone")).toBeUndefined();
    expect(await client().workflowVersions("report")).toHaveLength(1);
  });

  it("[T37] keeps manifests while the revision is the same, and reads them again after one was applied or removed", async () => {
    const applied = { ...manifest, hash: "b".repeat(64) };
    expect(await client().manifest("Generator", undefined)).toBeUndefined();
    expect(await client().applyManifest(manifest)).toMatchObject({
      kind: "APPLIED",
      isNew: true,
      catalogRevision: "2",
    });
    catalogs.manifestsAsked.length = 0;
    for (let time = 0; time < 3; time++) {
      expect(await client().manifest("Generator", undefined)).toMatchObject({ hash: manifest.hash });
      nowMs += 5_000;
    }
    expect(catalogs.manifestsAsked).toEqual([["Generator", null]]);
    // Applied through another isolate, and once more, in vain, through this one.
    catalogs.manifest = { ...applied, createdAt: 5, updatedAt: 5 };
    catalogs.revision += 1;
    expect(await client().applyManifest(applied)).toMatchObject({ isNew: false, catalogRevision: "3" });
    expect(await client().manifest("Generator", undefined)).toMatchObject({ hash: applied.hash });
    expect(await client().manifest("Generator", manifest.hash)).toBeUndefined();
    expect(await client().manifests()).toHaveLength(1);
    expect(await client().removeManifest("Generator")).toEqual({ kind: "REMOVED", catalogRevision: "4" });
    expect(await client().manifest("Generator", undefined)).toBeUndefined();
  });

  it("hands on what a card is, or why it is none, without reading the catalog", async () => {
    const preview = await client().previewAgentCard("https://a.example", undefined);
    expect(preview).toMatchObject({ kind: "REFUSED", member: "url", message: "https://a.example" });
    expect(catalogs.asked).toEqual([]);
  });

  it("accepts a tool by the names of server and tool, also one with dots, and hands on why it did not", async () => {
    const accepted = await client().acceptTool("blog.read.all", "hash");
    expect(accepted).toMatchObject({ kind: "ACCEPTED", snapshot: { revision: "2" } });
    expect(catalogs.accepted).toEqual([["blog", "read.all", "hash"]]);
    for (const answer of [{ kind: "NOT_FOUND" }, { kind: "CHANGED_SINCE", contractHash: "other" }] as const) {
      catalogs.acceptance = answer;
      expect(await client().acceptTool("blog.echo", "hash")).toEqual(answer);
    }
  });

  it("tells the health of agents by name", async () => {
    const healthy = { status: "HEALTHY", checkedAt: 1, message: null };
    expect(await client().agentHealth(["a", "b"])).toEqual(
      new Map([
        ["a", healthy],
        ["b", healthy],
      ]),
    );
  });

  it("hands on why a registration was refused", async () => {
    const refusal = { kind: "REFUSED", code: "EGRESS_DENIED", member: "url", message: "Cannot" } as const;
    catalogs.answer = refusal;
    expect(await client().registerMcpServer(registration)).toEqual(refusal);
  });
});
