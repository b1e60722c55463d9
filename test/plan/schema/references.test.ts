/** References within a document, and those that are refused where a schema is taken in. */
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../src/plan/json.ts";
import { describeSchemaProblem, schemaProblem } from "../../../src/plan/schema/schema-limits.ts";
import { violations } from "../../../src/plan/validator.ts";

const tree = {
  $id: "https://a.example/tree",
  $dynamicAnchor: "node",
  type: "object",
  properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
};

describe("[N25] references within a document", () => {
  it.each<[string, JsonSchema, Json, Json]>([
    [
      "to a bundled resource by its address",
      {
        $id: "https://a.example/root",
        properties: { a: { $ref: "item" } },
        $defs: { i: { $id: "item", type: "integer" } },
      },
      { a: 1 },
      { a: "x" },
    ],
    [
      "within a bundled resource",
      { $ref: "#/$defs/M", $defs: { M: { $id: "M", $ref: "#/$defs/n", $defs: { n: { type: "null" } } } } },
      null,
      1,
    ],
    [
      "between members of a module, as TypeBox writes them",
      {
        $ref: "Node",
        $defs: {
          Node: { $id: "Node", type: "object", properties: { next: { $ref: "Node" }, v: { $ref: "Value" } } },
          Value: { $id: "Value", type: "number" },
        },
      },
      { next: { v: 1 } },
      { next: { v: "x" } },
    ],
    [
      "by $dynamicRef, to the outermost resource that has the anchor",
      {
        $id: "https://a.example/strict",
        $dynamicAnchor: "node",
        $ref: "tree",
        unevaluatedProperties: false,
        $defs: { tree },
      },
      { children: [{ children: [] }] },
      { children: [{ daat: 1 }] },
    ],
    ["by $ref to a dynamic anchor", { $ref: "#t", $defs: { t: { $dynamicAnchor: "t", type: "string" } } }, "x", 1],
  ])("[N25] lead where the standard says (%s)", (_, schema, fitting, other) => {
    expect(schemaProblem(schema)).toBeNull();
    expect(violations(schema, fitting)).toEqual([]);
    expect(violations(schema, other).length).toBeGreaterThan(0);
  });

  it.each<[string, JsonSchema, string]>([
    ["a pointer to nothing", { $ref: "#/$defs/nope" }, '$ref "#/$defs/nope" leads to no schema'],
    ["an anchor that is none", { $dynamicRef: "#nope" }, '$dynamicRef "#nope" leads to no schema'],
    ["another document", { items: { $ref: "https://b.example/x" } }, '"https://b.example/x" outside itself'],
    ["the recursion of another draft", { items: { $recursiveRef: "#" } }, "keyword $recursiveRef"],
    ["a pattern with a back reference", { properties: { a: { pattern: "^(a)\\1$" } } }, "in pattern required"],
    ["such a pattern for names", { patternProperties: { "(a)\\1": {} } }, "in patternProperties required"],
    ["a pattern that is none", { pattern: "(" }, "in pattern required a regular expression"],
  ])("[N23, N25] %s is refused where the schema is taken in, by name", (_, schema, words) => {
    const problem = schemaProblem(schema);
    expect(problem === null ? null : describeSchemaProblem(problem)).toContain(words);
  });
});
