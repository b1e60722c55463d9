/** What a deployment has registered, as the declarations that `planwright types` writes. */
import { textLiteral } from "../code/code-text.ts";
import type { JsonSchema } from "../json-schema.ts";
import { comment, SchemaTypes } from "./schema-type.ts";

/** A tool, agent or workflow: its name in plans, and its schemas as far as it declares any. */
export interface CatalogEntry {
  readonly name: string;
  readonly description?: string | null;
  readonly inputSchema?: JsonSchema | null;
  readonly outputSchema?: JsonSchema | null;
}

export interface Catalog {
  readonly tools: readonly CatalogEntry[];
  readonly agents: readonly CatalogEntry[];
  readonly workflows: readonly CatalogEntry[];
}

const kinds = [
  ["tools", "Tools"],
  ["agents", "Agents"],
  ["workflows", "Workflows"],
] as const;

/** What an agent takes that declares nothing. */
const words: JsonSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/**
 * The module of declarations. It is to be included in the compilation of the project that defines plans, as `planwright.d.ts`. The same catalog gives the
 * same text.
 */
export function catalogDeclarations(catalog: Catalog): string {
  const types = new SchemaTypes(["Tool", "Tools", "Agents", "Workflows", "Registry"]);
  const interfaces = kinds.map(([kind, name]) => {
    const seen = new Set<string>();
    const members = [...catalog[kind]]
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .filter((entry) => !seen.has(entry.name) && seen.add(entry.name))
      .map(
        (entry) =>
          `${comment(entry.description)}readonly ${textLiteral(entry.name)}: Tool<${inputType(kind, entry, types)}, ${outputType(entry, types)}>;`,
      );
    return `export interface ${name} {\n${members.map((member) => `${indented(member)}\n`).join("")}}`;
  });
  const registry = `declare module "planwright/plans" {\n  interface Registry {\n${kinds.map(([kind, name]) => `    ${kind}: ${name};\n`).join("")}  }\n}`;
  const head = '/** Written by `planwright types`. */\nimport type { Tool } from "planwright/plans";';
  return `${[head, ...interfaces, ...types.declarations, registry].join("\n\n")}\n`;
}

function inputType(kind: (typeof kinds)[number][0], { inputSchema, name }: CatalogEntry, types: SchemaTypes): string {
  const type = types.typeOf(inputSchema ?? (kind === "agents" ? words : {}), `${name} input`);
  if (kind !== "workflows") return type;
  // Either the parameters, or the name of an artifact that holds them.
  return type === "unknown" ? type : `${type} | { input_artifact: string }`;
}

function outputType({ name, outputSchema }: CatalogEntry, types: SchemaTypes): string {
  return types.typeOf(outputSchema ?? {}, `${name} output`);
}

function indented(code: string): string {
  return code.replace(/^(?=.)/gm, "  ");
}
