/** The run of a callable of ours as a part of the request that starts it, and what all such runs have in common. */

import type { Failure } from "../../json/failure.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { InvocationMessage } from "../commands/invocation-message.ts";
import type { ExecutionWork } from "../commands/start-request.ts";

/** What of a `StartRequest` follows from the blueprint and the message. */
export type BlueprintWork = ExecutionWork;

export interface BlueprintCall {
  readonly message: InvocationMessage;
  readonly limits: ExecutionLimits;
  /** What the message may raise limits to. Left out where it may raise none. */
  readonly caps?: ExecutionLimits;
}

export type BlueprintWorkReading =
  | { readonly ok: true; readonly work: BlueprintWork }
  | { readonly ok: false; readonly failure: Failure };

/** What every run of a callable has in common. */
export function workOf(
  own: ExecutionDefinitions,
  { limits, message }: BlueprintCall,
): Omit<BlueprintWork, "callable" | "conversation" | "input" | "modelWork" | "plan" | "planHash" | "startedWith"> {
  return {
    bindings: {},
    definitions: own,
    dialect: "TYPED",
    limits,
    message,
    onInvalidPlan: "REJECT",
    chosenAgent: null,
    derivation: null,
    rejected: null,
    reused: [],
    turns: null,
  };
}
