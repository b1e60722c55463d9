/**
 * What the GraphQL layer needs from the world, declared by the side that needs it. The Worker opens these doors onto Durable
 * Objects, tests onto memory. Nothing here says where anything lives.
 */
import type { CatalogSnapshot } from "../catalog/catalog-snapshot.ts";
import type { ServerRegistration } from "../catalog/server-registration.ts";
import type { ExecutionStatus, PlanDialect } from "../plan/event.ts";
import type { EventPage, ExecutionSummary, ExecutionView } from "../plan/execution-view.ts";
import type { Json } from "../plan/json.ts";
import type { CancelAnswer, RespondAnswer, StartAnswer, StartRequest } from "../plan/start-request.ts";
import type { ValueSlot } from "../plan/stored-value.ts";

export interface WatchOptions {
  /** Events up to this sequence are not sent. */
  readonly after: number;
  /** An empty page follows after this time without events, if the execution was proven reachable since. */
  readonly heartbeatMs: number;
  /** Ends the watching when it aborts. */
  readonly signal: AbortSignal;
}

/** Executions by the name of their object. Names come from sealed ids or from keys, so that a forged id wakes nothing. */
export interface ExecutionDoor {
  /** Stores and starts, or answers with what was started before under the same name (E1). */
  start(request: StartRequest): Promise<StartAnswer>;
  /** What `start` would answer if something was started under the name; null if nothing was. Stores nothing (E1). */
  lookup(execution: string, fingerprint: string, subject: string): Promise<StartAnswer | null>;
  /** `withValues` false leaves out even small values, which then are behind `value`. */
  read(execution: string, withValues: boolean): Promise<ExecutionView | null>;
  /** A value that the view left out because of its size. */
  value(execution: string, sequence: number, slot: ValueSlot): Promise<Json>;
  /** Output of a group, made of the outputs of its children. */
  groupOutput(execution: string, stepId: string): Promise<Json>;
  /** The result in the words of a dialect; null before the end and for a dialect that cannot express the plan. */
  projection(execution: string, dialect: PlanDialect): Promise<Json>;
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
  /** Pages of events as they are stored. Ends after `ExecutionFinished` was delivered; `return()` ends it at once. */
  watch(execution: string, options: WatchOptions): AsyncIterable<EventPage>;
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

/** The catalog of one tenant. */
export interface CatalogDoor {
  /** Null if a revision is demanded that the catalog never had. */
  snapshot(freshness: Freshness): Promise<CatalogSnapshot | null>;
  registerMcpServer(registration: ServerRegistration): Promise<RegisterAnswer>;
  removeMcpServer(name: string): Promise<RemoveAnswer>;
}

/** Where an execution stands in the list of its tenant. */
export interface ExecutionPosition {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly execution: string;
}

export interface ExecutionListQuery {
  readonly first: number;
  /** The last item of the page before. */
  readonly after: ExecutionPosition | null;
  readonly status: readonly ExecutionStatus[] | null;
  readonly contextId: string | null;
  /** Only executions that no other one started (true) or only those that one did (false). */
  readonly root: boolean | null;
}

export interface ExecutionList {
  readonly items: readonly ExecutionSummary[];
  readonly hasNextPage: boolean;
}

/** Summaries of the executions of one tenant, newest first. */
export interface IndexDoor {
  list(query: ExecutionListQuery): Promise<ExecutionList>;
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
  readonly identity: IdentityDoor;
}
