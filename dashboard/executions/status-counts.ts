/** How many executions are in each status, read again while the list changes, every two seconds at most. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { request } from "../api/request.ts";
import type { ApiFilter } from "./execution-filter.ts";
import { type ExecutionStatus, executionCounts } from "./execution-list.generated.ts";
import { changesSeen, listed } from "./execution-list.ts";

/** Counts stop here. */
export const countLimit = 10_000;

const pauseMs = 2_000;

const counts = signal<ReadonlyMap<ExecutionStatus, number> | null>(null);

/** Null until they were read. A status that does not occur is absent. */
export const statusCounts: ReadonlySignal<ReadonlyMap<ExecutionStatus, number> | null> = counts;

let readFor: ApiFilter | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let isDue = false;

effect(() => {
  void changesSeen.value;
  const filter = listed.value?.filter ?? null;
  if (filter === null) return;
  if (timer !== undefined && filter === readFor) {
    isDue = true;
    return;
  }
  clearTimeout(timer);
  void read(filter);
});

async function read(filter: ApiFilter): Promise<void> {
  readFor = filter;
  isDue = false;
  timer = setTimeout(() => {
    timer = undefined;
    if (isDue && listed.peek() !== null) void read(filter);
  }, pauseMs);
  const answer = await request(executionCounts, { filter });
  const found = answer.ok ? answer.data.executions : null;
  if (found === null || readFor !== filter) return;
  counts.value = new Map(found.statusCounts.map(({ count, status }) => [status, count]));
}

/** `12`, `10,000+` where the count stopped. */
export function countWords(count: number): string {
  return count >= countLimit ? `${countLimit.toLocaleString("en-US")}+` : count.toLocaleString("en-US");
}
