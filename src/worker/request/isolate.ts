/** The shared state of the requests of one isolate. Costly parts are made at the first request that needs them, and kept. */
import type { GraphQLSchema } from "graphql";
import { KnownAudiences } from "../../graph/access/known-audiences.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import { buildSchema } from "../../graph/schema.ts";
import { type GraphEndpoint, graphEndpoint } from "../../graph/transport/endpoint.ts";
import { CredentialMemory } from "../auth/credential-memory.ts";
import { DelayedRefusals } from "../auth/delayed-refusals.ts";
import { ReachedCaps } from "../auth/reached-caps.ts";
import { RequestTurns } from "../auth/request-turns.ts";
import { StrangerSockets } from "../auth/stranger-sockets.ts";
import { SubscriptionGates } from "../auth/subscription-gates.ts";
import { TenantLoads } from "../auth/tenant-loads.ts";
import { CatalogCache } from "../clients/catalog-client.ts";
import { sealedIdentity } from "../platform/sealed-id.ts";
import type { Settings } from "../settings/settings.ts";

export class Isolate {
  readonly catalogs = new CatalogCache();
  /** Those that were asked for without a credential of their tenant, so that no stranger takes the place of a caller's. */
  readonly strangersCatalogs = new CatalogCache();
  readonly audiences = new KnownAudiences();
  readonly credentials = new CredentialMemory();
  readonly loads = new TenantLoads();
  readonly reachedCaps = new ReachedCaps();
  readonly turns = new RequestTurns();
  readonly delayedRefusals = new DelayedRefusals();
  readonly gates = new SubscriptionGates();
  /** Counts WebSockets whose caller is known, with or without subscriptions. */
  readonly sockets = new SubscriptionGates();
  /** Counts those whose caller is not known yet. */
  readonly strangers = new StrangerSockets();
  readonly #schemaText: () => Promise<string>;
  readonly #describedText: (() => Promise<string>) | undefined;
  #schema: GraphQLSchema | undefined;
  #endpoint: GraphEndpoint | undefined;
  #identity: { readonly secret: string; readonly client: IdentityClient } | undefined;

  /** `describedText` gives the text of the schema with descriptions, if that of `schemaText` has none. */
  constructor(schemaText: () => Promise<string>, describedText?: () => Promise<string>) {
    this.#schemaText = schemaText;
    this.#describedText = describedText;
  }

  /** Built at the first request, not when the module loads (see `schema.ts`). */
  async schema(): Promise<GraphQLSchema> {
    // Two first requests may both build it: the platform forbids waiting for the work of another request.
    this.#schema ??= buildSchema(await this.#schemaText());
    return this.#schema;
  }

  async endpoint(): Promise<GraphEndpoint> {
    this.#endpoint ??= graphEndpoint(await this.schema(), this.#describedText);
    return this.#endpoint;
  }

  identity({ idSealingSecret: secret }: Settings): IdentityClient {
    if (this.#identity?.secret !== secret) this.#identity = { secret, client: sealedIdentity(secret) };
    return this.#identity.client;
  }
}
