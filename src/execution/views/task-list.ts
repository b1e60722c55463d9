/** The tasks of an A2A client at one agent: their query, and the index's answer about each. */
import type { TaskState } from "./task-state.ts";

/** Where a task stands in the list, newest change first. */
export interface TaskPosition {
  /** Unix milliseconds. */
  readonly updatedAt: number;
  readonly execution: string;
}

export interface TaskListQuery {
  /** Whose tasks. */
  readonly subject: string;
  /** Name of the agent or workflow that was asked. */
  readonly name: string;
  readonly contextId: string | null;
  readonly state: TaskState | null;
  /** Changed at or after, Unix milliseconds. */
  readonly updatedSince: number | null;
  /** The task before the page. */
  readonly after: TaskPosition | null;
  readonly limit: number;
}

export interface ListedTask {
  readonly execution: string;
  readonly contextId: string | null;
  readonly state: TaskState;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

export interface TaskList {
  readonly tasks: readonly ListedTask[];
  readonly hasMore: boolean;
  /** How many match without paging; counted up to 10,000. */
  readonly total: number;
}
