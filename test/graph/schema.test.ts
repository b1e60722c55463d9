/** The schema as a whole: described, answered, generated. Each check is first shown to be able to fail. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildASTSchema, GraphQLSchema, Kind, parse, validateSchema, visit } from "graphql";
import { describe, expect, it } from "vitest";
import { generateSchema, schemaModules } from "../../scripts/generate/schema.mjs";
import { buildSchema } from "../../src/graph/schema.ts";
import { schemaText } from "../support/graph/ask.ts";

/** Names of schema elements without a description, such as `Query.node(id:)`. */
function undescribed(text: string): readonly string[] {
  const found: string[] = [];
  const path: string[] = [];
  const enter = (node: { readonly name?: { readonly value: string }; readonly description?: unknown }) => {
    path.push(node.name?.value ?? "schema");
    if (node.description === undefined) found.push(path.join("."));
  };
  const leave = () => {
    path.pop();
  };
  const described: readonly string[] = [
    ...[Kind.SCHEMA_DEFINITION, Kind.DIRECTIVE_DEFINITION, Kind.SCALAR_TYPE_DEFINITION, Kind.OBJECT_TYPE_DEFINITION],
    ...[Kind.INTERFACE_TYPE_DEFINITION, Kind.UNION_TYPE_DEFINITION, Kind.ENUM_TYPE_DEFINITION],
    ...[
      Kind.INPUT_OBJECT_TYPE_DEFINITION,
      Kind.FIELD_DEFINITION,
      Kind.INPUT_VALUE_DEFINITION,
      Kind.ENUM_VALUE_DEFINITION,
    ],
  ];
  visit(parse(text), Object.fromEntries(described.map((kind) => [kind, { enter, leave }])));
  return found;
}

/** What is wrong with a schema, and with what `buildSchema` makes of it. */
function faultsOf(text: string): readonly string[] {
  try {
    return validateSchema(buildASTSchema(parse(text))).map(({ message }) => message);
  } catch (error) {
    return [String(error)];
  }
}

describe("schema.graphql", () => {
  it("[N680] is a valid schema, which no isolate checks again", () => {
    expect(faultsOf("type Query { a: Missing }")).toEqual([expect.stringContaining("Unknown type")]);
    expect(faultsOf("interface I { a: Int } type Query implements I { b: Int }")).not.toEqual([]);
    expect(faultsOf(schemaText)).toEqual([]);
    const { assumeValid, ...config } = buildSchema(schemaText).toConfig();
    expect(assumeValid).toBe(true);
    expect(validateSchema(new GraphQLSchema(config)).map(({ message }) => message)).toEqual([]);
  });

  it("describes every element", () => {
    expect(undescribed('"q" type Query { a("b" b: Int, c: Int): Int } enum E { "x" X Y }')).toEqual([
      "Query.a",
      "Query.a.c",
      "E",
      "E.Y",
    ]);
    expect(undescribed(schemaText)).toEqual([]);
  });

  it("generates exactly the resolver types that are checked in", async () => {
    const changed = await schemaModules(schemaText.replace('name: String!\n  "Upper', 'name: Int!\n  "Upper'));
    const modules = await schemaModules(schemaText);
    expect(Object.keys(modules)).toEqual(["schema.generated.ts", "resolvers.generated.ts"]);
    for (const name of Object.keys(modules)) expect(changed[name], name).not.toBe(modules[name]);
    expect(await generateSchema({ check: true })).toEqual([]);
  });

  it("refuses resolvers of fields that it does not have, and scalars that nobody coerces", () => {
    expect(() => buildSchema(schemaText.replace("  viewer: Viewer ", "  other: Viewer "))).toThrow(
      "no field Query.viewer",
    );
    expect(() => buildSchema(`${schemaText}\n"Another." scalar Odd`)).toThrow("the scalar Odd has no coercion");
  });

  it("leaves no field without resolver or property, which the compiler checks", () => {
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), "planwright-types-"));
    /** The complaints of the compiler. */
    const compile = (...files: readonly string[]): readonly string[] => {
      const types = ["@cloudflare/workers-types", "node"];
      const options = {
        noEmit: true,
        types,
        typeRoots: [join(root, "node_modules"), join(root, "node_modules/@types")],
      };
      const project = { extends: join(root, "tsconfig.json"), compilerOptions: options, files, include: [] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
      try {
        execFileSync(
          process.execPath,
          [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, "--checkers", "1"],
          {
            encoding: "utf8",
          },
        );
        return [];
      } catch (error) {
        // Lines that go on from the one above begin with a space.
        return String((error as { stdout?: unknown }).stdout)
          .trim()
          .split(/\n(?=\S)/);
      }
    };
    try {
      const checkFile = join(root, "src/graph/unanswered-fields.ts");
      const broken = join(folder, "broken.ts");
      writeFileSync(
        broken,
        `import type { resolvers } from ${JSON.stringify(join(root, "src/graph/resolvers.ts"))};
        import type { Complete, UnansweredFields } from ${JSON.stringify(checkFile)};
        export type Broken = Complete<UnansweredFields<Omit<typeof resolvers, "Payload">>>;`,
      );
      // Compiled together, since each time takes seconds: the file that lacks fields is complained of, and it alone.
      expect(compile(checkFile, broken)).toEqual([expect.stringMatching(/^\S*broken\.ts[\s\S]*Payload\.byteSize/)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
