/** Which rows are selected, and which one the keys mean. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { listed } from "./execution-list.ts";
import type { ExecutionRow } from "./row-words.ts";

const picked = signal<ReadonlySet<string>>(new Set());
/** Where a range begins. */
let anchor: string | null = null;

/** IDs of selected rows, those that are not shown any more included. */
export const pickedIds: ReadonlySignal<ReadonlySet<string>> = picked;

/** The row that has or had the focus last. */
export const focusedId = signal<string | null>(null);

/** Rows that can be selected: those that are not deleted. */
const selectable = computed<readonly ExecutionRow[]>(() => {
  const page = listed.value?.page;
  return page === undefined ? [] : page.rows.filter(({ id }) => page.departed.get(id) !== "DELETED");
});

/** Selected rows that are shown, in their order. */
export const pickedRows: ReadonlySignal<readonly ExecutionRow[]> = computed(() =>
  selectable.value.filter(({ id }) => picked.value.has(id)),
);

export const areAllPicked: ReadonlySignal<boolean> = computed(
  () => selectable.value.length > 0 && pickedRows.value.length === selectable.value.length,
);

/** The rows of an action: the selected ones, otherwise the row that has the focus. */
export function meantRows(): readonly ExecutionRow[] {
  if (pickedRows.peek().length > 0) return pickedRows.peek();
  return selectable.peek().filter(({ id }) => id === focusedId.peek());
}

/** Selects or releases a row; with `isRange` all rows from the one before to this one become as this one. */
export function pick(id: string, isRange: boolean): void {
  const next = new Set(picked.peek());
  const isOn = !next.has(id);
  for (const other of isRange ? between(anchor, id) : [id]) {
    if (isOn) next.add(other);
    else next.delete(other);
  }
  anchor = id;
  picked.value = next;
}

export function pickAll(): void {
  picked.value = areAllPicked.peek() ? new Set() : new Set(selectable.peek().map(({ id }) => id));
}

export function releaseAll(): void {
  picked.value = new Set();
  anchor = null;
}

/** Keeps those alone selected that something is still to be done about. */
export function pickOnly(ids: readonly string[]): void {
  picked.value = new Set(ids);
}

function between(from: string | null, to: string): readonly string[] {
  const ids = selectable.peek().map(({ id }) => id);
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
