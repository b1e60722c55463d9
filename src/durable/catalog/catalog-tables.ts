/**
 * The tables of a catalog. Every change is one transaction that raises the revision.
 *
 *   revision(id, number)                  one row; grows with every change
 *   server(name, facts)                   JSON of the registered server
 *   tool(server, position, definition)    JSON of each tool as the server described it last, in the server's order
 *   accepted(server, tool, hash)          contract of each tool that was accepted; kept until the server is removed
 *   agent(name, facts)                    JSON of the registered agent
 *   webhook(name, facts)                  JSON of the registered webhook
 *   flow_rules(id, rules)                 one row: JSON of the flow rules
 *   registrant(kind, name, subject)       who registered what, see `registrants.ts`
 *
 * Workflows and manifests have tables of their own, see `version-table.ts`.
 */
import type { RegisteredAgent } from "../../catalog/agent-registration.ts";
import { type DeployedDefinitions, nothingDeployed } from "../../catalog/deployed/deployed-definitions.ts";
import type { DiscoveredTool } from "../../catalog/discovered-tool.ts";
import type { RegisteredManifest } from "../../catalog/manifests/manifest-document.ts";
import type { PinnedTool, RegisteredServer, ServerContent } from "../../catalog/snapshot/catalog-snapshot.ts";
import { contractHash } from "../../catalog/tool-definition.ts";
import type { RegisteredWebhook } from "../../catalog/webhook-registration.ts";
import type { RegisteredWorkflow, WorkflowVersion } from "../../catalog/workflow-registration.ts";
import type { StoredAmount, SubjectRegistration } from "../../execution/views/usage-totals.ts";
import type { FlowRule } from "../../plan/callable.ts";
import { hasTable } from "../storage/sql-table.ts";
import {
  type CountedRegistration,
  forgetRegistrant,
  forgetRegistration,
  noteRegistrant,
  registeredBy,
  registrantTable,
  registrationsOf,
} from "./registrants.ts";
import { VersionTable } from "./version-table.ts";

/** Everything that is registered; `contents` is null if the caller knows the revision already. */
export type CatalogContents =
  | { readonly revision: string; readonly contents: null }
  | {
      readonly revision: string;
      readonly contents: readonly ServerContent[];
      readonly agents: readonly RegisteredAgent[];
      /** The newest version of each. */
      readonly workflows: readonly RegisteredWorkflow[];
      readonly webhooks: readonly RegisteredWebhook[];
      /** Absent for none, and from objects of 0.8.0. */
      readonly flowRules?: readonly FlowRule[];
    };

/** Tables with a row for each registration, or for each version of one. */
const registrationTables = ["server", "agent", "webhook", "workflow", "manifest"] as const;

export class CatalogTables {
  readonly #storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
  /** To be read; changed through this class only, which raises the revision. */
  readonly workflows: Pick<WorkflowTables, "current" | "version" | "versions">;
  readonly #workflows: WorkflowTables;
  /** As `workflows`. */
  readonly manifests: Pick<ManifestTables, "current" | "version">;
  readonly #manifests: ManifestTables;

  #isMade: boolean;

  /** Parts of every tenant's catalog that are not in the tables. */
  readonly deployed: DeployedDefinitions;

  constructor(
    storage: Pick<DurableObjectStorage, "sql" | "transactionSync">,
    deployed: DeployedDefinitions = nothingDeployed,
  ) {
    this.#storage = storage;
    this.deployed = deployed;
    this.#workflows = new WorkflowTables(storage.sql);
    this.workflows = this.#workflows;
    this.#manifests = new ManifestTables(storage.sql);
    this.manifests = this.#manifests;
    this.#isMade = hasTable(storage.sql, "revision");
    // A catalog of an earlier version may lack the newer tables.
    if (this.#isMade) this.#make();
  }

  /** Everything that is registered, with the versions that are kept. It is bounded, so it is counted when asked for. */
  stored(): StoredAmount {
    if (!this.#exists) return { count: 0, bytes: 0 };
    // One question for each table: the platform permits few terms in one.
    const amounts = [
      ...registrationTables.map((table) => this.#amountOf(table, "facts")),
      this.#amountOf("tool", "definition"),
    ];
    const bytes = amounts.reduce((sum, amount) => sum + amount.bytes, 0);
    return { count: amounts.slice(0, -1).reduce((sum, amount) => sum + amount.count, 0), bytes };
  }

  /** How many servers, agents, workflows and manifests `subject` registered, and their size. */
  registeredBy(subject: string): StoredAmount {
    return this.#exists ? registeredBy(this.#storage.sql, subject) : { count: 0, bytes: 0 };
  }

  /** What `subject` registered. */
  registrationsOf(subject: string): readonly SubjectRegistration[] {
    return this.#exists ? registrationsOf(this.#storage.sql, subject) : [];
  }

  /** The registrations of `subject` stay, and are of no subject from now on. */
  forgetRegistrant(subject: string): void {
    if (this.#exists) forgetRegistrant(this.#storage.sql, subject);
  }

  /** Whether a registration of this name is stored. */
  has(kind: CountedRegistration, name: string): boolean {
    return this.#count(`${kind} WHERE name = ?`, name) > 0;
  }

  /** A name that is new is of the subject that registers it. To be called before it is written, within a change. */
  #note(kind: CountedRegistration, name: string, subject: string | undefined): void {
    if (!this.has(kind, name)) noteRegistrant(this.#storage.sql, kind, name, subject);
  }

  #amountOf(table: string, column: string): StoredAmount {
    const text = `SELECT count(*) AS count, coalesce(sum(octet_length(${column})), 0) AS bytes FROM ${table}`;
    return this.#storage.sql.exec<{ count: number; bytes: number }>(text).one();
  }

  get #exists(): boolean {
    this.#isMade ||= hasTable(this.#storage.sql, "revision");
    return this.#isMade;
  }

  /** Tables are made with the first change, so that a request for an empty catalog makes none (E1). */
  #make(): void {
    this.#workflows.make();
    this.#manifests.make();
    this.#storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS revision(id INTEGER PRIMARY KEY CHECK(id = 1), number INTEGER NOT NULL);
       CREATE TABLE IF NOT EXISTS server(name TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS tool(server TEXT NOT NULL, position INTEGER NOT NULL, definition TEXT NOT NULL,
         PRIMARY KEY(server, position)) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS accepted(server TEXT NOT NULL, tool TEXT NOT NULL, hash TEXT NOT NULL,
         PRIMARY KEY(server, tool)) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS agent(name TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS webhook(name TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS flow_rules(id INTEGER PRIMARY KEY, rules TEXT NOT NULL);
       ${registrantTable};`,
    );
    this.#isMade = true;
  }

  get revision(): string {
    if (!this.#exists) return "0";
    const [row] = this.#storage.sql.exec<{ number: number }>("SELECT number FROM revision").toArray();
    return String(row?.number ?? 0);
  }

  /** All of it, unless `known` is the current revision. */
  contents(known: string | null): CatalogContents {
    const { revision } = this;
    return revision === known ? { revision, contents: null } : this.everything();
  }

  /** All of it. */
  everything(): Exclude<CatalogContents, { readonly contents: null }> {
    const { revision } = this;
    if (!this.#exists) return { revision, contents: [], agents: [], workflows: [], webhooks: [] };
    const rows = this.#storage.sql.exec<{ name: string; facts: string }>(
      "SELECT name, facts FROM server ORDER BY name",
    );
    const contents = rows.toArray().map(({ facts, name }) => {
      return { server: JSON.parse(facts) as RegisteredServer, tools: this.toolsOf(name) };
    });
    return {
      revision,
      contents,
      agents: this.agents(),
      workflows: this.#workflows.current(),
      webhooks: this.webhooks(),
      ...this.#flowRules(),
    };
  }

  get serverCount(): number {
    return this.#count("server");
  }

  /** The server's latest list of its tools, each with its accepted contract. */
  toolsOf(server: string): readonly PinnedTool[] {
    if (!this.#exists) return [];
    const accepted = this.#acceptedHashes(server);
    return this.#definitions(server).map((tool) => {
      const acceptedHash = accepted.get(tool.name);
      return acceptedHash === undefined ? tool : { ...tool, acceptedHash };
    });
  }

  /**
   * Puts a server in the place of one of its name. A tool that is new to the catalog is accepted: its registration comes from a caller who
   * may write the registry and sees the server's current list. A tool that differs from its accepted contract is not, because the
   * difference was not shown to anybody. It stays unaccepted through repeated registrations, and also if it was missing in between.
   * `subject` registers it.
   */
  putServer(server: RegisteredServer, tools: readonly DiscoveredTool[], subject?: string): void {
    const { sql } = this.#storage;
    this.#change(() => {
      this.#note("server", server.name, subject);
      // Catalogs from before contracts were kept have none: their tools count as accepted.
      for (const tool of this.#definitions(server.name)) this.#acceptFirst(server.name, tool);
      sql.exec("DELETE FROM tool WHERE server = ?", server.name);
      sql.exec("INSERT OR REPLACE INTO server(name, facts) VALUES(?, ?)", server.name, JSON.stringify(server));
      for (const [position, tool] of tools.entries()) {
        const definition = JSON.stringify(tool);
        sql.exec("INSERT INTO tool(server, position, definition) VALUES(?, ?, ?)", server.name, position, definition);
        this.#acceptFirst(server.name, tool);
      }
    });
  }

  /** Makes `hash` the accepted contract of a tool. */
  accept(server: string, tool: string, hash: string): void {
    this.#change(() => {
      this.#storage.sql.exec("INSERT OR REPLACE INTO accepted(server, tool, hash) VALUES(?, ?, ?)", server, tool, hash);
    });
  }

  /** Removes a server with its tools and their accepted contracts. */
  removeServer(name: string): void {
    const { sql } = this.#storage;
    this.#change(() => {
      sql.exec("DELETE FROM server WHERE name = ?", name);
      sql.exec("DELETE FROM tool WHERE server = ?", name);
      sql.exec("DELETE FROM accepted WHERE server = ?", name);
      forgetRegistration(sql, "server", name);
    });
  }

  agent(name: string): RegisteredAgent | undefined {
    if (!this.#exists) return undefined;
    const [row] = this.#storage.sql.exec<{ facts: string }>("SELECT facts FROM agent WHERE name = ?", name).toArray();
    return row === undefined ? undefined : readAgent(row);
  }

  agents(): readonly RegisteredAgent[] {
    if (!this.#exists) return [];
    const rows = this.#storage.sql.exec<{ facts: string }>("SELECT facts FROM agent ORDER BY name").toArray();
    return rows.map(readAgent);
  }

  putAgent(agent: RegisteredAgent, subject?: string): void {
    this.#change(() => {
      this.#note("agent", agent.name, subject);
      const facts = JSON.stringify(agent);
      this.#storage.sql.exec("INSERT OR REPLACE INTO agent(name, facts) VALUES(?, ?)", agent.name, facts);
    });
  }

  removeAgent(name: string): void {
    this.#change(() => {
      this.#storage.sql.exec("DELETE FROM agent WHERE name = ?", name);
      forgetRegistration(this.#storage.sql, "agent", name);
    });
  }

  /** In the order of their names. */
  webhooks(): readonly RegisteredWebhook[] {
    if (!this.#exists) return [];
    const rows = this.#storage.sql.exec<{ facts: string }>("SELECT facts FROM webhook ORDER BY name").toArray();
    return rows.map(({ facts }) => JSON.parse(facts) as RegisteredWebhook);
  }

  putWebhook(webhook: RegisteredWebhook): void {
    this.#change(() => {
      const facts = JSON.stringify(webhook);
      this.#storage.sql.exec("INSERT OR REPLACE INTO webhook(name, facts) VALUES(?, ?)", webhook.name, facts);
    });
  }

  removeWebhook(name: string): void {
    this.#change(() => {
      this.#storage.sql.exec("DELETE FROM webhook WHERE name = ?", name);
    });
  }

  #flowRules(): { readonly flowRules?: readonly FlowRule[] } {
    const [row] = this.#storage.sql.exec<{ rules: string }>("SELECT rules FROM flow_rules").toArray();
    return row === undefined ? {} : { flowRules: JSON.parse(row.rules) as FlowRule[] };
  }

  /** Puts `rules` in the place of those that there are. */
  putFlowRules(rules: readonly FlowRule[]): void {
    this.#change(() => {
      this.#storage.sql.exec("INSERT OR REPLACE INTO flow_rules(id, rules) VALUES(1, ?)", JSON.stringify(rules));
    });
  }

  putWorkflow(workflow: RegisteredWorkflow, subject?: string): void {
    this.#change(() => {
      this.#note("workflow", workflow.name, subject);
      this.#workflows.put(workflow);
    });
  }

  removeWorkflow(name: string): void {
    this.#change(() => {
      this.#workflows.remove(name);
      forgetRegistration(this.#storage.sql, "workflow", name);
    });
  }

  putManifest(manifest: RegisteredManifest, subject?: string): void {
    this.#change(() => {
      this.#note("manifest", manifest.name, subject);
      this.#manifests.put(manifest);
    });
  }

  removeManifest(name: string): void {
    this.#change(() => {
      this.#manifests.remove(name);
      forgetRegistration(this.#storage.sql, "manifest", name);
    });
  }

  #definitions(server: string): readonly DiscoveredTool[] {
    const rows = this.#storage.sql.exec<{ definition: string }>(
      "SELECT definition FROM tool WHERE server = ? ORDER BY position",
      server,
    );
    return rows.toArray().map(({ definition }) => JSON.parse(definition) as DiscoveredTool);
  }

  #acceptedHashes(server: string): ReadonlyMap<string, string> {
    const rows = this.#storage.sql.exec<{ tool: string; hash: string }>(
      "SELECT tool, hash FROM accepted WHERE server = ?",
      server,
    );
    return new Map(rows.toArray().map(({ hash, tool }) => [tool, hash]));
  }

  #acceptFirst(server: string, tool: DiscoveredTool): void {
    const hash = contractHash(tool);
    this.#storage.sql.exec(
      "INSERT OR IGNORE INTO accepted(server, tool, hash) VALUES(?, ?, ?)",
      server,
      tool.name,
      hash,
    );
  }

  /** Runs `task`, whose changes are kept only if it gives undefined. Tables that it made go with them. */
  unless<Refusal>(task: () => Refusal | undefined): Refusal | undefined {
    const undone = new Error("a change was refused");
    let refusal: Refusal | undefined;
    try {
      this.#storage.transactionSync(() => {
        refusal = task();
        if (refusal !== undefined) throw undone;
      });
    } catch (error) {
      this.#isMade = false;
      this.#workflows.undone();
      this.#manifests.undone();
      if (error !== undone) throw error;
    }
    return refusal;
  }

  #change(task: () => void): void {
    if (!this.#exists) this.#make();
    this.#storage.transactionSync(() => {
      task();
      this.#storage.sql.exec(
        "INSERT INTO revision(id, number) VALUES(1, 1) ON CONFLICT(id) DO UPDATE SET number = number + 1",
      );
    });
  }

  /** `from` is a table with or without a condition, written here and nowhere else. */
  #count(from: string, ...values: readonly string[]): number {
    if (!this.#exists) return 0;
    return this.#storage.sql.exec<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...values).one().count;
  }
}

/** Until 0.3.0 local agents were roles: without tools and actions, and without a card. Until 0.8.0 cards with gaps were refused. */
function readAgent({ facts }: { readonly facts: string }): RegisteredAgent {
  const agent = JSON.parse(facts) as RegisteredAgent;
  if (agent.kind === "A2A") return { ...agent, warnings: agent.warnings ?? [] };
  if (agent.kind !== "LOCAL") return agent;
  return { ...agent, tools: agent.tools ?? [], actions: agent.actions ?? [], public: agent.public ?? false };
}

/** Versions that are kept of one manifest. */
const maxManifestVersions = 20;

/** The versions of manifests. A version never changes: equal compiled content is the same version (C16). */
class ManifestTables extends VersionTable<"hash", RegisteredManifest> {
  constructor(sql: SqlStorage) {
    super(sql, { table: "manifest", version: "hash", kept: maxManifestVersions });
  }
}

/** Versions that are kept of one workflow. */
const maxWorkflowVersions = 50;

/** The versions of workflows. A version never changes, but for its description and whether its card is public, which affect no run. */
class WorkflowTables extends VersionTable<"version", RegisteredWorkflow> {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    super(sql, { table: "workflow", version: "version", kept: maxWorkflowVersions });
    this.#sql = sql;
  }

  /** Newest first. */
  versions(name: string): readonly WorkflowVersion[] {
    if (!this.isMade) return [];
    const rows = this.#sql.exec<{ version: string; createdAt: number }>(
      "SELECT version, json_extract(facts, '$.createdAt') AS createdAt FROM workflow WHERE name = ? ORDER BY place DESC",
      name,
    );
    return rows.toArray();
  }
}
