/** How a step that waits for an event is noted in the mailbox of its tenant, and taken off it. Neither rejects: both are asked again. */
import type { EventWait } from "../../execution/commands/sent-event.ts";
import type { PollResult } from "../../execution/events/attempt.ts";
import type { EventAddress } from "../../execution/events/step-waiting.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { StepWait } from "../../execution/state/step-state.ts";
import { eventResult } from "../../execution/waits/wait-end.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call } from "../ports/ports.ts";
import { reportFailed } from "../telemetry/report-failure.ts";

type Options = Pick<ExecutionOptions, "mailbox" | "meter">;

/** Notes that the step of `call` waits. Pending once it is noted; the end of the wait if its event has come already. */
export async function pollEvent(
  { stepId }: Pick<Call, "stepId">,
  wait: StepWait,
  { pinned: { execution, tenant } }: ExecutionState,
  { mailbox }: Options,
): Promise<PollResult> {
  try {
    const address = addressOf(wait);
    const awaited = await mailbox(tenant, address).awaitEvent(tenant, eventWait(wait, address, execution, stepId));
    if (awaited.kind === "WAITING") return { kind: "PENDING" };
    if (awaited.kind === "ARRIVED") return eventResult(awaited.event);
    const { maximum } = awaited;
    const message = `Cannot wait for the event ${JSON.stringify(address.name)}: required at most ${maximum} steps that wait beside one another, found as many`;
    const failure = { code: "LIMIT_EXCEEDED", message, retryable: true, details: { maximum } } as const;
    return { kind: "FAILED", outcome: "NOT_SENT", failure };
  } catch (error) {
    return { kind: "UNREACHABLE", message: String(error) };
  }
}

/** Says that the step waits no more. True once that is noted. */
export async function withdrawEvent(
  wait: StepWait,
  { pinned }: ExecutionState,
  { mailbox, meter }: Options,
): Promise<boolean> {
  try {
    await mailbox(pinned.tenant, addressOf(wait)).withdrawWait(wait.handle ?? "");
    return true;
  } catch (error) {
    reportFailed("mailbox", pinned, error, meter);
    return false;
  }
}

/** As the row says. */
function addressOf({ details }: StepWait): EventAddress {
  return details as EventAddress;
}

function eventWait({ handle, until }: StepWait, address: EventAddress, execution: string, step: string): EventWait {
  if (handle === undefined || until === undefined) throw new Error("a wait for an event has no name or no end");
  return { ...address, waitId: handle, execution, step, until };
}
