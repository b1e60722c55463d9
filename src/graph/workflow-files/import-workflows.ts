/**
 * Room `graph/workflow-files`: the mutation that registers the agents and workflows of one file.
 *
 * Owns: the mutation (this file); a file in our own form as definitions (`file-definitions.ts`). Leaves: text to `catalog/workflow-files`,
 * which is loaded with the first one; the compiling to `catalog/snapshot`; single agents and workflows to `graph/registry`.
 *
 * Invariants:
 * - All of a file is registered, or nothing.
 * - Every problem of a text has its line and column.
 */
import type { GraphQLSchema } from "graphql";
import { findAgent, findWorkflow } from "../../catalog/snapshot/catalog-snapshot.ts";
import {
  compileDefinitions,
  type Definition,
  type DefinitionsInput,
  placeInFile,
} from "../../catalog/snapshot/compile-definitions.ts";
import type { PlacedFinding } from "../../catalog/workflow-files/workflow-file.ts";
import type { JsonObject } from "../../json/json.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import type { FileWarning, ImportWorkflowsInput, WorkflowFileInput } from "../base/schema.generated.ts";
import type { AgentSource, WorkflowSource } from "../base/sources.ts";
import { problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { pinningSettings } from "../registry/pinned-catalog.ts";
import { readCatalog, unknownRevision } from "../registry/read-catalog.ts";
import { fileDefinitions, typedFile } from "./file-definitions.ts";

export interface ImportWorkflowsPayload {
  readonly agents: readonly AgentSource[];
  readonly workflows: readonly WorkflowSource[];
  readonly document: JsonObject | undefined;
  readonly catalogRevision: string | undefined;
  readonly warnings: readonly FileWarning[];
  readonly errors: readonly UserErrorSource[];
}

const mostWarnings = 100;

/** A file whose shape is right, and the place in the request to which a path of it leads. */
interface GivenFile {
  readonly file: WorkflowFileInput;
  readonly warnings: readonly PlacedFinding[];
  readonly origin: (path: readonly string[]) => Pick<PlacedFinding, "path" | "place">;
  /** Where the file stands in the input. */
  readonly at: readonly string[];
}

type ParsedGiven =
  | { readonly ok: true; readonly given: GivenFile }
  | { readonly ok: false; readonly errors: readonly UserErrorSource[]; readonly warnings: readonly FileWarning[] };

/** Checks the file whole, and registers all of it unless something is wrong with any of it. */
export async function importWorkflows(
  input: ImportWorkflowsInput,
  { clients, settings }: GraphContext,
  schema: GraphQLSchema,
): Promise<ImportWorkflowsPayload> {
  const parsed = await readGiven(input, schema);
  if (!parsed.ok) return refused(parsed.errors, parsed.warnings, undefined);
  const { given } = parsed;
  const document = JSON.parse(JSON.stringify(given.file)) as JsonObject;
  const warned = given.warnings.map(fileWarning);
  const reject = (problems: readonly RequestProblem[]) => refused(placedErrors(problems, given), warned, document);
  const read = fileDefinitions(given.file, settings);
  if (!read.ok) return reject(read.problems);
  const { minCatalogRevision } = input;
  // A workflow states no limits of its own: it may be as large as any request could permit.
  const limits = { ...settings.limits, defaults: settings.limits.caps };
  const flowContext = { models: settings.models, settings: pinningSettings(settings) };
  const found = await readCatalog(
    clients.catalog,
    minCatalogRevision,
    (catalog) => compileDefinitions(read.value, catalog, limits, flowContext),
    ({ ok }) => !ok,
  );
  if (found === undefined)
    return refused(problemErrors([unknownRevision(minCatalogRevision, [])], ["input"]), warned, document);
  const { result } = found;
  if (!result.ok) return reject(result.problems);
  const further = result.warnings.map(({ message, path }) => fileWarning({ message, ...given.origin(path) }));
  const warnings = [...warned, ...further].slice(0, mostWarnings);
  const checked = { agents: [], workflows: [], document, catalogRevision: undefined, warnings, errors: [] };
  if (input.dryRun === true) return checked;
  const answer = await clients.catalog.importDefinitions(result.definitions);
  if (answer.kind === "REFUSED") {
    const { at, member, message, reached } = answer;
    const path = refusedPlace(result.definitions[at], member, read.value);
    return reject([
      reached === undefined
        ? { kind: "INVALID_INPUT", message, path }
        : { kind: "LIMIT_EXCEEDED", message, path, ...reached },
    ]);
  }
  const { snapshot } = answer;
  return {
    ...checked,
    agents: read.value.agents.flatMap(({ name }) => findAgent(snapshot, name) ?? []).map((agent) => ({ agent })),
    workflows: read.value.workflows
      .flatMap(({ name }) => findWorkflow(snapshot, name) ?? [])
      .map((workflow) => ({ workflow, catalog: snapshot })),
    catalogRevision: snapshot.revision,
  };
}

/** `@oneOf` has made sure that exactly one source is given. */
async function readGiven({ dialect, source }: ImportWorkflowsInput, schema: GraphQLSchema): Promise<ParsedGiven> {
  const { file, json, yaml } = source;
  if (file != null) {
    const at = ["input", "source", "file"];
    return { ok: true, given: { file, warnings: [], origin: (path) => ({ path, place: undefined }), at } };
  }
  const [format, text] = yaml == null ? (["JSON", json ?? ""] as const) : (["YAML", yaml] as const);
  const at = ["input", "source", yaml == null ? "json" : "yaml"];
  const { readWorkflowFile } = await import("../../catalog/workflow-files/workflow-file.ts");
  const parsed = readWorkflowFile({ text, format, dialect: dialect ?? undefined });
  if (!parsed.ok)
    return { ok: false, errors: textErrors(parsed.problems, at), warnings: parsed.warnings.map(fileWarning) };
  const { origin, warnings } = parsed;
  const typed = typedFile(parsed.file, schema);
  if (typed.ok) return { ok: true, given: { file: typed.value, warnings, origin, at } };
  return { ok: false, errors: placedErrors(typed.problems, { origin, at }), warnings: warnings.map(fileWarning) };
}

function textErrors(
  problems: readonly (PlacedFinding & {
    readonly limit?: { name: string; maximum: number; found: number } | undefined;
  })[],
  at: readonly string[],
): readonly UserErrorSource[] {
  const found = problems.map(({ limit, message, path, place }): RequestProblem => {
    const placed = withPlace(message, place);
    if (limit === undefined) return { kind: "INVALID_INPUT", message: placed, path };
    return {
      kind: "LIMIT_EXCEEDED",
      message: placed,
      path,
      limit: limit.name,
      maximum: limit.maximum,
      found: limit.found,
    };
  });
  return problemErrors(found, at);
}

/** The problems at the places of the request, with line and column in their words where it is a text. */
function placedErrors(
  problems: readonly RequestProblem[],
  { at, origin }: Pick<GivenFile, "at" | "origin">,
): readonly UserErrorSource[] {
  const placed = problems.map((problem): RequestProblem => {
    const { path, place } = origin(problem.path);
    return { ...problem, path, message: withPlace(problem.message, place) };
  });
  return problemErrors(placed, at);
}

function withPlace(message: string, place: PlacedFinding["place"]): string {
  return place === undefined ? message : `${message} (line ${place.line}, column ${place.column})`;
}

function fileWarning({ message, path, place }: PlacedFinding): FileWarning {
  return { message, path: [...path], line: place?.line, column: place?.column };
}

function refusedPlace(
  definition: Definition | undefined,
  member: string | null,
  { agents, workflows }: DefinitionsInput,
): readonly string[] {
  if (definition === undefined) return [];
  const within = member === null ? [] : placeInFile(definition.kind, member);
  if (definition.kind === "AGENT") return ["agents", String(agents.indexOf(definition.agent)), ...within];
  return ["workflows", String(workflows.findIndex(({ name }) => name === definition.workflow.name)), ...within];
}

function refused(
  errors: readonly UserErrorSource[],
  warnings: readonly FileWarning[],
  document: JsonObject | undefined,
): ImportWorkflowsPayload {
  return { agents: [], workflows: [], document, catalogRevision: undefined, warnings, errors };
}
