/**
 * Asks for the head of an execution. The first one of a page that is loaded at the address of an execution is asked for before the parts of
 * the page that show it are there: both take a while, and neither needs the other.
 */
import { type Answer, request } from "../api/request.ts";
import { type ExecutionHeadQuery, executionHead } from "./store/execution-head.generated.ts";

export interface AskedHead {
  /** Time of the page, milliseconds. */
  readonly askedAt: number;
  /** Time of this machine, Unix milliseconds. */
  readonly sentAt: number;
  readonly answer: Promise<Answer<ExecutionHeadQuery>>;
}

/** An answer that nobody took for so long says too little of now. */
const staleMs = 15_000;

let early: (AskedHead & { readonly executionId: string }) | null = null;

export function askHead(executionId: string, planIsKnown: boolean, signal?: AbortSignal): AskedHead {
  const [askedAt, sentAt] = [performance.now(), Date.now()];
  return { askedAt, sentAt, answer: request(executionHead, { id: executionId, planIsKnown }, signal) };
}

export function askHeadEarly(executionId: string): void {
  early = { executionId, ...askHead(executionId, false) };
}

/** The early request, for the first caller. Null if it was of another execution, or too long ago. */
export function takeEarlyHead(executionId: string): AskedHead | null {
  const found = early;
  early = null;
  return found?.executionId === executionId && performance.now() - found.askedAt < staleMs ? found : null;
}
