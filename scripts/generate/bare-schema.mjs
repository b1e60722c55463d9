// The schema without its descriptions, which are three quarters of its text: only introspection needs them, and each isolate parses what it builds the schema of.
import { readFile, writeFile } from "node:fs/promises";
import { parse, print, stripIgnoredCharacters, visit } from "graphql";

const file = "src/graph/bare-schema.generated.graphql";

/** `schemaText` without descriptions, and without anything else that a parser ignores. */
export function bareSchema(schemaText) {
  const bare = visit(parse(schemaText, { noLocation: true }), {
    enter: (node) => ("description" in node ? { ...node, description: undefined } : undefined),
  });
  return stripIgnoredCharacters(print(bare));
}

/** Writes the file if its text has changed. Returns the names of the files that were written. */
export async function generateBareSchema() {
  const text = bareSchema(await readFile(new URL("../../schema.graphql", import.meta.url), "utf8"));
  const url = new URL(`../../${file}`, import.meta.url);
  if ((await readFile(url, "utf8").catch(() => null)) === text) return [];
  await writeFile(url, text);
  return [file];
}
