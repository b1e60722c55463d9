/** Schemas that a plan holds: JSON Schema as it stands, or of a library that writes it (`zod`, by way of Standard JSON Schema). */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type JsonSchema = { readonly [keyword: string]: unknown };

/** A schema of a library, which knows the type of its values and writes itself as JSON Schema. */
export interface SchemaOf<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => JsonSchema;
      readonly output: (options: { readonly target: "draft-2020-12" }) => JsonSchema;
    };
  };
}

/** The JSON Schema of what satisfies `schema`: what goes into it, or what comes out of it. */
export function jsonSchemaOf(schema: JsonSchema | SchemaOf<unknown>, side: "input" | "output" = "output"): JsonSchema {
  if (!isSchemaOf(schema)) return schema;
  const { $schema: _, ...rest } = schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" });
  return rest;
}

function isSchemaOf(schema: JsonSchema | SchemaOf<unknown>): schema is SchemaOf<unknown> {
  return typeof (schema as Partial<SchemaOf<unknown>>)["~standard"] === "object";
}
