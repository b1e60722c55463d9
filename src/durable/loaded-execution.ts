/**
 * Everything that an object makes of what its storage holds: a journal to go on with, the archive or the tombstone of an execution
 * that has ended, or nothing yet. Made anew whenever one takes the place of another.
 */
import type { RecordedEvent } from "../plan/event.ts";
import type { ExecutionState } from "../plan/state.ts";
import { readArchive } from "./archive.ts";
import { childCalls } from "./child-calls.ts";
import { ChildReport } from "./child-report.ts";
import { ConversationOutbox } from "./conversation-report.ts";
import { turnReservations } from "./conversation-reservation.ts";
import type { ExecutionOptions } from "./execution-options.ts";
import { ExecutionReader } from "./execution-reader.ts";
import { Feed } from "./feed.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { IndexOutbox } from "./index-outbox.ts";
import { SqlJournal } from "./journal.ts";
import { modelCaller } from "./model-caller.ts";
import { modelPrompts } from "./model-prompts.ts";
import { Permits } from "./permits.ts";
import type { RunnerPorts } from "./ports.ts";
import { deliverPush } from "./push-delivery.ts";
import { PushOutbox } from "./push-outbox.ts";
import { PushTable } from "./push-table.ts";
import { recover } from "./recover.ts";
import { remoteTasks } from "./remote-tasks.ts";
import { budgetReport, type NotedSummary, Reports } from "./reports.ts";
import { Runner } from "./runner.ts";
import { transitionObserver } from "./telemetry.ts";
import { readTombstone, type Tombstone } from "./tombstone.ts";
import { maxAwaitingHeaders, toolCaller } from "./tool-caller.ts";

export interface LoadedExecution {
  readonly stored: SqlJournal;
  readonly reader: ExecutionReader;
  /** Without a state unless there is a journal. */
  readonly runner: Runner;
  readonly reports: Reports;
  /** Where the client of an A2A task is told of it. */
  readonly push: PushOutbox;
  readonly feed: Feed;
  /** What keeps this code from going on, such as the kind and version of a row that it does not know. Null if nothing does. */
  readonly parkedBy: string | null;
  /** Set if the execution was deleted; then there is nothing else. */
  readonly tombstone: Tombstone | null;
}

export interface LoadHooks {
  /** Called after every transaction of the runner, in the same turn. */
  readonly published: (records: readonly RecordedEvent[], state: ExecutionState) => void;
  /** Called when what must wake the object may have changed. */
  readonly settled: () => void;
}

export function loadExecution(
  context: DurableObjectState,
  options: ExecutionOptions,
  { published, settled }: LoadHooks,
): LoadedExecution {
  const stored = new SqlJournal(context.storage);
  const journal = options.journal(stored);
  const archived = readArchive(context.storage.sql);
  const archive = archived?.archive ?? null;
  // The last event of an archived execution is no journal to recover from.
  const recovered = archive === null ? recover(journal) : { state: null, parkedBy: null };
  const parkedBy = options.misconfigured ?? archived?.parkedBy ?? recovered.parkedBy;
  const permits = new Permits(maxAwaitingHeaders);
  const guardedUpTo = (maxResponseBytes: number, rules: { readonly maxRedirects?: number } = {}) =>
    guardedFetch({
      rules: options.egress,
      maxResponseBytes,
      ...rules,
      fetch: (url, init) => fetch(url, init),
      awaitHeaders: (signal, run) => permits.run(signal, run),
    });
  const guarded = guardedUpTo(options.maxResponseBytes);
  const ports: RunnerPorts = {
    journal,
    call: toolCaller({ options, fetch: guarded, from: () => runnerState(runner).pinned }),
    waits: childCalls({ options, remote: remoteTasks({ options, fetch: guarded }) }),
    turns: turnReservations(options),
    models: {
      // Answers of models are bounded by the tokens that were asked for, where they are read.
      call: modelCaller({ options, fetch: guardedUpTo(Number.POSITIVE_INFINITY), permits }),
      prompts: modelPrompts,
      reserve: async (state) => (await reports.budgetOf(state)?.reserve(budgetReport(state))) ?? null,
    },
    clock: options.clock,
    random: options.random,
    observer: transitionObserver(options.logLevel),
    publish: published,
    ignored: (callId, reason) => console.info(JSON.stringify({ log: "call_ignored", callId, reason })),
  };
  const runner = new Runner(ports, recovered.state);
  const reader = new ExecutionReader({ journal, state: () => runner.state, archive, parkedBy });
  const outbox = new IndexOutbox<NotedSummary>({
    clock: options.clock,
    send: ({ summary }) => options.index(reader.facts()?.tenant ?? "").put(summary()),
    settled,
  });
  const webhookFetch = guardedUpTo(options.maxResponseBytes, { maxRedirects: 0 });
  const push = new PushOutbox({
    table: new PushTable(context.storage.sql),
    state: () => runner.state,
    deliver: (config, milestone) =>
      deliverPush(config, milestone, { reader, fetch: webhookFetch, sign: options.signWebhook, clock: options.clock }),
    now: () => options.clock.now(),
    leaseMs: options.leaseMs,
    settled,
  });
  const reports = new Reports({
    outbox,
    reader,
    state: () => runner.state,
    budget: ({ pinned }) => options.budget(pinned.tenant, pinned.execution, settled),
    child: new ChildReport({ end: () => reader.end(), parent: options.execution, settled }),
    conversation: new ConversationOutbox({ journal, conversation: options.conversation, settled }),
    push,
    now: () => options.clock.now(),
  });
  const tombstone = readTombstone(context.storage.sql);
  return {
    stored,
    reader,
    runner,
    reports,
    push,
    feed: new Feed(context, journal, options.clock),
    parkedBy,
    tombstone,
  };
}

/** The state of an execution that makes calls, and so has begun. */
function runnerState({ state }: Runner): ExecutionState {
  if (state === null) throw new Error("an execution that has not begun makes no calls");
  return state;
}
