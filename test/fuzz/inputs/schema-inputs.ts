/** JSON Schemas made from the grammar of the standard, and values that were made to satisfy them, or nearly. */
import type { Seeded } from "../../support/engine/seeded.ts";
import { hostileValue } from "./hostile-values.ts";

const properties = ["a", "b", "c", "topic", "constructor", "__proto__"];
const patterns = [
  "^a",
  "b$",
  "^[a-z]+$",
  ".{2,}",
  "a|b",
  "^(a+)+$",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "[",
  "\\p{L}",
  "(?=a)b",
  "^.{1,1000}$",
];
const pointers = [
  "#",
  "#/$defs/x",
  "#/$defs/y",
  "#/properties/a",
  "#/nope",
  "#x",
  "https://example.com/s.json",
  "#/$defs/__proto__",
  "#/%E0",
  "x#/a",
];

/** A schema, `levels` deep at most. */
export function randomSchema(random: Seeded, levels = 3): unknown {
  if (random.chance(0.05)) return random.chance(0.7);
  const kind = random.weighted({
    ...{ text: 4, number: 3, constant: 2, reference: 1, anything: 1 },
    ...{ object: levels > 0 ? 6 : 0, array: levels > 0 ? 3 : 0, combined: levels > 0 ? 3 : 0 },
  });
  const inner = () => randomSchema(random, levels - 1);
  const size = () => random.between(0, 3);
  switch (kind) {
    case "text":
      return some(random, {
        type: "string",
        minLength: size(),
        maxLength: 3 + size(),
        pattern: random.pick(patterns),
        format: "date-time",
        default: "a",
      });
    case "number":
      return some(random, {
        type: random.pick(["number", "integer"]),
        minimum: -size(),
        maximum: size(),
        multipleOf: random.pick([1, 0.1, 3, 1e-9]),
        exclusiveMinimum: -9,
      });
    case "constant":
      return random.pick([
        { enum: ["a", 1, null] },
        { const: hostileValue(random, 1) },
        { type: ["string", "null"] },
        { type: "boolean" },
        { type: "null" },
      ]);
    case "reference":
      return { [random.pick(["$ref", "$ref", "$ref", "$dynamicRef"])]: random.pick(pointers) };
    case "anything":
      return {};
    case "array":
      return some(random, {
        type: "array",
        items: inner(),
        prefixItems: [inner(), inner()],
        minItems: size(),
        maxItems: 2 + size(),
        uniqueItems: random.chance(0.5),
        contains: inner(),
      });
    case "combined":
      return some(random, {
        anyOf: [inner(), inner()],
        oneOf: [inner(), inner()],
        allOf: [inner()],
        not: inner(),
        if: inner(),
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
        then: inner(),
        else: inner(),
      });
    case "object":
      return {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: random.between(1, 4) }, () => [random.pick(properties), inner()]),
        ),
        ...some(random, {
          ...{
            required: random.shuffled(properties).slice(0, size()),
            additionalProperties: random.chance(0.5) ? false : inner(),
          },
          ...{
            patternProperties: { [random.pick(patterns)]: inner() },
            propertyNames: { pattern: random.pick(patterns) },
          },
          ...{
            minProperties: size(),
            dependentSchemas: { a: inner() },
            dependentRequired: { a: ["b"] },
            unevaluatedProperties: false,
          },
        }),
      };
  }
}

/** A whole document, with definitions that its references may point at, some of them at one another. */
export function schemaDocument(random: Seeded): unknown {
  const root = randomSchema(random, 4);
  if (typeof root !== "object") return root;
  const dialect = random.weighted({ none: 8, new: 2, old: 1, other: 1 });
  const urls = {
    new: "https://json-schema.org/draft/2020-12/schema",
    old: "http://json-schema.org/draft-07/schema#",
    other: "http://x.example/",
  };
  return {
    ...(dialect === "none" ? {} : { $schema: urls[dialect] }),
    ...root,
    $defs: { x: randomSchema(random, 2), y: random.chance(0.3) ? { $ref: "#/$defs/x" } : randomSchema(random, 1) },
  };
}

/** Some of the members, one at least. */
function some(
  random: Seeded,
  members: { readonly [keyword: string]: unknown },
): { readonly [keyword: string]: unknown } {
  const [first, ...rest] = Object.entries(members);
  const kept = rest.filter(() => random.chance(0.3));
  return Object.fromEntries(first === undefined ? [] : [first, ...kept]);
}

/** A value in the shape of `schema` as far as a look at its types tells, with small numbers, short texts and hostile parts. */
export function valueNear(schema: unknown, random: Seeded, levels = 5): unknown {
  if (random.chance(0.1) || levels === 0) return hostileValue(random, 1);
  const members = (typeof schema === "object" && schema !== null ? schema : {}) as {
    readonly [keyword: string]: unknown;
  };
  const own = (keyword: string): unknown => (Object.hasOwn(members, keyword) ? members[keyword] : undefined);
  const type = own("type");
  if (own("const") !== undefined) return own("const");
  if (type === "object") {
    const named = Object.entries((own("properties") ?? {}) as object).filter(() => random.chance(0.8));
    return Object.fromEntries(named.map(([name, inner]) => [name, valueNear(inner, random, levels - 1)]));
  }
  if (type === "array")
    return Array.from({ length: random.between(0, 5) }, () => valueNear(own("items"), random, levels - 1));
  if (type === "string")
    return random.pick(["a", "ab", "b", "a".repeat(random.between(1, 40)), "xxxxxxxxxxxxxxxxxxxxxxxxxxxx"]);
  if (type === "number" || type === "integer") return random.pick([0, 1, -1, 2, 3, 0.1, 0.3]);
  return random.pick([null, true, "a", 1, [], {}]);
}
