/** The schema as a whole: described and answered. Each check is first shown to be able to fail. */
import { buildASTSchema, GraphQLSchema, Kind, parse, validateSchema, visit } from "graphql";
import { describe, expect, it } from "vitest";
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

  it("refuses resolvers of fields that it does not have, and scalars that nobody coerces", () => {
    expect(() => buildSchema(schemaText.replace("  viewer: Viewer ", "  other: Viewer "))).toThrow(
      "no field Query.viewer",
    );
    expect(() => buildSchema(`${schemaText}\n"Another." scalar Odd`)).toThrow("the scalar Odd has no coercion");
  });
});
