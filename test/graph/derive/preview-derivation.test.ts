/**
 * What a retry or fork is said to take over and call, against what one does: the executions here are run by the real runner, and what
 * they take over is decided by the real rules.
 */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { startedEvent } from "../../../src/durable/execution/initial-events.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { type DerivationResult, derive } from "../../../src/execution/derive/derivation.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { type ModelWork, noModelWork } from "../../../src/plan/model-definition.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { type Answer, ask, data, executePlan } from "../../support/graph/ask.ts";
import { fakeCatalog, httpAgent, languageModel } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

type Input = { readonly [name: string]: unknown };

const errorFields = `
  __typename code message path
  ... on OutcomeUnknownError { stepIds }
  ... on InvalidStateError { status }
  ... on UnknownCallableError { name nearestNames }
`;
const previewFields = `reusedStepIds repeatedStepIds plansAgain errors { ${errorFields} }`;
const nothing = { reusedStepIds: [], repeatedStepIds: [], plansAgain: false };

const tool = (stepId: string, more: object = {}) => ({ tool: { stepId, toolName: "read", ...more } });
const group = (stepId: string, steps: readonly object[], more: object = {}) => ({
  parallel: { stepId, steps, ...more },
});
const mayFail = { policy: { continueOnFailure: true } };
const refersTo = (id: string) => ({ arguments: { value: `{{steps.${id}.output.of}}` } });

let fake: FakeClients;
/** Slots of the values that were read for a derivation. */
let slotsRead: string[];
beforeEach(() => {
  slotsRead = [];
  fake = new FakeClients();
  const output = { type: "object", properties: { of: { type: "string" } }, required: ["of"] };
  fake.catalog = fakeCatalog("1", [{ name: "read", output, annotations: { readOnlyHint: true } }, { name: "write" }]);
});

/** Runs what was started by the real runner. */
async function run(request: StartRequest, answer: AnswerTo): Promise<EngineWorld> {
  const { definitions, limits, plan, reused } = request;
  if (plan === null) throw new Error("there is no plan to run");
  const world = new EngineWorld(answer);
  await world.run(plan, {
    started: { ...startedEvent(request, { codeVersion: "test", input: undefined, publicId: "id" }) },
    reused,
  });
  expect(world.state.pinned).toMatchObject({ definitions, limits });
  return world;
}

/** Answers calls of `failing` with `result`, all others with success. */
const answerBut =
  (failing: readonly string[], result = failed("REJECTED")): AnswerTo =>
  ({ stepId }) =>
    failing.includes(stepId) ? result : succeeded({ of: stepId });

/** An execution of `steps` as far as it came, with its public id. */
async function source(
  steps: readonly object[],
  answer: AnswerTo,
): Promise<{ readonly id: string; readonly run: EngineWorld }> {
  const { errors, execution } = await executePlan(fake, { source: { plan: { steps } }, bindings: { topic: "edge" } });
  expect(errors).toEqual([]);
  const [stored] = fake.executions.values();
  if (stored === undefined) throw new Error("nothing was started");
  const world = await run(stored.request, answer);
  const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]) => {
    slotsRead.push(position.slot);
    return world.journal.value(position);
  };
  fake.deriveAnswer = (request, withValues) => derive(world.state, request, read, withValues);
  fake.calls.length = 0;
  return { id: execution.id, run: world };
}

const typeOf = (kind: "Retry" | "Fork") => `${kind}ExecutionInput!`;

async function preview(kind: "Retry" | "Fork", input: Input, caller: object = {}): Promise<Answer> {
  const query = `query ($input: ${typeOf(kind)}) { preview${kind}(input: $input) { ${previewFields} } }`;
  return (await data(fake, query, { variables: { input }, caller }))[`preview${kind}`];
}

async function derived(kind: "Retry" | "Fork", input: Input, caller: object = {}): Promise<Answer> {
  const field = `${kind.toLowerCase()}Execution`;
  const payload = `execution { derivedFrom { reusedStepIds } } errors { ${errorFields} }`;
  const query = `mutation ($input: ${typeOf(kind)}) { ${field}(input: $input) { ${payload} } }`;
  return (await data(fake, query, { variables: { input }, caller }))[field];
}

const race = group("race", [tool("fast"), tool("slow")], { mergeStrategy: "FIRST_SUCCESS", continueOnFailure: true });

interface Case {
  readonly of: string;
  readonly steps: readonly object[];
  readonly failing: readonly string[];
  readonly kind?: "Fork";
  readonly input?: Input;
  readonly reused: readonly string[];
  readonly repeated: readonly string[];
}

const cases: readonly Case[] = [
  {
    of: "a retry of what failed and what it held up",
    steps: [tool("a"), tool("b", refersTo("a")), tool("c", { after: ["b"] })],
    failing: ["b"],
    reused: ["a"],
    repeated: ["b", "c"],
  },
  {
    of: "a retry from a step on",
    steps: [tool("a"), tool("b"), tool("c", mayFail)],
    failing: ["c"],
    input: { fromStepId: "b" },
    reused: ["a"],
    repeated: ["b", "c"],
  },
  {
    of: "a retry of one child of a group",
    steps: [group("g", [tool("left"), tool("right")], { continueOnFailure: true }), tool("z", { after: ["g"] })],
    failing: ["right"],
    reused: ["left"],
    repeated: ["right", "z"],
  },
  {
    of: "a retry behind a group whose loser nobody misses",
    steps: [race, tool("z", mayFail)],
    failing: ["slow", "z"],
    reused: ["fast"],
    repeated: ["z"],
  },
  {
    of: "a retry with a step that its condition skipped",
    steps: [tool("a"), tool("never", { when: "{{steps.a.output.of}} == 'b'" }), tool("z", mayFail)],
    failing: ["z"],
    reused: ["a", "never"],
    repeated: ["z"],
  },
  {
    of: "a fork with other arguments",
    steps: [tool("a"), tool("b", refersTo("a")), tool("z")],
    failing: [],
    kind: "Fork",
    input: { fromStepId: "b", arguments: [{ stepId: "z", arguments: { value: 1 } }], bindings: { topic: "core" } },
    reused: ["a"],
    repeated: ["b", "z"],
  },
];

describe("a preview", () => {
  it.each(cases)("[E5] says what is taken over and what is called, as it then happens: $of", async (one) => {
    const { failing, kind = "Retry", repeated, reused, steps } = one;
    const { id } = await source(steps, answerBut(failing));
    const input = { executionId: id, ...one.input };
    const seen = await preview(kind, input);
    expect(seen).toEqual({ reusedStepIds: reused, repeatedStepIds: repeated, plansAgain: false, errors: [] });

    const { errors, execution } = await derived(kind, input);
    expect(errors).toEqual([]);
    const started = [...fake.executions.values()].at(-1)?.request;
    if (started?.plan == null) throw new Error("nothing was derived");
    const groups = started.plan.steps.filter((step) => step.kind === "PARALLEL").map((step) => step.id);
    const taken = execution.derivedFrom.reusedStepIds.filter((step: string) => !groups.includes(step));
    expect(seen.reusedStepIds).toEqual(taken);
    const again = await run(started, answerBut([]));
    expect(again.calls.map(({ stepId }) => stepId).toSorted()).toEqual(seen.repeatedStepIds.toSorted());
  });

  it("[N651] says what it can consume at most: the calls that run, with their attempts, and nothing where it is refused", async () => {
    const twice = { policy: { maxAttempts: 2 } };
    const { id } = await source([tool("a"), tool("b", twice), tool("c", { after: ["b"] })], answerBut(["c"]));
    const worst = async (input: Input) => {
      const query = `query ($input: ForkExecutionInput!) { previewFork(input: $input) { worstCase { toolCalls modelCalls tokens costMicros } errors { code } } }`;
      return (await data(fake, query, { variables: { input: { executionId: id, ...input } } })).previewFork;
    };
    const [c, b, all] = [
      await worst({ fromStepId: "c" }),
      await worst({ fromStepId: "b" }),
      await worst({ fromStepId: "a" }),
    ];
    expect(c.worstCase).toMatchObject({ modelCalls: 0, tokens: 0, costMicros: 0 });
    expect(b.worstCase.toolCalls).toBeGreaterThan(c.worstCase.toolCalls + 1);
    expect(all.worstCase.toolCalls - b.worstCase.toolCalls).toBe(c.worstCase.toolCalls);
    expect(await worst({ fromStepId: "gone" })).toMatchObject({ worstCase: null, errors: [{}] });
  });

  it("reads no output, starts nothing, and looks up no key", async () => {
    const { id } = await source([tool("a"), tool("b", { after: ["a"] })], answerBut(["b"]));
    const used = { executionId: id, options: { idempotencyKey: "used" } };
    await derived("Retry", used);
    expect(slotsRead).toContain("output");
    slotsRead = [];
    fake.calls.length = 0;
    // The very request that the key belongs to, and another one, which would be a conflict.
    for (const input of [used, { ...used, fromStepId: "a" }])
      expect((await preview("Retry", input)).errors).toEqual([]);
    expect(new Set(fake.calls)).toEqual(new Set(["executions.derive without values", "catalog.CACHED"]));
    expect(slotsRead).not.toContain("output");
    expect(fake.executions.size).toBe(2);
  });

  it("[E5] is refused as the mutation is, at the same place and in the same words", async () => {
    const steps = [tool("a"), tool("w", { toolName: "write", after: ["a"] })];
    const { id } = await source(steps, answerBut(["w"], failed("UNKNOWN")));
    const wrong: readonly (readonly ["Retry" | "Fork", Input, string, readonly string[]])[] = [
      ["Retry", {}, "OUTCOME_UNKNOWN", ["callAgain"]],
      ["Retry", { fromStepId: "nope" }, "INVALID_INPUT", ["fromStepId"]],
      ["Retry", { callAgain: ["w", "a"] }, "INVALID_INPUT", ["callAgain", "1"]],
      ["Retry", { executionId: "forged" }, "NOT_FOUND", ["executionId"]],
      ["Retry", { options: { waitMs: -1 } }, "INVALID_INPUT", ["options", "waitMs"]],
      ["Retry", { options: { idempotencyKey: "" } }, "INVALID_INPUT", ["options", "idempotencyKey"]],
      ["Retry", { options: { limits: { maxSteps: 1 } }, callAgain: ["w"] }, "LIMIT_EXCEEDED", ["executionId"]],
      [
        "Fork",
        { fromStepId: "w", arguments: [{ stepId: "w", arguments: { x: "{{steps.nope.output}}" } }] },
        "TEMPLATE_INVALID",
        ["arguments", "0", "arguments", "x"],
      ],
      ["Fork", { fromStepId: "a", bindings: { topic: 1 }, callAgain: ["nope"] }, "INVALID_INPUT", ["callAgain", "0"]],
    ];
    for (const [kind, more, code, path] of wrong) {
      const input = { executionId: id, ...more };
      const seen = await preview(kind, input);
      expect(seen, JSON.stringify(more)).toMatchObject({ ...nothing, errors: [{ code, path: ["input", ...path] }] });
      expect(seen.errors, JSON.stringify(more)).toEqual((await derived(kind, input)).errors);
    }
    expect(fake.executions.size).toBe(1);
    expect(await preview("Retry", { executionId: id, callAgain: ["w"] })).toMatchObject({
      ...{ reusedStepIds: ["a"], repeatedStepIds: ["w"], errors: [] },
    });
  });

  it("[E5] says what the mutation says of any derivation, right or wrong", async () => {
    const steps = [
      ...[tool("a"), group("g", [tool("left"), tool("right")], { continueOnFailure: true })],
      ...[
        tool("w", { toolName: "write", after: ["a"], policy: { continueOnFailure: true } }),
        tool("z", refersTo("a")),
      ],
    ];
    const unknown = failed("UNKNOWN");
    const { id } = await source(steps, ({ stepId }) => {
      if (stepId === "w") return unknown;
      return stepId === "right" ? failed("REJECTED") : succeeded({ of: stepId });
    });
    const ids = fc.constantFrom("a", "g", "left", "right", "w", "z", "nope");
    const value = fc.constantFrom(1, "{{steps.a.output.of}}", "{{steps.z.output.of}}", "{{steps.a.output.none}}");
    const shared = {
      callAgain: fc.subarray(["w", "a", "nope"]),
      options: fc.record({ limits: fc.record({ maxSteps: fc.constantFrom(1, 9) }, { requiredKeys: [] }) }),
    };
    const retry = fc.record({ ...shared, fromStepId: ids }, { requiredKeys: [] });
    const changed = fc.array(fc.record({ stepId: ids, arguments: fc.record({ value }) }), { maxLength: 2 });
    const bindings = fc.constantFrom({ topic: "core" }, { other: 1 });
    const fork = fc.record(
      { ...shared, fromStepId: ids, arguments: changed, bindings },
      { requiredKeys: ["fromStepId"] },
    );
    const meant = fc.oneof(
      fc.tuple(fc.constant("Retry" as const), retry),
      fc.tuple(fc.constant("Fork" as const), fork),
    );
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(meant, async ([kind, more]) => {
        const input = { executionId: id, ...more };
        const seen = await preview(kind, input);
        const { errors, execution } = await derived(kind, input);
        expect(seen.errors).toEqual(errors);
        const taken = execution?.derivedFrom.reusedStepIds ?? [];
        expect(seen.reusedStepIds).toEqual(taken.filter((step: string) => step !== "g"));
        outcomes.add(errors[0]?.code ?? "STARTED");
      }),
      { numRuns: 100 },
    );
    expect([...outcomes]).toEqual(expect.arrayContaining(["STARTED", "INVALID_INPUT", "OUTCOME_UNKNOWN"]));
  });

  it("[E15] is refused where the catalog of today lacks what would be called", async () => {
    const { id } = await source([tool("a"), tool("b", { after: ["a"] })], answerBut(["b"]));
    fake.catalog = fakeCatalog("2", [{ name: "reads" }]);
    const input = { executionId: id };
    const seen = await preview("Retry", input);
    expect(seen.errors[0]).toMatchObject({ code: "UNKNOWN_CALLABLE", name: "read", path: ["input", "executionId"] });
    expect(seen).toEqual({ ...nothing, errors: (await derived("Retry", input)).errors });
  });

  it("says of an execution that runs that it has not ended", async () => {
    const { id, run: running } = await source([tool("a")], () => new Promise(() => {}));
    expect(running.state.finished).toBeUndefined();
    const seen = await preview("Fork", { executionId: id, fromStepId: "a" });
    const path = ["input", "executionId"];
    expect(seen).toMatchObject({ ...nothing, errors: [{ code: "INVALID_STATE", status: "RUNNING", path }] });
  });

  it("[E1] finds nothing of another tenant, wakes nothing, and needs the scopes to read", async () => {
    const { id } = await source([tool("a")], answerBut([]));
    const input = { executionId: id, fromStepId: "a" };
    expect(await preview("Fork", input, { tenant: "stranger" })).toMatchObject({
      ...{ ...nothing, errors: [{ code: "NOT_FOUND", path: ["input", "executionId"] }] },
    });
    const query = `query ($input: ForkExecutionInput!) { previewFork(input: $input) { plansAgain } }`;
    // Its errors tell names and schemas of the catalog of today.
    const tooFew: readonly (readonly Scope[])[] = [["EXECUTION_READ", "EXECUTION_START"], ["REGISTRY_READ"]];
    for (const scopes of tooFew) {
      const refused = await ask(fake, query, { variables: { input }, caller: { scopes } });
      expect(refused).toMatchObject({ data: { previewFork: null }, errors: [{ extensions: { code: "FORBIDDEN" } }] });
    }
    expect(fake.calls).toEqual([]);
    const readers = { scopes: ["EXECUTION_READ", "REGISTRY_READ"] };
    expect((await preview("Fork", input, readers)).repeatedStepIds).toEqual(["a"]);
  });
});

describe("a preview of an execution that never had a plan", () => {
  /** What a source answers whose plan was never made. */
  async function unplanned(modelWork: Partial<ModelWork>): Promise<string> {
    const { id } = await source([tool("a")], answerBut(["a"]));
    const [stored] = fake.executions.values();
    if (stored === undefined) throw new Error("nothing was started");
    const { approval, bindings, callable, contextId, conversation, definitions, inDoubt, labels, limits } =
      stored.request;
    const { execution, input, message } = stored.request;
    const answer: DerivationResult = {
      ...{
        kind: "PLANNED_AGAIN",
        approval,
        bindings: bindings as JsonObject,
        callable,
        contextId,
        conversation,
        definitions,
        inDoubt,
      },
      ...{ labels, limits, input, message, startedWith: "PROMPT", onInvalidPlan: "REJECT" },
      derivation: { kind: "RETRY", execution, fromStep: null, reused: [], keys: [] },
      modelWork: { ...noModelWork, ...modelWork },
    };
    fake.deriveAnswer = answer;
    return id;
  }

  it("says that a model makes it again, and nothing of steps", async () => {
    const work = { schedule: "DATAFLOW", encoding: "JSON", maxCorrections: 2, maxPlanBytes: 100_000 } as const;
    const id = await unplanned({ plan: { ...work, model: languageModel("planner") } });
    const again = { ...nothing, plansAgain: true, errors: [] };
    expect(await preview("Retry", { executionId: id })).toEqual(again);
    fake.settings = { promptsEnabled: false };
    const seen = await preview("Retry", { executionId: id });
    expect(seen).toMatchObject({ ...nothing, errors: [{ path: ["input", "executionId"] }] });
    expect(seen.errors).toEqual((await derived("Retry", { executionId: id })).errors);
  });

  it("asks no agent for its health, which the mutation does", async () => {
    const candidates = [{ name: "helper", description: "old", tags: [], exampleQueries: [] }];
    const id = await unplanned({ route: { model: languageModel("router"), candidates } });
    fake.catalog = fakeCatalog("2", [], "blog", [httpAgent("helper")]);
    expect(await preview("Retry", { executionId: id })).toMatchObject({ plansAgain: true, errors: [] });
    expect(fake.healthQuestions).toEqual([]);
    expect((await derived("Retry", { executionId: id })).errors).toEqual([]);
    expect(fake.healthQuestions).toEqual([["helper"]]);
  });
});
