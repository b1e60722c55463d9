/** A step to begin with: the callable, with the arguments that its schema requires, empty. Pure. */

type Schema = Readonly<Record<string, unknown>>;

/** The step as a typed plan spells it, as JSON of several lines. `takenIds` are the ids of other steps. */
export function stepSkeleton(callableName: string, inputSchema: unknown, takenIds: readonly string[]): string {
  const step = {
    tool: {
      stepId: freeId(callableName, takenIds),
      toolName: callableName,
      arguments: requiredArguments(inputSchema),
    },
  };
  return JSON.stringify(step, null, 2);
}

/** Arguments that the schema requires, each with a value of its type that is to be replaced. */
function requiredArguments(inputSchema: unknown): Readonly<Record<string, unknown>> {
  if (!isSchema(inputSchema)) return {};
  const required = own(inputSchema, "required");
  const properties = own(inputSchema, "properties");
  if (!Array.isArray(required)) return {};
  return Object.fromEntries(
    required.flatMap((name) =>
      typeof name === "string" ? [[name, blankFor(isSchema(properties) ? own(properties, name) : undefined)]] : [],
    ),
  );
}

/** A value of the type that a schema declares, which is to be replaced. */
export function blankFor(schema: unknown): unknown {
  if (!isSchema(schema)) return "";
  if (Object.hasOwn(schema, "default")) return schema.default;
  if (Object.hasOwn(schema, "const")) return schema.const;
  const choices = own(schema, "enum");
  if (Array.isArray(choices)) return choices[0] ?? "";
  const type = own(schema, "type");
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return requiredArguments(schema);
    case "array":
      return [];
    case "number":
    case "integer": {
      const minimum = own(schema, "minimum");
      return typeof minimum === "number" ? minimum : 0;
    }
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "";
  }
}

/** An id made of the first word of the name, which no other step has. */
function freeId(callableName: string, taken: readonly string[]): string {
  const word = (callableName.split(/[._-]/)[0] ?? "").replace(/[^A-Za-z0-9]/g, "") || "step";
  const base = /^[A-Za-z]/.test(word) ? word : `step${word}`;
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.includes(`${base}${number}`)) return `${base}${number}`;
}

function own(schema: Schema, key: string): unknown {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
