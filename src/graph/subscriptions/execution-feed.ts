/** The subscription to the log of one execution. */
import type { RecordedEvent } from "../../execution/events/event.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { EventPage } from "../../execution/views/execution-view.ts";
import { positionOf } from "../../execution/views/log-position.ts";
import { eventCursor } from "../base/event-cursor.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { BatchSource } from "../base/list-sources.ts";
import { nodeNamed } from "../base/node-id.ts";
import { requestError } from "../base/request-error.ts";
import type { ExecutionEventBatchResolvers, RequireFields } from "../base/resolvers.generated.ts";
import type { SubscriptionExecutionEventsArgs } from "../base/schema.generated.ts";
import { eventSource } from "../execution/event-source.ts";
import { positionAfter } from "../execution/execution-resolvers.ts";
import { eventSelection, visiblePage } from "../execution/visible-events.ts";
import { checkedHeartbeat } from "./heartbeat.ts";
import { resumedAfter } from "./last-event-id.ts";
import { subscriptionStream } from "./subscription-stream.ts";

/** Events of one batch as the schema promises, 500 at most. */
const MAX_BATCH = 500;

/**
 * Follows one execution. Throws NOT_FOUND for an id that names none, BAD_USER_INPUT for a foreign cursor or a bad heartbeat, FORBIDDEN for
 * hidden events without their scope.
 */
export async function watchExecution(
  { executionId, after, filter, heartbeatMs }: RequireFields<SubscriptionExecutionEventsArgs, "heartbeatMs">,
  context: GraphContext,
): Promise<AsyncIterable<BatchSource>> {
  checkedHeartbeat(heartbeatMs, "the execution");
  const name = await nodeNamed(executionId, "EXECUTION", context);
  if (name === undefined) {
    const required = "required an id that this deployment gave to the caller's tenant";
    throw requestError("NOT_FOUND", `Cannot follow the execution: ${required}`);
  }
  const { execution } = name;
  const position = positionAfter(resumedAfter(after, context.request), execution);
  const { executions } = context.clients;
  const select = selecting(eventSelection(filter, context), heartbeatMs, context.now);
  return subscriptionStream(
    (signal) => executions.watch(execution, { after: position, heartbeatMs, signal }),
    (page) => {
      const selected = select(page);
      return selected === undefined ? [] : batchesOf(execution, selected);
    },
    context,
  );
}

/**
 * Removes the events from each page that `isShown` rejects. Returns undefined for a page that need not be sent. A page without a match is
 * sent when it says something else (all was replayed, a gap, the end) or when nothing was sent for a heartbeat: a busy execution is proven
 * reachable by the very events that are left out, and the cursor must move.
 */
function selecting(
  isShown: (recorded: RecordedEvent) => boolean,
  heartbeatMs: number,
  now: () => number,
): (page: EventPage) => EventPage | undefined {
  let sentAt = now();
  let wasCaughtUp = false;
  return (page) => {
    const shown = visibleIfAll(page, isShown);
    const hasNews = shown.events.length > 0 || page.gap !== null || (page.caughtUp && isFinalExecution(page.status));
    const isBeat = page.events.length === 0 || now() - sentAt >= heartbeatMs;
    const isSent = hasNews || isBeat || page.caughtUp !== wasCaughtUp;
    wasCaughtUp = page.caughtUp;
    if (isSent) sentAt = now();
    return isSent ? shown : undefined;
  };
}

/** Subscribers that see everything that is not hidden share one page. */
function visibleIfAll(page: EventPage, isShown: (recorded: RecordedEvent) => boolean): EventPage {
  const events = page.events.filter(isShown);
  if (events.length === page.events.length) return page;
  const visible = visiblePage(page);
  return visible.events.length === events.length && visible.events.every((recorded, at) => recorded === events[at])
    ? visible
    : { ...page, events };
}

/** Batches of pages that other subscriptions of this isolate were sent too, so that their results can be shared. */
const sharedBatches = new WeakMap<EventPage, readonly BatchSource[]>();

function batchesOf(execution: string, page: EventPage): readonly BatchSource[] {
  const known = sharedBatches.get(page);
  // Pages of two executions may read the same.
  if (known?.[0]?.execution === execution) return known;
  const batches = cut(execution, page);
  sharedBatches.set(page, batches);
  return batches;
}

/** The page in batches of the promised size. Only the first may have a gap before it. */
function cut(execution: string, page: EventPage): readonly BatchSource[] {
  const batch = (part: EventPage) => ({ execution, page: part, position: eventCursor(execution, part.cursor) });
  const batches: BatchSource[] = [];
  let rest = page;
  while (rest.events.length > MAX_BATCH) {
    const events = rest.events.slice(0, MAX_BATCH);
    const last = events.at(-1);
    const cursor = last === undefined ? rest.cursor : positionOf(last);
    batches.push(batch({ ...rest, events, cursor, caughtUp: false }));
    rest = { ...rest, after: cursor, events: rest.events.slice(MAX_BATCH), gap: null };
  }
  return [...batches, batch(rest)];
}

export const batchResolvers = {
  events: ({ execution, page }) => page.events.map((recorded) => eventSource(execution, recorded)),
  cursor: ({ position }) => position,
  caughtUp: ({ page }) => page.caughtUp,
  gap: ({ page }) => page.gap,
  status: ({ page }) => page.status,
} satisfies ExecutionEventBatchResolvers;
