/** The form of a JSON Schema: which fields it has, and that showing a value and writing it back changes nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Field } from "../../../../dashboard/parts/schema-form/field.ts";
import { checkValue, withoutSlowPatterns } from "../../../../dashboard/parts/schema-form/field-check.ts";
import { fieldProblems } from "../../../../dashboard/parts/schema-form/field-problem.ts";
import { fieldOf } from "../../../../dashboard/parts/schema-form/form-fields.ts";
import {
  branchOf,
  couldBe,
  initialValue,
  isItemAt,
  numberProblem,
  type Path,
  partAt,
  readNumber,
  readText,
  textOf,
  withPart,
} from "../../../../dashboard/parts/schema-form/form-value.ts";
import { readJson } from "../../../../dashboard/parts/schema-form/json-text.ts";
import { placed } from "../../../../dashboard/parts/schema-form/problem-places.ts";
import { type Json, type JsonObject, sameJson } from "../../../../src/json/json.ts";
import { processorMs } from "../../../support/engine/processor-time.ts";

/** A schema that fields can express, with a value that fits it. */
interface Case {
  readonly schema: JsonObject;
  readonly value: Json;
}

const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc.constantFrom(" ", " padded\n", "7", "null", "true", '"quoted"', "{}", "__proto__"),
);
const scalarCase: fc.Arbitrary<Case> = fc.oneof(
  text.map((value) => ({ schema: { type: "string" }, value })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => ({ schema: { type: "number" }, value: value + 0 })),
  fc.maxSafeInteger().map((value) => ({ schema: { type: "integer" }, value: value + 0 })),
  fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
  fc
    .constantFrom<Json>("a", 1, null, { b: [2] })
    .map((value) => ({ schema: { enum: ["a", 1, null, { b: [2] }] }, value })),
  text.map((value) => ({ schema: { const: value }, value })),
  fc.constant({ schema: { type: ["string", "null"] }, value: null }),
  fc.constant({ schema: { anyOf: [{ type: "integer" }, { type: "null" }] }, value: 7 }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ schema: {}, value: JSON.parse(JSON.stringify(value)) as Json })),
);
const { anyCase } = fc.letrec<{ anyCase: Case; listCase: Case; objectCase: Case }>((tie) => ({
  anyCase: fc.oneof({ depthSize: "small" }, scalarCase, tie("objectCase"), tie("listCase")),
  listCase: fc
    .tuple(tie("anyCase"), fc.nat(3))
    .map(([item, count]) => ({ schema: { type: "array", items: item.schema }, value: Array(count).fill(item.value) })),
  objectCase: fc
    .dictionary(fc.constantFrom("name", "a/b", "~", "__proto__", "toString", "with space", "0"), tie("anyCase"), {
      maxKeys: 4,
    })
    .chain((members) => {
      const names = Object.keys(members);
      return fc.subarray(names).map((given) => ({
        schema: {
          type: "object",
          properties: Object.fromEntries(names.map((name) => [name, members[name]?.schema ?? {}])),
          required: given,
        },
        value: Object.fromEntries(given.map((name) => [name, members[name]?.value ?? null])),
      }));
    }),
}));

/** Writes back, field by field, what each field of the form shows. */
function rewritten(field: Field, whole: Json | undefined, path: Path, isRequired: boolean): Json | undefined {
  const value = partAt(whole, path);
  if (value === undefined || (value === null && field.isNullable)) return withPart(whole, path, value);
  switch (field.kind) {
    case "TEXT":
      return withPart(whole, path, readText(textOf(value), isItemAt(path)));
    case "NUMBER":
      return withPart(whole, path, readNumber(textOf(value)));
    case "CHOICE":
      return withPart(whole, path, field.options.find((option) => sameJson(option.value, value))?.value);
    case "JSON": {
      const reading = readJson(JSON.stringify(value, null, 2));
      return withPart(whole, path, reading.ok ? reading.value : undefined);
    }
    case "OBJECT":
      return field.members.reduce<Json | undefined>(
        (next, member) => rewritten(member.field, next, [...path, member.name], member.isRequired),
        whole,
      );
    case "LIST":
      return (value as readonly Json[]).reduce<Json | undefined>(
        (next, _, at) => rewritten(field.item, next, [...path, at], true),
        whole,
      );
    case "BRANCH": {
      const branch = field.branches[branchOf(field, value)];
      return branch === undefined ? undefined : rewritten(branch.field, whole, path, isRequired);
    }
    default:
      return withPart(whole, path, value);
  }
}

describe("form-fields", () => {
  it("shows a value that fits and writes it back unchanged, whatever its members are called", () => {
    fc.assert(
      fc.property(anyCase, ({ schema, value }) => {
        const field = fieldOf(schema);
        expect(couldBe(field, value)).toBe(true);
        expect(rewritten(field, value, [], true)).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it("makes a field of what fields can express, and JSON of nothing but the rest", () => {
    const field = fieldOf({
      type: "object",
      required: ["size"],
      properties: {
        size: { $ref: "#/$defs/size", title: "Size of it" },
        note: { anyOf: [{ $ref: "#/$defs/note" }, { type: "null" }] },
        pick: { oneOf: [{ const: 1, title: "one" }, { const: 2 }] },
        way: { anyOf: [{ type: "string" }, { type: "object", properties: { at: { type: "number" } } }] },
        tuple: { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } },
        open: { type: "object", properties: {}, patternProperties: { "^x": {} } },
        gone: false,
      },
      $defs: { size: { type: "integer", minimum: 1, maximum: 9 }, note: { type: "string", maxLength: 5 } },
    });
    expect(field.kind === "OBJECT" && field.members.map(({ name, field: { kind } }) => [name, kind])).toStrictEqual([
      ["size", "NUMBER"],
      ["note", "TEXT"],
      ["pick", "CHOICE"],
      ["way", "BRANCH"],
      ["tuple", "JSON"],
      ["open", "JSON"],
    ]);
    const [size, note] = field.kind === "OBJECT" ? field.members : [];
    expect(size?.field).toMatchObject({ title: "Size of it", isInteger: true, least: 1, most: 9 });
    expect(note?.field).toMatchObject({ isNullable: true, maxLength: 5 });
  });

  it("ends on a schema that holds itself, that doubles at each step, or that is not one", () => {
    const node: JsonObject = {
      type: "object",
      properties: { next: { $ref: "#" }, other: { $ref: "#" }, third: { $ref: "#" } },
    };
    let count = 0;
    const walk = (field: Field): void => {
      count += 1;
      if (field.kind === "OBJECT") for (const member of field.members) walk(member.field);
    };
    walk(fieldOf(node));
    expect(count).toBeLessThan(10_000);
    expect(fieldOf({ $ref: "#" }).kind).toBe("JSON");
    expect(fieldOf({ allOf: [{ $ref: "#" }] }).kind).toBe("JSON");
    for (const schema of [null, 7, "x", [], true, { type: 5 }, { type: "object", properties: [] }, { enum: [] }]) {
      expect(fieldOf(schema).kind).toBe("JSON");
    }
  });
});

describe("form-value", () => {
  it("leaves out an optional field that nobody touched, and begins with defaults and what cannot be left out", () => {
    const field = fieldOf({
      type: "object",
      required: ["name", "sure", "inner", "kind"],
      properties: {
        name: { type: "string" },
        sure: { type: "boolean" },
        kind: { const: "post" },
        inner: { type: "object", properties: { deep: { type: "string", default: "d" } } },
        maybe: { type: "string" },
        flag: { type: "boolean", default: true },
        rest: { type: "object", properties: { x: { type: "string", default: "x" } } },
      },
    });
    expect(initialValue(field)).toStrictEqual({ sure: false, kind: "post", inner: { deep: "d" }, flag: true });
    expect(withPart({ maybe: "x" }, ["maybe"], readText("", false))).toStrictEqual({});
    expect(withPart(["x"], [0], readText("", isItemAt([0])))).toStrictEqual([""]);
  });

  it("keeps a text that is no number as that text, and never rounds one", () => {
    for (const wrong of [
      "12x",
      "1,5",
      "0x10",
      "Infinity",
      "1e999",
      ".5",
      "007",
      "9007199254740993",
      "0.12345678901234567890",
    ]) {
      expect(readNumber(wrong)).toBe(wrong);
      expect(numberProblem(wrong)).not.toBeNull();
    }
    expect(["1.50", " 12 ", "-3e2", "0", "100", "1e21", "0.1"].map(readNumber)).toStrictEqual([
      1.5, 12, -300, 0, 100, 1e21, 0.1,
    ]);
    expect(readNumber("  ")).toBeUndefined();
  });

  it("changes the part at a path and nothing beside it", () => {
    const value = JSON.parse('{"a":[{"b":1},{"b":2}],"__proto__":{"c":3}}') as Json;
    expect(withPart(value, ["a", 1, "b"], 5)).toStrictEqual(JSON.parse('{"a":[{"b":1},{"b":5}],"__proto__":{"c":3}}'));
    expect(JSON.stringify(withPart(value, ["__proto__", "c"], 4))).toContain('"__proto__":{"c":4}');
    expect(partAt({}, ["toString"])).toBeUndefined();
  });

  it("says where a text stops being JSON", () => {
    expect(readJson('{\n  "a": 1,\n}')).toMatchObject({
      ok: false,
      message: expect.stringContaining("line 3, column 1"),
    });
    expect(readJson("  ")).toStrictEqual({ ok: true, value: undefined });
  });
});

describe("field-check", () => {
  const slow = "^(a+)+\\1$";

  it("leaves patterns that could hang to the server, also those behind names that look like keywords", () => {
    const given = `${"a".repeat(40)}!`;
    const startedAt = processorMs();
    expect(
      checkValue({ type: "object", properties: { default: { type: "string", pattern: slow } } }, { default: given }),
    ).toStrictEqual([]);
    expect(checkValue({ not: { pattern: slow } }, given)).toStrictEqual([]);
    expect(
      checkValue(
        { type: "object", patternProperties: { [slow]: { type: "number" } }, additionalProperties: false },
        { [given]: 1 },
      ),
    ).toStrictEqual([]);
    expect(checkValue({ propertyNames: { pattern: slow } }, { [given]: 1 })).toStrictEqual([]);
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });

  it("still checks what stands beside such a pattern", () => {
    expect(checkValue({ type: "string", pattern: slow, maxLength: 3 }, "aaaaa")).toHaveLength(1);
    expect(checkValue({ type: "string", pattern: "^[a-z]+$" }, "A")).toStrictEqual([
      { pointer: "", message: "This does not have the required form" },
    ]);
  });

  it("weighs a pattern again once the texts are longer", () => {
    const schema = { type: "string", pattern: "^[a-z]*[a-z0-9]*$" };
    expect(withoutSlowPatterns(schema, 50)).toHaveProperty("pattern");
    expect(withoutSlowPatterns(schema, 100_000)).not.toHaveProperty("pattern");
  });

  it("places what is wrong at its field, else at the nearest around it", () => {
    const schema = {
      type: "object",
      required: ["a/b", "c~d", "list"],
      properties: {
        "a/b": { type: "string" },
        "c~d": { type: "string" },
        list: { type: "array", items: { type: "object", properties: { n: { type: "integer" } } } },
        raw: {},
      },
    };
    const value = { list: [{ n: 1 }, { n: "x" }], raw: { deep: 1 } };
    const problems = [
      ...checkValue(schema, value),
      { pointer: "/raw/deep", message: "no" },
      { pointer: "/nowhere", message: "what" },
    ];
    expect([...placed(problems, fieldOf(schema), value)]).toStrictEqual([
      ["/a~1b", ["This is required"]],
      ["/c~0d", ["This is required"]],
      ["/list/1/n", ["Required is integer, this is string"]],
      ["/raw", ["no"]],
      ["", ["what"]],
    ]);
    expect(fieldProblems([{ instance: "/x", keyword: "minimum", message: "0 is less than 1." }])).toStrictEqual([
      { pointer: "/x", message: "0 is less than 1" },
    ]);
  });
});
