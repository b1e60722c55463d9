/**
 * `Mutation.saveWorkflow` and `Mutation.removeWorkflow`. A workflow is compiled here against the current catalog, as a given plan is (E12).
 * The catalog's object checks the rules about other registrations once more, in the turn in which it is stored.
 */
import { compileWorkflow } from "../../catalog/snapshot/compile-workflow.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { placedWarnings } from "../base/plan-warnings.ts";
import { cannotTake } from "../base/request-problem.ts";
import type { PlanWarning, RemoveWorkflowInput, SaveWorkflowInput } from "../base/schema.generated.ts";
import type { WorkflowSource } from "../base/sources.ts";
import { notFound, problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { pinningSettings } from "./pinned-catalog.ts";
import { readPlanSource } from "./plan-source.ts";
import { lacksCallable, readCatalog, unknownRevision } from "./read-catalog.ts";
import { registryError } from "./registry-error.ts";
import type { RemovePayload } from "./registry-mutations.ts";

export interface SaveWorkflowPayload {
  readonly workflow: WorkflowSource | undefined;
  readonly catalogRevision: string | undefined;
  readonly warnings: readonly PlanWarning[];
  readonly errors: readonly UserErrorSource[];
}

const promptFinding = "required a plan or a document, found a prompt, of which a workflow cannot be made";

/** Compiles and stores a workflow. */
export async function saveWorkflow(
  input: SaveWorkflowInput,
  { clients, settings }: GraphContext,
): Promise<SaveWorkflowPayload> {
  const { limits, models } = settings;
  const { description, inputSchema, minCatalogRevision, name, output, outputSchema, schedule } = input;
  const source = readPlanSource(input.source);
  if (source.kind === "REFUSED") return refused(problemErrors([source.problem], ["input"]));
  if (source.kind === "PROMPT")
    return refused(problemErrors([cannotTake(["source", "prompt"], promptFinding)], ["input"]));
  const given = {
    name,
    description,
    source: source.source,
    schedule: schedule ?? null,
    public: input.public ?? false,
    timeoutMs: input.timeoutMs ?? null,
    inputSchema: inputSchema ?? null,
    outputSchema: outputSchema ?? null,
    ...(output !== null && output !== undefined && { output }),
  };
  // A workflow states no limits of its own: it may be as large as any request could permit.
  const bounds = { ...limits, defaults: limits.caps };
  const lookup = await readCatalog(
    clients.catalog,
    minCatalogRevision,
    (catalog) => compileWorkflow(given, catalog, bounds, { models, settings: pinningSettings(settings) }),
    lacksCallable,
  );
  if (lookup === undefined) return refused(problemErrors([unknownRevision(minCatalogRevision, [])], ["input"]));
  const { result } = lookup;
  if (!result.ok) return refused(problemErrors(result.problems, ["input"]));
  const answer = await clients.catalog.saveWorkflow(result.registration);
  if (answer.kind === "SAVED") {
    const { snapshot, workflow } = answer;
    const warnings = placedWarnings(result.warnings);
    return { workflow: { workflow, catalog: snapshot }, catalogRevision: snapshot.revision, warnings, errors: [] };
  }
  const path = answer.member === null ? ["input"] : ["input", answer.member === "plan" ? "source" : answer.member];
  return refused([registryError(answer, path)]);
}

/** Removes every version of a workflow. Running executions keep their pinned definitions (E15). */
export async function removeWorkflow(
  { workflowId }: RemoveWorkflowInput,
  context: GraphContext,
): Promise<RemovePayload> {
  const name = await nodeNamed(workflowId, "WORKFLOW", context);
  const answer = name === undefined ? null : await context.clients.catalog.removeWorkflow(name.name);
  if (answer === null || answer.kind === "NOT_FOUND") {
    return {
      removedId: undefined,
      catalogRevision: undefined,
      errors: [notFound("the workflow", ["input", "workflowId"])],
    };
  }
  return { removedId: workflowId, catalogRevision: answer.catalogRevision, errors: [] };
}

function refused(errors: readonly UserErrorSource[]): SaveWorkflowPayload {
  return { workflow: undefined, catalogRevision: undefined, warnings: [], errors };
}
