/** Manifests of the document Auto-tools: what they are compiled to. */
import { describe, expect, it } from "vitest";
import {
  autoToolOf,
  catalogCallableNames,
  manifestCallables,
} from "../../../src/catalog/manifests/manifest-callables.ts";
import { turnWorkOf } from "../../../src/catalog/manifests/manifest-turns.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { violations } from "../../../src/schema/validator.ts";
import {
  changed,
  compiled,
  definitionOf,
  exampleManifest,
  problemsOf,
  single,
} from "../../support/catalog/manifests.ts";
import { catalogOf, model } from "../../support/catalog/small-catalog.ts";

const generator = exampleManifest("generator");

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
      agents: opened("agents", "agents") ?? null,
      tools: opened("tools", "tools") ?? null,
      structured_outputs: opened("structured_outputs", "structured_outputs") ?? null,
      derived_variables: opened("context_variables", "derived_variables") ?? null,
      handoff_rules: opened("handoffs", "handoff_rules") ?? null,
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
    expect(problemsOf(single({ topic: { type: "str" } }, { tool_type: "Agent_Tool" }))).toEqual([
      ["manifest/agents/A/auto_tool_mode", expect.stringContaining("required a tool of the type UI_Tool")],
    ]);
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

  it("[N75, T2, C33] takes an Agent_Tool that does not say auto_invoke as the document has it: kept, shown, started by no output", () => {
    const base = single({ topic: { type: "str" } });
    const own = { agent: "A", file: "read.py", function: "read", description: "Reads", tool_type: "Agent_Tool" };
    const shown = { agent: "A", function: "show", tool_type: "UI_Tool", ui: { component: "Shown" } };
    const beside = { ...base, tools: [own, shown] };
    const compilation = compiled(beside);
    expect(compilation).toMatchObject({
      ok: true,
      definition: {
        tools: [
          { name: "read", toolType: "Agent_Tool", isAutomatic: false, callableName: "read", sourceFile: "read.py" },
          { name: "show", isAutomatic: true },
        ],
        agents: [{ autoTool: "show" }],
      },
      warnings: [
        {
          path: ["manifest", "tools", "0", "tool_type"],
          message: expect.stringContaining("auto_invoke"),
        },
      ],
    });
    const definition = definitionOf(beside);
    expect(catalogCallableNames(definition), "nothing of it is pinned").toEqual([]);
    expect(turnWorkOf(definition, () => model("small")).agents[0]?.binding?.callableName).toBe("ui.show");
    const quiet = { ...beside, agents: { A: { system_message: "a" } }, tools: [{ ...own, ui: null }] };
    expect(definitionOf(quiet)).toMatchObject({ agents: [{ autoTool: null }], tools: [{ isAutomatic: false }] });
    const said = compiled({ ...beside, tools: [{ ...own, auto_invoke: false }, shown] });
    expect(said, "whoever says so knows it").toMatchObject({ ok: true, warnings: [] });
  });

  it("[N75, T2] asks of an Agent_Tool what it asks of every tool: an agent and a function that exist, each once", () => {
    const own = { agent: "A", function: "read", tool_type: "Agent_Tool" };
    const base = single({ topic: { type: "str" } });
    const having = (...tools: readonly JsonObject[]) =>
      problemsOf({ ...base, agents: { A: { system_message: "a" } }, tools }).map(([at]) => at);
    expect(having({ ...own, agent: "System" })).toEqual(["manifest/tools/0/agent"]);
    expect(having({ ...own, function: "nowhere", ui: { component: "Shown" } })).toEqual(["manifest/tools/0/function"]);
    expect(having(own, own)).toEqual(["manifest/tools/1"]);
  });

  it("[N75, T5] words that call an Agent_Tool are warned about, because only tools that start by themselves are never called by hand", () => {
    const base = single({ topic: { type: "str" } });
    const words = { system_message: "First call read(topic)." };
    const tools = [{ agent: "A", function: "read", tool_type: "Agent_Tool", auto_invoke: false }];
    expect(compiled({ ...base, agents: { A: words }, tools })).toMatchObject({
      ok: true,
      warnings: [{ path: ["manifest", "agents", "A", "system_message"], message: expect.stringContaining("read(") }],
    });
    const automatic = { ...base, agents: { A: { ...words, auto_tool_mode: true } } };
    expect(problemsOf({ ...automatic, tools: [{ ...tools[0], auto_invoke: true }] }).map(([at]) => at)).toEqual([
      "manifest/agents/A/system_message",
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
