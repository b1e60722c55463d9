/**
 * The run for a call at `/mcp`: plans and prompts are checked as `executePlan` checks them (O14), workflows and agents are pinned with everything
 * that they call. Problems name the arguments of the tool.
 */

import type { GraphContext } from "../../graph/base/graph-context.ts";
import type { ExecutePlanInput } from "../../graph/base/schema.generated.ts";
import { problemErrors, type UserErrorSource } from "../../graph/base/user-errors.ts";
import { planWork } from "../../graph/start/execute-plan.ts";
import type { Json } from "../../json/json.ts";
import type {
  CallProblem,
  OrchestrationCall,
  OrchestrationClient,
  RunClient,
  WorkResult,
} from "../../mcp-server/ports.ts";
import { callableInput } from "../request/callable-input.ts";

export function orchestrationClient(context: GraphContext): OrchestrationClient {
  return {
    work: async (call) => {
      const prepared = await planWork(inputOf(call), context);
      return prepared.ok ? prepared : { ok: false, problems: prepared.errors.map(orchestrationProblem) };
    },
  };
}

export function runClient(context: GraphContext): RunClient {
  const { clients, settings } = context;
  return {
    work: async (kind, name, message): Promise<WorkResult> => {
      // A caller that names a tool has just found it in the catalog of this isolate.
      const catalog = await clients.catalog.snapshot({ kind: "CACHED" });
      if (catalog === undefined) throw new Error("The catalog gave no snapshot although no revision was demanded");
      const result = callableInput(kind, name, message, catalog, settings);
      if (result.ok) return result;
      if ("problems" in result) return { ok: false, problems: problemErrors(result.problems, []).map(problemOf) };
      const { code, details, message: words, retryable } = result.failure;
      return { ok: false, problems: [{ code, message: words, path: [], retryable, details }] };
    },
  };
}

/** A planner hands over its plan as JSON, without any tool to choose, in the structs of the document (O11); other plans are rejected. */
function inputOf({ bindings, maxParallel, plan, prompt, schedule, timeoutMs }: OrchestrationCall): ExecutePlanInput {
  return {
    source: {
      ...(plan === undefined ? { prompt: { text: prompt ?? "", encoding: "JSON" } } : { document: plan }),
      dialect: "ORCHESTRATE",
    },
    bindings,
    onInvalidPlan: "REJECT",
    respond: false,
    options: { schedule, limits: { maxParallel, timeoutMs } },
  };
}

/** Places in the input of `executePlan`, and the arguments that they come from. */
const places: readonly (readonly [string, readonly string[]])[] = [
  ["input/source/document/", ["plan"]],
  ["input/source/prompt/", ["prompt"]],
  ["input/bindings/", ["bindings"]],
  ["input/options/limits/timeoutMs/", ["timeout_ms"]],
  ["input/options/limits/maxParallel/", ["max_parallel"]],
  ["input/options/schedule/", ["schedule"]],
];

function orchestrationProblem(error: UserErrorSource): CallProblem {
  const path = `${error.path.join("/")}/`;
  const [place, argument] = places.find(([prefix]) => path.startsWith(prefix)) ?? ["", []];
  const rest = place === "" ? [] : error.path.slice(place.split("/").length - 1);
  return { ...problemOf(error), path: [...argument, ...rest] };
}

/** With the facts of the error beside its words. */
function problemOf({ code, message, path, ...facts }: UserErrorSource): CallProblem {
  const details = Object.keys(facts).length === 0 ? null : (JSON.parse(JSON.stringify(facts)) as Json);
  return { code, message, path, retryable: false, details };
}
