/** The views of one execution, and which one the address means. */
import { untracked } from "@preact/signals";
import { place } from "../shell/location.ts";

export const executionViews = ["timeline", "graph", "events", "chat"] as const;
export type ExecutionView = (typeof executionViews)[number];

/** The view of the address; the timeline unless it says another one. A component that renders it subscribes. */
export function shownView(): ExecutionView {
  const named = place.value.query.get("view");
  return executionViews.find((view) => view === named) ?? "timeline";
}

/** Whether the view of the address shows the log itself, not the server's summary of it. Nothing subscribes. */
export function showsLog(): boolean {
  return ["events", "chat"].includes(untracked(shownView));
}
