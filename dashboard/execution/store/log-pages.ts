/** Reads a window of a long log, its pages at once. */
import type { Problem } from "../../api/problem.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { logPage } from "./execution-log.generated.ts";
import type { LoggedEvent } from "./execution-model.ts";
import { type LogWindow, pageSize, pageStarts } from "./log-window.ts";

export type ReadWindow =
  | { readonly ok: true; readonly events: readonly LoggedEvent[]; readonly cursor: string | null }
  | { readonly ok: false; readonly problem: Problem };

/** Events of the window in order, each once, and the cursor behind them. Events that a reader may not see are left out by the server. */
export async function readWindow(
  executionId: string,
  window: LogWindow,
  includeHidden: boolean,
  signal: AbortSignal,
): Promise<ReadWindow> {
  const answers = await Promise.all(
    pageStarts(window).map((after) =>
      requestUntilAnswered(logPage, { id: executionId, after, first: pageSize, includeHidden }, signal),
    ),
  );
  const found = new Map<number, LoggedEvent>();
  let cursor: string | null = null;
  for (const answer of answers) {
    if (!answer.ok) return answer;
    const page = answer.data.execution?.events ?? null;
    if (page === null) return { ok: false, problem: answer.problems[0] ?? gone };
    for (const event of page.nodes) if (event.sequence <= window.last) found.set(event.sequence, event);
    cursor = page.pageInfo.endCursor ?? cursor;
  }
  const events = [...found.values()].sort((one, other) => one.sequence - other.sequence);
  return { ok: true, events, cursor };
}

const gone: Problem = { code: "NOT_FOUND", message: "These events are not in the log any more." };
