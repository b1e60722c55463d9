/** Random schemas and values against every certain answer. The validator is the oracle; values come from the schemas' own constants. */

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  objectOf,
  ownValue,
} from "../../../src/json/json.ts";
import { relate } from "../../../src/schema/claims/relation.ts";
import { documentSchema } from "../../../src/schema/document/located-schema.ts";
import { fieldAt, type PathSegment } from "../../../src/schema/field.ts";
import { volume } from "../../support/engine/volume.ts";
import { randomDocument, randomPair, randomRecord } from "./random-schemas.ts";
import { sampleValues } from "./sample-values.ts";

const SEED = 20_260_101;
// A busy machine needs more than the default five seconds for the validator to compile hundreds of schemas.
const TIMEOUT_MS = 30_000;
const RUNS = Number(process.env.SCHEMA_RUNS ?? volume({ sample: 50, whole: 400 }));

type Validator = (value: Json) => boolean | undefined;

/** The oracle for one schema; undefined where a reference leads back to itself, which means nothing. */
function validator(schema: JsonSchema): Validator {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, meta: false, logger: false });
  let meaningless = false;
  return (value) => {
    if (meaningless) return undefined;
    try {
      return ajv.validate(schema as JsonObject, value) === true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      meaningless = true;
      return undefined;
    }
  };
}

describe("[P14] certain answers about types", () => {
  it(
    "[P14] are contradicted by no value of random schemas",
    () => {
      const given = new Map<string, number>();
      fc.assert(
        fc.property(randomPair, fc.integer(), ([left, right], seed) => {
          const relation = relate(documentSchema(left), documentSchema(right));
          given.set(relation, (given.get(relation) ?? 0) + 1);
          if (relation === "unknown") return;
          const [fitsLeft, fitsRight] = [validator(left), validator(right)];
          for (const value of sampleValues([left, right], 120, seed)) {
            if (!fitsLeft(value)) continue;
            if (relation === "subset") expect(fitsRight(value), `${JSON.stringify(value)} is outside`).not.toBe(false);
            if (relation === "disjoint") expect(fitsRight(value), `${JSON.stringify(value)} is shared`).not.toBe(true);
          }
        }),
        { seed: SEED, numRuns: RUNS },
      );
      // Without enough certain answers the property would hold for a function that never commits itself.
      for (const relation of ["subset", "overlap", "disjoint"])
        expect(given.get(relation) ?? 0).toBeGreaterThan(RUNS / 20);
    },
    TIMEOUT_MS,
  );
});

describe("[P13] certain answers about fields", () => {
  const segment = fc.constantFrom<PathSegment>("a", "b", "c", 0, 1);
  const path = fc.array(segment, { minLength: 1, maxLength: 2 });

  it(
    "[P13] are contradicted by no value of random schemas",
    () => {
      const given = new Map<string, number>();
      fc.assert(
        fc.property(
          fc.oneof(randomRecord, randomRecord, randomDocument),
          path,
          fc.integer(),
          (schema, segments, seed) => {
            const answer = fieldAt(schema, segments);
            given.set(answer.presence, (given.get(answer.presence) ?? 0) + 1);
            if (answer.presence === "unknown") return;
            const [fits, fitsClosed] = [validator(schema), validator(closed(schema) as JsonSchema)];
            const fitsField =
              answer.presence === "missing" ? null : validator(withDefinitions(answer.value.schema, schema));
            for (const value of sampleValues([schema], 90, seed)) {
              if (!fits(value)) continue;
              const found = follow(value, segments);
              const place = `${JSON.stringify(segments)} of ${JSON.stringify(value)}`;
              if (answer.presence === "required") expect(found.is, place).not.toBe("absent");
              if (found.is !== "value" || !fitsClosed(value)) continue;
              expect(fitsField, `${place} exists`).not.toBe(null);
              expect(fitsField?.(found.value), `${place} fits the field`).not.toBe(false);
            }
          },
        ),
        { seed: SEED, numRuns: RUNS },
      );
      for (const presence of ["required", "optional", "missing"])
        expect(given.get(presence) ?? 0).toBeGreaterThan(RUNS / 40);
    },
    TIMEOUT_MS,
  );
});

type Followed = { readonly is: "value"; readonly value: Json } | { readonly is: "absent" | "other kind" };

function follow(value: Json, segments: readonly PathSegment[]): Followed {
  let at = value;
  for (const segment of segments) {
    const container = typeof segment === "number" ? isJsonArray(at) : isJsonObject(at);
    if (!container) return { is: "other kind" };
    const next = isJsonArray(at) ? at[Number(segment)] : ownValue(at as JsonObject, String(segment));
    if (next === undefined) return { is: "absent" };
    at = next;
  }
  return { is: "value", value: at };
}

const NEGATED = new Set(["not", "if", "contains", "enum", "const", "required", "dependentRequired", "propertyNames"]);

/** The closed reading: where properties are declared, there are no others. Only where a schema demands, not where it is negated. */
function closed(schema: Json): Json {
  if (isJsonArray(schema)) return schema.map(closed);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).map(([keyword, inside]) => {
    if (NEGATED.has(keyword)) return [keyword, inside] as const;
    if (keyword === "properties" && isJsonObject(inside)) {
      return [
        keyword,
        objectOf(Object.entries(inside).map(([name, member]) => [name, closed(member)] as const)),
      ] as const;
    }
    return [keyword, closed(inside)] as const;
  });
  const closing = isJsonObject(schema.properties) && !Object.hasOwn(schema, "additionalProperties");
  return objectOf(closing ? [...entries, ["additionalProperties", false] as const] : entries);
}

function withDefinitions(schema: JsonSchema, document: JsonObject): JsonSchema {
  return { allOf: [schema], $defs: ownValue(document, "$defs") ?? {} };
}
