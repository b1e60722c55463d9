/**
 * The arguments of a call against the input of its callable. A callable that takes its input as parameters or as an artifact (W5) shows
 * plans and models a schema in which everything is optional (W6). Required members are then demanded by the mode that the arguments are in,
 * as far as that is certain. Null counts as absent. A reference may give null, so checks that depend on one are left to the call.
 */

import { documentSchema } from "../../schema/document/located-schema.ts";
import { requiredMembers } from "../../schema/target-schema.ts";
import type { CallableDefinition, DualMode } from "../callable.ts";
import { argumentEntries } from "../operands/operand.ts";
import type { Operand } from "../plan.ts";
import { type ArgumentCheck, checkArguments, relationOf } from "./check-arguments.ts";
import { typeOfExpression } from "./check-expressions.ts";
import type { ReferenceTypes } from "./reference-type.ts";

type Entry = readonly [string, Operand];

const NULL = documentSchema({ type: "null" });

/** Checks `operand`, all arguments of a step, against the input of `callable`. */
export function checkInput(
  operand: Operand,
  { dualMode, inputSchema }: Pick<CallableDefinition, "dualMode" | "inputSchema">,
  types: ReferenceTypes,
): ArgumentCheck {
  const entries = argumentEntries(operand);
  if (dualMode === undefined || entries === undefined) return checkArguments(operand, inputSchema, types);
  const required = requiredMembers(documentSchema(dualMode.strictSchema));
  // A null that is demanded is a value; any other says that the parameter was left out (R17).
  const given = entries.filter(
    ([name, value]) => required.includes(name) || !(value.kind === "literal" && value.value === null),
  );
  if (!given.some(([name]) => name === dualMode.artifactArgument))
    return parameterCheck(given, dualMode, required, types);
  const check = checkArguments(operand, inputSchema, types);
  const conflict = conflictOf(given, dualMode, types);
  return conflict === null ? check : { ...check, violations: [conflict, ...check.violations] };
}

function parameterCheck(
  given: readonly Entry[],
  { strictSchema }: DualMode,
  required: readonly string[],
  types: ReferenceTypes,
): ArgumentCheck {
  const check = checkArguments({ kind: "object", entries: given }, strictSchema, types);
  const droppable = new Set(
    given.flatMap(([name, value]) => (required.includes(name) || isPresent(value, types) ? [] : [name])),
  );
  if (droppable.size === 0) return check;
  return {
    ...check,
    mismatches: check.mismatches.filter(({ argument }) => !droppable.has(argument[0] ?? "")),
    // The arguments together are not known either.
    violations: check.violations.filter(({ keyword }) => keyword !== "$schema"),
  };
}

/** Both modes at once (C20), if that is certain. */
function conflictOf(given: readonly Entry[], { artifactArgument }: DualMode, types: ReferenceTypes) {
  const certain = given.filter(([, value]) => isPresent(value, types)).map(([name]) => name);
  const parameter = certain.find((name) => name !== artifactArgument);
  if (parameter === undefined || !certain.includes(artifactArgument)) return null;
  const message = `Either ${artifactArgument} or parameters are required, found ${JSON.stringify(parameter)} beside it`;
  return { instance: `/${artifactArgument}`, keyword: "oneOf", message };
}

/** Whether `operand` can never give null. */
function isPresent(operand: Operand, types: ReferenceTypes): boolean {
  switch (operand.kind) {
    case "literal":
      return operand.value !== null;
    case "reference": {
      const type = types.get(operand.reference);
      return type !== undefined && relationOf(type.alternatives, NULL) === "disjoint";
    }
    case "coalesce":
      return operand.choices.every((choice) => isPresent(choice, types));
    case "cel": {
      const typed = typeOfExpression(operand, types);
      return typed.ok && relationOf(typed.type, NULL) === "disjoint";
    }
    default:
      return true;
  }
}
