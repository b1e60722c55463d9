/**
 * The `ExecutionResponse` of the document Host contract: its shape, and its meaning for a call (H7–H12). A response that breaks the
 * contract fails the call with PROTOCOL (R25) and is kept as its content.
 *
 * Such a response counts as ANSWERED, because the agent may have done its work. It is never asked for again automatically, and a retry treats
 * the call as one that may have taken effect (`reuse-key.ts`).
 */
import * as z from "zod";
import type { AttemptResult, CallResult } from "../../execution/events/attempt.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { isTooDeep, tooDeepAnswer } from "../callee-edge.ts";

const reportedIssues = 20;

/** Members beyond those of the document are let through; they are part of the content. Null counts as absent (R17). */
export const executionResponseShape = madeOnce(() => {
  const anyResult = z.custom<Json>((value) => value !== undefined, "expected a result, which may be any JSON");
  const metadata = z.custom<Json>(isJsonObject, "expected an object").nullish();
  const noError = z.null("expected no error beside a status other than error").optional();
  return z.discriminatedUnion(
    "status",
    [
      z.looseObject({
        request_id: z.string(),
        status: z.enum(["success", "partial"]),
        result: anyResult,
        error: noError,
        metadata,
      }),
      z.looseObject({
        request_id: z.string(),
        status: z.literal("error"),
        error: z.string().min(1, "expected a text that says what went wrong"),
        metadata,
      }),
    ],
    { error: 'expected an object with the status "success", "partial" or "error"' },
  );
});

/**
 * Judges the JSON of a complete response to the request `requestId`. `subject` names the call in messages, which are not cut yet: a
 * secret in them is to be taken out first.
 */
export function attemptOfResponse(subject: string, requestId: string, received: Json): AttemptResult {
  if (isTooDeep(received)) return tooDeepAnswer(subject);
  const result = resultOf(received);
  const parsed = executionResponseShape().safeParse(received);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const finding = `required an ExecutionResponse, found ${placeOf(first)}${first?.message ?? "something else"}`;
    const issues = parsed.error.issues.slice(0, reportedIssues);
    const found = issues.map((issue) => ({ path: issue.path.map(String), message: issue.message }));
    return failed(brokenContract(subject, finding, found), result);
  }
  const response = parsed.data;
  // The id of somebody else's request: this answer must not become the answer to ours (H8, C28).
  if (response.request_id !== requestId) {
    const finding = `required the request_id ${JSON.stringify(requestId)}, found ${JSON.stringify(response.request_id)}`;
    return failed(brokenContract(subject, finding, []), result);
  }
  if (response.status === "error") return failed(agentError(subject, response.error), result);
  return { kind: "SUCCEEDED", result: { ...result, isPartial: response.status === "partial" }, warning: undefined };
}

/** The response as it came. The result of the shape has no key `__proto__`, so it is not used here. */
function resultOf(received: Json): CallResult {
  const member = (name: string) => (isJsonObject(received) ? ownValue(received, name) : undefined);
  return { output: member("result"), content: received, metadata: member("metadata") ?? null, isPartial: false };
}

function failed(failure: Failure, result?: CallResult): AttemptResult {
  return { kind: "FAILED", outcome: "ANSWERED", failure, result };
}

/** The agent worked and says that it could not do the task (H9). */
function agentError(subject: string, error: string): Failure {
  const message = `Cannot complete ${subject}: ${error}`;
  return { code: "AGENT_ERROR", message, retryable: true, details: {} };
}

function brokenContract(subject: string, finding: string, issues: readonly Json[]): Failure {
  const message = `Cannot accept the answer to ${subject}: ${finding}`;
  return { code: "PROTOCOL", message, retryable: false, details: issues.length === 0 ? {} : { issues } };
}

function placeOf(issue: z.core.$ZodIssue | undefined): string {
  return issue === undefined || issue.path.length === 0 ? "" : `in ${issue.path.map(String).join(".")}: `;
}
