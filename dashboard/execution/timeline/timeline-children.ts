/**
 * Child executions that a reader unfolded. Browsers allow few connections to one server, so that no more than three that still run are
 * followed; others are read once, and say so.
 */
import { batch, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { ExecutionStore } from "../store/execution-model.ts";

export interface OpenChild {
  readonly executionId: string;
  readonly store: ExecutionStore;
  /** Whether later events are shown too. */
  readonly isFollowed: boolean;
}

export interface ChildExecutions {
  /** By the key of the line that unfolds them. */
  readonly opened: ReadonlySignal<ReadonlyMap<string, OpenChild>>;
  open(key: string, executionId: string): void;
  /** Closes the child of a line, and its unfolded content. */
  close(key: string): void;
  closeAll(): void;
}

export const mostFollowed = 3;

/** None open yet. `openExecution` makes the store of each. */
export function childExecutions(openExecution: (executionId: string) => ExecutionStore): ChildExecutions {
  const opened = signal<ReadonlyMap<string, OpenChild>>(new Map());
  const stops = new Map<string, () => void>();
  const end = (keys: readonly string[]) => {
    const rest = new Map(opened.peek());
    batch(() => {
      for (const key of keys) {
        stops.get(key)?.();
        stops.delete(key);
        rest.get(key)?.store.close();
        rest.delete(key);
      }
      opened.value = rest;
    });
  };
  return {
    opened,
    open(key, executionId) {
      if (opened.peek().has(key)) return;
      const followed = untracked(() =>
        [...opened.value.values()].filter(({ isFollowed, store }) => isFollowed && !hasEnded(store)),
      );
      const isFollowed = followed.length < mostFollowed;
      const store = openExecution(executionId);
      opened.value = new Map(opened.peek()).set(key, { executionId, store, isFollowed });
      stops.set(key, closeWhenRead(store, isFollowed));
    },
    close(key) {
      end([...opened.peek().keys()].filter((other) => other === key || other.startsWith(`${key}/`)));
    },
    closeAll() {
      end([...opened.peek().keys()]);
    },
  };
}

/** The note of a line on the child that it unfolds. Empty for none. */
export function childNote({ isFollowed, store }: OpenChild): string {
  const problem = store.problem.value;
  if (problem !== null) return `child cannot be shown: ${problem.code}`;
  if (store.head.value === null) return "reading the child execution";
  if (!isFollowed && store.head.value.finishedAt === null)
    return `child read once, ${mostFollowed} others are followed`;
  return "";
}

function hasEnded(store: ExecutionStore): boolean {
  return store.problem.value !== null || (store.head.value?.finishedAt ?? null) !== null;
}

/** Lets go of the connections of a child as soon as all is read that is to be shown: of one that has ended there is no more. */
function closeWhenRead(store: ExecutionStore, isFollowed: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const head = store.head.value;
    const isRead =
      head !== null && !head.isPart && store.logLength.value > 0 && lastSequence(store) >= Number(head.lastSequence);
    if (!isRead || (isFollowed && !hasEnded(store))) return;
    // Rows come a frame after the state that they are made of.
    timer ??= setTimeout(() => store.close(), publishedMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

const publishedMs = 500;

function lastSequence({ log }: ExecutionStore): number {
  return Number(log.at(-1)?.sequence ?? 0);
}
