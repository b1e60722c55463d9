/**
 * The subscription to the log of one execution. An iterator written by hand, because a blocked `async function*` cannot be
 * returned: whoever leaves ends the watching at once, also in the middle of a wait.
 */
import type { EventPage } from "../plan/execution-view.ts";
import { eventCursor } from "./event-cursor.ts";
import { eventSource } from "./event-source.ts";
import { sequenceAfter } from "./execution-resolvers.ts";
import type { GraphContext } from "./graph-context.ts";
import { nodeNamed } from "./node-id.ts";
import { requestError } from "./request-error.ts";
import type {
  ExecutionEventBatchResolvers,
  RequireFields,
  SubscriptionExecutionEventsArgs,
} from "./schema.generated.ts";

const MIN_HEARTBEAT_MS = 5_000;
const MAX_HEARTBEAT_MS = 60_000;

/** Events of one batch as the schema promises, 500 at most. */
const MAX_BATCH = 500;

/** A page of the log of `execution`. */
export interface BatchSource {
  readonly execution: string;
  readonly page: EventPage;
}

/** Follows one execution. Throws NOT_FOUND for an id that names none, BAD_USER_INPUT for a foreign cursor or a bad heartbeat. */
export async function watchExecution(
  { executionId, after, heartbeatMs }: RequireFields<SubscriptionExecutionEventsArgs, "heartbeatMs">,
  context: GraphContext,
): Promise<AsyncIterable<BatchSource>> {
  if (heartbeatMs < MIN_HEARTBEAT_MS || heartbeatMs > MAX_HEARTBEAT_MS) {
    const required = `required heartbeatMs from ${MIN_HEARTBEAT_MS} to ${MAX_HEARTBEAT_MS}, found ${heartbeatMs}`;
    throw requestError("BAD_USER_INPUT", `Cannot follow the execution: ${required}`);
  }
  const name = await nodeNamed(executionId, "EXECUTION", context);
  if (name === null) {
    const required = "required an id that this deployment gave to the caller's tenant";
    throw requestError("NOT_FOUND", `Cannot follow the execution: ${required}`);
  }
  const { execution } = name;
  const leaving = new AbortController();
  const { signal } = context.request;
  const leave = () => leaving.abort();
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  const options = { after: sequenceAfter(after, execution), heartbeatMs, signal: leaving.signal };
  const pages = context.doors.executions.watch(execution, options)[Symbol.asyncIterator]();
  return batches(execution, pages, () => {
    signal.removeEventListener("abort", leave);
    leave();
  });
}

/** Batches of the pages, cut to the promised size. `release` runs once, whoever ends it. */
function batches(
  execution: string,
  pages: AsyncIterator<EventPage>,
  release: () => void,
): AsyncIterableIterator<BatchSource> {
  let rest: EventPage | null = null;
  let isOver = false;
  const over = (): IteratorReturnResult<undefined> => {
    if (!isOver) release();
    isOver = true;
    rest = null;
    return { done: true, value: undefined };
  };
  return {
    async next() {
      if (isOver) return over();
      try {
        let page = rest;
        if (page === null) {
          const step = await pages.next();
          if (isOver || step.done === true) return over();
          page = step.value;
        }
        const [head, tail] = cut(page);
        rest = tail;
        return { done: false, value: { execution, page: head } };
      } catch (error) {
        over();
        throw error;
      }
    },
    async return() {
      const ended = over();
      await pages.return?.();
      return ended;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function cut(page: EventPage): readonly [EventPage, EventPage | null] {
  if (page.events.length <= MAX_BATCH) return [page, null];
  const events = page.events.slice(0, MAX_BATCH);
  const cursor = events.at(-1)?.sequence ?? page.cursor;
  return [
    { ...page, events, cursor, caughtUp: false },
    { ...page, events: page.events.slice(MAX_BATCH) },
  ];
}

export const batchResolvers = {
  events: ({ execution, page }) => page.events.map((recorded) => eventSource(execution, recorded)),
  cursor: ({ execution, page }) => eventCursor(execution, page.cursor),
  caughtUp: ({ page }) => page.caughtUp,
  status: ({ page }) => page.status,
} satisfies ExecutionEventBatchResolvers;
