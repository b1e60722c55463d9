/**
 * The questions of an execution as its summary carries them to the inbox of the tenant: 64 at most, so that a summary stays small.
 * Open ones come first, the oldest before the others, so that one that is listed stays listed until it is resolved; at most 48 of them,
 * so that there is always room to tell how the latest ones ended.
 */

import { isAboutCall } from "../../plan/human-input.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { type ExecutionState, nodeAt, type QuestionState } from "../state/state.ts";
import type { QuestionSummary } from "./inbox.ts";

/** Questions of one execution that the inbox knows. */
export const maxListedQuestions = 64;

export const maxListedOpen = 48;

/** Characters of a question that the inbox keeps. One of this length may be longer. */
export const maxListedPrompt = 500;

/** Absent for an execution that has asked nothing. */
export function questionSummaries(state: ExecutionState): { readonly questions?: readonly QuestionSummary[] } {
  const all = questionsOf(state);
  if (all.length === 0) return {};
  const open = all.filter(({ status }) => status === "PENDING").sort(byAge);
  const resolved = all.filter(({ status }) => status !== "PENDING").sort(latestFirst);
  const listed = open.slice(0, maxListedOpen);
  return { questions: [...listed, ...resolved.slice(0, maxListedQuestions - listed.length)] };
}

function questionsOf(state: ExecutionState): QuestionSummary[] {
  const all = state.planQuestion === null ? [] : [summaryOf(state.planQuestion, null)];
  for (const [ordinal, { questions }] of state.steps.entries()) {
    for (const question of questions) all.push(summaryOf(question, nodeAt(state, ordinal).step));
  }
  return all;
}

function summaryOf(question: QuestionState, step: PlanStep | null): QuestionSummary {
  const { createdAt, expiresAt, kind, onDecline, onExpiry, prompt, purpose, requestId, respondedBy, ui } = question;
  const callableName = step?.kind === "TOOL" && isAboutCall(purpose) ? step.callableName : null;
  return {
    requestId,
    step: step?.id ?? null,
    purpose,
    kind,
    status: question.resolution ?? "PENDING",
    prompt: beginningOf(prompt),
    ui,
    callableName,
    onExpiry: onExpiry.kind,
    onDecline,
    createdAt,
    expiresAt,
    resolvedAt: question.resolvedAt,
    respondedBy,
  };
}

/** Never half of a character that is made of two. */
function beginningOf(prompt: string): string {
  if (prompt.length <= maxListedPrompt) return prompt;
  const last = prompt.charCodeAt(maxListedPrompt - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${prompt.slice(0, maxListedPrompt - 1)}${isHalf ? "…" : prompt.charAt(maxListedPrompt - 1)}`;
}

function byAge(left: QuestionSummary, right: QuestionSummary): number {
  return left.createdAt - right.createdAt || (left.requestId < right.requestId ? -1 : 1);
}

function latestFirst(left: QuestionSummary, right: QuestionSummary): number {
  return (right.resolvedAt ?? 0) - (left.resolvedAt ?? 0) || (left.requestId < right.requestId ? -1 : 1);
}
