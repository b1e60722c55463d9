/**
 * Executions as they call one another: creating, ending and stopping a child. Every call may be repeated, and each is repeated until it is
 * acknowledged.
 */

import type { StartRequest, StartResult } from "../../execution/commands/start-request.ts";
import type { CallResult } from "../../execution/events/attempt.ts";
import type { FinalExecutionStatus } from "../../execution/events/event.ts";
import type { UsageView } from "../../execution/events/usage.ts";
import type { Failure } from "../../json/failure.ts";

/** How a child ended. */
export interface ChildEnd {
  readonly status: FinalExecutionStatus;
  /** Null if it has no result. */
  readonly result: CallResult | null;
  readonly failure: Failure | null;
  /** The consumption of it and its descendants. Null if it is not known any more. */
  readonly usage: UsageView | null;
}

export interface ExecutionPeer {
  start(request: StartRequest): Promise<StartResult>;
  /** How the child ended; null while it runs, and if it was never made. */
  end(): Promise<ChildEnd | null>;
  /** Notifies the parent that the child for which its step `step` waits has ended. */
  childEnded(child: string, step: string, end: ChildEnd): Promise<void>;
  /** Ends a child whose parent does not wait for it any more; one that was never made can then not be made any more. */
  stopChild(parent: string, reason: string): Promise<void>;
}
