/** The part that is always visible: status, question, actions, and vital signs. */
import { computed } from "@preact/signals";
import { useContext, useMemo } from "preact/hooks";
import { now } from "../api/clock.ts";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime } from "../parts/numbers.ts";
import { lookOf, runStatus, Status } from "../parts/status.tsx";
import { ExecutionActions } from "./execution-actions.tsx";
import type { ExecutionActs } from "./execution-keys.ts";
import { MomentContext } from "./moment.ts";
import { hasNoAgent } from "./payload/run-parts.ts";
import type { ExecutionStore, StepRow } from "./store/execution-model.ts";
import { Vitals } from "./vitals.tsx";

/** Longer titles may be cut to two lines; the inspector has the whole request. */
const longTitle = 60;

export interface ExecutionSummaryProps {
  /** The present: actions apply to it. */
  readonly store: ExecutionStore;
  /** The shown state: the present, or the execution as it was. */
  readonly shown: ExecutionStore;
  readonly acts: ExecutionActs;
}

export function ExecutionSummary({ acts, shown, store }: ExecutionSummaryProps) {
  const present = store.head.value;
  const head = shown.head.value;
  const isBackingOff = useMemo(() => computed(() => isOnlyBackingOff(shown.rows.value)), [shown]);
  if (head === null || present === null) {
    return (
      <div class="summary-line" aria-busy="true">
        <h1 class="soft">Execution</h1>
      </div>
    );
  }
  return (
    <>
      <div class="summary-line">
        {hasNoAgent(head) && head.status === "SUCCEEDED" ? (
          <Status status="NO_AGENT" pill />
        ) : (
          <Status status={head.status === "RUNNING" && isBackingOff.value ? "BACKING_OFF" : runStatus(head)} pill />
        )}
        <h1 title={head.title.length > longTitle ? madeVisible(head.title) : undefined}>
          <bdi class="inert">{head.title === "" ? "Execution without words" : madeVisible(head.title)}</bdi>
        </h1>
        <ExecutionActions store={store} head={present} acts={acts} />
      </div>
      <Then present={runStatus(present)} />
      <Vitals store={shown} head={head} />
    </>
  );
}

function isOnlyBackingOff(rows: readonly StepRow[]): boolean {
  return rows.some(({ status }) => status === "BACKING_OFF") && !rows.some(({ status }) => status === "RUNNING");
}

/** Says that the page shows the past, and where the run stands now. The buttons above act on the present. */
function Then({ present }: { readonly present: string }) {
  const moment = useContext(MomentContext);
  if (moment === null) return null;
  return (
    <p class="note then">
      <Icon name="retry" small />
      <span>
        As it was at {clockTime(moment.clock.value, now.peek())}. Now it is <b>{lookOf(present).word.toLowerCase()}</b>,
        and buttons act on what is now.
      </span>
    </p>
  );
}
