/**
 * Room `durable/tenant`: the state of a tenant as a whole: API keys, tokens that work once, the caps on concurrent executions, the monthly
 * budgets of language models, artifacts that no execution removes, the audit log with its receivers, and two sorts of objects of this class
 * by names of their own: mailboxes (`mailbox.ts`) and the keeper of the secrets that callees are sent (`durable/secrets`). It owns the
 * tables of the tenant's object, and the two classes by which an execution's object takes its part: `execution-lease.ts` (caps) and
 * `monthly-budget.ts` (budgets).
 *
 * It leaves to others: `worker/auth` verifies credentials, `durable/execution` decides when a lease or a reservation is needed, the
 * registrations of a tenant are in `durable/catalog`.
 *
 * Invariants:
 *
 * - Of the secret of an API key only the hash is stored.
 * - A lease that is neither renewed nor returned ends by itself.
 * - Reports of consumption are totals, so that a repeated or late one counts nothing twice.
 * - An event is given to one step, and again until that has stored it.
 * - An artifact's row is stored before the artifact, so that none is kept without an end.
 *
 * This file is the Durable Object. The caller passes the time, in Unix milliseconds; only the alarm, given artifacts and the mailbox use
 * the clock.
 */

import { DurableObject } from "cloudflare:workers";
import type { AuditPage, AuditQuery, AuditResult } from "../../audit/audit-entry.ts";
import type {
  AuditWebhook,
  AuditWebhookResumption,
  AuditWebhookStanding,
  RegisterAuditWebhookResult,
  ResumeAuditWebhookResult,
} from "../../audit/audit-webhook.ts";
import type { EndConnectionResult } from "../../catalog/credentials/connection-end.ts";
import type {
  AwaitedEvent,
  EventSending,
  EventWait,
  SendEventResult,
  SentEventView,
} from "../../execution/commands/sent-event.ts";
import type { TenantLimit } from "../../execution/commands/start-request.ts";
import {
  type ArtifactAddress,
  type GivenArtifactCaps,
  type GivenArtifactLimit,
  givenArtifacts,
} from "../../execution/events/artifact-record.ts";
import type { EventAddress } from "../../execution/events/step-waiting.ts";
import type { MonthlyBudget, MonthUsage } from "../../execution/events/usage.ts";
import type { DayTraffic, StoredAmount, SubjectTake, TenantTake } from "../../execution/views/usage-totals.ts";
import { madeOnce } from "../../json/made-once.ts";
import type { StoredArtifactRecord } from "../ports/artifact-store.ts";
import type { CredentialAnswer, CredentialPort, CredentialRequest } from "../ports/credential-port.ts";
import type { EventReceiver } from "../ports/event-mailbox.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { BudgetReport } from "../ports/monthly-budget-port.ts";
import { earliest } from "../ports/wake-timer.ts";
import type { ConnectionRecord } from "../secrets/connection-table.ts";
import type { ConsentResult, ConsentStart, ConsentStartResult } from "../secrets/connections.ts";
import type { ConsentReturn, SecretReturn } from "../secrets/consent-return.ts";
import type { CredentialKeeper, KeeperOptions } from "../secrets/credential-keeper.ts";
import type { SecretChange, SetSecretResult } from "../secrets/credential-store.ts";
import type { WaitingPeer } from "../secrets/notify-waiting.ts";
import type { FormStartResult } from "../secrets/secret-connections.ts";
import type { SecretOwner, SecretRecord } from "../secrets/secret-table.ts";
import { hasTable } from "../storage/sql-table.ts";
import { AccessGenerations, type RaisedGenerations, type TokenGenerations } from "./access-generations.ts";
import { AuditDeliveries, type AuditPost } from "./audit-deliveries.ts";
import { AuditLog, type BegunEntry } from "./audit-log.ts";
import { EventPost } from "./event-post.ts";
import type { AdmissionRequest, LeaseRequest } from "./execution-lease.ts";
import { Mailbox } from "./mailbox.ts";
import type { BudgetRefusal } from "./monthly-budget.ts";
import { MonthlyBudgets } from "./monthly-budgets.ts";
import { type AddApiKeyResult, type StoredApiKey, TenantApiKeys } from "./tenant-api-keys.ts";
import { type ArtifactRemoval, TenantArtifacts } from "./tenant-artifacts.ts";
import { TenantLeases } from "./tenant-leases.ts";
import { type StoredToken, TenantTokens, type TokenRights } from "./tenant-tokens.ts";
import { TenantTraffic } from "./tenant-traffic.ts";

export type TenantOptions = Pick<ExecutionOptions, "artifacts" | "clock"> &
  Pick<ArtifactRemoval, "isStarted"> &
  Pick<KeeperOptions, "sealer" | "ways"> & {
    readonly execution: (tenant: string, name: string) => EventReceiver;
    /** How long entries of the audit log are kept. */
    readonly auditRetentionMs: number;
    /** How entries of the audit log are delivered. Undefined while the settings of the deployment cannot be read. */
    readonly auditPost: () => AuditPost | undefined;
    /** Executions that are notified that somebody has connected. */
    readonly waiting: (tenant: string, name: string) => WaitingPeer;
  };

/** An artifact that is about to be given. */
export interface GivenArtifactRequest {
  readonly tenant: string;
  readonly name: string;
  readonly byteSize: number;
  /** Who gives it. Absent where an earlier version asks. */
  readonly subject?: string;
  /** Unix milliseconds. */
  readonly until: number;
}

export class TenantObject<Env = unknown> extends DurableObject<Env> implements CredentialPort {
  readonly #options: TenantOptions;
  readonly #apiKeys: TenantApiKeys;
  readonly #tokens: TenantTokens;
  readonly #access: AccessGenerations;
  readonly #leases: TenantLeases;
  readonly #budgets: MonthlyBudgets;
  readonly #artifacts: TenantArtifacts;
  readonly #audit: AuditLog;
  readonly #auditDeliveries: AuditDeliveries;
  readonly #mailbox: Mailbox;
  readonly #post: EventPost;
  readonly #traffic: TenantTraffic;
  /** Loaded when it is first asked for, because most objects of this class never are. */
  readonly #credentials: () => Promise<CredentialKeeper>;
  /** Once it is loaded. */
  #keeper: CredentialKeeper | undefined;
  /** Whether an earlier instance kept connections, so that something may be due. */
  readonly #hasConnections: boolean;
  /** Resolves when no artifact is being removed. */
  #removing: Promise<number | undefined> = Promise.resolve(undefined);

  constructor(context: DurableObjectState, env: Env, options: TenantOptions) {
    super(context, env);
    this.#options = options;
    const { sql } = context.storage;
    this.#apiKeys = new TenantApiKeys(sql);
    this.#tokens = new TenantTokens(sql);
    this.#access = new AccessGenerations(sql);
    this.#leases = new TenantLeases(sql);
    this.#budgets = new MonthlyBudgets(sql);
    this.#artifacts = new TenantArtifacts(sql);
    this.#audit = new AuditLog(sql, options.auditRetentionMs);
    const { auditPost, clock, execution, sealer, ways } = options;
    this.#auditDeliveries = new AuditDeliveries({ sql, log: this.#audit, clock, post: auditPost });
    this.#mailbox = new Mailbox(sql);
    this.#traffic = new TenantTraffic(sql);
    const onNotify = () => void this.#arm(this.#artifacts.nextAt);
    this.#hasConnections = hasTable(sql, "connection") || hasTable(sql, "revocation");
    this.#credentials = madeOnce(async () => {
      const loaded = await import("../secrets/credential-keeper.ts");
      this.#keeper = new loaded.CredentialKeeper(sql, { sealer, ways, now: () => clock.now(), onNotify });
      return this.#keeper;
    });
    this.#post = new EventPost({
      mailbox: this.#mailbox,
      clock,
      execution,
      arm: () => this.#arm(this.#artifacts.nextAt),
    });
  }

  /** To be called before the artifact is stored, which is then not removed between the look at its row and its removal. */
  async keepArtifact(tenant: string, address: ArtifactAddress, until: number): Promise<void> {
    await this.#removing;
    this.#artifacts.keep(tenant, address, until);
    await this.#arm(this.#artifacts.nextAt);
  }

  /**
   * As `keepArtifact`, of one that is given: it counts from here on, until `settleGivenArtifact` has said whether it was stored. Answers with the
   * cap that it would pass, and keeps nothing then.
   */
  async keepGivenArtifact(request: GivenArtifactRequest, caps: GivenArtifactCaps): Promise<GivenArtifactLimit | null> {
    await this.#removing;
    const { byteSize, name, subject, tenant, until } = request;
    const limit = this.#artifacts.given.reserve(name, byteSize, caps, this.#options.clock.now(), subject);
    if (limit === undefined) await this.keepArtifact(tenant, { owner: givenArtifacts, name }, until);
    return limit ?? null;
  }

  /** Must be called once a given artifact is stored, or is not, and once one is deleted. Returns the stored artifact, or null. */
  async settleGivenArtifact(
    tenant: string,
    name: string,
    after: "STORED" | "REMOVED",
  ): Promise<StoredArtifactRecord | null> {
    const { artifacts, clock } = this.#options;
    if (after === "STORED") this.#artifacts.given.stored(name);
    if (artifacts === undefined) return null;
    const look = () => artifacts.head(tenant, { owner: givenArtifacts, name });
    return (await this.#artifacts.given.settle(name, look, clock.now())) ?? null;
  }

  /** Never throws: an alarm that does is lost after a few tries, and with it every later one. */
  override async alarm(): Promise<void> {
    this.#removing = this.#artifacts.removeDue(this.#options.clock.now(), this.#options);
    await this.#post.deliver();
    if (this.#hasConnections || this.#keeper !== undefined)
      await (await this.#credentials()).notify(this.#options.waiting);
    this.#mailbox.forget(this.#options.clock.now());
    await this.#auditDeliveries.deliver();
    this.#audit.removeDue(this.#options.clock.now());
    await this.#arm(await this.#removing);
  }

  /** `at` is when artifacts are to be looked at. */
  async #arm(at: number | undefined): Promise<void> {
    const audit = earliest(this.#audit.nextAt(this.#options.clock.now()), this.#auditDeliveries.nextAt());
    const own = earliest(this.#mailbox.nextAt(), audit);
    // The keeper that asks for the alarm is loaded: the alarm is set in the turn of what it stored.
    const keeper = this.#keeper ?? (this.#hasConnections ? await this.#credentials() : undefined);
    const next = earliest(earliest(at, own), keeper?.nextAt());
    if (next !== undefined) await this.ctx.storage.setAlarm(next);
  }

  /** Stores entries of the audit log for actions before they are carried out. Existing entries stay unchanged. */
  async beginAudit(entries: readonly BegunEntry[]): Promise<void> {
    const isFirst = this.#audit.begin(entries, this.#options.clock.now(), this.#auditDeliveries.floor);
    if (isFirst || this.#auditDeliveries.hasReceivers) await this.#arm(this.#artifacts.nextAt);
  }

  async settleAudit(ids: readonly string[], result: AuditResult): Promise<void> {
    const places = this.#audit.settle(ids, result);
    if (!this.#auditDeliveries.hasReceivers) return;
    this.#auditDeliveries.noteOutcomes(places);
    await this.#arm(this.#artifacts.nextAt);
  }

  auditWebhooks(): readonly AuditWebhookStanding[] {
    return this.#auditDeliveries.standing();
  }

  /** Its address was checked. */
  async registerAuditWebhook(tenant: string, webhook: AuditWebhook): Promise<RegisterAuditWebhookResult> {
    const result = this.#auditDeliveries.register(tenant, webhook);
    await this.#arm(this.#artifacts.nextAt);
    return result;
  }

  async resumeAuditWebhook(resumption: AuditWebhookResumption): Promise<ResumeAuditWebhookResult> {
    const result = this.#auditDeliveries.resume(resumption);
    await this.#arm(this.#artifacts.nextAt);
    return result;
  }

  /** False if there is none of this name. */
  async removeAuditWebhook(name: string): Promise<boolean> {
    const isRemoved = this.#auditDeliveries.remove(name);
    await this.#arm(this.#artifacts.nextAt);
    return isRemoved;
  }

  auditLog(query: AuditQuery): AuditPage {
    return this.#audit.list(query);
  }

  /** Artifacts that are of no execution, or those of them that `subject` gave. */
  storedArtifacts(subject?: string): StoredAmount {
    const { given } = this.#artifacts;
    return subject === undefined ? given.total : given.totalOf(subject);
  }

  /** `subjects` and `id` are absent where an earlier version reports. */
  addTraffic(take: TenantTake, now: number, subjects: readonly SubjectTake[] = [], id?: string): void {
    this.#traffic.add(take, subjects, now, id);
  }

  /** The use of the isolates of the Worker by the tenant, or by one subject, by the day. */
  traffic(now: number, subject?: string): readonly DayTraffic[] {
    return this.#traffic.days(now, subject);
  }

  sendEvent(tenant: string, sending: EventSending): Promise<SendEventResult> {
    return this.#post.send(tenant, sending);
  }

  /** The result of an event. Null for an unknown or forgotten one. */
  sentEvent(address: EventAddress, eventId: string): SentEventView | null {
    return this.#mailbox.find(address, eventId, this.#options.clock.now()) ?? null;
  }

  awaitEvent(tenant: string, wait: EventWait): Promise<AwaitedEvent> {
    return this.#post.awaitEvent(tenant, wait);
  }

  withdrawWait(waitId: string): Promise<void> {
    return this.#post.withdraw(waitId);
  }

  addApiKey(key: StoredApiKey, maximum: number, now: number): AddApiKeyResult {
    return this.#apiKeys.add(key, maximum, now);
  }

  apiKey(name: string): StoredApiKey | null {
    return this.#apiKeys.get(name) ?? null;
  }

  apiKeys(): readonly StoredApiKey[] {
    return this.#apiKeys.list();
  }

  revokeApiKey(name: string, now: number): StoredApiKey | null {
    return this.#apiKeys.revoke(name, now) ?? null;
  }

  addToken(name: string, token: StoredToken, now: number): void {
    this.#tokens.add(name, token, now);
  }

  useToken(name: string, secretHash: string, now: number): TokenRights | null {
    return this.#tokens.use(name, secretHash, now) ?? null;
  }

  async setSecret(change: SecretChange, now: number): Promise<SetSecretResult> {
    return (await this.#credentials()).secrets.set(change, now);
  }

  /** False if there was none. */
  async removeSecret(owner: SecretOwner, name: string): Promise<boolean> {
    return (await this.#credentials()).secrets.remove(owner, name);
  }

  /** The secrets of the tenant and of `subject`, without their values. */
  async secrets(subject: string): Promise<readonly SecretRecord[]> {
    return (await this.#credentials()).secrets.list(subject);
  }

  /** The connections of the tenant and of `subject`, without their tokens. */
  async connections(subject: string): Promise<readonly ConnectionRecord[]> {
    return (await this.#credentials()).connections.list(subject);
  }

  /** Its tokens are revoked at the authorization server, as far as that can be reached. */
  async endConnection(id: string, owners: readonly SecretOwner[]): Promise<EndConnectionResult> {
    return (await this.#credentials()).connections.end(id, owners);
  }

  async credential(request: CredentialRequest): Promise<CredentialAnswer> {
    return (await this.#credentials()).credential(request);
  }

  /** The generations of an access token for `thing`, of `owner` if known, that acts for `subject` and is valid until `until`. */
  accessGenerations(thing: string, subject: string, until: number, owner?: string): TokenGenerations {
    return this.#access.take(thing, subject, until, owner);
  }

  /** Ends every access token for `thing`, of `owner` if known, that exists, or those that act for `subject`; the last would end at `until`. */
  revokeAccess(thing: string, subject: string | null, until: number, now: number, owner?: string): void {
    if (subject === null) this.#access.raise(thing, until, now, owner);
    else this.#access.raiseOwn(thing, subject, until, now);
  }

  raisedAccess(now: number): RaisedGenerations {
    return this.#access.raised(now);
  }

  /** Where a person is sent to connect. */
  async beginConnection(start: ConsentStart): Promise<ConsentStartResult | FormStartResult> {
    return (await this.#credentials()).begin(start);
  }

  /** A person came back. Executions that wait are notified by the alarm, which is set in the turn of the tokens. */
  async finishConnection(given: ConsentReturn): Promise<ConsentResult> {
    return (await this.#credentials()).connections.finish(given);
  }

  /** A person gave secrets. As with `finishConnection`, the alarm is set in the turn in which they are stored. */
  async giveSecrets(given: SecretReturn): Promise<ConsentResult> {
    return (await this.#credentials()).secretConnections.finish(given);
  }

  /** Forgets which executions wait for secrets of `subject`. */
  async forgetSecretRequests(subject: string): Promise<void> {
    (await this.#credentials()).secretConnections.forget({ scope: "SUBJECT", subject });
  }

  acquireLease(request: LeaseRequest, now: number): TenantLimit | null {
    return this.#leases.acquire(request, now) ?? null;
  }

  admitDescendant(request: AdmissionRequest, now: number): TenantLimit | null {
    return this.#leases.admit(request, now) ?? null;
  }

  renewLease(execution: string, until: number): void {
    this.#leases.renew(execution, until);
  }

  releaseLease(execution: string): void {
    this.#leases.release(execution);
  }

  reserveModelCall(execution: string, report: BudgetReport, caps: MonthlyBudget, now: number): BudgetRefusal | null {
    return this.#budgets.reserve(execution, report, caps, now) ?? null;
  }

  noteModelUsage(execution: string, report: BudgetReport, now: number): void {
    this.#budgets.note(execution, report, now);
  }

  modelUsage(now: number): MonthUsage {
    return this.#budgets.month(now);
  }
}
