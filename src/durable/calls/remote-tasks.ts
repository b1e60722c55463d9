/**
 * Polls and cancels tasks of remote agents that speak A2A, through the guarded fetch of all calls, so that these requests hold the object's
 * permits too (E10). A request that is never answered is aborted here, because nothing else waits for it.
 */

import { CallAborted } from "../../execution/events/call-aborted.ts";
import type { StepWait } from "../../execution/state/step-state.ts";
import { cancelA2aTask, pollA2aTask } from "../../tools/a2a/a2a-call.ts";
import { pollAtEdge } from "../../tools/callee-edge.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call } from "../ports/ports.ts";
import { type CredentialContext, callCredential } from "./call-credential.ts";
import type { RemoteTasks } from "./child-calls.ts";
import type { GuardedFetch, SentCredential } from "./guarded-fetch.ts";
import { callSubject } from "./tool-caller.ts";

export interface RemoteTasksParts {
  readonly options: Pick<ExecutionOptions, "credentials" | "secret" | "clock">;
  /** The guarded fetch, whose requests carry `credential`, if there is one. */
  readonly fetch: (credential: SentCredential | undefined) => GuardedFetch;
  /** The execution that waits. */
  readonly from: () => CredentialContext;
}

/** Time for one question. */
const questionMs = 30_000;

export function remoteTasks({ fetch, from, options }: RemoteTasksParts): RemoteTasks {
  const { clock } = options;
  /** Runs one request with a time limit of its own, as the signal of `run`. */
  const ask = async <Answer>(
    call: Call,
    wait: StepWait,
    run: (task: Parameters<typeof pollA2aTask>[0], secrets: readonly string[]) => Promise<Answer>,
  ) => {
    const credential = await callCredential(call, from(), options);
    if (!credential.ok)
      throw new Error(credential.end.kind === "ASKS" ? credential.end.prompt : credential.end.failure.message);
    const controller = new AbortController();
    const stopTimer = clock.after(questionMs, () => controller.abort(new CallAborted("STEP_TIMEOUT")));
    const { callable, execution, provider } = call;
    const { details, handle } = wait;
    try {
      const task = {
        callable,
        provider,
        bearer: credential.bearer,
        trace: execution.trace,
        fetch: fetch(credential.sent),
        clock,
        handle: handle ?? "",
        details,
        signal: AbortSignal.any([call.signal, controller.signal]),
      };
      return await run(task, credential.secrets);
    } finally {
      stopTimer();
    }
  };
  return {
    async poll(call, wait) {
      try {
        return await ask(call, wait, async (task, secrets) =>
          pollAtEdge(callSubject(call), await pollA2aTask(task), secrets),
        );
      } catch (error) {
        return { kind: "UNREACHABLE", message: String(error) };
      }
    },
    async stop(call, wait) {
      try {
        return await ask(call, wait, cancelA2aTask);
      } catch {
        return false;
      }
    },
  };
}
