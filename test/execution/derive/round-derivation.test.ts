import { describe, expect, it } from "vitest";
import { type DerivationResult, derive } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { derivedRunOf } from "../../support/engine/derived-run.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { directResponse, modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withRounds } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

const offered = {
  callables: [
    callable("search", "READ_ONLY"),
    callable("write", "READ_ONLY"),
    callable("keep", "KEYED"),
    callable("pay", "UNSAFE"),
  ],
};

type Results = { readonly [tool: string]: AttemptResult | undefined };

const broken = failed("ANSWERED", "TOOL_ERROR", null, false);
const lost = failed("UNKNOWN");

/** A world in which the named tools answer so, and planners what is given, one after the other; at last they have no more to call. */
function worldOf(results: Results, plans: readonly ModelResult[]): EngineWorld {
  const left = [...plans];
  const world = new EngineWorld(({ callable: { name } }) => results[name] ?? succeeded({ of: name }));
  world.answerModel = scripted({ PLAN: () => left.shift() ?? directResponse("enough"), RESPOND: said("done") });
  return world;
}

async function ended(rounds: number, plans: readonly ModelResult[], results: Results = {}): Promise<EngineWorld> {
  const world = worldOf(results, plans);
  await world.ask(withRounds(rounds), world.answerModel, offered);
  for (let n = 0; n < 9 && world.state.finished === undefined; n += 1) {
    await world.clock.advance(60_000);
    await world.drive();
  }
  expect(world.state.finished).toBeDefined();
  return world;
}

function answerOf(world: EngineWorld, more: Partial<DerivationRequest> = {}): DerivationResult {
  const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [], ...more } as const;
  return derive(world.state, request, (position) => world.journal.value(position));
}

/** The execution that derives from that of `source`, run to its end. */
async function derived(
  source: EngineWorld,
  { plans = [], results = {}, ...more }: Partial<DerivationRequest> & { plans?: ModelResult[]; results?: Results } = {},
): Promise<EngineWorld> {
  const answer = answerOf(source, more);
  if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
  const { options, plan } = derivedRunOf(source, answer, `after ${source.state.pinned.execution}`);
  const world = worldOf(results, plans);
  await world.run(plan, options);
  return world;
}

const called = ({ calls }: EngineWorld) => calls.map(({ stepId }) => stepId);

describe("a retry of an execution whose model planned again", () => {
  it("[N374] runs what failed again where one plan made all calls, then lets the model plan", async () => {
    const source = await ended(2, [toolCalls("search", "write"), directResponse("It failed.")], { write: broken });
    const world = await derived(source, { plans: [toolCalls("search")] });
    expect(called(world)).toEqual(["step1", "rounds/2/step0"]);
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N374] is refused for one whose answer stands, and all of whose calls succeeded", async () => {
    const source = await ended(2, [toolCalls("search"), directResponse("One was found.")]);
    expect(answerOf(source)).toMatchObject({ kind: "INVALID_STATE", message: expect.stringContaining("SUCCEEDED") });
  });

  it("[N380] takes over the rounds that are over, calls nothing of them, and runs what failed in the last again", async () => {
    const source = await ended(3, [toolCalls("search"), toolCalls("search", "write"), directResponse("No.")], {
      write: broken,
    });
    const answer = answerOf(source);
    expect(answer).toMatchObject({
      kind: "DERIVED",
      derivation: {
        reused: ["step0", "rounds/2/step0"],
        keys: [{ step: "rounds/2/step1", generation: 1, unknown: false }],
      },
      documents: [{ steps: [{}] }, { steps: [{ tool: { toolName: "search" } }, { tool: { toolName: "write" } }] }],
      modelWork: { plan: { maxRounds: 3 } },
      offered: ["search", "write", "keep", "pay"],
    });
    const world = await derived(source);
    expect(called(world)).toEqual(["rounds/2/step1"]);
    expect(world.statuses()).toEqual({
      step0: "SUCCEEDED",
      "rounds/2/step0": "SUCCEEDED",
      "rounds/2/step1": "SUCCEEDED",
    });
    expect(world.result?.status).toBe("SUCCEEDED");
    // The model is told of both rounds, and has one plan left.
    const [told] = world.modelCalls.map(({ request }) => toldTo(request).told);
    expect(told).toMatchObject({
      soFar: { plansLeft: 1, steps: [{ end: "SUCCEEDED", output: { of: "search" } }, {}, {}] },
    });
    expect(world.eventsOf("PlanProposed").map(({ round }) => round)).toEqual([2, 3]);
  });

  it("[N380] leaves a failure of an earlier round as it is, because the model went on from it", async () => {
    const source = await ended(3, [toolCalls("write", "search"), toolCalls("keep", "write"), directResponse("No.")], {
      write: broken,
    });
    expect(source.statuses()).toMatchObject({ step0: "FAILED", step1: "SKIPPED" });
    const world = await derived(source);
    expect(called(world)).toEqual(["rounds/2/step1"]);
    expect(world.statuses()).toEqual({ ...source.statuses(), "rounds/2/step1": "SUCCEEDED" });
    expect(world.step("step0")).toMatchObject({ reused: true, failure: { code: "TOOL_ERROR" }, outcome: "ANSWERED" });
    expect(world.result?.status).toBe("PARTIAL");
    // Whoever wants it otherwise names it. Its key is not forgotten on the way.
    const again = answerOf(world, { fromStep: "step0" });
    expect(again).toMatchObject({ derivation: { reused: [], keys: [{ step: "step0", generation: 1 }] } });
  });

  it("[N380] from a step of an earlier round gives up the plans after it, which are made anew", async () => {
    const source = await ended(3, [toolCalls("search", "keep"), toolCalls("write"), toolCalls("keep")]);
    expect(called(source)).toEqual(["step0", "step1", "rounds/2/step0", "rounds/3/step0"]);
    const world = await derived(source, { fromStep: "step1", plans: [toolCalls("keep", "search")] });
    expect(called(world)).toEqual(["step1", "rounds/2/step0", "rounds/2/step1"]);
    const keyOf = (of: EngineWorld, id: string) => of.callsOf(id)[0]?.callId;
    expect(keyOf(world, "rounds/2/step0")).not.toBe(keyOf(source, "rounds/2/step0"));
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N380] plans on where the model could not be had, or its plan was refused", async () => {
    for (const trouble of [modelFailed("REJECTED", "MODEL_ERROR", null, false), toolCalls("nobody")]) {
      const source = await ended(2, [toolCalls("search"), trouble]);
      expect(source.result?.status).toBe("PARTIAL");
      const world = await derived(source, { plans: [toolCalls("write")] });
      expect(called(world)).toEqual(["rounds/2/step0"]);
      expect(world.result?.status).toBe("SUCCEEDED");
    }
  });

  it("[N380] is taken up after a crash behind any of its rows as it was", async () => {
    const source = await ended(3, [toolCalls("search"), toolCalls("search", "write")], { write: broken });
    const undisturbed = await derived(source, { plans: [toolCalls("keep")] });
    const answer = answerOf(source);
    if (answer.kind !== "DERIVED") throw new Error("there is no derivation");
    for (let kept = 1; kept < undisturbed.journal.rows.length; kept += 1) {
      const world = new EngineWorld(undisturbed.answer, { rows: undisturbed.journal.rows.slice(0, kept) });
      world.answerModel = scripted({ PLAN: toolCalls("keep"), RESPOND: said("done") });
      await world.drive();
      expect(world.statuses()).toEqual(undisturbed.statuses());
      expect(world.result).toEqual(undisturbed.result);
      expect(called(world)).not.toContain("step0");
      expect(called(world)).not.toContain("rounds/2/step0");
    }
  });
});

describe("calls of plans that are given up", () => {
  const plans = [toolCalls("search"), toolCalls("pay", "keep"), directResponse("Nobody knows.")];

  it("[N381, E5] need a word if they may have had their effect, with keys or without", async () => {
    const source = await ended(3, [toolCalls("search"), toolCalls("keep"), toolCalls("pay")], {
      keep: lost,
      pay: lost,
    });
    const from = { fromStep: "step0" };
    expect(answerOf(source, from)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["rounds/2/step0", "rounds/3/step0"] });
    const callAgain = ["rounds/2/step0", "rounds/3/step0"];
    const world = await derived(source, { ...from, callAgain, plans: [toolCalls("keep")] });
    expect(called(world)).toEqual(["step0", "rounds/2/step0"]);
    expect(world.callsOf("rounds/2/step0")[0]?.callId).not.toBe(source.callsOf("rounds/2/step0")[0]?.callId);
  });

  it("[N381, E5] of a round that is taken over they keep their keys, and need the word as ever", async () => {
    const source = await ended(3, plans, { pay: lost });
    expect(answerOf(source)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["rounds/2/step0"] });
    const world = await derived(source, { callAgain: ["rounds/2/step0"] });
    expect(world.callsOf("rounds/2/step0")[0]?.callId).toBe(source.callsOf("rounds/2/step0")[0]?.callId);
    expect(world.result?.status).toBe("SUCCEEDED");
  });
});

describe("a fork of an execution whose model planned again", () => {
  it("[N380] changes arguments of steps of the round that it runs, by the ids of the execution", async () => {
    const source = await ended(2, [toolCalls("search"), toolCalls("write", "keep")]);
    const changed = { step: "rounds/2/step0", value: { text: "new" } };
    const answer = answerOf(source, { kind: "FORK", fromStep: "rounds/2/step0", arguments: [changed] });
    expect(answer).toMatchObject({
      kind: "DERIVED",
      documents: [
        { steps: [{ tool: { stepId: "step0", toolName: "search" } }] },
        { steps: [{ tool: { stepId: "step0", toolName: "write", arguments: { text: "new" } } }, {}] },
      ],
    });
  });

  it("[N380] is refused by name for arguments of a round that is taken over, and of one that is made anew", async () => {
    const source = await ended(3, [toolCalls("search"), toolCalls("write"), toolCalls("keep")]);
    const refusalOf = (step: string) =>
      answerOf(source, { kind: "FORK", fromStep: "rounds/2/step0", arguments: [{ step, value: {} }] });
    expect(refusalOf("step0")).toMatchObject({
      kind: "REFUSED",
      message: expect.stringMatching(/one whose result is reused$/),
    });
    expect(refusalOf("rounds/3/step0")).toMatchObject({
      kind: "REFUSED",
      message: expect.stringMatching(/one of a plan that the model makes anew$/),
    });
  });
});
