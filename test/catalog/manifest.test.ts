/** Manifests of the document Auto-tools: what they are compiled to, and everything that is refused of them. */
import { describe, expect, it } from "vitest";
import { autoToolOf, catalogCallableNames, manifestCallables } from "../../src/catalog/manifest-callables.ts";
import { turnWorkOf } from "../../src/catalog/manifest-turns.ts";
import { celEnvironment } from "../../src/plan/cel-environment.ts";
import type { JsonObject } from "../../src/plan/json.ts";
import { violations } from "../../src/plan/validator.ts";
import { changed, compiled, definitionOf, exampleManifest, problemsOf } from "./manifests.ts";
import { catalogOf, model } from "./typed-world.ts";

const generator = exampleManifest("generator");
const model1 = "structured_outputs.models";

/** One agent whose output in `fields` starts `function`. */
function single(fields: JsonObject, tool: JsonObject = {}): JsonObject {
  return {
    agents: { A: { system_message: "Be brief", auto_tool_mode: true } },
    tools: [{ agent: "A", function: "read", tool_type: "UI_Tool", ...tool }],
    structured_outputs: { models: { M: { type: "model", fields } }, registry: { A: "M" } },
  };
}

describe("a manifest", () => {
  it("[T1] [T2] [T3] [T31] [T34] is compiled from the document's own form", () => {
    const { agents, handoffs, hash, maxTurns, startAgent, tools, variables } = definitionOf(generator);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect({ startAgent, maxTurns }).toEqual({ startAgent: "InterviewAgent", maxTurns: 10 });
    expect(agents).toMatchObject([
      { name: "InterviewAgent", autoToolMode: false, output: null, autoTool: null, maxConsecutiveAutoReply: 5 },
      { name: "ContextAgent", autoToolMode: true, structuredOutputsRequired: true, autoTool: "action_plan" },
    ]);
    expect(agents[1]?.output?.name).toBe("ActionPlanCall");
    expect(tools).toMatchObject([
      {
        ...{ name: "action_plan", agentName: "ContextAgent", sourceFile: "action_plan.py", isAutomatic: true },
        ...{ callableName: "ui.action_plan", isUserInterface: true, ui: { component: "ActionPlan", mode: "artifact" } },
      },
    ]);
    expect(variables).toEqual([
      {
        name: "interview_complete",
        description: "True once InterviewAgent has enough context to proceed",
        initial: false,
        trigger: { sourceAgent: "InterviewAgent", value: "NEXT", uiHidden: true },
      },
    ]);
    expect(handoffs).toEqual([
      {
        sourceAgent: "InterviewAgent",
        target: { kind: "AGENT", agentName: "ContextAgent" },
        condition: {
          expression: "${interview_complete} == True",
          cel: "v.r0 == true",
          references: [{ root: "bindings", id: "interview_complete", path: [], expression: "${interview_complete}" }],
        },
      },
      { sourceAgent: "ContextAgent", target: { kind: "USER" }, condition: null },
    ]);
  });

  it("[T1] [T2] [T3] is the same from the whole files of the document as from their content", () => {
    const files = exampleManifest("strategy");
    const opened = (part: string, key: string) => (files[part] as JsonObject)[key];
    const content = {
      agents: opened("agents", "agents"),
      tools: opened("tools", "tools"),
      structured_outputs: opened("structured_outputs", "structured_outputs"),
      derived_variables: opened("context_variables", "derived_variables"),
      handoff_rules: opened("handoffs", "handoff_rules"),
    } as JsonObject;
    const { hash: one, source: sent, ...fromFiles } = definitionOf(files);
    const { hash: other, source, ...fromContent } = definitionOf(content);
    expect(fromFiles).toEqual(fromContent);
    expect(sent).toEqual(files);
    expect(one).not.toBe(other);
    // Nobody hands over to it, though it is not the first.
    expect(fromFiles.startAgent).toBe("WorkflowStrategyAgent");
  });

  it("[C16] has another hash once its content, or what it calls, is another", () => {
    const { hash } = definitionOf(generator);
    expect(definitionOf(structuredClone(generator)).hash).toBe(hash);
    expect(definitionOf(changed({ max_turns: 11 })).hash).not.toBe(hash);
    const manifest = single({ topic: { type: "str" } });
    const { revision, servers, ...rest } = catalogOf();
    const grown = rest.tools.map((tool) => {
      const inputSchema = { type: "object", properties: { topic: {}, more: {} } };
      return { ...tool, callable: { ...tool.callable, inputSchema } };
    });
    const before = definitionOf(manifest).hash;
    expect(definitionOf(manifest, { ...rest, revision, servers }).hash).toBe(before);
    expect(definitionOf(manifest, { ...rest, revision, servers, tools: grown }).hash).not.toBe(before);
  });

  it("[T16] [R14] [C16] binds two agents that share a model each to its own tool, unchangeably", () => {
    const twins: JsonObject = {
      agents: {
        A: { system_message: "a", auto_tool_mode: true },
        B: { system_message: "b", auto_tool_mode: true, model: "large" },
        C: { system_message: "c", runs_elsewhere: true, auto_tool_mode: true },
      },
      tools: [
        { agent: "A", function: "read", tool_type: "UI_Tool" },
        { agent: "B", function: "write", tool_type: "UI_Tool", ui: { component: "Writer" } },
        { agent: "C", function: "look", tool_type: "Agent_Tool", auto_invoke: true },
      ],
      structured_outputs: {
        models: { M: { type: "model", fields: { Topic: { type: "str" } } } },
        registry: { A: "M", B: "M", C: "M" },
      },
    };
    const definition = definitionOf(twins, catalogOf(), { look: "blog.read" });
    const asked: string[] = [];
    const work = turnWorkOf(definition, ({ modelName, name }) => {
      asked.push(name);
      return model(modelName ?? "small");
    });
    expect(work.manifest).toEqual({ name: "Generator", hash: definition.hash });
    expect(asked).toEqual(["A", "B"]);
    expect(work.agents.map((agent) => agent.model?.name ?? null)).toEqual(["small", "large", null]);
    const shared = { modelName: "M", parameterNames: ["topic"], acceptsContext: false };
    expect(work.agents.map(({ binding }) => binding)).toEqual([
      { ...shared, agentName: "A", toolName: "read", callableName: "read", ui: null },
      { ...shared, agentName: "B", toolName: "write", callableName: "write", ui: { component: "Writer", mode: null } },
      { ...shared, agentName: "C", toolName: "look", callableName: "blog.read", ui: null },
    ]);
    const binding = work.agents[0]?.binding ?? expect.fail("there is no binding");
    expect(() => Object.assign(binding, { toolName: "write" })).toThrow(TypeError);
    expect(() => Object.assign(binding.parameterNames, { 0: "other" })).toThrow(TypeError);
    expect(catalogCallableNames(definition)).toEqual(["read", "write", "blog.read"]);
    expect(manifestCallables(definition)).toEqual([]);
  });

  it("[T30] makes a tool of the user interface a callable that a person answers", () => {
    const definition = definitionOf(generator);
    const [callable, ...others] = manifestCallables(definition);
    expect(others).toEqual([]);
    expect(callable).toMatchObject({
      ...{ name: "ui.action_plan", provider: "planwright:people", effectClass: "READ_ONLY", remoteName: "action_plan" },
      ...{ ui: { component: "ActionPlan", mode: "artifact" }, inputSchema: definition.agents[1]?.output?.schema },
    });
    const answer = { status: "success", ui_event_id: "ui_tool_1", data: { approved: true } };
    expect(violations(callable?.outputSchema ?? false, answer)).toEqual([]);
    expect(violations(callable?.outputSchema ?? false, { ...answer, data: { approved: "yes" } })).not.toEqual([]);
    expect(violations(callable?.responseSchema ?? false, { approved: 1 })).not.toEqual([]);
    expect(catalogCallableNames(definition)).toEqual([]);
  });

  it("[R14] keeps tools of one function apart where they are not shown or answered alike", () => {
    const ui = (component: string) => ({ function: "review", tool_type: "UI_Tool", ui: { component } });
    const both = (first: string, second: string) =>
      definitionOf({
        agents: { A: { system_message: "a", auto_tool_mode: true }, B: { system_message: "b", auto_tool_mode: true } },
        tools: [
          { agent: "A", ...ui(first) },
          { agent: "B", ...ui(second) },
        ],
        structured_outputs: {
          models: { M: { type: "model", fields: { text: { type: "str" } } } },
          registry: { A: "M", B: "M" },
        },
      });
    expect(manifestCallables(both("Review", "Review")).map(({ name }) => name)).toEqual(["ui.review"]);
    const apart = both("Review", "Other");
    expect(manifestCallables(apart).map(({ name, ui }) => [name, ui?.component])).toEqual([
      ["ui.A.review", "Review"],
      ["ui.B.review", "Other"],
    ]);
    expect(autoToolOf(apart, "B")?.callableName).toBe("ui.B.review");
  });

  it("[C33] follows the type of a tool, unless auto_invoke says so itself", () => {
    const automatic = (tool: JsonObject) => compiled(single({ topic: { type: "str" } }, tool));
    expect(automatic({ tool_type: "Agent_Tool", auto_invoke: true })).toMatchObject({
      definition: { tools: [{ isAutomatic: true }], agents: [{ autoTool: "read" }] },
    });
    expect(problemsOf(single({ topic: { type: "str" } }, { tool_type: "Agent_Tool" })).map(([at]) => at)).toContain(
      "manifest/tools/0/tool_type",
    );
    expect(problemsOf(single({ topic: { type: "str" } }, { auto_invoke: false }))).toEqual([
      ["manifest/agents/A/auto_tool_mode", expect.stringContaining("required a tool of the type UI_Tool")],
    ]);
    const off = {
      ...single({ topic: { type: "str" } }),
      agents: { A: { system_message: "a", auto_tool_mode: false } },
    };
    expect(definitionOf(off).agents[0]?.autoTool).toBeNull();
    const unsaid = { ...off, agents: { A: { system_message: "a" } } };
    expect(problemsOf(unsaid)).toEqual([
      ["manifest/tools/0", expect.stringContaining('required auto_tool_mode of "A"')],
    ]);
  });

  it("[T18] [R29] takes the context of the runtime for a parameter only of tools that have it, and never from a model", () => {
    const { tools, ...rest } = catalogOf();
    const [read, ...others] = tools;
    if (read === undefined) throw new Error("there is no tool");
    const properties = { topic: { type: "string" }, context_variables: { type: "object" } };
    const inputSchema = { type: "object", properties, required: ["topic", "context_variables"] };
    const catalog = { ...rest, tools: [{ ...read, callable: { ...read.callable, inputSchema } }, ...others] };
    const definition = definitionOf(single({ topic: { type: "str" } }), catalog);
    const { agents } = turnWorkOf(definition, () => model("small"));
    expect(agents[0]?.binding).toMatchObject({ parameterNames: ["topic"], acceptsContext: true });
    const spoofed = single({ topic: { type: "str" }, Context_Variables: { type: "dict" } });
    expect(problemsOf(spoofed, catalog)).toEqual([
      ["manifest/tools/0/function", expect.stringContaining("which the runtime alone gives")],
    ]);
  });

  it("[T17] refuses a tool that the model of its agent cannot serve, before anything is called", () => {
    expect(problemsOf(single({ TOPIC: { type: "str" } }))).toEqual([]);
    const cases: readonly (readonly [JsonObject, string])[] = [
      [{ other: { type: "str" } }, 'required a field "topic" of the model "M" for the parameter of "read"'],
      [
        { topic: { type: "list[int]" } },
        'that gives string for the parameter "topic" of "read", found array of integer',
      ],
      [{ topic: { type: "str" }, Topic: { type: "str" } }, "fields that differ in more than case"],
    ];
    for (const [fields, message] of cases) {
      const at = "manifest/tools/0/function";
      expect(problemsOf(single(fields))).toEqual([[at, expect.stringContaining(message)]]);
    }
  });
});

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
      "[T3] a model without a registry entry",
      changed({ [`${model1}.Spare`]: { type: "model", fields: { a: { type: "str" } } } }),
      "structured_outputs/models/Spare",
      "required an agent in the registry",
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
  it.each(cases)("%s is told at its place", (_, manifest, place, message) => {
    expect(problemsOf(manifest)).toContainEqual([`manifest/${place}`, expect.stringContaining(message)]);
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
      expect(celEnvironment().evaluate(rule?.condition?.cel ?? "", { v: { r0: false } })).toBe(
        !condition.includes("or True"),
      );
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

  it("[T2] is told of everything at once, 100 problems at most", () => {
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
