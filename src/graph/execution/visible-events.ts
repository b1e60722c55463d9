/**
 * Which events a reader sees. Events that only coordinate agents are left out unless the reader asks for them, which needs a scope of its own
 * (T33); cursors count them all the same. Successes of auto-tools are left out on request (T29).
 */

import type { RecordedEvent } from "../../execution/events/event.ts";
import { stepOf } from "../../execution/events/event-step.ts";
import { isHiddenEvent } from "../../execution/events/hidden-event.ts";
import { isAutoToolSuccess } from "../../execution/views/chat-frame.ts";
import type { EventPage } from "../../execution/views/execution-view.ts";
import { eventType } from "../../execution/views/public-event.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requireScope } from "../base/required-scopes.ts";
import type { SubscriptionExecutionEventsArgs } from "../base/schema.generated.ts";

/** Whether an event concerns only agents. Asked of the event too, so that no column alone decides over a text. */
export function isHidden({ event, hidden }: RecordedEvent): boolean {
  return hidden || isHiddenEvent(event);
}

/** Says of each event whether `filter` lets it through. Throws FORBIDDEN for hidden events without their scope. */
export function eventSelection(
  filter: SubscriptionExecutionEventsArgs["filter"],
  context: GraphContext,
): (recorded: RecordedEvent) => boolean {
  const { includeHidden, stepId, suppressAutoToolSuccesses, types } = filter ?? {};
  if (includeHidden === true) requireScope(context, "DEBUG_READ", "includeHidden");
  return (recorded) => {
    const { event } = recorded;
    return (
      (includeHidden === true || !isHidden(recorded)) &&
      (types == null || types.includes(eventType(event.kind))) &&
      (stepId == null || stepOf(event) === stepId) &&
      (suppressAutoToolSuccesses !== true || !isAutoToolSuccess(event))
    );
  };
}

const visiblePages = new WeakMap<EventPage, EventPage>();

/** The page without hidden events. All readers of a page get the same object, so that values made from it can be shared. */
export function visiblePage(page: EventPage): EventPage {
  if (!page.events.some(isHidden)) return page;
  const known = visiblePages.get(page);
  if (known !== undefined) return known;
  const visible = { ...page, events: page.events.filter((recorded) => !isHidden(recorded)) };
  visiblePages.set(page, visible);
  return visible;
}
