/**
 * The configuration examples of the document Auto-tools, to the letter but for their comments, inside a bundle. Fixed: the agents that one
 * example names and another defines, and the model that the document uses and does not define.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { definitionOf, problemsOf } from "../../support/catalog/manifests.ts";

const agentsFile = {
  agents: {
    ContextAgent: {
      system_message: "[ROLE] You are a workflow architect...",
      max_consecutive_auto_reply: 5,
      auto_tool_mode: true,
      structured_outputs_required: true,
    },
  },
};

const toolsFile = {
  tools: [
    {
      agent: "ContextAgent",
      file: "action_plan.py",
      function: "action_plan",
      description: "Render the Action Plan artifact for user review",
      tool_type: "UI_Tool",
      ui: { component: "ActionPlan", mode: "artifact" },
    },
  ],
};

const outputsFile = {
  structured_outputs: {
    models: {
      WorkflowStrategyOutput: {
        type: "model",
        fields: { WorkflowStrategy: { type: "WorkflowStrategy", description: "Workflow structure" } },
      },
    },
    registry: { WorkflowStrategyAgent: "WorkflowStrategyOutput" },
  },
};

const variablesFile = {
  derived_variables: [
    {
      name: "interview_complete",
      trigger_type: "agent_text_equals",
      source_agent: "InterviewAgent",
      trigger_value: "NEXT",
      description: "True once InterviewAgent has enough context to proceed",
      ui_hidden: true,
    },
  ],
};

const handoffsFile = {
  handoff_rules: [
    {
      source_agent: "InterviewAgent",
      target_agent: "ContextAgent",
      handoff_type: "condition",
      condition: "${interview_complete} == True",
      transition_target: "AgentTarget",
    },
  ],
};

const contextGuidelines = `[GUIDELINES]
- Do NOT manually call the action_plan tool; runtime invokes UI automatically.
- Provide BOTH: ActionPlan (with nested workflow) AND agent_message.
- agent_message is MANDATORY: one concise (<=140 chars) review invitation.

[OUTPUT FORMAT]
{
  "ActionPlan": { /* nested workflow structure */ },
  "agent_message": "Blueprint ready—review and approve."
}`;

const interviewInstructions = `[INSTRUCTIONS]
...
Step 2 - After the user's reply:
- Emit only NEXT on its own line to signal the downstream handoff.

[OUTPUT FORMAT]
Turn 1:
What would you like to automate?

Context Variables:
CONCEPT_OVERVIEW: ...
CONTEXT_AWARE: true

Turn 2:
NEXT`;

const { ContextAgent } = agentsFile.agents;
const { models, registry } = outputsFile.structured_outputs;
const strategy = { type: "model", fields: { name: { type: "str" } } };
const interview = { system_message: interviewInstructions };
const strategist = { system_message: "[ROLE] You choose the structure of the workflow." };

describe("the examples of the document Auto-tools", () => {
  it("[T1] [T2] [T3] [T31] [T34] are a manifest together, as they stand", () => {
    const bundle = {
      agents: { agents: { InterviewAgent: interview, ...agentsFile.agents, WorkflowStrategyAgent: strategist } },
      tools: toolsFile,
      structured_outputs: {
        structured_outputs: {
          models: { ...models, WorkflowStrategy: strategy },
          registry: { ...registry, ContextAgent: "WorkflowStrategyOutput" },
        },
      },
      context_variables: variablesFile,
      handoffs: handoffsFile,
    };
    expect(problemsOf(bundle)).toEqual([]);
    const { agents, handoffs, startAgent, tools, variables } = definitionOf(bundle);
    expect([startAgent, agents.map(({ autoTool }) => autoTool)]).toEqual([
      "InterviewAgent",
      [null, "action_plan", null],
    ]);
    expect([tools.length, handoffs.length, variables.length]).toEqual([1, 1, 1]);
  });

  it("[T5] the words that it recommends hold no call, those that it warns of do", () => {
    const told = (words: string, base: JsonObject) =>
      problemsOf({
        agents: { ContextAgent: { ...base, system_message: words } },
        tools: toolsFile,
        structured_outputs: {
          models: { ...models, WorkflowStrategy: strategy },
          registry: { ContextAgent: "WorkflowStrategyOutput" },
        },
      });
    expect(told(contextGuidelines, ContextAgent)).toEqual([]);
    expect(told(interviewInstructions, ContextAgent)).toEqual([]);
    const at = "manifest/agents/ContextAgent/system_message";
    for (const call of ["tool_call: action_plan(...)", "Then call action_plan(ActionPlan, agent_message)."]) {
      expect(told(`${contextGuidelines}\n${call}`, ContextAgent).map(([place]) => place)).toContain(at);
    }
  });

  it("a variable that it shows without its agent, in short, is refused at each place that is missing", () => {
    const short = { name: "interview_complete", trigger_value: "NEXT", ui_hidden: true };
    const bundle = { agents: { InterviewAgent: interview }, context_variables: { derived_variables: [short] } };
    expect(problemsOf(bundle).map(([place]) => place)).toEqual([
      "manifest/context_variables/derived_variables/0/trigger_type",
      "manifest/context_variables/derived_variables/0/source_agent",
    ]);
  });
});
