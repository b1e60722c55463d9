/**
 * The source types of lists and of subscription batches.
 */
import type { ChangePage, ExecutionListFilter } from "../../execution/views/execution-list.ts";
import type { ChangePosition, EventPage } from "../../execution/views/execution-view.ts";
import type { InboxPage } from "../../execution/views/inbox.ts";
import type { Connection } from "./connection.ts";
import type { ExecutionSource, HumanInputSource } from "./sources.ts";

/** The item of a subscription. */
export interface StreamItem {
  /** Position after the item; goes out as `extensions.cursor` and as the id of a server-sent event. */
  readonly position: string;
}

/** A page of changes, as far as the filter of the subscription lets it through. */
export interface ChangeBatchSource extends StreamItem {
  readonly page: ChangePage;
  readonly executions: readonly ExecutionSource[];
  /** Names of executions that were removed or do not match. */
  readonly removed: readonly string[];
}

/** A page of executions, with the source of its other fields. */
export interface ExecutionConnectionSource extends Connection<ExecutionSource> {
  readonly filter: ExecutionListFilter;
  readonly position: ChangePosition;
}

/** A page of the log of `execution`. */
export interface BatchSource extends StreamItem {
  readonly execution: string;
  readonly page: EventPage;
}

/** A page of changes. */
export interface InboxBatchSource extends StreamItem {
  readonly page: InboxPage;
  readonly requests: readonly HumanInputSource[];
}

/** A page of questions, with the position in the feed that it reflects. */
export interface InboxConnectionSource extends Connection<HumanInputSource> {
  readonly position: ChangePosition;
}
