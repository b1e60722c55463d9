/**
 * `humanInput` steps of typed plans: their shape, and the call of `ask_person` that one stands for. Prompt and context may hold templates;
 * everything else is literal, so that text of a schema, a choice or an answer is never read as a reference (E13).
 */
import * as z from "zod";
import { maxAddresseeCharacters, maxAddressees } from "../../access/address.ts";
import { type Json, type JsonObject, objectOf } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import {
  choiceBounds,
  declineOutcomes,
  expiryOutcomes,
  humanInputCallableKinds,
  humanInputCallableName,
  maxHumanInputMs,
  maxPromptLength,
} from "../human-input-callable.ts";
import { argumentEntries, operandDocument } from "../operands/operand.ts";
import type { ToolStep } from "../plan.ts";
import type { DraftPlaces, DraftToolStep } from "../plan-draft.ts";
import { foreignSchema, jsonObject } from "../shape-problems.ts";
import { declaresOutput, draftBuiltIn, isPlainCall } from "./built-in-step.ts";
import { stepShapes } from "./step-shape.ts";

const addresseeForm = `expected one of subject, group and scope, with a name from 1 to ${maxAddresseeCharacters} characters`;

export const humanInputShape = madeOnce(() => {
  const name = z
    .string()
    .min(1, "expected a name")
    .max(maxAddresseeCharacters, `expected at most ${maxAddresseeCharacters} characters`);
  return z.strictObject({
    ...stepShapes().named,
    kind: z.enum(humanInputCallableKinds).nullish(),
    prompt: z
      .string()
      .min(1, "expected a question")
      .max(maxPromptLength, `expected at most ${maxPromptLength} characters`),
    responseSchema: foreignSchema().nullish(),
    choices: z
      .array(
        z
          .string()
          .min(1, "expected a choice")
          .max(choiceBounds.characters, `expected at most ${choiceBounds.characters} characters`),
      )
      .min(choiceBounds.fewest, `expected at least ${choiceBounds.fewest} choices`)
      .max(choiceBounds.most, `expected at most ${choiceBounds.most} choices`)
      .nullish(),
    context: jsonObject().nullish(),
    timeoutMs: stepShapes().count.max(maxHumanInputMs, "expected at most a year").nullish(),
    onExpiry: z.enum(expiryOutcomes).nullish(),
    defaultResponse: jsonObject().nullish(),
    onDecline: z.enum(declineOutcomes).nullish(),
    addressees: z
      .array(
        z.union(
          [z.strictObject({ subject: name }), z.strictObject({ group: name }), z.strictObject({ scope: name })],
          addresseeForm,
        ),
      )
      .min(1, "expected at least one addressee")
      .max(maxAddressees, `expected at most ${maxAddressees} addressees`)
      .nullish(),
    fourEyes: z.boolean().nullish(),
  });
});

type HumanInput = z.infer<ReturnType<typeof humanInputShape>>;

const templated = ["prompt", "context"] as const;
const literal = [
  "kind",
  "responseSchema",
  "choices",
  "timeoutMs",
  "onExpiry",
  "defaultResponse",
  "onDecline",
  "addressees",
  "fourEyes",
] as const satisfies readonly (keyof HumanInput)[];
const members: ReadonlySet<string> = new Set([...templated, ...literal]);

/** The call that `step` stands for. `place` is that of the step, whose members are the arguments of the call. */
export function draftHumanInput(step: HumanInput, place: readonly string[], places: DraftPlaces): DraftToolStep {
  const written = templated.flatMap((name) => {
    const value: Json | undefined = step[name] ?? undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const fixed = literal.flatMap((name) => {
    const value = (step[name] ?? undefined) as Json | undefined;
    return value === undefined ? [] : [[name, operandDocument({ kind: "literal", value })] as const];
  });
  return draftBuiltIn(step, humanInputCallableName, objectOf<Json>([...written, ...fixed]), place, places);
}

/** The members of a `humanInput` step that reads as `step`, names left out. Undefined for a step that has no such form. */
export function humanInputDocument(step: ToolStep): JsonObject | undefined {
  if (step.callableName !== humanInputCallableName || !isPlainCall(step) || declaresOutput(step)) return undefined;
  const entries = argumentEntries(step.arguments);
  if (entries === undefined || !entries.some(([name]) => name === "prompt")) return undefined;
  const document: [string, Json][] = [];
  for (const [name, member] of entries) {
    if (name === "prompt" || name === "context") document.push([name, operandDocument(member)]);
    else if (!members.has(name) || member.kind !== "literal") return undefined;
    else document.push([name, member.value]);
  }
  const shown = objectOf<Json>(document);
  return humanInputShape().safeParse(shown).success ? shown : undefined;
}
