/**
 * Rebuilds the state of an execution from its journal, page by page, so that the values of finished steps are never in memory together
 * (E14). The runner (`durable/runner/runner.ts`) then decides how a crashed execution continues.
 */

import { replay } from "../../execution/decide/transition.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { faultText } from "../../json/fault-text.ts";
import { optionalKeys } from "../ports/execution-keys.ts";
import { type Journal, pageBytes } from "../ports/ports.ts";

export interface Recovered {
  /** Absent if nothing was ever stored. */
  readonly state: ExecutionState | undefined;
  /** The row that this code does not know or cannot apply: the execution is readable and must not be touched (E2). */
  readonly parkedBy: string | null;
  /** Whether that row is older than the rows that this code reads, so that no later code can continue the execution. */
  readonly isTooOld: boolean;
}

export function recover(journal: Journal): Recovered {
  let state: ExecutionState | undefined;
  for (;;) {
    const page = journal.read(state?.sequence ?? 0, pageBytes);
    for (const record of page.records) {
      try {
        state = replay(state, record);
      } catch (error) {
        const parkedBy = `${record.event.kind} at ${record.sequence}`;
        console.error(
          JSON.stringify({
            log: "row_not_applied",
            ...optionalKeys(state?.pinned),
            parked_by: parkedBy,
            error: faultText(error),
          }),
        );
        return { state, parkedBy, isTooOld: false };
      }
    }
    if (page.unknown !== undefined) {
      const { isTooOld, kind, version } = page.unknown;
      return { state, parkedBy: `${kind} version ${version}`, isTooOld };
    }
    if (page.complete) return { state, parkedBy: null, isTooOld: false };
  }
}
