/** The relation of schemas: our own pairs against a validator, schemas made to hurt, and time. */

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import { type Relation, relate } from "../../../src/schema/claims/relation.ts";
import { documentSchema } from "../../../src/schema/document/located-schema.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { RELATION_VECTORS, UNCHECKED_VECTORS } from "./relation-vectors.ts";
import { sampleValues } from "./sample-values.ts";

function relationOf(left: JsonSchema, right: JsonSchema): Relation {
  return relate(documentSchema(left), documentSchema(right));
}

const oracle = new Ajv2020({ strict: false, validateFormats: false, logger: false });

describe.each(RELATION_VECTORS)("[P14] relation: $about", ({ left, right, relation }) => {
  it(`[P14] says ${relation} for ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
    expect(relationOf(left, right)).toBe(relation);
    if (relation === "unknown") return;
    const [fitsLeft, fitsRight] = [oracle.compile(left), oracle.compile(right)];
    const values = sampleValues([left, right], 500);
    const ofLeft = values.filter((value) => fitsLeft(value));
    const shared = ofLeft.filter((value) => fitsRight(value));
    const outside = ofLeft.filter((value) => !fitsRight(value));
    if (relation === "subset") expect(outside).toEqual([]);
    if (relation === "disjoint") expect(shared).toEqual([]);
    if (relation === "overlap")
      expect({ shared: shared.length > 0, outside: outside.length > 0 }).toEqual({ shared: true, outside: true });
    if (relation === "disjoint") expect(ofLeft.length).toBeGreaterThan(0);
  });
});

describe.each(UNCHECKED_VECTORS)("[C4] relation: $about", ({ left, right, relation }) => {
  it(`[C4] says ${relation} for ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
    expect(relationOf(left, right)).toBe(relation);
  });
});

describe("[P14] relation of schemas made to hurt", () => {
  it("[P14] reads only own properties, so that schema members named like parts of a prototype are ordinary", () => {
    const left = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}');
    const right = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}');
    expect(relationOf(left, right)).toBe("disjoint");
    expect(relationOf({ type: "object" }, { type: "object", required: ["constructor"] })).toBe("overlap");
  });

  it("[P14, N20] judges by a pattern that could run for hours, and gives up on one that no linear time is enough for", () => {
    const evil = { type: "string", pattern: "^(a+)+$" };
    expect(relationOf({ const: `${"a".repeat(60)}!` }, evil)).toBe("disjoint");
    expect(relationOf({ const: `${"a".repeat(60)}!` }, { type: "string", pattern: "(.*)\\1+$" })).toBe("unknown");
  });

  it("[P14] gives up on references that multiply, and stays fast", () => {
    const step = (next: string) => ({
      anyOf: [{ properties: { x: { $ref: next } } }, { $ref: next }, { type: "array", items: { $ref: next } }],
    });
    const entries = Array.from({ length: 50 }, (_, index) => [`d${index}`, step(`#/$defs/d${index + 1}`)]);
    const bomb = {
      $ref: "#/$defs/d0",
      $defs: { ...Object.fromEntries(entries), d50: { type: "string", pattern: "b" } },
    };
    const startedAt = processorMs();
    expect(relationOf(bomb, structuredClone(bomb))).toBe("unknown");
    expect(processorMs() - startedAt).toBeLessThan(2_000);
  });

  it("[P14] compares large objects and unions within its limits", () => {
    const wide = () => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: "string", maxLength: index }]),
      ),
      additionalProperties: false,
    });
    expect(relationOf(wide(), wide())).toBe("subset");
    const shapes = () => ({
      oneOf: Array.from({ length: 8 }, (_, index) => ({
        type: "object",
        properties: { kind: { const: index } },
        required: ["kind"],
      })),
    });
    expect(relationOf(shapes(), shapes())).toBe("subset");
  });

  it("[P14] keeps answers about the same schema object in different documents apart", () => {
    const shared = { $ref: "#/$defs/id" };
    const inText = { $defs: { id: { type: "string" } }, shared };
    const inNumbers = { $defs: { id: { type: "integer" } }, shared };
    const text = documentSchema({ type: "string", minLength: 1 });
    expect(relate({ root: inText, schema: shared }, text)).toBe("overlap");
    expect(relate({ root: inNumbers, schema: shared }, text)).toBe("disjoint");
  });

  it("[P14] forgets what it assumed about a recursive schema once the assumption has proved wrong", () => {
    // While x is looked at, what refers back to p is taken to be impossible; x turns out possible, so later p must be asked anew.
    const x = {
      type: "object",
      anyOf: [{ required: ["y"] }, { required: ["leaf"] }],
      properties: { y: { $ref: "#/properties/p" } },
    };
    const p = { type: "object", required: ["x"], properties: { x } };
    const q = { $ref: "#/properties/p/properties/x", required: ["y"] };
    for (const properties of [
      { p, q },
      { q, p },
    ]) {
      const left = { type: "object", required: ["p", "q"], properties };
      expect(relationOf(left, { type: "object", required: ["z"] })).toBe("overlap");
    }
  });

  it("[P14] follows references of an embedded document within that document only", () => {
    const inner = { $id: "https://example.com/inner", $defs: { id: { type: "integer" } }, $ref: "#/$defs/id" };
    const outer = { $defs: { id: { type: "string" } }, allOf: [inner] };
    expect(relationOf(outer, { type: "integer" })).toBe("subset");
    expect(relationOf({ allOf: [outer.allOf[0] as Json], $defs: outer.$defs } as JsonSchema, { type: "string" })).toBe(
      "disjoint",
    );
  });

  it("[P14] takes an anchor-like member of a constant for what it is", () => {
    const schema = {
      const: { $anchor: "a", type: "string" },
      $defs: { x: { $ref: "#a" } },
      properties: { y: { $ref: "#a" } },
    };
    expect(relate({ root: schema, schema: schema.$defs.x }, documentSchema({ type: "integer" }))).toBe("unknown");
  });
});
