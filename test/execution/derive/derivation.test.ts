import { describe, expect, it } from "vitest";
import { type DerivationResult, derive, maxReusedBytes } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import { effectKey } from "../../../src/json/effect-key.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { argumentsOf, from, group, planOf, type StepFacts, step } from "../../support/plan/plan-steps.ts";

type Derived = Extract<DerivationResult, { kind: "DERIVED" }>;

function answerOf(source: EngineWorld, request: Partial<DerivationRequest> = {}): DerivationResult {
  const asked = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [], ...request } as const;
  return derive(source.state, asked, (position) => source.journal.value(position));
}

function derivedFrom(source: EngineWorld, request: Partial<DerivationRequest> = {}): Derived {
  const answer = answerOf(source, request);
  if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
  return answer;
}

/** Options of the execution `name` that derives from `source`. */
function optionsOf(name: string, { bindings, derivation, reused }: Derived): StartOptions {
  const origin = { root: name, parent: null, depth: 0, ancestors: [] };
  return { reused, started: { execution: name, origin, derivation, bindings: storedValue(bindings) } };
}

/** Runs the execution `name` that derives from `source` to its end, or as far as `answer` lets it. */
async function rerun(
  name: string,
  source: EngineWorld,
  answer: AnswerTo = () => succeeded({}),
  request: Partial<DerivationRequest> = {},
  plan: Plan = source.state.pinned.plan,
): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(plan, optionsOf(name, derivedFrom(source, request)));
  return world;
}

async function ended(plan: Plan, answer: AnswerTo, options: StartOptions = {}): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(plan, options);
  return world;
}

/** Lets every back-off pass, as the alarm would. */
async function outlasted(world: EngineWorld): Promise<void> {
  while (world.state.finished === undefined) {
    await world.clock.advance(60_000);
    await world.drive();
  }
}

/** Answers every call of `stepId` with `result`, all others with success. */
const failing =
  (stepId: string, result = failed("REJECTED")): AnswerTo =>
  (call) =>
    call.stepId === stepId ? result : succeeded({ of: call.stepId });

const keyIn = (origin: string, stepPath: string, generation = 0) =>
  effectKey({ origin, stepPath, turn: 0, item: 0, generation });

const refersTo = (id: string): StepFacts => ({ arguments: argumentsOf({ value: from(id, "of") }) });

describe("a retry", () => {
  it("[N600] keeps the title that was given to the execution, and gives none to one without", async () => {
    const plan = planOf([step("a")]);
    const named = await ended(plan, () => succeeded({}), { started: { title: "Nightly", givenTitle: "Nightly" } });
    expect(derivedFrom(named, { fromStep: "a" }).givenTitle).toBe("Nightly");
    expect(derivedFrom(named, { kind: "FORK", fromStep: "a" }).givenTitle).toBe("Nightly");
    expect("givenTitle" in derivedFrom(await ended(plan, () => succeeded({})), { fromStep: "a" })).toBe(false);
  });

  const plan = planOf([
    step("a"),
    group("g", [step("g.a", { resultKey: "first" }), step("g.b")], { after: ["a"], resultKey: "both" }),
    step("z", { arguments: argumentsOf({ a: from("a", "of"), first: from("g", "first", "of") }) }),
  ]);

  it("calls only what did not succeed, with the outputs that were taken over, and counts no other call", async () => {
    const source = await ended(plan, failing("z"));
    expect(source.state.finished?.status).toBe("PARTIAL");
    const retry = await rerun("retry", source);
    expect(retry.calls.map((call) => call.stepId)).toEqual(["z"]);
    expect(retry.calls[0]?.arguments).toEqual({ a: "a", first: "g.a" });
    expect(retry.state.calls).toBe(1);
    expect(retry.state.finished?.status).toBe("SUCCEEDED");
    expect(retry.state.pinned.derivation).toMatchObject({ kind: "RETRY", execution: "execution", fromStep: null });
    expect(retry.state.pinned.derivation?.reused).toEqual(["a", "g", "g.a", "g.b"]);
    expect(retry.step("a")).toMatchObject({ status: "SUCCEEDED", reused: true, attempts: [] });
    expect(retry.step("a").callId).toBeUndefined();
    expect(retry.step("z")).toMatchObject({ reused: false });
  });

  it("[O20, O23] moves the state machine through what was taken over to its right end", async () => {
    const source = await ended(plan, failing("z"));
    const retry = await rerun("retry", source);
    expect(retry.observed).toEqual([
      "plan_init start_plan planner_active",
      "planner_active planner_finished plan_validated",
      "plan_validated - dispatching_step",
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded dispatching_step",
      "dispatching_step - awaiting_results",
      "awaiting_results parallel_complete merging_results",
      "merging_results - dispatching_step",
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded completed",
    ]);
    const again = await rerun("again", source, failing("z"));
    expect(again.state.orchestrationState).toBe("failed");
  });

  it("[E3, E6] ends the same whatever row a crash follows, and calls nothing that was taken over", async () => {
    const source = await ended(plan, failing("g.b"));
    const undisturbed = await rerun("retry", source);
    const { rows } = undisturbed.journal;
    // What is taken over stands in the transaction of the first row: a and the child g.a.
    expect(undisturbed.journal.kinds.slice(0, 4)).toEqual([
      "ExecutionStarted",
      "StepFinished",
      "StepFinished",
      "StepStarted",
    ]);
    for (let kept = 3; kept <= rows.length; kept++) {
      const world = new EngineWorld(() => succeeded({}), { rows: rows.slice(0, kept) });
      await world.drive();
      expect(world.state.finished?.status, `after row ${kept}`).toBe("SUCCEEDED");
      expect(
        world.calls.filter(({ stepId }) => stepId === "a" || stepId === "g.a"),
        `after row ${kept}`,
      ).toEqual([]);
      for (const call of world.calls) expect(call.callId).toBe(undisturbed.callsOf(call.stepId)[0]?.callId);
    }
  });

  it("asks no approval for what was taken over", async () => {
    const source = new EngineWorld(failing("z"));
    await source.run(planOf([step("gone", { tool: "destroy" }), step("z", { after: ["gone"] })]));
    source.runner.respond(given("gone/1"));
    await source.drive();
    const retry = await rerun("retry", source);
    expect(retry.journal.kinds).not.toContain("StepWaiting");
    expect(retry.state.finished?.status).toBe("SUCCEEDED");
  });

  it("does not begin a group that took a child over when a step before it halts the plan", async () => {
    const halting = planOf([
      step("a", { policy: { continueOnFailure: true } }),
      group("g", [step("g.of-a", { after: ["a"] }), step("g.b")], {}),
    ]);
    const source = await ended(halting, failing("a"));
    const strict = planOf([step("a"), ...halting.steps.slice(1)]);
    const retry = await rerun("retry", source, failing("a"), {}, strict);
    expect(retry.calls.map((call) => call.stepId)).toEqual(["a"]);
    expect(retry.statuses()).toEqual({ a: "FAILED", g: "SKIPPED", "g.of-a": "SKIPPED", "g.b": "SUCCEEDED" });
    expect(retry.state.finished?.status).toBe("FAILED");
  });

  it("goes on where a step that order alone put first runs again after one that was taken over", async () => {
    const ordered = planOf([
      step("a", { tool: "write", policy: { continueOnFailure: true } }),
      step("b", { tool: "write" }),
      step("c", { tool: "write", policy: { continueOnFailure: true } }),
    ]);
    const source = await ended(ordered, (call) => (call.stepId === "b" ? succeeded({}) : failed("REJECTED")));
    const retry = await rerun("retry", source);
    expect(retry.calls.map((call) => call.stepId)).toEqual(["a", "c"]);
    expect(retry.state.finished?.status).toBe("SUCCEEDED");
  });

  it("keeps the order of steps between which one was taken over", async () => {
    const ordered = planOf([
      step("a", { tool: "write", policy: { continueOnFailure: true } }),
      step("b", { tool: "write" }),
      step("c", { tool: "write", policy: { continueOnFailure: true } }),
    ]);
    const source = await ended(ordered, (call) => (call.stepId === "b" ? succeeded({}) : failed("REJECTED")));
    const retry = await rerun("retry", source, () => never());
    expect(retry.calls.map((call) => call.stepId)).toEqual(["a"]);
  });

  it("takes over the winner of a group, and its losers stay cancelled", async () => {
    const race = planOf([
      group("g", [step("g.a"), step("g.b")], { mergeStrategy: "FIRST_SUCCESS" }),
      step("z", { arguments: argumentsOf({ value: from("g", "of") }) }),
    ]);
    const source = await ended(race, (call) =>
      call.stepId === "g.a" ? succeeded({ of: "g.a" }) : call.stepId === "z" ? failed("REJECTED") : never(),
    );
    const retry = await rerun("retry", source);
    expect(retry.calls.map((call) => [call.stepId, call.arguments])).toEqual([["z", { value: "g.a" }]]);
    expect(retry.statuses()).toEqual({ g: "SUCCEEDED", "g.a": "SUCCEEDED", "g.b": "CANCELLED", z: "SUCCEEDED" });
  });

  it("takes over that a callable gave no output, and the warning on one that was taken nevertheless", async () => {
    const warning = { code: "OUTPUT_INVALID", message: "it does not fit", retryable: false, details: null } as const;
    const source = await ended(planOf([step("none"), step("odd"), step("z", { after: ["none", "odd"] })]), (call) =>
      call.stepId === "z"
        ? failed("REJECTED")
        : call.stepId === "none"
          ? {
              kind: "SUCCEEDED",
              result: { output: undefined, content: [], metadata: null, isPartial: false },
            }
          : { kind: "SUCCEEDED", result: { output: null, content: [], metadata: null, isPartial: false }, warning },
    );
    const retry = await rerun("retry", source);
    expect(retry.step("none")).toMatchObject({ output: undefined, warning: undefined });
    expect(retry.step("odd")).toMatchObject({ output: { bytes: 4 }, warning });
  });
});

describe("the key of a step that runs again", () => {
  const writeOnce = planOf([
    step("a"),
    step("w", { tool: "write", arguments: argumentsOf({ value: from("a", "of") }) }),
  ]);
  const keyedOnce = planOf([
    step("a"),
    step("k", { tool: "keyed", arguments: argumentsOf({ value: from("a", "of") }) }),
  ]);
  const unknown = failed("UNKNOWN", "UPSTREAM_UNAVAILABLE", null, false);

  it("[E5] is the very same after an unknown outcome, also in a retry of a retry", async () => {
    const source = new EngineWorld(failing("k", unknown));
    await source.run(keyedOnce);
    await outlasted(source);
    expect(source.step("k")).toMatchObject({ status: "FAILED", outcome: "UNKNOWN" });
    const first = new EngineWorld(failing("k", unknown));
    await first.run(keyedOnce, optionsOf("first", derivedFrom(source)));
    await outlasted(first);
    const second = await rerun("second", first);
    const key = keyIn("execution", "k");
    expect(new Set([source, first, second].flatMap((world) => world.callsOf("k").map(({ callId }) => callId)))).toEqual(
      new Set([key]),
    );
    expect(second.state.pinned.derivation?.keys).toEqual([
      { step: "k", origin: "execution", generation: 0, unknown: true },
    ]);
  });

  it("[E5] is raised by one for each execution in which it definitely failed", async () => {
    const source = await ended(writeOnce, failing("w"));
    const first = await rerun("first", source, failing("w"));
    const second = await rerun("second", first);
    expect([source, first, second].map((world) => world.callsOf("w")[0]?.callId)).toEqual([
      keyIn("execution", "w", 0),
      keyIn("execution", "w", 1),
      keyIn("execution", "w", 2),
    ]);
    const started = second.published.find(({ event }) => event.kind === "StepStarted")?.event;
    expect(started).toMatchObject({ step: "w", generation: 2 });
  });

  it("[E5] stays through further attempts and crashes of the retry", async () => {
    const twice = planOf([step("w", { tool: "write", policy: { maxAttempts: 2, initialBackoffMs: 1_000 } })]);
    const source = new EngineWorld(() => failed("REJECTED"));
    await source.run(twice);
    await outlasted(source);
    const retry = await rerun("retry", source, () => failed("REJECTED"));
    retry.crash();
    retry.answer = () => succeeded({});
    await outlasted(retry);
    expect(retry.callsOf("w").map(({ callId }) => callId)).toEqual([
      keyIn("execution", "w", 1),
      keyIn("execution", "w", 1),
    ]);
    expect(retry.eventsOf("StepStarted")).toMatchObject([{ generation: 1 }, { generation: 1 }]);
  });

  it("[E5] is one of its own for a step that never ran, and for one that succeeded and runs again", async () => {
    const steps = planOf([step("a", { tool: "write" }), step("b", { tool: "write", after: ["a"] })]);
    const source = await ended(steps, failing("a"));
    const retry = await rerun("retry", source);
    expect(retry.callsOf("b")[0]?.callId).toBe(keyIn("retry", "b"));
    const again = await rerun("again", retry, () => succeeded({}), { fromStep: "a" });
    expect(again.callsOf("a")[0]?.callId).toBe(keyIn("again", "a"));
  });

  it("[E5] is one of its own if a step that it refers to runs again, because its arguments may be others", async () => {
    const source = await ended(writeOnce, failing("w", unknown));
    const retry = await rerun("retry", source, () => succeeded({ of: "other" }), { fromStep: "a", callAgain: ["w"] });
    expect(retry.callsOf("w")[0]?.callId).toBe(keyIn("retry", "w"));
  });

  it("[E5] is kept if only `after` puts it behind a step that runs again, because its arguments are the same", async () => {
    const source = await ended(planOf([step("a"), step("w", { tool: "write", after: ["a"] })]), failing("w", unknown));
    const retry = await rerun("retry", source, () => succeeded({}), { fromStep: "a", callAgain: ["w"] });
    expect(retry.callsOf("w")[0]?.callId).toBe(keyIn("execution", "w"));
  });

  it("[E5] is one of its own if its arguments or a binding that it refers to changed, and kept if the same is said again", async () => {
    const bound = { kind: "reference", reference: { root: "bindings", id: "who", path: [], expression: "" } } as const;
    const steps = planOf([step("w", { tool: "write", arguments: argumentsOf({ value: bound }) })]);
    const options: StartOptions = { started: { bindings: storedValue({ who: "me", other: 1 }) } };
    const source = await ended(steps, failing("w", unknown), options);
    const keyAfter = (request: Partial<DerivationRequest>) =>
      derivedFrom(source, { kind: "FORK", fromStep: "w", ...request }).derivation.keys.length;
    expect(keyAfter({})).toBe(1);
    expect(keyAfter({ bindings: { who: "me" } })).toBe(1);
    expect(keyAfter({ bindings: { other: 2 } })).toBe(1);
    expect(keyAfter({ bindings: { who: "you" } })).toBe(0);
    expect(keyAfter({ arguments: [{ step: "w", value: { value: "{{bindings.who}}" } }] })).toBe(1);
    expect(keyAfter({ arguments: [{ step: "w", value: { value: "me" } }] })).toBe(0);
    // Another spelling of the same reference, and one that cannot be read.
    expect(keyAfter({ arguments: [{ step: "w", value: { value: "{{ result.who }}" } }] })).toBe(1);
    expect(keyAfter({ arguments: [{ step: "w", value: { value: "{{ who" } }] })).toBe(0);
  });

  it("[E5] that was handed down and not used is handed on with what is known of it", async () => {
    const steps = planOf([step("a"), step("w", { tool: "write" })]);
    const source = await ended(steps, failing("w", unknown));
    // The retry runs the read again, which fails, so that the write is never called.
    const first = await rerun("first", source, failing("a"), { fromStep: "a", callAgain: ["w"] });
    expect(first.callsOf("w")).toEqual([]);
    expect(answerOf(first)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["w"] });
    const second = await rerun("second", first, () => succeeded({}), { callAgain: ["w"] });
    expect(second.callsOf("w")[0]?.callId).toBe(keyIn("execution", "w"));
  });

  it("[E5] is kept if a call stayed unknown before the last one was rejected", async () => {
    const twice = planOf([step("k", { tool: "keyed" })]);
    const source = new EngineWorld((call) => (call.attempt === 1 ? failed("UNKNOWN") : failed("REJECTED")));
    await source.run(twice);
    await outlasted(source);
    expect(source.step("k")).toMatchObject({ status: "FAILED", outcome: "REJECTED" });
    const retry = await rerun("retry", source);
    expect(retry.callsOf("k")[0]?.callId).toBe(keyIn("execution", "k"));
  });

  it("[E5] is raised if a callee that honours keys has answered for it in the end", async () => {
    const source = new EngineWorld((call) =>
      call.attempt === 1 ? failed("UNKNOWN") : failed("ANSWERED", "TOOL_ERROR"),
    );
    await source.run(planOf([step("k", { tool: "keyed" })]));
    await outlasted(source);
    const retry = await rerun("retry", source);
    expect(retry.callsOf("k")[0]?.callId).toBe(keyIn("execution", "k", 1));
  });

  it("[E5] is kept if the answer was taken for wrong, because the effect was done", async () => {
    const source = await ended(
      planOf([step("k", { tool: "keyed" })]),
      failing("k", failed("ANSWERED", "OUTPUT_INVALID")),
    );
    const retry = await rerun("retry", source);
    expect(retry.callsOf("k")[0]?.callId).toBe(keyIn("execution", "k"));
  });

  it("[E5] is kept if an attempt that leaves no row may have left before a crash, however the one after it ended", async () => {
    const steps = planOf([step("k", { tool: "keyed", policy: { maxAttempts: 3, initialBackoffMs: 1_000 } })]);
    const source = new EngineWorld((call) => (call.attempt === 1 ? failed("REJECTED") : never()));
    await source.run(steps);
    await source.clock.advance(1_500);
    await source.drive();
    expect(source.callsOf("k")).toHaveLength(2);
    source.crash();
    source.answer = () => failed("REJECTED");
    await outlasted(source);
    expect(source.step("k")).toMatchObject({ status: "FAILED", outcome: "REJECTED" });
    const retry = await rerun("retry", source);
    expect(retry.callsOf("k")[0]?.callId).toBe(keyIn("execution", "k"));
  });

  it("[E5] of a loser is handed on by an execution that takes its group over", async () => {
    const race = planOf([
      group("g", [step("g.a"), step("g.w", { tool: "write" }), step("g.k", { tool: "keyed" })], {
        mergeStrategy: "FIRST_SUCCESS",
      }),
      step("z", { after: ["g"] }),
    ]);
    const source = await ended(race, (call) =>
      call.stepId === "g.a" ? succeeded({}) : call.stepId === "z" ? failed("REJECTED") : never(),
    );
    expect(answerOf(source, { fromStep: "g" })).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["g.w"] });
    const first = await rerun("first", source, failing("z"));
    expect(first.calls.map((call) => call.stepId)).toEqual(["z"]);
    expect(answerOf(first, { fromStep: "g" })).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["g.w"] });
    const second = await rerun("second", first, () => never(), { fromStep: "g", callAgain: ["g.w"] });
    expect(second.callsOf("g.w")[0]?.callId).toBe(keyIn("execution", "g.w"));
    expect(second.callsOf("g.k")[0]?.callId).toBe(keyIn("execution", "g.k"));
  });
});

describe("an unsafe call of unknown outcome", () => {
  const steps = planOf([step("a"), step("w", { tool: "write" }), step("v", { tool: "write", independent: true })]);
  const lost: AnswerTo = (call) => (call.stepId === "a" ? succeeded({}) : failed("UNKNOWN"));

  it("[E5] is not made again unless the request names it, all of them", async () => {
    const source = await ended(steps, lost);
    expect(answerOf(source)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["w", "v"] });
    expect(answerOf(source, { callAgain: ["w"] })).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["v"] });
    expect(answerOf(source, { fromStep: "w", callAgain: ["v"] }).kind).toBe("DERIVED");
    expect(answerOf(source, { callAgain: ["v", "w"] }).kind).toBe("DERIVED");
  });

  it("[E5] needs no word if it is harmless to repeat or honours keys", async () => {
    const harmless = planOf([step("k", { tool: "keyed" }), step("i", { tool: "idempotent" }), step("r")]);
    const source = new EngineWorld(() => failed("UNKNOWN", "UPSTREAM_UNAVAILABLE", null, false));
    await source.run(harmless);
    await outlasted(source);
    expect(answerOf(source).kind).toBe("DERIVED");
  });

  it("[E5] needs a word although its callee honours keys, if its arguments may be others and so its key", async () => {
    const keyed = planOf([
      step("a"),
      step("k", { tool: "keyed", ...refersTo("a") }),
      step("i", { tool: "idempotent", ...refersTo("a") }),
    ]);
    const source = new EngineWorld((call) => (call.stepId === "a" ? succeeded({ of: "a" }) : failed("UNKNOWN")));
    await source.run(keyed);
    await outlasted(source);
    expect(answerOf(source).kind).toBe("DERIVED");
    expect(answerOf(source, { fromStep: "a" })).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["k"] });
    const derived = answerOf(source, { fromStep: "a", callAgain: ["k"] });
    expect(derived).toMatchObject({ kind: "DERIVED", derivation: { keys: [] } });
    // Who names a step as the first to run has named it.
    expect(answerOf(source, { fromStep: "k" }).kind).toBe("DERIVED");
  });

  it.each(["OUTPUT_INVALID", "PROTOCOL"] as const)(
    "[E5] needs a word too if its answer was taken for wrong with %s, because its effect was done",
    async (code) => {
      const source = await ended(steps, failing("w", failed("ANSWERED", code)));
      expect(answerOf(source)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["w"] });
      expect(answerOf(source, { callAgain: ["w"] }).kind).toBe("DERIVED");
      const refused = await ended(steps, failing("w", failed("REJECTED", "PROTOCOL")));
      expect(answerOf(refused).kind).toBe("DERIVED");
    },
  );

  it("[E5] counts as unknown when it was cut by a cancel", async () => {
    const source = await ended(planOf([step("w", { tool: "write" })]), () => never());
    source.runner.cancel("someone", undefined);
    await source.drive();
    expect(source.state.finished?.status).toBe("CANCELLED");
    expect(answerOf(source)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["w"] });
  });
});

describe("a derivation is refused", () => {
  const steps = planOf([step("a", refersTo2()), group("g", [step("g.a")]), step("z", { after: ["g"] })]);

  function refersTo2(): StepFacts {
    const who = { kind: "reference", reference: { root: "bindings", id: "who", path: [], expression: "" } } as const;
    return { arguments: argumentsOf({ value: who }) };
  }

  const bound: StartOptions = { started: { bindings: storedValue({ who: "me" }) } };

  it("before the end, without steps, and for a retry of what succeeded that names no step", async () => {
    expect(answerOf(await ended(steps, () => never(), bound))).toMatchObject({
      kind: "INVALID_STATE",
      status: "RUNNING",
    });
    const answered: Plan = { schedule: "DATAFLOW", reasoning: null, directResponse: "Hello", steps: [] };
    expect(answerOf(await ended(answered, () => never()))).toMatchObject({
      kind: "INVALID_STATE",
      status: "SUCCEEDED",
    });
    const source = await ended(steps, () => succeeded({}), bound);
    expect(answerOf(source)).toMatchObject({ kind: "INVALID_STATE", status: "SUCCEEDED" });
    expect(answerOf(source, { fromStep: "z" }).kind).toBe("DERIVED");
  });

  it("for a step that does not exist, that calls nothing, or that is taken over", async () => {
    const source = await ended(steps, failing("z"), bound);
    const refusal = (member: string, name: string) => ({ kind: "REFUSED", member, name });
    expect(answerOf(source, { fromStep: "nope" })).toMatchObject(refusal("fromStep", "nope"));
    expect(answerOf(source, { callAgain: ["z", "a"] })).toMatchObject(refusal("callAgain", "a"));
    expect(answerOf(source, { callAgain: ["nope"] })).toMatchObject(refusal("callAgain", "nope"));
    expect(answerOf(source, { fromStep: "g", callAgain: ["g"] })).toMatchObject(refusal("callAgain", "g"));
    expect(answerOf(source, { arguments: [{ step: "g.a", value: {} }] })).toMatchObject(refusal("arguments", "g.a"));
  });

  it("if a step that is taken over was made with a binding that changes", async () => {
    const source = await ended(steps, failing("z"), bound);
    const fork = { kind: "FORK", fromStep: "z" } as const;
    expect(answerOf(source, { ...fork, bindings: { who: "you" } })).toMatchObject({
      ...{ kind: "REFUSED", member: "bindings", name: "who" },
      message: expect.stringContaining('"a"'),
    });
    expect(answerOf(source, { ...fork, bindings: { who: "me", more: 1 } }).kind).toBe("DERIVED");
    expect(derivedFrom(source, { ...fork, fromStep: "a", bindings: { who: "you" } }).bindings).toEqual({ who: "you" });
  });

  it("if what it would take over is larger than what can be handed over", async () => {
    const large: Json = { text: "x".repeat(maxReusedBytes) };
    const source = await ended(steps, (call) => (call.stepId === "z" ? failed("REJECTED") : succeeded(large)), bound);
    expect(answerOf(source)).toMatchObject({ kind: "TOO_LARGE", maximum: maxReusedBytes });
  });
});

describe("a fork", () => {
  it("has the plan of its source with the arguments of some steps replaced, every step with its id", async () => {
    const plan = planOf([step("a"), group("g", [step("g.a", refersTo("a"))])]);
    const source = await ended(plan, failing("none"));
    const { documents } = derivedFrom(source, {
      ...{ kind: "FORK", fromStep: "g" },
      arguments: [{ step: "g.a", value: { value: "{{steps.a.output.other}}" } }],
    });
    expect(documents[0]).toEqual({
      schedule: "DATAFLOW",
      steps: [
        { tool: { stepId: "a", toolName: "read" } },
        {
          parallel: {
            stepId: "g",
            steps: [{ tool: { stepId: "g.a", toolName: "read", arguments: { value: "{{steps.a.output.other}}" } } }],
          },
        },
      ],
    });
  });
});
