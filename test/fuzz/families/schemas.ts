/**
 * JSON Schemas of strangers: what is refused, and of what is taken every question that the product asks of a schema: what it says about a
 * value, whether one fits into another, which fields it has, what it gives by default, what it looks like as the input of a tool.
 */
import { inputSchemaProblem, outputSchemaProblem, typedInputProblem } from "../../../src/catalog/input-schema.ts";
import { artifactArgumentOf, inputObject, looseSchema } from "../../../src/catalog/loose-schema.ts";
import { referableFields } from "../../../src/catalog/referable-fields.ts";
import { complianceFindings } from "../../../src/catalog/tool-compliance.ts";
import { isJsonObject, type Json, type JsonSchema } from "../../../src/json/json.ts";
import { relate } from "../../../src/schema/claims/relation.ts";
import { documentSchema } from "../../../src/schema/document/located-schema.ts";
import { fieldAt } from "../../../src/schema/field.ts";
import { withDefaults } from "../../../src/schema/fill-defaults.ts";
import { typeName } from "../../../src/schema/type-name.ts";
import { violations } from "../../../src/schema/validator.ts";
import type { Family } from "../family.ts";
import { changeCount, mutated } from "../inputs/mutate.ts";
import { schemaDocument, valueNear } from "../inputs/schema-inputs.ts";

interface SchemaInput {
  readonly schema: unknown;
  readonly other: unknown;
  readonly value: unknown;
}

export const schemas: Family<SchemaInput> = {
  ...{ name: "schemas", weight: 12, deep: ["VALID", "VIOLATED", "TOO COSTLY"] },
  generate: (random) => {
    const first = schemaDocument(random);
    const schema = mutated(first, random, changeCount(random));
    const other = random.chance(0.5) ? mutated(first, random, 1) : schemaDocument(random);
    return { schema, other, value: valueNear(schema, random) };
  },
  run: ({ other, schema, value }) => {
    const problem = outputSchemaProblem(schema);
    if (problem !== undefined) return { depth: "REFUSED", shown: problem };
    const taken = schema as JsonSchema;
    const located = documentSchema(taken);
    const told: unknown[] = [
      typeName(located),
      inputSchemaProblem(schema),
      referableFields(taken),
      complianceFindings(taken),
    ];
    for (const path of [["a"], ["a", 0, "b"], ["__proto__"], ["constructor", "name"], ["topic", "x"]])
      told.push(fieldAt(taken, path).presence);
    const related =
      outputSchemaProblem(other) === undefined ? relate(located, documentSchema(other as JsonSchema)) : "none";
    if (isJsonObject(schema) && typedInputProblem(schema) === undefined) {
      const argument = artifactArgumentOf(schema);
      told.push(inputObject(schema), argument === undefined ? null : looseSchema(schema, argument));
    }
    const found = violations(taken, value as Json);
    if (found[0]?.keyword === "$schema") return { depth: "TOO COSTLY", shown: [related, found[0].message] };
    if (found.length === 0) withDefaults(taken, value as Json);
    return { depth: found.length === 0 ? "VALID" : "VIOLATED", shown: [related, found, JSON.stringify(told).length] };
  },
};
