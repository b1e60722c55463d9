/**
 * Runs a checkout of json-schema-org/JSON-Schema-Test-Suite through the product's own check: a schema is either refused where schemas are
 * taken in, with its reason, or values are judged by it, and then each judgement is compared with that of the suite.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import { describeSchemaProblem, schemaProblem } from "../../../src/schema/schema-limits.ts";
import { violations } from "../../../src/schema/validator.ts";

export interface SuiteCase {
  /** File, group and test. */
  readonly name: string;
  readonly detail: string;
}

export interface SuiteCounts {
  readonly right: number;
  readonly rightCases: readonly SuiteCase[];
  /** The schema is refused where it is taken in. */
  readonly refused: readonly SuiteCase[];
  /** The schema is taken and cannot be evaluated, or not within the steps of one request. */
  readonly notEvaluable: readonly SuiteCase[];
  readonly validRefused: readonly SuiteCase[];
  readonly invalidAccepted: readonly SuiteCase[];
}

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const dialects = {
  "draft2020-12": null,
  // The suite's files of draft-07 do not say so themselves.
  draft7: "http://json-schema.org/draft-07/schema#",
} as const;

/** The required tests of one draft in `checkout`. */
export function runJsonSchemaSuite(checkout: string, draft: keyof typeof dialects): SuiteCounts {
  const counts = { refused: [] as SuiteCase[], notEvaluable: [] as SuiteCase[] };
  const rightCases: SuiteCase[] = [];
  const [validRefused, invalidAccepted]: [SuiteCase[], SuiteCase[]] = [[], []];
  const folder = join(checkout, "tests", draft);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const groups: readonly Group[] = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const { description, schema, tests } of groups) {
      const stated = withDialect(schema, dialects[draft]);
      const problem = schemaProblem(stated);
      for (const test of tests) {
        const found = { name: `${file}: ${description}: ${test.description}` };
        if (problem !== undefined) {
          counts.refused.push({ ...found, detail: describeSchemaProblem(problem) });
          continue;
        }
        const broken = violations(stated, test.data);
        const [first] = broken;
        if (first?.keyword === "$schema") counts.notEvaluable.push({ ...found, detail: first.message });
        else if ((broken.length === 0) === test.valid) rightCases.push({ ...found, detail: "" });
        else if (test.valid) validRefused.push({ ...found, detail: first?.message ?? "" });
        else invalidAccepted.push({ ...found, detail: "" });
      }
    }
  }
  return { ...counts, right: rightCases.length, rightCases, validRefused, invalidAccepted };
}

function withDialect(schema: Json, dialect: string | null): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const object = schema as { readonly [key: string]: Json };
  return dialect === null || Object.hasOwn(object, "$schema") ? object : { $schema: dialect, ...object };
}
