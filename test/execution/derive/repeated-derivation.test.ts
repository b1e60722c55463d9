/** Retries and forks of maps and loops: what ended well is taken over item by item, the rest runs again. */
import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { effectKey } from "../../../src/json/effect-key.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

function answerOf(source: EngineWorld, request: Partial<DerivationRequest> = {}) {
  const asked = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [], ...request } as const;
  return derive(source.state, asked, (position) => source.journal.value(position));
}

async function rerun(
  source: EngineWorld,
  answer: AnswerTo,
  request: Partial<DerivationRequest> = {},
): Promise<EngineWorld> {
  const derived = answerOf(source, request);
  if (derived.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(derived)}`);
  const { bindings, derivation, reused } = derived;
  const origin = { root: "again", parent: null, depth: 0, ancestors: [] };
  const world = new EngineWorld(answer);
  const started = { execution: "again", origin, derivation, bindings: storedValue(bindings) };
  await world.run(source.state.pinned.plan, { reused, started });
  return world;
}

const list = { tool: { stepId: "list", toolName: "read" } };
const map = (more: object = {}, toolName = "write") => ({
  map: {
    stepId: "each",
    over: "{{list.output.items}}",
    maxConcurrency: 1,
    step: { tool: { toolName, arguments: { at: "{{index}}", value: "{{item}}" } } },
    ...more,
  },
});
const sum = { tool: { stepId: "sum", toolName: "read", arguments: { all: "{{each.output}}" } } };
const items = [10, 11, 12, 13];

/** Answers the list, and each item but those that `fails` names. */
const answering =
  (fails: readonly number[], result = failed("ANSWERED")): AnswerTo =>
  ({ arguments: given, stepId }) =>
    stepId === "list"
      ? succeeded({ items })
      : fails.includes(Number(given.at))
        ? result
        : succeeded({ of: given.value ?? null });

async function ended(steps: readonly unknown[], answer: AnswerTo): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(typedPlan(steps));
  return world;
}

const called = (world: EngineWorld) => world.calls.map(({ stepId }) => stepId);

describe("a retry of a map", () => {
  it("[N293] calls only the items that did not succeed, with their item and position, and gives the whole list", async () => {
    const source = await ended([list, map(), sum], answering([1]));
    expect(called(source)).toEqual(["list", "each[0]", "each[1]"]);
    const retry = await rerun(source, answering([]));
    expect(called(retry)).toEqual(["each[1]", "each[2]", "each[3]", "sum"]);
    expect(retry.callsOf("each[1]")[0]?.arguments).toEqual({ at: 1, value: 11 });
    expect(retry.callsOf("sum")[0]?.arguments).toEqual({ all: items.map((of) => ({ of })) });
    expect(retry.result?.status).toBe("SUCCEEDED");
    expect(retry.step("each[0]")).toMatchObject({ status: "SUCCEEDED", reused: true });
  });

  it("[N293] takes a whole map over whose items all succeeded", async () => {
    const answer: AnswerTo = (call) => (call.stepId === "sum" ? failed("REJECTED") : answering([])(call));
    const source = await ended([list, map(), sum], answer);
    const retry = await rerun(source, answering([]));
    expect(called(retry)).toEqual(["sum"]);
    expect(retry.callsOf("sum")[0]?.arguments).toEqual({ all: items.map((of) => ({ of })) });
  });

  it("[N293] runs the whole map again from a step before it, or from the map itself", async () => {
    const source = await ended([list, map(), sum], answering([1]));
    for (const fromStep of ["list", "each"]) {
      const retry = await rerun(source, answering([]), { fromStep });
      expect(called(retry).filter((id) => id.startsWith("each["))).toEqual([
        "each[0]",
        "each[1]",
        "each[2]",
        "each[3]",
      ]);
    }
    const one = await rerun(source, answering([]), { fromStep: "each[0]" });
    expect(called(one)).toEqual(["each[0]", "each[1]", "each[2]", "each[3]", "sum"]);
  });

  it("[N293] keeps the key of an item whose outcome is unknown, and raises that of one that failed", async () => {
    const steps = [list, map({ maxFailures: 4 })];
    const unknown = await ended(steps, answering([1], failed("UNKNOWN")));
    expect(answerOf(unknown)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["each[1]"] });
    const key = (generation: number) =>
      effectKey({ origin: "execution", stepPath: "each", turn: 0, item: 2, generation });
    const again = await rerun(unknown, answering([]), { callAgain: ["each[1]"] });
    expect(again.callsOf("each[1]")[0]?.callId).toBe(key(0));
    expect(unknown.callsOf("each[1]")[0]?.callId).toBe(key(0));
    const failedThen = await ended(steps, answering([1]));
    expect((await rerun(failedThen, answering([]))).callsOf("each[1]")[0]?.callId).toBe(key(1));
  });

  it("[N293] of a retry takes over what either made", async () => {
    const source = await ended([list, map(), sum], answering([1]));
    const second = await rerun(source, answering([3]));
    expect(called(second)).toEqual(["each[1]", "each[2]", "each[3]"]);
    const third = await rerun(second, answering([]));
    expect(called(third)).toEqual(["each[3]", "sum"]);
    expect(third.result?.status).toBe("SUCCEEDED");
  });

  it("[N293] refuses other arguments for one item", async () => {
    const source = await ended([list, map()], answering([1]));
    expect(answerOf(source, { kind: "FORK", arguments: [{ step: "each[1]", value: {} }] })).toMatchObject({
      kind: "REFUSED",
      message: expect.stringContaining("an item, whose arguments are those of its map or loop"),
    });
  });

  it("[N293] of a map that was cut by a cancel goes on where it stood", async () => {
    const source = await ended([list, map()], (call) => (call.stepId === "each[2]" ? never() : answering([])(call)));
    source.runner.cancel("ada", undefined);
    await source.drive();
    const retry = await rerun(source, answering([]), { callAgain: ["each[2]"] });
    expect(called(retry)).toEqual(["each[2]", "each[3]"]);
    expect(retry.result?.status).toBe("SUCCEEDED");
  });
});

describe("a fork that changes the list of a map", () => {
  const plan = typedPlan([map({ over: "{{bindings.list}}", maxFailures: 4, continueOnFailure: true }), sum], {
    list: [],
  });

  async function forked(fails: readonly number[], fromStep: string) {
    const source = new EngineWorld(answering(fails));
    await source.run(plan, { started: { bindings: storedValue({ list: items }) } });
    return answerOf(source, { kind: "FORK", fromStep, bindings: { list: [20, 21, 22, 23, 24] } });
  }

  it("[N826] is refused where results of items of the other list would be taken over", async () => {
    const refused = { kind: "REFUSED", member: "bindings", name: "list" };
    expect(await forked([1], "sum")).toMatchObject(refused);
    expect(await forked([], "each[2]")).toMatchObject(refused);
    expect(await forked([1], "each")).toMatchObject({ kind: "DERIVED", reused: [] });
  });
});

describe("a retry of a loop", () => {
  const loop = (more: object = {}) => ({
    loop: {
      stepId: "poll",
      step: { tool: { toolName: "write", arguments: { at: "{{index}}", value: "{{previous.of}}" } } },
      until: "{{index}} >= 4",
      maxIterations: 10,
      ...more,
    },
  });
  const counting =
    (fails: number): AnswerTo =>
    ({ arguments: given }) =>
      given.at === fails ? failed("ANSWERED") : succeeded({ of: Number(given.at) });

  it("[N294] goes on from the iteration that failed, with the output of the one before", async () => {
    const source = await ended([loop()], counting(2));
    expect(called(source)).toEqual(["poll[0]", "poll[1]", "poll[2]"]);
    const retry = await rerun(source, counting(-1));
    expect(called(retry)).toEqual(["poll[2]", "poll[3]"]);
    expect(retry.callsOf("poll[2]")[0]?.arguments).toEqual({ at: 2, value: 1 });
    expect(retry.result?.status).toBe("SUCCEEDED");
  });

  it("[N294] that made all its iterations in vain begins anew", async () => {
    const source = await ended([loop({ maxIterations: 2 })], counting(-1));
    expect(source.step("poll").failure?.code).toBe("LIMIT_EXCEEDED");
    const retry = await rerun(source, counting(-1));
    expect(called(retry)).toEqual(["poll[0]", "poll[1]"]);
  });
});

describe("items that a retry never came to", () => {
  it("[N293, E5] keep the key under which they may have had their effect, and need a word again", async () => {
    const gate = { tool: { stepId: "gate", toolName: "read", policy: { continueOnFailure: true } } };
    const steps = [list, gate, map({ maxFailures: 4, after: ["gate"] })];
    const answers: { readonly [step: string]: AttemptResult } = {
      list: succeeded({ items: [10] }),
      gate: failed("ANSWERED"),
      "each[0]": failed("UNKNOWN"),
    };
    const first = await ended(steps, ({ stepId }) => answers[stepId] ?? succeeded({}));
    const key = first.callsOf("each[0]")[0]?.callId;
    const derived = answerOf(first, { callAgain: ["each[0]"] });
    if (derived.kind !== "DERIVED") throw new Error(JSON.stringify(derived));
    const cancelled = new EngineWorld(never);
    const origin = { root: "second", parent: null, depth: 0, ancestors: [] };
    const { bindings, derivation, reused } = derived;
    const started = { execution: "second", origin, derivation, bindings: storedValue(bindings) };
    cancelled.begin(first.state.pinned.plan, { reused, started });
    void cancelled.drive();
    await settled();
    cancelled.runner.cancel("someone", undefined);
    await cancelled.clock.advance(60_000);
    await settled();
    expect([cancelled.result?.status, cancelled.state.pinned.graph.ordinalOf.has("each[0]")]).toEqual([
      "CANCELLED",
      false,
    ]);
    expect(answerOf(cancelled)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["each[0]"] });
    const third = await rerun(cancelled, answering([]), { callAgain: ["each[0]"] });
    expect(third.callsOf("each[0]")[0]?.callId).toBe(key);
  });
});
