/** Lines for the work of models for the whole execution: choosing an agent and planning come first, answering comes last. */
import type { ShownStatus } from "../../parts/status.tsx";
import type { ExecutionHead, Segment, StepRow } from "./execution-model.ts";
import type { FoldedLog } from "./fold-events.ts";
import { modelStepId } from "./model-work.ts";
import { instantOf, type StepTrack, segmentsAt } from "./step-track.ts";

export interface ModelRows {
  readonly first: readonly StepRow[];
  readonly after: readonly StepRow[];
}

export function modelRows(head: ExecutionHead | null, log: FoldedLog, now: number): ModelRows {
  const row = (purpose: string): readonly StepRow[] => {
    const track = log.tracks.get(modelStepId(purpose));
    const calls = (head?.modelCalls ?? []).filter((call) => call.purpose === purpose);
    if (track !== undefined && track.segments.length > 0) return [ofTrack(track, now)];
    return calls.length > 0 ? [ofCalls(purpose, calls, now)] : [];
  };
  return { first: [...row("ROUTE"), ...row("PLAN")], after: row("RESPOND") };
}

const empty = {
  named: null,
  groupId: null,
  level: 1,
  kind: "MODEL",
  waitsUntil: null,
  childExecutionId: null,
  progress: null,
  reused: false,
  warningCount: 0,
  references: [],
  after: [],
} as const;

function ofTrack(track: StepTrack, now: number): StepRow {
  const segments = segmentsAt(track, now);
  const last = segments.at(-1);
  const isOpen = last?.to === null;
  return {
    ...empty,
    stepId: track.stepId,
    callableName: track.callableName ?? "",
    status: isOpen && last.kind === "BACKOFF" ? "BACKING_OFF" : (track.status as ShownStatus),
    segments,
    startedAt: track.startedAt,
    finishedAt: isOpen ? null : track.finishedAt,
    failure: track.status === "FAILED" ? track.failure : null,
    note: noteOn(track.status, track.failure?.code, segments),
  };
}

/** Where the log is not there any more, the calls as the head lists them. */
function ofCalls(purpose: string, calls: ExecutionHead["modelCalls"], now: number): StepRow {
  let from = 0;
  const segments = calls.map(({ durationMs, failure, startedAt }, at): Segment => {
    from = Math.max(from, instantOf(startedAt, now));
    const to = durationMs === null ? null : from + Math.max(0, durationMs);
    const end = to === null ? null : failure === null ? "SUCCEEDED" : "FAILED";
    const segment: Segment = { kind: "ATTEMPT", from, to, end, attempt: at + 1, says: `attempt ${at + 1}` };
    from = to ?? from;
    return segment;
  });
  const last = calls.at(-1);
  const status = last === undefined || last.durationMs === null ? "RUNNING" : last.failure ? "FAILED" : "SUCCEEDED";
  return {
    ...empty,
    stepId: modelStepId(purpose),
    callableName: last?.model ?? "",
    status,
    segments,
    startedAt: segments[0]?.from ?? null,
    finishedAt: segments.at(-1)?.to ?? null,
    failure: last?.failure ?? null,
    note: noteOn(status, last?.failure?.code, segments),
  };
}

function noteOn(status: string, code: string | undefined, segments: readonly Segment[]): string {
  if (status === "FAILED" && code !== undefined) return code;
  const calls = segments.filter(({ kind }) => kind === "ATTEMPT").length;
  return calls > 1 ? `${calls} calls` : "";
}
