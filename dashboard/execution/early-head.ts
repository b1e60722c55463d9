/**
 * Asks for the head of an execution. The first one of a page that is loaded at the address of an execution is asked for before the parts of
 * the page that show it are there: both take a while, and neither needs the other.
 */
import { type Answer, request } from "../api/request.ts";
import {
  type ExecutionHeadQuery,
  type ExecutionHeadQueryVariables,
  executionHead,
} from "./store/execution-head.generated.ts";

export interface AskedHead {
  /** Time of the page, milliseconds. */
  readonly askedAt: number;
  /** Time of this machine, Unix milliseconds. */
  readonly sentAt: number;
  /** So many steps were asked for. Null for all of them. */
  readonly limit: number | null;
  readonly answer: Promise<Answer<ExecutionHeadQuery>>;
}

/**
 * So many steps come with the first head. All steps of a run of 5,000 keep the server busy for half a second, in which it answers nothing else, and
 * the page waits for the title meanwhile.
 */
export const firstSteps = 200;

/** An answer that nobody took for so long says too little of now. */
const staleMs = 15_000;

let early: (AskedHead & { readonly executionId: string }) | null = null;

/** The first head is that of a page that knows nothing yet. */
export function askFirstHead(executionId: string, signal?: AbortSignal): AskedHead {
  return asked({ id: executionId, planIsKnown: false, limit: firstSteps }, signal);
}

/** With all steps; those of the plan are left out where they are known. */
export function askHead(executionId: string, planIsKnown: boolean, signal?: AbortSignal): AskedHead {
  return asked({ id: executionId, planIsKnown, limit: null }, signal);
}

function asked(
  variables: ExecutionHeadQueryVariables & { readonly limit: number | null },
  signal?: AbortSignal,
): AskedHead {
  const [askedAt, sentAt] = [performance.now(), Date.now()];
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
