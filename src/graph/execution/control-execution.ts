/** Mutations of a running execution: cancelling it, and answering its questions. Repeating either with the same answer is no error. */

import { refusalText } from "../../access/address.ts";
import type { AnswerViolation, GivenResponse } from "../../execution/commands/start-request.ts";
import type { ExecutionView, HumanInputView } from "../../execution/views/execution-view.ts";
import { canonicalJson, utf8Bytes } from "../../json/json.ts";
import { maxResponseBytes } from "../../plan/human-input.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { framedPayload } from "../base/payload.ts";
import type {
  CancelExecutionInput,
  HumanInputResponseInput,
  RespondToHumanInputInput,
} from "../base/schema.generated.ts";
import type { ExecutionSource, HumanInputSource } from "../base/sources.ts";
import { generalError, invalidState, notFound, type UserErrorSource } from "../base/user-errors.ts";

const MAX_REASON = 1_000;

export interface CancelPayload {
  readonly execution: ExecutionSource | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Ends an execution. Errors: no such execution, already finished otherwise or about to, reason too long. */
export async function cancelExecution(
  { executionId, force, reason }: CancelExecutionInput,
  context: GraphContext,
): Promise<CancelPayload> {
  const refusal = reasonError(reason ?? undefined, ["input", "reason"]);
  if (refusal !== undefined) return { execution: undefined, errors: [refusal] };
  const place = ["input", "executionId"];
  const name = await nodeNamed(executionId, "EXECUTION", context);
  if (name === undefined) return { execution: undefined, errors: [notFound("the execution", place)] };
  const { caller, clients } = context;
  const answer = await clients.executions.cancel(name.execution, caller.subject, reason ?? null, force ?? false);
  switch (answer.kind) {
    case "NOT_FOUND":
      return { execution: undefined, errors: [notFound("the execution", place)] };
    case "CANCELLED": {
      const { parkedBy, status } = answer.view;
      if (parkedBy === null) return { execution: { kind: "VIEW", view: answer.view }, errors: [] };
      return {
        execution: undefined,
        errors: [invalidState(parkedMessage("cancel the execution", parkedBy), place, status)],
      };
    }
    case "ENDING": {
      const { ending, status } = answer.view;
      const found = `one that ended as ${ending?.status} and runs its finally steps; with force these end too`;
      const message = `Cannot cancel the execution: required one whose steps have not ended, found ${found}`;
      return { execution: undefined, errors: [invalidState(message, place, status)] };
    }
    case "ALREADY_FINISHED": {
      const { status } = answer.view;
      if (status === "CANCELLED") return { execution: { kind: "VIEW", view: answer.view }, errors: [] };
      const message = `Cannot cancel the execution: required one that is not finished, found one that is ${status}`;
      return { execution: undefined, errors: [invalidState(message, place, status)] };
    }
  }
}

export interface RespondPayload {
  readonly request: HumanInputSource | undefined;
  readonly errors: readonly UserErrorSource[];
}

/**
 * Answers a question. Errors: no such question, addressed to others, answered or withdrawn before, its time is over, data that breaks its
 * schema or is too large. An id of another tenant reaches no object.
 */
export async function respondToHumanInput(
  { requestId, response }: RespondToHumanInputInput,
  context: GraphContext,
): Promise<RespondPayload> {
  const parsed = readResponse(response);
  if (!parsed.ok) return { request: undefined, errors: [parsed.error] };
  const place = ["input", "requestId"];
  const name = await nodeNamed(requestId, "HUMAN_INPUT", context);
  if (name === undefined) return { request: undefined, errors: [notFound("the request", place)] };
  const given = { ...parsed.given, requestId: name.requestId, by: context.caller.subject };
  const answer = await context.clients.executions.respond(name.execution, given);
  if (answer.kind === "INVALID") return { request: undefined, errors: [invalidResponse(answer.violations)] };
  if (answer.kind !== "NOT_FOUND" && answer.kind !== "RESOLVED" && answer.view.parkedBy !== null) {
    const { parkedBy, status } = answer.view;
    return { request: undefined, errors: [invalidState(parkedMessage("answer the request", parkedBy), place, status)] };
  }
  const request =
    answer.kind === "NOT_FOUND"
      ? undefined
      : answer.view.humanInputs.find((asked) => asked.requestId === name.requestId);
  if (answer.kind === "NOT_FOUND" || request === undefined) {
    return { request: undefined, errors: [notFound("the request", place)] };
  }
  const { view } = answer;
  const source = { execution: name.execution, request, view };
  if (answer.kind === "RESOLVED") return { request: source, errors: [] };
  if (answer.kind === "REFUSED") {
    const message = `Cannot answer the request: ${refusalText(answer.refusal, request)}`;
    return { request: undefined, errors: [generalError(answer.refusal, message, place)] };
  }
  if (await isSameAnswer(source, given, context)) return { request: source, errors: [] };
  return { request: undefined, errors: [closedError(answer.kind, request, view, place)] };
}

/** Why a question takes no answer any more. */
function closedError(
  kind: "ALREADY_RESOLVED" | "EXPIRED",
  { expiresAt, respondedBy, status }: HumanInputView,
  { parkedBy, status: executionStatus }: ExecutionView,
  place: readonly string[],
): UserErrorSource {
  if (parkedBy !== null) return invalidState(parkedMessage("answer the request", parkedBy), place, executionStatus);
  if (kind === "EXPIRED") {
    const end = expiresAt === null ? "before" : `at ${new Date(expiresAt).toISOString()}`;
    const message = `Cannot answer the request: required one whose time is not over, found one that lapsed ${end}`;
    return generalError("EXPIRED", message, place);
  }
  // A crash or a cancel may have ended the asking step before the question was withdrawn.
  const found = status === "PENDING" ? "one whose execution is ending" : `one that is ${status}${byWhom(respondedBy)}`;
  return generalError(
    "ALREADY_RESOLVED",
    `Cannot answer the request: required one that is PENDING, found ${found}`,
    place,
  );
}

function byWhom(respondedBy: string | null): string {
  return respondedBy === null ? "" : `, answered by ${JSON.stringify(respondedBy)}`;
}

function invalidResponse(violations: readonly AnswerViolation[]): UserErrorSource {
  return {
    code: "SCHEMA_VIOLATION",
    message: "Cannot answer the request: required data that satisfies its schema, found data that does not",
    path: ["input", "response", "accept"],
    violations: violations.map(({ keyword, message, pointer }) => ({ instance: pointer, keyword, message })),
  };
}

/** Why `action` cannot be done: nothing is changed by code that does not understand the whole log (E2). */
export function parkedMessage(action: string, parkedBy: string): string {
  return `Cannot ${action}: required a version of this software that knows log entries of the kind ${JSON.stringify(parkedBy)}`;
}

/** The same answer again, by the same subject, is one whose first time was not heard. */
async function isSameAnswer(
  { execution, request }: { readonly execution: string; readonly request: HumanInputView },
  { by, isAccepted, response }: GivenResponse,
  { clients }: GraphContext,
): Promise<boolean> {
  if (request.status !== (isAccepted ? "ACCEPTED" : "DECLINED") || request.respondedBy !== by) return false;
  if (!isAccepted) return true;
  const taken =
    request.response === null
      ? {}
      : await framedPayload(clients.executions, execution, request.response).read(undefined);
  return canonicalJson(taken) === canonicalJson(response ?? {});
}

type ParsedResponse =
  | { readonly ok: true; readonly given: Omit<GivenResponse, "by" | "requestId"> }
  | { readonly ok: false; readonly error: UserErrorSource };

/** `@oneOf` ensures that exactly one member is given. The object checks whether the data fits the question. */
function readResponse({ accept, decline }: HumanInputResponseInput): ParsedResponse {
  const place = ["input", "response"];
  if (accept === undefined) {
    const reason = decline ?? null;
    const error = reasonError(reason, [...place, "decline"]);
    return error === undefined
      ? { ok: true, given: { isAccepted: false, response: null, reason } }
      : { ok: false, error };
  }
  const bytes = utf8Bytes(JSON.stringify(accept));
  if (bytes <= maxResponseBytes) return { ok: true, given: { isAccepted: true, response: accept, reason: null } };
  const message = `Cannot take the answer: required at most ${maxResponseBytes} bytes as JSON, found ${bytes}`;
  return { ok: false, error: generalError("INVALID_INPUT", message, [...place, "accept"]) };
}

function reasonError(reason: string | undefined, path: readonly string[]): UserErrorSource | undefined {
  if (reason === undefined || reason.length <= MAX_REASON) return undefined;
  const message = `Cannot keep the reason: required at most ${MAX_REASON} characters, found ${reason.length}`;
  return generalError("INVALID_INPUT", message, path);
}
