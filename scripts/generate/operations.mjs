// Operations of the dashboard and of the client package: for each `*.graphql` in their folders a module beside it, with the text of each
// operation and the shapes of what it takes and gives. An operation that does not fit the schema stops here.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { codegen } from "@graphql-codegen/core";
import * as typescriptOperations from "@graphql-codegen/typescript-operations";
import {
  buildSchema,
  Kind,
  parse,
  print,
  separateOperations,
  specifiedRules,
  stripIgnoredCharacters,
  validate,
} from "graphql";

const root = new URL("../../", import.meta.url);

const scalars = {
  ID: "string",
  DateTime: "string",
  JSON: "unknown",
  JSONObject: "Readonly<Record<string, unknown>>",
  JSONSchema: "unknown",
  JSONPointer: "string",
  SafeInt: "number",
  URL: "string",
  EventCursor: "string",
};

/** Where operations stand, and where the type of one is declared, from the folder. */
const places = [
  { folder: "dashboard/", operation: "api/operation.ts" },
  // The types of fragments are those that the client's users name.
  { folder: "packages/client/src/", operation: "operation.ts", config: { inlineFragmentTypes: "combine" } },
];

/** The module for the operations in `text`. `operationModule` is the path of the type `Operation` from there. */
async function operationsModule(text, schemaText, source, operationModule, config) {
  const document = parse(text);
  const schema = buildSchema(schemaText);
  const [error] = validate(schema, document, specifiedRules);
  if (error !== undefined) throw new Error(`Cannot generate the operations of ${source}: ${error.message}`);
  const types = await codegen({
    documents: [{ location: source, document }],
    schema: parse(schemaText),
    filename: "operations.ts",
    pluginMap: { typescriptOperations },
    plugins: [{ typescriptOperations: {} }],
    config: {
      scalars,
      strictScalars: true,
      enumType: "string-literal",
      immutableTypes: true,
      skipTypename: true,
      useTypeImports: true,
      maybeValue: "T | null",
      inputMaybeValue: "T | null | undefined",
      ...config,
    },
  });
  const textOf = (definition) => JSON.stringify(stripIgnoredCharacters(print(definition)));
  const constantOf = (name, kind = "") => `${name[0].toLowerCase()}${name.slice(1)}${kind}`;
  const fragments = document.definitions
    .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
    .map((fragment) => `const ${constantOf(fragment.name.value, "Text")} = ${textOf(fragment)};\n`);
  const parts = separateOperations(document);
  const texts = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((definition) => {
      const {
        operation,
        name: { value: name },
      } = definition;
      const type = `${name}${operation[0].toUpperCase()}${operation.slice(1)}`;
      const used = parts[name].definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
      const text = [textOf(definition), ...used.map((fragment) => constantOf(fragment.name.value, "Text"))].join(" + ");
      return `export const ${constantOf(name)} = (${text}) as Operation<${type}, ${type}Variables>;\n`;
    });
  const header = `// Generated from ${source} by scripts/generate.mjs. Do not edit.\n`;
  const operation = `import type { Operation } from "${operationModule}";\n`;
  return `${header}${operation}\n${types.trim()}\n\n${[...fragments, ...texts].join("\n")}`;
}

/** Writes the modules whose text has changed. Returns the names of their files. */
export async function generateOperations() {
  const schemaText = await readFile(new URL("schema.graphql", root), "utf8");
  const changed = [];
  for (const { folder, operation, config } of places) {
    const found = await readdir(new URL(folder, root), { recursive: true });
    for (const name of found.map((path) => path.replaceAll("\\", "/")).sort()) {
      if (!name.endsWith(".graphql")) continue;
      const file = `${folder}${name.slice(0, -".graphql".length)}.generated.ts`;
      const url = new URL(file, root);
      const source = `${folder}${name}`;
      const text = await readFile(new URL(source, root), "utf8");
      const up = "../".repeat(name.split("/").length - 1) || "./";
      const module = await operationsModule(text, schemaText, source, up + operation, config);
      if ((await readFile(url, "utf8").catch(() => null)) === module) continue;
      await writeFile(url, module);
      changed.push(file);
    }
  }
  return changed;
}
