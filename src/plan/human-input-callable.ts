/**
 * `ask_person`, the callable of `humanInput` steps: a call requests human input, and its output is the answer. Its input schema is strict,
 * so that a plan with a request that cannot be answered is refused (E12). The provider of human input, for tools of the user interface as
 * well, is defined here.
 */
import { maxAddresseeCharacters, maxAddressees } from "../access/address.ts";
import { type CallableDefinition, type ExecutionDefinitions, isWait, type ProviderDefinition } from "./callable.ts";
import type { HumanInputKind } from "./human-input.ts";

/** Reserved: nothing that is registered may have this name. */
export const humanInputCallableName = "ask_person";

/** Names of servers hold no colon, so that no server has this one. */
export const humanInputProvider: ProviderDefinition = {
  name: "planwright:people",
  kind: "PERSON",
  url: "",
  bearerSecret: null,
  connection: null,
};

export const maxPromptLength = 4_000;
/** A year. */
export const maxHumanInputMs = 31_536_000_000;
export const choiceBounds = { fewest: 2, most: 50, characters: 1_000 } as const;

/** The kinds of questions of a plan. */
export const humanInputCallableKinds = ["APPROVAL", "CHOICE", "FORM"] as const satisfies readonly HumanInputKind[];
export const declineOutcomes = ["FAIL", "SKIP"] as const;
export const expiryOutcomes = ["FAIL", "SKIP", "ANSWER"] as const;

const addresseeName = { type: "string", minLength: 1, maxLength: maxAddresseeCharacters } as const;

export const humanInputCallable: CallableDefinition = {
  name: humanInputCallableName,
  kind: "TOOL",
  description:
    'Asks a person and waits for the answer, which is the output: {"approved": true} of an APPROVAL, {"choice": "…"} of a CHOICE, an object that satisfies responseSchema of a FORM.',
  usageHints: "",
  inputSchema: {
    type: "object",
    properties: {
      kind: { enum: humanInputCallableKinds, description: "What is asked for. FORM if left out" },
      prompt: { type: "string", minLength: 1, maxLength: maxPromptLength, description: "The question" },
      responseSchema: { type: "object", description: "JSON Schema of the answer of a FORM, of type object" },
      choices: {
        type: "array",
        items: { type: "string", minLength: 1, maxLength: choiceBounds.characters },
        minItems: choiceBounds.fewest,
        maxItems: choiceBounds.most,
        uniqueItems: true,
        description: "What can be picked, for a CHOICE alone",
      },
      context: { type: "object", description: "Data for the person" },
      timeoutMs: { type: "integer", minimum: 1, maximum: maxHumanInputMs },
      onExpiry: { enum: expiryOutcomes, description: "If nobody answers in time. FAIL if left out" },
      defaultResponse: { type: "object", description: "The answer that is taken then, for onExpiry ANSWER alone" },
      onDecline: { enum: declineOutcomes, description: "If a person declines. FAIL if left out" },
      addressees: {
        type: "array",
        items: {
          type: "object",
          properties: { subject: addresseeName, group: addresseeName, scope: addresseeName },
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: false,
        },
        minItems: 1,
        maxItems: maxAddressees,
        description: "Who may answer; everybody who may see the execution if left out",
      },
      fourEyes: { type: "boolean", description: "For an APPROVAL: who started the execution may not answer" },
    },
    required: ["prompt"],
    additionalProperties: false,
  },
  // The exact schema follows from the arguments of each call.
  outputSchema: { type: "object" },
  effectClass: "READ_ONLY",
  declaredDestructive: false,
  outputValidation: "STRICT",
  responseSchema: { type: "object" },
  provider: humanInputProvider.name,
  remoteName: humanInputCallableName,
};

/** Whether a call of `callable` is a request for human input, according to the pinned definitions. */
export function isHumanInput({ providers }: ExecutionDefinitions, callable: CallableDefinition): boolean {
  return providers.some(({ kind, name }) => kind === "PERSON" && name === callable.provider);
}

/** The same where only the callable is known: only tools of the user interface have a schema for answers. */
export function isHumanInputTool(callable: Pick<CallableDefinition, "responseSchema"> | undefined): boolean {
  return callable?.responseSchema !== undefined;
}

/** Whether a step that calls `callable` calls nothing: it asks a person, or waits. */
export function isNoCall(callable: CallableDefinition | undefined): boolean {
  return isHumanInputTool(callable) || isWait(callable);
}
