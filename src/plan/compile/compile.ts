/**
 * Room `plan/compile`: from a request to a checked plan, or to everything that is wrong with it (E12).
 *
 * Owns: the order of the checks (this file); the plan built from a draft (`build-plan.ts`); ids of steps (`step-names.ts`); which step or
 * binding a reference means (`bind-reference.ts`) and the type of its value (`reference-type.ts`); arguments against input schemas
 * (`check-arguments.ts`); limits (`check-limits.ts`); where the values of a call come from (`value-sources.ts`).
 * Leaves: the reading of documents to `plan/dialects`; conditions to `plan/expressions`; the graph to `plan/order`; schemas to `schema`; which
 * callables exist to its caller, which passes `callable`.
 *
 * Invariants:
 * - The compiler is pure and never throws.
 * - A plan is refused only for certain errors. The rest is checked again at run time.
 * - All problems are reported at once, 100 at most. A plan is never changed to a similar name.
 *
 * This file puts the checks in order; each kind has a file of its own. Size and shape come first: the other checks need a request that they
 * can read (P11, O10).
 */

import type { AnswerPolicy } from "../../access/answer-policy.ts";
import { isJsonObject, type Json, type JsonSchema } from "../../json/json.ts";
import { nearestNames, suggested, withFewSuggestions } from "../../json/nearest-name.ts";
import { withinOneBudget } from "../../schema/document/step-budget.ts";
import type { CallableDefinition, NamedCallable } from "../callable.ts";
import { readDocument } from "../dialects/dialect.ts";
import { planHash } from "../dialects/plan-hash.ts";
import { readTypedPlan } from "../dialects/typed-plan.ts";
import type { ExecutionLimits, LimitSettings, RequestedLimits } from "../limits.ts";
import { withSkipPolicies } from "../operands/skipped-input.ts";
import { type Dependency, dependenciesOf } from "../order/dependencies.ts";
import { type PlanGraph, planGraph } from "../order/order.ts";
import type { DocumentDialect, Operand, Plan, PlanDialect, Schedule, ToolStep } from "../plan.ts";
import type { DraftToolStep, ParsedDraft, PlanDraft } from "../plan-draft.ts";
import { type PlanScope, placedSteps } from "../plan-scope.ts";
import type { PlanProblem, PlanWarning } from "../problem.ts";
import { moveAgentFields } from "./agent-fields.ts";
import { type BuiltPlan, buildPlan, type PlanContext } from "./build-plan.ts";
import { type CallCheck, type CheckedReference, checkCalls } from "./check-calls.ts";
import { humanInputProblems } from "./check-human-input.ts";
import { bindingProblems, draftLimitProblems, effectiveLimits, sizeProblems } from "./check-limits.ts";
import { outputProblems } from "./check-output.ts";
import { afterProblems, cycleProblems, draftProblems } from "./check-structure.ts";
import { waitProblems } from "./check-waits.ts";
import { draftSteps } from "./step-names.ts";

/** More are not reported. */
const MAX_PROBLEMS = 100;

/** Names that are listed for one that could mean each of them. */
const MAX_QUALIFIED_NAMES = 10;

export type PlanSource =
  | { readonly kind: "TYPED"; readonly plan: unknown }
  /** Without a dialect, the document is recognised by its shape (C27). */
  | { readonly kind: "DOCUMENT"; readonly document: unknown; readonly dialect: DocumentDialect | undefined };

export interface CompileRequest {
  readonly source: PlanSource;
  /** Initial bindings: a JSON object, or null. */
  readonly bindings: unknown;
  readonly requestedLimits: RequestedLimits;
  /** Absent for the default of the dialect (C8). */
  readonly schedule?: Schedule | undefined;
  /** The exact meaning of this name. The plan calls it by the name of the definition. */
  readonly callable: (name: string) => NamedCallable;
  /** Names of all callables, asked only to suggest some. */
  readonly callableNames: () => Iterable<string>;
  readonly settings: LimitSettings;
  /** The policy by which the execution would address its questions. Absent where no execution is started. */
  readonly answering?: AnswerPolicy | undefined;
  /** Schema of the value of references to `input`, for a workflow. Without one the root is refused. */
  readonly input?: JsonSchema | undefined;
  /** Template of the output of a workflow. Without one there is none. */
  readonly output?: Json;
  /** The schema of that output. Without one the output is not checked. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Places in the request, for the paths of problems. */
  readonly sourcePath: readonly string[];
  readonly bindingsPath?: readonly string[];
  readonly limitsPath?: readonly string[];
  readonly outputPath?: readonly string[];
}

/** A plan that was accepted, but for its hash. */
interface CompiledParts {
  readonly plan: Plan;
  /** Absent if the request has no template of an output. */
  readonly output?: Operand | undefined;
  readonly dialect: PlanDialect;
  readonly limits: ExecutionLimits;
  readonly graph: PlanGraph;
  readonly references: readonly CheckedReference[];
  readonly warnings: readonly PlanWarning[];
  /** Those that the plan calls, in the order of their first call. */
  readonly callables: readonly CallableDefinition[];
  /** Where the arguments of a step stand in the request. */
  readonly argumentsPlace: (stepId: string) => readonly string[];
}

interface CompiledPlan extends CompiledParts {
  readonly ok: true;
  readonly planHash: string;
}

export type Compilation =
  | CompiledPlan
  | {
      readonly ok: false;
      /** Absent if the plan could not be read as a whole. */
      readonly plan?: Plan | undefined;
      /** In no promised order, 100 at most. */
      readonly problems: readonly PlanProblem[];
    };

/**
 * Compiles a plan. Never throws.
 *
 * @example
 * ```ts
 * import { builtInLimits } from "../limits.ts";
 * const compilation = compilePlan({
 *   source: { kind: "TYPED", plan: { steps: [{ tool: { toolName: "serch", arguments: { q: "rivers" } } }] } },
 *   bindings: null,
 *   requestedLimits: {},
 *   settings: builtInLimits,
 *   sourcePath: ["plan"],
 *   callable: () => undefined,
 *   callableNames: () => ["search"],
 * });
 * compilation.ok ? null : compilation.problems[0]?.kind; // "UNKNOWN_CALLABLE"
 * ```
 */
export function compilePlan(request: CompileRequest): Compilation {
  return withinOneBudget(() => withFewSuggestions(() => compile(request)));
}

function compile(request: CompileRequest): Compilation {
  const { settings, sourcePath } = request;
  const { limits, problems: limitProblems } = effectiveLimits(
    request.requestedLimits,
    settings,
    request.limitsPath ?? ["limits"],
  );
  const problems = [
    ...limitProblems,
    ...bindingProblems(request.bindings, settings, request.bindingsPath ?? ["bindings"]),
  ];
  const tooLarge = [
    ...sizeProblems(sourceValue(request.source), settings, sourcePath),
    ...(request.output === undefined ? [] : sizeProblems(request.output, settings, outputPath(request))),
  ];
  if (tooLarge.length > 0) return refused(undefined, [...problems, ...tooLarge]);
  const parsed = readSource(request.source, sourcePath);
  if (!parsed.ok) return refused(undefined, [...problems, ...parsed.problems]);
  return compileDraft(parsed.draft, request, limits, problems);
}

function compileDraft(
  written: PlanDraft,
  request: CompileRequest,
  limits: ExecutionLimits,
  earlierProblems: readonly PlanProblem[],
): Compilation {
  const callables = callablesOf(written, request);
  const named = withDefinedNames(written, callables.found);
  const { draft, problems: fieldProblems, withOriginalPath } = moveAgentFields(named, callables.found);
  const built = buildPlan(draft, planContext(request, draft));
  const scope = {
    plan: built.plan,
    stepsById: placedSteps(built.plan),
    callables: callables.found,
    input: request.input,
  };
  const calls = checkCalls(scope, built.drafts);
  const found = [
    ...earlierProblems,
    ...draftProblems(draft),
    ...draftLimitProblems(draft, limits),
    ...built.problems,
    ...callables.problems,
    ...fieldProblems,
    ...planProblems(built, calls, scope, request),
  ].map(withOriginalPath);
  const dependencies = dependenciesOf(built.plan);
  const problems = [...found, ...furtherCycleProblems(found, dependencies, scope, built.drafts)];
  if (problems.length > 0) return refused(built.readable ? built.plan : undefined, problems);
  const plan = withSkipPolicies(built.plan, (step) => step, withoutSkipPolicy);
  return compiledPlan({
    plan,
    output: built.output,
    dialect: draft.dialect,
    limits,
    graph: planGraph(plan, (name) => callables.found.get(name)?.effectClass ?? "UNSAFE", dependencies),
    references: calls.references,
    warnings: [...built.warnings, ...calls.warnings].map(withOriginalPath),
    callables: [...new Set(callables.found.values())],
    argumentsPlace: (id) => argumentsPlace(id, built.drafts) ?? request.sourcePath,
  });
}

/**
 * The hash is made when it is asked for: a caller that only wants to know whether a plan is valid rarely does, and it takes a seventh of the
 * check. It stands in the prototype, because V8 keeps the object of a getter of its own for long (docs/decisions/091).
 */
const withHash: Pick<CompiledPlan, "planHash"> = {
  get planHash() {
    return planHash((this as CompiledPlan).plan);
  },
};

function compiledPlan(parts: CompiledParts): CompiledPlan {
  return Object.assign(Object.create(withHash) as typeof withHash, parts, { ok: true as const });
}

/** The problems of a plan that was built. */
function planProblems(
  { drafts, output, plan }: BuiltPlan,
  calls: CallCheck,
  scope: PlanScope,
  request: CompileRequest,
): readonly PlanProblem[] {
  return [
    ...afterProblems(scope, drafts),
    ...humanInputProblems(plan, drafts, request.answering),
    ...waitProblems(plan, drafts),
    ...calls.problems,
    ...(output === undefined ? [] : outputProblems(output, request.outputSchema, scope, outputPath(request))),
  ];
}

/** Cycles, unless a step points forward where it must not: that is among `found`, and would be reported again as part of a cycle. */
function furtherCycleProblems(
  found: readonly PlanProblem[],
  dependencies: readonly (readonly Dependency[])[],
  scope: PlanScope,
  drafts: BuiltPlan["drafts"],
): readonly PlanProblem[] {
  const pointsForward = found.some(
    (problem) => problem.kind === "TEMPLATE_INVALID" && problem.reason === "FORWARD_REFERENCE",
  );
  return scope.plan.schedule === "DATAFLOW" && !pointsForward ? cycleProblems(dependencies, scope, drafts) : [];
}

/** Where the arguments of a step stand in the request. Undefined for no step of the plan. */
function argumentsPlace(id: string, drafts: BuiltPlan["drafts"]): readonly string[] | undefined {
  for (const [step, from] of drafts)
    if (step.id === id) return from.kind === "TOOL" ? from.places.arguments : from.places.step;
  return undefined;
}

function withoutSkipPolicy(step: ToolStep): ToolStep {
  const { onSkippedInput, ...policy } = step.policy;
  return onSkippedInput === undefined ? step : { ...step, policy };
}

function planContext(request: CompileRequest, draft: PlanDraft): PlanContext {
  return {
    // An answer without steps has no order; a wish for one must not give it another hash.
    schedule: draft.directResponse === null ? (request.schedule ?? draft.schedule) : draft.schedule,
    bindingNames: new Set(isJsonObject(request.bindings) ? Object.keys(request.bindings) : []),
    hasInput: request.input !== undefined,
    output: request.output === undefined ? undefined : { value: request.output, place: outputPath(request) },
  };
}

function outputPath({ outputPath: place }: CompileRequest): readonly string[] {
  return place ?? ["output"];
}

function sourceValue(source: PlanSource): unknown {
  return source.kind === "TYPED" ? source.plan : source.document;
}

function readSource(source: PlanSource, path: readonly string[]): ParsedDraft {
  return source.kind === "TYPED"
    ? readTypedPlan(source.plan, path)
    : readDocument(source.document, source.dialect, path);
}

/** The draft with each callable under the name of its definition. */
function withDefinedNames(draft: PlanDraft, found: ReadonlyMap<string, CallableDefinition>): PlanDraft {
  const defined = (step: DraftToolStep): DraftToolStep => {
    const callableName = found.get(step.callableName)?.name ?? step.callableName;
    return callableName === step.callableName ? step : { ...step, callableName };
  };
  const steps = draft.steps.map((step) =>
    step.kind === "TOOL" ? defined(step) : { ...step, children: step.children.map(defined) },
  );
  return { ...draft, steps };
}

interface KnownCallables {
  /** By the names that the plan wrote and by their own. */
  readonly found: ReadonlyMap<string, CallableDefinition>;
  readonly problems: readonly PlanProblem[];
}

function callablesOf(draft: PlanDraft, request: CompileRequest): KnownCallables {
  const found = new Map<string, CallableDefinition>();
  const problems: PlanProblem[] = [];
  for (const { step } of draftSteps(draft)) {
    if (step.kind !== "TOOL" || found.has(step.callableName)) continue;
    const name = step.callableName;
    const callable = request.callable(name);
    if (typeof callable === "object") found.set(name, callable).set(callable.name, callable);
    else if (problems.length < MAX_PROBLEMS)
      problems.push(nameProblem(name, callable, step.places.callableName, request));
  }
  return { found, problems };
}

/** Why nothing of this name can be called. */
export function nameProblem(
  name: string,
  meaning: Exclude<NamedCallable, CallableDefinition>,
  path: readonly string[],
  request: Pick<CompileRequest, "callableNames">,
): PlanProblem {
  const refusal = `Cannot call ${JSON.stringify(name)}`;
  if (meaning === "CHANGED") {
    const message = `${refusal}: required a tool as it was accepted, found that its schemas, description or hints have changed`;
    return { kind: "TOOL_CHANGED", message, path, name };
  }
  const names = [...request.callableNames()];
  const meant = qualifiedNames(name, names);
  if (meant.length > 1) {
    const [shown, more] = [meant.slice(0, MAX_QUALIFIED_NAMES), meant.length - MAX_QUALIFIED_NAMES];
    const others = more > 0 ? ` or ${more} more` : "";
    const message = `${refusal}: required a name that means one callable, found ${meant.length}: ${shown.join(", ")}${others}`;
    return { kind: "UNKNOWN_CALLABLE", message, path, name, nearestNames: meant.slice(0, 3) };
  }
  const nearest = meant.length === 1 ? meant : nearestNames(name, names);
  const suggestion = suggested(nearest);
  const message = `${refusal}: there is no tool, agent or workflow of exactly this name${suggestion}`;
  return { kind: "UNKNOWN_CALLABLE", message, path, name, nearestNames: nearest };
}

/** Those of `names` that qualify `name`, which means none of them where there are several (R18). */
function qualifiedNames(name: string, names: readonly string[]): readonly string[] {
  return names.filter((candidate) => candidate.endsWith(`.${name}`)).toSorted();
}

function refused(plan: Plan | undefined, problems: readonly PlanProblem[]): Compilation {
  return { ok: false, plan, problems: problems.slice(0, MAX_PROBLEMS) };
}
