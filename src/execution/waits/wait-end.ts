/** How a step ends whose call is a wait, once its time has come. */
import { storedValue } from "../../json/store-value.ts";
import { instantText } from "../../plan/waits/date-time.ts";
import type { StepFinished } from "../events/event.ts";
import { declaredStepOutput } from "../settle/declared-schemas.ts";
import { stepEnd } from "../settle/step-end.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";

/** The end of the step at `ordinal`, which slept until `until`, Unix milliseconds. */
export function sleptEnd(state: ExecutionState, ordinal: number, until: number): StepFinished {
  const step = stepAt(state, ordinal);
  const output = { sleptUntil: instantText(until) };
  const declared = declaredStepOutput(toolStepAt(state, ordinal), { output, content: null });
  if (!declared.ok) return stepEnd(state, ordinal, step, "FAILED", "ANSWERED", declared.failure);
  const end = stepEnd(state, ordinal, step, "FAILED", "ANSWERED", undefined);
  return { ...end, status: "SUCCEEDED", output: storedValue(output) };
}
