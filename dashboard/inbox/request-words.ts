/** The names of requests, and the effect of each answer, in words that name the code where there is one. */
import type { IconName } from "../parts/icon.tsx";

export interface RequestFacts {
  /** `APPROVAL`, `CHOICE`, `FORM`, `UI_TOOL`, `IN_DOUBT`, `CONNECT` or `AUTHORIZE`; a newer server may know others. */
  readonly kind: string;
  /** `APPROVAL`, `PLAN_APPROVAL`, `IN_DOUBT`, `STEP` or `CALLEE`. */
  readonly purpose: string;
  readonly onDecline: string;
  readonly onExpiry: string;
}

interface Look {
  readonly word: string;
  readonly icon: IconName;
}

const looks: ReadonlyMap<string, Look> = new Map([
  ["APPROVAL", { word: "Approval", icon: "lock" }],
  ["CHOICE", { word: "Choice", icon: "group" }],
  ["FORM", { word: "Form", icon: "n-list" }],
  ["UI_TOOL", { word: "Component", icon: "n-reg" }],
  ["CONNECT", { word: "Connect", icon: "lock" }],
  ["AUTHORIZE", { word: "Permission elsewhere", icon: "lock" }],
  ["IN_DOUBT", { word: "Lost call", icon: "warn" }],
]);

export function lookOfRequest({ kind, purpose }: Pick<RequestFacts, "kind" | "purpose">): Look {
  if (purpose === "PLAN_APPROVAL") return { word: "Plan approval", icon: "workflow" };
  return looks.get(kind) ?? { word: kind, icon: "person" };
}

/** How a request ended, as a status shows it. */
export function lookOfEnd(status: string): Look & { readonly tone: string } {
  switch (status) {
    case "ACCEPTED":
      return { word: "Accepted", icon: "succeeded", tone: "st-succeeded" };
    case "DECLINED":
      return { word: "Declined", icon: "failed", tone: "st-failed" };
    case "EXPIRED":
      return { word: "Lapsed", icon: "timer", tone: "st-skipped" };
    case "WITHDRAWN":
      return { word: "Withdrawn", icon: "cancelled", tone: "st-cancelled" };
    default:
      return { word: status, icon: "waiting", tone: "st-waiting" };
  }
}

/** Words of the two buttons. */
export function buttonsOf({ kind, purpose }: Pick<RequestFacts, "kind" | "purpose">): {
  readonly accept: string;
  readonly decline: string;
} {
  if (purpose === "PLAN_APPROVAL") return { accept: "Approve the plan", decline: "Decline" };
  if (purpose === "IN_DOUBT") return { accept: "Call it again", decline: "Let the step fail" };
  if (purpose === "APPROVAL") return { accept: "Approve the call", decline: "Decline" };
  if (kind === "APPROVAL") return { accept: "Approve", decline: "Decline" };
  if (kind === "AUTHORIZE") return { accept: "I have permitted it", decline: "Decline" };
  return { accept: kind === "CHOICE" ? "Send the choice" : "Send the answer", decline: "Decline" };
}

/** The effect, with codes between backticks. */
export interface Consequences {
  readonly accept: string;
  readonly decline: string;
  readonly noAnswer: string;
}

export function consequencesOf(request: RequestFacts): Consequences {
  return { accept: acceptWords(request), decline: declineWords(request), noAnswer: noAnswerWords(request) };
}

function acceptWords({ kind, purpose }: RequestFacts): string {
  switch (purpose) {
    case "APPROVAL":
      return "It is called with exactly these arguments.";
    case "PLAN_APPROVAL":
      return "The plan begins. Calls of tools that say that they destroy data are still asked about one by one.";
    case "IN_DOUBT":
      return "It is called again with the same key. If the first call had its effect, the effect may happen twice.";
    case "CALLEE":
      if (kind === "AUTHORIZE") return "The agent is asked at once how its task stands. It goes on by itself as well.";
      return kind === "CONNECT" ? "The call is tried again." : "The call goes on with the answer.";
    default:
      return kind === "APPROVAL"
        ? "The step succeeds and the plan goes on."
        : "The answer is the output of the step, and the plan goes on.";
  }
}

function declineWords({ kind, onDecline, purpose }: RequestFacts): string {
  if (kind === "CONNECT") return "Nothing is called. The step fails with `UPSTREAM_UNAUTHORIZED`.";
  if (purpose === "PLAN_APPROVAL" && onDecline === "SKIP")
    return "Nothing of it is called. The execution ends with the results so far.";
  if (purpose === "PLAN_APPROVAL") return "Nothing is called. The execution fails with `REJECTED_BY_HUMAN`.";
  if (purpose === "IN_DOUBT") return "It is not called again. The step fails with `OUTCOME_UNKNOWN`.";
  if (purpose === "CALLEE")
    return "The callee that asks is notified. A server decides how its call ends; the task of a remote agent is cancelled.";
  const called = purpose === "APPROVAL" ? "Nothing is called. " : "";
  return onDecline === "SKIP" ? `${called}The step is skipped.` : `${called}The step fails with \`REJECTED_BY_HUMAN\`.`;
}

function noAnswerWords({ onExpiry, purpose }: RequestFacts): string {
  if (purpose === "PLAN_APPROVAL")
    return onExpiry === "SKIP"
      ? "the execution ends with the results so far."
      : "the execution fails with `HUMAN_INPUT_EXPIRED`.";
  if (purpose === "IN_DOUBT") return "the step fails with `OUTCOME_UNKNOWN`.";
  if (onExpiry === "SKIP") return "the step is skipped.";
  if (onExpiry === "ANSWER") return "the plan goes on with the answer that it declares for this.";
  return "the step fails with `HUMAN_INPUT_EXPIRED`.";
}
