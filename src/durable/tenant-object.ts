/**
 * What belongs to a tenant as a whole: its API keys, tokens that work once, the executions that it may have at a time, and what it
 * consumes of language models in a month. The time is that of whoever asks, in Unix milliseconds.
 */
import { DurableObject } from "cloudflare:workers";
import type { TenantLimit } from "../plan/start-request.ts";
import type { BudgetRefusal, BudgetReport, MonthlyCaps } from "./execution-budget.ts";
import type { LeaseRequest } from "./execution-lease.ts";
import { type AddApiKeyAnswer, type StoredApiKey, TenantApiKeys } from "./tenant-api-keys.ts";
import { type MonthUsage, TenantBudgets } from "./tenant-budgets.ts";
import { TenantLeases } from "./tenant-leases.ts";
import { type StoredToken, TenantTokens, type TokenRights } from "./tenant-tokens.ts";

export class TenantObject<Env = unknown> extends DurableObject<Env> {
  readonly #apiKeys: TenantApiKeys;
  readonly #tokens: TenantTokens;
  readonly #leases: TenantLeases;
  readonly #budgets: TenantBudgets;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    const { sql } = context.storage;
    this.#apiKeys = new TenantApiKeys(sql);
    this.#tokens = new TenantTokens(sql);
    this.#leases = new TenantLeases(sql);
    this.#budgets = new TenantBudgets(sql);
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

  reserveModelCall(execution: string, report: BudgetReport, caps: MonthlyCaps, now: number): BudgetRefusal | null {
    return this.#budgets.reserve(execution, report, caps, now);
  }

  noteModelUsage(execution: string, report: BudgetReport, now: number): void {
    this.#budgets.note(execution, report, now);
  }

  modelUsage(now: number): MonthUsage {
    return this.#budgets.month(now);
  }
}
