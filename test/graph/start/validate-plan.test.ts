import { beforeEach, describe, expect, it } from "vitest";
import { data, endpoint, exampleDocument } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

const validate = async (input: object) =>
  (
    await data(
      world,
      `query ($input: ValidatePlanInput!) { validatePlan(input: $input) {
        valid waves plan { hash schedule steps { stepId } }
        steps { stepId callableName effectClass references { reference { expression target sourceStepId source } presence relation } }
        warnings { code message path stepId }
        errors { __typename code path }
      } }`,
      { variables: { input } },
    )
  ).validatePlan;

describe("validatePlan", () => {
  it("[P28] compiles the worked example, with waves, effect classes and both answers for each reference", async () => {
    const checked = await validate({ source: { document: exampleDocument } });
    expect(checked).toMatchObject({ valid: true, errors: [], waves: [["step0"], ["step1"]] });
    expect(checked.plan).toMatchObject({ schedule: "SEQUENTIAL", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(checked.steps).toEqual([
      { stepId: "step0", callableName: "research_blog", effectClass: "READ_ONLY", references: [] },
      {
        ...{ stepId: "step1", callableName: "create_blog_post", effectClass: "UNSAFE" },
        references: [
          {
            reference: {
              ...{ expression: "$0.output.artifact_id", target: "/artifact_id" },
              ...{ sourceStepId: "step0", source: "/artifact_id" },
            },
            ...{ presence: "REQUIRED", relation: "SUBSET" },
          },
        ],
      },
    ]);
  });

  it("[N511] refuses an approval that nobody could answer: addressed to who would start it, or without a subject to tell apart", async () => {
    const asking = (words: object) => ({
      source: { plan: { steps: [{ humanInput: { kind: "APPROVAL", prompt: "Pay?", ...words } }] } },
    });
    const own = { addressees: [{ subject: "alice" }], fourEyes: true };
    const as = async (words: object, subject: string) => {
      const query =
        "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid errors { code path message } } }";
      return (await data(world, query, { variables: { input: asking(words) }, caller: { subject } })).validatePlan;
    };
    expect(await as(own, "bob")).toEqual({ valid: true, errors: [] });
    expect(await as(own, "alice")).toMatchObject({
      valid: false,
      errors: [
        {
          code: "INVALID_INPUT",
          path: ["input", "source", "plan", "steps", "0", "humanInput", "addressees"],
          message: expect.stringContaining("expected an addressee who did not start the execution"),
        },
      ],
    });
    expect(await as({ fourEyes: true }, "anonymous")).toMatchObject({
      errors: [{ path: ["input", "source", "plan", "steps", "0", "humanInput", "fourEyes"] }],
    });
    world.fourEyes = true;
    expect(await as({ addressees: [{ subject: "alice" }] }, "alice")).toMatchObject({ valid: false });
    expect(await as({ kind: "FORM", addressees: [{ subject: "alice" }] }, "alice")).toMatchObject({ valid: true });
  });

  it("[N563, N564] refuses four eyes of a call, and questions for others, where only who starts the plan sees it", async () => {
    const query =
      "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid errors { path message } } }";
    const tool = { toolName: "research_blog", arguments: { topic: "x" }, policy: { fourEyes: true } };
    const question = { prompt: "Which?", addressees: [{ subject: "bob" }] };
    const as = async (step: object, caller: object) =>
      (await data(world, query, { variables: { input: { source: { plan: { steps: [step] } } } }, caller }))
        .validatePlan;
    const alice = { subject: "alice", scopes: ["REGISTRY_READ", "EXECUTION_START"] };
    expect(await as({ tool }, alice)).toMatchObject({ valid: true });
    expect(await as({ tool }, { ...alice, subject: "anonymous" })).toMatchObject({
      errors: [{ path: ["input", "source", "plan", "steps", "0", "tool", "policy", "fourEyes"] }],
    });
    expect(await as({ humanInput: question }, alice)).toMatchObject({ valid: true });
    world.defaultVisibility = "OWN";
    const widen = expect.stringContaining("Start it with the visibility GROUP or TENANT");
    expect(await as({ tool }, alice)).toMatchObject({ errors: [{ message: widen }] });
    expect(await as({ humanInput: question }, alice)).toMatchObject({
      errors: [{ path: ["input", "source", "plan", "steps", "0", "humanInput", "addressees"], message: widen }],
    });
    const maker = { ...alice, scopes: [...alice.scopes, "CREDENTIALS_ADMIN"] };
    expect(await as({ humanInput: question }, maker)).toMatchObject({ valid: true });
    expect(await as({ tool }, maker)).toMatchObject({ valid: false });
    const asking = { tool: { ...tool, toolName: "ask_person", arguments: { prompt: "Which?" } } };
    expect(JSON.stringify(await as(asking, maker))).toContain("name fourEyes beside its prompt");
  });

  it("[N583] counts what the check took: more for more calls, something for what is refused, little for long texts", async () => {
    const call = (stepId: string, topic: string) => ({
      tool: { stepId, toolName: "research_blog", arguments: { topic } },
    });
    const work = async (steps: readonly object[]) => {
      world.checkedSteps = 0;
      await validate({ source: { plan: { steps } } });
      return world.checkedSteps;
    };
    const one = await work([call("a", "x")]);
    expect(one).toBeGreaterThan(1_000);
    expect(await work(["a", "b", "c", "d"].map((name) => call(name, "x")))).toBeGreaterThan(3 * one);
    expect(await work([call("a", "x".repeat(10_000))])).toBeLessThan(1.1 * one);
    expect(await work([{ tool: { stepId: "a", toolName: "unknown", arguments: {} } }])).toBeGreaterThan(1_000);
  });

  it("[C4] passes what is only unknown, with a warning that names the place", async () => {
    const steps = [{ tool: { stepId: "a", toolName: "echo", arguments: { x: "{{bindings.topic}}" } } }];
    const checked = await validate({ source: { plan: { steps } }, bindings: { topic: 1 } });
    expect(checked.valid).toBe(true);
    expect(checked.steps[0].references).toMatchObject([{ presence: "UNKNOWN" }]);
    expect(checked.warnings[0]).toMatchObject({
      stepId: "a",
      path: ["input", "source", "plan", "steps", "0", "tool", "arguments", "x"],
    });
  });

  it("shows that independent steps of a typed plan run together, and one after another if the request says so", async () => {
    const steps = ["a", "b"].map((stepId) => ({
      tool: { stepId, toolName: "research_blog", arguments: { topic: "x" } },
    }));
    expect((await validate({ source: { plan: { steps } } })).waves).toEqual([["a", "b"]]);
    expect((await validate({ source: { plan: { steps } }, schedule: "SEQUENTIAL" })).waves).toEqual([["a"], ["b"]]);
  });

  it("[E12] gives the errors of a wrong plan, nothing else, and reaches the catalog only", async () => {
    const checked = await validate({ source: { document: { steps: [], nonsense: 1 } }, limits: { maxSteps: 5_000 } });
    expect(checked).toMatchObject({ valid: false, plan: null, waves: [], steps: [], warnings: [] });
    expect(checked.errors).toContainEqual({
      __typename: "LimitError",
      code: "LIMIT_EXCEEDED",
      path: ["input", "limits", "maxSteps"],
    });
    expect(world.calls.every((call) => call.startsWith("catalog."))).toBe(true);
  });
});

describe("a check beside other tenants", () => {
  const query = "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid } }";
  const pausesOf = async (calls: number, topic = "rivers") => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const steps = Array.from({ length: calls }, () => ({
      tool: { toolName: "research_blog", arguments: { topic } },
    }));
    const variables = { input: { source: { plan: { steps } }, limits: { maxSteps: 100 } } };
    const request = new Request("http://localhost/graphql");
    expect(await endpoint.run({ query, variables }, request, { ...world.context(), pause })).toMatchObject({
      data: { validatePlan: { valid: true } },
    });
    return pauses;
  };

  it("[N714] of a long plan lets others go before its answer, and one of a short plan does not", async () => {
    expect([await pausesOf(2), await pausesOf(50)]).toEqual([0, 1]);
  });

  it("[N758] of a short plan with long texts lets others go, too", async () => {
    expect([await pausesOf(2, "x".repeat(16_000)), await pausesOf(2, "x".repeat(16_384))]).toEqual([0, 1]);
  });
});
