/** Models of structured output: what their definitions mean as JSON Schema, and which definitions are refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readModels } from "../../../src/catalog/manifests/manifest-models.ts";
import { ManifestFindings } from "../../../src/catalog/manifests/manifest-problem.ts";
import { type Json, type JsonObject, objectOf } from "../../../src/json/json.ts";
import { violations } from "../../../src/schema/validator.ts";

/** The schema of the model `M` among `models`, or the problems. */
function compile(models: JsonObject, outputs: readonly string[] = ["M"]) {
  const findings = new ManifestFindings();
  const compiled = readModels({ value: models, place: ["models"] }, new Set(outputs), findings);
  const problems = findings.problems.map(({ message, path }) => [path.join("/"), message] as const);
  return { schema: compiled.get("M")?.schema ?? null, problems };
}

/** A model of one field. */
function one(field: JsonObject): JsonObject {
  return { M: { type: "model", fields: { a: field } } };
}

function fits(field: JsonObject, value: Json): boolean {
  const { problems, schema } = compile(one(field));
  expect(problems).toEqual([]);
  return violations(schema ?? false, { a: value }).length === 0;
}

describe("a model", () => {
  it("[T3] gives each type of the document its meaning", () => {
    const cases: readonly (readonly [JsonObject, readonly Json[], readonly Json[]])[] = [
      [{ type: "str" }, ["", "x"], [1, null, []]],
      [{ type: "int" }, [0, -1], [1.5, "1", true]],
      [{ type: "float" }, [0, 1.5], ["1", null]],
      [{ type: "bool" }, [true], [0, "true"]],
      [{ type: "list" }, [[], [1, "x"]], [{}, "x"]],
      [{ type: "dict" }, [{}, { any: [1] }], [[], null]],
      [{ type: "literal", values: ["a", 1, null] }, ["a", 1, null], ["b", "1", true]],
      [{ type: "union", variants: ["int", "null", "list[bool]"] }, [1, null, [true]], ["x", [1], 1.5]],
      [{ type: "optional_str" }, ["x", null], [1]],
      [{ type: "optional_literal", values: ["a"] }, ["a", null], ["b"]],
      [{ type: "optional_union", variants: ["int"] }, [1, null], ["x"]],
      [{ type: "optional_list", items: "int" }, [[1], null], [["x"]]],
      [{ type: "list[int]" }, [[], [1]], [["x"], 1]],
      [{ type: "list[list[optional_str]]" }, [[["x", null]]], [["x"], [[1]]]],
      [{ type: "list", items: { type: "literal", values: ["a"] } }, [["a"]], [["b"]]],
    ];
    for (const [field, right, wrong] of cases) {
      for (const value of right) expect(fits(field, value), JSON.stringify([field, value])).toBe(true);
      for (const value of wrong) expect(fits(field, value), JSON.stringify([field, value])).toBe(false);
    }
  });

  it("[T3] holds the models within it, each once, and keeps the words about them", () => {
    const { problems, schema } = compile({
      M: { type: "model", description: "All", fields: { x: { type: "P" }, y: { type: "list", items: "P" } } },
      P: { type: "model", fields: { q: { type: "optional_Q", description: "Perhaps" } } },
      Q: { type: "model", fields: { name: { type: "str", description: "Its name" } } },
    });
    expect(problems).toEqual([]);
    expect(schema).toEqual({
      ...{ type: "object", title: "M", description: "All", required: ["x", "y"], additionalProperties: false },
      properties: { x: { $ref: "#/$defs/P" }, y: { type: "array", items: { $ref: "#/$defs/P" } } },
      $defs: {
        P: {
          ...{ type: "object", title: "P", required: [], additionalProperties: false },
          properties: { q: { anyOf: [{ $ref: "#/$defs/Q" }, { type: "null" }], description: "Perhaps" } },
        },
        Q: {
          ...{ type: "object", title: "Q", required: ["name"], additionalProperties: false },
          properties: { name: { type: "string", description: "Its name" } },
        },
      },
    });
    const fitting = { x: { q: { name: "n" } }, y: [{}, { q: null }] };
    expect(violations(schema ?? false, fitting)).toEqual([]);
    for (const wrong of [{ ...fitting, z: 1 }, { ...fitting, x: { q: { name: "n", more: 1 } } }, { x: {} }]) {
      expect(violations(schema ?? false, wrong)).not.toEqual([]);
    }
  });

  it("may leave out what is optional, has a default or is not required, unless it is required by name", () => {
    const required = (field: JsonObject) => (compile(one(field)).schema as JsonObject | null)?.required;
    expect(required({ type: "str" })).toEqual(["a"]);
    expect(required({ type: "optional_str" })).toEqual([]);
    expect(required({ type: "optional_str", required: true })).toEqual(["a"]);
    expect(required({ type: "str", required: false })).toEqual([]);
    expect(required({ type: "str", default: "x" })).toEqual([]);
  });

  it("refuses by name what it cannot be, at its place", () => {
    const cyclic = {
      M: { type: "model", fields: { p: { type: "list[P]" } } },
      P: { type: "model", fields: { m: { type: "optional_M" } } },
    };
    const cases: readonly (readonly [JsonObject, string, string])[] = [
      [cyclic, "models/P/fields/m", "does not contain itself, found M → P → M"],
      [one({ type: "M" }), "models/M/fields/a", "found M → M"],
      [one({ type: "union", variants: [] }), "models/M/fields/a/variants", "at least one, found none"],
      [one({ type: "union" }), "models/M/fields/a/variants", "at least one, found none"],
      [one({ type: "literal", values: [] }), "models/M/fields/a/values", "at least one, found none"],
      [one({ type: "literal", values: [{}] }), "models/M/fields/a/values/0", "found an object"],
      [one({ type: "strr" }), "models/M/fields/a/type", 'found "strr"; nearest: str'],
      [one({ type: "optional_Modl" }), "models/M/fields/a/type", "required a type or the name of a model"],
      [one({ type: "list[constructor]" }), "models/M/fields/a/type", 'found "constructor"'],
      [one({ type: `${"list[".repeat(20)}str${"]".repeat(20)}` }), "models/M/fields/a/type", "at most 16 types"],
      [one({ type: "str", values: ["a"] }), "models/M/fields/a/values", "required the type literal"],
      [one({ type: "str", items: "str" }), "models/M/fields/a/items", "required the type list"],
      [one({ type: "str", maximum: 3 }), "models/M/fields/a/maximum", "there is no such field"],
      [one({ type: "list", items: { type: "str", default: "" } }), "models/M/fields/a/items/default", "no such field"],
      [one({ type: "int", default: "x" }), "models/M/fields/a/default", "a value of the type of the field"],
      [one({ type: "int", default: 1, required: true }), "models/M/fields/a/required", "required false"],
      [{ M: { type: "model", fields: {} } }, "models/M/fields", "at least one field"],
      [{ M: { type: "enum", fields: {} } }, "models/M/type", "expected"],
      [{ M: one({ type: "str" }).M ?? null, str: { type: "model", fields: {} } }, "models/str", "that is no type"],
      [
        { M: { type: "model", fields: JSON.parse('{"__proto__": {"type": "str"}}') } },
        "models/M/fields/__proto__",
        "required",
      ],
      [
        { M: { type: "model", fields: { a: { type: "str" } }, required: ["b"] } },
        "models/M/required/0",
        "name of a field",
      ],
      [
        { M: { type: "model", fields: { a: { type: "str", required: false } }, required: ["a"] } },
        "models/M/fields/a/required",
        "required true",
      ],
      [
        { M: { type: "model", fields: { a: { type: "str", default: "x" } }, required: ["a"] } },
        "models/M/required",
        "has a default",
      ],
    ];
    for (const [models, place, message] of cases) {
      expect(compile(models).problems, JSON.stringify(models)).toContainEqual([
        place,
        expect.stringContaining(message),
      ]);
    }
  });

  it("reports a cycle once, however many outputs lead to it, and refuses schemas without bound", () => {
    const models = {
      M: { type: "model", fields: { p: { type: "P" } } },
      N: { type: "model", fields: { p: { type: "P" } } },
      P: { type: "model", fields: { p: { type: "P" } } },
    };
    expect(compile(models, ["M", "N"]).problems).toEqual([["models/P/fields/p", expect.stringContaining("P → P")]]);
    const layers = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => {
        const fields = { f: at < 99 ? { type: `L${at + 1}` } : { type: "str" } };
        return [`L${at}`, { type: "model", description: "x".repeat(200), fields }];
      }),
    );
    expect(compile(layers, Object.keys(layers)).problems).toEqual([
      ["models", expect.stringContaining("maxModelBytes permits at most 524288")],
    ]);
    const large = { type: "literal", values: Array.from({ length: 30_000 }, (_, at) => `value number ${at}`) };
    expect(compile(one(large)).problems).toEqual([["models/M", expect.stringContaining("at most 262144 are allowed")]]);
  });

  it("[T10] is satisfied by every value that its definition describes, and by none that lost or gained a key or changed its type", () => {
    fc.assert(
      fc.property(described, ({ models, value }) => {
        const { problems, schema } = compile(models);
        expect(problems).toEqual([]);
        expect(violations(schema ?? false, value)).toEqual([]);
        expect(violations(schema ?? false, { ...value, another_key: 1 })).not.toEqual([]);
        const [name = ""] = Object.keys(value);
        expect(violations(schema ?? false, { ...value, [name]: { neither: "type" } })).not.toEqual([]);
        const { [name]: _, ...rest } = value;
        expect(violations(schema ?? false, rest)).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** A field of a definition, a value that it describes, and models that it needs. */
interface Described {
  readonly field: JsonObject;
  readonly value: Json;
  readonly models: JsonObject;
}

let made = 0;

const leaf: fc.Arbitrary<Described> = fc.oneof(
  fc.string().map((value) => ({ field: { type: "str" }, value, models: {} })),
  fc.integer().map((value) => ({ field: { type: "int" }, value, models: {} })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ field: { type: "float" }, value, models: {} })),
  fc.boolean().map((value) => ({ field: { type: "bool" }, value, models: {} })),
  fc.array(fc.string(), { minLength: 1 }).map((values) => {
    return { field: { type: "literal", values }, value: values[0] ?? "", models: {} };
  }),
  fc.string().map((value) => ({ field: { type: "union", variants: ["int", "str"] }, value, models: {} })),
  fc.option(fc.string()).map((value) => ({ field: { type: "optional_str" }, value, models: {} })),
);

const { field: anyField } = fc.letrec<{ field: Described }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 3, depthIdentifier: "field" },
    leaf,
    tie("field").map(({ field, models, value }) => ({ field: { type: "list", items: field }, value: [value], models })),
    fc.array(tie("field"), { minLength: 1, maxLength: 3 }).map((fields) => {
      made += 1;
      const name = `Part${made}`;
      return { field: { type: name }, ...modelOf(name, fields) };
    }),
  ),
}));

/** A model of `fields`, which are named by their place, and a value of it. */
function modelOf(name: string, fields: readonly Described[]) {
  const own = { type: "model", fields: objectOf(fields.map(({ field }, at) => [`f${at}`, field])) };
  const models: JsonObject = Object.assign({}, ...fields.map(({ models }) => models), { [name]: own });
  return { value: objectOf(fields.map(({ value }, at) => [`f${at}`, value])) as JsonObject, models };
}

/** A model `M` whose first field must be there. */
const described = fc
  .tuple(leaf, fc.array(anyField, { maxLength: 3 }))
  .filter(([first]) => first.field.type !== "optional_str")
  .map(([first, others]) => modelOf("M", [first, ...others]));
