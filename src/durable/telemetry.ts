/** Log lines of the engine, one JSON object each: a line per step (O31) and model call, a line and a counter per move of the machine (O22). */
import type { MachineTransition, RecordedEvent, StepFinished } from "../plan/event.ts";
import type { ModelCalled } from "../plan/model-event.ts";
import type { ExecutionState } from "../plan/state.ts";
import type { LogLevel } from "./execution-options.ts";
import type { TransitionObserver } from "./ports.ts";

/** How often each move was made in this isolate, by `from event to`. */
const transitionCounts = new Map<string, number>();

export function countTransition({ event, from, to }: MachineTransition): number {
  const name = `${from} ${event ?? "-"} ${to}`;
  const count = (transitionCounts.get(name) ?? 0) + 1;
  transitionCounts.set(name, count);
  return count;
}

/** Counts every move and, at the level `debug`, writes a line for each. */
export function transitionObserver(level: LogLevel): TransitionObserver {
  return {
    beforeEvent() {},
    enterState(transition, execution) {
      const count = countTransition(transition);
      if (level === "debug")
        console.debug(JSON.stringify({ log: "state_transition", execution, ...transition, count }));
    },
    afterEvent() {},
  };
}

/**
 * One line for each step and model call that ended here: what was called for which execution, how it ended and how long it took. What
 * was taken over had its line in the execution that called it.
 */
export function logFinishedCalls(records: readonly RecordedEvent[], state: ExecutionState): void {
  for (const { event, occurredAt } of records) {
    if (event.kind === "StepFinished" && !event.reused) logStep(event, occurredAt, state);
    if (event.kind === "ModelCalled") logModelCall(event, state);
  }
}

function logStep(event: StepFinished, occurredAt: number, state: ExecutionState): void {
  const ordinal = state.pinned.graph.ordinalOf.get(event.step) ?? -1;
  const planned = state.pinned.graph.nodes[ordinal]?.step;
  const name = planned?.kind === "TOOL" ? planned.callableName : null;
  const isAgent = name !== null && state.pinned.callables.get(name)?.kind === "AGENT";
  const startedAt = state.steps[ordinal]?.startedAt ?? occurredAt;
  console.info(
    JSON.stringify({
      log: "step_finished",
      tool: name,
      ...(isAgent ? { agent_id: name } : {}),
      step_id: event.step,
      exec_id: state.pinned.execution,
      latency_ms: occurredAt - startedAt,
      status: event.status,
      outcome: event.outcome,
      failure: event.failure?.code ?? null,
    }),
  );
}

function logModelCall(event: ModelCalled, { pinned }: ExecutionState): void {
  console.info(
    JSON.stringify({
      log: "model_called",
      exec_id: pinned.execution,
      purpose: event.purpose,
      call: event.call,
      model: event.model,
      latency_ms: event.durationMs,
      outcome: event.outcome,
      input_tokens: event.usage.inputTokens,
      output_tokens: event.usage.outputTokens,
      failure: event.failure?.code ?? null,
    }),
  );
}
