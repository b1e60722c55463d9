/**
 * Compiles a workflow: its plan against the current catalog, and the schemas of its input and output (W3, W13, C22). A schema that is given
 * goes before one that the first or last step itself declares; without either the input is `{text}` and the output has none. The schemas of
 * the callables of those steps never count. The version is a hash over everything that decides the behaviour of a run.
 */

import { hashOfParts } from "../../json/effect-key.ts";
import type { Json, JsonSchema } from "../../json/json.ts";
import type { CallableDefinition, NamedCallable } from "../../plan/callable.ts";
import { buildPlan } from "../../plan/compile/build-plan.ts";
import { limitExceeded, sizeProblems } from "../../plan/compile/check-limits.ts";
import { type Compilation, compilePlan, type PlanSource } from "../../plan/compile/compile.ts";
import { readDocument } from "../../plan/dialects/dialect.ts";
import { documentOf } from "../../plan/dialects/plan-document.ts";
import { readTypedPlan } from "../../plan/dialects/typed-plan.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import { operandDocument } from "../../plan/operands/operand.ts";
import { dependenciesOf, dependencyOrder } from "../../plan/order/dependencies.ts";
import { startProblems } from "../../plan/order/start-steps.ts";
import type { Schedule } from "../../plan/plan.ts";
import type { DraftStep, PlanDraft } from "../../plan/plan-draft.ts";
import type { PlanProblem, PlanWarning } from "../../plan/problem.ts";
import { defaultInputSchema } from "../default-input.ts";
import { outputSchemaProblem, typedInputProblem } from "../input-schema.ts";
import { planNamesOf } from "../plan-name.ts";
import type { SchemaSource, WorkflowRegistration } from "../workflow-registration.ts";
import type { CatalogSnapshot } from "./catalog-snapshot.ts";
import { callableNamed, callableNames } from "./named-callable.ts";
import { nameTaken } from "./registry-names.ts";
import { type FlowContext, workflowFlows } from "./workflow-flows.ts";
import { callsItself, workflowRefusal } from "./workflow-refusal.ts";

export interface WorkflowInput {
  readonly name: string;
  readonly description: string;
  readonly source: PlanSource;
  /** How steps are ordered. Left out, and null, for the default of the dialect (C8). */
  readonly schedule?: Schedule | null;
  /** Null for the schema that the first step declares. */
  readonly inputSchema: JsonSchema | null;
  /** Null for the schema that the last step declares. */
  readonly outputSchema: JsonSchema | null;
  /** Template of the output. Left out for the output of the last step. */
  readonly output?: Json;
  readonly public: boolean;
  /** Time of a run, within that of its caller. Left out, and null, for no bound of its own. */
  readonly timeoutMs?: number | null;
}

export type WorkflowCompilation =
  | { readonly ok: true; readonly registration: WorkflowRegistration; readonly warnings: readonly PlanWarning[] }
  /** Paths start at the input. */
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Compiles `input`, or reports every problem of it. Never throws. Without `flowContext` nothing is said of the values that reach its calls. */
export function compileWorkflow(
  input: WorkflowInput,
  snapshot: CatalogSnapshot,
  settings: LimitSettings,
  flowContext?: FlowContext,
): WorkflowCompilation {
  const { source } = input;
  const sourcePath = ["source", source.kind === "TYPED" ? "plan" : "document"];
  const draft = readDraft(source, settings, sourcePath);
  const schemas = schemasOf(input, draft);
  const problems = [
    ...refusals(input, schemas, snapshot),
    ...schemas.problems,
    ...timeProblems(input.timeoutMs ?? undefined, settings.caps.timeoutMs),
  ];
  // A refused schema is not examined further: nothing bounds it.
  const isUsable = problems.length === 0;
  const own = new Set(planNamesOf({ name: input.name }));
  const compilation = compilePlan({
    source,
    bindings: null,
    requestedLimits: {},
    schedule: input.schedule ?? undefined,
    callable: (name) => (own.has(name) ? itself(name) : callableNamed(snapshot, name)),
    callableNames: () => callableNames(snapshot),
    settings,
    input: isUsable ? schemas.input : true,
    ...(input.output === undefined
      ? {}
      : { output: input.output, outputSchema: isUsable ? (schemas.output ?? undefined) : undefined }),
    sourcePath,
    outputPath: ["output"],
  });
  if (!compilation.ok) return { ok: false, problems: [...problems, ...compilation.problems] };
  problems.push(...startProblems(compilation.graph, draft?.stepsPlace ?? sourcePath));
  const circle = callsItself(snapshot, { name: input.name, plan: compilation.plan });
  if (circle !== undefined) problems.push({ kind: "INVALID_INPUT", message: circle, path: sourcePath });
  if (problems.length > 0) return { ok: false, problems };
  const registration = registrationOf(input, compilation, schemas);
  const flows =
    flowContext === undefined ? [] : workflowFlows(registration, compilation.argumentsPlace, snapshot, flowContext);
  return { ok: true, registration, warnings: [...compilation.warnings, ...flows] };
}

function timeProblems(timeoutMs: number | undefined, most: number): readonly PlanProblem[] {
  if (timeoutMs === undefined) return [];
  if (timeoutMs > most) return [limitExceeded(["timeoutMs"], "timeoutMs", most, timeoutMs)];
  if (Number.isSafeInteger(timeoutMs) && timeoutMs >= 1) return [];
  return [invalid(`Cannot use the time of the workflow: required at least 1 ms, found ${timeoutMs}`, ["timeoutMs"])];
}

interface Schemas {
  readonly input: JsonSchema;
  readonly inputSource: SchemaSource;
  readonly output: JsonSchema | null;
  readonly outputSource: WorkflowRegistration["outputSchemaSource"];
  /** Problems of schemas that a step declares because none was given. */
  readonly problems: readonly PlanProblem[];
}

function schemasOf(given: WorkflowInput, draft: PlanDraft | undefined): Schemas {
  const first = declaring(draft && startStep(draft));
  const last = declaring(draft?.steps.findLast(({ isFinally }) => isFinally !== true));
  const problems: PlanProblem[] = [];
  let input: Pick<Schemas, "input" | "inputSource"> = { input: defaultInputSchema, inputSource: "DEFAULT" };
  if (given.inputSchema !== null) input = { input: given.inputSchema, inputSource: "EXPLICIT" };
  else if (first !== undefined && first.inputSchema !== null) {
    input = { input: first.inputSchema, inputSource: "INFERRED" };
    const problem = typedInputProblem(first.inputSchema);
    if (problem !== undefined) problems.push(invalid(problem.message, first.places.inputSchema));
  }
  let output: Pick<Schemas, "output" | "outputSource"> = { output: null, outputSource: null };
  if (given.outputSchema !== null) output = { output: given.outputSchema, outputSource: "EXPLICIT" };
  // A template makes another output than that of the last step, of which its schema says nothing.
  else if (given.output === undefined && last !== undefined && last.outputSchema !== null) {
    output = { output: last.outputSchema, outputSource: "INFERRED" };
    const problem = outputSchemaProblem(last.outputSchema);
    if (problem !== undefined) problems.push(invalid(problem.message, last.places.outputSchema));
  }
  return { ...input, ...output, problems };
}

/** The step that waits for no other, of a workflow that has one such step: the first of the plan but for a plan that points forward. */
function startStep(draft: PlanDraft): DraftStep | undefined {
  const { schedule, steps } = draft;
  const { plan } = buildPlan(draft, { schedule, bindingNames: new Set(), hasInput: true, output: undefined });
  const [first = 0] = dependencyOrder(dependenciesOf(plan));
  return steps[first];
}

/** A group declares nothing. */
function declaring(step: DraftStep | undefined): Extract<DraftStep, { readonly kind: "TOOL" }> | undefined {
  return step?.kind === "TOOL" ? step : undefined;
}

/** Undefined for a plan that cannot be read, whose problems the compiler reports. */
function readDraft(source: PlanSource, settings: LimitSettings, path: readonly string[]): PlanDraft | undefined {
  const sent = source.kind === "TYPED" ? source.plan : source.document;
  if (sizeProblems(sent, settings, path).length > 0) return undefined;
  const parsed =
    source.kind === "TYPED" ? readTypedPlan(sent, path) : readDocument(source.document, source.dialect, path);
  return parsed.ok ? parsed.draft : undefined;
}

/** Problems outside of the plan. Schemas that a step declares are judged at their own place. */
function refusals(given: WorkflowInput, schemas: Schemas, snapshot: CatalogSnapshot): PlanProblem[] {
  const refusal = workflowRefusal({
    name: given.name,
    description: given.description,
    inputSchema: schemas.inputSource === "EXPLICIT" ? schemas.input : defaultInputSchema,
    outputSchema: schemas.outputSource === "EXPLICIT" ? schemas.output : null,
  });
  const problems: PlanProblem[] = refusal === undefined ? [] : [invalid(refusal.message, [refusal.member])];
  const taken = nameTaken(snapshot, { name: given.name });
  if (taken === undefined) return problems;
  const name = JSON.stringify(given.name.slice(0, 80));
  const message = `Cannot save the workflow ${name}: required a name that nothing else has, found ${taken}`;
  return [...problems, invalid(message, ["name"])];
}

/** Represents the workflow in its own plan, so that an error names the step that calls it correctly. */
function itself(name: string): NamedCallable {
  const callable: Omit<CallableDefinition, "name"> = {
    kind: "WORKFLOW",
    description: "",
    usageHints: "",
    inputSchema: true,
    outputSchema: null,
    effectClass: "UNSAFE",
    declaredDestructive: false,
    outputValidation: "OFF",
    provider: "",
    remoteName: name,
  };
  return { ...callable, name };
}

function registrationOf(
  { description, name, public: isPublic, timeoutMs }: WorkflowInput,
  { output, plan, planHash }: Extract<Compilation, { readonly ok: true }>,
  schemas: Schemas,
): WorkflowRegistration {
  const document = documentOf(plan);
  const outputDocument = output === undefined ? null : operandDocument(output);
  const { input: inputSchema, inputSource: inputSchemaSource, output: outputSchema, outputSource } = schemas;
  const decisive = ["workflow", name, document, inputSchema, outputSchema, outputDocument];
  return {
    name,
    description,
    public: isPublic,
    plan,
    planHash,
    document,
    output: output ?? null,
    // A workflow without a time of its own has the version that it always had.
    version: hashOfParts(timeoutMs == null ? decisive : [...decisive, timeoutMs]),
    ...(timeoutMs == null ? {} : { timeoutMs }),
    inputSchema,
    inputSchemaSource,
    outputSchema,
    outputSchemaSource: outputSource,
  };
}

function invalid(message: string, path: readonly string[]): PlanProblem {
  return { kind: "INVALID_INPUT", message, path };
}
