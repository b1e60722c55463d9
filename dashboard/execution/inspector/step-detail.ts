/** The details of the selected step: read when it is selected, and again when it has news. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { useRefresher } from "../../api/refresher.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import type { StepRow } from "../store/execution-model.ts";
import { type StepDetailQuery, stepDetail } from "./step-detail.generated.ts";

/** Any step; which kind it is says `__typename`. */
export type StepDetail = Extract<NonNullable<StepDetailQuery["execution"]>["steps"][number], { stepId: string }>;
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

export function useStepDetail({ named, segments, status, stepId }: StepRow): ReadDetail {
  const executionId = named?.executionId ?? null;
  const of = executionId === null ? null : `${executionId} ${stepId}`;
  const [read, setRead] = useState<ReadDetail & { readonly of: string | null }>({ ...nothing, of: null });
  const last = segments.at(-1);
  const news = `${status} ${segments.length} ${last?.kind} ${last?.to}`;
  useRefresher(of === null ? null : `${of} ${signIns.value}`, news, pauseMs, async (signal) => {
    const answer = await requestUntilAnswered(stepDetail, { id: executionId ?? "", stepId }, signal);
    if (signal.aborted) return;
    const [detail = null] = answer.ok ? (answer.data.execution?.steps ?? []) : [];
    const [problem = null] = answer.ok ? answer.problems : [answer.problem];
    setRead({ of, detail, problem: detail === null ? (problem ?? unreadable(stepId)) : problem });
  });
  return read.of === of ? read : nothing;
}

function unreadable(stepId: string): Problem {
  return { code: "NOT_FOUND", message: `Nothing more is known of ${stepId}: it is not kept any more` };
}

/** Whether the step is a call with attempts, rather than a question or a group. */
export function isCall(detail: StepDetail): detail is CallStep {
  return "attempts" in detail;
}
