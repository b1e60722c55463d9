/**
 * Schemas of input and output as agents, cards and workflows declare them: bounded, without references that would have to be fetched or never end,
 * and for input a schema of objects, because parameters are named.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { relate } from "../schema/claims/relation.ts";
import { documentSchema } from "../schema/document/located-schema.ts";
import { describeEndlessReference, endlessReference } from "../schema/endless-reference.ts";
import { describeSchemaProblem, schemaProblem } from "../schema/schema-limits.ts";
import { artifactArgumentOf, inputObject } from "./loose-schema.ts";

export interface DeclaredSchemaProblem {
  readonly code: "INVALID_INPUT" | "LIMIT_EXCEEDED";
  readonly message: string;
}

const sizes: readonly string[] = ["TOO_DEEP", "TOO_LARGE", "TOO_MANY_SUBSCHEMAS"];

/** The first reason not to take `schema`, or undefined. */
export function outputSchemaProblem(schema: unknown): DeclaredSchemaProblem | undefined {
  const problem = schemaProblem(schema);
  if (problem === undefined) return endlessProblem(schema as JsonSchema);
  const code = sizes.includes(problem.problem) ? "LIMIT_EXCEEDED" : "INVALID_INPUT";
  return { code, message: describeSchemaProblem(problem) };
}

function endlessProblem(schema: JsonSchema): DeclaredSchemaProblem | undefined {
  const reference = endlessReference(schema);
  return reference === undefined ? undefined : { code: "INVALID_INPUT", message: describeEndlessReference(reference) };
}

/** The first reason not to take `schema` as that of an input, or undefined. */
export function inputSchemaProblem(schema: unknown): DeclaredSchemaProblem | undefined {
  const problem = outputSchemaProblem(schema);
  if (problem !== undefined) return problem;
  const required = "Cannot use the schema: required one of objects";
  if (!isJsonObject(schema)) return { code: "INVALID_INPUT", message: `${required}, found ${String(schema)}` };
  const type = ownValue(inputObject(schema), "type");
  const isOfObjects = type === undefined || type === "object" || (isJsonArray(type) && type.includes("object"));
  return isOfObjects
    ? undefined
    : { code: "INVALID_INPUT", message: `${required}, found one of ${JSON.stringify(type)}` };
}

/**
 * The first reason not to accept `schema` as the input schema of an agent of ours, or undefined. One that no value satisfies could never be
 * called.
 *
 * @example
 * ```ts
 * agentInputProblem({ type: "object", properties: { days: { type: "integer" } } }); // undefined
 * agentInputProblem({ type: "object", required: ["a"], additionalProperties: false })?.code; // "INVALID_INPUT"
 * ```
 */
export function agentInputProblem(schema: unknown): DeclaredSchemaProblem | undefined {
  return inputSchemaProblem(schema) ?? unsatisfiable(schema as JsonSchema);
}

/**
 * The first reason not to accept `schema` as the output schema of an agent of ours, or undefined. Its root says `type: "object"`, as MCP
 * demands of the output of a tool and providers of a schema for answers.
 */
export function agentOutputProblem(schema: unknown): DeclaredSchemaProblem | undefined {
  const problem = outputSchemaProblem(schema);
  if (problem !== undefined) return problem;
  const type = isJsonObject(schema as JsonSchema) ? ownValue(schema as JsonObject, "type") : undefined;
  if (type === "object") return unsatisfiable(schema as JsonSchema);
  const found = type === undefined ? "none" : JSON.stringify(type).slice(0, 80);
  const message = `Cannot use the schema: required "type": "object" at its root, because language models and MCP take no other root; found ${found}. Put another value into a property`;
  return { code: "INVALID_INPUT", message };
}

/** Only where it is certain: a schema that cannot be judged in bounded time is accepted. */
function unsatisfiable(schema: JsonSchema): DeclaredSchemaProblem | undefined {
  // A value that satisfies it would also have to satisfy a schema that accepts no value.
  if (relate(documentSchema(schema), documentSchema(false)) !== "subset") return undefined;
  const message = "Cannot use the schema: required one that some value satisfies, found one that none can satisfy";
  return { code: "INVALID_INPUT", message };
}

/**
 * The first reason not to take `schema` as the input of something that takes an artifact in its place (C20), or undefined.
 *
 * @example
 * ```ts
 * typedInputProblem({ type: "object" }); // undefined
 * typedInputProblem({ type: "string" })?.code; // "INVALID_INPUT"
 * ```
 */
export function typedInputProblem(schema: unknown): DeclaredSchemaProblem | undefined {
  const problem = inputSchemaProblem(schema);
  if (problem !== undefined || artifactArgumentOf(schema as JsonSchema & object) !== undefined) return problem;
  const names = "`input_artifact` and `_input_artifact`";
  const message = `Cannot use the schema: required one that leaves a name for the artifact, found the properties ${names}`;
  return { code: "INVALID_INPUT", message };
}
