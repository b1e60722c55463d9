/** Manifests of the document Auto-tools that are wrong: everything is refused at its place, and told at once. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { changed, definitionOf, exampleManifest, problemsOf, single } from "../../support/catalog/manifests.ts";
import { catalogOf } from "../../support/catalog/small-catalog.ts";

const generator = exampleManifest("generator");
const model1 = "structured_outputs.models";

describe("a manifest that is wrong", () => {
  const cases: readonly (readonly [string, JsonObject, string, string])[] = [
    [
      "[T2] a tool of an agent that does not exist",
      changed({ "tools.0.agent": "ContextAgnt" }),
      "tools/0/agent",
      "nearest: ContextAgent",
    ],
    ["[R10] a field that nobody reads", changed({ nonsense: 1 }), "nonsense", "there is no such field"],
    [
      "[R10] a field of an agent that nobody reads",
      changed({ "agents.ContextAgent.temperature": 1 }),
      "agents/ContextAgent/temperature",
      "there is no such field",
    ],
    [
      "[R10] a field within ui that nobody reads",
      changed({ "tools.0.ui.size": 1 }),
      "tools/0/ui/size",
      "there is no such field",
    ],
    [
      "[R10] a field of a rule that nobody reads",
      changed({ "handoffs.handoff_rules.0.weight": 1 }),
      "handoffs/handoff_rules/0/weight",
      "there is no such field",
    ],
    [
      "[R10] the key of a prototype",
      changed({ "agents.ContextAgent.__proto__": { auto_tool_mode: false } }),
      "agents/ContextAgent/__proto__",
      "there is no such field",
    ],
    [
      "an agent with the name of a prototype",
      changed({ "agents.__proto__": { system_message: "x" } }),
      "agents/__proto__",
      "as the name of an agent",
    ],
    [
      "[T4] a second tool that the same output would start",
      changed({
        tools: [
          (generator.tools as JsonObject[])[0],
          { agent: "ContextAgent", function: "read", tool_type: "UI_Tool" },
        ],
      }),
      "tools/1",
      'found "read" beside "action_plan"',
    ],
    [
      "[T3] a registry entry of an agent that does not exist",
      changed({ "structured_outputs.registry.Gone": "ActionPlanCall" }),
      "structured_outputs/registry/Gone",
      "required the name of an agent",
    ],
    [
      "[T3] a registry entry for a model that does not exist",
      changed({ "structured_outputs.registry.InterviewAgent": "ActionPlanCal" }),
      "structured_outputs/registry/InterviewAgent",
      "nearest: ActionPlanCall",
    ],
    [
      "[N68] a file that has a member beside the part, reported under the name of that member,",
      changed({ tools: { tools: exampleManifest("generator").tools, lifecycle_tools: [{}] } }),
      "tools/lifecycle_tools",
      "there is no such field here",
    ],
    [
      "[T1] the mode without structured output",
      changed({ "agents.InterviewAgent.auto_tool_mode": true }),
      "agents/InterviewAgent/auto_tool_mode",
      "in the registry, found none",
    ],
    [
      "[T1] structured output that is demanded without a model",
      changed({ "agents.InterviewAgent.structured_outputs_required": true }),
      "agents/InterviewAgent/structured_outputs_required",
      "in the registry, found none",
    ],
    [
      "[T1] structured output that is given a model and not demanded",
      changed({ "agents.ContextAgent.structured_outputs_required": false }),
      "agents/ContextAgent/structured_outputs_required",
      "required true",
    ],
    [
      "[T1] an agent elsewhere that has nothing to submit",
      changed({ "agents.InterviewAgent.runs_elsewhere": true }),
      "agents/InterviewAgent/runs_elsewhere",
      "in the registry, found none",
    ],
    [
      "[T1] a bound of replies that is none",
      changed({ "agents.InterviewAgent.max_consecutive_auto_reply": 0 }),
      "agents/InterviewAgent/max_consecutive_auto_reply",
      "at least 1",
    ],
    [
      "a language model that nobody configured",
      changed({ "agents.InterviewAgent.model": "smal" }),
      "agents/InterviewAgent/model",
      "nearest: small",
    ],
    [
      "an agent without words",
      changed({ "agents.InterviewAgent.system_message": " " }),
      "agents/InterviewAgent/system_message",
      "found none",
    ],
    [
      "[T31] a trigger of another type",
      changed({ "context_variables.derived_variables.0.trigger_type": "agent_text_contains" }),
      "context_variables/derived_variables/0/trigger_type",
      "required agent_text_equals",
    ],
    [
      "[T32] a trigger that no trimmed text equals",
      changed({ "context_variables.derived_variables.0.trigger_value": "NEXT\n" }),
      "context_variables/derived_variables/0/trigger_value",
      "without space around it",
    ],
    [
      "a trigger of more than a thousand characters",
      changed({ "context_variables.derived_variables.0.trigger_value": "x".repeat(1_001) }),
      "context_variables/derived_variables/0/trigger_value",
      "at most 1000",
    ],
    [
      "[T31] a trigger of an agent that does not exist",
      changed({ "context_variables.derived_variables.0.source_agent": "Nobody" }),
      "context_variables/derived_variables/0/source_agent",
      "required the name of an agent",
    ],
    [
      "two variables of one name",
      changed({ "context_variables.variables": { interview_complete: {} } }),
      "context_variables/derived_variables/0/name",
      "no other variable has",
    ],
    [
      "[T34] a rule to an agent that does not exist",
      changed({ "handoffs.handoff_rules.0.target_agent": "Nobody" }),
      "handoffs/handoff_rules/0/target_agent",
      "required the name of an agent",
    ],
    [
      "[T34] a rule that is never asked",
      changed({
        "handoffs.handoff_rules.0": {
          source_agent: "ContextAgent",
          target_agent: "InterviewAgent",
          handoff_type: "after_work",
          transition_target: "AgentTarget",
        },
      }),
      "handoffs/handoff_rules/1",
      "that always applies",
    ],
    [
      "[T34] a condition that is judged by a model",
      changed({ "handoffs.handoff_rules.0.condition_type": "string_llm" }),
      "handoffs/handoff_rules/0/condition_type",
      "expected expression",
    ],
    ["rules in two places", changed({ handoff_rules: [] }), "handoff_rules", "found it in another as well"],
    [
      "a start that does not exist",
      changed({ start_agent: "InterviewAgnt" }),
      "start_agent",
      "nearest: InterviewAgent",
    ],
    ["more turns than one message may lead to", changed({ max_turns: 51 }), "max_turns", "from 1 to 50"],
    ["a part of another sort", changed({ tools: "none" }), "tools", "required a list"],
    ["agents that are none", changed({ "agents.ContextAgent": 7 }), "agents/ContextAgent", "expected object"],
    [
      "an answer of a person that is no object",
      changed({ "tools.0.ui.response_schema": { type: "string" } }),
      "tools/0/ui/response_schema",
      "required one of objects",
    ],
  ];
  it.each([
    [
      "more rounds than there can be",
      changed({ "agents.ContextAgent.max_rounds": 11 }),
      "agents/ContextAgent/max_rounds",
      "at most 10",
    ],
    [
      "rounds of an agent whose output starts no tool",
      changed({ "agents.InterviewAgent.max_rounds": 2 }),
      "agents/InterviewAgent/max_rounds",
      "required 1 for an agent whose output starts no tool, found 2",
    ],
    [
      "rounds of an agent that runs elsewhere",
      changed({ "agents.ContextAgent.max_rounds": 2, "agents.ContextAgent.runs_elsewhere": true }),
      "agents/ContextAgent/max_rounds",
      "required 1 for an agent that runs elsewhere, found 2",
    ],
  ])("[N384] refuses %s", (_, manifest, place, message) => {
    expect(problemsOf(manifest)).toContainEqual([`manifest/${place}`, expect.stringContaining(message)]);
  });

  it.each(cases)("%s is reported at its place", (_, manifest, place, message) => {
    expect(problemsOf(manifest)).toContainEqual([`manifest/${place}`, expect.stringContaining(message)]);
  });

  it("[T33] refuses a trigger that the tool of its agent would show, or that could never fire", () => {
    const derived = (changes: JsonObject) => [
      {
        name: "done",
        trigger_type: "agent_text_equals",
        source_agent: "ContextAgent",
        trigger_value: "DONE",
        ...changes,
      },
    ];
    const told = (changes: JsonObject, name: "generator" | "strategy" = "generator") =>
      problemsOf(
        changed({ "context_variables.derived_variables": derived(changes), "handoffs.handoff_rules": [] }, name),
      );
    const at = "manifest/context_variables/derived_variables/0";
    expect(told({ ui_hidden: true })).toEqual([
      [
        `${at}/ui_hidden`,
        expect.stringContaining('words that the tool of "ContextAgent" is not given, found agent_message'),
      ],
    ]);
    const untaken = single({ topic: { type: "str" }, agent_message: { type: "str" } });
    const hidden = derived({ source_agent: "A", ui_hidden: true });
    expect(problemsOf({ ...untaken, context_variables: { derived_variables: hidden } })).toEqual([]);
    expect(told({ ui_hidden: false })).toEqual([]);
    expect(told({ source_agent: "WorkflowStrategyAgent" }, "strategy")).toEqual([
      [`${at}/source_agent`, expect.stringContaining('a field agent_message of the model "WorkflowStrategyOutput"')],
    ]);
  });

  it("[T34] [E13] refuses conditions that name unknown variables, call what is not listed, or leave their quotes", () => {
    const finding = (condition: string) => problemsOf(changed({ "handoffs.handoff_rules.0.condition": condition }));
    const at = "manifest/handoffs/handoff_rules/0/condition";
    const wrong: readonly (readonly [string, string])[] = [
      ["${interview_complet} == True", "nearest: interview_complete"],
      ["${constructor} == True", "required"],
      ["${interview_complete.matches('a+')}", "found"],
      ["'a'.matches('(a+)+$')", "found matches"],
      ["'x' == 'y' or True' == 'True", "an operator or the end"],
      ["'x' == 'y' or True' == 'True'", "a closing quote"],
      ["{{steps.a.output}} == True", "a variable such as ${name}"],
      ["__import__('os')", "found"],
      ["1 + 1", "found"],
      ["'text'", "found"],
    ];
    for (const [condition, message] of wrong) {
      const [[place, found] = ["", ""], ...more] = finding(condition);
      expect([place, more]).toEqual([at, []]);
      if (message !== "required") expect(found, condition).toContain(message);
    }
    for (const condition of [
      "not ${interview_complete} or ${interview_complete} != None",
      "${interview_complete} == '\\' or True'",
    ]) {
      const [rule] = definitionOf(changed({ "handoffs.handoff_rules.0.condition": condition })).handoffs;
      // A string stays a string, whatever it holds.
      const asked = rule?.condition ?? { expression: "", cel: "", references: [] };
      const reader = { bytesOf: () => undefined, read: () => ({ found: true, value: false }) as const };
      expect(evaluateCondition(asked, reader).kind).toBe(condition.includes("or True") ? "FALSE" : "TRUE");
    }
  });

  it("[T5] finds tool-call syntax in the words of an agent, and leaves other words and parentheses alone", () => {
    const told = (text: string) => problemsOf(changed({ "agents.ContextAgent.system_message": text }));
    const wrong = [
      ...["tool_call: action_plan(ActionPlan=...)", '{"tool_calls": []}', "<tool_call>{}</tool_call>", "<|tool_call|>"],
      ...["Say functions.render({})", "Use action_plan(plan)", "then `action_plan()`", "<function=action_plan>"],
    ];
    for (const text of wrong) {
      expect(
        told(text).map(([at]) => at),
        text,
      ).toContain("manifest/agents/ContextAgent/system_message");
    }
    const right = [
      ...["Do NOT manually call the action_plan tool; runtime invokes UI automatically.", "One (<=140 chars) line"],
      ...[
        "Never show a tool call (nor a function) to the user",
        "my_action_plan(x) and f(x) mean nothing",
        "action_plan (a tool)",
      ],
    ];
    for (const text of right) expect(told(text), text).toEqual([]);
  });

  it("names what a function could have meant, and takes a map of functions that is used and right", () => {
    const manifest = single({ topic: { type: "str" } }, { function: "reed" });
    expect(problemsOf(manifest)).toContainEqual([
      "manifest/tools/0/function",
      expect.stringContaining("nearest: read"),
    ]);
    expect(definitionOf(manifest, catalogOf(), { reed: "blog.read" }).tools[0]).toMatchObject({
      name: "reed",
      callableName: "blog.read",
    });
    expect(problemsOf(manifest, catalogOf(), { reed: "reab" })).toEqual([
      ["functions/reed", expect.stringContaining('found "reab"; nearest: read')],
    ]);
    expect(problemsOf(manifest, catalogOf(), { reed: 7 })).toContainEqual(["functions/reed", expect.any(String)]);
    expect(problemsOf(generator, catalogOf(), { __proto__: "read", unused: "read" })).toEqual([
      ["functions/unused", expect.stringContaining("required the function of a tool")],
    ]);
    const answered = { function: "read", ui: { component: "C", response_schema: { type: "object" } } };
    expect(problemsOf(single({ topic: { type: "str" } }, answered))).toEqual([
      ["manifest/tools/0/ui/response_schema", expect.stringContaining("that no person answers")],
    ]);
  });

  it("refuses an agent with the name of what a tool calls, because their steps would be taken for one another", () => {
    const calling = single({ topic: { type: "str" } });
    const named = (agents: JsonObject) =>
      problemsOf({ ...calling, agents: { ...(calling.agents as JsonObject), ...agents } });
    expect(named({ write: { system_message: "Be brief" } })).toEqual([]);
    expect(named({ read: { system_message: "Be brief" } })).toEqual([
      ["manifest/tools/0/function", expect.stringContaining('no agent of the manifest is named like, found "read"')],
    ]);
  });

  it("refuses a schema that no answer of a person could be checked against", () => {
    const pattern = { type: "object", properties: { code: { type: "string", pattern: "^(a+)\\1$" } } };
    expect(problemsOf(changed({ "tools.0.ui.response_schema": pattern }))).toEqual([
      ["manifest/tools/0/ui/response_schema", expect.stringContaining("could take unbounded time")],
    ]);
  });

  it("[T2] is reported with all problems at once, 100 at most", () => {
    const several = changed({ nonsense: 1, "tools.0.agent": "Nobody", start_agent: "Nobody", max_turns: 0 });
    expect(problemsOf(several).map(([at]) => at)).toEqual([
      ...["manifest/nonsense", "manifest/tools/0/agent", "manifest/agents/ContextAgent/auto_tool_mode"],
      ...["manifest/start_agent", "manifest/max_turns"],
    ]);
    const tools = Array.from({ length: 150 }, () => ({ agent: "Nobody", function: "read", tool_type: "UI_Tool" }));
    expect(problemsOf(changed({ tools }))).toHaveLength(100);
  });

  it("refuses more of anything than is permitted, by name", () => {
    const many = (count: number, of: (at: number) => readonly [string, unknown]) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => of(at)));
    const field = { type: "model", fields: { a: { type: "str" } } };
    const limits: readonly (readonly [JsonObject, string, string])[] = [
      [
        changed({ agents: many(101, (at) => [`A${at}`, { system_message: "x" }]) }),
        "agents",
        "maxAgents permits at most 100",
      ],
      [changed({ tools: Array.from({ length: 201 }, () => ({})) }), "tools", "maxTools permits at most 200"],
      [
        changed({ [model1]: many(201, (at) => [`M${at}`, field]) }),
        "structured_outputs/models",
        "maxModels permits at most 200",
      ],
      [
        changed({ "handoffs.handoff_rules": Array.from({ length: 101 }, () => ({})) }),
        "handoffs/handoff_rules",
        "maxHandoffRules permits at most 100",
      ],
      [
        changed({ "context_variables.variables": many(64, (at) => [`v${at}`, {}]) }),
        "context_variables/derived_variables",
        "maxVariables permits at most 64",
      ],
      [
        changed({ "agents.ContextAgent.system_message": "x".repeat(65_537) }),
        "agents/ContextAgent/system_message",
        "maxSystemMessageBytes permits at most 65536",
      ],
      [
        changed({ "context_variables.variables": { big: { default: "x".repeat(65_536) } } }),
        "context_variables/variables",
        "maxVariableBytes permits at most 65536",
      ],
    ];
    for (const [manifest, at, message] of limits) {
      expect(problemsOf(manifest)).toContainEqual([`manifest/${at}`, expect.stringContaining(message)]);
    }
    const wide = {
      M: { type: "model", fields: many(500, (at) => [`f${at}`, { type: "str", description: "d".repeat(100) }]) },
    };
    const sharing = (count: number) => ({
      agents: many(count, (at) => [`A${at}`, { system_message: "x" }]),
      structured_outputs: { models: wide, registry: many(count, (at) => [`A${at}`, "M"]) },
    });
    expect(problemsOf(sharing(5) as JsonObject)).toEqual([]);
    expect(problemsOf(sharing(20) as JsonObject)).toEqual([
      ["manifest", expect.stringContaining("maxCompiledBytes permits at most 1048576")],
    ]);
    expect(problemsOf(changed({ start_agent: "x".repeat(524_288) }))).toEqual([
      ["manifest", expect.stringContaining("maxManifestBytes permits at most 524288")],
    ]);
  });
});
