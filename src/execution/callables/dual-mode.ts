/**
 * The two ways to give a workflow, or an agent with a schema of its own, its input (W5, C20): as parameters or as the name of an artifact,
 * never both. Towards plans and language models everything is optional and may be null (W6); required parameters are enforced here.
 */

import { hashOfParts } from "../../json/effect-key.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, objectOf, ownValue } from "../../json/json.ts";
import type { CallableDefinition, DualMode } from "../../plan/callable.ts";
import { violations } from "../../schema/validator.ts";

export type GivenInput =
  /** Satisfies the strict schema. */
  | { readonly kind: "PARAMETERS"; readonly payload: JsonObject }
  /** Name or address of an artifact, as it was given. */
  | { readonly kind: "ARTIFACT"; readonly reference: string };

export type ParsedInput =
  | { readonly ok: true; readonly input: GivenInput }
  /** INPUT_MODE_CONFLICT or INPUT_INVALID. */
  | { readonly ok: false; readonly failure: Failure };

/** In which of the two ways `given` calls a callable of both modes. Undefined if the callable has only one. */
export function givenInput(callable: CallableDefinition, given: JsonObject): ParsedInput | undefined {
  const { dualMode } = callable;
  return dualMode === undefined ? undefined : readInput(callable.name, dualMode, given);
}

function readInput(callableName: string, { artifactArgument, strictSchema }: DualMode, given: JsonObject): ParsedInput {
  const named = Object.entries(given).filter(([, value]) => value !== null);
  const reference = ownValue(given, artifactArgument) ?? null;
  if (reference !== null) {
    const parameters = named.flatMap(([name]) => (name === artifactArgument ? [] : [name]));
    if (parameters.length > 0) return conflict(callableName, artifactArgument, parameters);
    if (typeof reference === "string" && reference !== "") return { ok: true, input: { kind: "ARTIFACT", reference } };
    const message = `Cannot call ${callableName}: required the name or address of an artifact in ${artifactArgument}, found none`;
    return { ok: false, failure: { code: "INPUT_INVALID", message, retryable: false, details: null } };
  }
  const payload = presentParameters(
    strictSchema,
    objectOf(Object.entries(given).filter(([name]) => name !== artifactArgument)),
  );
  const broken = violations(strictSchema, payload);
  if (broken.length === 0) return { ok: true, input: { kind: "PARAMETERS", payload } };
  const found = broken[0]?.message ?? "not valid";
  const message = `Cannot call ${callableName}: required parameters that satisfy its input schema, or ${artifactArgument}, found: ${found}`;
  const details = broken.map((violation) => ({ ...violation }));
  return { ok: false, failure: { code: "INPUT_INVALID", message, retryable: false, details } };
}

/**
 * `given` without the parameters that are null and not required by `schema`: such a null means that the parameter was left out, for every
 * sender (R17). A null that is required stays, because it is a value.
 *
 * @example
 * ```ts
 * presentParameters({ required: ["a"] }, { a: null, b: null, c: 1 }); // { a: null, c: 1 }
 * ```
 */
export function presentParameters(schema: JsonSchema, given: JsonObject): JsonObject {
  const required = isJsonObject(schema) ? ownValue(schema, "required") : undefined;
  const isRequired = (name: string) => isJsonArray(required) && required.includes(name);
  return objectOf(Object.entries(given).filter(([name, value]) => value !== null || isRequired(name)));
}

function conflict(callableName: string, artifactArgument: string, parameters: readonly string[]): ParsedInput {
  const message = `Cannot call ${callableName}: required parameters or ${artifactArgument}, found both (${parameters.slice(0, 10).join(", ")})`;
  return {
    ok: false,
    failure: { code: "INPUT_MODE_CONFLICT", message, retryable: false, details: { parameters: [...parameters] } },
  };
}

/** The artifact that is stored for parameters (W8): it has the same name on every attempt of the call. */
export function payloadArtifact({ targetName }: DualMode, callId: string): { name: string; description: string } {
  const sanitized = targetName.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
  return {
    name: `workflow_input_${sanitized}_${uuidOf(callId)}.json`,
    description: `Auto-generated input payload for workflow '${targetName}' invocation.`,
  };
}

/** A version 4 UUID that is the same for the same call: bits of a hash in place of random ones. */
function uuidOf(callId: string): string {
  const hex = hashOfParts(["workflow_input", callId]);
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
