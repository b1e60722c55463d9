/** Which events are hidden from end users: those that only coordinate agents (T33). This is decided once, when the event is written. */
import type { ExecutionEvent } from "./event.ts";

export function isHiddenEvent(event: ExecutionEvent): boolean {
  return event.kind === "MessageAdded" && event.uiHidden;
}
