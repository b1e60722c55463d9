/**
 * Room `catalog/agent-mesh`: definitions of Solace Agent Mesh as a file of ours.
 *
 * Owns: the shape of such a file (`mesh-document.ts`); its templates, conditions and values (`mesh-template.ts`, `mesh-expression.ts`,
 * `mesh-condition.ts`, `mesh-value.ts`) and their meaning at their place (`mesh-scope.ts`); the nodes as a graph (`mesh-graph.ts`) and as
 * steps (`mesh-workflow.ts`); retries and timeouts (`mesh-policy.ts`); agents (`mesh-agent.ts`). Leaves: text and places to
 * `catalog/workflow-files`; the checks of the plan that comes out to `plan/compile`.
 *
 * Invariants:
 * - Everything is parsed and translated as a value. No value is ever put into the text of a condition.
 * - Parts that a plan cannot express are refused, and parts that are left out are warnings, each with its place.
 */
import type { Json, JsonObject } from "../../json/json.ts";
import { withFewSuggestions } from "../../json/nearest-name.ts";
import { parsedShape } from "../../plan/shape-problems.ts";
import { translateAgent } from "./mesh-agent.ts";
import { isCall, type MeshFile, meshShape } from "./mesh-document.ts";
import { translateWorkflow } from "./mesh-workflow.ts";

/** `path` starts at the file. */
export interface MeshFinding {
  readonly message: string;
  readonly path: readonly string[];
}

export type MeshTranslation =
  | {
      readonly ok: true;
      /** A file in our own form. */
      readonly file: JsonObject;
      readonly warnings: readonly MeshFinding[];
      /** The place in the given file to which a path of our own form leads. */
      readonly origin: (path: readonly string[]) => readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly MeshFinding[]; readonly warnings: readonly MeshFinding[] };

/**
 * Translates a file, or reports everything that cannot be. Never throws.
 *
 * @example
 * ```ts
 * const agent = { agent_name: "echo", instruction: "Say it again." };
 * const translation = translateMesh({ agents: [agent] });
 * translation.ok && translation.file.agents; // [{ name: "echo", description: "echo", source: { local: { instructions: "Say it again." } } }]
 * ```
 */
export function translateMesh(value: Json): MeshTranslation {
  const parsed = parsedShape(meshShape, value, []);
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ message, path }) => ({ message, path }));
    return { ok: false, problems, warnings: [] };
  }
  return withFewSuggestions(() => translateFile(parsed.data));
}

function translateFile({ agents, workflows }: MeshFile): MeshTranslation {
  const names = {
    agents: new Map(agents.map((agent) => [agent.agent_name, agent])),
    workflows: new Map(workflows.map((workflow) => [workflow.name, workflow])),
  };
  const nodes = workflows.flatMap(({ workflow }) => workflow.nodes.filter(isCall));
  const instructed = new Set(
    nodes.flatMap((node) => (node.type === "agent" && (node.instruction ?? "").trim() !== "" ? [node.agent_name] : [])),
  );
  const translated = workflows.map((workflow) => translateWorkflow(workflow, names));
  const placed = (list: "problems" | "warnings"): readonly MeshFinding[] =>
    translated.flatMap((one, at) =>
      one[list].map(({ finding, path }) => ({
        message:
          `${list === "problems" ? "Cannot translate" : ""} ${placeOf(workflows[at]?.name, path)}${list === "problems" ? ":" : ""} ${finding}`.trim(),
        path: ["workflows", String(at), "workflow", ...path],
      })),
    );
  const warnings = placed("warnings");
  const problems = placed("problems");
  if (problems.length > 0) return { ok: false, problems, warnings };
  const file = {
    schemaVersion: 1,
    agents: agents.map((agent) => translateAgent(agent, instructed.has(agent.agent_name))),
    workflows: translated.map(({ workflow }) => workflow),
  };
  return {
    ok: true,
    file,
    warnings,
    origin: (path) =>
      originOf(
        path,
        translated.map(({ origins }) => origins),
      ),
  };
}

function placeOf(workflow: string | undefined, path: readonly string[]): string {
  return `${path.join(".") || "the definition"} of ${JSON.stringify((workflow ?? "").slice(0, 80))}`;
}

const agentMembers: Readonly<Record<string, readonly string[]>> = {
  name: ["agent_name"],
  description: ["agent_card", "description"],
  tags: ["agent_card", "skills"],
};
const localMembers: Readonly<Record<string, readonly string[]>> = {
  instructions: ["instruction"],
  inputSchema: ["input_schema"],
  outputSchema: ["output_schema"],
};

function originOf(
  [list, position, ...path]: readonly string[],
  origins: readonly (readonly (readonly [readonly string[], readonly string[]])[])[],
): readonly string[] {
  if (list === undefined || position === undefined) return [];
  if (list === "agents") {
    const [member = "", , local = ""] = path;
    return ["agents", position, ...(agentMembers[member] ?? localMembers[local] ?? [])];
  }
  let best: { readonly own: readonly string[]; readonly mesh: readonly string[] } = { own: [], mesh: [] };
  for (const [own, mesh] of origins[Number(position)] ?? []) {
    if (own.length > best.own.length && own.every((part, at) => path[at] === part)) best = { own, mesh };
  }
  const rest = best.own.at(-1) === "arguments" || best.own.at(-1) === "output" ? path.slice(best.own.length) : [];
  return ["workflows", position, ...best.mesh, ...rest];
}
