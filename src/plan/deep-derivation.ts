/** Whether a retry or fork would take over a value that lies too deep to be handed over, as version 0.7.0 stored some. */
import { deepestReadable, isDeep } from "./deep-json.ts";
import type { DerivationAnswer } from "./derivation.ts";
import type { Json } from "./json.ts";
import type { ReadValue } from "./read-reference.ts";
import { type ExecutionState, stepAt } from "./state.ts";
import { ordinalOf } from "./state-change.ts";
import { previewBytes, type ValuePosition } from "./stored-value.ts";

/** What is required instead, as the second half of a refusal. Null if there is no such value. Values that cannot lie so deep are not read. */
export function deepRefusal(answer: DerivationAnswer, state: ExecutionState, read: ReadValue): string | null {
  if (answer.kind !== "DERIVED" && answer.kind !== "PLANNED_AGAIN") return null;
  const required = `values to take over of at most ${deepestReadable} levels of objects and arrays`;
  const isDeepAt = (position: ValuePosition | null) =>
    position !== null && position.bytes > previewBytes && isDeep(read(position) ?? null);
  const step = answer.derivation.reused.find((id) => {
    const { content, output } = stepAt(state, ordinalOf(state, id));
    return isDeepAt(output) || isDeepAt(content);
  });
  if (step !== undefined) return `${required}, found more in step ${JSON.stringify(step)}: start from it`;
  const { bindings, conversation, input, message } = answer;
  const given = [bindings, conversation, message, input.kind === "VALUE" ? input.value : null];
  return given.some((value) => isDeep(value as Json))
    ? `${required}, found more in what the execution began with`
    : null;
}
