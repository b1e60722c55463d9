/** Retries of executions with `finally`: its steps run again, at the end of the new execution. */
import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { typedPlanOf } from "../../support/plan/typed-plan.ts";

const tool = (stepId: string, args: object = {}) => ({ tool: { stepId, toolName: "keyed", arguments: args } });
const plan = typedPlanOf({
  steps: [tool("a"), tool("b")],
  finally: [tool("tell", { status: "{{execution.status}}" }), tool("clean")],
});

const failing =
  (...steps: readonly string[]): AnswerTo =>
  ({ stepId }) =>
    steps.includes(stepId) ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({});

function answerOf(source: EngineWorld, fromStep: string | null = null) {
  const request = { kind: "RETRY", fromStep, arguments: [], bindings: {}, callAgain: [] } as const;
  return derive(source.state, request, (position) => source.journal.value(position));
}

async function retried(answer: AnswerTo, again: AnswerTo = failing()) {
  const source = new EngineWorld(answer);
  await source.run(plan);
  const derived = answerOf(source);
  if (derived.kind !== "DERIVED") throw new Error(JSON.stringify(derived));
  const world = new EngineWorld(again);
  const origin = { root: "again", parent: null, depth: 0, ancestors: [] };
  const { derivation, reused } = derived;
  await world.run(plan, {
    reused,
    started: { execution: "again", origin, derivation, bindings: storedValue(derived.bindings) },
  });
  return { source, world, called: world.calls.map(({ stepId }) => stepId) };
}

describe("a retry of an execution with finally", () => {
  it("[N306] calls what did not succeed, then all of finally again, under keys of its own", async () => {
    const { called, source, world } = await retried(failing("b"));
    expect(called).toEqual(["b", "tell", "clean"]);
    expect(world.callsOf("tell")[0]?.arguments).toEqual({ status: "SUCCEEDED" });
    expect(world.callsOf("clean")[0]?.callId).not.toBe(source.callsOf("clean")[0]?.callId);
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N306] of which only finally failed calls nothing else", async () => {
    const { called, world } = await retried(failing("clean"));
    expect(called).toEqual(["tell", "clean"]);
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SUCCEEDED", tell: "SUCCEEDED", clean: "SUCCEEDED" });
  });

  it("[N306] keeps the key of a step of unknown outcome, unless its arguments tell how the execution ended", async () => {
    const unknown: AnswerTo = ({ stepId }) =>
      ["tell", "clean"].includes(stepId) ? failed("UNKNOWN", "UPSTREAM_UNAVAILABLE", null, false) : succeeded({});
    const source = new EngineWorld(unknown);
    await source.run(plan);
    for (let times = 0; times < 20; times += 1) {
      await source.clock.advance(2_500);
      await source.drive();
    }
    expect(source.result?.status).toBe("PARTIAL");
    const derived = answerOf(source);
    if (derived.kind !== "DERIVED") throw new Error(JSON.stringify(derived));
    expect(derived.derivation.keys.map(({ step, unknown }) => [step, unknown])).toEqual([["clean", true]]);
  });

  it("[N306] is refused where all succeeded, and may name a step of finally", async () => {
    const source = new EngineWorld(failing());
    await source.run(plan);
    expect(answerOf(source)).toMatchObject({ kind: "INVALID_STATE" });
    expect(answerOf(source, "clean")).toMatchObject({ kind: "DERIVED", derivation: { reused: ["a", "b"] } });
  });
});
