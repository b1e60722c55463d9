/** The bindings of a message are resolved once, with the message; and the tools that they name may answer at once or whenever they come to it. */
import { describe, expect, it } from "vitest";
import type { PollResult } from "../../../src/execution/events/attempt.ts";
import type { Json } from "../../../src/json/json.ts";
import { type AutoToolBinding, turnAgent } from "../../../src/plan/turn-work.ts";
import { atWork, held, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { actionPlan, agent, planner, rule, workOf } from "../../support/plan/turn-work.ts";

const done = { status: "success", url: "https://plans.example/1" };

/** An agent that drives a tool, and one that speaks after it. */
const thenTold = () =>
  workOf({
    agents: [planner("ContextAgent"), agent("After")],
    variables: [],
    handoffs: [rule("ContextAgent", "After")],
  });

interface Way {
  readonly chat: EngineWorld;
  /** Has the tool answer. */
  answer(result: Json): Promise<void>;
}

async function sent(tool: EngineWorld["answer"]): Promise<EngineWorld> {
  const chat = EngineWorld.withAgents({ ContextAgent: [actionPlan], After: ["Done."] }, tool);
  await chat.send(thenTold());
  return chat;
}

const ways: Readonly<Record<string, (result: Json) => Promise<Way>>> = {
  "at once": async (result) => {
    const chat = await sent(() => succeeded(result));
    return { chat, answer: settled };
  },
  "in its own time": async () => {
    const { answer, give } = held();
    const chat = await sent(() => answer);
    return {
      chat,
      answer: async (result) => {
        give(succeeded(result));
        await settled();
      },
    };
  },
  "as a task that is asked for": async () => {
    const chat = await sent(() => atWork("task-1"));
    return {
      chat,
      answer: async (result) => {
        chat.answerPoll = () => succeeded(result) as PollResult;
        await chat.clock.advance((chat.runner.nextWakeAt() ?? 0) - chat.clock.now());
        await chat.drive();
        await settled();
      },
    };
  },
};

describe("the tool of a turn", () => {
  it.each(Object.entries(ways))(
    "[T19] may answer %s: it is called once, and the turn is over with its answer",
    async (name, wayOf) => {
      const { answer, chat } = await wayOf(done);
      if (name !== "at once") {
        await chat.clock.advance(500);
        await chat.drive();
        expect([chat.turnsTaken.length, chat.result], "nobody goes on before its answer").toEqual([1, null]);
      }
      await answer(done);
      expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 After HANDOFF"]);
      expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
      expect(chat.calls).toHaveLength(1);
      const ends = chat.eventsOf("StepFinished").filter(({ step }) => step === "turns/1/tool");
      expect(ends).toMatchObject([{ status: "SUCCEEDED", output: { inline: done }, autoTool: { turn: 1 } }]);
    },
  );

  it.each(Object.entries(ways))(
    "[T19, T27] that reports an error %s has failed, and the agents are told first",
    async (_, wayOf) => {
      const wrong = { status: "error", message: "no such template" };
      const { answer, chat } = await wayOf(wrong);
      await answer(wrong);
      expect(chat.step("turns/1/tool")).toMatchObject({ status: "FAILED", failure: { code: "TOOL_ERROR" } });
      expect(chat.messages.slice(-2)).toEqual([
        '(RUNTIME: Tool action_plan reported status error. "no such template")',
        "After: Done.",
      ]);
      expect(chat.calls).toHaveLength(1);
    },
  );
});

describe("a binding", () => {
  it("[T37, C16] is resolved with the message: no turn reads it again, nor what became of its manifest since", async () => {
    const agents = [
      planner("A", { toolName: "look_up", callableName: "look_up" }),
      planner("B", { toolName: "action_plan", callableName: "action_plan" }),
    ];
    const work = workOf({ agents, variables: [], handoffs: [rule("A", "B"), rule("B", "A")], maxTurns: 10 });
    const chat = EngineWorld.withAgents({ A: [actionPlan], B: [actionPlan] });
    const { journal } = chat;
    const [read, value] = [journal.read.bind(journal), journal.value.bind(journal)];
    const reads: string[] = [];
    chat.beginTurns(work);
    journal.read = (...given) => {
      reads.push("rows");
      return read(...given);
    };
    journal.value = (position) => {
      reads.push(position.sequence === 1 ? `first row: ${position.slot}` : "a value of the turn");
      return value(position);
    };
    const pinned = chat.state.pinned.turns;
    const bindings = new Set<AutoToolBinding | null | undefined>();
    chat.answerReservation = (reservation) => {
      const { turns } = chat.state.pinned;
      bindings.add(turns === null ? null : turnAgent(turns, reservation.agentName)?.binding);
      expect(turns).toBe(pinned);
      return chat.conversation.reserve(reservation);
    };
    await chat.drive();
    for (let n = 0; n < 20 && chat.state.finished === undefined; n += 1) await settled();
    const found = new Set(reads);
    expect(chat.turnsTaken).toHaveLength(10);
    expect(bindings.size, "one for each agent, though they share a model").toBe(2);
    // The words that agents are told stand in the first row; a binding is read from none.
    expect(found).toEqual(new Set(["first row: conversation", "a value of the turn"]));
    expect(chat.calls.map(({ callable }) => callable.name)).toEqual(
      Array.from({ length: 10 }, (_, turn) => (turn % 2 === 0 ? "look_up" : "action_plan")),
    );
  });

  it("[T37, C16] stays what it was when the execution goes on elsewhere after its manifest has changed", async () => {
    const { answer, give } = held();
    const binding = { toolName: "look_up", callableName: "look_up" };
    const agents = [agent("First"), planner("Second", binding)];
    const work = workOf({ agents, variables: [], handoffs: [rule("First", "Second")] });
    const chat = EngineWorld.withAgents({ First: ["Go on."], Second: [actionPlan] });
    const { conversation } = chat;
    chat.answerReservation = async (reservation) => {
      if (reservation.turn === 2 && chat.reservations.length === 2) await answer;
      return conversation.reserve(reservation);
    };
    await chat.send(work);
    // Whoever compiled the manifest binds another tool by now.
    Object.assign(agents[1]?.binding ?? {}, { toolName: "forget", callableName: "forget" });
    chat.crash();
    give(succeeded({}));
    await chat.drive();
    await settled();
    expect(chat.calls.map(({ callable }) => callable.name)).toEqual(["look_up"]);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });
});
