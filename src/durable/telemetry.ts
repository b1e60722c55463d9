/** Log lines of the engine, one JSON object each: a line per step (O31), a line and a counter per move of the machine (O22). */
import type { MachineTransition, RecordedEvent } from "../plan/event.ts";
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
 * One line for each step that ended here: what was called for which step and execution, how it ended and how long it took. What
 * was taken over had its line in the execution that called it.
 */
export function logFinishedSteps(records: readonly RecordedEvent[], state: ExecutionState): void {
  for (const { event, occurredAt } of records) {
    if (event.kind !== "StepFinished" || event.reused) continue;
    const ordinal = state.pinned.graph.ordinalOf.get(event.step) ?? -1;
    const planned = state.pinned.graph.nodes[ordinal]?.step;
    const startedAt = state.steps[ordinal]?.startedAt ?? occurredAt;
    console.info(
      JSON.stringify({
        log: "step_finished",
        tool: planned?.kind === "TOOL" ? planned.callableName : null,
        step_id: event.step,
        exec_id: state.pinned.execution,
        latency_ms: occurredAt - startedAt,
        status: event.status,
        outcome: event.outcome,
        failure: event.failure?.code ?? null,
      }),
    );
  }
}
