/**
 * The list of executions of a tenant: its queries, and the meaning of a filter. The index answers in SQL, the feed of changes by
 * `matchesFilter`; a property test keeps the two equal.
 */

import { type Audience, audienceOf, isListedFor, type ListAccess } from "../../access/audience.ts";
import type { ExecutionKind } from "../../plan/plan.ts";
import type { ExecutionStatus } from "../events/event.ts";
import type { WaitKind } from "../events/step-waiting.ts";
import { hasWords, searchTextOf } from "../search/search-text.ts";
import type { ConversationView } from "./conversation-view.ts";
import type { ChangePosition } from "./execution-view.ts";
import type { InboxItem, InboxSummary } from "./inbox.ts";
import type { ExecutionSummary } from "./summary.ts";

/** Where an execution stands in the list of its tenant. */
export interface ExecutionPosition {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly execution: string;
}

/** Which executions of a list are meant. All conditions that are not null must hold; an empty list of values matches nothing. */
export interface ExecutionListFilter {
  readonly status: readonly ExecutionStatus[] | null;
  readonly waitingFor: readonly WaitKind[] | null;
  /** Unix milliseconds: created at or after, created before. */
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
  readonly callableName: string | null;
  /** Every one of them. */
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly contextId: string | null;
  /** Only executions that no other one started (true) or only those that one did (false). */
  readonly root: boolean | null;
  /** Name of the object of the execution whose steps started them. */
  readonly parent: string | null;
  /** Name of the schedule whose runs they are. Absent for any, and for none. */
  readonly schedule?: string | undefined;
  /** Name of the object of the execution that they retry or fork. Absent for any, and for none. */
  readonly derivedFrom?: string | undefined;
  /** For whom. Absent for one that reaches everything. */
  readonly access?: ListAccess | undefined;
  /** Only runs of schedules (true), or only others (false). Absent for any. */
  readonly scheduled?: boolean | undefined;
  /** How they were started. Absent for any. */
  readonly kinds?: readonly ExecutionKind[] | undefined;
  /** Whether one that waits for an execution that it started is RUNNING here: for `status`, and where states are counted. */
  readonly childWaitIsRunning?: boolean | undefined;
  /** Folded words, each of which their text has, see `search-text.ts`. Absent for any. */
  readonly words?: readonly string[] | undefined;
}

export interface ExecutionListQuery {
  readonly filter: ExecutionListFilter;
  readonly newestFirst: boolean;
  /** How many items, counted from the end if `backward`. */
  readonly limit: number;
  readonly backward: boolean;
  /** The item before the page, in the order of the list. */
  readonly after: ExecutionPosition | null;
  /** The item after the page, in the order of the list. */
  readonly before: ExecutionPosition | null;
  /** Whether a conversation is listed by the latest of its roots alone, among those that are visible. */
  readonly onePerConversation?: boolean | undefined;
}

/** An execution as the list shows it. The names of its callables, which can be many, stay where they are searched. */
export type ListedExecution = Omit<ExecutionSummary, "callables" | "words">;

/** An execution as the feed of changes has it: with the text that it is found by, where that is more than its summary says. */
export type ChangedExecution = ExecutionSummary & { readonly searchText?: string };

export interface ExecutionList {
  /** In the order of the list. */
  readonly items: readonly ListedExecution[];
  /** Whether items follow in the direction of paging. */
  readonly hasMore: boolean;
  /** Where the search for more items stopped, having looked at as many as one page may. Absent if it did not stop early. */
  readonly reached?: ExecutionPosition | undefined;
  /** Position in the feed of changes that the page reflects. */
  readonly position: ChangePosition;
}

/** A page of the inbox: newest first, or oldest first. Executions that were deleted are left out with their questions. */
export interface InboxQuery {
  /** Null for every state. */
  readonly status: readonly InboxSummary["status"][] | null;
  readonly kinds: readonly InboxSummary["kind"][] | null;
  /** For whom. Absent for one that reaches everything. */
  readonly access?: ListAccess | undefined;
  /** Only questions with one of these addressees (`addresseeKey`). Absent for all. */
  readonly addressees?: readonly string[];
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly backward: boolean;
  readonly after: InboxPosition | null;
  readonly before: InboxPosition | null;
}

export interface InboxPosition {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly execution: string;
  readonly requestId: string;
}

export interface InboxList {
  readonly items: readonly InboxItem[];
  readonly hasMore: boolean;
  /** Position in the feed of changes that the page reflects. */
  readonly position: ChangePosition;
}

/** A page of the conversations of a tenant, the latest first. */
export interface ConversationListQuery {
  /** For whom. Absent for one that reaches everything. */
  readonly access?: ListAccess | undefined;
  readonly limit: number;
  readonly backward: boolean;
  readonly after: ConversationPosition | null;
  readonly before: ConversationPosition | null;
}

export interface ConversationPosition {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly conversation: string;
}

export interface ConversationList {
  readonly items: readonly ConversationView[];
  readonly hasMore: boolean;
}

export interface StatusCount {
  readonly status: ExecutionStatus;
  readonly count: number;
}

/** The state that an execution has for a list. */
export function listedStatus(
  { childWaitIsRunning }: Pick<ExecutionListFilter, "childWaitIsRunning">,
  { status, waitingFor }: Pick<ExecutionSummary, "status" | "waitingFor">,
): ExecutionStatus {
  return childWaitIsRunning === true && status === "WAITING" && waitingFor === "CHILD" ? "RUNNING" : status;
}

/** Whether an execution belongs to a list that is filtered by `filter`. */
export function matchesFilter(filter: ExecutionListFilter, summary: ChangedExecution): boolean {
  const { callableName, contextId, createdAfter, createdBefore, labels, parent, root, status, waitingFor } = filter;
  const { access, derivedFrom, kinds, schedule, scheduled, words } = filter;
  return (
    (status === null || status.includes(listedStatus(filter, summary))) &&
    (waitingFor === null || (summary.waitingFor !== null && waitingFor.includes(summary.waitingFor))) &&
    (createdAfter === null || summary.createdAt >= createdAfter) &&
    (createdBefore === null || summary.createdAt < createdBefore) &&
    (callableName === null || summary.callables.includes(callableName)) &&
    labels.every(({ key, value }) => summary.labels.some((label) => label.key === key && label.value === value)) &&
    (contextId === null || summary.contextId === contextId) &&
    (root === null || (summary.parent === null) === root) &&
    (parent === null || summary.parent === parent) &&
    (access === undefined || isListedFor(access, audienceOf(summary))) &&
    (schedule === undefined || summary.schedule === schedule) &&
    (derivedFrom === undefined || summary.derivedFrom === derivedFrom) &&
    (scheduled === undefined || (summary.schedule !== undefined) === scheduled) &&
    (kinds === undefined || kinds.includes(summary.startedWith)) &&
    (words === undefined || hasWords(summary.searchText ?? searchTextOf(summary), words))
  );
}

/** Changes of the list of a tenant: each execution at most once, at its latest state. */
export interface ChangePage {
  /** Position that the page continues. */
  readonly after: ChangePosition;
  readonly summaries: readonly ChangedExecution[];
  /** Names of executions that were removed. */
  readonly removed: readonly string[];
  /** Who could see them, by name. Nothing of one that was removed before 0.9.0. */
  readonly removedOf?: { readonly [execution: string]: Audience };
  readonly cursor: ChangePosition;
  readonly caughtUp: boolean;
  /** Whether removals after `after` are no longer known, or `after` is of another epoch. */
  readonly gap: boolean;
}

/** Where a walk over everything of a subject stands: behind a change of the index, then behind a conversation. */
export type SubjectPlace =
  | { readonly at: "EXECUTIONS"; readonly change: number }
  | { readonly at: "CONVERSATIONS"; readonly createdAt: number; readonly name: string };

/** The result of a part of the walk. */
export interface SubjectPage {
  /** Names of executions of the subject. */
  readonly executions: readonly string[];
  /** Names of conversations that the subject began. */
  readonly conversations: readonly string[];
  /** Where the walk continues. Null at its end. */
  readonly next: SubjectPlace | null;
}
