/**
 * What an execution came to, as far as no crash may change it: its input, status, failure, output and bindings, and of each step what it sent,
 * status, outcome, failure, output and what people said. Left out is what a crash or a late answer rightly changes: times, numbers of rows and attempts
 * (a call that was cut is made again), rows of resumptions and of ignored calls, and the words of failures, which may name what was lost.
 */
import type { CallOutcome } from "../../src/execution/events/attempt.ts";
import type { ExecutionState } from "../../src/execution/state/state.ts";
import { finalBindings } from "../../src/execution/views/projection.ts";
import { outputOf } from "../../src/execution/views/step-output.ts";
import type { FailureCode } from "../../src/json/failure.ts";
import type { Json } from "../../src/json/json.ts";
import type { EngineWorld } from "../support/engine/engine-world.ts";

export interface StepOutcome {
  /** Arguments of its call; null if there was none. */
  readonly sent: Json;
  readonly status: string;
  readonly outcome: CallOutcome | null;
  readonly failure: FailureCode | null;
  readonly output: Json;
  readonly questions: readonly string[];
}

export interface ExecutionOutcome {
  readonly input: Json;
  readonly status: string;
  readonly failure: { readonly code: FailureCode; readonly step: string | null } | null;
  readonly output: Json;
  readonly bindings: Json;
  readonly machine: ExecutionState["orchestrationState"];
  readonly steps: Readonly<Record<string, StepOutcome>>;
}

/** Of an execution that has ended. */
export function outcomeOf({ journal, state }: Pick<EngineWorld, "journal" | "state">): ExecutionOutcome {
  const { finished, orchestrationState: machine, pinned, steps } = state;
  if (finished === undefined) throw new Error("it has not ended");
  const read = (position: Parameters<typeof journal.value>[0]) => journal.value(position);
  const sent = new Map<string, Json>();
  let input: Json = null;
  for (const { event } of journal.read(0).records) {
    if (event.kind === "StepStarted") sent.set(event.step, event.arguments.inline ?? null);
    if (event.kind === "ExecutionStarted") input = event.input?.inline ?? null;
  }
  const ofSteps = pinned.graph.nodes.map(({ ordinal, step: { id } }): readonly [string, StepOutcome] => {
    const step = steps.get(ordinal);
    if (step === undefined) throw new Error(`there is no step ${id}`);
    const questions = step.questions.map(({ purpose, resolution }) => `${purpose} ${resolution}`);
    const output = outputOf(state, ordinal, read) ?? null;
    const { failure, outcome, status } = step;
    return [
      id,
      {
        sent: sent.get(id) ?? null,
        status,
        outcome: outcome ?? null,
        failure: failure?.code ?? null,
        output,
        questions,
      },
    ];
  });
  const { failure, output, status } = finished;
  return {
    input,
    status,
    failure: failure === null ? null : { code: failure.code, step: failure.step },
    output: output === undefined ? null : (read(output) ?? null),
    bindings: finalBindings(state, read),
    machine,
    steps: Object.fromEntries(ofSteps),
  };
}
