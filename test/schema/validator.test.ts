import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/json.ts";
import { documentSchema, within } from "../../src/schema/document/located-schema.ts";
import { violations, violationsAt } from "../../src/schema/validator.ts";

const frozen = <Value>(value: Value): Value => {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

describe("the interpreter of schemas", () => {
  it("[P19] reports each violation once, where it is, without the wrappers around it", () => {
    const schema = {
      type: "object",
      properties: { list: { type: "array", items: { type: "integer" } }, "x y/é%": { $ref: "#/$defs/text" } },
      required: ["name"],
      additionalProperties: false,
      $defs: { text: { type: "string", minLength: 2 } },
    };
    const found = violations(schema, { list: [1, "2"], "x y/é%": "a", more: 1 });
    expect(found.map(({ instance, keyword }) => [instance, keyword])).toEqual([
      ["", "required"],
      ["/list/1", "type"],
      ["/x y~1é%", "minLength"],
      ["", "additionalProperties"],
    ]);
    expect(violations(schema, { name: 1 }).map(({ keyword }) => keyword)).toEqual(["additionalProperties"]);
  });

  it("[P19] treats format as an annotation, but not where it is a property name or data", () => {
    expect(violations({ type: "string", format: "date-time" }, "tomorrow")).toEqual([]);
    expect(violations({ properties: { format: { type: "integer" } } }, { format: "x" })).toHaveLength(1);
    expect(violations({ const: { format: "x" } }, { format: "x" })).toEqual([]);
    expect(violations({ const: { format: "x" } }, {})).toHaveLength(1);
  });

  it("[P19] leaves schemas as they are, frozen ones and ones that share parts included", () => {
    const shared = { type: "string", $ref: "#/$defs/short" };
    const schema = frozen({ properties: { a: shared, b: { items: shared } }, $defs: { short: { maxLength: 1 } } });
    const before = JSON.stringify(schema);
    expect(violations(schema, { a: "xx", b: ["y", "zz"] }).map(({ instance }) => instance)).toEqual(["/a", "/b/1"]);
    expect(Object.getOwnPropertyNames(shared)).toEqual(["type", "$ref"]);
    expect(JSON.stringify(schema)).toBe(before);
  });

  it("[P19] reads a schema as the draft that it declares", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      items: [{ type: "string" }],
      additionalItems: false,
    };
    expect(violations(schema, ["a"])).toEqual([]);
    expect(violations(schema, ["a", "b"]).length).toBeGreaterThan(0);
  });

  it("[P19] checks a part of a document with the references of the whole", () => {
    const root = { properties: { a: { $ref: "#/$defs/n" } }, $defs: { n: { type: "number" } } };
    const part = within(documentSchema(root), root.properties.a);
    expect(violationsAt(part, 1)).toEqual([]);
    expect(violationsAt(part, "x")).toMatchObject([{ instance: "", keyword: "type" }]);
    expect(violationsAt({ root, schema: { type: "string" } }, 1)).toMatchObject([{ keyword: "type" }]);
  });

  it("[P19] never lets a value pass because its schema cannot be evaluated", () => {
    for (const schema of [
      { $ref: "#/nowhere" },
      { $ref: "https://a.example/b" },
      { $ref: "#" },
      { pattern: "(" },
      false,
    ]) {
      expect(violations(schema, "x").length).toBeGreaterThan(0);
    }
    expect(violations(true, "x")).toEqual([]);
    expect(violations({}, null)).toEqual([]);
  });

  it("[P19] never repeats what the runtime says where the interpreter falls over a schema", () => {
    for (const [schema, value] of [
      [{ anyOf: {} }, {}],
      [{ required: 1 }, {}],
      [{ properties: { a: { items: [null] } } }, { a: [1] }],
      [{ $ref: "#" }, "x"],
    ] as const) {
      const [found] = violations(schema as JsonObject, value);
      expect(found?.message).toMatch(/^Cannot evaluate the schema: required (keywords|schemas)/);
    }
    expect(violations({ $ref: "#/$defs/nope" }, 1)[0]?.message).toContain('Unresolved $ref "#/$defs/nope"');
  });

  it("[P19] ends soon where references double at each step, of the schema or of the value, and reads a large value to its end", () => {
    const both = (reference: string) => ({ allOf: [{ $ref: reference }, { $ref: reference }] });
    const chain = Array.from({ length: 40 }, (_, at) => [`d${at}`, both(`#/$defs/d${at + 1}`)] as const);
    const doubling = { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(chain), d40: { type: "string" } } };
    const tree = { $defs: { node: { properties: { a: both("#/$defs/node") } } }, $ref: "#/$defs/node" };
    const deep = Array.from({ length: 40 }).reduce<JsonObject>((inner) => ({ a: inner }), {});
    for (const [schema, value] of [[doubling, "x"] as const, [doubling, 1] as const, [tree, deep] as const]) {
      const [found, ...more] = violations(schema, value);
      expect([found?.keyword, found?.message, more]).toEqual([
        "$schema",
        expect.stringContaining("Cannot evaluate"),
        [],
      ]);
    }
    const rows = { type: "array", items: { type: "object", properties: { a: { type: "integer" } } } };
    const large = Array.from({ length: 100_000 }, (_, at) => ({ a: at === 99_999 ? "x" : at }));
    expect(violations(rows, large).map(({ instance }) => instance)).toEqual(["/99999/a"]);
  });
});
