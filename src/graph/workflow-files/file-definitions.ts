/**
 * A file of agents and workflows in our own form, as definitions that the catalog compiles. Its shape is that of the input type
 * `WorkflowFileInput`, by which a text is judged just as a typed value is.
 */
import { coerceInputValue, type GraphQLSchema, isInputType, validateInputValue } from "graphql";
import type { LocalAgentRegistration } from "../../catalog/agent-registration.ts";
import type { DefinitionsInput } from "../../catalog/snapshot/compile-definitions.ts";
import type { WorkflowInput } from "../../catalog/snapshot/compile-workflow.ts";
import type { JsonObject } from "../../json/json.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import { cannotTake, type RequestProblem } from "../base/request-problem.ts";
import type { FileWorkflowInput, WorkflowFileInput } from "../base/schema.generated.ts";
import { type AgentProblem, readAgentInput } from "../registry/agent-mutations.ts";

const version = 1;
const mostEntries = 100;

/** Problems with paths that start at the file. */
export type FileResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** The file, if it has the shape of the input type. */
export function typedFile(file: JsonObject, schema: GraphQLSchema): FileResult<WorkflowFileInput> {
  const type = schema.getType("WorkflowFileInput");
  if (!isInputType(type)) throw new Error("Cannot read files: the schema has no type WorkflowFileInput");
  const problems: RequestProblem[] = [];
  // The address of the schema is for editors, and no name that GraphQL knows.
  const { $schema: _, ...members } = file;
  validateInputValue(members, type, ({ message }, path) => {
    const finding = withoutStop(message);
    problems.push(
      path.length > 0
        ? cannotTake(path.map(String), finding)
        : { kind: "INVALID_INPUT", message: `Cannot take the file: ${finding}`, path: [] },
    );
  });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: coerceInputValue(members, type) as WorkflowFileInput };
}

/** The definitions of the file, as the catalog compiles them. */
export function fileDefinitions(file: WorkflowFileInput, settings: GraphSettings): FileResult<DefinitionsInput> {
  const { agents, schemaVersion, workflows } = { agents: file.agents ?? [], workflows: file.workflows ?? [], ...file };
  const problems: RequestProblem[] = [];
  if (schemaVersion !== version)
    problems.push(cannotTake(["schemaVersion"], `required ${version}, found ${schemaVersion}`));
  const count = (agents?.length ?? 0) + (workflows?.length ?? 0);
  if (count === 0) problems.push(cannotTake(["workflows"], "required an agent or a workflow, found none"));
  if (count > mostEntries)
    problems.push(cannotTake(["workflows"], `required at most ${mostEntries} agents and workflows, found ${count}`));
  const registrations: LocalAgentRegistration[] = [];
  for (const [at, agent] of (agents ?? []).entries()) {
    const parsed = readAgentInput(agent, settings);
    const problem = parsed.ok ? remoteProblem(parsed.request.kind) : parsed.problem;
    if (problem !== undefined) problems.push({ ...problem, path: ["agents", String(at), ...problem.path] });
    else if (parsed.ok && parsed.request.kind === "LOCAL") registrations.push(parsed.request);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { agents: registrations, workflows: (workflows ?? []).map(workflowInput) } };
}

function remoteProblem(kind: "A2A" | "HTTP" | "LOCAL"): AgentProblem | undefined {
  if (kind === "LOCAL") return undefined;
  const member = kind === "A2A" ? "a2a" : "http";
  const finding = `required an agent of this deployment, found one that runs elsewhere; register it with registerAgent, and call it by its name`;
  return { kind: "INVALID_INPUT", message: `Cannot take the agent: ${finding}`, path: ["source", member] };
}

function workflowInput(workflow: FileWorkflowInput): WorkflowInput {
  const { description, inputSchema, name, output, outputSchema, plan, schedule } = workflow;
  return {
    name,
    description,
    source: { kind: "TYPED", plan },
    schedule: schedule ?? null,
    inputSchema: inputSchema ?? null,
    outputSchema: outputSchema ?? null,
    public: workflow.public ?? false,
    timeoutMs: workflow.timeoutMs ?? null,
    ...(output != null && { output }),
  };
}

function withoutStop(message: string): string {
  return message.replace(/\.$/, "");
}
