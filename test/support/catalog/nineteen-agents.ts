/**
 * A manifest in the size and the habits of those that the system of the document Auto-tools generates: 19 agents, 60 models and 29 rules,
 * with members that are null, interfaces that say nothing, tools that no output starts, and words beside everything. Each file stands whole
 * under its own name.
 */
import type { JsonObject } from "../../../src/json/json.ts";

const structured = [
  ...["Pattern", "Strategy", "Blueprint", "Modules", "Overview", "Variables", "Tools", "Screens", "Backend", "Outputs"],
  ...["Staff", "Hooks", "Handoffs", "Conductor", "Pricing", "Archive", "Delivery"],
] as const;
type Stage = (typeof structured)[number];

/** Agents whose output starts a tool. */
const automatic: ReadonlySet<string> = new Set(["Pattern", "Overview", "Delivery"]);
/** Owners of tools for the backend, which no output starts. */
export const backendOwners = ["Strategy", "Blueprint", "Modules", "Variables", "Tools", "Staff"] as const;
/** Those from which a variable leads to the last agent at once. */
const leaving = ["Pattern", "Strategy", "Blueprint", "Modules", "Overview", "Variables", "Tools", "Screens"] as const;

const agentOf = (stage: Stage) => `${stage}Agent`;

const agents = {
  IntakeAgent: {
    system_message: "[ROLE] You ask what is wanted.\n[OUTPUT FORMAT]\nTurn 1: a question\nTurn 2:\nNEXT",
    ...{ max_consecutive_auto_reply: 20, auto_tool_mode: false, structured_outputs_required: false, model: null },
  },
  ReviewAgent: {
    system_message: "[ROLE] You take remarks on what was delivered.",
    ...{ max_consecutive_auto_reply: 5, auto_tool_mode: false, structured_outputs_required: false },
  },
  ...Object.fromEntries(
    structured.map((stage) => [
      agentOf(stage),
      {
        system_message: `[ROLE] You write the part ${stage}.\n[OUTPUT FORMAT]\n{ "name": "...", "text": "..." }`,
        ...{ max_consecutive_auto_reply: 5, auto_tool_mode: automatic.has(stage), structured_outputs_required: true },
      },
    ]),
  ),
};

const tools: readonly JsonObject[] = [
  {
    ...{ agent: "PatternAgent", file: "keep_pattern.py", function: "keep_pattern", tool_type: "Agent_Tool" },
    ...{ description: "Keeps the pattern", auto_invoke: true, ui: { component: null, mode: null } },
  },
  {
    ...{ agent: "OverviewAgent", file: "overview.py", function: "overview", tool_type: "UI_Tool" },
    ...{ description: "Shows the overview", ui: { component: "Overview", mode: "artifact" } },
  },
  {
    ...{ agent: "DeliveryAgent", file: "deliver.py", function: "deliver", tool_type: "UI_Tool", auto_invoke: true },
    ...{ description: "Offers the files", ui: { component: "FileDownloadCenter", mode: "inline" } },
  },
  ...backendOwners.map((stage) => ({
    ...{ agent: agentOf(stage), file: "notes.py", function: "look_up", description: "Reads a note" },
    ...{ tool_type: "Agent_Tool", ui: null },
  })),
];

const str = { type: "str", description: "Words" };

function modelsOf(stage: Stage): JsonObject {
  return {
    [`${stage}Detail`]: {
      type: "model",
      fields: { key: str, value: { type: "union", variants: ["str", "int", "null"] } },
    },
    [`${stage}Part`]: {
      type: "model",
      fields: { title: str, details: { type: "list", items: `${stage}Detail` }, owner: { type: "optional_Owner" } },
    },
    [`${stage}Call`]: {
      ...{ type: "model", description: `What ${agentOf(stage)} answers` },
      fields: {
        ...{ topic: str, name: str, text: str, parts: { type: "optional_list", items: `${stage}Part` } },
        trigger: { type: "union", variants: ["literal", "null"], values: ["form", "chat"], default: null },
        sources: { type: "list[Source]", default: [] },
      },
    },
  };
}

const models: JsonObject = {
  ...Object.assign({}, ...structured.map(modelsOf)),
  Owner: { type: "model", fields: { name: str, share: { type: "float" } }, required: ["name"] },
  Source: { type: "model", fields: { address: str, since: { type: "optional_int" } }, required: ["address"] },
  Limits: { type: "model", fields: { most: { type: "int" }, isHard: { type: "bool" } } },
  Terms: { type: "model", fields: { limits: { type: "Limits" } } },
  Remark: { type: "model", fields: { words: str } },
  Remarks: { type: "model", fields: { all: { type: "list", items: "Remark" } } },
  Cost: { type: "model", fields: { amount: { type: "float" }, currency: { type: "literal", values: ["EUR", "USD"] } } },
  Price: { type: "model", fields: { cost: { type: "Cost" } } },
  Spare: { type: "model", fields: { extra: { type: "dict" } } },
};

/** No agent answers in these, nor in anything that holds them. */
export const unusedModels = ["Limits", "Terms", "Remark", "Remarks", "Cost", "Price", "Spare"];

const nothingMore = { condition_scope: null, condition_type: null, condition: null };
const always = (source: string, target: string, more: JsonObject = {}): JsonObject => ({
  ...{ source_agent: source, target_agent: target, handoff_type: "after_work", ...nothingMore },
  ...{ transition_target: "AgentTarget", ...more },
});
const rules: readonly JsonObject[] = [
  {
    ...always("IntakeAgent", "PatternAgent", { description: "Enough is known", handoff_type: "condition" }),
    ...{ condition: "${intake_complete} == True", condition_type: "expression" },
  },
  always("IntakeAgent", "user", { transition_target: "RevertToUserTarget" }),
  ...leaving.map((stage) => ({
    ...{ source_agent: agentOf(stage), target_agent: "DeliveryAgent", handoff_type: "condition" },
    ...{ condition: "${skip_rest} == True", condition_type: "expression", description: "The rest is not wanted" },
    ...{ transition_target: "AgentTarget", condition_scope: null },
  })),
  ...structured.slice(0, -1).map((stage, at) => always(agentOf(stage), agentOf(structured[at + 1] as Stage))),
  always("DeliveryAgent", "ReviewAgent", {
    ...{ handoff_type: "condition", condition: "${wants_review} == True", condition_type: "expression" },
  }),
  always("DeliveryAgent", "terminate", { transition_target: "TerminateTarget" }),
  always("ReviewAgent", "user", { transition_target: "RevertToUserTarget" }),
];

const variables = {
  ...{ skip_rest: { type: "boolean", description: "Goes to the end", default: false } },
  ...{ wants_review: { type: "bool", default: null } },
  ...Object.fromEntries(
    structured.slice(0, 15).map((stage, at) => [
      `${stage.toLowerCase()}_state`,
      {
        type: ["string", "integer", "number", "object", "array"][at % 5] ?? "string",
        ...{ description: `Where ${stage} stands`, default: null },
      },
    ]),
  ),
};

export const nineteenAgents: JsonObject = {
  agents: { agents },
  tools: { tools, lifecycle_tools: null },
  structured_outputs: {
    structured_outputs: {
      models,
      registry: {
        ...{ IntakeAgent: null, ReviewAgent: null },
        ...Object.fromEntries(structured.map((stage) => [agentOf(stage), `${stage}Call`])),
      },
    },
  },
  context_variables: {
    context_variables: {
      variables,
      derived_variables: [
        {
          ...{ name: "intake_complete", trigger_type: "agent_text_equals", source_agent: "IntakeAgent" },
          ...{ trigger_value: "NEXT", description: "True once enough is known", ui_hidden: true },
        },
      ],
      definitions: null,
    },
  },
  handoffs: { handoff_rules: rules },
};

/** What the system of the document writes into such files and the document does not know: each is refused under its own name. */
export function withForeignMembers(): { readonly manifest: JsonObject; readonly places: readonly string[] } {
  const copy = structuredClone(nineteenAgents) as {
    tools: { tools: JsonObject[]; lifecycle_tools: unknown };
    handoffs: { handoff_rules: Record<string, unknown>[] };
    context_variables: { context_variables: Record<string, unknown> };
    structured_outputs: { structured_outputs: { registry: Record<string, unknown> } };
    agents: { agents: Record<string, Record<string, unknown>> };
  };
  copy.tools.lifecycle_tools = [{ trigger: "before_agent", agent: "ToolsAgent", function: "collect" }];
  const [first, , third] = copy.handoffs.handoff_rules;
  Object.assign(first ?? {}, { condition_scope: "pre" });
  Object.assign(third ?? {}, { condition_type: "string_llm", condition: "When the person is content" });
  copy.handoffs.handoff_rules.push(always("somebody", "IntakeAgent") as Record<string, unknown>);
  copy.context_variables.context_variables.definitions = { wish: { type: "string" } };
  copy.handoffs.handoff_rules.push({
    ...always("ReviewAgent", "PatternAgent", { handoff_type: "condition", condition: "${wish} == 'more'" }),
  } as Record<string, unknown>);
  copy.structured_outputs.structured_outputs.registry.ReviewAgent = { type: "model", fields: { words: str } };
  Object.assign(copy.agents.agents.HooksAgent ?? {}, { prompt_sections: [{ id: "role", content: "You are" }] });
  return {
    manifest: copy as unknown as JsonObject,
    places: [
      "manifest/context_variables/context_variables/definitions",
      "manifest/tools/lifecycle_tools",
      "manifest/agents/agents/HooksAgent/prompt_sections",
      "manifest/structured_outputs/structured_outputs/registry/ReviewAgent",
      "manifest/handoffs/handoff_rules/0/condition_scope",
      "manifest/handoffs/handoff_rules/2/condition_type",
      "manifest/handoffs/handoff_rules/29/source_agent",
      // It stands behind the rule of its agent that always applies.
      "manifest/handoffs/handoff_rules/30",
    ],
  };
}
