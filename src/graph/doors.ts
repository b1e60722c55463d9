/**
 * What the GraphQL layer needs from the world, declared by the side that needs it. The Worker opens these doors onto Durable
 * Objects, tests onto memory. Nothing here says where anything lives.
 */
import type { AgentHealth, AgentRegistration } from "../catalog/agent-registration.ts";
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { ServerRegistration } from "../catalog/server-registration.ts";
import type { DerivationAnswer, DerivationRequest } from "../plan/derivation.ts";
import type { ExecutionList, ExecutionListFilter, ExecutionListQuery, StatusCount } from "../plan/execution-list.ts";
import type { ChangePage, ChangePosition, EventPage, ExecutionView } from "../plan/execution-view.ts";
import type { ProjectionDialect } from "../plan/projection.ts";
import type { CancelAnswer, DeleteAnswer, RespondAnswer, StartAnswer, StartRequest } from "../plan/start-request.ts";
import type { StoredJson, ValueSlot } from "../plan/stored-value.ts";
import type { LocationHint, Scope } from "./schema.generated.ts";

export interface WatchOptions<Position> {
  /** What lies up to this position is not sent. */
  readonly after: Position;
  /** An empty page follows after this time without a page, if what is watched was proven reachable since. */
  readonly heartbeatMs: number;
  /** Ends the watching when it aborts. */
  readonly signal: AbortSignal;
}

/** Executions by the name of their object. Names come from sealed ids or from keys, so that a forged id wakes nothing. */
export interface ExecutionDoor {
  /**
   * Stores and starts, or answers with what was started before under the same name (E1). `location` counts only when the
   * object is made.
   */
  start(request: StartRequest, location: LocationHint | null): Promise<StartAnswer>;
  /** What `start` would answer if something was started under the name; null if nothing was. Stores nothing (E1). */
  lookup(execution: string, fingerprint: string, subject: string): Promise<StartAnswer | null>;
  /** `withValues` false leaves out even small values, which then are behind `value`. */
  read(execution: string, withValues: boolean): Promise<ExecutionView | null>;
  /** A value that the view left out because of its size. */
  value(execution: string, sequence: number, slot: ValueSlot): Promise<StoredJson>;
  /** Output of a group, made of the outputs of its children. */
  groupOutput(execution: string, stepId: string): Promise<StoredJson>;
  /** The result in the words of a dialect: JSON null before the end and for a dialect that cannot express the plan. */
  projection(execution: string, dialect: ProjectionDialect): Promise<StoredJson>;
  /** Events after `after`, at most `limit`, fewer if they are large. */
  events(execution: string, after: number, limit: number): Promise<EventPage>;
  cancel(execution: string, by: string, reason: string | null): Promise<CancelAnswer>;
  respond(
    execution: string,
    requestId: string,
    accept: boolean,
    by: string,
    reason: string | null,
  ): Promise<RespondAnswer>;
  /** What a retry or fork of an execution that has ended takes over from it. */
  derive(execution: string, request: DerivationRequest): Promise<DerivationAnswer>;
  /** Deletes an execution that has ended; its key stays used. */
  delete(execution: string): Promise<DeleteAnswer>;
  /** Makes the execution tell the index of its tenant where it stands. False if there is no such execution. */
  announce(execution: string): Promise<boolean>;
  /** Pages of events as they are stored. Ends after `ExecutionFinished` was delivered; `return()` ends it at once. */
  watch(execution: string, options: WatchOptions<number>): AsyncIterable<EventPage>;
}

export type RegisterAnswer =
  | {
      readonly kind: "REGISTERED";
      /** Holds the server. */
      readonly snapshot: CatalogSnapshot;
    }
  | {
      readonly kind: "REFUSED";
      readonly code: "INVALID_INPUT" | "EGRESS_DENIED" | "UPSTREAM_ERROR" | "LIMIT_EXCEEDED";
      readonly message: string;
      /** Which member of the registration is to blame. Null if none is. */
      readonly member: keyof ServerRegistration | null;
    };

export type RemoveAnswer =
  | { readonly kind: "REMOVED"; readonly catalogRevision: string }
  | { readonly kind: "NOT_FOUND" };

/** How recent a snapshot of the catalog must be. */
export type Freshness =
  /** As the cache has it: at most some seconds old. */
  | { readonly kind: "CACHED" }
  /** Read again now. */
  | { readonly kind: "CURRENT" }
  /** Holds at least this revision. */
  | { readonly kind: "REVISION"; readonly revision: string };

export type RegisterAgentAnswer =
  | { readonly kind: "REGISTERED"; readonly snapshot: CatalogSnapshot }
  | {
      readonly kind: "REFUSED";
      readonly code: "INVALID_INPUT" | "EGRESS_DENIED" | "LIMIT_EXCEEDED";
      readonly message: string;
      /** Which member of the registration is to blame. Null if none is. */
      readonly member: string | null;
    };

export type AcceptToolAnswer =
  | { readonly kind: "ACCEPTED"; readonly snapshot: CatalogSnapshot }
  | { readonly kind: "NOT_FOUND" }
  /** The tool is something else by now. */
  | { readonly kind: "CHANGED_SINCE"; readonly contractHash: string };

/** What a tenant consumed of language models in a month. */
export interface MonthUsage {
  /** First instant of the month (UTC), Unix milliseconds. */
  readonly since: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
  readonly reservedModelCalls: number;
  readonly reservedTokens: number;
  readonly reservedCostMicros: number;
}

export interface BudgetDoor {
  thisMonth(): Promise<MonthUsage>;
}

/** The catalog of one tenant. */
export interface CatalogDoor {
  /** Null if a revision is demanded that the catalog never had. */
  snapshot(freshness: Freshness): Promise<CatalogSnapshot | null>;
  registerMcpServer(registration: ServerRegistration): Promise<RegisterAnswer>;
  removeMcpServer(name: string): Promise<RemoveAnswer>;
  registerAgent(registration: AgentRegistration): Promise<RegisterAgentAnswer>;
  removeAgent(name: string): Promise<RemoveAnswer>;
  /** Accepts what the tool `qualifiedName` is now, if that is what `contractHash` says. */
  acceptTool(qualifiedName: string, contractHash: string): Promise<AcceptToolAnswer>;
  /** The health of each agent of these names, 30 seconds old at most; asks those that have a health check. */
  agentHealth(names: readonly string[]): Promise<ReadonlyMap<string, AgentHealth>>;
}

/** Summaries of the executions of one tenant. */
export interface IndexDoor {
  list(query: ExecutionListQuery): Promise<ExecutionList>;
  /** How many match `filter`, whose `status` does not count, in each state that occurs. Each count stops at 10,000. */
  statusCounts(filter: ExecutionListFilter): Promise<readonly StatusCount[]>;
  /** Pages of changes. Never ends by itself. `after` null begins with what changes from now on. */
  watch(options: WatchOptions<ChangePosition | null>): AsyncIterable<ChangePage>;
}

export interface ApiKeyRecord {
  readonly keyId: string;
  readonly label: string;
  readonly subject: string;
  readonly scopes: readonly Scope[];
  /** Unix milliseconds, as all instants here. */
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export type NewApiKey = Pick<ApiKeyRecord, "label" | "subject" | "scopes" | "createdBy" | "expiresAt">;

export type CreateApiKeyAnswer =
  | { readonly kind: "CREATED"; readonly apiKey: ApiKeyRecord; readonly secret: string }
  /** The tenant has as many keys as it may. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number; readonly found: number }
  /** This deployment does not use API keys. */
  | { readonly kind: "NOT_USED" };

/** Credentials of one tenant. */
export interface CredentialDoor {
  list(): Promise<readonly ApiKeyRecord[]>;
  create(key: NewApiKey): Promise<CreateApiKeyAnswer>;
  /** Null if there is no such key. */
  revoke(keyId: string): Promise<ApiKeyRecord | null>;
  /** A token for one subscription, of a caller that may do no more than `scopes`, until `validUntil` at most. */
  createSubscriptionToken(
    subject: string,
    scopes: readonly Scope[],
    validUntil: number | null,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
}

/** Seals the content of public ids, so that nobody can make or read one. */
export interface IdentityDoor {
  /** Equal content gives equal ids. */
  seal(content: string): Promise<string>;
  /** Null for anything that `seal` did not make. */
  open(id: string): Promise<string | null>;
}

export interface Doors {
  readonly executions: ExecutionDoor;
  readonly catalog: CatalogDoor;
  readonly index: IndexDoor;
  readonly credentials: CredentialDoor;
  readonly budget: BudgetDoor;
  readonly identity: IdentityDoor;
}
