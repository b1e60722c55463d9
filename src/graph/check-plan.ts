/**
 * Checks a given plan in the Worker against the catalog (E12): a wrong plan wakes no execution. A name that the cached catalog does
 * not know is refused only after the catalog was read again, because it may have been registered a moment ago.
 */
import { type CatalogSnapshot, callableNamed } from "../catalog/catalog-snapshot.ts";
import { type Compilation, compilePlan, type PlanSource } from "../plan/compile.ts";
import type { RequestedLimits } from "../plan/limits.ts";
import type { PlanProblem } from "../plan/problem.ts";
import type { Freshness } from "./doors.ts";
import type { GraphContext } from "./graph-context.ts";
import type { ExecutionLimitsInput, PlanSourceInput, Schedule } from "./schema.generated.ts";

export interface PlanCheckRequest {
  readonly source: PlanSourceInput;
  readonly bindings: unknown;
  readonly limits: ExecutionLimitsInput | null | undefined;
  readonly schedule: Schedule | null | undefined;
  readonly minCatalogRevision: string | null | undefined;
  /** Where `limits`, `schedule` and `minCatalogRevision` stand in the input: `[]` or `["options"]`. */
  readonly optionsPath: readonly string[];
}

export type PlanCheck =
  | {
      readonly kind: "VALID";
      readonly compilation: Extract<Compilation, { ok: true }>;
      readonly catalog: CatalogSnapshot;
    }
  | { readonly kind: "INVALID"; readonly problems: readonly PlanProblem[] };

/** The compiled plan, or every problem of it. Paths of problems start at the input. */
export async function checkPlan(request: PlanCheckRequest, { doors, settings }: GraphContext): Promise<PlanCheck> {
  const source = readSource(request.source);
  if (!source.ok) return { kind: "INVALID", problems: [source.problem] };
  const compileWith = (catalog: CatalogSnapshot): Compilation =>
    compilePlan({
      source: source.source,
      bindings: request.bindings ?? null,
      requestedLimits: requestedLimits(request.limits ?? {}),
      schedule: request.schedule ?? null,
      callable: (name) => callableNamed(catalog, name) ?? undefined,
      callableNames: () => catalog.tools.map(({ name }) => name),
      settings: settings.limits,
      sourcePath: ["source", source.source.kind === "TYPED" ? "plan" : "document"],
      bindingsPath: ["bindings"],
      limitsPath: [...request.optionsPath, "limits"],
    });
  const catalog = await doors.catalog.snapshot(freshnessOf(request.minCatalogRevision));
  if (catalog === null) return { kind: "INVALID", problems: [unknownRevision(request)] };
  const compilation = compileWith(catalog);
  if (compilation.ok) return { kind: "VALID", compilation, catalog };
  if (!compilation.problems.some(({ kind }) => kind === "UNKNOWN_CALLABLE")) {
    return { kind: "INVALID", problems: compilation.problems };
  }
  const current = (await doors.catalog.snapshot({ kind: "CURRENT" })) ?? catalog;
  const again = current.revision === catalog.revision ? compilation : compileWith(current);
  return again.ok
    ? { kind: "VALID", compilation: again, catalog: current }
    : { kind: "INVALID", problems: again.problems };
}

/** Without members that are undefined. */
function requestedLimits(limits: ExecutionLimitsInput): RequestedLimits {
  const { maxSteps, maxParallel, maxDepth, stepTimeoutMs, timeoutMs } = limits;
  return {
    maxSteps: maxSteps ?? null,
    maxParallel: maxParallel ?? null,
    maxDepth: maxDepth ?? null,
    stepTimeoutMs: stepTimeoutMs ?? null,
    timeoutMs: timeoutMs ?? null,
  };
}

function freshnessOf(minCatalogRevision: string | null | undefined): Freshness {
  return minCatalogRevision == null ? { kind: "CACHED" } : { kind: "REVISION", revision: minCatalogRevision };
}

type SourceReading =
  | { readonly ok: true; readonly source: PlanSource }
  | { readonly ok: false; readonly problem: PlanProblem };

/** Exactly one of plan and document (O2). Checked here and not by `@oneOf`, so that the finding is data like all others. */
function readSource({ dialect, document, plan }: PlanSourceInput): SourceReading {
  const hasPlan = plan !== null && plan !== undefined;
  const hasDocument = document !== null && document !== undefined;
  if (hasPlan === hasDocument) {
    return refusedSource(`required exactly one of plan and document, found ${hasPlan ? "both" : "neither"}`, []);
  }
  if (hasDocument) return { ok: true, source: { kind: "DOCUMENT", document, dialect: dialect ?? null } };
  if (dialect === null || dialect === undefined) return { ok: true, source: { kind: "TYPED", plan } };
  return refusedSource("a dialect belongs to a document, found one beside a typed plan", ["dialect"]);
}

function refusedSource(finding: string, place: readonly string[]): SourceReading {
  const message = `Cannot read the source of the plan: ${finding}`;
  return { ok: false, problem: { kind: "INVALID_INPUT", message, path: ["source", ...place] } };
}

function unknownRevision({ minCatalogRevision, optionsPath }: PlanCheckRequest): PlanProblem {
  const found = JSON.stringify(minCatalogRevision);
  const message = `Cannot check the plan: required a revision that a registry mutation returned, found ${found}`;
  return { kind: "INVALID_INPUT", message, path: [...optionsPath, "minCatalogRevision"] };
}
