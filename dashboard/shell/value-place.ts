/**
 * A value of an execution that can be followed, and its name in an address: `write/arguments/instructions`, `research/output/title`,
 * `@answer`, `@input/topic`. The id of a step is encoded, because `/` may be part of it. Pure.
 */

export type ValuePlace =
  /** A value in the arguments of a step or in its output; for people, in their question and in their answer. */
  | { readonly kind: "ARGUMENTS" | "OUTPUT"; readonly stepId: string; readonly pointer: string }
  /** A value of the initial bindings, or of the input of the run or of the output of a workflow. */
  | { readonly kind: "BINDING" | "INPUT" | "RESULT"; readonly pointer: string }
  /** The words that the run was given, or that it answered. */
  | { readonly kind: "PROMPT" | "ANSWER" };

const words = { ARGUMENTS: "arguments", OUTPUT: "output" } as const;
const runs = {
  BINDING: "@bindings",
  INPUT: "@input",
  RESULT: "@result",
  PROMPT: "@prompt",
  ANSWER: "@answer",
} as const;

/** The name of the place in an address. */
export function textOfPlace(place: ValuePlace): string {
  if ("stepId" in place) return `${encodeURIComponent(place.stepId)}/${words[place.kind]}${place.pointer}`;
  return runs[place.kind] + ("pointer" in place ? place.pointer : "");
}

/** The place that an address names. Null if it names none. */
export function placeOfText(text: string): ValuePlace | null {
  const [, first = "", rest = ""] = /^([^/]*)(\/[\s\S]*)?$/.exec(text) ?? [];
  const isPointer = (pointer: string) => !/~(?![01])/.test(pointer);
  switch (first) {
    case "@answer":
      return rest === "" ? { kind: "ANSWER" } : null;
    case "@prompt":
      return rest === "" ? { kind: "PROMPT" } : null;
    case "@bindings":
      return isPointer(rest) ? { kind: "BINDING", pointer: rest } : null;
    case "@input":
      return isPointer(rest) ? { kind: "INPUT", pointer: rest } : null;
    case "@result":
      return isPointer(rest) ? { kind: "RESULT", pointer: rest } : null;
  }
  const [, part, pointer = ""] = /^\/(arguments|output)(\/[\s\S]*)?$/.exec(rest) ?? [];
  const stepId = stepIdIn(first);
  if (part === undefined || stepId === null || stepId === "" || !isPointer(pointer)) return null;
  return { kind: part === "arguments" ? "ARGUMENTS" : "OUTPUT", stepId, pointer };
}

/** Null for a text that encodes nothing. */
function stepIdIn(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
