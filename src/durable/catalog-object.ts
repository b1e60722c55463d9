/**
 * The catalog of one tenant: its MCP servers and what they said of their tools. It is read as a whole and cached by the
 * Worker; executions never ask it, because they pin what they may call (E15). Registering contacts the server once, through
 * the guarded fetch; a server of the same name is replaced only by one that answered.
 *
 *   revision(id, number)                  one row; grows with every change
 *   server(name, facts)                   JSON of the registered server
 *   tool(server, position, definition)    JSON of each tool as the server described it, in the server's order
 */
import { DurableObject } from "cloudflare:workers";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { RegisteredServer, ServerContent } from "../catalog/catalog-snapshot.ts";
import type { DiscoveredTool } from "../catalog/discovered-tool.ts";
import {
  type RegistrationRefusal,
  registrationRefusal,
  type ServerRegistration,
} from "../catalog/server-registration.ts";
import { discoverMcpServer, type McpDiscovery } from "../tools/mcp-discover.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import { guardedFetch } from "./guarded-fetch.ts";

export type CatalogOptions = Pick<ExecutionOptions, "egress" | "maxResponseBytes" | "secret" | "clock">;

export type RegistrationAnswer =
  | { readonly kind: "REGISTERED"; readonly revision: string }
  | {
      readonly kind: "REFUSED";
      readonly code: RegistrationRefusal["code"] | "UPSTREAM_ERROR" | "LIMIT_EXCEEDED";
      readonly member: keyof ServerRegistration | null;
      readonly message: string;
    };

/** `contents` is null if the caller knows this revision already. */
export interface CatalogContents {
  readonly revision: string;
  readonly contents: readonly ServerContent[] | null;
}

const discoveryTimeoutMs = 20_000;
const maxServers = 100;

export class CatalogObject<Env = unknown> extends DurableObject<Env> {
  readonly #options: CatalogOptions;

  constructor(context: DurableObjectState, env: Env, options: CatalogOptions) {
    super(context, env);
    this.#options = options;
    context.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS revision(id INTEGER PRIMARY KEY CHECK(id = 1), number INTEGER NOT NULL);
       CREATE TABLE IF NOT EXISTS server(name TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS tool(server TEXT NOT NULL, position INTEGER NOT NULL, definition TEXT NOT NULL,
         PRIMARY KEY(server, position)) WITHOUT ROWID;`,
    );
  }

  /** Everything that is registered, unless the caller knows it: `known` is the revision it has. */
  contents(known: string | null): CatalogContents {
    const revision = String(this.#revision());
    if (revision === known) return { revision, contents: null };
    const sql = this.ctx.storage.sql;
    const servers = sql.exec<{ name: string; facts: string }>("SELECT name, facts FROM server ORDER BY name").toArray();
    const contents = servers.map(({ facts, name }) => ({
      server: JSON.parse(facts) as RegisteredServer,
      tools: sql
        .exec<{ definition: string }>("SELECT definition FROM tool WHERE server = ? ORDER BY position", name)
        .toArray()
        .map((row) => JSON.parse(row.definition) as DiscoveredTool),
    }));
    return { revision, contents };
  }

  async register(registration: ServerRegistration): Promise<RegistrationAnswer> {
    const refusal = registrationRefusal(registration, this.#options.egress);
    if (refusal !== null) return { kind: "REFUSED", ...refusal };
    const { bearerSecret, name } = registration;
    const bearer = bearerSecret === null ? null : this.#options.secret(bearerSecret);
    if (bearerSecret !== null && bearer === null) {
      const message = `Cannot use the secret ${JSON.stringify(bearerSecret)}: required a setting TOOL_SECRET_${bearerSecret}, found none`;
      return { kind: "REFUSED", code: "INVALID_INPUT", member: "bearerSecret", message };
    }
    if (!this.#has(name) && this.#serverCount() >= maxServers) {
      const message = `Cannot register ${JSON.stringify(name)}: at most ${maxServers} servers are permitted`;
      return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message };
    }
    const found = await this.#discover(registration.url, bearer);
    if (!found.ok) {
      const message = `Cannot read the tools of ${JSON.stringify(name)}: ${found.failure.message}`;
      return { kind: "REFUSED", code: "UPSTREAM_ERROR", member: "url", message };
    }
    return { kind: "REGISTERED", revision: this.#store(registration, found) };
  }

  /** Revision without the server, or null if there was none of that name. */
  remove(name: string): string | null {
    if (!this.#has(name)) return null;
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.sql.exec("DELETE FROM server WHERE name = ?", name);
      this.ctx.storage.sql.exec("DELETE FROM tool WHERE server = ?", name);
      this.#grow();
    });
    return String(this.#revision());
  }

  #discover(url: string, bearer: string | null): Promise<McpDiscovery> {
    const { clock, egress, maxResponseBytes } = this.#options;
    const guarded = guardedFetch({
      rules: egress,
      maxResponseBytes,
      fetch: (target, init) => fetch(target, init),
      awaitHeaders: (_, run) => run(),
    });
    const signal = AbortSignal.timeout(discoveryTimeoutMs);
    return discoverMcpServer({ url, bearer, fetch: guarded as FetchLike, signal, clock });
  }

  #store(registration: ServerRegistration, found: McpDiscovery & { ok: true }): string {
    const server: RegisteredServer = {
      ...registration,
      status: "READY",
      failure: null,
      protocolVersion: found.protocolVersion,
      lastSyncedAt: this.#options.clock.now(),
      connection: found.connection,
      dropped: found.dropped,
    };
    const sql = this.ctx.storage.sql;
    this.ctx.storage.transactionSync(() => {
      sql.exec("DELETE FROM tool WHERE server = ?", server.name);
      sql.exec("INSERT OR REPLACE INTO server(name, facts) VALUES(?, ?)", server.name, JSON.stringify(server));
      for (const [position, tool] of found.tools.entries()) {
        const definition = JSON.stringify(tool);
        sql.exec("INSERT INTO tool(server, position, definition) VALUES(?, ?, ?)", server.name, position, definition);
      }
      this.#grow();
    });
    return String(this.#revision());
  }

  #revision(): number {
    const [row] = this.ctx.storage.sql.exec<{ number: number }>("SELECT number FROM revision").toArray();
    return row?.number ?? 0;
  }

  #grow(): void {
    this.ctx.storage.sql.exec(
      "INSERT INTO revision(id, number) VALUES(1, 1) ON CONFLICT(id) DO UPDATE SET number = number + 1",
    );
  }

  #has(name: string): boolean {
    return this.ctx.storage.sql.exec("SELECT 1 FROM server WHERE name = ?", name).toArray().length > 0;
  }

  #serverCount(): number {
    return this.ctx.storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM server").one().count;
  }
}
