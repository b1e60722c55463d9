/**
 * The conformance tests of CEL through the language of `when` and `cel`: all whose result is an error or a value that JSON has. An expression is
 * refused when its plan is checked, with the reason, or evaluated as it would be for a step.
 */
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import type { SerializedIncrementalTestSuite } from "@bufbuild/cel-spec/testdata/tests.js";
import { type Json, objectOf, sameJson } from "../../../src/json/json.ts";
import { evaluateExpression } from "../../../src/plan/expressions/evaluate-expression.ts";
import { readExpression } from "../../../src/plan/expressions/read-expression.ts";
import type { Scenario, Suite } from "../suite.ts";
import { celDeclared } from "./cel-declared.ts";

/** A value as the package has it. */
export interface CelValue {
  readonly nullValue?: unknown;
  readonly boolValue?: boolean;
  readonly int64Value?: string | number;
  readonly doubleValue?: string | number;
  readonly stringValue?: string;
  readonly listValue?: { readonly values?: readonly CelValue[] };
  readonly mapValue?: { readonly entries?: readonly { readonly key: CelValue; readonly value: CelValue }[] };
}

/** A test as the package has it: the words of `cel.expr.conformance.test.SimpleTest` as JSON. */
export interface CelTest {
  readonly name?: string;
  readonly expr: string;
  readonly value?: CelValue;
  readonly evalError?: object;
}

export const celSuite: Suite = {
  name: "cel",
  title: "CEL conformance tests",
  version: "@bufbuild/cel-spec 0.6.1 (cel-spec v0.25.1)",
  declared: celDeclared,
  run: async () => scenariosIn(tests, ""),
};

function scenariosIn({ name, suites = [], tests: own = [] }: SerializedIncrementalTestSuite, path: string): Scenario[] {
  const place = path === "" ? name : `${path}/${name}`;
  const judged = own.flatMap(({ original }) => {
    const test = original as unknown as CelTest;
    return expected(test) === undefined ? [] : [judgeExpression(`${place}/${test.name ?? test.expr}`, test)];
  });
  return [...judged, ...suites.flatMap((suite) => scenariosIn(suite, place))];
}

interface Stated {
  /** Absent for a test whose result is an error. */
  readonly value?: Json;
}

/** The result of a test, if JSON has it. Undefined for all others. */
function expected({ evalError, value }: CelTest): Stated | undefined {
  if (evalError !== undefined) return {};
  const json = value === undefined ? undefined : jsonOf(value);
  return json === undefined ? undefined : { value: json };
}

function jsonOf(value: CelValue): Json | undefined {
  const { boolValue, doubleValue, int64Value, listValue, mapValue, stringValue } = value;
  if (Object.hasOwn(value, "nullValue")) return null;
  const number = int64Value ?? doubleValue;
  if (number !== undefined) return Number.isFinite(Number(number)) ? Number(number) : undefined;
  if (listValue !== undefined) {
    const items = (listValue.values ?? []).map(jsonOf);
    return items.includes(undefined) ? undefined : items.map((item) => item ?? null);
  }
  if (mapValue === undefined) return boolValue ?? stringValue;
  const entries = (mapValue.entries ?? []).map(({ key, value: member }) => [key.stringValue, jsonOf(member)] as const);
  const known = entries.flatMap(([key, member]) =>
    key === undefined || member === undefined ? [] : [[key, member] as const],
  );
  return known.length === entries.length ? objectOf(known) : undefined;
}

/** Compares what becomes of the expression with the result that the test states. */
export function judgeExpression(name: string, test: CelTest): Scenario {
  const reading = readExpression(test.expr, () => {
    throw new Error("The tests of CEL hold no references");
  });
  if (!reading.ok) return { name, outcome: "skipped", detail: `refused: expected ${reading.finding}` };
  const evaluated = evaluateExpression(reading.expression, {
    read: () => ({ found: false, reason: "nothing" }),
    bytesOf: () => undefined,
  });
  const stated = expected(test)?.value;
  const isSame = evaluated.ok ? stated !== undefined && sameJson(evaluated.value, stated) : stated === undefined;
  const found = evaluated.ok ? JSON.stringify(evaluated.value) : `a failure: ${evaluated.finding}`;
  const required = stated === undefined ? "a failure" : JSON.stringify(stated);
  return { name, outcome: isSame ? "passed" : "failed", detail: `${test.expr}: required ${required}, found ${found}` };
}
