/**
 * The output of a run of a callable: of a workflow its output, checked by the run itself (W15) and never by its caller; of an agent its
 * text, or the output that it declares; of orchestration its result in the form of its document (O3). A run without its declared output has
 * failed.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import { resolveBounded } from "../../plan/operands/bounded-operand.ts";
import type { Operand } from "../../plan/plan.ts";
import { ordinarySteps } from "../../plan/plan-scope.ts";
import { violations } from "../../schema/validator.ts";
import type { ExecutionFinished, FinallyStarted } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { fold } from "../fold/fold.ts";
import { brokenAnswers, requiredOutput } from "../state/model-task.ts";
import { type ReadValue, referenceReader } from "../state/read-reference.ts";
import type { ExecutionState } from "../state/state.ts";
import { projectionOf } from "../views/projection.ts";

export type RunOutput =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly failure: Failure };

export interface RunValues {
  readonly read: ReadValue;
  /** Makes a value fit for a row. */
  readonly stored: (value: Json) => StoredValue;
  /** Bytes, as JSON, that the output may have. */
  readonly maxBytes: number;
}

/**
 * The end of an execution with the output of the run that it is, or FAILED if there is none. As it is for an execution that is no run
 * of a callable, and for one that failed or was cancelled.
 */
export function withRunOutput(
  state: ExecutionState,
  end: ExecutionFinished,
  { maxBytes, read, stored }: RunValues,
): ExecutionFinished {
  if (state.pinned.callable === null || !hasSucceeded(end.status)) return end;
  const checked = runOutput(state, end, read, maxBytes);
  if (checked.ok) return { ...end, output: stored(checked.output) };
  return { ...end, status: "FAILED", failure: { ...checked.failure, step: null } };
}

/** The end that is decided before `finally`, or FAILED if the run cannot give its declared output: the steps of `finally` can read it. */
export function withRunChecked(state: ExecutionState, end: FinallyStarted, values: RunValues): FinallyStarted {
  const { failure, responseFailure, status } = end;
  const finished = {
    kind: "ExecutionFinished",
    status,
    failure,
    directResponse: null,
    output: null,
    response: state.responded?.response ?? null,
    responseFailure,
  } as const;
  const checked = withRunOutput(state, finished, values);
  return checked.status === status ? end : { ...end, status: checked.status, failure: checked.failure };
}

/** The output of the run that ends by `end`. OUTPUT_INVALID, UNRESOLVED_REFERENCE, or why an agent wrote no text. */
function runOutput(state: ExecutionState, end: ExecutionFinished, read: ReadValue, maxBytes: number): RunOutput {
  switch (state.pinned.callable?.kind) {
    case "WORKFLOW":
      return workflowOutput(state, read, maxBytes);
    case "AGENT":
      return agentOutput(state, end, read);
    case "ORCHESTRATION": {
      const ended = fold(state, { event: end, occurredAt: state.updatedAt, sequence: state.sequence + 1 });
      return { ok: true, output: projectionOf(ended, "ORCHESTRATE", read) };
    }
    case undefined:
      return { ok: true, output: null };
  }
}

function workflowOutput(state: ExecutionState, read: ReadValue, maxBytes: number): RunOutput {
  const { callable, plan } = state.pinned;
  const { output = null, outputSchema = null } = callable ?? {};
  const last = ordinarySteps(plan).at(-1);
  const wanted = output ?? (last === undefined ? null : outputOf(last.id));
  let value: Json | undefined;
  if (wanted !== null) {
    const resolution = resolveBounded(
      `the output of ${callable?.name}`,
      wanted,
      referenceReader(state, read),
      maxBytes,
    );
    if (resolution.ok) value = resolution.value;
    // A last step without output is no fault where no output is declared.
    else if (output !== null || resolution.failure.code === "LIMIT_EXCEEDED") return resolution;
  }
  if (outputSchema === null) return { ok: true, output: value ?? null };
  if (value === undefined) return failed("OUTPUT_INVALID", invalid(state, "no output"), null);
  const broken = violations(outputSchema, value);
  if (broken.length === 0) return { ok: true, output: value };
  const details = broken.map((violation) => ({ ...violation }));
  return failed("OUTPUT_INVALID", invalid(state, broken[0]?.message ?? "another output"), details);
}

function outputOf(id: string): Operand {
  return { kind: "reference", reference: { root: "steps", id, path: [], expression: `steps.${id}.output` } };
}

function invalid({ pinned: { callable } }: ExecutionState, found: string): string {
  return `Cannot end ${callable?.name}: required an output that satisfies its output schema, found: ${found}`;
}

function agentOutput(state: ExecutionState, end: ExecutionFinished, read: ReadValue): RunOutput {
  const written = end.response === null ? undefined : read(end.response);
  if (requiredOutput(state) !== undefined) return typedOutput(state, end, written);
  const text = typeof written === "string" ? written : end.directResponse;
  if (text !== null) return { ok: true, output: { text } };
  const failure = end.responseFailure;
  if (failure !== null) return { ok: false, failure };
  return failed("MODEL_ERROR", `Cannot end ${state.pinned.callable?.name}: required an answer, found none`, null);
}

/**
 * The answer was checked when it came, and this software wrote its text. The schema violation is the failure, also if a correction failed
 * for another reason.
 */
function typedOutput(
  state: ExecutionState,
  { responseFailure }: ExecutionFinished,
  written: Json | undefined,
): RunOutput {
  if (typeof written === "string") return { ok: true, output: JSON.parse(written) as Json };
  const failure = brokenAnswers(state).at(-1)?.end?.failure ?? responseFailure;
  if (failure !== null) return { ok: false, failure };
  return failed("OUTPUT_INVALID", invalid(state, "no output"), null);
}

function failed(code: "OUTPUT_INVALID" | "MODEL_ERROR", message: string, details: Json): RunOutput {
  return { ok: false, failure: { code, message, retryable: false, details } };
}
