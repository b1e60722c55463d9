/**
 * The state of each step from the log: when it ran, backed off and waited, and how it ended. Events are folded as they come, a batch at a
 * time. The server may be newer and its clocks may be odd: unknown events are ignored, duplicates change nothing, and no time is before the
 * last one of the same step. `step-rows.ts` makes the rows of the timeline from it.
 */
import type { LoggedEvent, Segment } from "./execution-model.ts";
import { modelStepId } from "./model-work.ts";
import { adopted, closed, instantOf, opened, type StepTrack, trackOf } from "./step-track.ts";

/** A log as far as it was folded. `foldEvents` changes it in place. */
export interface FoldedLog {
  readonly tracks: Map<string, StepTrack>;
  /** Number of the latest event. 0 before the first. */
  lastSequence: number;
  /** When the latest event happened. 0 before the first. */
  lastAt: number;
  /** When the plan was there, or the execution began with one. Null before. */
  plannedAt: number | null;
  /** When the question about the whole plan was asked and answered. Null where nobody asked. */
  planQuestion: { readonly askedAt: number; readonly resolvedAt: number | null } | null;
  finishedAt: number | null;
  /** Step of the turn that an agent takes now. */
  turnStepId: string | null;
}

export function emptyLog(): FoldedLog {
  return {
    tracks: new Map(),
    lastSequence: 0,
    lastAt: 0,
    plannedAt: null,
    planQuestion: null,
    finishedAt: null,
    turnStepId: null,
  };
}

/**
 * Whether `events` show that some of `log` is lost: text of a model is sent before it is stored, and after a crash other events get its
 * numbers. A message of a remote task may be sent again by a new object: as the same event, at another time.
 */
export function isSuperseded(log: readonly LoggedEvent[], events: readonly LoggedEvent[]): boolean {
  const last = log.at(-1)?.sequence ?? 0;
  return events.some(({ __typename, occurredAt, sequence }) => {
    if (sequence > last) return false;
    const known = log.findLast((event) => event.sequence === sequence);
    return known !== undefined && (known.__typename !== __typename || known.occurredAt !== occurredAt);
  });
}

/** Folds events into `log`, oldest first; those that it holds already are passed over. Gives the ones that were new. */
export function foldEvents(log: FoldedLog, events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const fresh: LoggedEvent[] = [];
  for (const event of events) {
    if (event.sequence <= log.lastSequence) continue;
    log.lastSequence = event.sequence;
    const at = instantOf(event.occurredAt, log.lastAt);
    log.lastAt = Math.max(log.lastAt, at);
    fold(log, event, at);
    fresh.push(event);
  }
  return fresh;
}

function fold(log: FoldedLog, event: LoggedEvent, at: number): void {
  switch (event.__typename) {
    case "ExecutionStarted":
    case "PlanProposed":
      log.plannedAt = at;
      return;
    case "ModelCallStarted":
    case "ModelCalled":
    case "PlanRejected":
      foldModel(log, event, at);
      return;
    case "ExecutionFinished":
      log.finishedAt = at;
      // Everything that was still open ends with it. Steps that end have said so before.
      for (const track of log.tracks.values()) closed(track, at, "CANCELLED");
      return;
    case "StepWaiting":
      if (event.stepId === null) log.planQuestion = { askedAt: at, resolvedAt: null };
      break;
    case "HumanInputResolved":
      if (event.stepId === null && log.planQuestion !== null) {
        log.planQuestion = { ...log.planQuestion, resolvedAt: Math.max(at, log.planQuestion.askedAt) };
      }
      break;
    default:
  }
  if (event.stepId !== null) foldStep(log, event, event.stepId, at);
}

function foldStep(log: FoldedLog, event: LoggedEvent, stepId: string, occurredAt: number): void {
  const track = trackOf(log.tracks, stepId, event.sequence);
  // An event of a step after its end changes nothing of it.
  if (track.isFinal) return;
  const at = Math.max(occurredAt, track.at);
  track.at = at;
  switch (event.__typename) {
    case "TurnStarted":
      log.turnStepId = stepId;
      track.callableName = event.agentName;
      begin(track, at, 1);
      return;
    case "StepStarted":
      track.callableName = event.callableName;
      track.groupId = event.groupId;
      begin(track, at, event.attempt);
      return;
    case "StepProgressed": {
      if (track.status !== "WAITING") adopted(track, at, event.attempt);
      const { progress, said, total } = track.progress ?? { progress: null, said: null, total: null };
      track.progress = { progress: event.progress ?? progress, total: event.total ?? total, said: event.said ?? said };
      return;
    }
    case "AttemptFailed": {
      adopted(track, at, event.attempt);
      track.failure = event.failure;
      const isRefused = event.outcome === "REJECTED" || event.outcome === "NOT_SENT";
      closed(track, at, "FAILED", `${isRefused ? "refused" : "failed"} with ${event.failure.code}`);
      track.hasFailed = true;
      if (event.retryAt !== null) backOff(track, at, instantOf(event.retryAt, at));
      return;
    }
    case "StepWaiting":
      if (track.retryAt !== null && at >= track.retryAt) adopted(track, at, track.attempt + 1);
      wait(track, at, event);
      return;
    case "HumanInputResolved":
      resolved(track, at, event.resolution);
      return;
    case "OutputSubmitted":
      closed(track, at, "SUCCEEDED");
      track.status = "RUNNING";
      return;
    case "StepFinished":
      finish(track, at, event);
      return;
    default:
  }
}

function begin(track: StepTrack, at: number, attempt: number): void {
  closed(track, at, null);
  track.status = "RUNNING";
  track.startedAt ??= at;
  track.attempt = attempt;
  track.hasFailed = false;
  opened(track, { kind: "ATTEMPT", from: at, attempt, says: `attempt ${attempt}` });
}

function backOff(track: StepTrack, at: number, retryAt: number): void {
  track.status = "RUNNING";
  track.retryAt = Math.max(at, retryAt);
  opened(track, { kind: "BACKOFF", from: at, attempt: null, says: "backing off" });
}

const awaited: Readonly<Record<string, string>> = {
  PERSON: "waiting for a person",
  TIMER: "waiting for a point in time",
  EVENT: "waiting for an event",
  CHILD: "in the execution that it started",
  REMOTE_TASK: "waiting for a remote task",
  SUBMISSION: "waiting for output from elsewhere",
};

type StepWaiting = Extract<LoggedEvent, { __typename: "StepWaiting" }>;

function wait(track: StepTrack, at: number, { until, waitsFor }: StepWaiting): void {
  const isSame = track.status === "WAITING" && track.waitsFor === waitsFor;
  track.status = "WAITING";
  track.waitsFor = waitsFor;
  track.waitsUntil = until === null ? null : Math.max(at, instantOf(until, at));
  track.startedAt ??= at;
  // A remote task that says something new is still the one that is waited for.
  if (isSame) return;
  track.wasCalled = track.attempt > 0 && !track.hasFailed;
  const { progress } = track;
  closed(track, at, "SUCCEEDED");
  // The first message of the task.
  if (waitsFor === "REMOTE_TASK") track.progress = progress;
  const says = Object.hasOwn(awaited, waitsFor) ? awaited[waitsFor] : undefined;
  opened(track, { kind: waitsFor === "CHILD" ? "CHILD" : "WAIT", from: at, attempt: null, says: says ?? "waiting" });
}

/** The answer to a question in the middle of a call is sent by a further attempt, which may have no event of its own. */
function resolved(track: StepTrack, at: number, resolution: string): void {
  closed(track, at, null);
  track.waitsFor = null;
  const isKnown = resolution === "ACCEPTED" || (resolution === "DECLINED" && track.wasCalled);
  if (track.attempt === 0 || !isKnown) {
    track.status = "PENDING";
    return;
  }
  track.status = "RUNNING";
  const attempt = track.attempt + 1;
  opened(track, { kind: "ATTEMPT", from: at, attempt, says: `attempt ${attempt}` }, true);
}

type StepFinished = Extract<LoggedEvent, { __typename: "StepFinished" }>;

const ends: Readonly<Record<string, Segment["end"]>> = {
  FAILED: "FAILED",
  CANCELLED: "CANCELLED",
  SKIPPED: "CANCELLED",
};

function finish(track: StepTrack, at: number, event: StepFinished): void {
  if (event.endedAttempt !== null) adopted(track, at, event.endedAttempt);
  const end = Object.hasOwn(ends, event.stepStatus) ? ends[event.stepStatus] : undefined;
  closed(track, at, end ?? "SUCCEEDED", event.stepFailure === null ? "" : `failed with ${event.stepFailure.code}`);
  track.status = event.stepStatus;
  track.failure = event.stepFailure;
  track.finishedAt = at;
  track.groupId = event.groupId ?? track.groupId;
  track.reused = event.reused;
  track.warningCount = event.warnings.length;
  track.isFinal = true;
}

type ModelEvent = Extract<LoggedEvent, { __typename: "ModelCallStarted" | "ModelCalled" | "PlanRejected" }>;

/** Calls of models are lines of their own, but those of a turn, which belong to the step of the turn. */
function foldModel(log: FoldedLog, event: ModelEvent, occurredAt: number): void {
  const purpose =
    event.__typename === "ModelCallStarted"
      ? event.purpose
      : event.__typename === "ModelCalled"
        ? event.modelCall.purpose
        : "PLAN";
  const isTurn = purpose === "AGENT" && log.turnStepId !== null;
  const track = trackOf(log.tracks, isTurn ? String(log.turnStepId) : modelStepId(purpose), event.sequence);
  if (track.isFinal) return;
  const at = Math.max(occurredAt, track.at);
  track.at = at;
  if (event.__typename === "PlanRejected") {
    rejected(track, event.failure, event.correcting);
    return;
  }
  if (event.__typename === "ModelCallStarted") {
    if (isTurn && track.attempt === 1 && !track.hasFailed) return;
    if (!isTurn) track.callableName = event.model;
    begin(track, at, track.attempt + 1);
    return;
  }
  const { failure, retryAt } = event.modelCall;
  if (failure === null) {
    if (isTurn) return;
    closed(track, at, "SUCCEEDED");
    track.status = "SUCCEEDED";
    track.failure = null;
    track.finishedAt = at;
    return;
  }
  closed(track, at, "FAILED", `failed with ${failure.code}`);
  track.hasFailed = true;
  track.failure = failure;
  if (retryAt !== null) backOff(track, at, instantOf(retryAt, at));
  else if (!isTurn) {
    track.status = "FAILED";
    track.finishedAt = at;
  }
}

/** The call was answered, but its answer was no plan that can be run. */
function rejected(
  track: StepTrack,
  failure: { readonly code: string; readonly message: string },
  isCorrecting: boolean,
) {
  const last = track.segments.at(-1);
  if (last !== undefined && last.kind === "ATTEMPT" && last.to !== null) {
    track.segments[track.segments.length - 1] = { ...last, end: "FAILED", says: `plan refused with ${failure.code}` };
  }
  track.failure = failure;
  if (!isCorrecting) track.status = "FAILED";
}
