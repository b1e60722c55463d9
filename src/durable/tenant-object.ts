/**
 * What belongs to a tenant as a whole: its API keys, tokens that work once, and the executions that it may have at a time. The
 * time is that of whoever asks, in Unix milliseconds.
 */
import { DurableObject } from "cloudflare:workers";
import type { TenantLimit } from "../plan/start-request.ts";
import type { LeaseRequest } from "./execution-lease.ts";
import { type AddApiKeyAnswer, type StoredApiKey, TenantApiKeys } from "./tenant-api-keys.ts";
import { TenantLeases } from "./tenant-leases.ts";
import { type StoredToken, TenantTokens, type TokenRights } from "./tenant-tokens.ts";

export class TenantObject<Env = unknown> extends DurableObject<Env> {
  readonly #apiKeys: TenantApiKeys;
  readonly #tokens: TenantTokens;
  readonly #leases: TenantLeases;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    const { sql } = context.storage;
    this.#apiKeys = new TenantApiKeys(sql);
    this.#tokens = new TenantTokens(sql);
    this.#leases = new TenantLeases(sql);
  }

  addApiKey(key: StoredApiKey, maximum: number, now: number): AddApiKeyAnswer {
    return this.#apiKeys.add(key, maximum, now);
  }

  apiKey(name: string): StoredApiKey | null {
    return this.#apiKeys.get(name);
  }

  apiKeys(): readonly StoredApiKey[] {
    return this.#apiKeys.list();
  }

  revokeApiKey(name: string, now: number): StoredApiKey | null {
    return this.#apiKeys.revoke(name, now);
  }

  addToken(name: string, token: StoredToken, now: number): void {
    this.#tokens.add(name, token, now);
  }

  useToken(name: string, secretHash: string, now: number): TokenRights | null {
    return this.#tokens.use(name, secretHash, now);
  }

  acquireLease(request: LeaseRequest, now: number): TenantLimit | null {
    return this.#leases.acquire(request, now);
  }

  renewLease(execution: string, until: number): void {
    this.#leases.renew(execution, until);
  }

  releaseLease(execution: string): void {
    this.#leases.release(execution);
  }
}
