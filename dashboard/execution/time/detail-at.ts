/** The details of a step at a time: later facts are removed from the current answer of the API. Pure. */
import type { StepDetail } from "../inspector/step-detail.ts";
import type { StepRow } from "../store/execution-model.ts";

const finals: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "SKIPPED", "CANCELLED"]);

/** `row` is the line of the step then. `at` in Unix milliseconds. */
export function detailAt(detail: StepDetail, row: StepRow, at: number): StepDetail {
  const isBegun = row.status !== "PENDING" && row.status !== "SKIPPED";
  const isOver = finals.has(row.status);
  const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= at;
  const then = {
    ...detail,
    startedAt: isPast(detail.startedAt) ? detail.startedAt : null,
    finishedAt: isOver ? detail.finishedAt : null,
    input: isBegun ? detail.input : null,
    output: isOver ? detail.output : null,
    failure: isOver ? detail.failure : null,
    ...(!isOver && "text" in detail && { text: null }),
    ...(!isOver && "content" in detail && { content: null }),
    ...(!isOver && "warnings" in detail && { warnings: [] }),
    ...(!isOver && "attachments" in detail && { attachments: [], attachmentCount: 0 }),
    ...(!isOver && "artifact" in detail && { artifact: null }),
    ...(!isOver && "outcome" in detail && { outcome: null }),
    ...("waitsFor" in detail && row.status !== "WAITING" && { waitsFor: null }),
  } as StepDetail;
  if ("attempts" in then) {
    const attempts = then.attempts
      .filter(({ startedAt }) => isPast(startedAt))
      .map((attempt) =>
        isPast(attempt.finishedAt)
          ? attempt
          : { ...attempt, finishedAt: null, outcome: null, failure: null, retryAt: null },
      );
    return { ...then, attempts };
  }
  if ("request" in then && then.request !== null && !isPast(then.request.resolvedAt)) {
    const request = { ...then.request, status: "PENDING", respondedBy: null, reason: null, resolvedAt: null } as const;
    return { ...then, request: isPast(request.createdAt) ? request : null } as StepDetail;
  }
  return then;
}
