/** What is refused in schemas that come from outside. */

import { describe, expect, it } from "vitest";
import { describeSchemaProblem, type SchemaLimits, schemaProblem } from "../../src/schema/schema-limits.ts";

const limits: SchemaLimits = { maxDepth: 10, maxSubschemas: 5, maxBytes: 500 };

function nested(levels: number): object {
  return levels === 0 ? {} : { x: nested(levels - 1) };
}

describe("[P14] schemas from outside", () => {
  it("[P14] are accepted in both supported dialects, and without a word about the dialect", () => {
    expect(schemaProblem({ type: "object" }, limits)).toBeUndefined();
    expect(schemaProblem(true, limits)).toBeUndefined();
    for (const dialect of ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"]) {
      expect(schemaProblem({ $schema: dialect }, limits)).toBeUndefined();
    }
  });

  it("[P14] are refused in any other dialect", () => {
    for (const dialect of ["http://json-schema.org/draft-04/schema#", "https://example.com/own", 7]) {
      expect(schemaProblem({ $schema: dialect }, limits)).toEqual({
        problem: "UNSUPPORTED_DIALECT",
        dialect: JSON.stringify(dialect),
      });
    }
  });

  it("[P14] are refused when they are no schemas", () => {
    for (const [value, found] of [
      [null, "null"],
      [[], "array"],
      ["x", "string"],
      [undefined, "undefined"],
    ] as const) {
      expect(schemaProblem(value, limits)).toEqual({ problem: "NOT_A_SCHEMA", found });
    }
  });

  it("[P14] are refused one level, one byte and one subschema past the limit, not before", () => {
    expect(schemaProblem(nested(9), limits)).toBeUndefined();
    expect(schemaProblem(nested(10), limits)).toEqual({ problem: "TOO_DEEP", maxDepth: 10 });
    const padded = (bytes: number) => ({ title: "x".repeat(bytes - JSON.stringify({ title: "" }).length) });
    expect(schemaProblem(padded(500), limits)).toBeUndefined();
    expect(schemaProblem(padded(501), limits)).toEqual({ problem: "TOO_LARGE", bytes: 501, maxBytes: 500 });
    const withParts = (count: number) => ({ anyOf: Array.from({ length: count }, () => ({})) });
    expect(schemaProblem(withParts(4), limits)).toBeUndefined();
    expect(schemaProblem(withParts(5), limits)).toEqual({ problem: "TOO_MANY_SUBSCHEMAS", maxSubschemas: 5 });
  });

  it("[P14] are refused when a reference leaves the document, also behind a pointer to an unusual place", () => {
    const external = (place: string) => ({ problem: "EXTERNAL_REFERENCE", reference: "https://example.com/a", place });
    expect(schemaProblem({ properties: { a: { $ref: "https://example.com/a" } } }, limits)).toEqual(
      external("/properties/a/$ref"),
    );
    expect(schemaProblem({ $ref: "#/hidden", hidden: { $ref: "https://example.com/a" } }, limits)).toEqual(
      external("/hidden/$ref"),
    );
    expect(
      schemaProblem(
        { $id: "https://example.com/a", not: { $ref: "https://example.com/a#/$defs/x" }, $defs: { x: {} } },
        limits,
      ),
    ).toBeUndefined();
    expect(schemaProblem({ $ref: "#/$defs/x", $defs: { x: { $ref: "#" } } }, limits)).toBeUndefined();
    expect(schemaProblem({ const: { $ref: "https://example.com/a" } }, limits)).toBeUndefined();
  });

  it("[P14] are described with what was found and what is allowed", () => {
    expect(describeSchemaProblem({ problem: "TOO_LARGE", bytes: 501, maxBytes: 500 })).toBe(
      "Cannot use the schema: it has 501 bytes, at most 500 are allowed",
    );
  });
});
