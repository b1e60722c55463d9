/** Sends an answer. A refusal is a value: the fields that are wrong, or why it is too late. */
import { request } from "../api/request.ts";
import { type FieldProblem, fieldProblems } from "../parts/schema-form/field-problem.ts";
import { type AnswerRequestMutationVariables, answerRequest } from "./request-detail.generated.ts";

export type Sent =
  | { readonly kind: "TAKEN" }
  | { readonly kind: "WRONG"; readonly problems: readonly FieldProblem[] }
  /** Somebody was first, or the time is over: the request is to be read again. */
  | { readonly kind: "OVER"; readonly code: string; readonly message: string }
  | { readonly kind: "REFUSED"; readonly code: string; readonly message: string };

export async function sendAnswer(id: string, response: AnswerRequestMutationVariables["response"]): Promise<Sent> {
  const answer = await request(answerRequest, { id, response });
  if (!answer.ok) return { kind: "REFUSED", ...answer.problem };
  const payload = answer.data.respondToHumanInput;
  const [error] = payload?.errors ?? [];
  if (error === undefined) {
    const [problem] = answer.problems;
    return payload === null && problem !== undefined ? { kind: "REFUSED", ...problem } : { kind: "TAKEN" };
  }
  if ("violations" in error && error.violations.length > 0)
    return { kind: "WRONG", problems: fieldProblems(error.violations) };
  const isOver = error.code === "ALREADY_RESOLVED" || error.code === "EXPIRED";
  return { kind: isOver ? "OVER" : "REFUSED", code: error.code, message: error.message };
}
