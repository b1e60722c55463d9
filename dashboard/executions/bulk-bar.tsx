/** The actions on the selected rows, their progress, and refusals with their reasons. */

import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { plural } from "../parts/numbers.ts";
import { executionAddress } from "../shell/route.ts";
import { mayUse, viewer } from "../shell/viewer.ts";
import { type BulkAction, type BulkRun, bulkRun, dismissBulkRun, runBulk } from "./bulk-action.ts";
import { askToCancel } from "./cancel-dialog.tsx";
import { type ExecutionRow, hasEnded, shortId } from "./row-words.ts";
import { pickedRows, releaseAll } from "./selection.ts";

export function BulkBar() {
  const run = bulkRun.value;
  const rows = pickedRows.value;
  if (run !== null && !run.isOver) {
    return (
      <section class="bulk" aria-label="Progress">
        <progress value={run.outcomes.length} max={run.total} aria-hidden="true" />
        <span role="status">
          {run.action === "RETRY" ? "Retrying" : "Cancelling"}: {run.outcomes.length} of {run.total}
        </span>
      </section>
    );
  }
  if (rows.length === 0) return null;
  return (
    <section class="bulk" aria-label="Selected executions">
      <span>{rows.length} selected</span>
      <span class="rule" />
      <Act action="RETRY" rows={rows} onAct={() => void runBulk("RETRY", rows)} />
      <Act action="CANCEL" rows={rows} onAct={() => askToCancel(rows)} />
      <button class="btn quiet icon small" type="button" aria-label="Clear the selection" onClick={releaseAll}>
        <Icon name="close" small />
      </button>
    </section>
  );
}

interface ActProps {
  readonly action: BulkAction;
  readonly rows: readonly ExecutionRow[];
  readonly onAct: () => void;
}

function Act({ action, onAct, rows }: ActProps) {
  const why = hindrance(action, rows);
  const id = `why-not-${action}`;
  return (
    <>
      <button
        class="btn small"
        type="button"
        aria-disabled={why !== null}
        aria-describedby={why === null ? undefined : id}
        onClick={() => why === null && onAct()}
      >
        <Icon name={action === "RETRY" ? "retry" : "cancelled"} small />
        {action === "RETRY" ? "Retry" : "Cancel"}
      </button>
      {why !== null && (
        <span class="why-not" id={id}>
          {why}
        </span>
      )}
    </>
  );
}

/** Why nothing of `rows` can be retried or cancelled, as far as the page knows. Null if something may be. */
export function hindrance(action: BulkAction, rows: readonly ExecutionRow[]): string | null {
  const scope = action === "RETRY" ? "EXECUTION_START" : "EXECUTION_CONTROL";
  if (viewer.value !== null && !mayUse(scope)) return `needs the scope ${scope}`;
  if (action === "RETRY") return rows.some(hasEnded) ? null : "none has ended";
  return rows.every(hasEnded) ? "all have ended" : null;
}

/** Refusals, row by row, and the executions that a retry started. Shown only if there is more to say than that all was done. */
export function BulkSummary() {
  const run = bulkRun.value;
  if (run === null || !run.isOver || run.outcomes.every(({ refusal }) => refusal === null)) return null;
  return (
    <Dialog title={summaryTitle(run)} onClose={dismissBulkRun}>
      <div class="outcomes">
        <ul>
          {run.outcomes.map(({ refusal, row, startedId }) => (
            <li key={row.id}>
              <Icon
                name={refusal === null ? "succeeded" : "failed"}
                class={refusal === null ? "st-succeeded" : "st-failed"}
              />
              <div>
                <b class="clip">{madeVisible(row.title) || shortId(row.id)}</b>
                <span>
                  {refusal === null
                    ? run.action === "RETRY"
                      ? "Retried"
                      : "Asked to end"
                    : `Not done. ${madeVisible(refusal)}`}
                  {startedId !== null && (
                    <>
                      {" as "}
                      <a href={executionAddress(startedId)} onClick={dismissBulkRun}>
                        {shortId(startedId)}
                      </a>
                    </>
                  )}
                </span>
              </div>
              <code>{shortId(row.id)}</code>
            </li>
          ))}
        </ul>
        <p class="soft fine">Those that were refused stay selected.</p>
      </div>
    </Dialog>
  );
}

function summaryTitle({ action, outcomes }: BulkRun): string {
  const refused = outcomes.filter(({ refusal }) => refusal !== null).length;
  const done = outcomes.length - refused;
  return `${plural(done, "execution")} ${action === "RETRY" ? "retried" : "cancelled"}, ${refused} refused`;
}
