/** What is known of the selected step: read when it is selected, and again when it has news. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import type { StepRow } from "../store/execution-model.ts";
import { type StepDetailQuery, stepDetail } from "./step-detail.generated.ts";

/** Any step; which kind it is says `__typename`. */
export type StepDetail = Extract<NonNullable<StepDetailQuery["node"]>, { stepId: string }>;
export type CallStep = Extract<StepDetail, { __typename: "ToolStep" | "AgentStep" | "WorkflowStep" }>;
export type StepAttempt = CallStep["attempts"][number];
export type Failure = NonNullable<StepDetail["failure"]>;

export interface ReadDetail {
  /** Null until it was read. */
  readonly detail: StepDetail | null;
  /** Why a part of it, or all of it, cannot be read. */
  readonly problem: Problem | null;
}

const pauseMs = 500;
const nothing: ReadDetail = { detail: null, problem: null };

export function useStepDetail({ nodeId, segments, status, stepId }: StepRow): ReadDetail {
  const [read, setRead] = useState<ReadDetail & { readonly of: string | null }>({ ...nothing, of: null });
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  const last = segments.at(-1);
  const signedIn = signIns.value;
  const news = `${status} ${segments.length} ${last?.kind} ${last?.to}`;
  useEffect(() => {
    if (nodeId === null) return;
    const reading = new AbortController();
    const isOther = read.of !== nodeId;
    const wait = isOther ? 0 : Math.max(0, readAt.current + pauseMs - performance.now());
    const timer = setTimeout(() => {
      readAt.current = performance.now();
      void requestUntilAnswered(stepDetail, { id: nodeId }, reading.signal).then((answer) => {
        if (reading.signal.aborted) return;
        const node = answer.ok ? answer.data.node : null;
        const [problem = null] = answer.ok ? answer.problems : [answer.problem];
        if (node !== null && "stepId" in node) setRead({ of: nodeId, detail: node, problem });
        else setRead({ of: nodeId, detail: null, problem: problem ?? unreadable(stepId) });
      });
    }, wait);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [nodeId, news, signedIn]);
  return read.of === nodeId ? read : nothing;
}

function unreadable(stepId: string): Problem {
  return { code: "NOT_FOUND", message: `Nothing more is known of ${stepId}: it is not kept any more` };
}

/** Whether the step is a call with attempts, rather than a question or a group. */
export function isCall(detail: StepDetail): detail is CallStep {
  return "attempts" in detail;
}
