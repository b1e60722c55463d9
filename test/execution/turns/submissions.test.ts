/**
 * Output of agents that run elsewhere (T6), at the level of the engine: taken once for the turn that waits for it, however often and from
 * however many it comes (T21), and what becomes of a turn when people cancel or time runs out. What an object loses is in `turn-crashes.test.ts`.
 */
import { describe, expect, it } from "vitest";
import { statusOf, waitingFor } from "../../../src/execution/state/status.ts";
import type { OutputSubmission } from "../../../src/execution/turns/turn-request.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { held, never, success } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";
import { actionPlan, agent, elsewhere, planner, rule, submission, workOf } from "../../support/plan/turn-work.ts";
import { remoteWork, submitted, waiting, wrong } from "./elsewhere-turns.ts";

describe("a turn of an agent that runs elsewhere", () => {
  it("[E11] waits for its output and keeps nothing awake", async () => {
    const chat = await waiting();
    const key = chat.eventsOf("TurnStarted")[0]?.key;
    expect(chat.eventsOf("StepWaiting")).toMatchObject([
      { step: "turns/1/agent", waitsFor: "SUBMISSION", handle: key },
    ]);
    expect(statusOf(chat.state)).toBe("WAITING");
    expect(waitingFor(chat.state)).toBe("SUBMISSION");
    expect(viewOf(chat.state, undefined, undefined).turns).toMatchObject({ waitingTurnKey: key });
    expect(chat.runner.busy).toBe(false);
    expect(chat.modelCalls).toEqual([]);
    expect(chat.observed.at(-1)).toBe("dispatching_step - awaiting_results");
  });

  it("[T6, T11, T12, T13, T14, T15] takes it and goes the way of an agent of ours", async () => {
    const chat = await waiting();
    const key = chat.eventsOf("TurnStarted")[0]?.key ?? "";
    expect(await submitted(chat, { turnKey: key, turn: null })).toEqual({ kind: "ACCEPTED", turn: 1 });
    expect(chat.events.map(({ kind }) => kind).slice(2)).toEqual([
      ...["TurnStarted", "StepWaiting", "OutputSubmitted", "MessageAdded", "StructuredOutputChecked", "StepFinished"],
      ...["StepStarted", "StepFinished", "ExecutionFinished"],
    ]);
    expect(chat.calls.map(({ arguments: given }) => given)).toMatchObject([
      { actionplan: actionPlan.ActionPlan, context_variables: { turn_idempotency_key: key } },
    ]);
    expect(chat.conversation.turns.latest()).toBe(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[C9, C11] takes a key of the caller's if the number of the turn comes with it, and hands that key on", async () => {
    const chat = await waiting();
    expect(await submitted(chat, { turnKey: "own", turn: null })).toMatchObject({ kind: "INVALID", field: "turn" });
    expect(await submitted(chat, { turnKey: "own", turn: 2 })).toMatchObject({ kind: "NOT_DUE" });
    expect(await submitted(chat, { turnKey: "own", turn: 1 })).toEqual({ kind: "ACCEPTED", turn: 1 });
    expect(chat.eventsOf("StructuredOutputChecked")[0]?.key).toBe("own");
    expect(chat.eventsOf("StepStarted")[0]?.autoTool?.key).toBe("own");
    expect(chat.calls[0]?.arguments).toMatchObject({ context_variables: { turn_idempotency_key: "own" } });
  });

  it("takes the key of the turn with no number but its own", async () => {
    const chat = await waiting();
    const turnKey = chat.eventsOf("TurnStarted")[0]?.key ?? "";
    const message = "Cannot take the output: required the turn 1 that the key is of, found 2";
    expect(await submitted(chat, { turnKey, turn: 2 })).toEqual({ kind: "INVALID", field: "turn", message });
    expect(await submitted(chat, { turnKey, turn: 1 })).toEqual({ kind: "ACCEPTED", turn: 1 });
  });

  it("[T7] ignores output with auto_tool_mode false, and stores nothing", async () => {
    const chat = await waiting();
    const rows = chat.journal.rows.length;
    expect(await submitted(chat, { autoToolMode: false })).toEqual({ kind: "IGNORED" });
    expect(chat.journal.rows).toHaveLength(rows);
  });

  it.each([
    [{ agentName: "Nobody" }, "agentName"],
    [{ modelName: "Other" }, "modelName"],
    [{ turnKey: "" }, "turnKey"],
    [{ turnKey: "k".repeat(501) }, "turnKey"],
    [{ turn: 0 }, "turn"],
    [{ turn: 1.5 }, "turn"],
    [{ structuredData: { x: "x".repeat(1_048_577) } }, "structuredData"],
    [{ structuredData: JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`) }, "structuredData"],
  ] as const)("refuses what cannot be meant (%#), names the field and reserves nothing", async (more, field) => {
    const chat = await waiting();
    const rows = chat.journal.rows.length;
    expect(await submitted(chat, more as Partial<OutputSubmission>)).toMatchObject({ kind: "INVALID", field });
    expect(chat.journal.rows).toHaveLength(rows);
    expect(chat.reservations).toHaveLength(1);
  });

  it("takes none for an agent of ours, for another agent, and in an execution that runs a plan", async () => {
    const ours = EngineWorld.withAgents({ ContextAgent: [actionPlan] }, never);
    await ours.send(workOf({ agents: [planner("ContextAgent")], variables: [], handoffs: [] }));
    expect(await submitted(ours)).toMatchObject({ kind: "NOT_DUE", message: expect.stringContaining("runs here") });

    const agents = [planner("ContextAgent", {}, elsewhere), planner("Other", {}, elsewhere)];
    const chat = await waiting(undefined, remoteWork({ agents }));
    expect(await submitted(chat, { agentName: "Other" })).toEqual({
      kind: "NOT_DUE",
      message: "Cannot take the output: required turn 1 of ContextAgent, found turn 1 of Other",
    });

    const plain = new EngineWorld(never);
    await plain.run(planOf([step("a")]));
    expect(await plain.runner.submit(submission())).toMatchObject({ kind: "NOT_DUE" });
  });

  it("[T10, T35, C10] keeps the turn of output that breaks its model, and waits for the correction under another turn", async () => {
    const chat = await waiting();
    expect(await submitted(chat, { structuredData: wrong })).toEqual({ kind: "ACCEPTED", turn: 1 });
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 ContextAgent CORRECTION"]);
    // The same again is a duplicate of a turn that called nothing.
    expect(await submitted(chat, { structuredData: wrong })).toEqual({ kind: "DUPLICATE" });
    expect(await submitted(chat, { turnKey: "second", turn: 2 })).toEqual({ kind: "ACCEPTED", turn: 2 });
    expect(chat.calls).toHaveLength(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[C29] is over only with its tool: the next agent comes after that", async () => {
    const answer = held();
    const agents = [planner("ContextAgent", {}, elsewhere), agent("After")];
    const chat = await waiting(() => answer.answer, remoteWork({ agents, handoffs: [rule("ContextAgent", "After")] }));
    await submitted(chat);
    expect(chat.turnsTaken).toHaveLength(1);
    answer.give(success);
    await settled();
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 After HANDOFF"]);
  });
});

describe("the same turn again", () => {
  it("[T8, T21, R12] is called once under 200 duplicates at the same time, and leaves eight rows at most", async () => {
    const chat = await waiting();
    const ignored = chat.ignored.length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => chat.runner.submit(submission())));
    await settled();
    expect(answers.filter(({ kind }) => kind === "ACCEPTED")).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === "DUPLICATE")).toHaveLength(199);
    expect(chat.calls).toHaveLength(1);
    expect(chat.reservations.filter(({ bodyHash }) => bodyHash !== null)).toHaveLength(1);
    const rows = chat.eventsOf("DuplicateSuppressed");
    expect(rows.length).toBeLessThanOrEqual(8);
    expect(rows.length + chat.ignored.length - ignored).toBe(199);
  });

  it("[T8] leaves rows while the execution runs, each with the key", async () => {
    const chat = await waiting(never);
    await submitted(chat);
    for (let n = 0; n < 12; n += 1) expect(await submitted(chat)).toEqual({ kind: "DUPLICATE" });
    expect(chat.eventsOf("DuplicateSuppressed")).toEqual(
      Array.from({ length: 8 }, () => ({ kind: "DuplicateSuppressed", key: "own-key", agentName: "ContextAgent" })),
    );
    expect(chat.ignored).toHaveLength(4);
    expect(chat.calls).toHaveLength(1);
  });

  it("[C9] with another body is a conflict, at the same time and afterwards, whatever the order of its members", async () => {
    const chat = await waiting(never);
    const other = { ...actionPlan, agent_message: "Another." };
    const reordered = { agent_message: actionPlan.agent_message, ActionPlan: actionPlan.ActionPlan };
    const answers = await Promise.all([
      chat.runner.submit(submission()),
      chat.runner.submit(submission({ structuredData: other })),
      chat.runner.submit(submission({ structuredData: reordered })),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(["ACCEPTED", "CONFLICT", "DUPLICATE"]);
    expect(await submitted(chat, { structuredData: other })).toEqual({ kind: "CONFLICT" });
    expect(chat.calls).toHaveLength(1);
  });

  it("[C9] under two keys at the same time is taken once", async () => {
    const chat = await waiting(never);
    const answers = await Promise.all([
      chat.runner.submit(submission({ turnKey: "one" })),
      chat.runner.submit(submission({ turnKey: "two" })),
    ]);
    await settled();
    expect(answers.map(({ kind }) => kind)).toEqual(["ACCEPTED", "DUPLICATE"]);
    expect(chat.eventsOf("OutputSubmitted")).toHaveLength(1);
    expect(chat.calls).toHaveLength(1);
  });

  it("[R13] after a restart is called once", async () => {
    const chat = await waiting();
    await submitted(chat);
    chat.crash();
    expect(await submitted(chat)).toEqual({ kind: "DUPLICATE" });
    chat.crash();
    await chat.drive();
    expect(chat.calls).toHaveLength(1);
  });

  it("[C9] of an earlier execution of the conversation is known to the conversation", async () => {
    const first = await waiting();
    await submitted(first);
    const second = EngineWorld.withAgents({}, () => success);
    second.answerReservation = first.conversation.reserve;
    first.conversation.running = "second";
    const start = { agentName: "ContextAgent", turn: 2, variables: {}, set: {} };
    await second.send(remoteWork({ start }), "More", { started: { execution: "second" } });
    expect(await submitted(second)).toEqual({ kind: "DUPLICATE" });
    expect(await submitted(second, { structuredData: { ...actionPlan, agent_message: "x" } })).toEqual({
      kind: "CONFLICT",
    });
    expect(second.calls).toEqual([]);
    expect(second.eventsOf("OutputSubmitted")).toEqual([]);
  });

  it("[C9, T22] below the window is answered so, and calls nothing", async () => {
    const chat = EngineWorld.withAgents();
    chat.conversation.running = "before";
    for (let turn = 1; turn <= 600; turn += 1)
      chat.conversation.reserve({ execution: "before", turn, agentName: "A", key: null, bodyHash: null });
    chat.conversation.running = "execution";
    const start = { agentName: "ContextAgent", turn: 601, variables: {}, set: {} };
    await chat.send(remoteWork({ start }));
    expect(await submitted(chat, { turnKey: "old", turn: 3 })).toEqual({
      kind: "BELOW_WINDOW",
      turn: 3,
      highestEvicted: 89,
    });
    expect(await submitted(chat, { turnKey: "turn_chat_abc123_ContextAgent_4_abcdef0", turn: null })).toMatchObject({
      kind: "BELOW_WINDOW",
      turn: 4,
    });
    expect(await submitted(chat, { turnKey: "new", turn: 601 })).toEqual({ kind: "ACCEPTED", turn: 601 });
    expect(chat.calls).toHaveLength(1);
  });

  it("[E8] after the end is decided by the state: a duplicate if the key is known, else nothing is due", async () => {
    const chat = await waiting();
    await submitted(chat);
    expect(chat.result?.status).toBe("SUCCEEDED");
    const rows = chat.journal.rows.length;
    expect(await submitted(chat)).toEqual({ kind: "DUPLICATE" });
    expect(await submitted(chat, { structuredData: wrong })).toEqual({ kind: "CONFLICT" });
    expect(await submitted(chat, { turnKey: "later", turn: 2 })).toMatchObject({ kind: "NOT_DUE" });
    expect(chat.journal.rows).toHaveLength(rows);
  });
});

describe("a wait for output", () => {
  it("ends with a cancel, and what comes then is not due", async () => {
    const chat = await waiting();
    chat.runner.cancel("someone", undefined);
    await settled();
    expect(chat.result).toEqual({ status: "CANCELLED", code: null });
    expect(await submitted(chat)).toMatchObject({ kind: "NOT_DUE" });
    expect(chat.calls).toEqual([]);
  });

  it("ends with the time of the execution, and what comes then is not due", async () => {
    const chat = await waiting(undefined, remoteWork(), { limits: { timeoutMs: 90_000 } });
    expect(chat.runner.nextWakeAt()).toBe(chat.clock.now() + 90_000);
    await chat.clock.advance(89_999);
    await chat.drive();
    expect(chat.result).toBeNull();
    // Nobody has looked since the time ran out.
    chat.clock.skip(1);
    expect(await submitted(chat)).toMatchObject({ kind: "NOT_DUE" });
    await chat.drive();
    expect(chat.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(chat.calls).toEqual([]);
  });

  it("takes nothing that its conversation reserved too late", async () => {
    const chat = await waiting();
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.answerReservation = async (reservation) => {
      await promise;
      return chat.conversation.reserve(reservation);
    };
    const answer = chat.runner.submit(submission());
    await settled();
    chat.runner.cancel("someone", undefined);
    resolve();
    expect(await answer).toMatchObject({ kind: "NOT_DUE" });
    expect(chat.eventsOf("OutputSubmitted")).toEqual([]);
    expect(chat.calls).toEqual([]);
  });

  it("is not answered for ever where the conversation cannot be reached: the submission rejects, and the next is taken", async () => {
    const chat = await waiting();
    chat.answerReservation = () => new Promise(() => {});
    const failed = expect(chat.runner.submit(submission())).rejects.toThrow();
    await settled();
    await chat.clock.advance(10_000);
    await failed;
    chat.answerReservation = chat.conversation.reserve;
    expect(await submitted(chat)).toEqual({ kind: "ACCEPTED", turn: 1 });
  });
});
