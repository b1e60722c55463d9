/**
 * The tasks that steps wait for: children in objects of their own, tasks of remote agents, and events. The only state here is which children
 * this instance has created. It saves calls and nothing else: creating a child again finds the same one (E1).
 */

import { subBudget } from "../../execution/budget/sub-budget.ts";
import { childStart } from "../../execution/callables/child-start.ts";
import type { TenantLimit } from "../../execution/commands/start-request.ts";
import type { PollResult } from "../../execution/events/attempt.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { artifactLabels } from "../../execution/state/state-labels.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { StepWait } from "../../execution/state/step-state.ts";
import type { Failure } from "../../json/failure.ts";
import { runDefinitionOf } from "../../plan/run-definitions.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import { letOthersGoOnce } from "../ports/let-others-go.ts";
import type { Call, WaitPorts } from "../ports/ports.ts";
import { reportFailed } from "../telemetry/report-failure.ts";
import { childResult, deletedChild } from "./child-end.ts";
import { childTurn, type LaterTurn, startInSecond } from "./child-turn.ts";
import { pollEvent, withdrawEvent } from "./event-waits.ts";
import { type DeliveryOptions, deliver } from "./input-delivery.ts";

export interface ChildCallsParts {
  readonly options: DeliveryOptions &
    Pick<ExecutionOptions, "childTurns" | "clock" | "execution" | "mailbox" | "meter" | "publicId" | "tracer">;
  /** Tasks of remote agents. */
  readonly remote: RemoteTasks;
}

/** How tasks of remote agents are asked for and asked to stop; neither rejects. */
export interface RemoteTasks {
  poll(call: Call, wait: StepWait): Promise<PollResult>;
  stop(call: Call, wait: StepWait): Promise<boolean>;
}

export function childCalls({ options, remote }: ChildCallsParts): WaitPorts {
  const made = new Set<string>();
  return {
    async poll(call, wait, state) {
      if (wait.kind === "REMOTE_TASK") return remote.poll(call, wait);
      if (wait.kind === "EVENT") return pollEvent(call, wait, state, options);
      try {
        return await pollChild(call, wait, state, options, made);
      } catch (error) {
        // Object calls and the store fail by throwing. After any error the child is asked for again.
        return { kind: "UNREACHABLE", message: String(error) };
      }
    },
    async stop(call, wait, state) {
      const { execution, tenant } = state.pinned;
      if (wait.kind === "REMOTE_TASK") return remote.stop(call, wait);
      if (wait.handle === undefined) return true;
      if (wait.kind === "EVENT") return withdrawEvent(wait, state, options);
      try {
        await options
          .execution(tenant, wait.handle)
          .stopChild(execution, "the execution that waited for it does not any more");
        return true;
      } catch (error) {
        reportFailed("child", state.pinned, error, options.meter);
        return false;
      }
    },
  };
}

async function pollChild(
  call: Call,
  wait: StepWait,
  state: ExecutionState,
  options: ChildCallsParts["options"],
  made: Set<string>,
): Promise<PollResult> {
  const { handle } = wait;
  if (handle === undefined) throw new Error("a wait for a child has no handle");
  const { tenant } = state.pinned;
  const child = () => options.execution(tenant, handle);
  if (!made.has(handle)) {
    // Before anything is made for the child: a wide plan asks for all of its children at once.
    const turn = await childTurn(tenant, call.signal, options);
    if (turn === undefined) return waitEnded;
    if (turn.kind === "LATER") return notYet(turn);
    const key = call.callable.remoteName;
    const run = runDefinitionOf(state.pinned.definitions, key);
    const isTyped = run?.kind === "AGENT" && run.inputSchema !== undefined;
    const argumentLabels = (stepId: string) => artifactLabels(state, stepId, "ARGUMENTS");
    const delivery = await deliver({ call, from: state.pinned, options, argumentLabels, isRemote: false, isTyped });
    if (!delivery.ok) return notMade(delivery.failure);
    const ordinal = state.pinned.graph.ordinalOf.get(call.stepId) ?? -1;
    const { message, payload } = delivery;
    const now = options.clock.now();
    const budget = subBudget(state, ordinal);
    const start = childStart(state, { ordinal, key, wait, message, payload, trace: call.execution.trace, budget, now });
    if (!start.ok) return notMade(start.failure);
    const childId = await options.publicId(tenant, { kind: "EXECUTION", execution: handle });
    // The artifact of its input is stored. Making its object takes the thread again.
    await letOthersGoOnce(tenant, options);
    const attributes = () => ({
      ...executionKeys(state.pinned),
      step_id: call.stepId,
      tool: call.callable.name,
      child_exec_id: childId,
    });
    const begin = () => options.tracer.span("child.start", attributes, () => child().start(start.request));
    const answer = await startInSecond(call.signal, begin, options);
    if (answer === undefined) return waitEnded;
    if (answer.kind === "DELETED") return childResult(handle, deletedChild);
    if (answer.kind === "TENANT_LIMIT") return notAdmitted(call.callable.name, answer);
    if (answer.kind !== "STARTED") throw new Error(`a child answered its creation with ${answer.kind}`);
    made.add(handle);
    if (!isFinalExecution(answer.view.status)) return { kind: "PENDING" };
  }
  const end = await child().end();
  return end === null ? { kind: "PENDING", note: undefined } : childResult(handle, end);
}

const waitEnded = { kind: "UNREACHABLE", message: "the wait ended before its child began" } as const;

/** Nothing was made, and trying again would come to the same. */
function notMade(failure: Failure): PollResult {
  return { kind: "FAILED", outcome: "NOT_SENT", failure };
}

/** Too many children of the tenant wait for their turn before this one. */
function notYet({ retryAt }: LaterTurn): PollResult {
  const until = new Date(retryAt).toISOString();
  const rule = "a tenant begins few executions of steps within a second beside other tenants (MAX_CHILDREN_PER_SECOND)";
  return { kind: "NOT_ADMITTED", note: `waits for its turn, until ${until} or later: ${rule}`, retryAt };
}

/**
 * A cap of the tenant keeps the child from beginning. The total of a root stays reached while it runs, so the call has failed; a minute
 * passes, so the child is asked for again until it may begin or the time of its step is over; meanwhile the note of its wait says so.
 */
function notAdmitted(name: string, answer: TenantLimit): PollResult {
  const { limit, maximum, retryAt } = answer;
  if (limit !== "maxExecutionsPerRoot") {
    const until = new Date(retryAt).toISOString();
    const note = `waits to be admitted, until ${until} or later: at most ${maximum} executions ${passedCap(answer)}`;
    return { kind: "NOT_ADMITTED", note, retryAt };
  }
  const message = `Cannot begin ${name}: required at most ${maximum} executions of one root, itself included (MAX_EXECUTIONS_PER_ROOT), found as many. Split the work over several executions`;
  return notMade({ code: "LIMIT_EXCEEDED", message, retryable: false, details: { limit, maximum } });
}

/** Whose executions have no room now, and the setting that says how many there is for. */
function passedCap({ isOfSecond, limit }: TenantLimit): string {
  const begin = `may begin within a ${isOfSecond ? "second" : "minute"}`;
  switch (limit) {
    case "maxExecutionsPerMinute":
      return `of the tenant ${begin} (MAX_EXECUTIONS_PER_MINUTE)`;
    case "maxExecutionsPerMinutePerSubject":
      return `of the subject ${begin} (MAX_EXECUTIONS_PER_MINUTE_PER_SUBJECT)`;
    default:
      return "of the tenant may run at a time (MAX_CONCURRENT_EXECUTIONS)";
  }
}
