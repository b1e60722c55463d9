/**
 * The human input requests of an execution as its summary carries them to the inbox of the tenant: 64 at most, so that a summary stays
 * small. Open requests come first, the oldest before the others, so that a listed request stays listed until it is resolved. At most 48 of
 * them are listed, which leaves room for those that were resolved last.
 */

import { addressOf } from "../../access/address.ts";
import { isAboutCall } from "../../plan/human-input.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { planApprovals } from "../state/open-plan-approval.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import type { HumanInputState } from "../state/step-state.ts";
import type { InboxSummary } from "./inbox.ts";

/** Most requests of one execution in the inbox. */
export const maxListedRequests = 64;

export const maxListedOpen = 48;

/** Characters of a prompt that the inbox keeps. A prompt of this length may have been cut. */
export const maxListedPrompt = 500;

/** Absent for an execution without requests. */
export function inboxSummaries(state: ExecutionState): { readonly questions?: readonly InboxSummary[] } {
  const all = humanInputsOf(state);
  if (all.length === 0) return {};
  const open = all.filter(({ status }) => status === "PENDING").sort(byAge);
  const resolved = all.filter(({ status }) => status !== "PENDING").sort(latestFirst);
  const listed = open.slice(0, maxListedOpen);
  return { questions: [...listed, ...resolved.slice(0, maxListedRequests - listed.length)] };
}

function humanInputsOf(state: ExecutionState): InboxSummary[] {
  const all = planApprovals(state).map((approval) => summaryOf(approval, undefined));
  for (const [ordinal, { questions }] of state.steps.all.entries()) {
    for (const question of questions) all.push(summaryOf(question, nodeAt(state, ordinal).step));
  }
  return all;
}

function summaryOf(question: HumanInputState, step: PlanStep | undefined): InboxSummary {
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
    expiresAt: expiresAt ?? null,
    resolvedAt: question.resolvedAt ?? null,
    respondedBy: respondedBy ?? null,
    ...addressOf(question),
  };
}

/** Never half of a character that is made of two. */
function beginningOf(prompt: string): string {
  if (prompt.length <= maxListedPrompt) return prompt;
  const last = prompt.charCodeAt(maxListedPrompt - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${prompt.slice(0, maxListedPrompt - 1)}${isHalf ? "…" : prompt.charAt(maxListedPrompt - 1)}`;
}

function byAge(left: InboxSummary, right: InboxSummary): number {
  return left.createdAt - right.createdAt || (left.requestId < right.requestId ? -1 : 1);
}

function latestFirst(left: InboxSummary, right: InboxSummary): number {
  return (right.resolvedAt ?? 0) - (left.resolvedAt ?? 0) || (left.requestId < right.requestId ? -1 : 1);
}
