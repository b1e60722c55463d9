/**
 * `planwright/plans`: plans in TypeScript. The code runs once and makes steps; references to values that the plan will have are
 * recorded; the result is the plan document of the API, as data. No dependency and no platform: browsers, Node 20, Workers.
 *
 * Owns: `definePlan`, `defineWorkflow` and what they build with; the code of a plan that exists; declarations of what a deployment has registered.
 * Leaves: which callables and fields exist to the deployment, which checks every plan; sending to `@planwright/client`.
 *
 * Invariants:
 * - A value of the code stays what it is: text is escaped, and only a reference becomes a reference (E13).
 * - What JavaScript would do with a reference as with a value throws, with the line.
 * - The same code makes the same document.
 */
export { PlanBuildError } from "./build-error.ts";
export type { CodeOptions } from "./code/code-writer.ts";
export { planToCode, workflowToCode } from "./code/plan-to-code.ts";
export { type Catalog, type CatalogEntry, catalogDeclarations } from "./declarations/catalog-declarations.ts";
export { type AskApi, catalogQueries, readCatalog } from "./declarations/read-catalog.ts";
export { definePlan, type PlanDefinition, type PlanOptions } from "./define-plan.ts";
export { defineWorkflow, type WorkflowFacts, type WorkflowInput } from "./define-workflow.ts";
export {
  add,
  all,
  and,
  choose,
  concat,
  contains,
  defaultTo,
  divide,
  double,
  endsWith,
  eq,
  exists,
  filterList,
  flatten,
  format,
  ge,
  gt,
  has,
  int,
  isIn,
  join,
  le,
  list,
  lt,
  mapList,
  multiply,
  ne,
  not,
  or,
  pick,
  remainder,
  size,
  startsWith,
  string,
  subtract,
  sum,
} from "./expressions.ts";
export type { Json, JsonSchema, SchemaOf } from "./json-schema.ts";
export { type CallableSchemas, type KnownCallables, knownCallables } from "./known-callables.ts";
export { assume, at, cel, coalesce, countOf, each, field, last, raw, statusOf, text, textOf } from "./operands.ts";
export type { PlanBuilder } from "./plan-builder.ts";
export type { PlanInput, StepInput } from "./plan-input.ts";
export type { Given, Ref, Reference, Step } from "./ref.ts";
export type { Registry, Tool } from "./registry.ts";
export type { CallOptions, Policy, StepOptions } from "./step-options.ts";
