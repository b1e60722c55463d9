/**
 * Everything that can be wrong with a request to run a plan, as data with the facts of each finding (P17).
 * The API translates problems once, in its error table; nothing here is thrown.
 */

import type { SchemaViolation } from "../schema/validator.ts";

/** The problem of a reference. The names are those of the API. */
export type TemplateErrorReason =
  | "SYNTAX"
  | "INDEX_OUT_OF_BOUNDS"
  | "SELF_REFERENCE"
  | "FORWARD_REFERENCE"
  | "CYCLE"
  | "UNKNOWN_STEP"
  | "UNKNOWN_BINDING"
  | "FIELD_NOT_FOUND"
  | "NO_TEXT"
  | "TYPE_MISMATCH"
  | "NOT_REFERABLE";

interface ProblemBase {
  /** The failed action and its value, and "required …, found …". */
  readonly message: string;
  /** Where in the request, such as `["source","plan","steps","1","tool","arguments","artifact_id"]`. */
  readonly path: readonly string[];
}

export type PlanProblem =
  | (ProblemBase & { readonly kind: "INVALID_INPUT" })
  | (ProblemBase & {
      readonly kind: "UNKNOWN_CALLABLE";
      readonly name: string;
      /** The existing names that are nearest, best first, 3 at most. */
      readonly nearestNames: readonly string[];
    })
  /** The tool is not as it was accepted. */
  | (ProblemBase & { readonly kind: "TOOL_CHANGED"; readonly name: string })
  | (ProblemBase & {
      readonly kind: "TEMPLATE_INVALID";
      readonly reason: TemplateErrorReason;
      readonly stepId: string;
      readonly stepIndex: number | null;
      /** Path of the argument that holds the template, joined by dots. */
      readonly argument: string;
      readonly template: string;
      readonly sourceCallable: string | null;
      readonly field: string | null;
      readonly availableFields: readonly string[];
      readonly nearestNames: readonly string[];
      readonly expectedType: string | null;
      readonly actualType: string | null;
    })
  | (ProblemBase & { readonly kind: "SCHEMA_VIOLATION"; readonly violations: readonly SchemaViolation[] })
  /** A value reaches a call that it may not reach. */
  | (ProblemBase & { readonly kind: "FLOW_REFUSED" })
  | (ProblemBase & {
      readonly kind: "LIMIT_EXCEEDED";
      readonly limit: string;
      readonly maximum: number;
      readonly found: number;
    });

/** Something that does not keep a plan from running but that its author should know. */
export interface PlanWarning {
  readonly code:
    | "ARGUMENT_UNKNOWN"
    | "REFERENCE_OPTIONAL"
    | "PARALLEL_CAPPED"
    | "REFERENCE_UNKNOWN"
    | "TYPE_OVERLAP"
    | "TYPE_UNKNOWN"
    | "CHILD_WITHOUT_RESULT_KEY"
    | "TEXT_LIKE_REFERENCE"
    | "FLOW_ASKS"
    /** Of a workflow that is saved. A plan that is to run is refused. */
    | "FLOW_REFUSED";
  readonly message: string;
  readonly path: readonly string[];
  /** Empty for the output of a workflow. */
  readonly stepId: string;
}
