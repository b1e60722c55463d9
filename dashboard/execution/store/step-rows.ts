/**
 * The lines of an execution, from the head and the log together. The source with the latest news of a step decides its status. The log has
 * the times of its changes; where retention removed the log, the head has them.
 */

import { sameJson } from "../../../src/json/json.ts";
import type { ShownStatus } from "../../parts/status.tsx";
import { isGroupKind, isRepeatedKind } from "../../parts/step-kind.tsx";
import type { ExecutionHead, Segment, StepRow } from "./execution-model.ts";
import type { FoldedLog } from "./fold-events.ts";
import { stepsReflect } from "./known-plan.ts";
import { modelRows } from "./model-rows.ts";
import { type KnownStep, type KnownSteps, knownSteps } from "./planned-steps.ts";
import { queuedSince } from "./queued-since.ts";
import { noteOf } from "./row-note.ts";
import { skippedAt } from "./skip-cause.ts";
import { stepOrder } from "./step-order.ts";
import { instantOf, segmentsAt } from "./step-track.ts";

/** The decided part of a step, before the effects of other steps. */
export interface DecidedStep {
  readonly known: KnownStep;
  readonly status: ShownStatus;
  readonly segments: readonly Segment[];
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly failure: StepRow["failure"];
}

const finals: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "SKIPPED", "CANCELLED"]);
/** Shorter waits for a permit are the time that a call takes to leave. */
const noticeableMs = 50;

/** The sources of a line. It is made again only from others. */
interface RowSources extends Pick<KnownStep, "stand" | "track"> {
  readonly frame: RowFrame;
  /** Number of the latest event of the step. 0 before the first. */
  readonly sequence: number;
  readonly isHeadNewer: boolean;
  readonly decided: DecidedStep;
}

/** What lines take from the head beside where their step stands. Heads come often, and seldom with another frame. */
interface RowFrame {
  readonly isKnown: boolean;
  readonly plan: object | null;
  readonly order: object | null;
  readonly startedAt: string | null;
}

/** What lines were made of. The next ones take it over: of thousands of steps only those with news are looked up. */
interface Workings {
  readonly known: KnownSteps;
  /** By the id of the step. The next lines change it. */
  readonly decided: Map<string, DecidedStep>;
  /** The lines of the steps and their sources, each where its step stands in `known`. */
  readonly rows: readonly StepRow[];
  readonly sources: readonly RowSources[];
  readonly models: readonly StepRow[];
}

const workingsOf = new WeakMap<readonly StepRow[], Workings>();

/**
 * Lines in the order of the plan. `now` in Unix milliseconds of the server. Lines equal to one of `before` are that very one. Of steps that have ended
 * or not begun, most of a long run, no line is made without news: this runs for each batch of events.
 */
export function stepRows(
  head: ExecutionHead | null,
  log: FoldedLog,
  now: number,
  before: readonly StepRow[] = [],
): readonly StepRow[] {
  const last = takenOver(before);
  const frame = frameOf(head);
  const known = knownSteps(last?.known ?? null, head, log.tracks);
  const { steps } = known;
  const isSameList = last !== null && last.known.places === known.places;
  const ofBefore = <Of>(items: readonly Of[] = []): readonly (Of | undefined)[] =>
    isSameList ? items : steps.map(({ stepId }) => items[last?.known.places.get(stepId) ?? -1]);
  const rowsBefore = ofBefore(last?.rows);
  const sourcesBefore = ofBefore(last?.sources);
  const decided = isSameList ? last.decided : new Map<string, DecidedStep>();
  const isKept = steps.map(() => false);
  // Children come after their group, and decide when it began.
  for (const [from, step] of steps.toReversed().entries()) {
    const at = steps.length - 1 - from;
    const own = sourcesBefore[at];
    isKept[at] = own !== undefined && isUnchanged(own, step, head, frame);
    if (own === undefined || !isKept[at]) decided.set(step.stepId, decide(step, head, now, decided));
    else if (!isSameList) decided.set(step.stepId, own.decided);
  }
  const isOver = log.finishedAt !== null || (head !== null && finals.has(head.status));
  const sources: RowSources[] = [];
  const rows = steps.map((step, at) => {
    const [row, own] = [rowsBefore[at], sourcesBefore[at]];
    if (isKept[at] && row !== undefined && own !== undefined && !isQueued(row, own.decided, head, log, decided)) {
      sources.push(own);
      return row;
    }
    const { stand, stepId, track } = step;
    const decision = decided.get(stepId) ?? decide(step, head, now, decided);
    const sequence = track?.lastSequence ?? 0;
    sources.push({ frame, stand, track, sequence, isHeadNewer: isOfHead(step, head), decided: decision });
    const made = rowOf(decision, head, log, decided, isOver);
    return row !== undefined && sameJson(row, made) ? row : made;
  });
  const models = modelRows(head, log, now);
  const sameModel = (row: StepRow) => last?.models.find((one) => sameJson(one, row)) ?? row;
  const [first, after] = [models.first.map(sameModel), models.after.map(sameModel)];
  const all = [...first, ...rows, ...after];
  workingsOf.set(all, { known, decided, rows, sources, models: [...first, ...after] });
  return all;
}

/** Lines that were taken over already have none any more: what they were made of is that of later ones. */
function takenOver(before: readonly StepRow[]): Workings | null {
  const last = workingsOf.get(before) ?? null;
  workingsOf.delete(before);
  return last;
}

/** Whether a step that has ended or not begun has no news since its line was made. Groups follow their children, and are decided again. */
function isUnchanged(sources: RowSources, step: KnownStep, head: ExecutionHead | null, present: RowFrame): boolean {
  const { decided, frame } = sources;
  return (
    (decided.status === "SUCCEEDED" || decided.status === "FAILED" || decided.status === "PENDING") &&
    !isGroupKind(step.kind) &&
    (frame === present || isSameFrame(frame, present)) &&
    sources.stand === step.stand &&
    sources.track === step.track &&
    sources.sequence === (step.track?.lastSequence ?? 0) &&
    sources.isHeadNewer === isOfHead(step, head) &&
    // The end of a back-off is news without an event.
    step.track?.segments.at(-1)?.to !== null
  );
}

function frameOf(head: ExecutionHead | null): RowFrame {
  if (head === null) return { isKnown: false, plan: null, order: null, startedAt: null };
  const { plan, startedAt } = head;
  // Without a plan there is no order, and every head would have another one.
  if (plan === null) return { isKnown: true, plan, order: null, startedAt };
  return { isKnown: true, plan: plan.steps, order: stepOrder(head), startedAt };
}

function isSameFrame(one: RowFrame, other: RowFrame): boolean {
  return (
    one.isKnown === other.isKnown &&
    one.plan === other.plan &&
    one.order === other.order &&
    one.startedAt === other.startedAt
  );
}

/** Whether the head has the latest news of a step. */
function isOfHead({ stand, track }: KnownStep, head: ExecutionHead | null): boolean {
  return stand !== null && (track === null || (head !== null && stepsReflect(head) >= track.lastSequence));
}

/** Whether a step that has not begun could have, or its line says so. */
function isQueued(
  { segments }: StepRow,
  step: DecidedStep,
  head: ExecutionHead | null,
  log: FoldedLog,
  decided: ReadonlyMap<string, DecidedStep>,
): boolean {
  if (step.status !== "PENDING") return false;
  return segments.length > 0 || queuedSince(step, head, log, decided) !== null;
}

function decide(
  known: KnownStep,
  head: ExecutionHead | null,
  now: number,
  others: ReadonlyMap<string, DecidedStep>,
): DecidedStep {
  const { stand, track } = known;
  const isHeadNewer = stand !== null && isOfHead(known, head);
  const from = stand?.startedAt == null ? null : instantOf(stand.startedAt, now);
  const to = stand?.finishedAt == null ? null : instantOf(stand.finishedAt, now);
  if (isGroupKind(known.kind)) return decideGroup(known, isHeadNewer, from, to, others);
  const stands = isHeadNewer ? stand.status : (track?.status ?? "PENDING");
  const isInChild = stands === "WAITING" && (isHeadNewer ? waitOf(stand) : track?.waitsFor) === "CHILD";
  // The work of the child is its own.
  const plain = isInChild ? "RUNNING" : stands;
  const startedAt = track?.startedAt ?? from;
  const isFinal = finals.has(plain);
  const heard = track?.finishedAt ?? (isFinal ? to : null);
  const finishedAt = isFinal && heard !== null ? Math.max(heard, startedAt ?? heard) : null;
  const fromLog = track === null ? [] : segmentsAt(track, now);
  const segments =
    fromLog.length > 0
      ? ended(fromLog, finishedAt, plain)
      : guessed(known, isInChild ? "CHILD" : plain, startedAt, finishedAt);
  const isBackingOff = plain === "RUNNING" && segments.at(-1)?.kind === "BACKOFF" && segments.at(-1)?.to === null;
  return {
    known,
    status: isBackingOff ? "BACKING_OFF" : (plain as ShownStatus),
    segments,
    startedAt: plain === "SKIPPED" && segments.length === 0 ? null : startedAt,
    finishedAt,
    failure: isFinal || isBackingOff ? ((isHeadNewer ? stand.failure : track?.failure) ?? null) : null,
  };
}

/** A group began with its first child. It reports nothing about itself until it ends. */
function decideGroup(
  known: KnownStep,
  isHeadNewer: boolean,
  from: number | null,
  to: number | null,
  others: ReadonlyMap<string, DecidedStep>,
): DecidedStep {
  const { stand, track } = known;
  const children = known.childIds.flatMap((stepId) => others.get(stepId) ?? []);
  const starts = children.flatMap(({ startedAt }) => startedAt ?? []);
  const startedAt = starts.length > 0 ? Math.min(...starts) : from;
  const hasEnded = track?.isFinal === true || (stand !== null && finals.has(stand.status));
  const status: string =
    track?.isFinal && !isHeadNewer
      ? track.status
      : (isHeadNewer || starts.length === 0) && stand !== null && (hasEnded || starts.length === 0)
        ? stand.status
        : known.kind === "ROUND" && children.every((child) => finals.has(child.status))
          ? statusOfRound(children)
          : starts.length > 0
            ? statusOfGroup(children)
            : "PENDING";
  const end = known.kind === "ROUND" ? endOfRound(children) : (track?.finishedAt ?? (hasEnded ? to : null));
  const finishedAt = end === null ? null : Math.max(end, startedAt ?? end);
  return {
    known,
    status: status as ShownStatus,
    segments:
      startedAt === null
        ? []
        : [{ kind: "GROUP", from: startedAt, to: finishedAt, end: null, attempt: null, says: "group" }],
    startedAt,
    finishedAt,
    failure: hasEnded ? (track?.failure ?? stand?.failure ?? null) : null,
  };
}

/** The results of the steps of one plan of several. */
function statusOfRound(children: readonly DecidedStep[]): string {
  const statuses = new Set<string>(children.map(({ status }) => status));
  if (statuses.has("CANCELLED")) return "CANCELLED";
  const hasSucceeded = statuses.has("SUCCEEDED") || statuses.has("PARTIAL");
  if (statuses.has("FAILED")) return hasSucceeded ? "PARTIAL" : "FAILED";
  return statuses.has("PARTIAL") ? "PARTIAL" : hasSucceeded ? "SUCCEEDED" : "SKIPPED";
}

/** When the last of its steps ended. Null while one has not. */
function endOfRound(children: readonly DecidedStep[]): number | null {
  if (!children.every(({ status }) => finals.has(status))) return null;
  const ends = children.flatMap(({ finishedAt }) => finishedAt ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

function statusOfGroup(children: readonly DecidedStep[]): string {
  const open = children.filter(({ status }) => !finals.has(status) && status !== "PENDING");
  return open.length > 0 && open.every(({ status }) => status === "WAITING") ? "WAITING" : "RUNNING";
}

/** Segments of a step whose end is in the head and not yet in the log. */
function ended(segments: readonly Segment[], finishedAt: number | null, status: string): readonly Segment[] {
  const last = segments.at(-1);
  if (last === undefined || last.to !== null || finishedAt === null) return segments;
  return [...segments.slice(0, -1), { ...last, to: Math.max(last.from, finishedAt), end: endOf(last.kind, status) }];
}

/** Segments of a step that only the head has: the log has it not yet, or not any more. */
function guessed(known: KnownStep, status: string, from: number | null, to: number | null): readonly Segment[] {
  if (from === null || status === "SKIPPED" || status === "PENDING") return [];
  const isWait = known.kind === "HUMAN_INPUT" || status === "WAITING";
  const kind = isWait ? "WAIT" : status === "CHILD" ? "CHILD" : "ATTEMPT";
  const says = isWait ? "waiting" : status === "CHILD" ? "in the execution that it started" : "ran";
  return [{ kind, from, to, end: to === null ? null : endOf(kind, status), attempt: null, says }];
}

function endOf(kind: Segment["kind"], status: string): Segment["end"] {
  if (kind !== "ATTEMPT" && kind !== "CHILD") return null;
  return status === "FAILED" ? "FAILED" : status === "CANCELLED" ? "CANCELLED" : "SUCCEEDED";
}

function rowOf(
  step: DecidedStep,
  head: ExecutionHead | null,
  log: FoldedLog,
  decided: ReadonlyMap<string, DecidedStep>,
  isOver: boolean,
): StepRow {
  const { failure, finishedAt, known, startedAt, status } = step;
  const { groupId, kind, level, planned, stand, stepId, track } = known;
  const references = [...(planned?.references ?? []), ...(planned?.whenReferences ?? [])].flatMap((reference) =>
    reference.sourceStepId === null
      ? []
      : [
          {
            sourceStepId: reference.sourceStepId,
            path: reference.source,
            target: "target" in reference ? String(reference.target) : "",
          },
        ],
  );
  return {
    stepId,
    named: stand === null || head === null ? null : { executionId: head.id, stepId },
    groupId,
    level,
    ...(isWithinFinally(known, decided) ? { isFinally: true } : {}),
    kind,
    callableName: callableOf(known),
    status,
    segments: withQueue(step, queuedSince(step, head, log, decided), isOver),
    startedAt,
    finishedAt: status === "SKIPPED" ? skippedAt(step, decided, endedAt(head, log)) : finishedAt,
    failure,
    progress: status === "RUNNING" || status === "WAITING" ? (track?.progress ?? null) : null,
    note: noteOf(step, decided, isOver, callableOf(known)),
    waitsUntil: status === "WAITING" ? waitsUntil(known, head) : null,
    childExecutionId: stand !== null && "executionId" in stand ? stand.executionId : null,
    reused: (stand !== null && "reused" in stand && stand.reused) || track?.reused === true,
    warningCount: Math.max(stand !== null && "warnings" in stand ? stand.warnings.length : 0, track?.warningCount ?? 0),
    references,
    after: planned?.after ?? [],
  };
}

/** When the run ended. Null before. */
function endedAt(head: ExecutionHead | null, log: FoldedLog): number | null {
  return log.finishedAt ?? (head?.finishedAt == null ? null : instantOf(head.finishedAt, 0));
}

/** The plan says it of the steps at the top. */
function isWithinFinally({ groupId, planned }: KnownStep, others: ReadonlyMap<string, DecidedStep>): boolean {
  const top = groupId === null ? planned : others.get(groupId)?.known.planned;
  return top?.isFinally === true;
}

/** A question says it too where the log is not there any more. */
function waitsUntil({ stepId, track }: KnownStep, head: ExecutionHead | null): number | null {
  if (track !== null) return track.waitsUntil;
  const asked = head?.pendingHumanInputs.find((request) => request.stepId === stepId);
  return asked?.expiresAt == null ? null : instantOf(asked.expiresAt, 0);
}

function waitOf(stand: NonNullable<KnownStep["stand"]>): string | null {
  return "waitsFor" in stand ? stand.waitsFor : null;
}

const mergeWords = { COLLECT_ALL: "all together", FIRST_SUCCESS: "first success", FIRST_MATCH: "first match" } as const;

function callableOf({ kind, planned, stand, track }: KnownStep): string {
  if (kind === "ROUND") return "";
  if (isRepeatedKind(kind)) return kind === "MAP" ? "for each item" : "again and again";
  if (kind === "PARALLEL") return mergeWords[planned?.parallel?.mergeStrategy ?? "COLLECT_ALL"];
  const standing =
    stand === null
      ? null
      : "toolName" in stand
        ? stand.toolName
        : "agentName" in stand
          ? stand.agentName
          : "workflowName" in stand
            ? stand.workflowName
            : null;
  return planned?.callableName ?? standing ?? track?.callableName ?? "";
}

/** Puts before the segments that the step could have begun earlier. */
function withQueue(step: DecidedStep, since: number | null, isOver: boolean): readonly Segment[] {
  const { known, segments, status } = step;
  if (since === null || isGroupKind(known.kind)) return segments;
  const queued = { kind: "QUEUED", end: null, attempt: null, says: "queued" } as const;
  const [first] = segments;
  if (first === undefined) {
    return status === "PENDING" && !isOver ? [{ ...queued, from: since, to: null }] : segments;
  }
  return first.from - since >= noticeableMs ? [{ ...queued, from: since, to: first.from }, ...segments] : segments;
}
