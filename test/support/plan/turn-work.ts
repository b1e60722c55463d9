/**
 * Work of agents that take turns: an interview whose agent hands over with a hidden word to one that answers in a schema and drives a tool.
 */
import type { OutputSubmission } from "../../../src/execution/turns/turn-request.ts";
import type { JsonSchema } from "../../../src/json/json.ts";
import type { Condition } from "../../../src/plan/plan.ts";
import type {
  AutoToolBinding,
  HandoffRule,
  HandoffTarget,
  TurnAgent,
  TurnWork,
  VariableDefinition,
} from "../../../src/plan/turn-work.ts";
import { model } from "../models/model-work.ts";

export const chatId = "chat_abc123";

export const actionPlanSchema: JsonSchema = {
  type: "object",
  properties: {
    ActionPlan: { type: "object", properties: { workflow: { type: "string" } }, required: ["workflow"] },
    agent_message: { type: "string" },
  },
  required: ["ActionPlan", "agent_message"],
};

export const actionPlan = { ActionPlan: { workflow: "invoices" }, agent_message: "Here is the plan." };

export function agent(name: string, more: Partial<TurnAgent> = {}): TurnAgent {
  const facts = { name, description: "", instructions: "", skills: [] };
  return { name, agent: facts, model, output: null, binding: null, maxConsecutiveAutoReply: null, ...more };
}

/** An agent that answers in the schema of action plans and drives `binding`. */
export function planner(
  name: string,
  binding: Partial<AutoToolBinding> | null = {},
  more: Partial<TurnAgent> = {},
): TurnAgent {
  const bound: AutoToolBinding = {
    modelName: "ActionPlanCall",
    agentName: name,
    toolName: "action_plan",
    callableName: "action_plan",
    parameterNames: ["actionplan", "agent_message", "context_variables"],
    acceptsContext: true,
    ui: { component: "ActionPlan", mode: "artifact" },
    ...binding,
  };
  const output = { name: "ActionPlanCall", schema: actionPlanSchema };
  return agent(name, { output, binding: binding === null ? null : bound, ...more });
}

/** An agent whose output is submitted. */
export const elsewhere = { model: null } as const;

export function isTrue(name: string): Condition {
  const reference = { root: "bindings" as const, id: name, path: [], expression: `\${${name}}` };
  return { expression: `\${${name}} == True`, cel: "v.r0 == true", references: [reference] };
}

export function rule(
  sourceAgent: string,
  target: string | HandoffTarget,
  condition: Condition | null = null,
): HandoffRule {
  return {
    sourceAgent,
    target: typeof target === "string" ? { kind: "AGENT", agentName: target } : target,
    condition,
  };
}

export function trigger(name: string, sourceAgent: string, value: string, uiHidden = true): VariableDefinition {
  return { name, description: "", initial: false, trigger: { sourceAgent, value, uiHidden } };
}

/** A variable that a member of the result of a tool sets. */
export function setByTool(name: string, toolName: string, responseKey: string, type?: string): VariableDefinition {
  const schema = type === undefined ? {} : { schema: { type: [type, "null"] } };
  return { name, description: "", initial: null, ...schema, trigger: null, toolTrigger: { toolName, responseKey } };
}

/** The conversation of the document: interview, then a plan, then back to the person. */
export const interview = {
  agents: [agent("InterviewAgent"), planner("ContextAgent")],
  variables: [trigger("interview_complete", "InterviewAgent", "NEXT")],
  handoffs: [
    rule("InterviewAgent", "ContextAgent", isTrue("interview_complete")),
    rule("ContextAgent", { kind: "USER" }),
  ],
} satisfies Partial<TurnWork>;

export function workOf(more: Partial<TurnWork> = {}): TurnWork {
  const work = { ...interview, ...more };
  return {
    chatId,
    conversation: "conversation",
    appId: "app-1",
    manifest: { name: "Generator", hash: "h1" },
    maxTurns: 20,
    ...work,
    start: more.start ?? {
      agentName: work.agents[0]?.name ?? "",
      turn: 1,
      set: {},
      variables: Object.fromEntries(work.variables.map(({ initial, name }) => [name, initial])),
    },
  };
}

/** The output of the agent `ContextAgent`, as it is submitted. */
export function submission(more: Partial<OutputSubmission> = {}): OutputSubmission {
  return {
    agentName: "ContextAgent",
    modelName: "ActionPlanCall",
    structuredData: actionPlan,
    autoToolMode: true,
    turnKey: "own-key",
    turn: 1,
    submittedBy: "someone",
    ...more,
  };
}
