/**
 * One action on several executions: at most four requests at a time, an outcome for every row, nothing skipped without a word. A retry
 * has a key of its own, so that asking again after a lost answer starts nothing twice.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { inTurns } from "../api/in-turns.ts";
import { newKey } from "../api/new-key.ts";
import { request } from "../api/request.ts";
import { announce } from "../parts/announce.tsx";
import { plural } from "../parts/numbers.ts";
import { cancelListed, permittedActions, retryListed } from "./bulk-actions.generated.ts";
import { type ExecutionRow, hasEnded } from "./row-words.ts";
import { pickOnly, releaseAll } from "./selection.ts";

export type BulkAction = "RETRY" | "CANCEL";

export interface Outcome {
  readonly row: ExecutionRow;
  /** Why nothing was done. Null if it was. */
  readonly refusal: string | null;
  /** The execution that a retry started. */
  readonly startedId: string | null;
}

export interface BulkRun {
  readonly action: BulkAction;
  readonly total: number;
  readonly outcomes: readonly Outcome[];
  readonly isOver: boolean;
}

const atATime = 4;
/** IDs that one request may name. */
const idsAtATime = 100;

const running = signal<BulkRun | null>(null);

/** The running action, or one that ran and was not dismissed. */
export const bulkRun: ReadonlySignal<BulkRun | null> = running;

/** Keys of retries whose answer was lost, by the execution. */
const keys = new Map<string, string>();

export function dismissBulkRun(): void {
  if (running.peek()?.isOver === true) running.value = null;
}

/**
 * Carries out the action for every row of `rows` that permits it, and reports the reason for each of the others. Waits for nothing else
 * that runs.
 */
export async function runBulk(action: BulkAction, rows: readonly ExecutionRow[]): Promise<void> {
  if (rows.length === 0 || running.peek()?.isOver === false) return;
  let run: BulkRun = { action, total: rows.length, outcomes: [], isOver: false };
  const report = (outcome: Outcome) => {
    run = { ...run, outcomes: [...run.outcomes, outcome] };
    running.value = run;
  };
  running.value = run;
  const forbidden = await refusals(action, rows);
  await inTurns(rows, atATime, async (row) => {
    const refusal = forbidden.get(row.id);
    report(refusal === undefined ? await act(action, row) : { row, refusal, startedId: null });
  });
  const refused = run.outcomes.filter(({ refusal }) => refusal !== null);
  const done = run.outcomes.length - refused.length;
  running.value = { ...run, isOver: true };
  announce(
    `${plural(done, "execution")} ${action === "RETRY" ? "retried" : "cancelled"}${refused.length > 0 ? `, ${refused.length} refused` : ""}`,
  );
  if (refused.length === 0) releaseAll();
  else pickOnly(refused.map(({ row }) => row.id));
}

/** Why rows would be refused, as the API says now: the list itself does not have the permitted actions. */
async function refusals(action: BulkAction, rows: readonly ExecutionRow[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += idsAtATime) {
    const some = ids.slice(at, at + idsAtATime);
    const answer = await request(permittedActions, { ids: some });
    // Whether it is permitted then shows in the answer.
    const nodes = answer.ok ? answer.data.nodes : null;
    if (nodes === null) continue;
    for (const [place, id] of some.entries()) {
      const node = nodes[place];
      if (node === null || node === undefined) found.set(id, "It was deleted");
      else if ("permittedActions" in node && !node.permittedActions.includes(action)) {
        found.set(id, notPermitted(action, rows[at + place]));
      }
    }
  }
  return found;
}

function notPermitted(action: BulkAction, row: ExecutionRow | undefined): string {
  if (action === "CANCEL") return "Required is an execution that has not ended, and that nobody is cancelling already";
  if (row !== undefined && !hasEnded(row)) return "Required is an execution that has ended; this one goes on";
  return "Required is an execution of which something did not succeed; this one succeeded as a whole";
}

async function act(action: BulkAction, row: ExecutionRow): Promise<Outcome> {
  if (action === "CANCEL") {
    const answer = await request(cancelListed, { input: { executionId: row.id } });
    return outcomeOf(row, answer.ok ? { ...answer, payload: answer.data.cancelExecution } : answer, false);
  }
  const idempotencyKey = keys.get(row.id) ?? newKey("dashboard-retry");
  keys.set(row.id, idempotencyKey);
  const answer = await request(retryListed, { input: { executionId: row.id, options: { idempotencyKey } } });
  // Any answer ends the use of the key. The next retry of the execution is another one.
  if (answer.ok) keys.delete(row.id);
  return outcomeOf(row, answer.ok ? { ...answer, payload: answer.data.retryExecution } : answer, true);
}

interface Payload {
  readonly execution: { readonly id: string } | null;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

type Answered =
  | { readonly ok: true; readonly payload: Payload | null; readonly problems: readonly { readonly message: string }[] }
  | { readonly ok: false; readonly problem: { readonly message: string } };

function outcomeOf(row: ExecutionRow, answer: Answered, isStart: boolean): Outcome {
  if (!answer.ok) return { row, refusal: answer.problem.message, startedId: null };
  const { payload, problems } = answer;
  if (payload === null) return { row, refusal: problems[0]?.message ?? "The server gave no reason", startedId: null };
  const [error] = payload.errors;
  if (error !== undefined) return { row, refusal: error.message, startedId: null };
  return { row, refusal: null, startedId: isStart ? (payload.execution?.id ?? null) : null };
}
