/**
 * Checks a given plan in the Worker against the catalog (E12): a wrong plan wakes no execution. A name that the cached catalog does
 * not know is refused only after the catalog was read again, because it may have been registered a moment ago.
 */
import { type CatalogSnapshot, callableNamed, pinnedDefinitions } from "../catalog/catalog-snapshot.ts";
import type { ExecutionDefinitions } from "../plan/callable.ts";
import { type Compilation, compilePlan, type PlanSource } from "../plan/compile.ts";
import { utf8Bytes } from "../plan/json.ts";
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
      /** Everything that the plan may call (E15). */
      readonly definitions: ExecutionDefinitions;
    }
  | { readonly kind: "INVALID"; readonly problems: readonly PlanProblem[] };

/** Schemas and all else that is pinned of the tools of one plan, as JSON. */
export const maxDefinitionBytes = 1_000_000;

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
  if (compilation.ok) return withDefinitions(compilation, catalog);
  if (!compilation.problems.some(({ kind }) => kind === "UNKNOWN_CALLABLE")) {
    return { kind: "INVALID", problems: compilation.problems };
  }
  const current = (await doors.catalog.snapshot({ kind: "CURRENT" })) ?? catalog;
  const again = current.revision === catalog.revision ? compilation : compileWith(current);
  return again.ok ? withDefinitions(again, current) : { kind: "INVALID", problems: again.problems };
}

/** The definitions are stored in one row with the plan, which the platform bounds to 2 MB together. */
function withDefinitions(compilation: Extract<Compilation, { ok: true }>, catalog: CatalogSnapshot): PlanCheck {
  const names = compilation.callables.map(({ name }) => name);
  const definitions = pinnedDefinitions(catalog, names);
  const found = utf8Bytes(JSON.stringify(definitions));
  if (found <= maxDefinitionBytes) return { kind: "VALID", compilation, definitions };
  const message = `Cannot run the plan: required definitions of its tools of at most ${maxDefinitionBytes} bytes together, found ${found}`;
  const limit = { limit: "definitionBytes", maximum: maxDefinitionBytes, found };
  return { kind: "INVALID", problems: [{ kind: "LIMIT_EXCEEDED", message, path: ["source"], ...limit }] };
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
