/**
 * The flat form that a server may ask a person to fill in (MCP elicitation, form mode): an object whose members are strings, numbers,
 * booleans or choices among strings. Everything else that a schema can say is refused, `$ref` and nesting included, because the form is
 * shown to a person and the values are sent to the server.
 */
import * as z from "zod";
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../json/json.ts";

export type ParsedForm =
  | { readonly ok: true; readonly schema: JsonObject }
  /** "required …, found …". */
  | { readonly ok: false; readonly finding: string };

const words = { title: z.string().optional(), description: z.string().optional() };
const option = z.strictObject({ const: z.string(), title: z.string() });

const member = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("string"),
    ...words,
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(0).optional(),
    format: z.enum(["email", "uri", "date", "date-time"]).optional(),
    enum: z.array(z.string()).min(1).optional(),
    enumNames: z.array(z.string()).optional(),
    oneOf: z.array(option).min(1).optional(),
    default: z.string().optional(),
  }),
  z.strictObject({
    type: z.enum(["number", "integer"]),
    ...words,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.strictObject({ type: z.literal("boolean"), ...words, default: z.boolean().optional() }),
  z.strictObject({
    type: z.literal("array"),
    ...words,
    minItems: z.int().min(0).optional(),
    maxItems: z.int().min(0).optional(),
    items: z.union([
      z.strictObject({ type: z.literal("string"), enum: z.array(z.string()).min(1) }),
      z.strictObject({ anyOf: z.array(option).min(1) }),
    ]),
    default: z.array(z.string()).optional(),
  }),
]);

const form = z.strictObject({
  $schema: z.string().optional(),
  type: z.literal("object"),
  ...words,
  properties: z.looseObject({}),
  required: z.array(z.string()).optional(),
  additionalProperties: z.boolean().optional(),
});

/** The schema of the answers that are taken for the form `requested`: closed, because a server accepts the members that it named. */
export function readForm(requested: Json | undefined): ParsedForm {
  const read = form.safeParse(requested);
  const properties = isJsonObject(requested) ? ownValue(requested, "properties") : undefined;
  if (!read.success || !isJsonObject(properties)) return refused("the schema", read.error);
  for (const [name, schema] of Object.entries(properties)) {
    const known = member.safeParse(schema);
    if (!known.success) return refused(`the member ${JSON.stringify(name.slice(0, 100))}`, known.error);
  }
  const { description, required = [], title } = read.data;
  const undeclared = required.find((name) => !Object.hasOwn(properties, name));
  if (undeclared !== undefined) {
    const finding = `required members that the form declares, found ${JSON.stringify(undeclared.slice(0, 100))}`;
    return { ok: false, finding };
  }
  const facts = Object.entries({ title, description }).filter((entry): entry is [string, string] => entry[1] != null);
  return {
    ok: true,
    schema: { type: "object", ...objectOf(facts), properties, required, additionalProperties: false },
  };
}

function refused(place: string, error: z.ZodError | undefined): ParsedForm {
  const [issue] = error?.issues ?? [];
  const path = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  const found = (issue?.message ?? "something else").slice(0, 200);
  return { ok: false, finding: `required a flat form, found in ${place}${path}: ${found}` };
}
