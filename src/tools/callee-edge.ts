/**
 * Every text and value that a callee returned over any protocol passes through here before it is stored: failures, results, questions and
 * notes. Afterwards no text or member name contains the secret that the callee was sent (one of fewer than 8 characters is removed from
 * messages only), and no value is nested deeper than `maxValueDepth`. A callee's own identifiers and state stay unchanged, because they are
 * sent back to it; no user sees them.
 */
import { withSecretCutOut, withSecretReplacedIn } from "../catalog/without-secret.ts";
import type { AttemptResult, CalleeAsks, CallResult, TaskPoll } from "../execution/events/attempt.ts";
import type { ProgressNotice } from "../execution/events/callee-progress.ts";
import type { Failure } from "../json/failure.ts";
import { type Json, jsonDepth } from "../json/json.ts";
import { maxValueDepth } from "../plan/limits.ts";

/**
 * The end of an attempt as it may be stored. `subject` names the call in messages, `secrets` are all that the callee was sent.
 *
 * @example
 * ```ts
 * const answer = { output: "sent s3cret-token", content: [], metadata: {} };
 * const end = atEdge("the call", { kind: "SUCCEEDED", result: answer, warning: null }, ["s3cret-token"]);
 * end.result.output; // "sent [secret]"
 * ```
 */
export function atEdge(subject: string, result: AttemptResult, secrets: readonly string[]): AttemptResult {
  return sought(secrets).reduce<AttemptResult>((cleaned, secret) => endAtEdge(subject, cleaned, secret), result);
}

/** Once without a secret where there is none: the depth of an answer is bounded in any case. */
function sought(secrets: readonly string[]): readonly (string | undefined)[] {
  return secrets.length === 0 ? [undefined] : secrets;
}

function endAtEdge(subject: string, result: AttemptResult, bearer: string | undefined): AttemptResult {
  switch (result.kind) {
    case "SUCCEEDED":
    case "FAILED":
      return finalAtEdge(subject, result, bearer);
    case "ASKS":
      return questionAtEdge(result, bearer);
    case "WAITS":
      return { ...result, note: noteAtEdge(result.note, bearer), said: noteAtEdge(result.said, bearer) };
    case "INTERRUPTED":
      return result;
  }
}

/** How a remote task stands, as it may be stored. */
export function pollAtEdge(subject: string, poll: TaskPoll, secrets: readonly string[]): TaskPoll {
  return sought(secrets).reduce<TaskPoll>((cleaned, secret) => onePollAtEdge(subject, cleaned, secret), poll);
}

function onePollAtEdge(subject: string, poll: TaskPoll, bearer: string | undefined): TaskPoll {
  switch (poll.kind) {
    case "PENDING":
      return { ...poll, note: noteAtEdge(poll.note, bearer), said: noteAtEdge(poll.said, bearer) };
    case "UNREACHABLE":
      return { ...poll, message: withSecretCutOut(poll.message, bearer) };
    case "ASKS":
      return questionAtEdge(poll, bearer);
    case "SUCCEEDED":
    case "FAILED":
      return finalAtEdge(subject, poll, bearer);
  }
}

/** Why an answer of a callee cannot be kept. It answered, so the call has had its effect and is not made again by itself. */
export function tooDeepAnswer(subject: string): Extract<AttemptResult, { readonly kind: "FAILED" }> {
  const message = `Cannot keep the answer to ${subject}: required at most ${maxValueDepth} levels of objects and arrays, found more. Have it answer with a flatter value`;
  const failure: Failure = {
    code: "LIMIT_EXCEEDED",
    message,
    retryable: false,
    details: { limit: "maxValueDepth", maxDepth: maxValueDepth },
  };
  return { kind: "FAILED", outcome: "ANSWERED", failure };
}

/** Whether a value of a callee lies deeper within itself than is kept. */
export function isTooDeep(value: Json): boolean {
  return jsonDepth(value, maxValueDepth + 1) > maxValueDepth;
}

type FinalResult = Extract<AttemptResult, { readonly kind: "SUCCEEDED" | "FAILED" }>;

function finalAtEdge(subject: string, final: FinalResult, bearer: string | undefined): FinalResult {
  const { result } = final;
  if (
    result !== undefined &&
    (isTooDeep(result.output ?? null) || isTooDeep(result.content) || isTooDeep(result.metadata))
  )
    return tooDeepAnswer(subject);
  if (final.kind === "SUCCEEDED") {
    const warning = final.warning && failureAtEdge(final.warning, bearer);
    const warnings = final.warnings?.map((more) => ({ ...more, ...saidAtEdge(more, bearer) }));
    return { ...final, result: resultAtEdge(final.result, bearer), warning, ...(warnings && { warnings }) };
  }
  const kept = result && resultAtEdge(result, bearer);
  return { ...final, failure: failureAtEdge(final.failure, bearer), result: kept };
}

/** Every member, so that members added to results later pass here too. */
function resultAtEdge(result: CallResult, bearer: string | undefined): CallResult {
  if (bearer === undefined) return result;
  const members = Object.entries(result).map(([name, value]): [string, unknown] => [
    name,
    value === undefined ? undefined : withSecretReplacedIn(value as Json, bearer),
  ]);
  return { ...result, ...Object.fromEntries(members) };
}

function failureAtEdge(failure: Failure, bearer: string | undefined): Failure {
  return { ...failure, ...saidAtEdge(failure, bearer) };
}

function saidAtEdge({ details, message }: Pick<Failure, "details" | "message">, bearer: string | undefined) {
  return {
    message: withSecretCutOut(message, bearer),
    details: isTooDeep(details) ? null : withSecretReplacedIn(details, bearer),
  };
}

function questionAtEdge(question: CalleeAsks, bearer: string | undefined): CalleeAsks {
  return {
    ...question,
    prompt: withSecretCutOut(question.prompt, bearer),
    responseSchema: question.responseSchema && withSecretReplacedIn(question.responseSchema, bearer),
  };
}

/** Progress in the form that may be sent and stored. */
export function progressAtEdge(notice: ProgressNotice, secrets: readonly string[]): ProgressNotice {
  if (notice === "BROKEN" || notice.message === undefined) return notice;
  return { ...notice, message: secrets.reduce<string>(withSecretCutOut, notice.message) };
}

function noteAtEdge(note: string | undefined, bearer: string | undefined): string | undefined {
  return note && withSecretCutOut(note, bearer);
}
