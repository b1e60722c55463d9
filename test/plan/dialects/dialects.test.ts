import { describe, expect, it } from "vitest";
import {
  accepted,
  compile,
  onlyProblem,
  orchestrate,
  problemsOf,
  toolCalls,
  typed,
} from "../../support/plan/compiled-plan.ts";

const paths = (compilation: ReturnType<typeof compile>) => problemsOf(compilation).map(({ path }) => path.join("."));

describe("the dialect of document Plan, Execute, Respond", () => {
  it("[P4] compiles a direct response to a plan without steps", () => {
    const document = { type: "direct_response", content: "Hello! How can I help you today?" };
    const { plan, dialect } = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }));
    expect(plan).toEqual({ schedule: "SEQUENTIAL", reasoning: null, directResponse: document.content, steps: [] });
    expect(dialect).toBe("TOOL_CALLS");
  });

  it("[P5] compiles tool calls with their reasoning, in order, with ids made from positions", () => {
    const calls = [
      { tool_name: "echo", arguments: { value: 1 } },
      { tool_name: "write", arguments: {} },
    ];
    const document = { type: "tool_calls", reasoning: "Because", calls };
    const { plan } = accepted(compile({ kind: "DOCUMENT", document, dialect: "TOOL_CALLS" }));
    expect(plan.reasoning).toBe("Because");
    expect(plan.steps.map(({ id, index }) => [id, index])).toEqual([
      ["step0", 0],
      ["step1", 1],
    ]);
    expect(plan.steps[0]).toMatchObject({ callableName: "echo", arguments: { kind: "literal", value: { value: 1 } } });
  });

  it("[P28] compiles the worked example, where the artifact of the first call becomes an argument of the second", () => {
    const compiled = accepted(
      toolCalls([
        { tool_name: "research_blog", arguments: { topic: "AI trends 2025", skill_id: "research_blog" } },
        {
          tool_name: "create_blog_post",
          arguments: {
            artifact_id: "$0.output.artifact_id",
            skill_id: "blog_writing",
            instructions: "Focus on practical applications",
          },
        },
      ]),
    );
    expect(compiled.references).toEqual([
      {
        stepId: "step1",
        target: "/artifact_id",
        expression: "$0.output.artifact_id",
        sourceStepId: "step0",
        sourcePart: "OUTPUT",
        source: "/artifact_id",
        presence: "required",
        relation: "subset",
      },
    ]);
    expect(compiled.plan.steps[1]).toMatchObject({
      arguments: {
        entries: [
          ["artifact_id", { kind: "reference", reference: { root: "steps", id: "step0", path: ["artifact_id"] } }],
          ["instructions", { kind: "literal", value: "Focus on practical applications" }],
          ["skill_id", { kind: "literal", value: "blog_writing" }],
        ],
      },
    });
    expect(compiled.warnings).toEqual([]);
    expect(compiled.callables.map(({ name }) => name)).toEqual(["research_blog", "create_blog_post"]);
  });

  it("[R10] refuses unknown keys and wrong types, all at once", () => {
    const calls = [{ tool_name: "", arguments: [], retries: 3 }, { arguments: {} }];
    const document = { type: "tool_calls", calls, parallel: true };
    expect(paths(compile({ kind: "DOCUMENT", document, dialect: undefined })).sort()).toEqual([
      "source.document.calls.0.arguments",
      "source.document.calls.0.retries",
      "source.document.calls.0.tool_name",
      "source.document.calls.1.tool_name",
      "source.document.parallel",
    ]);
  });

  it("[P5] refuses a list without calls", () => {
    expect(onlyProblem(toolCalls([]))).toMatchObject({ kind: "INVALID_INPUT", path: ["source", "document", "calls"] });
  });
});

describe("the dialect of document Agent orchestration", () => {
  it("[O5][O9a][O10] compiles agent steps: agent_id names the tool, with its arguments, timeout_ms its time", () => {
    const agent = { agent_id: "echo", with: { value: "{{bindings.topic}}" }, result_key: "found", timeout_ms: 500 };
    const compiled = accepted(orchestrate([{ id: "first", type: "agent", agent }], { bindings: { topic: "x" } }));
    expect(compiled.dialect).toBe("ORCHESTRATE");
    expect(compiled.plan.steps[0]).toMatchObject({
      kind: "TOOL",
      id: "first",
      callableName: "echo",
      resultKey: "found",
      policy: { timeoutMs: 500, maxAttempts: 1 },
      arguments: { entries: [["value", { reference: { root: "bindings", id: "topic" } }]] },
    });
  });

  it("[O6][O9a] compiles parallel steps: children are named by result key, else by position", () => {
    const parallel = {
      steps: [{ agent_id: "echo", result_key: "left" }, { agent_id: "write" }],
      max_concurrency: 2,
      merge_strategy: "first_success",
      result_key: "both",
    };
    const { plan } = accepted(orchestrate([{ id: "fan", type: "parallel", parallel }]));
    expect(plan.steps[0]).toMatchObject({
      kind: "PARALLEL",
      maxConcurrency: 2,
      mergeStrategy: "FIRST_SUCCESS",
      resultKey: "both",
      children: [
        { id: "fan.left", index: null },
        { id: "fan.1", index: null },
      ],
    });
  });

  it.each([["collect"], ["collect_all"], [undefined], [null]])(
    "[O9] merges by collecting for merge_strategy %s",
    (name) => {
      const parallel = { steps: [{ agent_id: "echo", result_key: "a" }], merge_strategy: name };
      const { plan } = accepted(orchestrate([{ id: "fan", type: "parallel", parallel }]));
      expect(plan.steps[0]).toMatchObject({ mergeStrategy: "COLLECT_ALL" });
    },
  );

  it("[O6] refuses a parallel step within a parallel step", () => {
    const inner = { type: "parallel", parallel: { steps: [{ agent_id: "echo" }] } };
    const problem = onlyProblem(orchestrate([{ id: "fan", type: "parallel", parallel: { steps: [inner] } }]));
    expect(problem.message).toContain("a parallel step cannot hold another one");
    expect(problem.path).toEqual(["source", "document", "steps", "0", "parallel", "steps", "0"]);
  });

  it("[O9a] refuses prompt and action_id of a tool with the reason", () => {
    const agent = { agent_id: "echo", prompt: "Do it", action_id: "run" };
    const compilation = orchestrate([{ id: "first", type: "agent", agent }]);
    expect(paths(compilation)).toEqual([
      "source.document.steps.0.agent.action_id",
      "source.document.steps.0.agent.prompt",
    ]);
    expect(problemsOf(compilation)[0]?.message).toContain("a tool is called with its arguments alone");
  });

  it("[O9a] refuses unknown keys, a step of another type and a step without id", () => {
    const steps = [
      { id: "a", type: "agent", agent: { agent_id: "echo", retries: 1 } },
      { id: "b", type: "loop" },
      { type: "agent", agent: { agent_id: "echo" } },
    ];
    expect(paths(orchestrate(steps))).toEqual([
      "source.document.steps.0.agent.retries",
      "source.document.steps.1.type",
      "source.document.steps.2.id",
    ]);
  });

  it("[O12][C2] reads request bindings and results through bindings. and result. alike", () => {
    const steps = [
      { id: "a", type: "agent", agent: { agent_id: "echo", with: { value: "{{result.topic}}" }, result_key: "found" } },
      {
        id: "b",
        type: "agent",
        agent: { agent_id: "anything", with: { x: "{{result.found.value}}", y: "{{bindings.found.value}}" } },
      },
    ];
    const { references } = accepted(orchestrate(steps, { bindings: { topic: "x" } }));
    expect(references.map(({ sourceStepId, source }) => [sourceStepId, source])).toEqual([
      [undefined, "/topic"],
      ["a", "/value"],
      ["a", "/value"],
    ]);
  });
});

describe("typed plans", () => {
  it("[C8] orders documents one after another and typed plans by their data, unless the request says otherwise", () => {
    const call = { tool_name: "echo", arguments: {} };
    const step = { tool: { toolName: "echo" } };
    expect(accepted(toolCalls([call])).plan.schedule).toBe("SEQUENTIAL");
    expect(accepted(orchestrate([{ id: "a", type: "agent", agent: { agent_id: "echo" } }])).plan.schedule).toBe(
      "SEQUENTIAL",
    );
    expect(accepted(typed([step])).plan.schedule).toBe("DATAFLOW");
    expect(accepted(toolCalls([call], { schedule: "DATAFLOW" })).plan.schedule).toBe("DATAFLOW");
    expect(accepted(typed([step], { schedule: "SEQUENTIAL" })).plan.schedule).toBe("SEQUENTIAL");
  });

  it("[R10] keeps every option of a step", () => {
    const policy = { maxAttempts: 3, initialBackoffMs: 0, timeoutMs: 10, continueOnFailure: true, inDoubt: "ASK" };
    const compiled = accepted(
      typed([
        { tool: { stepId: "a", toolName: "echo", policy, independent: true, resultKey: "a" } },
        {
          parallel: {
            stepId: "g",
            steps: [{ tool: { toolName: "echo", resultKey: "x" } }],
            maxConcurrency: 1,
            mergeStrategy: "FIRST_SUCCESS",
            after: ["a"],
            independent: true,
            continueOnFailure: true,
          },
        },
      ]),
    );
    expect(compiled.plan.steps[0]).toMatchObject({ policy, independent: true, resultKey: "a" });
    expect(compiled.plan.steps[1]).toMatchObject({
      maxConcurrency: 1,
      mergeStrategy: "FIRST_SUCCESS",
      after: ["a"],
      independent: true,
      continueOnFailure: true,
    });
  });

  it("[R10] refuses options out of range, options without effect, and kinds of steps that do not exist", () => {
    const within = (tool: object) => ({ parallel: { stepId: "g", steps: [{ tool: { toolName: "echo", ...tool } }] } });
    expect(
      paths(typed([{ tool: { toolName: "echo", policy: { maxAttempts: 11, initialBackoffMs: -1, timeoutMs: 0 } } }])),
    ).toEqual([
      "source.plan.steps.0.tool.policy.maxAttempts",
      "source.plan.steps.0.tool.policy.initialBackoffMs",
      "source.plan.steps.0.tool.policy.timeoutMs",
    ]);
    expect(paths(typed([within({ independent: true, policy: { continueOnFailure: true } })]))).toEqual([
      "source.plan.steps.0.parallel.steps.0.tool.independent",
      "source.plan.steps.0.parallel.steps.0.tool.policy.continueOnFailure",
    ]);
    expect(paths(typed([{ agent: { agentName: "x" } }]))).toContain("source.plan.steps.0.agent");
    expect(paths(typed([{}]))).toEqual(["source.plan.steps.0"]);
    expect(paths(typed([{ tool: { toolName: "echo" }, parallel: { steps: [] } }]))).toEqual(["source.plan.steps.0"]);
    expect(paths(typed([]))).toEqual(["source.plan.steps"]);
  });

  it("[R17] takes null for an option that is absent", () => {
    const tool = {
      stepId: null,
      toolName: "echo",
      arguments: null,
      resultKey: null,
      after: null,
      independent: null,
      policy: null,
    };
    expect(accepted(typed([{ tool, parallel: null }])).plan.steps[0]?.id).toBe("step0");
  });
});

describe("recognising a document", () => {
  it("[C27] tells the dialects apart by shape and refuses what fits none or both", () => {
    const dialectOf = (document: object) =>
      accepted(compile({ kind: "DOCUMENT", document, dialect: undefined })).dialect;
    expect(dialectOf({ type: "tool_calls", calls: [{ tool_name: "echo", arguments: {} }] })).toBe("TOOL_CALLS");
    expect(dialectOf({ steps: [{ id: "a", type: "agent", agent: { agent_id: "echo" } }] })).toBe("ORCHESTRATE");
    expect(dialectOf({ steps: [{ tool: { toolName: "echo" } }] })).toBe("TYPED");
    for (const document of [{}, [], "x", null, { calls: [], steps: [] }, { steps: {} }]) {
      expect(onlyProblem(compile({ kind: "DOCUMENT", document, dialect: undefined })).kind).toBe("INVALID_INPUT");
    }
  });

  it("[C27] reads a document as the dialect that the request names, whatever its shape", () => {
    const document = { steps: [{ id: "a", type: "agent", agent: { agent_id: "echo" } }] };
    expect(compile({ kind: "DOCUMENT", document, dialect: "TOOL_CALLS" }).ok).toBe(false);
  });
});

describe("names", () => {
  it("[R8] refuses ids and result keys that are used twice, groups and children included", () => {
    const compilation = typed([
      { tool: { stepId: "a", toolName: "echo", resultKey: "k" } },
      { parallel: { stepId: "g", steps: [{ tool: { stepId: "a", toolName: "echo", resultKey: "k" } }] } },
    ]);
    expect(paths(compilation)).toEqual([
      "source.plan.steps.1.parallel.steps.0.tool.stepId",
      "source.plan.steps.1.parallel.steps.0.tool.resultKey",
    ]);
    expect(compilation).toMatchObject({ ok: false, plan: undefined });
  });

  it("[C2] permits a result key that is the id of its own step and refuses that of another", () => {
    expect(typed([{ tool: { stepId: "a", toolName: "echo", resultKey: "a" } }]).ok).toBe(true);
    const crossed = typed([
      { tool: { stepId: "a", toolName: "echo", resultKey: "b" } },
      { tool: { stepId: "b", toolName: "echo" } },
    ]);
    expect(onlyProblem(crossed).path).toEqual(["source", "plan", "steps", "0", "tool", "resultKey"]);
  });

  it.each(["a/b", "", "a b", "steps", "bindings", "result", "input", "execution"])(
    "[C2] refuses the id %j",
    (stepId) => {
      expect(onlyProblem(typed([{ tool: { stepId, toolName: "echo" } }])).path.at(-1)).toBe("stepId");
    },
  );

  it("[C2] makes ids that no given name uses already", () => {
    const { plan } = accepted(
      typed([
        { tool: { toolName: "echo" } },
        { tool: { stepId: "step0", toolName: "echo", resultKey: "step2" } },
        { tool: { toolName: "echo" } },
      ]),
    );
    expect(plan.steps.map(({ id }) => id)).toEqual(["step0-2", "step0", "step2-2"]);
  });
});
