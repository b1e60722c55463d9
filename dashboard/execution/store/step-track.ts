/** The time segments of one step from its events, in their order. */
import type { CalleeProgress, Segment } from "./execution-model.ts";

/** Changed in place by the fold. Instants are Unix milliseconds. */
export interface StepTrack {
  readonly stepId: string;
  readonly segments: Segment[];
  /** Number of the latest event about it. */
  lastSequence: number;
  /** The latest instant that was heard of it. */
  at: number;
  status: string;
  callableName: string | null;
  groupId: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  failure: { readonly code: string; readonly message: string } | null;
  /** Number of the latest attempt. 0 before the first. */
  attempt: number;
  /** Whether the latest attempt has failed. */
  hasFailed: boolean;
  /** While it backs off: until when. */
  retryAt: number | null;
  waitsFor: string | null;
  /** While it waits: when that ends by itself. Null if it does not. */
  waitsUntil: number | null;
  /** Whether a call was under way when it began to wait. */
  wasCalled: boolean;
  /** Whether the open segment is a guess, which vanishes if nothing comes of it. */
  isGuess: boolean;
  /** Progress that the callee reports for the latest attempt. Null if it reported none, and once the attempt has ended. */
  progress: CalleeProgress | null;
  reused: boolean;
  /** How many warnings its result bears. */
  warningCount: number;
  isFinal: boolean;
}

/** The track of a step, made if there is none. */
export function trackOf(tracks: Map<string, StepTrack>, stepId: string, sequence: number): StepTrack {
  const known = tracks.get(stepId);
  if (known !== undefined) {
    known.lastSequence = sequence;
    return known;
  }
  const track: StepTrack = {
    stepId,
    segments: [],
    lastSequence: sequence,
    at: 0,
    status: "PENDING",
    callableName: null,
    groupId: null,
    startedAt: null,
    finishedAt: null,
    failure: null,
    attempt: 0,
    hasFailed: false,
    retryAt: null,
    waitsFor: null,
    waitsUntil: null,
    wasCalled: false,
    isGuess: false,
    progress: null,
    reused: false,
    warningCount: 0,
    isFinal: false,
  };
  tracks.set(stepId, track);
  return track;
}

/** Unix milliseconds of a `DateTime`, or `otherwise` where it is none. */
export function instantOf(dateTime: string, otherwise: number): number {
  const at = Date.parse(dateTime);
  return Number.isNaN(at) ? otherwise : at;
}

export function opened(
  track: StepTrack,
  begun: Pick<Segment, "kind" | "from" | "attempt" | "says">,
  isGuess = false,
): void {
  track.segments.push({ ...begun, to: null, end: null });
  track.isGuess = isGuess;
}

/** Closes the open segment. `end` and `outcome` are those of an attempt: "failed with TOOL_ERROR". Does nothing if none is open. */
export function closed(track: StepTrack, at: number, end: Segment["end"], outcome = ""): void {
  const last = track.segments.at(-1);
  const { retryAt } = track;
  track.retryAt = null;
  track.progress = null;
  if (last === undefined || last.to !== null) return;
  if (track.isGuess && at <= last.from) {
    track.segments.pop();
    track.isGuess = false;
    return;
  }
  track.isGuess = false;
  // A back-off is over when its time has come, however late the next attempt says that it began.
  const until = last.kind === "BACKOFF" && retryAt !== null ? Math.min(at, retryAt) : at;
  const to = Math.max(last.from, until);
  track.at = Math.max(track.at, to);
  const isAttempt = last.kind === "ATTEMPT";
  const hasEnd = isAttempt || last.kind === "CHILD";
  track.segments[track.segments.length - 1] = {
    ...last,
    to,
    end: hasEnd ? end : null,
    says: isAttempt && outcome !== "" ? `attempt ${last.attempt ?? track.attempt} ${outcome}` : last.says,
  };
}

/** Takes note that the attempt of a number is the current one. It may have begun without an event, when its back-off was over. */
export function adopted(track: StepTrack, at: number, attempt: number): void {
  const last = track.segments.at(-1);
  if (attempt <= track.attempt && !(track.isGuess && last?.to === null)) return;
  if (last?.kind === "ATTEMPT" && last.to === null) {
    const isOther = last.attempt !== attempt;
    if (isOther) track.segments[track.segments.length - 1] = { ...last, attempt, says: `attempt ${attempt}` };
  } else {
    const from = Math.min(at, track.retryAt ?? at);
    closed(track, at, null);
    opened(track, { kind: "ATTEMPT", from: Math.max(from, lastEnd(track)), attempt, says: `attempt ${attempt}` });
    track.startedAt ??= from;
  }
  track.attempt = Math.max(track.attempt, attempt);
  track.hasFailed = false;
}

function lastEnd({ segments }: StepTrack): number {
  const last = segments.at(-1);
  return last === undefined ? Number.NEGATIVE_INFINITY : (last.to ?? last.from);
}

/** The segments at `now`. A back-off whose time has come is followed by the next attempt, which is not in the log before it ends. */
export function segmentsAt({ attempt, retryAt, segments }: StepTrack, now: number): readonly Segment[] {
  const last = segments.at(-1);
  if (last?.kind !== "BACKOFF" || last.to !== null || retryAt === null || now < retryAt) return segments.slice();
  const next = attempt + 1;
  return [
    ...segments.slice(0, -1),
    { ...last, to: retryAt },
    { kind: "ATTEMPT", from: retryAt, to: null, end: null, attempt: next, says: `attempt ${next}` },
  ];
}
