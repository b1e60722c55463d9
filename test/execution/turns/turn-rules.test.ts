/** Rules of a manifest between turns: hidden words set variables, conditions are asked in order, and nothing goes on for ever. */
import { describe, expect, it } from "vitest";
import { viewOf } from "../../../src/execution/views/view.ts";
import { never } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { actionPlan, agent, isTrue, planner, rule, trigger, workOf } from "../../support/plan/turn-work.ts";

describe("rules", () => {
  it("[T31, T32, T33, T34] hand over once a hidden word has set its variable, and nobody but agents reads the word", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["  NEXT\n"], ContextAgent: [actionPlan] });
    await chat.send();
    expect(chat.eventsOf("BindingSet")).toEqual([
      { kind: "BindingSet", name: "interview_complete", value: true, source: "DERIVED", turn: 1 },
    ]);
    expect(chat.eventsOf("HandoffMade")).toEqual([
      ...[
        {
          kind: "HandoffMade",
          from: "InterviewAgent",
          target: { kind: "AGENT", agentName: "ContextAgent" },
          rule: 0,
          turn: 1,
        },
      ],
      ...[{ kind: "HandoffMade", from: "ContextAgent", target: { kind: "USER" }, rule: 1, turn: 2 }],
    ]);
    // In the history of the next agent, but in no row that is shown, and in no snapshot.
    expect(JSON.stringify(chat.modelCalls[1]?.request.messages)).toContain("NEXT");
    const { records } = chat.journal.read(0);
    expect(
      records
        .filter(({ event }) => JSON.stringify(event).includes("NEXT\\n"))
        .map(({ event, hidden }) => [event.kind, hidden]),
    ).toEqual([["MessageAdded", true]]);
    const read = (position: Parameters<typeof chat.journal.value>[0]) => chat.journal.value(position);
    expect(JSON.stringify(viewOf(chat.state, read, undefined))).not.toContain("NEXT\\n");
    expect(chat.state.finished?.directResponse).toBe("Here is the plan.");
  });

  it.each(["NEXT.", "next", "Here it is: NEXT", "NEXT NEXT"])("[T32, C14] do not take %j for NEXT", async (text) => {
    const chat = EngineWorld.withAgents({ InterviewAgent: [text] });
    await chat.send();
    expect(chat.eventsOf("BindingSet")).toEqual([]);
    expect(chat.messages.at(-1)).toBe(`InterviewAgent: ${text}`);
    expect(chat.turnsTaken).toHaveLength(1);
  });

  it("[T31, T33] hear only the agent that the variable names, and show a word that is not hidden", async () => {
    const variables = [trigger("a", "Other", "NEXT"), trigger("b", "InterviewAgent", "NEXT", false)];
    const chat = EngineWorld.withAgents({ InterviewAgent: ["NEXT"] });
    await chat.send(workOf({ agents: [agent("InterviewAgent"), agent("Other")], variables, handoffs: [] }));
    expect(chat.state.turns?.variables).toEqual({ a: false, b: true });
    expect(chat.messages.at(-1)).toBe("InterviewAgent: NEXT");
  });

  it("are asked in their order, and the first that holds counts", async () => {
    const variables = [trigger("no", "Nobody", "x"), trigger("yes", "A", "go")];
    const agents = [agent("A"), agent("B"), agent("C"), agent("D")];
    const handoffs = [rule("B", "D"), rule("A", "B", isTrue("no")), rule("A", "C", isTrue("yes")), rule("A", "D")];
    const chat = EngineWorld.withAgents({ A: ["go"], C: ["Here."] });
    await chat.send(workOf({ agents, variables, handoffs }));
    expect(chat.turnsTaken).toEqual(["1 A MESSAGE", "2 C HANDOFF"]);
    expect(chat.eventsOf("HandoffMade")[0]).toMatchObject({ rule: 2 });
  });

  it("can end the conversation", async () => {
    const chat = EngineWorld.withAgents({ A: ["Bye."] });
    await chat.send(workOf({ agents: [agent("A")], variables: [], handoffs: [rule("A", { kind: "TERMINATE" })] }));
    expect(chat.state.turns?.handoff?.target).toEqual({ kind: "TERMINATE" });
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("end no conversation in an execution that has failed: a tool that the deadline cut decides nothing", async () => {
    const chat = EngineWorld.withAgents({ ContextAgent: [actionPlan] }, never);
    const work = {
      agents: [planner("ContextAgent")],
      variables: [],
      handoffs: [rule("ContextAgent", { kind: "TERMINATE" })],
    };
    await chat.send(workOf(work), "Hello", { limits: { timeoutMs: 5_000 } });
    await chat.clock.advance(5_000);
    await chat.drive();
    expect(chat.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(chat.eventsOf("HandoffMade")).toEqual([]);
  });

  it("[T34] end the execution if a condition cannot be evaluated, and say which", async () => {
    const chat = EngineWorld.withAgents({ A: ["Hm."], B: ["never"] });
    await chat.send(
      workOf({ agents: [agent("A"), agent("B")], variables: [], handoffs: [rule("A", "B", isTrue("unknown"))] }),
    );
    expect(chat.result).toEqual({ status: "FAILED", code: "CONDITION_FAILED" });
    expect(chat.state.finished?.failure?.message).toContain("unknown");
    expect(chat.turnsTaken).toHaveLength(1);
  });

  it("[E13] see variables as values: one that tries to close the quote is a text like any other", async () => {
    const expression = "${word} == 'go'";
    const reference = { root: "bindings" as const, id: "word", path: [], expression: "${word}" };
    const condition = { expression, cel: 'v.r0 == "go"', references: [reference] };
    const variables = [{ name: "word", description: "", initial: "", trigger: null }];
    const start = { agentName: "A", turn: 1, variables: { word: "" }, set: { word: "x' == 'x' || 'a' == 'a" } };
    const chat = EngineWorld.withAgents({ A: ["Hm."] });
    await chat.send(
      workOf({ agents: [agent("A"), agent("B")], variables, handoffs: [rule("A", "B", condition)], start }),
    );
    expect(chat.turnsTaken).toHaveLength(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("that loop end with the turns of the execution", async () => {
    const chat = EngineWorld.withAgents({ A: ["tick"], B: ["tock"] });
    await chat.send(
      workOf({
        agents: [agent("A"), agent("B")],
        variables: [],
        handoffs: [rule("A", "B"), rule("B", "A")],
        maxTurns: 7,
      }),
    );
    expect(chat.turnsTaken).toHaveLength(7);
    expect(chat.result).toEqual({ status: "FAILED", code: "LIMIT_EXCEEDED" });
    expect(chat.state.finished?.failure?.details).toEqual({ limit: "maxTurns", maximum: 7 });
  });

  it("give an agent no more turns in a row than it may have, then it is the person's turn", async () => {
    const agents = [agent("A", { maxConsecutiveAutoReply: 3 })];
    const chat = EngineWorld.withAgents({ A: ["again"] });
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("A", "A")] }));
    expect(chat.turnsTaken).toHaveLength(3);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("count the turns in a row of one agent anew after another's", async () => {
    const agents = [agent("A", { maxConsecutiveAutoReply: 1 }), agent("B", { maxConsecutiveAutoReply: 1 })];
    const chat = EngineWorld.withAgents({ A: ["tick"], B: ["tock"] });
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("A", "B"), rule("B", "A")], maxTurns: 5 }));
    expect(chat.turnsTaken).toHaveLength(5);
  });
});
