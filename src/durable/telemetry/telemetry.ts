/**
 * Room `durable/telemetry`: log lines and counters of executions. It owns the log lines of steps and model calls (this file), the log of
 * auto-tools (`auto-tool-log.ts`), the points that are counted (`metering.ts`) and the report of a failed notification
 * (`report-failure.ts`).
 *
 * It leaves the ports for counters and spans to `durable/ports`, and their platform side to `worker/platform`.
 *
 * Invariants:
 *
 * - `observeRecords` is called once after each transaction, with the records that were stored. A crash in between loses a line or point
 *   and never doubles one. It never throws, because the stored records must take effect.
 * - No line shows an argument or an output.
 *
 * This file writes one JSON object per line: a line per step (O31) and model call, and a line and a counter per transition of the state
 * machine (O22).
 */
import type { RecordedEvent, StepFinished } from "../../execution/events/event.ts";
import type { ModelCalled } from "../../execution/events/model-event.ts";
import type { OrchestrationTransition } from "../../execution/events/orchestration-state.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { faultText } from "../../json/fault-text.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import type { ExecutionOptions, LogLevel } from "../ports/execution-options.ts";
import type { RunnerPorts } from "../ports/ports.ts";
import { logAutoTools } from "./auto-tool-log.ts";
import { meterRecords } from "./metering.ts";

/** How often each move was made in this isolate, by `from event to`. */
const transitionCounts = new Map<string, number>();

function countTransition({ event, from, to }: OrchestrationTransition): number {
  const name = `${from} ${event ?? "-"} ${to}`;
  const count = (transitionCounts.get(name) ?? 0) + 1;
  transitionCounts.set(name, count);
  return count;
}

/** How often this isolate refused a run because of the runs above it, by code (O32). */
const refusalCounts = new Map<string, number>();

function countRefusal(code: string): number {
  const count = (refusalCounts.get(code) ?? 0) + 1;
  refusalCounts.set(code, count);
  return count;
}

/** Counts every move and, at the level `debug`, writes a line for each. */
export function transitionObserver(level: LogLevel): RunnerPorts["onTransition"] {
  return (transition, execution) => {
    const count = countTransition(transition);
    if (level === "debug")
      console.debug(JSON.stringify({ log: "state_transition", ...executionKeys(execution), ...transition, count }));
  };
}

/**
 * Log lines, and points of the meter if there is one, for records that were just stored and led to `state`. Never throws: the records are
 * stored, so their effects must follow.
 */
export function observeRecords(
  records: readonly RecordedEvent[],
  state: ExecutionState,
  { logLevel, meter, publicId }: Pick<ExecutionOptions, "logLevel" | "meter" | "publicId">,
): void {
  try {
    logFinishedCalls(records, state, publicId);
    logAutoTools(records, state, logLevel);
    if (meter !== undefined) meterRecords(records, state, meter, logLevel);
  } catch (error) {
    console.error(JSON.stringify({ log: "not_observed", ...executionKeys(state.pinned), error: faultText(error) }));
  }
}

/**
 * One line for each step and model call that ended here: the callable, the execution, the outcome and the duration. A reused step had its
 * line in the execution that called it.
 */
export function logFinishedCalls(
  records: readonly RecordedEvent[],
  state: ExecutionState,
  publicId: ExecutionOptions["publicId"],
): void {
  for (const { event, occurredAt } of records) {
    if (event.kind === "StepFinished" && !event.reused) {
      void logStep(event, occurredAt, state, publicId);
      logRefusal(event, state);
    }
    if (event.kind === "ModelCalled") logModelCall(event, state);
  }
}

/** Never rejects. At once, but for a step that ran as an execution of its own, whose id has to be made first. */
async function logStep(
  event: StepFinished,
  occurredAt: number,
  state: ExecutionState,
  publicId: ExecutionOptions["publicId"],
): Promise<void> {
  const ordinal = state.pinned.graph.ordinalOf.get(event.step) ?? -1;
  const planned = state.pinned.graph.nodes[ordinal]?.step;
  const name = planned?.kind === "TOOL" ? planned.callableName : null;
  const isAgent = name !== null && state.pinned.callables.get(name)?.kind === "AGENT";
  const step = state.steps.get(ordinal);
  const startedAt = step?.startedAt ?? occurredAt;
  const child = step?.tasks.findLast(({ kind }) => kind === "CHILD")?.handle;
  const { tenant } = state.pinned;
  const childId = child === undefined ? null : await publicId(tenant, { kind: "EXECUTION", execution: child });
  console.info(
    JSON.stringify({
      log: "step_finished",
      tool: name,
      ...(isAgent ? { agent_id: name, ...actionOf(planned) } : {}),
      step_id: event.step,
      ...executionKeys(state.pinned),
      ...(childId === null ? {} : { child_exec_id: childId }),
      latency_ms: occurredAt - startedAt,
      status: event.status,
      outcome: event.outcome,
      failure: event.failure?.code ?? null,
    }),
  );
}

/** UTF-16 code units of the name of an action. A longer text is no name. */
const longestAction = 100;

/** The action that the plan asks an agent for, if it does so by name. */
function actionOf(step: PlanStep | undefined): { readonly action_id?: string } {
  if (step?.kind !== "TOOL") return {};
  const { arguments: given } = step;
  if (given.kind === "literal") {
    const action = isJsonObject(given.value) ? ownValue(given.value, "action") : undefined;
    return named(action);
  }
  const entry = given.kind === "object" ? given.entries.find(([name]) => name === "action") : undefined;
  return entry?.[1].kind === "literal" ? named(entry[1].value) : {};
}

function named(action: Json | undefined): { readonly action_id?: string } {
  return typeof action === "string" && action.length <= longestAction ? { action_id: action } : {};
}

/** One line, and a count, for each run that was refused because of its depth, or of the runs above it (O32). */
function logRefusal({ failure, step }: StepFinished, { pinned }: ExecutionState): void {
  if (failure?.code !== "DEPTH_EXCEEDED" && failure?.code !== "CALL_CYCLE") return;
  const { code } = failure;
  const count = countRefusal(code);
  console.info(
    JSON.stringify({
      log: "nesting_refused",
      ...executionKeys(pinned),
      step_id: step,
      code,
      depth: pinned.origin.depth,
      count,
    }),
  );
}

function logModelCall(event: ModelCalled, { pinned }: ExecutionState): void {
  console.info(
    JSON.stringify({
      log: "model_called",
      ...executionKeys(pinned),
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
