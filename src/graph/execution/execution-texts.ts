/**
 * Texts of an execution that are stored as values: the request, the responder's text, the problems of a plan. Each is read only when it is
 * selected (E14).
 */

import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { Json } from "../../json/json.ts";
import type { ValueFrame } from "../../json/stored-value.ts";
import type { Conversation } from "../../plan/conversation.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { AnswerRoot } from "../base/answer-bytes.ts";
import { framedPayload } from "../base/payload.ts";
import type { Executions } from "../base/ports.ts";
import type { Maybe } from "../base/schema.generated.ts";
import { generalError, problemErrors, type UserErrorSource } from "../base/user-errors.ts";

/** The user's request. Null for a plan that was given without words. Throws GONE after retention removed it. */
export async function promptOf(
  { conversation, execution }: ExecutionView,
  executions: Executions,
  root: AnswerRoot,
): Promise<Maybe<string>> {
  if (conversation === null) return undefined;
  // The object stored it as a conversation; no other writes this value.
  return ((await storedUnder(execution, conversation, executions, root)) as unknown as Conversation).message;
}

/** The final text for the user: that of a plan without steps, else that of the responder. Throws GONE as above. */
export async function responseText(
  execution: string,
  directResponse: Maybe<string>,
  response: Maybe<ValueFrame>,
  executions: Executions,
  root: AnswerRoot,
): Promise<Maybe<string>> {
  if (typeof directResponse === "string" || !response) return directResponse;
  const text = await storedUnder(execution, response, executions, root);
  return typeof text === "string" ? text : JSON.stringify(text);
}

/** The problems of the latest refused plan. After retention only the resulting failure is left. */
export async function planErrorsOf(
  { archived, execution, failure, planProblems }: ExecutionView,
  executions: Executions,
  root: AnswerRoot,
): Promise<readonly UserErrorSource[]> {
  if (planProblems === null) return [];
  if (archived !== null) return [generalError("INVALID_INPUT", failure?.message ?? "the plan did not pass", [])];
  return storedErrors(execution, planProblems, executions, root);
}

/** The problems that `frame` stands for, as errors. Their paths were stored as they are shown. */
export async function storedErrors(
  execution: string,
  frame: ValueFrame,
  executions: Executions,
  root: AnswerRoot,
): Promise<readonly UserErrorSource[]> {
  return problemErrors(
    (await storedUnder(execution, frame, executions, root)) as unknown as readonly PlanProblem[],
    [],
  );
}

function storedUnder(execution: string, frame: ValueFrame, executions: Executions, root: AnswerRoot): Promise<Json> {
  return framedPayload(executions, execution, frame).read(root);
}
