import { describe, expect, it } from "vitest";
import { wholeRequest } from "../../../src/durable/runner/kept-requests.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import {
  type ModelCallSeen,
  modelFailed,
  routed,
  said,
  scripted,
  toolCalls,
} from "../../support/models/model-answers.ts";
import { withPrompt, withQuestion, withResponder } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const offered = { callables: [callable("read", "READ_ONLY"), callable("keyed", "KEYED")] };

function textOf(world: EngineWorld): unknown {
  const response = world.state.finished?.response ?? null;
  return response === null ? null : world.journal.value(response);
}

/** Writes in two pieces, far enough apart for two rows. */
function respond(world: () => EngineWorld) {
  return (call: ModelCallSeen) => {
    const text = `about ${JSON.stringify(toldTo(call.request).told)}`;
    call.text(text.slice(0, 7));
    world().clock.skip(200);
    call.text(text.slice(7));
    return said(text);
  };
}

function answers(world: () => EngineWorld) {
  const wrong = toolCalls("nobody");
  return scripted({
    ROUTE: routed("read"),
    PLAN: ({ request }) => {
      const { corrections } = toldTo(request).told as { corrections: readonly unknown[] };
      return corrections.length === 0 ? wrong : toolCalls("read", "keyed");
    },
    RESPOND: respond(world),
  });
}

/** How many rows stood after each transaction. */
function transactionEnds({ journal }: EngineWorld): readonly number[] {
  const ends: number[] = [];
  journal.afterAppend = () => {
    ends.push(journal.rows.length);
  };
  return ends;
}

const silent = () => new Promise<ReturnType<typeof said>>(() => {});

describe("crashes around model calls", () => {
  it.each([
    ["a prompt with a correction", { ...withPrompt({}, 1) }],
    ["a question", withQuestion(["read", "keyed"])],
  ] as const)(
    "[E2, E3, E6] whatever transaction of %s a crash follows, the execution ends as it would have",
    async (_, started) => {
      const options = { ...offered, started };
      const undisturbed: EngineWorld = new EngineWorld(() => succeeded({ n: 1 }));
      const ends = transactionEnds(undisturbed);
      await undisturbed.ask(
        started,
        answers(() => undisturbed),
        offered,
      );
      expect(undisturbed.state.finished?.status).toBe("SUCCEEDED");
      const { rows } = undisturbed.journal;
      expect(ends.length).toBeGreaterThan(3);
      for (const kept of ends.slice(0, -1)) {
        const world: EngineWorld = new EngineWorld(() => succeeded({ n: 1 }), { rows: rows.slice(0, kept) });
        world.answerModel = answers(() => world);
        const before = world.state;
        await world.drive();
        expect(world.state.finished, `after row ${kept}`).toMatchObject({ status: "SUCCEEDED", responseFailure: null });
        expect(world.state.pinned.plan, `after row ${kept}`).toEqual(undisturbed.state.pinned.plan);
        expect(textOf(world), `after row ${kept}`).toBe(textOf(undisturbed));
        // A call whose end stands in the rows is not made again; one that was on its way is, and counts.
        const ended = before.modelCalls.filter(({ end }) => end !== undefined).length;
        expect(world.modelCalls, `after row ${kept}`).toHaveLength(undisturbed.modelCalls.length - ended);
        const lost = before.modelCalls.length - ended;
        expect(world.state.modelCalls, `after row ${kept}`).toHaveLength(undisturbed.state.modelCalls.length + lost);
        expect(options.started.plan).toBeNull();
      }
    },
  );

  it("[E7] a call that was on its way is settled in full, as lost, and called again", async () => {
    const world: EngineWorld = new EngineWorld(() => succeeded({}));
    await world.ask(withPrompt(), silent, offered);
    const [reserved] = world.state.modelCalls;
    world.crash();
    world.answerModel = scripted({ PLAN: toolCalls("read"), RESPOND: said("done") });
    await world.drive();
    expect(world.journal.kinds.slice(2, 6)).toEqual([
      "ExecutionResumed",
      "ModelCalled",
      "ModelCallStarted",
      "ModelCalled",
    ]);
    expect(world.state.modelCalls[0]?.end).toMatchObject({
      outcome: "UNKNOWN",
      byCrash: true,
      usageIsBound: true,
      usage: { inputTokens: reserved?.reserved.inputTokens, outputTokens: reserved?.reserved.outputTokens },
    });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N764, E4] the request of a call whose row was not stored is kept whole with the row of the next try", async () => {
    const world: EngineWorld = new EngineWorld(() => succeeded({}));
    const many = { callables: Array.from({ length: 40 }, (_, n) => callable(`read_${n}`, "READ_ONLY")) };
    const options = { ...many, started: withPrompt() };
    world.answerModel = scripted({ PLAN: toolCalls("read_1"), RESPOND: said("done") });
    let refusals = 1;
    world.journal.beforeAppend = (records) => {
      if (refusals > 0 && records.some(({ event }) => event.kind === "ModelCallStarted")) {
        refusals -= 1;
        throw new Error("the disk is full");
      }
    };
    expect(() => world.begin(planOf([]), options)).toThrow("the disk is full");
    world.begin(planOf([]), options);
    await world.drive();
    const { modelCalls } = world.state;
    const sequence = modelCalls[0]?.request?.sequence ?? 0;
    const kept = wholeRequest(modelCalls, sequence, (position) => world.journal.value(position));
    const sent = world.modelCalls[0]?.request.messages.map(({ role, text }) => ({ role: role.toLowerCase(), text }));
    expect(kept).toMatchObject({ messages: sent });
  });

  it("[E7] a call that is lost again and again is made four times", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt(), silent, offered);
    for (let n = 0; n < 8 && world.state.finished === undefined; n += 1) {
      world.crash();
      await world.drive();
    }
    expect(world.modelCalls).toHaveLength(4);
    // A call that was lost is no outcome.
    expect(world.state.resumptions).toBe(4);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  it("[R27] a responder that is lost again and again leaves the result as it is", async () => {
    const world = new EngineWorld(() => succeeded({}));
    world.answerModel = silent;
    await world.run(planOf([step("a")]), { started: withResponder() });
    for (let n = 0; n < 8 && world.state.finished === undefined; n += 1) {
      world.crash();
      await world.drive();
    }
    expect(world.modelCalls).toHaveLength(4);
    expect(world.state.finished).toMatchObject({
      status: "SUCCEEDED",
      failure: null,
      responseFailure: { code: "UPSTREAM_UNAVAILABLE" },
    });
  });

  it("[E6, R27] five resumptions before the responder was ever called end it, not the result", async () => {
    const world = new EngineWorld(() => succeeded({}), { singly: true });
    world.answerModel = scripted({ RESPOND: said("done") });
    await world.run(planOf([step("a")]), { started: withResponder() });
    const finished = world.journal.rows.findIndex(({ kind }) => kind === "StepFinished") + 1;
    const rows = world.journal.rows.slice(0, finished);
    const stuck = new EngineWorld(() => succeeded({}), { rows, singly: true });
    // The object is lost whenever it has said that it goes on.
    stuck.crashAfter("ExecutionResumed");
    for (let n = 0; n < 10 && stuck.state.finished === undefined; n += 1) await stuck.drive();
    expect(stuck.journal.kinds.filter((kind) => kind === "ExecutionResumed")).toHaveLength(5);
    expect(stuck.state.finished).toMatchObject({
      status: "SUCCEEDED",
      failure: null,
      responseFailure: { code: "CRASH_LOOP" },
    });
  });

  it("[E6] five resumptions while a planner is called end the execution, its call settled in full", async () => {
    const world = new EngineWorld(undefined, { singly: true });
    await world.ask(withPrompt(), silent, offered);
    world.crashAfter("ExecutionResumed");
    world.crash();
    for (let n = 0; n < 10 && world.state.finished === undefined; n += 1) await world.drive();
    expect(world.state.finished?.failure?.code).toBe("CRASH_LOOP");
    expect(world.state.modelCalls[0]?.end).toMatchObject({ outcome: "UNKNOWN", usageIsBound: true, byCrash: true });
    expect(world.state.orchestrationState).toBe("failed");
  });

  it("amid a text: the new call is a new stream that begins at 0, and its text is the answer", async () => {
    const world = new EngineWorld(() => succeeded({}));
    world.answerModel = (call) => {
      call.text("Half of the");
      return silent();
    };
    await world.run(planOf([step("a")]), { started: withResponder() });
    expect(world.told.map(({ event }) => event)).toMatchObject([{ streamId: "respond/1", text: "Half of the" }]);
    world.crash();
    world.answerModel = (call) => {
      call.text("All of the text");
      return said("All of the text");
    };
    await world.drive();
    const texts = world.events.flatMap((event) => (event.kind === "TextProduced" ? [event] : []));
    expect(texts).toMatchObject([{ streamId: "respond/2", offset: 0, text: "All of the text" }]);
    expect(textOf(world)).toBe("All of the text");
  });

  it("[E8] answers and text of a lost object change nothing, nor does a drive beside another", async () => {
    const world = new EngineWorld(() => succeeded({}));
    const first = Promise.withResolvers<ReturnType<typeof said>>();
    world.answerModel = () => first.promise;
    await world.run(planOf([step("a")]), { started: withResponder() });
    const lost = world.modelCalls[0];
    world.crash();
    world.answerModel = () => said("second");
    await world.drive();
    lost?.text("late");
    first.resolve(said("first"));
    await world.drive();
    await world.drive();
    expect(textOf(world)).toBe("second");
    expect(world.modelCalls).toHaveLength(2);
    expect(world.journal.kinds.filter((kind) => kind === "TextProduced")).toEqual([]);
  });

  it.each([
    ["a plan that was refused for good", { ...withPrompt({ respond: null }), onInvalidPlan: "REJECT" }],
    ["what was written about a refused plan", withPrompt()],
  ] as const)("[C6, E8] a cancel between %s and its end is too late", async (_, started) => {
    const source = new EngineWorld(undefined, { singly: true });
    await source.ask(started, scripted({ PLAN: toolCalls("nobody"), RESPOND: said("sorry") }), offered);
    const world = new EngineWorld(undefined, { rows: source.journal.rows.slice(0, -1) });
    expect(world.runner.cancel("someone", undefined)).toBe(false);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID" } });
    expect(world.state.finished?.response).toEqual(source.state.finished?.response);
  });

  it("[E6] an object that slept through the pause before another call makes it once", async () => {
    const world = new EngineWorld();
    await world.ask(withPrompt({ respond: null }), scripted({ PLAN: modelFailed("REJECTED") }), offered);
    world.crash();
    await world.clock.advance(5_000);
    world.answerModel = scripted({ PLAN: toolCalls("read") });
    world.answer = () => succeeded({});
    world.crash();
    await world.drive();
    expect(world.modelCalls).toHaveLength(2);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });
});
