/** Agents in plans: what they are called with, what may be referenced of them, and names that cannot be called. */
import { describe, expect, it } from "vitest";
import { agentCallable } from "../../../src/catalog/agents/agent-callable.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { CallableDefinition, NamedCallable } from "../../../src/plan/callable.ts";
import { operandDocument } from "../../../src/plan/operands/operand.ts";
import { accepted, onlyProblem, orchestrate, planTools, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

const agent = agentCallable({
  ...{ kind: "HTTP", name: "costs", description: "Knows costs", tags: [], exampleQueries: [], routable: true },
  ...{ endpoint: "https://agents.example.com/run", bearerSecret: null, healthUrl: null },
  ...{ effectClass: "UNSAFE", usageHints: "" },
});

const callable = (name: string): NamedCallable => {
  if (name === "costs") return agent;
  return name === "renamed" ? "CHANGED" : planTools.find((candidate) => candidate.name === name);
};
const plans = { callable, callableNames: () => ["costs", ...planTools.map(({ name }) => name)] };

const ask = { tool: { stepId: "ask", toolName: "costs", arguments: { user_query: "What did it cost?" } } };
const echo = (value: string) => ({ tool: { toolName: "echo", arguments: { value } } });

describe("a step that calls an agent", () => {
  it("[H3][P19] is checked against what a request can carry", () => {
    const full = { user_query: "x", parsed_parameters: {}, session_context: {}, agent_instructions: "y" };
    accepted(typed([{ tool: { toolName: "costs", arguments: full } }], plans));
    for (const wrong of [
      {},
      { user_query: 1 },
      { user_query: "x", routing_mode: "auto" },
      { ...full, parsed_parameters: [] },
    ]) {
      const refused = typed([{ tool: { toolName: "costs", arguments: wrong } }], plans);
      expect(onlyProblem(refused)).toMatchObject({ kind: "SCHEMA_VIOLATION" });
    }
  });

  it("[C4][H10] may be referenced anywhere in its output, with a warning that nothing is known of it", () => {
    for (const reference of ["{{ask.output}}", "$0.output.trend", '{{ask.output["a.b"][0]}}']) {
      const { references, warnings } = accepted(typed([ask, echo(reference)], plans));
      expect(references).toMatchObject([{ sourceStepId: "ask", presence: "unknown" }]);
      expect(warnings).toMatchObject([{ code: "REFERENCE_UNKNOWN" }]);
    }
  });

  it("[C4][C7] is as unknown in a group, whichever of its children succeeds first", () => {
    const child = (toolName: string) => ({ tool: { toolName, resultKey: toolName, arguments: { user_query: "x" } } });
    for (const [mergeStrategy, reference] of [
      ["COLLECT_ALL", "{{g.output.costs.trend}}"],
      ["FIRST_SUCCESS", "{{g.output.trend}}"],
    ]) {
      const group = { parallel: { stepId: "g", mergeStrategy, steps: [child("costs")] } };
      expect(accepted(typed([group, echo(`${reference}`)], plans)).references).toMatchObject([{ presence: "unknown" }]);
    }
  });

  it("[E7][design: Scheduling] has an order among other effects as its registration says", () => {
    const readOnly = (name: string): NamedCallable =>
      name === "costs" ? { ...agent, effectClass: "READ_ONLY" } : callable(name);
    const steps = [ask, { ...ask, tool: { ...ask.tool, stepId: "again" } }];
    expect(accepted(typed(steps, plans)).graph.nodes[1]?.blockedBy).toEqual([0]);
    expect(accepted(typed(steps, { ...plans, callable: readOnly })).graph.nodes[1]?.blockedBy).toEqual([]);
  });
});

describe("a name that cannot be called", () => {
  const calling = (toolName: string) => typed([{ tool: { toolName } }], plans);
  const path = ["source", "plan", "steps", "0", "tool", "toolName"];

  it("because the tool has changed says so wherever it is called, and nothing is guessed of its output", () => {
    const steps = [{ tool: { stepId: "a", toolName: "renamed" } }, echo("{{a.output.x}}")];
    expect(onlyProblem(typed(steps, plans))).toMatchObject({ kind: "TOOL_CHANGED", name: "renamed", path });
  });

  it("because it is misspelled gets agents suggested too", () => {
    expect(onlyProblem(calling("cost"))).toMatchObject({ kind: "UNKNOWN_CALLABLE", nearestNames: ["costs"] });
  });
});

describe("[O5] an agent in the dialect of document Agent orchestration", () => {
  const agentStep = (words: object) => ({ id: "ask", type: "agent", agent: { agent_id: "costs", ...words } });
  const argumentsOf = (words: object) => {
    const { plan } = accepted(orchestrate([agentStep(words)], { ...plans, bindings: { days: 7 } }));
    const [step] = plan.steps;
    return step?.kind === "TOOL" ? operandDocument(step.arguments) : null;
  };

  it("[O5][O9a] takes its prompt as the query, beside the arguments in with", () => {
    const session = { session_context: { zone: "UTC" } };
    expect(argumentsOf({ prompt: "What did it cost?", with: session })).toEqual({
      user_query: "What did it cost?",
      ...session,
    });
    expect(argumentsOf({ with: { user_query: "What?" } })).toEqual({ user_query: "What?" });
  });

  it("[O7][C1] renders templates in its prompt", () => {
    expect(argumentsOf({ prompt: "The last {{bindings.days}} days" })).toEqual({
      user_query: "The last {{bindings.days}} days",
    });
    const steps = [agentStep({ prompt: "{{bindings.nope}}" })];
    expect(onlyProblem(orchestrate(steps, plans))).toMatchObject({ reason: "UNKNOWN_BINDING", argument: "user_query" });
  });

  it("[O9a] has what is wrong with its prompt reported at the prompt, also in a group", () => {
    const place = ["source", "document", "steps", "0"];
    expect(onlyProblem(orchestrate([agentStep({ prompt: "{{nope.output}}" })], plans)).path).toEqual([
      ...place,
      "agent",
      "prompt",
    ]);
    const parallel = { steps: [agentStep({ prompt: "{{nope.output}}" }).agent] };
    const grouped = orchestrate([{ id: "g", type: "parallel", parallel }], plans);
    expect(onlyProblem(grouped).path).toEqual([...place, "parallel", "steps", "0", "prompt"]);
  });

  it("[O9a] has no actions, and is asked once", () => {
    const twice = agentStep({ prompt: "a", action_id: "run", with: { user_query: "b" } });
    const problems = problemsOf(orchestrate([twice], plans));
    expect(problems.map((problem) => [problem.kind, problem.path.at(-1)])).toEqual([
      ["INVALID_INPUT", "action_id"],
      ["INVALID_INPUT", "prompt"],
    ]);
    expect(problems[0]?.message).toContain("an agent behind HTTP has no actions");
    expect(problems[1]?.message).toContain("found both");
  });
});

describe("[O5] the words of that dialect for agents and workflows that run elsewhere or here", () => {
  const text = { type: "string" };
  const agentOf = (
    name: string,
    inputSchema: JsonObject,
    more: Partial<CallableDefinition> = {},
  ): CallableDefinition => {
    return { ...agent, name, inputSchema, ...more };
  };
  const ours = agentOf("ours", {
    type: "object",
    properties: { text, action: text, parameters: { type: "object", properties: { days: { type: "integer" } } } },
    additionalProperties: false,
  });
  const plain = agentOf("plain", { type: "object", properties: { text }, required: ["text"] });
  const invoice = agentOf(
    "invoice",
    { type: "object", properties: { amount: true, input_artifact: true } },
    {
      kind: "WORKFLOW",
      dualMode: {
        strictSchema: { type: "object", properties: { amount: { type: "integer" } } },
        artifactArgument: "input_artifact",
        targetName: "invoice",
      },
    },
  );
  const strict: JsonObject = { $ref: "#/$defs/in", $defs: { in: { type: "object", properties: { text } } } };
  const elsewhere = agentOf(
    "elsewhere",
    { type: "object", properties: { text: { type: ["string", "null"] }, input_artifact: true } },
    { dualMode: { strictSchema: strict, artifactArgument: "input_artifact", targetName: "elsewhere" } },
  );
  const known = { callable: (name: string) => [ours, plain, invoice, elsewhere].find((one) => one.name === name) };
  const asking = (agent_id: string, words: object) =>
    orchestrate([{ id: "a", type: "agent", agent: { agent_id, ...words } }], known);
  const argumentsOf = (agent_id: string, words: object) => {
    const [step] = accepted(asking(agent_id, words)).plan.steps;
    return step?.kind === "TOOL" ? operandDocument(step.arguments) : null;
  };
  const place = ["source", "document", "steps", "0", "agent"];

  it("[O9a] become text, action and parameters of an agent of ours, reported at their own places if they are wrong", () => {
    expect(argumentsOf("ours", { prompt: "Hello", action_id: "greet", with: { days: 7 } })).toEqual({
      text: "Hello",
      action: "greet",
      parameters: { days: 7 },
    });
    expect(argumentsOf("ours", { prompt: "Hello" })).toEqual({ text: "Hello" });
    const problem = onlyProblem(asking("ours", { prompt: "Hello", with: { days: "{{nope.output}}" } }));
    expect(problem.path).toEqual([...place, "with", "days"]);
    expect(onlyProblem(asking("ours", { prompt: "{{nope.output}}" })).path).toEqual([...place, "prompt"]);
    expect(onlyProblem(asking("ours", { action_id: "{{nope.output}}" })).path).toEqual([...place, "action_id"]);
  });

  it.each<[string, JsonObject]>([
    ["action", { action: { enum: ["buy", "sell"] } }],
    ["parameters", { parameters: { type: "object" } }],
    ["user_query", { user_query: text }],
  ])("[N266] are no more than arguments of an agent whose own schema has a member %s", (member, properties) => {
    const own = agentOf("own", { type: "object", properties });
    const given = { [member]: member === "action" ? "buy" : member === "parameters" ? { days: 7 } : "What?" };
    const ask = (words: object) =>
      orchestrate([{ id: "a", type: "agent", agent: { agent_id: "own", ...words } }], { callable: () => own });
    const [step] = accepted(ask({ with: given })).plan.steps;
    expect(step?.kind === "TOOL" ? operandDocument(step.arguments) : null).toEqual(given);
    expect(onlyProblem(ask({ action_id: "buy", with: given })).path).toEqual([...place, "action_id"]);
    expect(onlyProblem(ask({ prompt: "Buy", with: given })).message).toContain('the input of "own" has no text');
  });

  it("[O9a][W13] are the text of what takes one, beside its arguments, and refused where there is none", () => {
    expect(argumentsOf("plain", { prompt: "Hello" })).toEqual({ text: "Hello" });
    expect(argumentsOf("plain", { with: { text: "Hello" } })).toEqual({ text: "Hello" });
    expect(onlyProblem(asking("plain", { prompt: "a", with: { text: "b" } })).message).toContain("found both");
    expect(argumentsOf("elsewhere", { prompt: "Hello" })).toEqual({ text: "Hello" });
    expect(argumentsOf("invoice", { with: { amount: 5 } })).toEqual({ amount: 5 });
    const withoutText = onlyProblem(asking("invoice", { prompt: "Five" }));
    expect(withoutText).toMatchObject({ kind: "INVALID_INPUT", path: [...place, "prompt"] });
    expect(withoutText.message).toContain('the input of "invoice" has no text');
    for (const name of ["plain", "invoice"]) {
      const words = { action_id: "run", with: name === "plain" ? { text: "x" } : {} };
      const problem = onlyProblem(asking(name, words));
      expect(problem).toMatchObject({ kind: "INVALID_INPUT", path: [...place, "action_id"] });
      expect(problem.message).toContain(`"${name}" has no actions`);
    }
  });
});
