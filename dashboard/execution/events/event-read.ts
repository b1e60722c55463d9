/** The whole of single events, read when a reader opens them and kept while the log is shown. */
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import type { ExecutionStore, LoggedEvent } from "../store/execution-model.ts";
import { eventDetail } from "./event-detail.generated.ts";
import { plainEvent } from "./event-json.ts";

export type WholeEvent =
  | { readonly kind: "LOADING" }
  | { readonly kind: "LOADED"; readonly value: unknown }
  | { readonly kind: "PROBLEM"; readonly problem: Problem };

export interface WholeEvents {
  /** Null for one that was not asked for. */
  get(sequence: number): WholeEvent | null;
  /** Reads the event at a position of the log, unless it is known. */
  read(position: number): void;
}

/** Hidden messages between two events that a reader sees are skipped in pages of this size. */
const pageSize = 20;

const gone: Problem = { code: "NOT_FOUND", message: "The event is not in the log any more." };

export function useWholeEvents(store: ExecutionStore): WholeEvents {
  return useMemo(() => {
    const known = signal<ReadonlyMap<number, WholeEvent>>(new Map());
    const keep = (sequence: number, event: WholeEvent) => {
      known.value = new Map(known.peek()).set(sequence, event);
    };
    return {
      get: (sequence) => known.value.get(sequence) ?? null,
      read: (position) => {
        const event = store.log[position];
        if (event === undefined) return;
        const before = known.peek().get(event.sequence)?.kind;
        if (before === "LOADED" || before === "LOADING") return;
        keep(event.sequence, { kind: "LOADING" });
        void read(store, event, store.log[position - 1]).then((whole) => keep(event.sequence, whole));
      },
    };
  }, [store]);
}

async function read(store: ExecutionStore, event: LoggedEvent, previous: LoggedEvent | undefined): Promise<WholeEvent> {
  // The event before a part of the log is unknown.
  const known = previous?.sequence ?? (store.window.peek() === null ? null : event.sequence - 1);
  const from = known ?? store.gap.peek()?.lastSequence ?? 0;
  const readPage = (after: string | null, first: number, includeHidden: boolean) =>
    request(eventDetail, {
      id: store.executionId,
      after,
      afterSequence: after === null ? known : null,
      first,
      includeHidden,
    });
  let after: string | null = null;
  for (;;) {
    const first = Math.max(1, Math.min(pageSize, event.sequence - from));
    const answer: Awaited<ReturnType<typeof readPage>> = await readPage(after, first, store.includesHidden.peek());
    if (!answer.ok) return { kind: "PROBLEM", problem: answer.problem };
    const page = answer.data.execution?.events ?? null;
    if (page === null) return { kind: "PROBLEM", problem: answer.problems[0] ?? gone };
    const found = page.nodes.find(({ sequence }) => sequence === event.sequence);
    if (found !== undefined) return { kind: "LOADED", value: plainEvent(found) };
    const isPast = page.nodes.some(({ sequence }) => sequence > event.sequence);
    const next = page.pageInfo.endCursor;
    if (isPast || !page.pageInfo.hasNextPage || next === null || next === after) {
      return { kind: "PROBLEM", problem: gone };
    }
    after = next;
  }
}
