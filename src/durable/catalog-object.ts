/**
 * The catalog of one tenant: its agents, its MCP servers and what they said of their tools. It is read as a whole and cached by the
 * Worker; executions never ask it, because they pin what they may call (E15). Registering a server contacts it once, through the guarded
 * fetch; a server of the same name is replaced only by one that answered. Agents are not contacted until somebody asks for their health.
 * What is stored, and when a tool counts as accepted, is in `catalog-tables.ts`.
 */
import { DurableObject } from "cloudflare:workers";
import type { FetchLike } from "@modelcontextprotocol/client";
import { type AgentRefusal, agentRefusal } from "../catalog/agent-refusal.ts";
import type { AgentHealth, AgentRegistration } from "../catalog/agent-registration.ts";
import {
  type RegistrationRefusal,
  registrationRefusal,
  type ServerRegistration,
  secretSettingName,
} from "../catalog/server-registration.ts";
import { contractHash } from "../catalog/tool-definition.ts";
import { utf8Bytes } from "../plan/json.ts";
import { discoverMcpServer, type McpDiscovery } from "../tools/mcp-discover.ts";
import { AgentHealthChecks } from "./agent-health.ts";
import { type CatalogContents, CatalogTables } from "./catalog-tables.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import { type GuardedFetch, guardedFetch } from "./guarded-fetch.ts";

export type CatalogOptions = Pick<ExecutionOptions, "egress" | "maxResponseBytes" | "secret" | "clock">;

interface Refused<Code, Member> {
  readonly kind: "REFUSED";
  readonly code: Code;
  readonly member: Member | null;
  readonly message: string;
}

export type RegistrationAnswer =
  | { readonly kind: "REGISTERED"; readonly revision: string }
  | Refused<RegistrationRefusal["code"] | "UPSTREAM_ERROR" | "LIMIT_EXCEEDED", keyof ServerRegistration>;

export type AgentRegistrationAnswer =
  | { readonly kind: "REGISTERED"; readonly revision: string }
  | Refused<AgentRefusal["code"] | "LIMIT_EXCEEDED", AgentRefusal["member"]>;

export type AcceptanceAnswer =
  | { readonly kind: "ACCEPTED"; readonly revision: string }
  | { readonly kind: "NOT_FOUND" }
  | { readonly kind: "CHANGED_SINCE"; readonly contractHash: string };

const discoveryTimeoutMs = 20_000;
const maxServers = 100;
const maxAgents = 200;
/** Bytes of all agents together, because the catalog is handed over as a whole. */
const maxAgentBytes = 4_000_000;

export class CatalogObject<Env = unknown> extends DurableObject<Env> {
  readonly #options: CatalogOptions;
  readonly #tables: CatalogTables;
  readonly #fetch: GuardedFetch;
  readonly #health: AgentHealthChecks;

  constructor(context: DurableObjectState, env: Env, options: CatalogOptions) {
    super(context, env);
    this.#options = options;
    this.#tables = new CatalogTables(context.storage);
    this.#fetch = guardedFetch({
      rules: options.egress,
      maxResponseBytes: options.maxResponseBytes,
      fetch: (target, init) => fetch(target, init),
      awaitHeaders: (_, run) => run(),
    });
    this.#health = new AgentHealthChecks(this.#fetch, options.clock);
  }

  /** Everything that is registered, unless the caller knows it: `known` is the revision it has. */
  contents(known: string | null): CatalogContents {
    return this.#tables.contents(known);
  }

  async register(registration: ServerRegistration): Promise<RegistrationAnswer> {
    const refusal = registrationRefusal(registration, this.#options.egress);
    if (refusal !== null) return { kind: "REFUSED", ...refusal };
    const { bearerSecret, name } = registration;
    const missing = this.#secretMissing(bearerSecret);
    if (missing !== null) return { kind: "REFUSED", code: "INVALID_INPUT", member: "bearerSecret", message: missing };
    if (!this.#tables.hasServer(name) && this.#tables.serverCount >= maxServers) {
      const message = `Cannot register ${JSON.stringify(name)}: at most ${maxServers} servers are permitted`;
      return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message };
    }
    const bearer = bearerSecret === null ? null : this.#options.secret(bearerSecret);
    const found = await this.#discover(registration.url, bearer);
    if (!found.ok) {
      const message = `Cannot read the tools of ${JSON.stringify(name)}: ${found.failure.message}`;
      return { kind: "REFUSED", code: "UPSTREAM_ERROR", member: "url", message };
    }
    this.#store(registration, found);
    return { kind: "REGISTERED", revision: this.#tables.revision };
  }

  /** Revision without the server, or null if there was none of that name. */
  remove(name: string): string | null {
    if (!this.#tables.hasServer(name)) return null;
    this.#tables.removeServer(name);
    return this.#tables.revision;
  }

  /** Accepts what the tool is now, if that is what the caller has looked at. */
  acceptTool(server: string, toolName: string, looked: string): AcceptanceAnswer {
    const tool = this.#tables.toolsOf(server).find(({ name }) => name === toolName);
    if (tool === undefined) return { kind: "NOT_FOUND" };
    const current = contractHash(tool);
    if (current !== looked) return { kind: "CHANGED_SINCE", contractHash: current };
    if (tool.acceptedHash !== current) this.#tables.accept(server, toolName, current);
    return { kind: "ACCEPTED", revision: this.#tables.revision };
  }

  /** Registers an agent in the place of one of its name. */
  registerAgent(registration: AgentRegistration): AgentRegistrationAnswer {
    const refusal = agentRefusal(registration, this.#options.egress);
    if (refusal !== null) return { kind: "REFUSED", ...refusal };
    const { name } = registration;
    const missing = registration.kind === "HTTP" ? this.#secretMissing(registration.bearerSecret) : null;
    if (missing !== null) return { kind: "REFUSED", code: "INVALID_INPUT", member: "bearerSecret", message: missing };
    const before = this.#tables.agent(name);
    // Not asked of an agent that has its name already: tools that came later are known by their qualified names.
    if (before === null && this.#tables.hasToolNamed(name)) {
      const message = `Cannot register ${JSON.stringify(name)}: required a name that no tool has, found a tool of this name`;
      return { kind: "REFUSED", code: "INVALID_INPUT", member: "name", message };
    }
    const now = this.#options.clock.now();
    const agent = { ...registration, createdAt: before?.createdAt ?? now, updatedAt: now };
    const others = this.#tables.agents().filter((other) => other.name !== name);
    const bytes = utf8Bytes(JSON.stringify([...others, agent]));
    if (others.length >= maxAgents || bytes > maxAgentBytes) {
      const bounds = `at most ${maxAgents} agents of ${maxAgentBytes} bytes together`;
      const message = `Cannot register ${JSON.stringify(name)}: ${bounds} are permitted`;
      return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message };
    }
    this.#tables.putAgent(agent);
    return { kind: "REGISTERED", revision: this.#tables.revision };
  }

  /** Revision without the agent, or null if there was none of that name. */
  removeAgent(name: string): string | null {
    if (this.#tables.agent(name) === null) return null;
    this.#tables.removeAgent(name);
    return this.#tables.revision;
  }

  /** The health of those of `names` that are registered, 30 seconds old at most. Never rejects. */
  agentHealth(names: readonly string[]): Promise<readonly (readonly [string, AgentHealth])[]> {
    return this.#health.of(names.flatMap((name) => this.#tables.agent(name) ?? []));
  }

  /** Why a secret of this name cannot be used, or null. */
  #secretMissing(name: string | null): string | null {
    if (name === null || this.#options.secret(name) !== null) return null;
    return `Cannot use the secret ${JSON.stringify(name)}: required a setting ${secretSettingName(name)}, found none`;
  }

  #discover(url: string, bearer: string | null): Promise<McpDiscovery> {
    const signal = AbortSignal.timeout(discoveryTimeoutMs);
    const fetch = this.#fetch as FetchLike;
    return discoverMcpServer({ url, bearer, fetch, signal, clock: this.#options.clock });
  }

  #store(registration: ServerRegistration, found: McpDiscovery & { ok: true }): void {
    const server = {
      ...registration,
      status: "READY" as const,
      failure: null,
      protocolVersion: found.protocolVersion,
      lastSyncedAt: this.#options.clock.now(),
      connection: found.connection,
      dropped: found.dropped,
    };
    this.#tables.putServer(server, found.tools);
  }
}
