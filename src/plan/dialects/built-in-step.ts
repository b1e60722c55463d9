/** A step of a typed plan that has a form of its own for a callable of this software: the common part of these forms. */
import { canonicalJson, type Json, type JsonObject, type JsonSchema } from "../../json/json.ts";
import { answerSchemaOf } from "../human-input-answer.ts";
import { humanInputCallableName } from "../human-input-callable.ts";
import { defaultStepPolicy, type Operand, type ToolStep } from "../plan.ts";
import type { DraftPlaces, DraftToolStep } from "../plan-draft.ts";
import { eventCallableName, eventSchemaOf } from "../waits/event-callable.ts";

/** Members of every form, see `namedShape`. */
interface NamedStep {
  readonly stepId?: string | null | undefined;
  readonly resultKey?: string | null | undefined;
  readonly after?: readonly string[] | null | undefined;
  readonly independent?: boolean | null | undefined;
  readonly when?: string | null | undefined;
}

/** The call of `callableName` that `step` stands for. `place` is that of the step, whose members are the arguments of the call. */
export function draftBuiltIn(
  step: NamedStep,
  callableName: string,
  given: JsonObject,
  place: readonly string[],
  places: DraftPlaces,
): DraftToolStep {
  return {
    kind: "TOOL",
    id: step.stepId ?? null,
    resultKey: step.resultKey ?? null,
    after: step.after ?? [],
    independent: step.independent ?? false,
    when: step.when ?? null,
    callableName,
    arguments: given,
    agentFields: null,
    policy: defaultStepPolicy,
    inputSchema: null,
    outputSchema: null,
    places: {
      ...places,
      callableName: place,
      arguments: place,
      timeoutMs: [...place, "timeoutMs"],
      continueOnFailure: place,
      inputSchema: place,
      outputSchema: place,
    },
  };
}

/** Whether `step` has no member that only the form of a call has: a policy beyond that of all typed steps, or a schema. */
export function isPlainCall({ inputSchema, policy }: ToolStep): boolean {
  if (inputSchema !== undefined) return false;
  const typed = { ...defaultStepPolicy, onSkippedInput: "SKIP" } as const;
  return Object.entries({ onSkippedInput: undefined, ...policy }).every(
    ([name, value]) => value === typed[name as keyof typeof policy],
  );
}

/**
 * Schema of the output of a step that calls `callableName` and declares none: for a question that of its answer, for a wait for an event
 * that of the event.
 */
export function builtInSchema(callableName: string, operand: Operand): JsonSchema | undefined {
  if (callableName === humanInputCallableName) return answerSchemaOf(operand);
  return callableName === eventCallableName ? eventSchemaOf(operand) : undefined;
}

/** Whether the author of the plan declared an output schema, and not only the question or the wait did. */
export function declaresOutput({ arguments: operand, callableName, outputSchema }: ToolStep): boolean {
  if (outputSchema === undefined) return false;
  const own = builtInSchema(callableName, operand);
  return own === undefined || canonicalJson(own as Json) !== canonicalJson(outputSchema as Json);
}
