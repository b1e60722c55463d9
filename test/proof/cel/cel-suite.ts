/**
 * The conformance tests of CEL through the language of `when`: all whose result is true, false or an error. A condition is refused when its
 * plan is checked, with the reason, or evaluated as it would be for a step.
 */
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import type { SerializedIncrementalTestSuite } from "@bufbuild/cel-spec/testdata/tests.js";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { readCondition } from "../../../src/plan/expressions/read-condition.ts";
import type { Scenario, Suite } from "../suite.ts";
import { celDeclared } from "./cel-declared.ts";

/** A test as the package has it: the words of `cel.expr.conformance.test.SimpleTest` as JSON. */
export interface CelTest {
  readonly name?: string;
  readonly expr: string;
  readonly value?: { readonly boolValue?: boolean };
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
    return expected(test) === null ? [] : [judgeCondition(`${place}/${test.name ?? test.expr}`, test)];
  });
  return [...judged, ...suites.flatMap((suite) => scenariosIn(suite, place))];
}

/** The result of a test, if a condition can have it. Null for all others. */
function expected({ evalError, value }: CelTest): "TRUE" | "FALSE" | "FAILED" | null {
  if (evalError !== undefined) return "FAILED";
  if (value?.boolValue === undefined) return null;
  return value.boolValue ? "TRUE" : "FALSE";
}

/** Compares what becomes of the condition with the result that the test states. */
export function judgeCondition(name: string, test: CelTest): Scenario {
  const reading = readCondition(test.expr, () => {
    throw new Error("The tests of CEL hold no references");
  });
  if (!reading.ok) return { name, outcome: "skipped", detail: `refused: expected ${reading.finding}` };
  const outcome = evaluateCondition(reading.condition, {
    read: () => ({ found: false, reason: "nothing" }),
    bytesOf: () => undefined,
  });
  const stated = expected(test);
  const detail = `${test.expr}: required ${stated}, found ${outcome.kind}`;
  return { name, outcome: outcome.kind === stated ? "passed" : "failed", detail };
}
