/** Schemas of callables that are given at run time, so that a field that does not exist is found where the code reads it. */

import type { JsonSchema as ReadSchema } from "../../../src/json/json.ts";
import { nearestNames } from "../../../src/json/nearest-name.ts";
import { outputFieldAt } from "../../../src/plan/compile/artifact-fields.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { RecordedStep } from "./recorded-step.ts";
import { EVERY, type Segment } from "./recorded-value.ts";

/** A callable as the registry of a deployment lists it. */
export interface CallableSchemas {
  readonly name: string;
  readonly outputSchema?: JsonSchema | null;
}

/** What is known of callables by name. */
export interface KnownCallables {
  /** What is wrong with the name of a callable; undefined if nothing is. */
  readonly nameFinding: (name: string) => string | undefined;
  /** Returns the problems of a path into the output of `step`. Undefined if the output is unknown. */
  readonly outputFinding: (step: RecordedStep) => ((path: readonly Segment[]) => string | undefined) | undefined;
}

/**
 * What `callables` say, for `definePlan`: a name that is none of them, or a field that a schema does not have, throws at the line of the code.
 * Without it the same mistakes are found when the plan is checked.
 *
 * @example
 * ```ts
 * definePlan({ known: knownCallables([{ name: "research", outputSchema }]) }, ({ tools }) => tools.research({}).artifact_idd); // throws
 * ```
 */
export function knownCallables(callables: readonly CallableSchemas[]): KnownCallables {
  const byName = new Map(callables.map((callable) => [callable.name, callable]));
  return {
    nameFinding: (name) => {
      if (byName.has(name) || /^(?:cp__|ask_person$)/.test(name)) return undefined;
      return `there is no callable of this name${nearest(nearestNames(name, byName.keys()))}`;
    },
    outputFinding: ({ form, members }) => {
      const name = form === "tool" ? members.toolName?.value : undefined;
      const schema = typeof name === "string" ? byName.get(name)?.outputSchema : undefined;
      return schema == null ? undefined : (path) => fieldFinding(schema, path);
    },
  };
}

function fieldFinding(schema: JsonSchema, path: readonly Segment[]): string | undefined {
  // What stands behind [*] is checked by the deployment.
  const certain = path.slice(0, path.includes(EVERY) ? path.indexOf(EVERY) : path.length) as (string | number)[];
  const answer = outputFieldAt(schema as ReadSchema, certain);
  if (answer.presence !== "missing") return undefined;
  const field = String(certain[answer.at]);
  const known = answer.availableFields.length === 0 ? "" : `; it has ${answer.availableFields.join(", ")}`;
  return `the output has no field ${JSON.stringify(field)}${known}${nearest(nearestNames(field, answer.availableFields))}`;
}

function nearest([name]: readonly string[]): string {
  return name === undefined ? "" : `; did you mean ${name}?`;
}
