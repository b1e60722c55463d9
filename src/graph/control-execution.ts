/** Mutations of a running execution: cancelling it, and answering what it asks. Repeating either with the same answer is no error. */
import type { HumanInputView } from "../plan/execution-view.ts";
import type { GraphContext } from "./graph-context.ts";
import { nodeNamed } from "./node-id.ts";
import type { CancelExecutionInput, HumanInputResponseInput, RespondToHumanInputInput } from "./schema.generated.ts";
import type { ExecutionSource, HumanInputSource } from "./sources.ts";
import { generalError, invalidState, notFound, type UserErrorSource } from "./user-errors.ts";

const MAX_REASON = 1_000;

export interface CancelPayload {
  readonly execution: ExecutionSource | null;
  readonly errors: readonly UserErrorSource[];
}

/** Ends an execution. Errors: no such execution, already finished otherwise, reason too long. */
export async function cancelExecution(
  { executionId, reason }: CancelExecutionInput,
  context: GraphContext,
): Promise<CancelPayload> {
  const refusal = reasonError(reason ?? null, ["input", "reason"]);
  if (refusal !== null) return { execution: null, errors: [refusal] };
  const place = ["input", "executionId"];
  const name = await nodeNamed(executionId, "EXECUTION", context);
  if (name === null) return { execution: null, errors: [notFound("the execution", place)] };
  const { caller, doors } = context;
  const answer = await doors.executions.cancel(name.execution, caller.subject, reason ?? null);
  switch (answer.kind) {
    case "NOT_FOUND":
      return { execution: null, errors: [notFound("the execution", place)] };
    case "CANCELLED": {
      const { parkedBy, status } = answer.view;
      if (parkedBy === null) return { execution: { kind: "VIEW", view: answer.view }, errors: [] };
      return {
        execution: null,
        errors: [invalidState(parkedMessage("cancel the execution", parkedBy), place, status)],
      };
    }
    case "ALREADY_FINISHED": {
      const { status } = answer.view;
      if (status === "CANCELLED") return { execution: { kind: "VIEW", view: answer.view }, errors: [] };
      const message = `Cannot cancel the execution: required one that is not finished, found one that is ${status}`;
      return { execution: null, errors: [invalidState(message, place, status)] };
    }
  }
}

export interface RespondPayload {
  readonly request: HumanInputSource | null;
  readonly errors: readonly UserErrorSource[];
}

/** Answers a question. Errors: no such question, answered otherwise before, a malformed answer. */
export async function respondToHumanInput(
  { requestId, response }: RespondToHumanInputInput,
  context: GraphContext,
): Promise<RespondPayload> {
  const reading = readResponse(response);
  if (!reading.ok) return { request: null, errors: [reading.error] };
  const place = ["input", "requestId"];
  const name = await nodeNamed(requestId, "HUMAN_INPUT", context);
  if (name === null) return { request: null, errors: [notFound("the request", place)] };
  const { caller, doors } = context;
  const { accept, reason } = reading;
  const answer = await doors.executions.respond(name.execution, name.requestId, accept, caller.subject, reason);
  if (answer.kind === "NOT_FOUND") return { request: null, errors: [notFound("the request", place)] };
  const request = answer.view.humanInputs.find((asked) => asked.requestId === name.requestId);
  if (request === undefined) return { request: null, errors: [notFound("the request", place)] };
  if (answer.kind === "RESOLVED" || isSameAnswer(request, accept, caller.subject)) {
    return { request: { execution: name.execution, request }, errors: [] };
  }
  const { parkedBy } = answer.view;
  const message =
    parkedBy === null
      ? `Cannot answer the request: required one that is PENDING, found one that is ${request.status}`
      : parkedMessage("answer the request", parkedBy);
  return { request: null, errors: [invalidState(message, place, answer.view.status)] };
}

/** Why `action` cannot be done: nothing is changed by code that does not understand the whole log (E2). */
export function parkedMessage(action: string, parkedBy: string): string {
  return `Cannot ${action}: required a version of this software that knows log entries of the kind ${JSON.stringify(parkedBy)}`;
}

function isSameAnswer(request: HumanInputView, accept: boolean, subject: string): boolean {
  return request.status === (accept ? "ACCEPTED" : "DECLINED") && request.respondedBy === subject;
}

type ResponseReading =
  | { readonly ok: true; readonly accept: boolean; readonly reason: string | null }
  | { readonly ok: false; readonly error: UserErrorSource };

/** `@oneOf` has made sure that exactly one member is given. */
function readResponse({ accept, decline }: HumanInputResponseInput): ResponseReading {
  const place = ["input", "response"];
  if (accept === null || accept === undefined) {
    const error = reasonError(decline ?? null, [...place, "decline"]);
    return error === null ? { ok: true, accept: false, reason: decline ?? null } : { ok: false, error };
  }
  const members = Object.keys(accept).length;
  if (members === 0) return { ok: true, accept: true, reason: null };
  const message = `Cannot answer the request: required an empty object, because no data is asked for, found ${members} members`;
  return { ok: false, error: generalError("INVALID_INPUT", message, [...place, "accept"]) };
}

function reasonError(reason: string | null, path: readonly string[]): UserErrorSource | null {
  if (reason === null || reason.length <= MAX_REASON) return null;
  const message = `Cannot keep the reason: required at most ${MAX_REASON} characters, found ${reason.length}`;
  return generalError("INVALID_INPUT", message, path);
}
