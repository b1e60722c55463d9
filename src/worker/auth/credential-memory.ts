/** The memory of an isolate between requests that makes checks of credentials cheap: values only, never work in progress. */
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { JwtSettings, Settings } from "../settings/settings.ts";
import { KeptApiKeys } from "./api-key.ts";
import type { JwtVerifier } from "./jwt.ts";
import { KnownGenerations } from "./known-generations.ts";
import { Throttled } from "./rate-limit.ts";
import type { RequestTurns } from "./request-turns.ts";
import type { TenantLoads } from "./tenant-loads.ts";

/** The part of an isolate that proving who asks needs. */
export interface CredentialHolder {
  readonly credentials: CredentialMemory;
  /** The use of the isolate by tenants. */
  readonly loads: TenantLoads;
  /** The requests of tenants at work in it. */
  readonly turns: RequestTurns;
  identity(settings: Settings): IdentityClient;
}

export class CredentialMemory {
  readonly apiKeys = new KeptApiKeys();
  readonly generations = new KnownGenerations();
  /** Addresses. */
  readonly throttled = new Throttled();
  /** Callers that a rate limit refused. */
  readonly refused = new Throttled();
  #verifier: { readonly settings: JwtSettings; readonly verifier: JwtVerifier } | undefined;

  /** The judge of tokens of these settings, made at its first use. Deployments without tokens never load it. */
  async verifier(settings: JwtSettings, { egress }: Settings): Promise<JwtVerifier> {
    const { JwtVerifier } = await import("./jwt.ts");
    if (this.#verifier?.settings !== settings) {
      const verifier = new JwtVerifier(settings, egress, (url, init) => fetch(url, init));
      this.#verifier = { settings, verifier };
    }
    return this.#verifier.verifier;
  }
}
