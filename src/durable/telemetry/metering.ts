/**
 * The points that are counted for stored records (O22, O30, O32): called once after each transaction, with its records alone. A result that
 * was reused from another execution, or that only a person or a wait gave, is no call and is not counted.
 */

import type { ExecutionFinished, RecordedEvent, StepFinished } from "../../execution/events/event.ts";
import type { ModelCalled } from "../../execution/events/model-event.ts";
import { type ExecutionState, nodeAt, stepAt } from "../../execution/state/state.ts";
import { isWait } from "../../plan/callable.ts";
import { isHumanInput } from "../../plan/human-input-callable.ts";
import type { LogLevel } from "../ports/execution-options.ts";
import type { Meter } from "../ports/meter.ts";

/** Writes the points of `records`, which were just stored and led to `state`. */
export function meterRecords(
  records: readonly RecordedEvent[],
  state: ExecutionState,
  meter: Meter,
  level: LogLevel,
): void {
  for (const { event, occurredAt, transitions } of records) {
    if (event.kind === "StepFinished") meterStep(event, occurredAt, state, meter);
    else if (event.kind === "ModelCalled") meterModelCall(event, state, meter);
    else if (event.kind === "ExecutionFinished") meterExecution(event, occurredAt, state, meter);
    else if (event.kind === "ExecutionResumed") {
      const { surface, tenant } = state.pinned;
      meter.count("execution_resumed", tenant, { dimensions: { surface }, values: { inARow: event.count } });
    }
    if (level !== "debug") continue;
    for (const { event: cause, from, to } of transitions)
      meter.count("state_transition", state.pinned.tenant, {
        dimensions: { event: cause ?? "", from, to },
        values: {},
      });
  }
}

function meterStep(event: StepFinished, occurredAt: number, state: ExecutionState, meter: Meter): void {
  const { pinned } = state;
  const ordinal = pinned.graph.ordinalOf.get(event.step);
  if (ordinal === undefined || event.reused) return;
  const { step: planned } = nodeAt(state, ordinal);
  const callable = planned.kind === "TOOL" ? pinned.callables.get(planned.callableName) : undefined;
  if (callable === undefined || isHumanInput(pinned.definitions, callable) || isWait(callable)) return;
  const failure = event.failure?.code ?? "";
  if (failure === "DEPTH_EXCEEDED" || failure === "CALL_CYCLE") {
    const { origin, surface, tenant } = pinned;
    meter.count("nesting_refused", tenant, { dimensions: { code: failure, surface }, values: { depth: origin.depth } });
  }
  const startedAt = stepAt(state, ordinal).startedAt ?? occurredAt;
  meter.count("step_finished", pinned.tenant, {
    dimensions: {
      tool: callable.name,
      kind: callable.kind,
      status: event.status,
      outcome: event.outcome ?? "",
      failure,
    },
    values: {
      latencyMs: occurredAt - startedAt,
      attempts: event.attempt,
      responseBytes: responseBytes(event),
    },
  });
}

/** Bytes of the callable's result as JSON. */
function responseBytes({ content, output }: Pick<StepFinished, "content" | "output">): number {
  return (output?.bytes ?? 0) + (content?.bytes ?? 0);
}

function meterModelCall(event: ModelCalled, { modelCalls, pinned }: ExecutionState, meter: Meter): void {
  const { call, costMicros, durationMs, failure, firstTextMs, outcome, purpose, usage } = event;
  // As the deployment names it: a provider may say anything.
  const model = modelCalls[call - 1]?.model ?? "";
  meter.count("model_called", pinned.tenant, {
    dimensions: { model, purpose, outcome, failure: failure?.code ?? "" },
    values: {
      latencyMs: durationMs,
      firstTextMs: firstTextMs ?? durationMs,
      costMicros: costMicros ?? 0,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
    },
  });
}

function meterExecution(event: ExecutionFinished, occurredAt: number, state: ExecutionState, meter: Meter): void {
  const { callable, startedWith, surface, tenant } = state.pinned;
  const { inputTokens, outputTokens } = state.modelUsage;
  meter.count("execution_finished", tenant, {
    dimensions: {
      startedWith,
      surface,
      status: event.status,
      failure: event.failure?.code ?? "",
      tool: callable?.name ?? "",
    },
    values: {
      durationMs: occurredAt - state.createdAt,
      ...totals(state),
      modelCalls: state.modelCalls.length,
      inputTokens,
      outputTokens,
    },
  });
}

/** The sums over the steps, without reused ones. */
function totals({ steps }: ExecutionState) {
  let [toolCalls, outputBytes] = [0, 0];
  for (const { attempts, content, output, reused } of steps.all) {
    if (reused) continue;
    toolCalls += attempts.length;
    outputBytes += (output?.bytes ?? 0) + (content?.bytes ?? 0);
  }
  return { steps: steps.length, toolCalls, outputBytes };
}
