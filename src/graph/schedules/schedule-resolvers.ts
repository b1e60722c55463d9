/**
 * Room `graph/schedules`: the schedules of a tenant: creating (`create-schedule.ts`), changing (`update-schedule.ts`) and steering them
 * (`control-schedule.ts`), their fields (this file), the checks of their times (`schedule-rules.ts`) and of their runs (`check-run.ts`),
 * and the start of one run (`start-run.ts`).
 *
 * It leaves to others: `schedule` decides about each time, `durable/schedule` keeps schedules and calls `start-run.ts` through the Worker,
 * `graph/start` checks and starts executions.
 *
 * Invariants:
 *
 * - A schedule is refused with everything that is wrong with it, before it is stored (E12).
 * - Each run is checked again against the catalog of its time, by the code that serves the mutation.
 * - A run acts for the subject that created or last changed the schedule, with the scopes of that time.
 */
import type { ScheduleView } from "../../schedule/schedule-view.ts";
import { type PageArguments, pageByName, pageSize } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId, nodeNamed } from "../base/node-id.ts";
import { computedPayload } from "../base/payload.ts";
import type {
  ActiveScheduledRunResolvers,
  RunScheduleResolvers,
  ScheduledRunRecordResolvers,
} from "../base/resolvers.generated.ts";
import type { Maybe, ScheduleSelector, ScheduleStatus } from "../base/schema.generated.ts";
import type { ActiveRunSource, RunRecordSource, ScheduleSource } from "../base/sources.ts";
import { executionNamed } from "../registry/related-executions.ts";

const defaultNextRuns = 5;
const maxNextRuns = 50;
const defaultRecords = 10;
const maxRecords = 100;

/** `@oneOf` has made sure that exactly one member is given. */
export async function scheduleSelected(
  { id, name }: ScheduleSelector,
  context: GraphContext,
): Promise<Maybe<ScheduleSource>> {
  const known = id === undefined ? name : (await nodeNamed(id, "SCHEDULE", context))?.name;
  return known === undefined ? undefined : scheduleNamed(known, context);
}

export async function scheduleNamed(name: string, { clients }: GraphContext): Promise<Maybe<ScheduleSource>> {
  const schedule = await clients.schedules.read(name);
  return schedule === undefined ? undefined : { schedule };
}

export async function listSchedules(args: PageArguments, { clients }: GraphContext) {
  const schedules = await clients.schedules.list();
  return pageByName(
    schedules.map((schedule) => ({ schedule })),
    ({ schedule }) => schedule.facts.name,
    args,
  );
}

/** The next times of a schedule after now, as if it were not paused. */
async function timesAhead({ facts, state }: ScheduleView, now: number, count: number): Promise<readonly number[]> {
  // Loaded late: most requests are about no schedule.
  const [{ upcomingTimes }, { timesOf }] = await Promise.all([
    import("../../schedule/due-times.ts"),
    import("../../schedule/timing.ts"),
  ]);
  return upcomingTimes(facts.rules, state, timesOf(facts.rules.timing), now, count);
}

export const scheduleResolvers = {
  id: ({ schedule }, _, context) => nodeId({ kind: "SCHEDULE", name: schedule.facts.name }, context),
  name: ({ schedule }) => schedule.facts.name,
  description: ({ schedule }) => schedule.facts.description,
  visibility: ({ schedule }) => schedule.facts.visibility ?? "TENANT",
  group: ({ schedule }) => schedule.facts.group,
  status: async ({ schedule }, _, { now }): Promise<ScheduleStatus> => {
    if ((await timesAhead(schedule, now(), 1)).length === 0) return "ENDED";
    return schedule.state.pause === null ? "ACTIVE" : "PAUSED";
  },
  timing: ({ schedule }) => {
    const { timing } = schedule.facts.rules;
    return timing.kind === "CRON"
      ? { cron: timing.expression, timeZone: timing.timeZone, everySeconds: null, anchorAt: null }
      : { cron: null, timeZone: null, everySeconds: timing.everyMs / 1_000, anchorAt: timing.anchorAt };
  },
  overlap: ({ schedule }) => schedule.facts.rules.overlap,
  missedRuns: ({ schedule }) => schedule.facts.rules.missedRuns,
  catchUpSeconds: ({ schedule }) => schedule.facts.rules.catchUpMs / 1_000,
  startAt: ({ schedule }) => schedule.facts.rules.startAt,
  endAt: ({ schedule }) => schedule.facts.rules.endAt,
  maxRuns: ({ schedule }) => schedule.facts.rules.maxRuns,
  runKind: ({ schedule }) => schedule.facts.runKind,
  runInput: ({ schedule }, _, { clients }) =>
    computedPayload(async () => JSON.parse((await clients.schedules.input(schedule.facts.name)) ?? "null")),
  createdAt: ({ schedule }) => schedule.facts.createdAt,
  createdBy: ({ schedule }) => schedule.facts.createdBy,
  changedAt: ({ schedule }) => schedule.facts.changed?.at,
  changedBy: ({ schedule }) => schedule.facts.changed?.by,
  pause: ({ schedule }) => {
    const { pause } = schedule.state;
    return pause === null ? null : { pausedAt: pause.at, by: pause.by, note: pause.note };
  },
  counts: ({ schedule }) => schedule.state.counts,
  nextRunAt: async ({ schedule }, _, { now }) =>
    schedule.state.pause === null ? (await timesAhead(schedule, now(), 1))[0] : null,
  nextRuns: ({ schedule }, { count }, { now }) =>
    timesAhead(schedule, now(), pageSize(count, defaultNextRuns, maxNextRuns, "count")),
  activeRun: ({ schedule }) => schedule.state.active,
  waitingRuns: ({ schedule }) =>
    schedule.state.waiting.map(({ cause, nominalAt }) => ({ nominalTime: nominalAt, cause })),
  recentRuns: ({ schedule }, { first }, { clients }) =>
    clients.schedules.runs(schedule.facts.name, pageSize(first, defaultRecords, maxRecords)),
} satisfies RunScheduleResolvers;

export const activeRunResolvers = {
  phase: ({ phase }) => phase,
  nominalTime: ({ run }) => run.nominalAt,
  cause: ({ run }) => run.cause,
  executionId: (active, _, context) => idOf(executionOf(active), context),
  execution: (active, _, context, info) => {
    const name = executionOf(active);
    return name === undefined ? null : executionNamed(name, context, info);
  },
  failedTries: (active) => (active.phase === "STARTING" ? active.tries : 0),
  problem: (active) => (active.phase === "STARTING" ? active.problem : null),
} satisfies ActiveScheduledRunResolvers;

function executionOf(active: ActiveRunSource): string | undefined {
  return active.phase === "STARTING" ? undefined : active.execution;
}

export const runRecordResolvers = {
  outcome: ({ outcome }) => outcome,
  recordedAt: ({ at }) => at,
  nominalTime: (record) => (record.outcome === "MISSED" ? record.firstAt : record.run.nominalAt),
  lastNominalTime: (record) => (record.outcome === "MISSED" ? record.lastAt : record.run.nominalAt),
  count: (record) => (record.outcome === "MISSED" ? record.count : 1),
  isCountExact: (record) => record.outcome !== "MISSED" || record.isExact,
  cause: (record) => (record.outcome === "MISSED" ? null : record.run.cause),
  executionId: (record, _, context) => idOf(startedBy(record), context),
  execution: (record, _, context, info) => {
    const name = startedBy(record);
    return name === undefined ? null : executionNamed(name, context, info);
  },
  skipReason: (record) => (record.outcome === "SKIPPED" ? record.reason : null),
  problems: (record) => (record.outcome === "REFUSED" ? record.problems : []),
} satisfies ScheduledRunRecordResolvers;

function startedBy(record: RunRecordSource): string | undefined {
  return record.outcome === "STARTED" ? record.execution : undefined;
}

function idOf(execution: string | undefined, context: GraphContext): Promise<string> | null {
  return execution === undefined ? null : nodeId({ kind: "EXECUTION", execution }, context);
}
