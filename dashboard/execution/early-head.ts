/**
 * Asks for the head of an execution. The first one of a page that is loaded at the address of an execution is asked for before the parts of
 * the page that show it are there: both take a while, and neither needs the other.
 */
import { askedEarly } from "../api/early-question.ts";
import { bodyOf } from "../api/post.ts";
import { type Answer, request } from "../api/request.ts";
import {
  type ExecutionHeadQuery,
  type ExecutionHeadQueryVariables,
  executionHead,
} from "./store/execution-head.generated.ts";
import { firstHeadOf } from "./store/known-plan.ts";

export interface AskedHead {
  /** Time of the page, milliseconds. */
  readonly askedAt: number;
  /** Time of this machine, Unix milliseconds. */
  readonly sentAt: number;
  /** So many steps were asked for. Null for all of them. */
  readonly limit: number | null;
  readonly answer: Promise<Answer<ExecutionHeadQuery>>;
}

/** An answer that nobody took for so long says too little of now. */
const staleMs = 15_000;

let early: (AskedHead & { readonly executionId: string }) | null = null;

/** The first head is that of a page that knows nothing yet. */
export function askFirstHead(executionId: string, signal?: AbortSignal): AskedHead {
  return asked(firstHeadOf(executionId), signal);
}

/** What the page knows of the steps, which is left out. */
export interface KnownSteps {
  readonly planIsKnown: boolean;
  readonly stepsAreKnown: boolean;
}

/** With all steps, but for those that are known. */
export function askHead(executionId: string, known: KnownSteps, signal?: AbortSignal): AskedHead {
  return asked({ id: executionId, ...known, limit: null }, signal);
}

function asked(
  variables: ExecutionHeadQueryVariables & { readonly limit: number | null },
  signal?: AbortSignal,
): AskedHead {
  const now = Date.now();
  const sentAt = askedEarly(bodyOf(executionHead, variables)) ?? now;
  const askedAt = performance.now() - (now - sentAt);
  return { askedAt, sentAt, limit: variables.limit, answer: request(executionHead, variables, signal) };
}

export function askHeadEarly(executionId: string): void {
  early = { executionId, ...askFirstHead(executionId) };
}

/** The early request, for the first caller. Null if it was of another execution, or too long ago. */
export function takeEarlyHead(executionId: string): AskedHead | null {
  const found = early;
  early = null;
  return found?.executionId === executionId && performance.now() - found.askedAt < staleMs ? found : null;
}
