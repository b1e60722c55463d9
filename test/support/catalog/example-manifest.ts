/** A manifest of two agents, as it is compiled: an interview in words, then a plan whose tool is a component of the user interface. */
import type {
  ManifestAgent,
  ManifestDefinition,
  ManifestTool,
} from "../../../src/catalog/manifests/manifest-document.ts";
import type { JsonSchema } from "../../../src/json/json.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";

const planSchema: JsonSchema = {
  type: "object",
  properties: { ActionPlan: { type: "object" }, agent_message: { type: "string" } },
  required: ["ActionPlan", "agent_message"],
};

export function manifestAgent(name: string, more: Partial<ManifestAgent> = {}): ManifestAgent {
  return {
    ...{
      name,
      systemMessage: `You are ${name}`,
      description: "",
      autoToolMode: false,
      structuredOutputsRequired: false,
    },
    ...{ maxConsecutiveAutoReply: null, isElsewhere: false, modelName: null, output: null, autoTool: null },
    ...more,
  };
}

const actionPlanTool: ManifestTool = {
  ...{ name: "action_plan", agentName: "ContextAgent", description: "Shows the plan", sourceFile: "action_plan.py" },
  ...{ toolType: "UI_Tool", isAutomatic: true, ui: { component: "ActionPlan", mode: "artifact" } },
  ...{ callableName: "ui.action_plan", isUserInterface: true, inputSchema: planSchema, acceptsContext: false },
  responseSchema: { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] },
};

/** Of the same agent, called instead of shown. */
export function calledTool(callableName: string, inputSchema: JsonSchema): ManifestTool {
  return {
    ...actionPlanTool,
    ...{ ui: null, callableName, isUserInterface: false, responseSchema: null, inputSchema },
  };
}

export function exampleManifest(more: Partial<ManifestDefinition> = {}): ManifestDefinition {
  const output = { name: "ActionPlanCall", schema: planSchema };
  return {
    name: "Generator",
    hash: "a".repeat(64),
    agents: [
      manifestAgent("InterviewAgent"),
      manifestAgent("ContextAgent", { autoToolMode: true, output, autoTool: "action_plan" }),
    ],
    tools: [actionPlanTool],
    models: [output],
    variables: [
      { name: "audience", description: "Who it is for", initial: "everybody", trigger: null },
      {
        ...{ name: "interview_complete", description: "", initial: false },
        trigger: { sourceAgent: "InterviewAgent", value: "NEXT", uiHidden: true },
      },
    ],
    handoffs: [],
    startAgent: "InterviewAgent",
    maxTurns: 12,
    source: {},
    ...more,
  };
}

/** Enough of the work of turns for an execution that some test starts by itself. */
export function exampleTurns(more: Partial<TurnWork> = {}): TurnWork {
  const manifest = exampleManifest();
  return {
    ...{ chatId: "chat_abc123", conversation: "conversation", appId: "app_1", agents: [], handoffs: [], maxTurns: 12 },
    ...{ manifest: { name: manifest.name, hash: manifest.hash }, variables: manifest.variables },
    start: { agentName: "InterviewAgent", turn: 1, variables: {}, set: {} },
    ...more,
  };
}
