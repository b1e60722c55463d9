/** Definitions of Solace Agent Mesh as files of ours: each form as the plan that it becomes, and each refusal with its place. */
import { describe, expect, it } from "vitest";
import { translateMesh } from "../../../src/catalog/agent-mesh/translate-mesh.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { meshAgents, meshFile } from "../../support/catalog/mesh-definitions.ts";

// biome-ignore lint/suspicious/noExplicitAny: files are read member by member, and each test says what it expects of them.
type Anything = any;

function translated(file: Json): {
  readonly file: Anything;
  readonly warnings: readonly string[];
  readonly origin: (path: string) => string;
} {
  const translation = translateMesh(file);
  if (!translation.ok) expect.fail(translation.problems.map(({ message }) => message).join("\n"));
  return {
    file: translation.file,
    warnings: translation.warnings.map(({ message }) => message),
    origin: (path) => translation.origin(path.split(".")).join("."),
  };
}

const steps = (file: Anything, at = 0): Anything =>
  Object.fromEntries(
    file.workflows[at].plan.steps.map((step: Anything) => {
      const [[kind, members] = ["", {}]] = Object.entries(step) as [string, Anything][];
      return [members.stepId, { kind, ...members }];
    }),
  );

/** A file of one workflow whose nodes are the given ones, behind a node `first`. */
function ofNodes(nodes: readonly JsonObject[], more: JsonObject = {}, input: JsonObject = {}): JsonObject {
  const first = { id: "first", type: "agent", agent_name: "Appraiser", input: { id: "{{workflow.input.id}}" } };
  const properties = { id: { type: "string" }, ...input };
  const workflow = {
    description: "d",
    input_schema: { type: "object", properties, required: ["id"] },
    nodes: [first, ...nodes],
    output_mapping: { worth: "{{first.output.worth}}" },
    ...more,
  };
  return { agents: [...meshAgents], workflows: [{ name: "w", workflow }] };
}

const clerk = (id: string, about: Json = "x", more: JsonObject = {}): JsonObject => ({
  ...{ id, type: "agent", agent_name: "Clerk", input: { about } },
  ...more,
});

describe("a definition of Agent Mesh", () => {
  it("[N352] becomes steps that are ordered by their dependencies, with conditions for a switch and everything behind it", () => {
    const { appraise, ask, decline, follow, pack, write } = steps(translated(meshFile).file);
    expect(Object.keys(steps(translated(meshFile).file))).toEqual([
      "appraise",
      "decline",
      "ask",
      "pack",
      "follow",
      "write",
    ]);
    expect(appraise).toEqual({
      ...{ kind: "tool", stepId: "appraise", independent: true, toolName: "Appraiser" },
      // Without an input it is given that of the workflow, as far as it is sure to be there.
      arguments: { id: "{{input.id}}", items: "{{input.items}}", instruction: "Appraise order {{input.id}}." },
      policy: { maxAttempts: 3, initialBackoffMs: 500, timeoutMs: 20_000 },
    });
    const scrap = '{{steps.appraise.output.kind}} == "scrap"';
    const worthy = "{{steps.appraise.output.worth}} >= 10";
    expect(decline).toMatchObject({ when: scrap, after: ["appraise"], arguments: { about: "no {{input.id}}" } });
    expect(pack.when).toBe(`not (${scrap}) and ${worthy}`);
    expect(ask.when).toBe(`not (${scrap}) and not (${worthy})`);
    expect(ask.arguments).toEqual({ about: "what is {{input.id}}" });
    expect(follow).toMatchObject({ when: '{{steps.pack.status}} != "SKIPPED"', after: ["pack"] });
    const ran = ["follow", "decline", "ask"].map((id) => `{{steps.${id}.status}} != "SKIPPED"`).join(" or ");
    expect(write.when).toBe(`(${ran}) and has({{input.note}}) and ({{input.note}} != null)`);
  });

  it("[N352] becomes maps and loops, whose inner node is their step, also for those who refer to it", () => {
    const { file } = translated(meshFile);
    const { follow, pack, write } = steps(file);
    expect(pack).toMatchObject({
      ...{ kind: "map", over: "{{input.items}}", maxItems: 20, maxConcurrency: 2 },
      step: { tool: { toolName: "Packer", arguments: { name: "{{item.name}}", position: "{{index}}" } } },
    });
    expect(follow).toMatchObject({
      ...{ kind: "loop", maxIterations: 4, delayMs: 1_000 },
      until: "not (has({{previous.arrived}}) and ({{previous.arrived}} == false)) or {{index}} >= 4",
      step: {
        tool: {
          arguments: { round: "{{index}}", last: { coalesce: ["{{previous.place}}", null] } },
          policy: { maxAttempts: 1, timeoutMs: 5_000 },
        },
      },
    });
    expect(write).toMatchObject({
      ...{ toolName: "letter" },
      arguments: {
        about: { coalesce: ["{{steps.follow.output.place}}", "{{steps.decline.output.letter}}", "nothing"] },
      },
    });
    expect(file.workflows[0].output).toEqual({
      parcels: { coalesce: ["{{steps.pack.output}}", null] },
      place: { coalesce: ["{{steps.follow.output.place}}", null] },
      letter: { coalesce: ["{{steps.write.output.letter}}", null] },
      rounds: "{{steps.follow.count}}",
    });
  });

  it("[N352] has its exits in finally, each with the end that it is for", () => {
    const { file } = translated(meshFile);
    const last = file.workflows[0].plan.finally.map(({ tool }: Anything) => [
      tool.stepId,
      tool.when,
      tool.arguments.about,
    ]);
    expect(last).toEqual([
      ["close", 'not ({{execution.status}} == "CANCELLED")', "closed"],
      ["thank", '{{execution.status}} == "SUCCEEDED"', "done {{steps.appraise.output.worth}}"],
      ["complain", '{{execution.status}} in ["FAILED", "PARTIAL"]', "{{execution.error.message}}"],
    ]);
    const always = translated(ofNodes([clerk("bye")], { onExit: "bye" })).file.workflows[0].plan.finally;
    expect(always).toMatchObject([{ tool: { stepId: "bye" } }]);
    expect(always[0].tool.when).toBeUndefined();
  });

  it("[N352] has its agents, which are told of the member that holds an instruction, and its own time", () => {
    const { file, warnings } = translated(meshFile);
    expect(file.workflows.map(({ name, timeoutMs }: Anything) => [name, timeoutMs])).toEqual([
      ["order", 120_000],
      ["letter", undefined],
    ]);
    expect(file.agents[0]).toMatchObject({
      ...{ name: "Appraiser", description: "Appraises orders", tags: ["worth"] },
      source: { local: { inputSchema: { properties: { id: {}, instruction: { type: "string" } }, required: ["id"] } } },
    });
    expect(file.agents[0].source.local.instructions).toMatch(
      /^You say what an order is worth\.\n\nIf the input has a member "instruction"/,
    );
    expect(file.agents[1].source.local).toEqual({
      instructions: "You pack one item.",
      inputSchema: meshAgents[1]?.input_schema,
      outputSchema: meshAgents[1]?.output_schema,
    });
    expect(warnings).toEqual([
      expect.stringContaining('version of "order" is not kept'),
      expect.stringContaining('nodes.8.instruction of "order" is not passed on'),
    ]);
  });

  it("[N352] tells where in its text each part of the plan comes from", () => {
    const { origin } = translated(meshFile);
    expect(origin("workflows.0.plan.steps.1.tool.arguments.about")).toBe("workflows.0.workflow.nodes.2.input.about");
    expect(origin("workflows.0.plan.steps.3.map.step.tool.toolName")).toBe("workflows.0.workflow.nodes.5");
    expect(origin("workflows.0.plan.steps.4.loop.until")).toBe("workflows.0.workflow.nodes.6");
    expect(origin("workflows.0.plan.finally.0.tool.when")).toBe("workflows.0.workflow.nodes.11.when");
    expect(origin("workflows.0.output.place")).toBe("workflows.0.workflow.output_mapping.place");
    expect(origin("workflows.0.name")).toBe("workflows.0");
    expect(origin("agents.0.source.local.inputSchema")).toBe("agents.0.input_schema");
  });

  it("[N352] declares the fields that it uses and no schema has, and asks whether they are there", () => {
    const loop = {
      id: "again",
      type: "loop",
      node: "look",
      condition: "{{look.output.more.to_do}} == true",
      max_iterations: 2,
    };
    const look = { id: "look", type: "agent", agent_name: "Courier", input: { round: "{{_loop_iteration}}" } };
    const one = clerk("one", "{{workflow.input.topic}}", { when: "'{{workflow.input.topic}}' == 'a'" });
    const { file, warnings } = translated(ofNodes([loop, look, one]));
    const all = steps(file);
    expect(all.again.until).toContain("has({{previous.more.to_do}})");
    expect(all.again.step.tool.outputSchema.properties).toMatchObject({
      arrived: {},
      more: { properties: { to_do: true } },
    });
    expect(all.one).toMatchObject({
      when: 'has({{input.topic}}) and ({{input.topic}} == "a")',
      arguments: { about: { coalesce: ["{{input.topic}}", null] } },
    });
    expect(file.workflows[0].inputSchema.properties.topic).toBe(true);
    expect(warnings).toContainEqual(expect.stringContaining("gives more.to_do by no schema"));
  });

  it("[N352] passes values on as they are, and texts that only look like references as texts", () => {
    const given = {
      about: "$0.output and {{ workflow.input.id }}",
      list: [1, { deep: "{{first.output}}" }, null, "plain"],
      map: "{{each.output}}",
    };
    const each = { id: "each", type: "map", withItems: ["a", { b: "{{workflow.input.id}}" }], node: "inner" };
    const inner = clerk("inner", "{{_map_item}}");
    const { each: map, last } = steps(
      translated(ofNodes([each, inner, { ...clerk("last"), input: given, depends_on: ["each"] }])).file,
    );
    expect(map.over).toEqual(["a", { b: "{{input.id}}" }]);
    expect(last.arguments).toEqual({
      about: "$$0.output and {{input.id}}",
      list: [1, { deep: "{{steps.first.output}}" }, null, "plain"],
      map: { results: "{{steps.each.output}}" },
    });
  });
});

const loopOver = (node: string, more: JsonObject = {}): JsonObject => ({
  ...{ id: "again", type: "loop", node, condition: "1 == 1" },
  ...more,
});
const aSwitch = (node: string, more: JsonObject = {}): JsonObject => ({
  ...{ id: "choose", type: "switch", cases: [{ condition: "1 == 1", node }] },
  ...more,
});

describe("what cannot be said in a plan is refused", () => {
  it.each<readonly [string, JsonObject, string, string]>([
    ["an unknown member", ofNodes([clerk("a", "x", { retries: 3 })]), "nodes.1.retries", "no such key"],
    ["an unknown type", ofNodes([{ id: "a", type: "fork" }]), "nodes.1.type", ""],
    ["a node that is there twice", ofNodes([clerk("first")]), "nodes.1.id", 'found "first" again'],
    [
      "a dependency on nothing",
      ofNodes([clerk("a", "x", { depends_on: ["firs"] })]),
      "nodes.1.depends_on.0",
      "nearest: first",
    ],
    [
      "a dependency on a repeated node",
      ofNodes([loopOver("in"), clerk("in"), clerk("a", "x", { depends_on: ["in"] })]),
      "nodes.3.depends_on.0",
      'name "again"',
    ],
    [
      "a repeated node with dependencies",
      ofNodes([loopOver("in"), clerk("in", "x", { depends_on: ["first"] })]),
      "nodes.2.depends_on",
      "write them there",
    ],
    [
      "a loop in a loop",
      ofNodes([loopOver("more"), loopOver("in", { id: "more" }), clerk("in")]),
      "nodes.1.node",
      "a workflow of its own",
    ],
    [
      "a node of two loops",
      ofNodes([loopOver("in"), loopOver("in", { id: "more" }), clerk("in")]),
      "nodes.1.node",
      "nothing else repeats",
    ],
    [
      "a repeated node with a condition",
      ofNodes([loopOver("in"), clerk("in", "x", { when: "1 == 1" })]),
      "nodes.2.when",
      "repeats the node regardless of its value",
    ],
    ["a branch that does not wait", ofNodes([aSwitch("a"), clerk("a")]), "nodes.1.cases.0.node", "depends_on"],
    [
      "a default that is nothing",
      ofNodes([aSwitch("a", { default: "b" }), clerk("a", "x", { depends_on: ["choose"] })]),
      "nodes.1.default",
      'found "b"',
    ],
    [
      "a map without a list",
      ofNodes([{ id: "m", type: "map", node: "in" }, clerk("in")]),
      "nodes.1",
      "exactly one of items",
    ],
    ["an exit that is nothing", ofNodes([], { on_exit: { always: "x" } }), "on_exit.always", 'found "x"'],
    [
      "an exit that others wait for",
      ofNodes([clerk("bye"), clerk("a", "x", { depends_on: ["bye"] })], { on_exit: "bye" }),
      "nodes.2.depends_on.0",
      "on_exit",
    ],
    ["going on after a failure", ofNodes([], { fail_fast: false }), "fail_fast", "once a step has failed"],
    ["a condition that is none", ofNodes([clerk("a", "x", { when: "len('a') > 1" })]), "nodes.1.when", 'found "len"'],
    [
      "a condition on nothing",
      ofNodes([clerk("a", "x", { when: "{{frst.output.worth}} > 1" })]),
      "nodes.1.when",
      "nearest: first",
    ],
    ["a template of nothing", ofNodes([clerk("a", "{{frst.output.worth}}")]), "nodes.1.input.about", "nearest: first"],
    [
      "an item outside of a map",
      ofNodes([clerk("a", "{{item.name}}")]),
      "nodes.1.input.about",
      "a node that a map repeats",
    ],
    [
      "the status before the end",
      ofNodes([clerk("a", "{{workflow.status}}")]),
      "nodes.1.input.about",
      "a node of on_exit",
    ],
    [
      "what a switch chose",
      ofNodes([
        aSwitch("b"),
        clerk("b", "x", { depends_on: ["choose"] }),
        clerk("a", "{{choose.output.selected_branch}}"),
      ]),
      "nodes.3.input.about",
      "found a switch",
    ],
    [
      "why a loop ended",
      ofNodes([loopOver("in"), clerk("in"), clerk("a", "{{again.output.stopped_reason}}")]),
      "nodes.3.input.about",
      "iterations_completed",
    ],
    [
      "coalesce of no list",
      ofNodes([clerk("a", { coalesce: "x" })]),
      "nodes.1.input.about.coalesce",
      "a list of values",
    ],
    [
      "a text of one value",
      ofNodes([clerk("a", { concat: ["{{first.output.worth}}"] })]),
      "nodes.1.input.about.concat",
      "beside the template",
    ],
    [
      "an input that nobody gives",
      ofNodes([{ id: "a", type: "agent", agent_name: "Clerk", depends_on: ["first", "b"] }, clerk("b")]),
      "nodes.1.input",
      "waits for several others",
    ],
    [
      "too many attempts",
      ofNodes([clerk("a", "x", { retry_strategy: { limit: 10 } })]),
      "nodes.1.retry_strategy.limit",
      "at most 9",
    ],
    [
      "attempts after success",
      ofNodes([clerk("a", "x", { retryStrategy: { retryPolicy: "Always" } })]),
      "nodes.1.retry_strategy.retry_policy",
      "OnFailure",
    ],
    [
      "another factor, for all nodes",
      ofNodes([], { retry_strategy: { backoff: { factor: 3 } } }),
      "retry_strategy.backoff.factor",
      "required 2",
    ],
    [
      "a wait that is cut",
      ofNodes([clerk("a", "x", { retry_strategy: { backoff: { duration: "10s", max_duration: "15s" } } })]),
      "nodes.1.retry_strategy.backoff.max_duration",
      "40s",
    ],
    ["a duration that is none", ofNodes([clerk("a", "x", { timeout: "soon" })]), "nodes.1.timeout", 'found "soon"'],
    [
      "a condition of its own behind a switch",
      ofNodes([
        aSwitch("a"),
        clerk("a", "x", { depends_on: ["choose"], when: "1 == 1" }),
        clerk("b", "x", { depends_on: ["a"] }),
      ]),
      "nodes.2.when",
      "a switch before it",
    ],
  ])("[N353] %s", (_, file, place, finding) => {
    const translation = translateMesh(file);
    if (translation.ok) expect.fail(JSON.stringify(translation.file.workflows));
    const problem = translation.problems.find(({ path }) => path.join(".") === `workflows.0.workflow.${place}`);
    expect(problem, JSON.stringify(translation.problems)).toBeDefined();
    expect(problem?.message).toContain(finding);
  });

  it("[N353] also where an agent has another use for the name of the instruction, and in a file of another shape", () => {
    const agent = {
      ...meshAgents[3],
      input_schema: { type: "object", properties: { instruction: { type: "string" } } },
    };
    const file = {
      ...ofNodes([clerk("a", "x", { instruction: "Hurry." })]),
      agents: [...meshAgents.slice(0, 3), agent],
    };
    expect(translateMesh(file as JsonObject)).toMatchObject({
      problems: [{ path: ["workflows", "0", "workflow", "nodes", "1", "instruction"] }],
    });
    expect(translateMesh({ apps: [] })).toMatchObject({ ok: false, problems: [{ path: ["apps"] }] });
  });
});
