/** The members that the inputs of all executions of a callable share, and how a callable is called. */

import type { Failure } from "../../json/failure.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { InvocationMessage } from "../commands/invocation-message.ts";
import type { ExecutionInput } from "../commands/start-request.ts";

export interface CallableCall {
  readonly message: InvocationMessage;
  readonly limits: ExecutionLimits;
  /** Maximum limits that the message may ask for. Absent where it may ask for none. */
  readonly caps?: ExecutionLimits;
}

export type ExecutionInputResult =
  | { readonly ok: true; readonly work: ExecutionInput }
  | { readonly ok: false; readonly failure: Failure };

/** The members of the input that follow from the call alone. */
export function commonInput(
  own: ExecutionDefinitions,
  { limits, message }: CallableCall,
): Omit<ExecutionInput, "callable" | "conversation" | "input" | "modelWork" | "plan" | "planHash" | "startedWith"> {
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
