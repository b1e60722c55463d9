/** The inputs and outputs of a run of any kind, as far as they are known. Pure. */
import type { ExecutionHead, WrittenText } from "../store/execution-model.ts";
import type { RunPayloadQuery } from "./run-payload.generated.ts";

type Read = NonNullable<RunPayloadQuery["execution"]>;
export type GivenPayload = NonNullable<Read["input"]>;

export interface RunPayload {
  readonly execution: Read | null;
}

/** One thing that went in or came out. */
export type RunPart =
  | { readonly kind: "TEXT"; readonly name: string; readonly text: string; readonly isWriting: boolean }
  /** `place` names the place of the whole value. */
  | { readonly kind: "VALUE"; readonly name: string; readonly payload: GivenPayload; readonly place: ValuePlace };

export type ValuePlace =
  | { readonly kind: "INPUT" | "OUTPUT" }
  | { readonly kind: "BINDING"; readonly name: string }
  | { readonly kind: "STEP"; readonly stepId: string };

const words: Readonly<Record<string, string>> = {
  PROMPT: "Prompt",
  ASK: "Question",
  MESSAGE: "Message",
};

/** The inputs of the run: words, the input of a workflow or agent, bindings. */
export function inputParts(head: ExecutionHead, payload: RunPayload | null): readonly RunPart[] {
  const parts: RunPart[] = [];
  if (head.prompt !== null) {
    const name = Object.hasOwn(words, head.kind) ? (words[head.kind] ?? "") : "Request";
    parts.push({ kind: "TEXT", name, text: head.prompt, isWriting: false });
  }
  const read = payload?.execution ?? null;
  if (read === null) return parts;
  if (read.input !== null && !isText(read.input, head.prompt))
    parts.push({ kind: "VALUE", name: "Input", payload: read.input, place: { kind: "INPUT" } });
  for (const { name, source, value } of read.bindings) {
    if (source === "INITIAL") parts.push({ kind: "VALUE", name, payload: value, place: { kind: "BINDING", name } });
  }
  return parts;
}

/**
 * The outputs of the run: its answer in words, otherwise the output of the workflow or agent, otherwise the outputs of its last steps.
 * Before the end, the answer as far as it is written.
 */
export function outputParts(
  head: ExecutionHead,
  payload: RunPayload | null,
  texts: readonly WrittenText[],
): readonly RunPart[] {
  const parts: RunPart[] = [];
  const answer = answerOf(head, texts);
  if (answer !== null) parts.push(answer);
  if (head.finishedAt === null) return parts;
  const output = payload?.execution?.output ?? null;
  if (output !== null && !isText(output, head.response))
    parts.push({ kind: "VALUE", name: "Output", payload: output, place: { kind: "OUTPUT" } });
  if (parts.length > 0) return parts;
  for (const { output: given, stepId } of payload?.execution?.steps ?? []) {
    if (given === null) continue;
    parts.push({ kind: "VALUE", name: stepId, payload: given, place: { kind: "STEP", stepId } });
  }
  return parts;
}

/** The answer in words, which may be on its way. Null for none. */
export function answerOf(
  { finishedAt, plan, response }: Pick<ExecutionHead, "finishedAt" | "plan" | "response">,
  texts: readonly WrittenText[],
): Extract<RunPart, { kind: "TEXT" }> | null {
  const text = response ?? plan?.directResponse ?? null;
  if (text !== null) return { kind: "TEXT", name: "Answer", text, isWriting: false };
  const written = texts.findLast(({ streamId }) => streamId.startsWith("respond/"));
  if (written === undefined || finishedAt !== null) return null;
  return { kind: "TEXT", name: "Answer", text: written.text, isWriting: written.isOpen };
}

/** Whether a value only repeats the shown words. */
function isText({ value }: GivenPayload, text: string | null): boolean {
  if (text === null) return false;
  if (value === text) return true;
  if (typeof value !== "object" || value === null) return false;
  const own = Object.values(value);
  if (own.length === 1 && own[0] === text) return true;
  // An answer that a schema holds is written as JSON.
  return text.startsWith("{") && text === JSON.stringify(value);
}

/** How a run ended in ways that its status does not say: a question that no agent fits asked nobody. */
export function hasNoAgent({ kind, routing }: Pick<ExecutionHead, "kind" | "routing">): boolean {
  return kind === "ASK" && routing !== null && routing.agentName === null;
}

/** Whether it follows a plan that somebody could run again, changed. Turns of agents follow none. */
export function hasPlanToEdit({ kind, plan }: Pick<ExecutionHead, "kind" | "plan">): boolean {
  return plan !== null && plan.steps.length > 0 && kind !== "MESSAGE";
}
