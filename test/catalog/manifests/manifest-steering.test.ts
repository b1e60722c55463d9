/** Manifests that let tools and people steer: variables that a tool sets, and rules of the person. What cannot work is refused at its place. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { changed, definitionOf, problemsOf } from "../../support/catalog/manifests.ts";

const withTrigger = (trigger: Json, more: JsonObject = { type: "bool" }) =>
  changed({ "context_variables.variables": { approved: { ...more, trigger } } });

describe("a variable that a tool sets", () => {
  it("[N375] names the tool and the member of its result, and has a type and a default like any other", () => {
    const { variables } = definitionOf(
      withTrigger({ tool: "action_plan", response_key: "approved" }, { type: "bool", default: false }),
    );
    expect(variables.find(({ name }) => name === "approved")).toEqual({
      name: "approved",
      description: "",
      initial: false,
      schema: { type: ["boolean", "null"] },
      trigger: null,
      toolTrigger: { toolName: "action_plan", responseKey: "approved" },
    });
  });

  it("[N375] is one that people set where its trigger is null", () => {
    const { variables } = definitionOf(withTrigger(null));
    expect(variables.find(({ name }) => name === "approved")).not.toHaveProperty("toolTrigger");
  });

  const wrong: readonly (readonly [string, Json, JsonObject, string, string])[] = [
    [
      "a tool that does not exist",
      { tool: "action_pln", response_key: "approved" },
      {},
      "trigger/tool",
      'found "action_pln"; nearest: action_plan',
    ],
    [
      "a member that the component does not ask for",
      { tool: "action_plan", response_key: "aproved" },
      {},
      "trigger/response_key",
      'found "aproved"; nearest: approved',
    ],
    [
      "a member of another type",
      { tool: "action_plan", response_key: "comment" },
      { type: "bool" },
      "trigger/response_key",
      'found "comment", which gives string',
    ],
    ["a trigger that is no object", "action_plan", {}, "trigger", "expected an object with tool and response_key"],
    ["a trigger without a key", { tool: "action_plan" }, {}, "trigger/response_key", "expected the name of a member"],
    [
      "a field that nobody reads",
      { tool: "action_plan", response_key: "approved", mode: "x" },
      {},
      "trigger/mode",
      "there is no such field",
    ],
    [
      "a key of 257 characters",
      { tool: "action_plan", response_key: "x".repeat(257) },
      {},
      "trigger/response_key",
      "at most 256 characters",
    ],
  ];
  it.each(wrong)("[N376] refuses %s", (_, trigger, more, place, message) => {
    const problems = problemsOf(withTrigger(trigger, more));
    expect(problems).toEqual([
      [`manifest/context_variables/variables/approved/${place}`, expect.stringContaining(message)],
    ]);
  });

  it("[N376] refuses a tool that no output starts, because no turn would call it", () => {
    const manifest = changed({
      "tools.1": { agent: "InterviewAgent", function: "read", tool_type: "Agent_Tool", auto_invoke: false },
      "context_variables.variables": { found: { trigger: { tool: "read", response_key: "text" } } },
    });
    expect(problemsOf(manifest)).toEqual([
      ["manifest/context_variables/variables/found/trigger/tool", expect.stringContaining("so that a turn calls it")],
    ]);
  });
});

describe("a rule of the person", () => {
  const person = (more: JsonObject = {}) => ({
    source_agent: "user",
    target_agent: "ContextAgent",
    handoff_type: "condition",
    condition: "${interview_complete} == True",
    transition_target: "AgentTarget",
    ...more,
  });

  it("[N377] stands beside those of agents, and its target may begin the conversation", () => {
    const always = { source_agent: "user", target_agent: "InterviewAgent", handoff_type: "after_work" };
    const { handoffs, startAgent } = definitionOf(
      changed({
        "handoffs.handoff_rules.2": person(),
        "handoffs.handoff_rules.3": { ...always, transition_target: "AgentTarget" },
        start_agent: undefined,
      }),
    );
    expect(handoffs.slice(2)).toMatchObject([
      { sourceAgent: "user", target: { kind: "AGENT", agentName: "ContextAgent" } },
      { sourceAgent: "user", target: { kind: "AGENT", agentName: "InterviewAgent" }, condition: null },
    ]);
    expect(startAgent).toBe("InterviewAgent");
  });

  it.each(["RevertToUserTarget", "TerminateTarget"])("[N377] hands over to an agent, so %s is refused", (target) => {
    const rule = person({ target_agent: null, transition_target: target });
    expect(problemsOf(changed({ "handoffs.handoff_rules.2": rule }))).toEqual([
      ["manifest/handoffs/handoff_rules/2/transition_target", expect.stringContaining(`found ${target}`)],
    ]);
  });

  it("[N377] behind one that always applies is refused", () => {
    const always = { source_agent: "user", target_agent: "InterviewAgent", handoff_type: "after_work" };
    const manifest = changed({
      "handoffs.handoff_rules.2": { ...always, transition_target: "AgentTarget" },
      "handoffs.handoff_rules.3": person(),
    });
    expect(problemsOf(manifest)).toEqual([
      ["manifest/handoffs/handoff_rules/3", expect.stringContaining('before the rule of "user" that always applies')],
    ]);
  });

  it("[N377] of somebody else is refused with the names that there are", () => {
    const manifest = changed({ "handoffs.handoff_rules.2": person({ source_agent: "usr" }) });
    expect(problemsOf(manifest)).toEqual([
      [
        "manifest/handoffs/handoff_rules/2/source_agent",
        expect.stringContaining('the name of an agent or user, found "usr"'),
      ],
    ]);
  });
});
