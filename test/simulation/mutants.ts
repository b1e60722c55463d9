/** Ways to break the world of a family on purpose, to see that the oracle or the book of the callees notices. */
import type { ExecutionPeer } from "../../src/durable/ports/execution-peer.ts";
import type { Call } from "../../src/durable/ports/ports.ts";
import type { AttemptResult } from "../../src/execution/events/attempt.ts";
import type { ExecutionEvent } from "../../src/execution/events/event.ts";
import type { Answer } from "../support/engine/engine-world.ts";
import type { Member } from "./member.ts";

export const mutants = {
  LOSES_NEWEST_ROW: "a journal loses its newest row with its object",
  REPEATS_FINISHED_STEP: "a step that has finished is called once more",
  GIVES_UP_ANSWERED: "an answer that came counts as lost",
  SWAPS_OUTPUTS: "a step gets the output of another",
  LOSES_STOPS: "a child is not told to stop although that was acknowledged",
  CHANGES_KEYS: "a KEYED call carries another key after a crash",
  CHANGES_ARGUMENTS: "a call carries other arguments after a crash",
  LOSES_OUTPUTS: "a step succeeds without its output after a crash",
  SKIPS_A_STEP: "a crash skips a step that has not begun",
  FORGETS_PAUSES: "a crash forgets how long a callee is to be left alone",
  FORGETS_LOSSES: "a crash forgets that an answer was lost with the object before",
  LAST_ANSWER_COUNTS: "of two answers of people the last one counts",
  FORGETS_SLEEPS: "a crash forgets until when a step sleeps",
  COUNTS_ENDS_TWICE: "the end of a child that is told again counts again",
} as const;

export type Mutant = keyof typeof mutants;

/** Whatever breaks the calls of `member`, once it is made. */
export function breakCalls(mutant: Mutant | null, { world }: Member): void {
  const { answer } = world;
  const isRecovered = () => world.crashes > 0;
  const breaks: { readonly [name in Mutant]?: (call: Call) => Answer } = {
    GIVES_UP_ANSWERED: async (call) => {
      await answer(call);
      return { kind: "INTERRUPTED", cause: "CRASH" };
    },
    CHANGES_KEYS: (call) => {
      const isOther = isRecovered() && call.callable.effectClass === "KEYED";
      return answer(isOther ? { ...call, callId: `${call.callId} anew` } : call);
    },
    CHANGES_ARGUMENTS: (call) => answer(isRecovered() ? { ...call, arguments: { other: true } } : call),
    LOSES_OUTPUTS: async (call) => {
      const result = await answer(call);
      return isRecovered() ? withoutOutput(result) : result;
    },
  };
  const broken = mutant === null ? undefined : breaks[mutant];
  if (broken !== undefined) world.answer = broken;
}

/** Whatever breaks the rows of `member` as its object is lost. */
export function breakRows(mutant: Mutant | null, { events, world }: Member): void {
  const { journal } = world;
  const { rows } = journal;
  if (mutant === "LOSES_NEWEST_ROW" && rows.length > 1) rows.pop();
  if (mutant === "FORGETS_PAUSES") rewriteRows(rows, /"retryAt":\d+/, '"retryAt":1');
  if (mutant === "FORGETS_SLEEPS") rewriteRows(rows, /("waitsFor":"TIMER"[^}]*?"until":)\d+/, "$11");
  if (mutant === "FORGETS_LOSSES") rewriteRows(rows, /"byCrash":true/, '"byCrash":false');
  const step = world.runner.state?.pinned.plan.steps.find(({ id }) => !events.some((event) => isOf(event, id)))?.id;
  if (mutant === "SKIPS_A_STEP" && step !== undefined) {
    const nothing = { group: null, callId: null, outcome: null, output: null, content: null } as const;
    const event = { ...nothing, attempt: 0, failure: null, warning: null, reused: false } as const;
    journal.append([
      {
        ...{ sequence: rows.length + 1, occurredAt: world.clock.now(), hidden: false, transitions: [] },
        event: { ...event, kind: "StepFinished", step, status: "SKIPPED" },
      },
    ]);
  }
}

function rewriteRows(rows: Member["world"]["journal"]["rows"], from: RegExp, to: string): void {
  for (const [at, row] of rows.entries()) rows[at] = { ...row, body: row.body.replace(from, to) };
}

/** Whatever happens beside rows that were stored. */
export function breakStored(mutant: Mutant | null, { world }: Member, kinds: readonly string[]): void {
  if (mutant !== "REPEATS_FINISHED_STEP") return;
  const call = world.calls.find(({ stepId }) => kinds.includes(`StepFinished ${stepId}`));
  if (call !== undefined) void world.answer(call);
}

/** The clients of `member` as its relatives find them. */
export function brokenClients(mutant: Mutant | null, member: Member): ExecutionPeer {
  const { clients } = member;
  if (mutant !== "COUNTS_ENDS_TWICE") return clients;
  const childEnded: ExecutionPeer["childEnded"] = async (child, step, end) => {
    const { journal } = member.world;
    const told = journal
      .read(0)
      .records.find(({ event: known }) => known.kind === "StepFinished" && known.step === step);
    if (told === undefined) return clients.childEnded(child, step, end);
    journal.append([{ ...told, sequence: journal.rows.length + 1 }]);
  };
  return {
    start: (request) => clients.start(request),
    end: () => clients.end(),
    stopChild: (parent, reason) => clients.stopChild(parent, reason),
    childEnded,
  };
}

function isOf(event: ExecutionEvent, step: string): boolean {
  return "step" in event && (event.step === step || ("group" in event && event.group === step));
}

function withoutOutput(result: AttemptResult): AttemptResult {
  return result.kind === "SUCCEEDED" ? { ...result, result: { ...result.result, output: null } } : result;
}
