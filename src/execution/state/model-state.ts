/** The state of the work of models: their calls, the current task, and consumption. Positions, never values (E14). */

import type { ValuePosition } from "../../json/stored-value.ts";
import type { ModelPurpose, TokenUsage } from "../../plan/model-definition.ts";
import type { ModelCalled, ModelCallStarted } from "../events/model-event.ts";

/** One call of a model, kept for readers; bounded by `maxModelCalls`. */
export interface ModelCallState extends Omit<ModelCallStarted, "kind" | "request"> {
  /** The request. Absent where it is not kept. */
  readonly request?: ValuePosition | undefined;
  readonly startedAt: number;
  /** Absent while it may be on its way. */
  readonly end?:
    | (Omit<ModelCalled, "kind" | "purpose" | "call" | "reply" | "search"> & {
        readonly reply?: ValuePosition | undefined;
      })
    | undefined;
}

/** The current task of a model: to choose an agent, to make the plan, to take the turn of an agent, or to write the answer. */
export interface ModelTask {
  readonly purpose: ModelPurpose;
  /** Number of the call that may be on its way; absent if none is. */
  readonly call?: number | undefined;
  /** Calls of this task that ended with a known failure and with an unknown outcome, bounded apart (E7). */
  readonly knownFailures: number;
  readonly unknownOutcomes: number;
  /** Plans that were rejected and are to be corrected, oldest first. */
  readonly corrections: readonly RejectedPlan[];
  /** The search before the next call. Absent for none. */
  readonly search?: string | undefined;
  /** When the next call may leave; absent for at once. */
  readonly retryAt?: number | undefined;
}

/** A planner's answer, and its problems. */
interface RejectedPlan {
  /** Absent if nothing was received. */
  readonly reply?: ValuePosition | undefined;
  readonly problems: ValuePosition;
}

/** Consumption of models, including reservations of calls under way. */
export interface ModelUsageState extends TokenUsage {
  readonly calls: number;
  /** Millionths of a US dollar. Null once a call had no price. */
  readonly costMicros: number | null;
}

/** The text that a model writes now or wrote last. */
export interface TextStreamState {
  readonly streamId: string;
  /** UTF-16 code units so far. */
  readonly length: number;
}
