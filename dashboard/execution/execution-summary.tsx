/** What stays in sight whatever is looked at: status, what was asked, what can be done, and the vital signs. */
import { madeVisible } from "../parts/inert-text.tsx";
import { runStatus, Status } from "../parts/status.tsx";
import { ExecutionActions } from "./execution-actions.tsx";
import type { ExecutionActs } from "./execution-keys.ts";
import { hasNoAgent } from "./payload/run-parts.ts";
import type { ExecutionStore } from "./store/execution-model.ts";
import { Vitals } from "./vitals.tsx";

/** Longer titles may be cut to two lines; the whole of what was asked stands in the inspector. */
const longTitle = 60;

export function ExecutionSummary({ acts, store }: { readonly store: ExecutionStore; readonly acts: ExecutionActs }) {
  const head = store.head.value;
  if (head === null) {
    return (
      <div class="summary-line" aria-busy="true">
        <h1 class="soft">Execution</h1>
      </div>
    );
  }
  const isBackingOff = head.status === "RUNNING" && store.rows.value.some(({ status }) => status === "BACKING_OFF");
  const isAtWork = store.rows.value.some(({ status }) => status === "RUNNING");
  return (
    <>
      <div class="summary-line">
        {hasNoAgent(head) && head.status === "SUCCEEDED" ? (
          <Status status="NO_AGENT" pill />
        ) : (
          <Status status={isBackingOff && !isAtWork ? "BACKING_OFF" : runStatus(head)} pill />
        )}
        <h1 title={head.title.length > longTitle ? madeVisible(head.title) : undefined}>
          <bdi class="inert">{head.title === "" ? "Execution without words" : madeVisible(head.title)}</bdi>
        </h1>
        <ExecutionActions store={store} head={head} acts={acts} />
      </div>
      <Vitals store={store} head={head} />
    </>
  );
}
