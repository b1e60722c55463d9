/**
 * The response to a call: structured content and the same JSON as text (P20), or an error that the calling model can act on.
 */
import { structuredResult } from "../../packages/planwright/artifact-tool/structured-result.ts";
import { identityKey } from "../execution/commands/invocation-message.ts";
import type { Failure } from "../json/failure.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { RunEnd } from "./follow-run.ts";
import type { CallProblem } from "./ports.ts";

/** The members of the result of `tools/call`. */
export interface CallAnswer {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Json;
  readonly isError: boolean;
  readonly _meta?: JsonObject;
}

/** The execution behind an answer. */
export interface AnsweredRun {
  /** As the API shows it. */
  readonly executionId: string;
  readonly status: string;
}

export function answerOf(value: Json, isError: boolean, run: AnsweredRun | undefined): CallAnswer {
  const answer = { ...structuredResult(value), isError };
  return run === undefined ? answer : { ...answer, _meta: { [identityKey]: { ...run } } };
}

/**
 * The answer of a workflow that could not be run, or failed: as text only, because structured content has to satisfy the output schema of
 * the tool.
 */
export function failedAnswer(problems: readonly CallProblem[], run: AnsweredRun | undefined): CallAnswer {
  const [first, ...rest] = problems.map(problemJson);
  const { structuredContent: _, ...answer } = answerOf(
    { error: first ?? null, ...(rest.length > 0 && { further: rest }) },
    true,
    run,
  );
  return answer;
}

/** The answer of `cp__agent_orchestrate` where nothing was run: the shape of O3 with its errors (O37). */
export function refusedOrchestration(problems: readonly CallProblem[], run: AnsweredRun | undefined): CallAnswer {
  return answerOf({ success: false, steps: [], errors: problems.map(problemJson) }, true, run);
}

export function problemJson({ code, details, message, path }: CallProblem): JsonObject {
  return { code, message, ...(path.length > 0 && { path: [...path] }), ...(details !== null && { details }) };
}

export function problem(code: string, message: string, more: Partial<CallProblem> = {}): CallProblem {
  return { code, message, path: [], retryable: false, details: null, ...more };
}

export function problemOf({ code, details, message, retryable }: Failure): CallProblem {
  return { code, message, path: [], retryable, details };
}

/** Why there is nothing to be said of an execution that was started. */
export function unfinished(end: Exclude<RunEnd, "LEFT">): CallProblem {
  return end === "OVERDUE"
    ? problem("EXECUTION_TIMEOUT", "The time of the call was over; its execution was cancelled", { retryable: true })
    : problem(
        "NOT_FOUND",
        "Cannot read the result: required an execution that is kept, found that retention or a deletion removed it",
      );
}
