/**
 * Compiles the agents and workflows of one file against the catalog as it would be with all of them: each may call the others. Nothing is
 * stored; the catalog checks each again in the turn in which it stores them.
 */
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import type { PlanProblem, PlanWarning } from "../../plan/problem.ts";
import type { LocalAgentRegistration } from "../agent-registration.ts";
import type { EgressRules } from "../egress.ts";
import { comparedName, planNamesOf } from "../plan-name.ts";
import type { WorkflowRegistration } from "../workflow-registration.ts";
import { agentRefusal } from "./agent-refusal.ts";
import { toolsLacking } from "./agent-tools.ts";
import { type CatalogSnapshot, findAgent, findWorkflow, withAgent, withWorkflowVersion } from "./catalog-snapshot.ts";
import { compileWorkflow, type WorkflowCompilation, type WorkflowInput } from "./compile-workflow.ts";
import { nameTaken } from "./registry-names.ts";
import type { FlowContext } from "./workflow-flows.ts";

/** The definitions to store, each after those that it calls. */
export type Definition =
  | { readonly kind: "AGENT"; readonly agent: LocalAgentRegistration }
  | { readonly kind: "WORKFLOW"; readonly workflow: WorkflowRegistration };

export interface DefinitionsInput {
  readonly agents: readonly LocalAgentRegistration[];
  readonly workflows: readonly WorkflowInput[];
}

/** An entry of the file, such as `agents`, `0`. */
interface Entry {
  readonly path: readonly [list: "agents" | "workflows", position: string];
  readonly names: readonly string[];
  readonly calls: readonly string[];
  readonly compile: (snapshot: CatalogSnapshot) => EntryResult;
}

type EntryResult =
  | {
      readonly ok: true;
      readonly definition: Definition;
      readonly snapshot: CatalogSnapshot;
      readonly warnings: readonly PlanWarning[];
    }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

export type DefinitionsResult =
  | {
      readonly ok: true;
      readonly definitions: readonly Definition[];
      readonly warnings: readonly Pick<PlanWarning, "message" | "path">[];
    }
  /** Paths start at the file. */
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** No addresses are in agents of ours. */
const noEgress: EgressRules = { allowHttp: false, allowPrivate: false };

/** Compiles all, or reports the problems of each. Never throws. `flowContext` as for `compileWorkflow`. */
export function compileDefinitions(
  { agents, workflows }: DefinitionsInput,
  snapshot: CatalogSnapshot,
  limits: LimitSettings,
  flowContext?: FlowContext,
): DefinitionsResult {
  const entries = [
    ...agents.map((agent, at) => agentEntry(agent, String(at))),
    ...workflows.map((workflow, at) =>
      workflowEntry(workflow, String(at), (catalog) => compileWorkflow(workflow, catalog, limits, flowContext)),
    ),
  ];
  const problems: PlanProblem[] = [...repeatedNames(entries)];
  const warnings: Pick<PlanWarning, "message" | "path">[] = replacements(agents, workflows, snapshot);
  const definitions: Definition[] = [];
  let catalog = snapshot;
  const failed = new Set<string>();
  for (const { compile, names, path } of inOrder(entries)) {
    const result = compile(catalog);
    if (result.ok) {
      catalog = result.snapshot;
      definitions.push(result.definition);
      warnings.push(...result.warnings.map((warning) => at(path, warning)));
    } else {
      for (const name of names) failed.add(name);
      problems.push(...ownProblems(result.problems, failed).map((problem) => at(path, problem)));
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, definitions, warnings };
}

function at<Found extends { readonly path: readonly string[] }>(path: readonly string[], found: Found): Found {
  return { ...found, path: [...path, ...found.path] };
}

/** Without those that say only that another entry of the file has problems. */
function ownProblems(problems: readonly PlanProblem[], failed: ReadonlySet<string>): readonly PlanProblem[] {
  return problems.filter((problem) => problem.kind !== "UNKNOWN_CALLABLE" || !failed.has(problem.name));
}

/** Where a member of an agent or workflow stands in a file. */
export function placeInFile(kind: Definition["kind"], member: string): readonly string[] {
  if (kind === "WORKFLOW") return [member];
  return ["name", "description", "tags", "exampleQueries", "routable", "public"].includes(member)
    ? [member]
    : ["source", "local", member];
}

function agentEntry(agent: LocalAgentRegistration, position: string): Entry {
  return {
    path: ["agents", position],
    names: planNamesOf(agent),
    calls: agent.tools,
    compile: (snapshot) => {
      const refusal = agentRefusal(agent, noEgress);
      if (refusal !== undefined) return invalid(refusal.message, placeInFile("AGENT", refusal.member));
      const taken = nameTaken(snapshot, agent);
      if (taken !== undefined) return invalid(takenMessage("agent", agent.name, taken), ["name"]);
      const lacking = toolsLacking(snapshot, agent);
      if (lacking !== undefined) return invalid(lacking, placeInFile("AGENT", "tools"));
      const definition = { kind: "AGENT", agent } as const;
      const registered = { ...agent, createdAt: 0, updatedAt: 0 };
      return { ok: true, definition, snapshot: withAgent(snapshot, registered), warnings: [] };
    },
  };
}

function workflowEntry(
  { name, source }: WorkflowInput,
  position: string,
  compiled: (snapshot: CatalogSnapshot) => WorkflowCompilation,
): Entry {
  return {
    path: ["workflows", position],
    names: planNamesOf({ name }),
    calls: calledIn(source.kind === "TYPED" ? (source.plan as Json) : (source.document as Json)),
    compile: (snapshot) => {
      const result = compiled(snapshot);
      if (!result.ok) return { ok: false, problems: result.problems.map(inFile) };
      const { registration } = result;
      const warnings = result.warnings.map(inFile);
      const definition = { kind: "WORKFLOW", workflow: registration } as const;
      const registered = withWorkflowVersion(snapshot, { ...registration, createdAt: 0 });
      return { ok: true, definition, snapshot: registered, warnings };
    },
  };
}

/** In a file the plan stands in the workflow itself. */
function inFile<Found extends { readonly path: readonly string[] }>(found: Found): Found {
  return found.path[0] === "source" ? { ...found, path: found.path.slice(1) } : found;
}

function invalid(message: string, path: readonly string[]): EntryResult {
  return { ok: false, problems: [{ kind: "INVALID_INPUT", message, path }] };
}

function takenMessage(sort: string, name: string, taken: string): string {
  const shown = JSON.stringify(name.slice(0, 80));
  return `Cannot register the ${sort} ${shown}: required a name that nothing else has, found ${taken}`;
}

/** The callables that steps name at any place of a plan. They decide the order of compiling; the compiler reads the plan itself. */
function calledIn(plan: Json): readonly string[] {
  const found: string[] = [];
  const waiting: Json[] = [plan];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (isJsonArray(part)) waiting.push(...part);
    else if (isJsonObject(part)) {
      const name = ownValue(part, "toolName");
      if (typeof name === "string") found.push(name);
      waiting.push(...Object.values(part));
    }
  }
  return found;
}

function repeatedNames(entries: readonly Entry[]): readonly PlanProblem[] {
  const seen = new Map<string, Entry["path"]>();
  return entries.flatMap(({ names: [name = ""], path }): readonly PlanProblem[] => {
    const before = seen.get(comparedName(name));
    seen.set(comparedName(name), before ?? path);
    if (before === undefined) return [];
    const found = `the name of ${before.join(".")}, - and _ being the same`;
    const message = `Cannot register ${JSON.stringify(name.slice(0, 80))}: required a name of its own in the file, found ${found}`;
    return [{ kind: "INVALID_INPUT", message, path: [...path, "name"] }];
  });
}

/** Each after those that it calls. In a circle the first stays first, and its check reports the missing ones. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const named = new Map(entries.flatMap((entry) => entry.names.map((name) => [name, entry] as const)));
  const ordered = new Set<Entry>();
  const begun = new Set<Entry>();
  // The stack has the definitions to place. When an entry is met again, its callees have been placed.
  const stack = [...entries].reverse();
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    if (begun.has(entry)) {
      ordered.add(entry);
      continue;
    }
    begun.add(entry);
    stack.push(entry);
    for (const name of entry.calls.toReversed()) {
      const called = named.get(name);
      if (called !== undefined && !begun.has(called)) stack.push(called);
    }
  }
  return [...ordered];
}

/** Registered definitions that would be replaced. They are reported because other files may use them. */
function replacements(
  agents: readonly LocalAgentRegistration[],
  workflows: readonly WorkflowInput[],
  snapshot: CatalogSnapshot,
): Pick<PlanWarning, "message" | "path">[] {
  const replaced = (sort: string, name: string) => `Replaces the ${sort} ${JSON.stringify(name)} that is registered`;
  return [
    ...agents.flatMap(({ name }, at) => {
      const exists = findAgent(snapshot, name) !== undefined;
      return exists ? [{ message: replaced("agent", name), path: ["agents", String(at)] }] : [];
    }),
    ...workflows.flatMap(({ name }, at) => {
      const exists = findWorkflow(snapshot, name) !== undefined;
      return exists ? [{ message: replaced("workflow", name), path: ["workflows", String(at)] }] : [];
    }),
  ];
}
