/** The reason with which the signal of a call is aborted. Code that awaits the call learns from it why the call was cut (E7, E9). */

import { isErrorNamed } from "../../json/named-error.ts";
import type { InterruptionCause } from "./attempt.ts";

export type CallAbortCause = InterruptionCause | "STEP_TIMEOUT";

/** Pass it to `AbortController.abort`; the callee finds it as `signal.reason`. */
export class CallAborted extends Error {
  static override [Symbol.hasInstance] = (value: unknown) => isErrorNamed(value, "CallAborted");

  override readonly name = "CallAborted";
  override readonly cause: CallAbortCause;

  constructor(cause: CallAbortCause) {
    super(`The call was cut: ${cause}`);
    this.cause = cause;
  }
}
