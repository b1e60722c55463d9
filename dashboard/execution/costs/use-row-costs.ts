/**
 * Room `execution/costs`: the cost of each line of the timeline, read beside the head of each visible execution. While one runs, its
 * children are read again every three seconds, because they report nothing to it until they end. At most 1,000 children are read.
 */
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { sameJson } from "../../../src/json/json.ts";
import { isSeen } from "../../api/page-visibility.ts";
import { request } from "../../api/request.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import type { ChildExecutions } from "../timeline/timeline-children.ts";
import { childCosts } from "./child-costs.generated.ts";
import { type CostedChild, type RowCost, rowCosts } from "./row-costs.ts";

/** By the execution, then by the step. */
export type CostsOfRows = ReadonlyMap<string, ReadonlyMap<string, RowCost>>;

const mostPages = 10;
const pauseMs = 3_000;

export function useRowCosts(store: ExecutionStore, { opened }: ChildExecutions): ReadonlySignal<CostsOfRows> {
  const costs = useMemo(() => signal<CostsOfRows>(new Map()), [store]);
  useEffect(() => {
    const stops = new Map<ExecutionStore, () => void>();
    const stop = effect(() => {
      const shown = new Set([store, ...[...opened.value.values()].map((child) => child.store)]);
      for (const [one, end] of stops) {
        if (shown.has(one)) continue;
        end();
        stops.delete(one);
      }
      for (const one of shown)
        if (!stops.has(one))
          stops.set(
            one,
            untracked(() => watch(one, costs)),
          );
    });
    return () => {
      stop();
      for (const end of stops.values()) end();
    };
  }, [store, opened, costs]);
  return costs;
}

/** Keeps the costs of one execution up to date until the end is called. */
function watch(store: ExecutionStore, costs: { value: CostsOfRows; peek(): CostsOfRows }): () => void {
  const life = new AbortController();
  let children: readonly CostedChild[] = [];
  let readFor = "";
  let isLoading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const publish = () => {
    const head = store.head.peek();
    if (head === null) return;
    const next = rowCosts(children, head.modelCalls);
    // Heads come often while a run continues; lines are made again only for other costs.
    const before = costs.peek().get(store.executionId);
    if (before !== undefined && sameJson([...before], [...next])) return;
    costs.value = new Map(costs.peek()).set(store.executionId, next);
  };
  const look = async () => {
    const head = store.head.peek();
    if (head === null || isLoading || timer !== undefined) return;
    const isParent = store.rows.peek().some(({ childExecutionId }) => childExecutionId !== null);
    const moment = `${head.lastSequence} ${head.finishedAt} ${isParent}`;
    if (!isParent || moment === readFor) return;
    isLoading = true;
    readFor = moment;
    children = (await readChildren(store.executionId, life.signal)) ?? children;
    isLoading = false;
    if (life.signal.aborted) return;
    publish();
    timer = setTimeout(() => {
      timer = undefined;
      // A running child reports nothing to its parent until it ends.
      if (isSeen.peek() && hasRunningChild(store)) readFor = "";
      void look();
    }, pauseMs);
  };
  const stop = effect(() => {
    void store.head.value;
    void store.rows.value;
    untracked(() => {
      publish();
      void look();
    });
  });
  return () => {
    stop();
    life.abort();
    clearTimeout(timer);
  };
}

function hasRunningChild({ head, rows }: ExecutionStore): boolean {
  if (head.peek()?.finishedAt !== null) return false;
  return rows.peek().some(({ childExecutionId, status }) => childExecutionId !== null && status === "RUNNING");
}

/** Null if they cannot be read: costs are left out then. */
async function readChildren(id: string, signal: AbortSignal): Promise<readonly CostedChild[] | null> {
  const found: CostedChild[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Awaited<ReturnType<typeof readPage>> = await readPage(id, after, signal);
    const children = answer.ok ? (answer.data.execution?.children ?? null) : null;
    if (children === null) return null;
    found.push(...children.nodes);
    if (!children.pageInfo.hasNextPage) break;
    after = children.pageInfo.endCursor;
  }
  return found;
}

function readPage(id: string, after: string | null, signal: AbortSignal) {
  return request(childCosts, { id, after }, signal);
}
