/**
 * Agents that take turns, at the level of the engine: whose turn it is, how it is reserved and what ends it. What agents answer in a schema
 * is in `turn-outputs.test.ts`, rules in `turn-rules.test.ts`, what is submitted from elsewhere in `submissions.test.ts`.
 */
import { describe, expect, it } from "vitest";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { type ModelCallSeen, modelFailed, said } from "../../support/models/model-answers.ts";
import { actionPlan, planner, rule, workOf } from "../../support/plan/turn-work.ts";

describe("a message", () => {
  it("is answered by the agent whose turn it is, then it is the person's turn", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["What would you like to automate?"] });
    await chat.send();
    expect(chat.turnsTaken).toEqual(["1 InterviewAgent MESSAGE"]);
    expect(chat.messages).toEqual(["PERSON: Hello", "InterviewAgent: What would you like to automate?"]);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(chat.state.finished?.directResponse).toBe("What would you like to automate?");
    expect(chat.step("turns/1/agent")).toMatchObject({ status: "SUCCEEDED", attempts: [] });
  });

  it("sets what the person sets before any agent is asked", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["Good."] });
    const variables = [{ name: "budget", description: "", initial: 0, trigger: null }];
    const start = { agentName: "InterviewAgent", turn: 1, variables: { budget: 0 }, set: { budget: 7 } };
    await chat.send(workOf({ variables, handoffs: [], start }));
    expect(chat.events.map(({ kind }) => kind).slice(0, 4)).toEqual([
      "ExecutionStarted",
      "MessageAdded",
      "BindingSet",
      "TurnStarted",
    ]);
    expect(chat.eventsOf("BindingSet")).toEqual([
      { kind: "BindingSet", name: "budget", value: 7, source: "PERSON", turn: null },
    ]);
    expect(chat.state.turns?.variables).toEqual({ budget: 7 });
  });

  it("[C9, C11, T23] has its turn reserved before anything of it is stored, under a key that the turn alone decides", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["Good."] });
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.answerReservation = async (reservation) => {
      await promise;
      return chat.conversation.reserve(reservation);
    };
    await chat.send();
    expect(chat.eventsOf("TurnStarted")).toEqual([]);
    expect(chat.modelCalls).toEqual([]);
    expect(chat.runner.busy).toBe(true);
    resolve();
    await settled();
    expect(chat.eventsOf("TurnStarted")[0]?.key).toMatch(/^turn_chat_abc123_InterviewAgent_1_[0-9a-f]{7,}$/);
    expect(chat.conversation.reserve(chat.reservations[0] as never)).toEqual({
      kind: "RESERVED",
      key: chat.eventsOf("TurnStarted")[0]?.key,
    });
  });

  it("[O20] moves the state machine through its states, a turn for a step", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["NEXT"], ContextAgent: [actionPlan] });
    await chat.send();
    expect(chat.observed).toEqual([
      "plan_init start_plan planner_active",
      "planner_active planner_finished plan_validated",
      "plan_validated - dispatching_step",
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded dispatching_step",
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded completed",
    ]);
  });

  it("cannot be retried or forked: agents are asked again by another message", async () => {
    const { derive } = await import("../../../src/execution/derive/derivation.ts");
    const chat = EngineWorld.withAgents({ InterviewAgent: ["Good."] });
    await chat.send();
    const request = { kind: "FORK", fromStep: "turns/1/agent", arguments: [], bindings: {}, callAgain: [] } as const;
    expect(derive(chat.state, request, (position) => chat.journal.value(position))).toMatchObject({
      kind: "INVALID_STATE",
    });
  });
});

describe("a turn whose agent gives no answer", () => {
  it("ends the execution with the failure of its model", async () => {
    const chat = EngineWorld.withAgents();
    chat.answerModel = () => modelFailed("REJECTED", "UPSTREAM_UNAUTHORIZED", null, false);
    await chat.send();
    expect(chat.result).toEqual({ status: "FAILED", code: "UPSTREAM_UNAUTHORIZED" });
    expect(chat.step("turns/1/agent").status).toBe("FAILED");
    expect(chat.state.turns?.turns[0]?.reply).toBe("FAILED");
    expect(chat.observed.at(-1)).toBe("awaiting_results step_failed failed");
  });

  it("is asked again after a failure that passes by itself, in the same turn", async () => {
    const chat = EngineWorld.withAgents();
    const answers = [modelFailed("REJECTED"), said("Here.")];
    chat.answerModel = () => answers.shift() ?? said("unwanted");
    await chat.send();
    await chat.clock.advance(2_000);
    await chat.drive();
    expect(chat.turnsTaken).toHaveLength(1);
    expect(chat.messages.at(-1)).toBe("InterviewAgent: Here.");
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("fails where the calls of models that the execution may make are spent", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["NEXT"], ContextAgent: [actionPlan] });
    await chat.send(workOf(), "Hello", { limits: { maxModelCalls: 1 } });
    expect(chat.turnsTaken).toHaveLength(2);
    expect(chat.result).toEqual({ status: "FAILED", code: "BUDGET_EXCEEDED" });
    expect(chat.observed.at(-1)).toBe("awaiting_results step_failed failed");
  });

  it("ends with a cancel while its model works, and with the deadline", async () => {
    const silent = () => new Promise<never>(() => {});
    const cancelled = EngineWorld.withAgents();
    cancelled.answerModel = silent;
    await cancelled.send();
    cancelled.runner.cancel("someone", undefined);
    await settled();
    expect(cancelled.result).toEqual({ status: "CANCELLED", code: null });
    expect(cancelled.step("turns/1/agent").status).toBe("CANCELLED");

    const late = EngineWorld.withAgents();
    let seen: ModelCallSeen | null = null;
    late.answerModel = (call) => {
      seen = call;
      return silent();
    };
    await late.send(workOf(), "Hello", { limits: { timeoutMs: 5_000 } });
    await late.clock.advance(5_000);
    await late.drive();
    expect((seen as ModelCallSeen | null)?.signal.aborted).toBe(true);
    expect(late.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(late.observed.at(-1)).toBe("awaiting_results timeout failed");
  });
});

describe("a reservation", () => {
  it.each([
    { kind: "DUPLICATE" },
    { kind: "CONFLICT" },
    { kind: "BELOW_WINDOW", highestEvicted: 9 },
    { kind: "NOT_RUNNING" },
  ] as const)("that is answered $kind ends the execution before anything is called", async (answer) => {
    const chat = EngineWorld.withAgents();
    chat.answerReservation = () => answer;
    await chat.send();
    expect(chat.result).toEqual({ status: "FAILED", code: "INTERNAL" });
    expect(chat.state.finished?.failure).toMatchObject({ details: { turn: 1, answer: answer.kind } });
    expect(chat.modelCalls).toEqual([]);
  });

  it("is given up with a cancel and with the deadline, and its answer changes nothing then", async () => {
    for (const end of ["cancel", "deadline"]) {
      const chat = EngineWorld.withAgents({ InterviewAgent: ["Hm."] });
      const { promise, resolve } = Promise.withResolvers<void>();
      chat.answerReservation = async (reservation) => {
        await promise;
        return chat.conversation.reserve(reservation);
      };
      await chat.send(workOf(), "Hello", { limits: { timeoutMs: 5_000 } });
      if (end === "cancel") chat.runner.cancel("someone", undefined);
      else await chat.clock.advance(5_000);
      await settled();
      const rows = chat.journal.rows.length;
      expect(chat.result?.status, end).toBe(end === "cancel" ? "CANCELLED" : "FAILED");
      expect(chat.runner.busy).toBe(false);
      resolve();
      await settled();
      expect(chat.journal.rows).toHaveLength(rows);
      expect(chat.modelCalls).toEqual([]);
    }
  });

  it("[O19] that breaks by a fault of our own ends the execution, not the object", async () => {
    const chat = EngineWorld.withAgents();
    chat.answerReservation = () => {
      throw new Error("a fault");
    };
    await chat.send();
    expect(chat.result).toEqual({ status: "FAILED", code: "INTERNAL" });
  });
});

describe("many turns", () => {
  it("cost the same each: rows and values read do not grow with the history of the execution", async () => {
    const agents = [planner("A", { toolName: "look_up", callableName: "look_up" })];
    const chat = EngineWorld.withAgents({ A: [actionPlan] });
    const { journal } = chat;
    const read = journal.value.bind(journal);
    const reads: number[] = [];
    let count = 0;
    journal.value = (position) => {
      // What agents are told of the history is bounded by itself.
      if (position.slot !== "text") count += 1;
      return read(position);
    };
    const rows: number[] = [];
    chat.answerReservation = (reservation) => {
      reads.push(count);
      rows.push(journal.rows.length);
      count = 0;
      return chat.conversation.reserve(reservation);
    };
    const limits = { maxModelCalls: 300 };
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("A", "A")], maxTurns: 200 }), "Hello", { limits });
    for (let n = 0; n < 100 && chat.state.finished === undefined; n += 1) await settled();
    expect(chat.turnsTaken).toHaveLength(200);
    const perTurn = rows.slice(2).map((row, index) => row - (rows[index + 1] ?? 0));
    expect(new Set(perTurn)).toEqual(new Set([3]));
    expect(new Set(reads.slice(2)).size).toBe(1);
  });
});
