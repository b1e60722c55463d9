/**
 * Checks a given plan in the Worker against the catalog (E12), so that a wrong plan wakes no execution.
 */
import type { AnswerPolicy } from "../../access/answer-policy.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../../catalog/snapshot/named-callable.ts";
import { type JsonSchema, utf8Bytes } from "../../json/json.ts";
import { holdsText, longText } from "../../json/long-text.ts";
import { callablesByName, type ExecutionDefinitions, type FlowRule } from "../../plan/callable.ts";
import { type Compilation, compilePlan, type PlanSource } from "../../plan/compile/compile.ts";
import { labelsFrom } from "../../plan/labels/label.ts";
import { type CheckedFlows, planFlows } from "../../plan/labels/plan-flows.ts";
import { PlanLabels } from "../../plan/labels/plan-labels.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { StepBudget, withinBudget } from "../../schema/document/step-budget.ts";
import type { GraphContext, GraphSettings } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import type { ValidatePlanInput } from "../base/schema.generated.ts";
import { definitionBytes, pinned } from "../registry/pinned-catalog.ts";
import { lacksCallable, readCatalog, unknownRevision } from "../registry/read-catalog.ts";
import { sourceWork } from "./check-work.ts";
import { answerPolicy } from "./execution-options.ts";
import { requestedLimits } from "./limits-input.ts";

export interface PlanCheckRequest {
  readonly source: PlanSource;
  readonly bindings: unknown;
  readonly limits: ValidatePlanInput["limits"];
  readonly schedule: ValidatePlanInput["schedule"];
  readonly minCatalogRevision: ValidatePlanInput["minCatalogRevision"];
  /** Where `limits`, `schedule` and `minCatalogRevision` stand in the input: `[]` or `["options"]`. */
  readonly optionsPath: readonly string[];
  /** Size and depth that the plan may have. Those of the deployment if left out. */
  readonly bounds?: Pick<LimitSettings, "maxPlanBytes" | "maxJsonDepth">;
  /** The policy by which its execution addresses its questions. If left out, that of the deployment for the caller. */
  readonly answering?: AnswerPolicy;
  /** Rules that one execution adds. Absent for none. */
  readonly flowRules?: readonly FlowRule[];
  /** Schema of the value of references to `input`, for the plan of a workflow. Such references are refused if left out. */
  readonly input?: JsonSchema | null;
}

export type PlanCheck =
  | {
      readonly kind: "VALID";
      readonly compilation: Extract<Compilation, { ok: true }>;
      /** Everything that the plan may call (E15). */
      readonly definitions: ExecutionDefinitions;
      /** The labels that hold its calls. */
      readonly flows: CheckedFlows;
      /** The same by step, with labels that hold nothing and that a registration declares. Each call finds them anew. */
      readonly shownFlows: () => CheckedFlows["flows"];
      /** Where the plan stands in the input. */
      readonly sourcePath: readonly string[];
    }
  | {
      readonly kind: "INVALID";
      readonly problems: readonly RequestProblem[];
      /** Revision of the catalog that the plan was checked against. Absent if there was none. */
      readonly catalogRevision: string | undefined;
    };

/** A plan that is given is its caller's, and so is everything that it is given. */
const writtenByCaller = {
  written: labelsFrom(["CALLER"], "the plan of the request"),
  given: labelsFrom(["CALLER"], "the request"),
};

/** Schemas and all other pinned definitions of one execution, as JSON. */
export const maxDefinitionBytes = 1_000_000;

/** Plan and definitions as JSON: they stand in one row, which the platform bounds to 2 MB. */
const maxStoredBytes = 1_900_000;

/** A check of so many steps, or of long texts, pauses before its plan is pinned, stored or answered: some milliseconds of a processor. */
const longCheckSteps = 20_000;

/** The compiled plan, or every problem of it. Paths of problems start at the input. */
export async function checkPlan(request: PlanCheckRequest, context: GraphContext): Promise<PlanCheck> {
  const { clients, settings } = context;
  const sourcePath = ["source", request.source.kind === "TYPED" ? "plan" : "document"];
  const budget = requestBudget(context);
  const before = budget.left;
  const compileWith = (catalog: CatalogSnapshot): Compilation =>
    withinBudget(budget, () =>
      compilePlan({
        source: request.source,
        bindings: request.bindings ?? null,
        requestedLimits: requestedLimits(request.limits),
        schedule: request.schedule ?? undefined,
        callable: (name) => callableNamed(catalog, name),
        callableNames: () => callableNames(catalog),
        settings: { ...settings.limits, ...request.bounds },
        input: request.input ?? undefined,
        answering: request.answering ?? answerPolicy({}, context),
        sourcePath,
        bindingsPath: ["bindings"],
        limitsPath: [...request.optionsPath, "limits"],
      }),
    );
  const { minCatalogRevision, optionsPath } = request;
  const lookup = await readCatalog(clients.catalog, minCatalogRevision, compileWith, lacksCallable);
  const steps = before - budget.left + sourceWork(request.source);
  context.load.checked(steps);
  if (steps >= longCheckSteps || holdsText(request.source, longText)) await context.pause?.();
  if (lookup === undefined) {
    return {
      kind: "INVALID",
      problems: [unknownRevision(minCatalogRevision, optionsPath)],
      catalogRevision: undefined,
    };
  }
  const { catalog, result } = lookup;
  if (result.ok) return withDefinitions(result, sourcePath, catalog, settings, request);
  return { kind: "INVALID", problems: result.problems, catalogRevision: catalog.revision };
}

/** The definitions are stored in one row with the plan, whose stored form is longer than the sent one. */
function withDefinitions(
  compilation: Extract<Compilation, { ok: true }>,
  sourcePath: readonly string[],
  catalog: CatalogSnapshot,
  settings: GraphSettings,
  { flowRules }: Pick<PlanCheckRequest, "flowRules">,
): PlanCheck {
  const names = compilation.callables.map(({ name }) => name);
  const pinning = pinned(catalog, names, settings, ["source"]);
  if (!pinning.ok) return { kind: "INVALID", problems: pinning.problems, catalogRevision: catalog.revision };
  const { definitions } = pinning;
  const bytes = definitionBytes(definitions);
  const tooMuch = (what: string, limit: string, maximum: number, found: number): PlanCheck => {
    const message = `Cannot run the plan: required ${what} of at most ${maximum} bytes together, found ${found}`;
    const problems = [{ kind: "LIMIT_EXCEEDED", message, path: ["source"], limit, maximum, found }] as const;
    return { kind: "INVALID", problems, catalogRevision: catalog.revision };
  };
  if (bytes > maxDefinitionBytes)
    return tooMuch("definitions of what it calls", "definitionBytes", maxDefinitionBytes, bytes);
  const stored = bytes + utf8Bytes(JSON.stringify(compilation.plan));
  if (stored > maxStoredBytes) {
    return tooMuch("its stored form and definitions of what it calls", "storedBytes", maxStoredBytes, stored);
  }
  const { argumentsPlace, plan } = compilation;
  const callables = callablesByName(definitions);
  const asked = {
    labels: new PlanLabels({ plan, callables, definitions, ...writtenByCaller }),
    steps: leafSteps(plan),
    callables,
    added: flowRules,
    placeOf: argumentsPlace,
  };
  const flows = planFlows(asked);
  const shownFlows = () => planFlows({ ...asked, showsAll: true }).flows;
  return flows.problems.length > 0
    ? { kind: "INVALID", problems: flows.problems, catalogRevision: catalog.revision }
    : { kind: "VALID", compilation, definitions, flows, shownFlows, sourcePath };
}

/** The maximum work of all plan checks of one request together, however many plans it holds. */
const budgets = new WeakMap<Request, StepBudget>();

/** The budget of the request that `context` belongs to. */
function requestBudget({ request }: GraphContext): StepBudget {
  let budget = budgets.get(request);
  if (budget === undefined) {
    budget = new StepBudget();
    budgets.set(request, budget);
  }
  return budget;
}
