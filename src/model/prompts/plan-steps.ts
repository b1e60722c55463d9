/**
 * `steps` of the planning function: the alternative of a planner to a chain of calls. These are steps of typed plans or, where the request
 * says so, those of the document Agent orchestration (O9a, O11).
 *
 * The schema is small on purpose. Names of callables are listed once, with the chain; the calls within groups are described once, by their
 * step; rules stand in one description. It has no union and no reference, which some providers refuse (C19). It does not close its objects
 * and leaves out rare members, which a planner may write all the same: the compiler checks the steps.
 */
import type { JsonObject } from "../../json/json.ts";
import type { DocumentDialect } from "../../plan/plan.ts";

/** Members of the planning function beside those of the chain. Undefined where a planner writes chains alone. */
export function planSteps(dialect: DocumentDialect | undefined): JsonObject | undefined {
  if (dialect === "TOOL_CALLS") return undefined;
  return dialect === "ORCHESTRATE" ? { steps: orchestrated } : { schedule, steps: typed };
}

const text = { type: "string" } as const;
const count = { type: "integer" } as const;

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required: [...required] }) };
}

const names = { stepId: text, resultKey: text, when: text };
/** The meaning of a call within a group: described with the step that is one. */
const innerCall = object({ tool: { type: "object" } }, ["tool"]);

const typedStep = {
  tool: object(
    {
      ...names,
      toolName: text,
      arguments: { type: "object" },
      policy: object({ maxAttempts: count, timeoutMs: count, continueOnFailure: { type: "boolean" } }, []),
    },
    ["toolName"],
  ),
  parallel: object(
    {
      ...names,
      steps: { type: "array", items: innerCall },
      maxConcurrency: count,
      mergeStrategy: { type: "string", enum: ["COLLECT_ALL", "FIRST_SUCCESS", "FIRST_MATCH"] },
    },
    ["steps"],
  ),
  map: object({ ...names, over: text, step: innerCall, maxConcurrency: count, maxItems: count }, ["over", "step"]),
  loop: object({ ...names, step: innerCall, until: text, maxIterations: count }, ["step", "until", "maxIterations"]),
};

/** The description of the steps states its meaning. */
const schedule = { type: "string", enum: ["DATAFLOW", "SEQUENTIAL"] } as const;

const typed: JsonObject = {
  type: "array",
  items: object(typedStep, []),
  description:
    'For plan only. Each step is one of: {"tool": …} a call; {"parallel": {"stepId": "both", "steps": [{"tool": …}, …]}} calls at the same time; {"map": {"stepId": "each", "over": "{{steps.a.output.list}}", "step": {"tool": …}}} a call for each item of a list, {{item}} in its arguments; {"loop": …} the same call until a condition holds of {{previous}}, its output. toolName is a name from the list of callables. Steps refer to one another by stepId, not by $N: {{steps.a.output.field}}, {{steps.a.text}}, {{steps.both.output.KEY.field}} with the resultKey KEY of a call within, {{steps.each.output[0].field}}. A step starts when those it refers to have ended, with the schedule SEQUENTIAL when all before it have. {"cel": "size({{steps.a.output.list}}) * 2"} in place of an argument calculates it: + - * / % ?: and size, join, format, sum, pick, default, list.map(x, x.field), list.filter(x, x.n > 1). when, until: {{steps.a.output.total}} > 5 and {{steps.a.output.name}} != "x"; if when is false, the step is skipped. FIRST_MATCH runs the first of the steps whose when is true, and no other.',
};

const agent = {
  agent_id: text,
  action_id: text,
  prompt: text,
  with: { type: "object" },
  result_key: text,
  timeout_ms: count,
};

const orchestrated: JsonObject = {
  type: "array",
  items: object(
    {
      id: text,
      type: { type: "string", enum: ["agent", "parallel"] },
      agent: object(agent, ["agent_id"]),
      parallel: object(
        {
          steps: { type: "array", items: object({ agent_id: text, ...inner() }, ["agent_id"]) },
          max_concurrency: count,
          merge_strategy: { type: "string", enum: ["collect_all", "first_success"] },
          result_key: text,
        },
        ["steps"],
      ),
    },
    ["id", "type"],
  ),
  description:
    'For plan only, one after another. {"id": "a", "type": "agent", "agent": {…}} is one call; {"id": "both", "type": "parallel", "parallel": {"steps": [{"agent_id": …}, …]}} makes calls at the same time. agent_id is a name from the list of callables, with are its arguments, prompt is what an agent is asked. Steps refer to one another by id or result_key, not by $N: {{steps.a.output.field}}, {{steps.a.text}}, {{bindings.KEY.field}}, {{steps.both.output.KEY.field}}.',
};

function inner(): JsonObject {
  const { agent_id: _, ...rest } = agent;
  return rest;
}
