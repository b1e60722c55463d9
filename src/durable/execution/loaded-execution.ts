/**
 * The stored form of an execution that its object loads: a journal to continue, the archive or tombstone of an ended execution, or nothing
 * yet. It is loaded again whenever one of these replaces another. `drive` of `durable/runner/runner.ts` goes on with one that a crash cut.
 */

import type { RecordedEvent } from "../../execution/events/event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { artifactLabels } from "../../execution/state/state-labels.ts";
import { modelPrompts } from "../../model/prompts/model-prompts.ts";
import { attachmentKeeper } from "../calls/attachment-keeper.ts";
import { childCalls } from "../calls/child-calls.ts";
import { turnReservations } from "../calls/conversation-reservation.ts";
import { type GuardedFetch, type GuardedFetchOptions, guardedFetch } from "../calls/guarded-fetch.ts";
import { modelCaller } from "../calls/model-caller.ts";
import { remoteTasks } from "../calls/remote-tasks.ts";
import type { ConnectionPermits } from "../calls/shared-permits.ts";
import { toolCaller } from "../calls/tool-caller.ts";
import { tracedCaller, tracedModelCaller } from "../calls/traced-calls.ts";
import type { Announcements } from "../deliveries/announcements.ts";
import { FollowedPace } from "../deliveries/followed-pace.ts";
import { isNewer, Outbox } from "../deliveries/outbox.ts";
import { PushOutbox } from "../deliveries/push-outbox.ts";
import { PushTable } from "../deliveries/push-table.ts";
import { WebhookOutbox } from "../deliveries/webhook-outbox.ts";
import { WebhookTable } from "../deliveries/webhook-table.ts";
import { Feed } from "../feed/feed.ts";
import type { FeedSockets } from "../feed/feed-sockets.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Journal, RunnerPorts } from "../ports/ports.ts";
import { Runner } from "../runner/runner.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import { SqlJournal } from "../storage/journal.ts";
import { type ReportTarget, reportFailed } from "../telemetry/report-failure.ts";
import { transitionObserver } from "../telemetry/telemetry.ts";
import { readArchive } from "./archive.ts";
import { conversationOutbox } from "./conversation-report.ts";
import { ExecutionReader } from "./execution-reader.ts";
import { readParkedRows } from "./parked-rows.ts";
import { deliverPush } from "./push-delivery.ts";
import { recover } from "./replay-journal.ts";
import { budgetReport, childOutbox, type NotedSummary, Reports } from "./reports.ts";
import { readTombstone, type Tombstone } from "./tombstone.ts";
import { deliverWebhook } from "./webhook-delivery.ts";

/** The resources that an execution has from its object. Executions of one object share permits and announcements. */
export interface ExecutionHome {
  readonly storage: ExecutionStorage;
  /** Those of the watchers of this execution. */
  readonly sockets: FeedSockets;
  /** Requests that the object awaits the headers of (E10). */
  readonly permits: ConnectionPermits;
  readonly announcements: Announcements;
  /** Whether the object had this execution in memory before, and let it go when it had nothing to do. */
  readonly wasAtRest: boolean;
}

export interface LoadedExecution {
  readonly stored: SqlJournal;
  readonly reader: ExecutionReader;
  /** Without a state unless there is a journal. */
  readonly runner: Runner;
  readonly reports: Reports;
  /** Where the client of an A2A task is notified of it. */
  readonly push: PushOutbox;
  /** Who receives its events. */
  readonly webhooks: WebhookOutbox;
  readonly webhookTable: WebhookTable;
  readonly feed: Feed;
  /** Why this code cannot continue, such as the kind and version of a row that it does not know. Null if it can. */
  readonly parkedBy: string | null;
  /**
   * Of an execution that an earlier version stored and that this code does not read: when it ended or, if it did not, was changed last; Unix
   * milliseconds. No code to come continues with it, so its retention counts from then. Absent for every other.
   */
  readonly tooOldSince: number | undefined;
  /** Set if the execution was deleted; then there is nothing else. */
  readonly tombstone: Tombstone | undefined;
}

export interface LoadHooks {
  /** Called after every transaction of the runner, in the same turn. */
  readonly published: (records: readonly RecordedEvent[], state: ExecutionState) => void;
  /** Called when the next time to wake the object may have changed. */
  readonly onChange: () => void;
  /** Called when an execution that has ended needs its place among those of the tenant no more, also again. */
  readonly giveBack: (state: ExecutionState) => void;
}

export function loadExecution(home: ExecutionHome, options: ExecutionOptions, hooks: LoadHooks): LoadedExecution {
  const { sockets, storage } = home;
  const stored = new SqlJournal(storage);
  const journal = options.journal(stored);
  const archived = readArchive(storage);
  const archive = archived?.archive;
  // The last event of an archived execution is no journal to recover from.
  const recovered = archive === undefined ? recover(journal) : { state: undefined, parkedBy: null, isTooOld: false };
  const parkedBy = options.misconfigured ?? archived?.parkedBy ?? recovered.parkedBy;
  const isTooOld = options.misconfigured === undefined && (archived?.isTooOld ?? recovered.isTooOld);
  const from = () => runnerState(runner).pinned;
  const ports: RunnerPorts = {
    ...callPorts(home, options, from),
    journal,
    maxArgumentBytes: options.maxArgumentBytes,
    turns: turnReservations(options),
    models: {
      call: tracedModels(home, options, from),
      prompts: modelPrompts,
      keepsRequests: options.keepsModelRequests,
      reserve: async (state) => await reports.budgetOf(state)?.reserve(budgetReport(state)),
    },
    findCallables: ({ pinned }, query) => options.findCallables(pinned.tenant, query, new Set(pinned.callables.keys())),
    clock: options.clock,
    random: options.random,
    onTransition: transitionObserver(options.logLevel),
    publish: hooks.published,
    show: (text, state) => feed.publish(text, state),
    ignored: (callId, reason) =>
      console.info(JSON.stringify({ log: "call_ignored", ...executionKeys(from()), call_id: callId, reason })),
  };
  const runner = new Runner(ports, recovered.state, home.wasAtRest);
  const feed = new Feed(sockets, journal, () => runner.shownEvents);
  // A journal that begins with a row that this code does not know has no state, and the state of one that is too old does not say how it
  // ended.
  const isReadByRows = recovered.parkedBy !== null && (recovered.state === undefined || isTooOld);
  const parked = isReadByRows ? readParkedRows(storage) : undefined;
  const reader = new ExecutionReader({
    journal,
    state: () => runner.state,
    progress: () => runner.progress(),
    archive,
    parkedBy,
    isTooOld,
    parked,
    keepsWords: options.keepsSearchWords,
  });
  const parts: ReportingParts = { journal, runner, reader, options, hooks };
  const deliveries = deliveriesOf(home, parts);
  const reports = reportsOf(home, parts, [deliveries.push, deliveries.webhooks]);
  return {
    stored,
    reader,
    runner,
    reports,
    ...deliveries,
    feed,
    parkedBy,
    tooOldSince: isTooOld ? (archive?.view.finishedAt ?? parked?.end?.at ?? parked?.updatedAt) : undefined,
    tombstone: readTombstone(storage),
  };
}

/** Calls of tools, children and remote tasks, with the attachments of their results. */
function callPorts(
  home: ExecutionHome,
  options: ExecutionOptions,
  from: () => ExecutionState["pinned"],
): Pick<RunnerPorts, "attachments" | "call" | "connections" | "waits"> {
  const { artifacts, clock, serviceBindings: bindings, tracer } = options;
  const outputLabels = (stepId: string) => artifactLabels({ pinned: from() }, stepId, "OUTPUT");
  const call = toolCaller({
    argumentLabels: (stepId) => artifactLabels({ pinned: from() }, stepId, "ARGUMENTS"),
    options,
    fetch: ({ awaitHeaders }, credential) => guarded(home, options, { awaitHeaders, bindings, credential }),
    from,
  });
  const remote = remoteTasks({
    options,
    fetch: (credential) => guarded(home, options, { credential }),
    from,
  });
  return {
    call: tracedCaller(call, tracer, from),
    connections: home.permits,
    waits: childCalls({ options, remote }),
    attachments:
      artifacts && attachmentKeeper({ store: artifacts, clock, from, outputLabels, awaitHeaders: headersUnder(home) }),
  };
}

function tracedModels(home: ExecutionHome, options: ExecutionOptions, from: () => ExecutionState["pinned"]) {
  // Answers of models are bounded by the tokens that were asked for, where they are read.
  const fetch = guarded(home, options, { maxResponseBytes: Number.POSITIVE_INFINITY });
  return tracedModelCaller(modelCaller({ options, fetch, permits: home.permits }), options.tracer, from);
}

/** The guarded fetch by the rules of the deployment, but for `rules`. */
function guarded(
  home: ExecutionHome,
  { egress, maxResponseBytes }: ExecutionOptions,
  rules: Partial<GuardedFetchOptions>,
): GuardedFetch {
  return guardedFetch({
    rules: egress,
    maxResponseBytes,
    fetch: (url, init) => fetch(url, init),
    awaitHeaders: headersUnder(home),
    ...rules,
  });
}

function headersUnder({ permits }: ExecutionHome): GuardedFetchOptions["awaitHeaders"] {
  return (signal, run) => permits.run(signal, run);
}

/** The parts of a loaded execution that its reports and deliveries are made from. */
interface ReportingParts {
  readonly journal: Journal;
  readonly runner: Runner;
  readonly reader: ExecutionReader;
  readonly options: ExecutionOptions;
  readonly hooks: LoadHooks;
}

/** What is sent to webhooks and to the client of an A2A task. */
function deliveriesOf(
  home: ExecutionHome,
  { hooks, journal, options, reader, runner }: ReportingParts,
): Pick<LoadedExecution, "push" | "webhooks" | "webhookTable"> {
  const { clock, leaseMs, meter, signWebhook, tracer } = options;
  const state = () => runner.state;
  const fetch = guarded(home, options, { maxRedirects: 0 });
  const sending = { state, clock, isBusy: () => runner.busy, leaseMs, onChange: hooks.onChange };
  const post = { reader, fetch, sign: signWebhook, clock, meter, tracer };
  const webhookTable = new WebhookTable(home.storage);
  return {
    webhookTable,
    push: new PushOutbox({
      ...sending,
      table: new PushTable(home.storage),
      deliver: (config, milestone) => deliverPush(config, milestone, post),
    }),
    webhooks: new WebhookOutbox({
      ...sending,
      table: webhookTable,
      journal,
      deliver: (webhook, sequence) => deliverWebhook(webhook, sequence, { ...post, journal, options, state }),
    }),
  };
}

/** The reports to the index, the parent, the conversation and the budgets of the tenant. */
function reportsOf(
  { announcements }: ExecutionHome,
  { hooks, journal, options, reader, runner }: ReportingParts,
  outboxes: readonly [PushOutbox, WebhookOutbox],
): Reports {
  const { clock } = options;
  const { giveBack, onChange } = hooks;
  const failed = (to: ReportTarget) => (error: unknown) => reportFailed(to, runner.state?.pinned, error, options.meter);
  // While calls are in flight the alarm waits for them, which may take minutes.
  const againMs = () => (runner.busy ? options.leaseMs : undefined);
  const pace = new FollowedPace();
  const outbox = new Outbox<NotedSummary>({
    clock,
    isPending: isNewer,
    waitMs: (sinceMs) => pace.waitMs(sinceMs),
    send: async ({ mayWait, summary }) =>
      pace.heard(await announcements.put(reader.facts()?.tenant ?? "", summary, mayWait)),
    onChange,
    againMs,
    failed: failed("index"),
  });
  return new Reports({
    outbox,
    reader,
    state: () => runner.state,
    budget: ({ pinned }) => options.budget(pinned.tenant, pinned.execution, onChange),
    child: childOutbox({
      clock,
      end: () => reader.end(),
      parent: options.execution,
      onChange,
      failed: failed("parent"),
    }),
    conversation: conversationOutbox({
      clock,
      journal,
      conversation: options.conversation,
      onChange,
      againMs,
      failed: failed("conversation"),
    }),
    outboxes,
    giveBack,
    now: () => clock.now(),
  });
}

/** The state of an execution that makes calls, and so has begun. */
function runnerState({ state }: Runner): ExecutionState {
  if (state === undefined) throw new Error("an execution that has not begun makes no calls");
  return state;
}
