/**
 * Waits for an execution until it has ended (C26), by watching its feed.
 *
 * 1. In a protocol revision in which disconnecting means cancelling, the execution of a client that disconnects is cancelled. So is the
 *    execution of an overdue call: the clock of an execution that waits for a person stands still (E9), the clock of its caller does not.
 * 2. There is a progress report for each step that finished and each question to a person, each with a higher number than the one before, and
 *    none after the end. Of many in one page of events the last are reported. A report says of a question where it is answered.
 * 3. It returns while the run waits for what the client is asked itself (`elicitation.ts`). Then nobody follows the run until the client comes back.
 * 4. Nothing is held when it returns or throws: the feed, both timers and the listener are released.
 */
import type { ExecutionEvent, RecordedEvent } from "../execution/events/event.ts";
import { faultText } from "../json/fault-text.ts";
import type { HumanInputRequest } from "../plan/human-input.ts";
import type { Plan } from "../plan/plan.ts";
import type { Elicited } from "./elicitation.ts";
import type { McpSession } from "./ports.ts";

/** The time that an execution gets beyond its own, to end by itself, and to end once it was cancelled. */
const GRACE_MS = 5_000;
const HEARTBEAT_MS = 15_000;
/** Characters of a question that a report repeats. */
const promptCharacters = 500;
/** Reports for one page of events. A page holds the changes of a frame, or many more where a client comes back to a run. */
const reportsOfPage = 10;

export interface Progress {
  /** Finished steps, and for each question that was asked since the last of them a part of the next step. */
  readonly finished: number;
  /** Absent while no plan is known. */
  readonly total?: number | undefined;
  readonly message: string;
}

export interface Following {
  readonly execution: string;
  readonly timeoutMs: number;
  /** Aborted when the client has left or cancelled. */
  readonly signal: AbortSignal;
  /** Whether leaving means cancelling; in the revisions before 2026-07-28 a lost connection does not. */
  readonly cancelsOnLeave: boolean;
  /** Undefined if the client wants no progress. */
  readonly report: ((progress: Progress) => Promise<void>) | undefined;
  /** The questions that the client is asked itself, once somebody is waited for. Absent if it is asked none. */
  readonly questions?: (() => Promise<readonly Elicited[]>) | undefined;
}

/** ENDED: it has ended. LEFT: the client has left. OVERDUE: it was cancelled, and has not ended yet. */
export type RunEnd = "ENDED" | "LEFT" | "OVERDUE";

/** It waits for answers that the client is asked for. */
export interface RunAsks {
  readonly asks: readonly Elicited[];
}

export async function followRun(
  following: Following,
  { caller, clock, clients, keepAlive, log }: McpSession,
): Promise<RunEnd | RunAsks> {
  const { cancelsOnLeave, execution, report, signal, timeoutMs } = following;
  const { executions } = clients;
  const stop = new AbortController();
  // One that is lost leaves the execution to its own time limit.
  const lost = async (error: unknown) =>
    log({ log: "cancel_failed", exec_id: await clients.publicId(execution), error: faultText(error) });
  const cancel = (reason: string) => keepAlive(executions.cancel(execution, caller.subject, reason).catch(lost));
  const leave = () => {
    stop.abort();
    if (cancelsOnLeave) cancel("the client cancelled its call, or left");
  };
  let stopTimer = clock.after(timeoutMs + GRACE_MS, () => {
    cancel("the time of the call was over");
    stopTimer = clock.after(GRACE_MS, () => stop.abort());
  });
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  try {
    const counter = new StepCounter();
    const pages = executions.watch(execution, { after: 0, heartbeatMs: HEARTBEAT_MS, signal: stop.signal });
    for await (const { events } of pages) {
      for (const progress of counter.count(events).slice(-reportsOfPage)) {
        if (!signal.aborted) await report?.(progress);
      }
      const asks = following.questions !== undefined && events.some(asksPerson) ? await following.questions() : [];
      if (asks.length > 0 && !signal.aborted) return { asks };
    }
  } finally {
    stopTimer();
    signal.removeEventListener("abort", leave);
  }
  if (signal.aborted) return "LEFT";
  return stop.signal.aborted ? "OVERDUE" : "ENDED";
}

function asksPerson({ event, hidden }: RecordedEvent): boolean {
  return !hidden && event.kind === "StepWaiting" && event.waitsFor === "PERSON";
}

/** How many steps have finished, and who is waited for, out of the events of a feed. */
class StepCounter {
  #finished = 0;
  /** Questions since the last step finished. */
  #asked = 0;
  #total: number | undefined;

  /** The progress after each finished step and each question of these events. */
  count(events: readonly RecordedEvent[]): readonly Progress[] {
    return events.flatMap(({ event, hidden }) => {
      const plan = planOf(event);
      if (plan !== undefined) this.#total = stepsOf(plan);
      if (event.kind === "StepWaiting" && event.waitsFor === "PERSON") {
        this.#asked += 1;
        return [this.#progress(hidden ? "waits for a person" : waitingFor(event.request))];
      }
      if (event.kind !== "StepFinished") return [];
      this.#finished += 1;
      this.#asked = 0;
      return [this.#progress(hidden ? "a step finished" : `${event.step}: ${event.status.toLowerCase()}`)];
    });
  }

  #progress(message: string): Progress {
    return { finished: this.#finished + this.#asked / (this.#asked + 1), total: this.#total, message };
  }
}

function waitingFor({ kind, link, prompt }: HumanInputRequest): string {
  const words = prompt.length <= promptCharacters ? prompt : `${prompt.slice(0, promptCharacters - 1)}…`;
  if (link !== undefined) return `waits for a person: ${words} (${link})`;
  const [what, how] =
    kind === "CONNECT"
      ? ["connect", "at the address of HumanInputRequest.connectUrl"]
      : ["answer", "with respondToHumanInput"];
  return `waits for a person: ${words} (${what} in the inbox of the dashboard, or ${how} in the GraphQL API)`;
}

function planOf(event: ExecutionEvent): Plan | undefined {
  return event.kind === "ExecutionStarted" || event.kind === "PlanProposed" ? (event.plan ?? undefined) : undefined;
}

/** Steps of all kinds: each ends once. */
function stepsOf({ steps }: Plan): number {
  return steps.reduce((sum, step) => sum + 1 + (step.kind === "PARALLEL" ? step.children.length : 0), 0);
}
