/** The schema that the answer to a request for human input must satisfy, and the output that the answer becomes. */

import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  objectOf,
  ownValue,
} from "../json/json.ts";
import type { CallableDefinition } from "./callable.ts";
import type { Operand } from "./plan.ts";

/** The output of a step whose request was accepted and required no data. */
export const approvedAnswer: JsonObject = { approved: true };

const approvedSchema: JsonSchema = {
  type: "object",
  properties: { approved: { const: true } },
  required: ["approved"],
  additionalProperties: false,
};

const anyObject: JsonSchema = { type: "object" };

/** Schema of the output of `ask_person` with these arguments. Undefined if their kind is unknown. */
export function answerSchema(asked: JsonObject): JsonSchema | undefined {
  switch (ownValue(asked, "kind") ?? "FORM") {
    case "APPROVAL":
      return approvedSchema;
    case "CHOICE": {
      const choices = ownValue(asked, "choices");
      return isJsonArray(choices) ? choiceSchema(choices) : undefined;
    }
    case "FORM": {
      const schema = ownValue(asked, "responseSchema") ?? anyObject;
      return isJsonObject(schema) ? schema : undefined;
    }
    default:
      return undefined;
  }
}

/** As `answerSchema`, of arguments that may hold references; undefined if the schema depends on one. */
export function answerSchemaOf(operand: Operand): JsonSchema | undefined {
  const { known, open } = knownArguments(operand);
  return ["kind", "choices", "responseSchema"].some((member) => open.has(member)) ? undefined : answerSchema(known);
}

export interface KnownArguments {
  /** Members whose value stands in the plan. */
  readonly known: JsonObject;
  /** Names of members whose value is known only when the step begins. */
  readonly open: ReadonlySet<string>;
}

/** The arguments of a call, as far as they are known before anything ran. */
export function knownArguments(operand: Operand): KnownArguments {
  if (operand.kind === "literal") return { known: isJsonObject(operand.value) ? operand.value : {}, open: new Set() };
  if (operand.kind !== "object") return { known: {}, open: new Set() };
  const known: [string, Json][] = [];
  const open = new Set<string>();
  for (const [name, member] of operand.entries) {
    if (member.kind === "literal") known.push([name, member.value]);
    else open.add(name);
  }
  return { known: objectOf(known), open };
}

function choiceSchema(choices: readonly Json[]): JsonSchema {
  return {
    type: "object",
    properties: { choice: { enum: [...choices] } },
    required: ["choice"],
    additionalProperties: false,
  };
}

/** The output of a step that asked by calling `callable`, once `response` was given for the call `callId`. */
export function answerOutput({ ui }: CallableDefinition, response: Json, callId: string | undefined): Json {
  // The shape that tools of the user interface answer with (T30).
  return ui === undefined
    ? response
    : { status: "success", ui_event_id: `ui_tool_${(callId ?? "").slice(0, 16)}`, data: response };
}
