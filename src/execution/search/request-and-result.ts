/**
 * The request and the result of an execution, for searches. They are read once the execution has ended, and only of executions that no
 * other one started: messages between agents are not for every reader.
 */
import { isJsonArray, isJsonObject, type Json } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import { answeringStep } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { cut, maxSearchPart } from "./search-text.ts";

/** Bytes of a value that is read for its words. Larger values are not searched. */
const readBytes = 262_144;

/** The words of the request, then those of the result. Undefined before the end, for children, and where there are no words. */
export function wordsOf(state: ExecutionState, read: ReadValue): readonly string[] | undefined {
  if (state.pinned.origin.parent !== null || state.finished === undefined) return undefined;
  const words = [asked(state, read), answered(state, state.finished, read)].map((text) => cut(text.toWellFormed()));
  return words.every((text) => text === "") ? undefined : words;
}

function asked({ pinned }: ExecutionState, read: ReadValue): string {
  const conversation = valueAt(pinned.conversation, read);
  if (isJsonObject(conversation)) return textsIn(conversation.message ?? null);
  const message = valueAt(pinned.message, read);
  return isJsonObject(message) ? textsIn(message.parts ?? null) : "";
}

function answered(state: ExecutionState, finished: NonNullable<ExecutionState["finished"]>, read: ReadValue): string {
  if (finished.output !== undefined) return textsIn(valueAt(finished.output, read) ?? null);
  const given = valueAt(finished.response ?? undefined, read) ?? finished.directResponse ?? agentAnswer(state, read);
  return textsIn(given ?? null);
}

/** The result of the agent that was chosen for a question. */
function agentAnswer(state: ExecutionState, read: ReadValue): Json | undefined {
  const step = answeringStep(state);
  if (step === undefined) return undefined;
  const { content, output } = stepAt(state, step);
  return valueAt(output ?? content, read);
}

function valueAt(position: ValuePosition | undefined, read: ReadValue): Json | undefined {
  return position === undefined || position.bytes > readBytes ? undefined : read(position);
}

/** The strings in a value, in their order, as far as a part has room. */
function textsIn(value: Json): string {
  let text = "";
  const left: Json[] = [value];
  while (left.length > 0 && text.length < maxSearchPart) {
    const next = left.pop();
    if (typeof next === "string") text += text === "" ? next : ` ${next}`;
    else if (isJsonArray(next)) left.push(...next.slice(0, maxSearchPart).reverse());
    else if (isJsonObject(next)) left.push(...Object.values(next).slice(0, maxSearchPart).reverse());
  }
  return text;
}
