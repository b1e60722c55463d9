// The dashboard's operations: for each `*.graphql` below `dashboard/` a module beside it, with the text of each operation and the
// shapes of what it takes and gives. An operation that does not fit the schema stops here.
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

/** The module for the operations in `text`, which stands in a folder `depth` levels below `dashboard/`. */
async function operationsModule(text, schemaText, source, depth) {
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
    },
  });
  const parts = separateOperations(document);
  const texts = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map(({ name: { value: name }, operation }) => {
      const type = `${name}${operation[0].toUpperCase()}${operation.slice(1)}`;
      const constant = `${name[0].toLowerCase()}${name.slice(1)}`;
      const literal = JSON.stringify(stripIgnoredCharacters(print(parts[name])));
      return `export const ${constant} = ${literal} as Operation<${type}, ${type}Variables>;\n`;
    });
  const header = `// Generated from ${source} by scripts/generate.mjs. Do not edit.\n`;
  const operation = `import type { Operation } from "${"../".repeat(depth) || "./"}api/operation.ts";\n`;
  return `${header}${operation}\n${types.trim()}\n\n${texts.join("\n")}`;
}

/** Writes the modules whose text has changed. Returns the names of their files. */
export async function generateOperations() {
  const schemaText = await readFile(new URL("schema.graphql", root), "utf8");
  const found = await readdir(new URL("dashboard/", root), { recursive: true });
  const changed = [];
  for (const name of found.map((path) => path.replaceAll("\\", "/")).sort()) {
    if (!name.endsWith(".graphql")) continue;
    const file = `dashboard/${name.slice(0, -".graphql".length)}.generated.ts`;
    const url = new URL(file, root);
    const source = `dashboard/${name}`;
    const text = await readFile(new URL(source, root), "utf8");
    const module = await operationsModule(text, schemaText, source, name.split("/").length - 1);
    if ((await readFile(url, "utf8").catch(() => null)) === module) continue;
    await writeFile(url, module);
    changed.push(file);
  }
  return changed;
}
