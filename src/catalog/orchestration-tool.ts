/**
 * `cp__agent_orchestrate`, the tool of the document Agent orchestration (O1–O3, O9a): name, description and both schemas, to the letter
 * where the document gives them. `schedule` is ours. Served at `/mcp`, and to agents of ours that name it among their tools.
 */

import { orchestrationName, schedules } from "../execution/callables/orchestration-input.ts";
import type { JsonObject } from "../json/json.ts";

export const orchestrationToolName = orchestrationName;

/** Why an agent that names the tool cannot be called in a deployment whose settings do not offer it to agents. */
export const orchestrationIsOff =
  "required the settings AGENT_ORCHESTRATE_TOOL and AGENT_ORCHESTRATOR_ENABLED to be true, found one that is false";

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 1 } as const;

/** One call: of an agent, a workflow or a tool. */
const agent = {
  type: "object",
  properties: {
    agent_id: { type: "string", description: "Name of the agent, workflow or tool" },
    action_id: { type: "string", description: "Action of the agent" },
    prompt: { type: "string", description: "What the agent is asked" },
    with: { type: "object", description: "Input; strings may refer to earlier results, as {{ bindings.key }}" },
    result_key: { type: "string", description: "Name under which later steps find the result" },
    timeout_ms: count,
  },
  required: ["agent_id"],
  additionalProperties: false,
} as const;

/**
 * One object with the members of both types of a step. Clients that take alternatives apart for their models, such as LangChain, keep of two
 * objects the type of the last. The compiler checks that type and member agree.
 */
const step = {
  type: "object",
  properties: {
    id: text,
    type: { enum: ["agent", "parallel"], description: "The other member of the step" },
    agent,
    parallel: {
      type: "object",
      description: "Calls at the same time",
      properties: {
        steps: { type: "array", items: agent },
        max_concurrency: count,
        merge_strategy: { enum: ["collect", "collect_all", "first_success"] },
        result_key: text,
      },
      required: ["steps"],
      additionalProperties: false,
    },
  },
  required: ["id", "type"],
  oneOf: [{ required: ["agent"] }, { required: ["parallel"] }],
  additionalProperties: false,
} as const;

export const orchestrationTool = {
  name: orchestrationToolName,
  description: "Compile and execute multi-agent plans expressed inline from the calling prompt.",
  inputSchema: {
    type: "object",
    properties: {
      prompt: { type: "string", description: "Natural language instructions" },
      plan: { $ref: "#/definitions/plan" },
      bindings: { type: "object", additionalProperties: {} },
      timeout_ms: count,
      max_parallel: count,
      schedule: {
        enum: [...schedules],
        description:
          "DATAFLOW runs a step as soon as those it refers to have ended; SEQUENTIAL, the default, one after another",
      },
    },
    oneOf: [{ required: ["plan"] }, { required: ["prompt"] }],
    definitions: {
      plan: {
        type: "object",
        properties: { steps: { type: "array", items: step } },
        required: ["steps"],
        additionalProperties: false,
      },
    },
  },
  outputSchema: {
    type: "object",
    required: ["success", "steps"],
    properties: {
      success: { type: "boolean" },
      steps: {
        type: "array",
        items: {
          type: "object",
          required: ["id", "type", "status"],
          properties: {
            id: { type: "string" },
            type: { enum: ["agent", "parallel"] },
            status: { enum: ["success", "failed", "partial", "skipped"] },
            exec_id: { type: "string" },
            outputs: {},
            error: {},
            children: { type: "array" },
          },
        },
      },
      bindings: { type: "object" },
      errors: { type: "array" },
    },
  },
} as const satisfies {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
};
