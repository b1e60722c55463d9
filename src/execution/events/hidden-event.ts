/** Which events are kept from end users: what only coordinates agents (T33). Decided once, when the event is written. */
import type { ExecutionEvent } from "./event.ts";

export function isHiddenEvent(event: ExecutionEvent): boolean {
  return event.kind === "MessageAdded" && event.uiHidden;
}
