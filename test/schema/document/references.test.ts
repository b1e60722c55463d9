/** References within a document, and those that are refused where a schema is taken in. */
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import { describeSchemaProblem, schemaProblem } from "../../../src/schema/schema-limits.ts";
import { violations } from "../../../src/schema/validator.ts";

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
    expect(schemaProblem(schema)).toBeUndefined();
    expect(violations(schema, fitting)).toEqual([]);
    expect(violations(schema, other).length).toBeGreaterThan(0);
  });

  it.each<[string, JsonSchema, string]>([
    ["a pointer to nothing", { $ref: "#/$defs/nope" }, '/$ref, "#/$defs/nope", leads to no schema'],
    ["an anchor that is none", { $dynamicRef: "#nope" }, '/$dynamicRef, "#nope", leads to no schema'],
    [
      "another document",
      { items: { $ref: "https://b.example/x" } },
      '/items/$ref refers to "https://b.example/x" outside',
    ],
    ["the recursion of another draft", { items: { $recursiveRef: "#" } }, "/items/$recursiveRef is a keyword which"],
    [
      "a pattern with a back reference",
      { properties: { a: { pattern: "^(a)\\1$" } } },
      "at /properties/a/pattern required",
    ],
    [
      "such a pattern for names",
      { $defs: { "a/b~c": { patternProperties: { "(a)/\\1": {} } } } },
      "at /$defs/a~1b~0c/patternProperties/(a)~1\\1 required",
    ],
    [
      "a pointer through a schema with its own address",
      { $ref: "#/$defs/b/$defs/x", $defs: { b: { $id: "https://b.example/", $defs: { x: { type: "string" } } } } },
      "points through a schema with an $id of its own, which has no meaning in draft 2020-12",
    ],
    ["a pattern that is none", { pattern: "(" }, "at /pattern required a regular expression"],
  ])("[N18, N23, N25] %s is refused where the schema is taken in, by name", (_, schema, words) => {
    const problem = schemaProblem(schema);
    expect(problem === undefined ? null : describeSchemaProblem(problem)).toContain(words);
  });

  it("[N19] of draft-07 lead through schemas with addresses of their own, and what is found there reads references by that address", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      $id: "https://a.example/root.json",
      properties: {
        text: { $ref: "#/definitions/B/definitions/X" },
        number: { $ref: "#/definitions/B/definitions/Y/properties/inner" },
        named: { $ref: "https://a.example/other.json#/definitions/X" },
      },
      definitions: {
        N: { type: "boolean" },
        B: {
          $id: "other.json",
          definitions: {
            X: { type: "string" },
            N: { type: "number" },
            Y: { properties: { inner: { $ref: "#/definitions/N" } } },
          },
        },
      },
    };
    expect(schemaProblem(schema)).toBeUndefined();
    expect(violations(schema, { text: "x", number: 1, named: "y" })).toEqual([]);
    expect(violations(schema, { text: 1, number: true, named: 1 }).map(({ instance }) => instance)).toEqual(
      expect.arrayContaining(["/text", "/number", "/named"]),
    );
  });
});
