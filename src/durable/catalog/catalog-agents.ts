/**
 * The registration of agents. The card of a remote agent is fetched first, during which other requests may write. So every decision that
 * depends on other stored entries is made afterwards, in the turn of the write. Nothing is stored of a refused registration.
 */

import type {
  AgentRegistration,
  AgentRegistrationRequest,
  RemoteAgentRequest,
} from "../../catalog/agent-registration.ts";
import { maxCardBytes, remoteAgent } from "../../catalog/agents/parse-agent-card.ts";
import type { DeployedDefinitions } from "../../catalog/deployed/deployed-definitions.ts";
import { agentRefusal, remoteRequestRefusal } from "../../catalog/snapshot/agent-refusal.ts";
import { toolsLacking } from "../../catalog/snapshot/agent-tools.ts";
import { nameTaken } from "../../catalog/snapshot/registry-names.ts";
import type { PreviewCardResult, RegisterAgentResult } from "../../catalog/snapshot/registry-result.ts";
import { withoutSecrets, withSecretCutOut } from "../../catalog/without-secret.ts";
import { discoverAgentCard } from "../../tools/a2a/agent-card-discover.ts";
import { guardedFetch } from "../calls/guarded-fetch.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import { type Registrar, registrationCredential } from "./registration-credential.ts";
import {
  nameRefused,
  type RegistrationCaps,
  secretRefused,
  snapshotOf,
  tooManyOfSubject,
  tooMuch,
} from "./registry-refusal.ts";

/** Options of the deployment that the catalog uses. */
export type CatalogOptions = Pick<
  ExecutionOptions,
  "clock" | "credentials" | "egress" | "maxResponseBytes" | "secret" | "serviceBindings"
> & {
  readonly deployed: DeployedDefinitions;
  readonly registrationCaps: RegistrationCaps;
};

const cardTimeoutMs = 10_000;
const maxAgentBytes = 4_000_000;

export class CatalogAgents {
  readonly #tables: CatalogTables;
  readonly #options: CatalogOptions;

  constructor(tables: CatalogTables, options: CatalogOptions) {
    this.#tables = tables;
    this.#options = options;
  }

  /** Registers an agent in the place of one of its name. */
  async register(request: AgentRegistrationRequest, by: Registrar | undefined): Promise<RegisterAgentResult> {
    if (request.kind !== "A2A") return this.store(request, by);
    const found = await this.#card(request, by);
    if (found.kind === "REFUSED") return found;
    return this.store(remoteAgent(request, found, this.#options.clock.now()), by);
  }

  /** Reads a card; stores nothing. */
  preview(url: string, bearerSecret: string | undefined): Promise<PreviewCardResult> {
    return this.#card({ url, bearerSecret: bearerSecret ?? null }, undefined);
  }

  async #card(
    request: Pick<RemoteAgentRequest, "bearerSecret" | "credential" | "url">,
    by: Registrar | undefined,
  ): Promise<PreviewCardResult> {
    const { clock: _, credentials, egress, secret } = this.#options;
    const refusal = remoteRequestRefusal(request, egress);
    if (refusal !== undefined) return { kind: "REFUSED", ...refusal };
    const missing = secretRefused(request.bearerSecret, secret);
    if (missing !== undefined) return missing;
    const credential = await registrationCredential(request.url, request.credential, by, credentials);
    if (credential.kind === "REFUSED") return credential;
    const found = await discoverAgentCard({
      url: request.url,
      bearer: request.bearerSecret === null ? undefined : secret(request.bearerSecret),
      signal: AbortSignal.timeout(cardTimeoutMs),
      fetch: guardedFetch({
        rules: egress,
        credential: credential.sent,
        maxResponseBytes: maxCardBytes,
        fetch: (target, init) => fetch(target, init),
        awaitHeaders: (_signal, run) => run(),
      }),
    });
    const { secrets } = credential;
    if (found.ok) return { kind: "READ", ...withoutSecrets(found.parsed, secrets) };
    const lacking = credential.lacking();
    if (lacking !== undefined) return lacking;
    const message = secrets.reduce(withSecretCutOut, found.message);
    return { kind: "REFUSED", code: found.code, member: "url", message };
  }

  /** Registers an agent of which everything is known, in the place of one of its name. */
  store(registration: AgentRegistration, by: Registrar | undefined): RegisterAgentResult {
    const refusal = this.#refusal(registration);
    if (refusal !== undefined) return refusal;
    const { name } = registration;
    const before = this.#tables.agent(name);
    const { clock, registrationCaps } = this.#options;
    const now = clock.now();
    const agent = { ...registration, createdAt: before?.createdAt ?? now, updatedAt: now };
    const others = this.#tables.agents().filter((other) => other.name !== name);
    const large = tooMuch(this.#tables, "agent", agent, others, registrationCaps.maxAgents, maxAgentBytes);
    const refused = large ?? tooManyOfSubject(this.#tables, "agent", name, by);
    if (refused !== undefined) return refused;
    this.#tables.putAgent(agent, by?.subject);
    return { kind: "REGISTERED", name, revision: this.#tables.revision };
  }

  #refusal(agent: AgentRegistration): Extract<RegisterAgentResult, { readonly kind: "REFUSED" }> | undefined {
    const refusal = agentRefusal(agent, this.#options.egress);
    if (refusal !== undefined) return { kind: "REFUSED", ...refusal };
    const missing = agent.kind === "HTTP" ? secretRefused(agent.bearerSecret, this.#options.secret) : undefined;
    if (missing !== undefined) return missing;
    const snapshot = snapshotOf(this.#tables);
    const taken = nameTaken(snapshot, agent);
    if (taken !== undefined) return nameRefused(agent.name, taken);
    const lacking = agent.kind === "LOCAL" ? toolsLacking(snapshot, agent) : undefined;
    return lacking === undefined
      ? undefined
      : { kind: "REFUSED", code: "INVALID_INPUT", member: "tools", message: lacking };
  }
}
