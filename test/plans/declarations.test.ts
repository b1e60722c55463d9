/** Declarations of what a deployment has registered: from JSON Schema, hostile or not, to types that compile. */

import { buildSchema, parse, validate } from "graphql";
import { type CatalogEntry, catalogDeclarations, catalogQueries, readCatalog } from "planwright/plans";
import { describe, expect, it } from "vitest";
import sdl from "../../schema.graphql";

function declared(...tools: readonly CatalogEntry[]): string {
  return catalogDeclarations({ tools, agents: [], workflows: [] });
}

/** The type of what a tool gives whose output has this schema. */
function typeOf(outputSchema: unknown): string {
  const text = declared({ name: "t", inputSchema: { type: "object" }, outputSchema: outputSchema as never });
  return /Tool<\{ \[name: string\]: unknown \}, ([\s\S]*?)>;\n\}/.exec(text)?.[1]?.replace(/\n\s*/g, " ") ?? text;
}

describe("catalogDeclarations", () => {
  it("[N434] writes what JSON Schema says as types, and what has no type as unknown", () => {
    const cases: readonly (readonly [unknown, string])[] = [
      [
        { type: "object", properties: { a: { type: "string" }, "b-c": { type: "integer" } }, required: ["a"] },
        '{ a: string; "b-c"?: number; }',
      ],
      [{ type: ["string", "null"] }, "string | null"],
      [{ type: "string", nullable: true }, "string | null"],
      [{ enum: ["a", 'b"', 3, null, true] }, '"a" | "b\\"" | 3 | null | true'],
      [{ enum: Array.from({ length: 500 }, (_, at) => `value ${at}`) }, "string"],
      [{ const: "x" }, '"x"'],
      [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "(string | number)[]"],
      [{ type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }], items: false }, "(string | boolean)[]"],
      [
        { oneOf: [{ type: "string" }, { type: "object", properties: { a: { type: "null" } } }] },
        "string | ({ a?: null; })",
      ],
      [
        { allOf: [{ properties: { a: { type: "string" } } }, { properties: { b: { type: "string" } } }] },
        "({ a?: string; }) & ({ b?: string; })",
      ],
      [
        { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }], properties: { a: { type: "string" } } },
        "{ a?: string; }",
      ],
      [{ type: "object", additionalProperties: { type: "number" } }, "{ [name: string]: number }"],
      [
        { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
        "{ a?: string; [name: string]: unknown; }",
      ],
      [{ type: "object", additionalProperties: false }, "{ [name: string]: never }"],
      [{ type: "object", required: ["x"] }, "{ x: unknown; }"],
      [{ $ref: "https://example.com/schema.json" }, "unknown"],
      [{ $ref: "#/$defs/none" }, "unknown"],
      [{ not: { type: "string" }, if: true }, "unknown"],
      [{ type: "file" }, "unknown"],
      [true, "unknown"],
      [false, "never"],
      [{ $ref: "#" }, "TOutputRoot"],
      [{ $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { type: "string" }] } }, $ref: "#/$defs/a" }, "TOutputA"],
    ];
    for (const [schema, type] of cases) expect(typeOf(schema), JSON.stringify(schema)).toBe(type);
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 200; level += 1) deep = { type: "object", properties: { a: deep } };
    expect(typeOf(deep).length).toBeLessThan(10_000);
  });

  it("[N434] makes nothing of names and texts but names and comments", () => {
    const description = "Ends here */ export const evil = 1; /*\u2028 next\nline";
    const schema = {
      type: "object",
      description,
      properties: { '"; evil: "': { type: "string", description }, __proto__: { type: "string" }, "a\u2028b": true },
      required: ["constructor"],
      $defs: { "x */ y": { type: "array", items: { $ref: "#/$defs/x *~1 y" } } },
      additionalProperties: { $ref: "#/$defs/x%20*~1%20y" },
    };
    const text = declared({
      name: 'a"]; evil("',
      description,
      inputSchema: schema,
      outputSchema: JSON.parse(JSON.stringify(schema)),
    });
    expect(text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"(?:[^"\\]|\\.)*"/g, '""')).not.toMatch(/evil/);
    expect(declared({ name: "b" }, { name: "a" }, { name: "a" })).toBe(declared({ name: "a" }, { name: "b" }));
  });

  it("[N434] reads the catalog of a deployment page by page, with operations that the API has", async () => {
    const schema = buildSchema(sdl);
    for (const query of Object.values(catalogQueries)) expect(validate(schema, parse(query))).toEqual([]);
    const asked: (string | null)[] = [];
    const catalog = await readCatalog(async (query, { after }) => {
      asked.push(after);
      const isFirst = after === null && query.includes("tools(");
      return {
        page: { nodes: [{ name: `${after}` }], pageInfo: { hasNextPage: isFirst, endCursor: isFirst ? "next" : null } },
      };
    });
    expect(asked).toEqual([null, "next", null, null]);
    expect(catalog.tools.map(({ name }) => name)).toEqual(["null", "next"]);
    await expect(readCatalog(async () => ({ page: null }))).rejects.toThrow(/REGISTRY_READ/);
  });
});
