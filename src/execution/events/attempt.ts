/** The result of one attempt: the four outcomes of E7. Clients in `src/tools` produce it, `execution/settle` turns it into events. */

import type { Failure } from "../../json/failure.ts";
import type { Json, JsonSchema } from "../../json/json.ts";
import type { KeptAttachment } from "./kept-attachment.ts";
import type { StepWarning } from "./step-warning.ts";
import type { UsageView } from "./usage.ts";

/** The known outcome of a call. */
export type CallOutcome = "NOT_SENT" | "REJECTED" | "ANSWERED" | "UNKNOWN";

/** Why an attempt has no answer of its own: it was cut, or the reader of the answer was gone. */
export type InterruptionCause = "CRASH" | "CANCEL" | "EXECUTION_TIMEOUT" | "GROUP_DECIDED";

/** The result of a callable. */
export interface CallResult {
  /** Machine-readable output, the value of references. Undefined if the callable gave none. */
  readonly output: Json | undefined;
  /** The content for people and language models, as the protocol has it. */
  readonly content: Json;
  /** Metadata of the protocol, kept as received (R23). Null if there was none. */
  readonly metadata: Json;
  /** The callable says that its output is not everything that was asked for (H9). */
  readonly isPartial: boolean;
}

export type AttemptResult =
  | {
      readonly kind: "SUCCEEDED";
      readonly result: CallResult;
      readonly warning?: Failure | undefined;
      /** Warnings about the result. Absent for none. */
      readonly warnings?: readonly StepWarning[];
      /** Attachments of the result that were kept as artifacts. Absent if none was. */
      readonly kept?: readonly KeptAttachment[];
      /** Consumption of the child that made the attempt. Absent if no child did. */
      readonly usage?: UsageView;
    }
  | {
      readonly kind: "FAILED";
      readonly outcome: CallOutcome;
      readonly failure: Failure;
      /** Whether the callee said when to come back, in milliseconds from now. */
      readonly retryAfterMs?: number | undefined;
      /** The result of a failed callable, such as the content of an `isError` result. */
      readonly result?: CallResult | undefined;
      /** As above. */
      readonly warnings?: readonly StepWarning[];
      readonly kept?: readonly KeptAttachment[];
      readonly usage?: UsageView;
    }
  /** The callee has accepted the call and works on it. It is polled for the result, or reports it. */
  | {
      readonly kind: "WAITS";
      readonly waitsFor: "REMOTE_TASK";
      /** Identifier of the task at the callee. */
      readonly handle: string;
      /** The data needed to poll it again; opaque here. */
      readonly details: Json;
      /** What the task waits for, such as `INPUT_REQUIRED: which account?`. Absent while it works. */
      readonly note?: string | undefined;
      /** Its status message. Absent for none. */
      readonly said?: string | undefined;
    }
  /** The callee needs a person to continue: the next attempt, with the same key, sends it the answer. */
  | CalleeAsks
  | { readonly kind: "INTERRUPTED"; readonly cause: InterruptionCause };

/** The question of a callee to a person (MCP `input_required`, A2A `INPUT_REQUIRED`). */
export interface CalleeAsks {
  readonly kind: "ASKS";
  readonly prompt: string;
  /** The schema of the answer. Absent for a question that is only accepted or declined. */
  readonly responseSchema?: JsonSchema | undefined;
  /** The data needed to continue, such as `requestState`, unchanged; opaque here. */
  readonly details: Json;
  /** Identifier of the remote task that asks. Absent if nothing is at work until the answer comes. */
  readonly handle?: string | undefined;
  /** The connection that the person is to make before the call, by its name within the tenant. Absent for a question of the callee. */
  readonly connect?: string;
  /** The person is to permit something where the task says, which the task finds out by itself: no answer is sent to it. */
  readonly authorize?: { readonly link?: string };
}

/** The answer for a callee that asked a person. The call continues with it. */
export interface CalleeAnswer {
  /** As the callee gave them. */
  readonly details: Json;
  readonly isAccepted: boolean;
  /** The data that was given. Null if the person declined. */
  readonly response: Json;
  /** Number of the question among those of the call, counted from 1: the same on every attempt that sends the answer. */
  readonly question: number;
}

/** How a remote task stands that a step waits for. */
export type TaskPoll =
  | {
      readonly kind: "PENDING";
      readonly note?: string | undefined;
      /** Its status message. Absent for none. */
      readonly said?: string | undefined;
    }
  /** The state is not known. It is polled again. */
  | { readonly kind: "UNREACHABLE"; readonly message: string }
  /** The remote task waits for a person. */
  | CalleeAsks
  | Extract<AttemptResult, { readonly kind: "SUCCEEDED" | "FAILED" }>;

/** How a step that waits for a child or a remote task stands. */
export type PollResult =
  | TaskPoll
  /** The child was not made: a cap of the tenant is reached. It is asked again, not before `retryAt` (Unix milliseconds). */
  | { readonly kind: "NOT_ADMITTED"; readonly note: string; readonly retryAt: number };
