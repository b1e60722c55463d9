/** Asks before executions are cancelled, because a cancel cannot be undone. */
import { signal } from "@preact/signals";
import { Dialog } from "../parts/dialog.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { plural } from "../parts/numbers.ts";
import { Status } from "../parts/status.tsx";
import { runBulk } from "./bulk-action.ts";
import { type ExecutionRow, hasEnded, shortId } from "./row-words.ts";

/** Rows that are named before one counts the rest. */
const namedRows = 8;

const meant = signal<readonly ExecutionRow[]>([]);

export function askToCancel(rows: readonly ExecutionRow[]): void {
  meant.value = rows;
}

export function CancelDialog() {
  const rows = meant.value;
  if (rows.length === 0) return null;
  const going = rows.filter((row) => !hasEnded(row));
  const close = () => {
    meant.value = [];
  };
  return (
    <Dialog title={`Cancel ${plural(going.length, "execution")}?`} onClose={close}>
      <div class="outcomes">
        <ul>
          {going.slice(0, namedRows).map((row) => (
            <li key={row.id}>
              <Status status={row.status} bare />
              <b class="clip">{madeVisible(row.title) || "Nothing was asked in words"}</b>
              <code>{shortId(row.id)}</code>
            </li>
          ))}
        </ul>
        {going.length > namedRows && <p>and {going.length - namedRows} more</p>}
        <p>
          Running calls are asked to stop; effects that they had stay. Executions that they started end too.
          {going.length < rows.length && ` ${plural(rows.length - going.length, "selected execution")} ended already.`}
        </p>
        <div class="row">
          <button
            class="btn danger"
            type="button"
            onClick={() => {
              close();
              void runBulk("CANCEL", rows);
            }}
          >
            Cancel {plural(going.length, "execution")}
          </button>
          <button class="btn" type="button" onClick={close}>
            Let {going.length === 1 ? "it" : "them"} run
          </button>
        </div>
      </div>
    </Dialog>
  );
}
