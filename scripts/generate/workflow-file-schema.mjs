// The JSON Schema of files of agents and workflows, made from the input types of `schema.graphql`, so that editors complete what the API takes.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  parse,
  print,
  visit,
} from "graphql";

const file = "schemas/workflow.json";
const rootType = "WorkflowFileInput";

/** What the scalars that files can hold are in JSON. */
const scalars = {
  String: { type: "string" },
  ID: { type: "string" },
  Boolean: { type: "boolean" },
  Int: { type: "integer" },
  SafeInt: { type: "integer" },
  Float: { type: "number" },
  JSON: true,
  JSONObject: { type: "object" },
  JSONSchema: { type: ["object", "boolean"] },
  DateTime: { type: "string", format: "date-time" },
  URL: { type: "string", format: "uri" },
};

/** The JSON Schema of the input type `WorkflowFileInput` of `schemaText`. */
export function workflowFileSchema(schemaText) {
  const schema = buildSchema(print(visit(parse(schemaText), { Directive: oneOfOnly })), { assumeValid: true });
  const definitions = {};
  const root = reference(schema.getType(rootType), definitions);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Agents and workflows of Planwright",
    description: "A file for the mutation importWorkflows, in YAML or JSON.",
    ...root,
    $defs: Object.fromEntries(Object.entries(definitions).sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Only this directive says something of what a file may hold. */
function oneOfOnly({ name }) {
  return name.value === "oneOf" ? undefined : null;
}

function schemaOf(type, definitions) {
  if (isNonNullType(type)) return schemaOf(type.ofType, definitions);
  if (isListType(type)) return { type: "array", items: itemsOf(type.ofType, definitions) };
  if (isInputObjectType(type) || isEnumType(type)) return reference(type, definitions);
  if (!Object.hasOwn(scalars, type.name)) throw new Error(`Cannot write a schema of the scalar ${type.name}`);
  return scalars[type.name];
}

function itemsOf(type, definitions) {
  return isNonNullType(type) ? schemaOf(type, definitions) : orNull(schemaOf(type, definitions));
}

function orNull(schema) {
  return schema === true ? true : { anyOf: [schema, { type: "null" }] };
}

function reference(type, definitions) {
  if (!Object.hasOwn(definitions, type.name)) {
    // Named before it is looked into, since types refer to one another.
    definitions[type.name] = {};
    definitions[type.name] = isEnumType(type) ? enumSchema(type) : objectSchema(type, definitions);
  }
  return { $ref: `#/$defs/${type.name}` };
}

function enumSchema(type) {
  const values = type.getValues();
  const lines = values.map(({ description, name }) => `${name}: ${oneLine(description)}`);
  return { description: [oneLine(type.description), ...lines].join("\n"), enum: values.map(({ name }) => name) };
}

function objectSchema(type, definitions) {
  const fields = Object.values(type.getFields());
  const properties = Object.fromEntries(
    fields.map((field) => [field.name, property(field, type.isOneOf, definitions)]),
  );
  const root =
    type.name === rootType ? { $schema: { type: "string", description: "Address of this schema, for editors." } } : {};
  return {
    description: oneLine(type.description),
    type: "object",
    properties: { ...properties, ...root },
    ...(type.isOneOf
      ? { minProperties: 1, maxProperties: 1 }
      : { required: fields.filter(isRequiredInputField).map(({ name }) => name) }),
    additionalProperties: false,
  };
}

function property({ description, type }, isOneOf, definitions) {
  const schema = schemaOf(type, definitions);
  const taken = isNonNullType(type) || isOneOf ? schema : orNull(schema);
  return taken === true ? { description: oneLine(description) } : { description: oneLine(description), ...taken };
}

function oneLine(description) {
  return (description ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Writes the schema, or with `check` only compares. Returns the name of the file if it was or would be changed. */
export async function generateWorkflowFileSchema({ check = false } = {}) {
  const root = new URL("../../", import.meta.url);
  const text = `${JSON.stringify(workflowFileSchema(await readFile(new URL("schema.graphql", root), "utf8")), null, 2)}\n`;
  if ((await readFile(new URL(file, root), "utf8").catch(() => null)) === text) return [];
  if (!check) {
    await mkdir(new URL("schemas/", root), { recursive: true });
    await writeFile(new URL(file, root), text);
  }
  return [file];
}
