/**
 * Agents that take turns, at the level of the engine: structured output drives tools, rules hand over, hidden words stay hidden, and nothing
 * goes on for ever. What is submitted from elsewhere, and what is lost on the way, is in `submissions.test.ts`.
 */
import { describe, expect, it } from "vitest";
import type { AttemptResult } from "../../src/plan/attempt.ts";
import type { Json } from "../../src/plan/json.ts";
import { statusOf } from "../../src/plan/status.ts";
import type { AutoToolBinding, TurnWork } from "../../src/plan/turn-work.ts";
import { viewOf } from "../../src/plan/view.ts";
import { given } from "../fakes/given-response.ts";
import { settled } from "./manual-clock.ts";
import { type ModelCallSeen, modelFailed, said } from "./model-world.ts";
import {
  actionPlan,
  actionPlanSchema,
  agent,
  isTrue,
  planner,
  rule,
  success,
  TurnWorld,
  trigger,
  workOf,
} from "./turn-world.ts";
import { failed, held, succeeded } from "./world.ts";

const wrong = { ActionPlan: {}, agent_message: "Look at this." };

/** An execution of one agent that drives a tool, answers `replies` and whose tool answers `tool`. */
async function driven(
  replies: readonly Json[],
  binding: Partial<AutoToolBinding> = {},
  tool: AttemptResult = success,
  more: Partial<TurnWork> = {},
): Promise<TurnWorld> {
  const chat = new TurnWorld({ ContextAgent: replies }, () => tool);
  await chat.send(workOf({ agents: [planner("ContextAgent", binding)], variables: [], handoffs: [], ...more }));
  return chat;
}

function argumentsIn(chat: TurnWorld): Json | undefined {
  return chat.world.calls[0]?.arguments;
}

describe("a message", () => {
  it("is answered by the agent whose turn it is, then it is the person's turn", async () => {
    const chat = new TurnWorld({ InterviewAgent: ["What would you like to automate?"] });
    await chat.send();
    expect(chat.turnsTaken).toEqual(["1 InterviewAgent MESSAGE"]);
    expect(chat.messages).toEqual(["PERSON: Hello", "InterviewAgent: What would you like to automate?"]);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(chat.world.state.finished?.directResponse).toBe("What would you like to automate?");
    expect(chat.world.step("turns/1/agent")).toMatchObject({ status: "SUCCEEDED", attempts: [] });
  });

  it("sets what the person sets before any agent is asked", async () => {
    const chat = new TurnWorld({ InterviewAgent: ["Good."] });
    const variables = [{ name: "budget", description: "", initial: 0, trigger: null }];
    const start = { agentName: "InterviewAgent", turn: 1, variables: { budget: 0 }, set: { budget: 7 } };
    await chat.send(workOf({ variables, handoffs: [], start }));
    expect(chat.events.map(({ kind }) => kind).slice(0, 4)).toEqual([
      "ExecutionStarted",
      "MessageAdded",
      "BindingSet",
      "TurnStarted",
    ]);
    expect(chat.all("BindingSet")).toEqual([
      { kind: "BindingSet", name: "budget", value: 7, source: "PERSON", turn: null },
    ]);
    expect(chat.world.state.turns?.variables).toEqual({ budget: 7 });
  });

  it("[C9, C11, T23] has its turn reserved before anything of it is stored, under a key that the turn alone decides", async () => {
    const chat = new TurnWorld({ InterviewAgent: ["Good."] });
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.world.answerReservation = async (reservation) => {
      await promise;
      return chat.conversation.reserve(reservation);
    };
    await chat.send();
    expect(chat.all("TurnStarted")).toEqual([]);
    expect(chat.world.modelCalls).toEqual([]);
    expect(chat.world.runner.busy).toBe(true);
    resolve();
    await settled();
    expect(chat.all("TurnStarted")[0]?.key).toMatch(/^turn_chat_abc123_InterviewAgent_1_[0-9a-f]{7,}$/);
    expect(chat.conversation.reserve(chat.world.reservations[0] as never)).toEqual({
      kind: "RESERVED",
      key: chat.all("TurnStarted")[0]?.key,
    });
  });

  it("[O20] moves the state machine through its states, a turn for a step", async () => {
    const chat = new TurnWorld({ InterviewAgent: ["NEXT"], ContextAgent: [actionPlan] });
    await chat.send();
    expect(chat.world.observed).toEqual([
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
    const { derive } = await import("../../src/plan/derivation.ts");
    const chat = new TurnWorld({ InterviewAgent: ["Good."] });
    await chat.send();
    const request = { kind: "FORK", fromStep: "turns/1/agent", arguments: [], bindings: {}, callAgain: [] } as const;
    expect(derive(chat.world.state, request, (position) => chat.world.journal.value(position))).toMatchObject({
      kind: "INVALID_STATE",
    });
  });
});

describe("structured output", () => {
  it("[T4, T6, T11–T15, T24, T25] is checked, then the bound tool is called with it, each in its row", async () => {
    const chat = await driven([actionPlan]);
    expect(chat.events.map(({ kind }) => kind)).toEqual([
      ...["ExecutionStarted", "MessageAdded", "TurnStarted", "ModelCallStarted"],
      ...["ModelCalled", "MessageAdded", "StructuredOutputChecked", "StepFinished"],
      ...["StepStarted", "StepFinished", "ExecutionFinished"],
    ]);
    const key = chat.all("TurnStarted")[0]?.key;
    expect(chat.all("StructuredOutputChecked")[0]).toMatchObject({
      ...{ turn: 1, key, agentName: "ContextAgent", modelName: "ActionPlanCall", violations: [], willCorrect: false },
      data: { inline: actionPlan },
    });
    const autoTool = {
      ...{
        turn: 1,
        key,
        agentName: "ContextAgent",
        toolName: "action_plan",
        component: "ActionPlan",
        mode: "artifact",
      },
      ...{ workflowName: "Generator", chatId: "chat_abc123", appId: "app-1" },
    };
    expect(chat.all("StepStarted")).toMatchObject([{ step: "turns/1/tool", autoTool }]);
    expect(chat.all("StepFinished").map(({ step, autoTool: tool }) => [step, tool])).toEqual([
      ["turns/1/agent", undefined],
      ["turns/1/tool", autoTool],
    ]);
    expect(chat.messages.at(-1)).toBe("ContextAgent: Here is the plan.");
  });

  it("[T17, C15] gives each parameter the value whose key is the same but for case, and drops the rest", async () => {
    const output = { ...actionPlan, ACTIONPLAN: "later", extra: 1, __proto__x: 2 };
    const chat = await driven([output], {
      parameterNames: ["actionplan", "AGENT_MESSAGE", "absent"],
      acceptsContext: false,
    });
    expect(argumentsIn(chat)).toEqual({ actionplan: actionPlan.ActionPlan, AGENT_MESSAGE: "Here is the plan." });
    expect(chat.all("StructuredOutputChecked")[0]?.parameters).toEqual([
      ["actionplan", "ActionPlan"],
      ["AGENT_MESSAGE", "agent_message"],
    ]);
  });

  it("[T17] prefers the key that is the parameter to the letter", async () => {
    const output = { ...actionPlan, actionplan: { workflow: "exact" } };
    const chat = await driven([output], { parameterNames: ["actionplan"], acceptsContext: false });
    expect(argumentsIn(chat)).toEqual({ actionplan: { workflow: "exact" } });
  });

  it.each(["context_variables", "Context_Variables", "CONTEXT_VARIABLES"])(
    "[T18, C15, R29] never takes `%s` from the model: the runtime gives it",
    async (name) => {
      const chat = await driven([{ ...actionPlan, [name]: { chat_id: "somebody else's" } }]);
      expect(argumentsIn(chat)).toEqual({
        ...{ actionplan: actionPlan.ActionPlan, agent_message: actionPlan.agent_message },
        context_variables: {
          ...{ chat_id: "chat_abc123", app_id: "app-1", workflow_name: "Generator", agent_name: "ContextAgent" },
          turn_idempotency_key: chat.all("TurnStarted")[0]?.key,
        },
      });
    },
  );

  it("[C15, R29] drops it before the check, so that a model that takes no further keys is satisfied", async () => {
    const output = { name: "ActionPlanCall", schema: { ...(actionPlanSchema as object), additionalProperties: false } };
    const agents = [planner("ContextAgent", {}, { output })];
    const spoofed = { ...actionPlan, context_variables: { chat_id: "somebody else's" } };
    const chat = new TurnWorld({ ContextAgent: [spoofed] });
    await chat.send(workOf({ agents, variables: [], handoffs: [] }));
    expect(chat.all("StructuredOutputChecked")).toMatchObject([{ violations: [] }]);
    expect(argumentsIn(chat)).toMatchObject({ context_variables: { chat_id: "chat_abc123" } });
  });

  it("[R29] gives no context to a tool that takes none, even if the model sends one", async () => {
    const chat = await driven([{ ...actionPlan, context_variables: { chat_id: "x" } }], { acceptsContext: false });
    expect(argumentsIn(chat)).not.toHaveProperty("context_variables");
  });

  it("[E13] is data: what looks like a reference in it is handed on as it is", async () => {
    const sly = { ActionPlan: { workflow: "{{steps.a.output}} $0.output ${x}" }, agent_message: "m" };
    const chat = await driven([sly], { acceptsContext: false });
    expect(argumentsIn(chat)).toEqual({ actionplan: sly.ActionPlan, agent_message: "m" });
  });

  it("[T7, T9] of an agent without a tool ends its turn, which stays taken", async () => {
    const chat = new TurnWorld({ ContextAgent: [actionPlan] });
    await chat.send(workOf({ agents: [planner("ContextAgent", null)], variables: [], handoffs: [] }));
    expect(chat.world.calls).toEqual([]);
    expect(chat.all("StructuredOutputChecked")[0]).toMatchObject({ parameters: null, violations: [] });
    expect(chat.conversation.turns.latest()).toBe(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[R14, C16] of two agents with one model drives the tool of each", async () => {
    const agents = [planner("First"), planner("Second", { toolName: "look_up", callableName: "look_up" })];
    const chat = new TurnWorld({ First: [actionPlan], Second: [actionPlan] });
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("First", "Second")] }));
    expect(chat.world.calls.map(({ callable, stepId }) => [stepId, callable.name])).toEqual([
      ["turns/1/tool", "action_plan"],
      ["turns/2/tool", "look_up"],
    ]);
    const context = chat.world.calls.map(
      ({ arguments: given }) => (given.context_variables as { agent_name: string }).agent_name,
    );
    expect(context).toEqual(["First", "Second"]);
  });

  it("waits for a person where the tool may destroy data, and goes on with the answer", async () => {
    const chat = await driven([actionPlan], { callableName: "forget", toolName: "forget" });
    expect(statusOf(chat.world.state)).toBe("WAITING");
    expect(chat.world.calls).toEqual([]);
    chat.world.runner.respond(given("turns/1/tool/1"));
    await settled();
    expect(chat.world.calls).toHaveLength(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });
});

describe("a bound tool of the user interface", () => {
  const shown = { toolName: "review", callableName: "ui.review" };

  it("[T13, T30] is answered by a person, and only then the turn is over", async () => {
    const chat = await driven([actionPlan], shown);
    expect(statusOf(chat.world.state)).toBe("WAITING");
    expect(chat.all("StepStarted")).toMatchObject([{ autoTool: { toolName: "review", component: "ActionPlan" } }]);
    const [question] = chat.world.step("turns/1/tool").questions;
    expect(question).toMatchObject({ kind: "UI_TOOL", ui: { component: "Review", mode: "artifact" } });
    const requestId = question?.requestId ?? "";
    expect(chat.world.runner.respond(given(requestId, true, "someone", null, { no: 1 })).kind).toBe("INVALID");
    expect(chat.world.runner.respond(given(requestId, true, "someone", null, { ok: true })).kind).toBe("RESOLVED");
    await settled();
    expect(chat.all("StepFinished").at(-1)).toMatchObject({
      ...{ status: "SUCCEEDED", autoTool: { toolName: "review" } },
      output: { inline: { status: "success", data: { ok: true } } },
    });
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(chat.world.calls).toEqual([]);
  });

  it("[T36] that is declined is a failure of the tool, and the agents are told", async () => {
    const chat = await driven([actionPlan], shown);
    const requestId = chat.world.step("turns/1/tool").questions[0]?.requestId ?? "";
    chat.world.runner.respond(given(requestId, false));
    await settled();
    expect(chat.world.step("turns/1/tool").failure?.code).toBe("REJECTED_BY_HUMAN");
    expect(chat.messages.at(-1)).toContain("(RUNTIME: Tool review reported status error.");
    expect(chat.result).toEqual({ status: "PARTIAL", code: null });
  });
});

describe("output that breaks its model", () => {
  it("[T10, T35, C31] calls nothing and goes back to its agent with the words of the document", async () => {
    const chat = await driven([wrong, actionPlan]);
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 ContextAgent CORRECTION"]);
    const [checked] = chat.all("StructuredOutputChecked");
    expect(checked).toMatchObject({ willCorrect: true, parameters: null });
    expect(checked?.violations).toEqual([{ pointer: "/ActionPlan", message: expect.stringContaining("workflow") }]);
    const words = `Your output did not match the required schema. Error: /ActionPlan: ${checked?.violations[0]?.message}`;
    expect(chat.messages).toEqual(["PERSON: Hello", `(RUNTIME: ${words})`, "ContextAgent: Here is the plan."]);
    expect(chat.world.callsOf("turns/1/tool")).toHaveLength(0);
    expect(chat.world.callsOf("turns/2/tool")).toHaveLength(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
    // The agent reads it in its next turn.
    expect(JSON.stringify(chat.world.modelCalls[1]?.request.messages)).toContain("did not match the required schema");
  });

  it("[C31] is corrected twice in a row at most, then the execution has failed", async () => {
    const chat = await driven([wrong]);
    expect(chat.turnsTaken.map((line) => line.split(" ")[2])).toEqual(["MESSAGE", "CORRECTION", "CORRECTION"]);
    expect(chat.all("StructuredOutputChecked").map(({ willCorrect }) => willCorrect)).toEqual([true, true, false]);
    expect(chat.result).toEqual({ status: "FAILED", code: "OUTPUT_INVALID" });
    expect(chat.world.state.finished?.failure?.step).toBe("turns/3/agent");
    expect(chat.world.calls).toEqual([]);
  });

  it("is counted anew after output that was right", async () => {
    const agents = [planner("ContextAgent")];
    const handoffs = [rule("ContextAgent", "ContextAgent")];
    const chat = new TurnWorld({ ContextAgent: [wrong, wrong, actionPlan, wrong, wrong, actionPlan] });
    await chat.send(workOf({ agents, variables: [], handoffs, maxTurns: 6 }));
    expect(chat.turnsTaken.map((line) => line.split(" ")[2])).toEqual([
      ...["MESSAGE", "CORRECTION", "CORRECTION"],
      ...["HANDOFF", "CORRECTION", "CORRECTION"],
    ]);
    expect(chat.result).toEqual({ status: "FAILED", code: "LIMIT_EXCEEDED" });
  });

  it("is told with 20 violations at most, and its text that is no JSON with what it is", async () => {
    const schema = { type: "object", required: Array.from({ length: 60 }, (_, n) => `field_${n}`) };
    const agents = [planner("ContextAgent", {}, { output: { name: "ActionPlanCall", schema } })];
    const chat = new TurnWorld({ ContextAgent: [{}, "no JSON at all"] });
    await chat.send(workOf({ agents, variables: [], handoffs: [] }));
    const [many, text] = chat.all("StructuredOutputChecked");
    expect(many?.violations).toHaveLength(20);
    expect(text?.violations).toEqual([{ pointer: "", message: "expected JSON, found text that is not JSON" }]);
  });

  it("[T10] of a megabyte is refused like any other, and its words stay bounded", async () => {
    const chat = await driven([{ ActionPlan: "x".repeat(1_048_576), agent_message: 5 }]);
    expect(chat.world.calls).toEqual([]);
    for (const { text } of chat.all("MessageAdded")) expect(text.bytes).toBeLessThan(20_000);
    expect(chat.result).toEqual({ status: "FAILED", code: "OUTPUT_INVALID" });
  });

  it("goes back no more once all turns are spent", async () => {
    const chat = await driven([wrong], {}, success, { maxTurns: 2 });
    expect(chat.all("StructuredOutputChecked").map(({ willCorrect }) => willCorrect)).toEqual([true, false]);
    expect(chat.result).toEqual({ status: "FAILED", code: "LIMIT_EXCEEDED" });
    expect(chat.world.state.finished?.failure?.details).toMatchObject({ limit: "maxTurns" });
  });
});

describe("the end of a bound tool", () => {
  it.each(["error", "failed", "ERROR", "Failed"])(
    "[T27, C13, T36] is a failure if its answer says %s, and the agents are told",
    async (status) => {
      const chat = await driven([actionPlan], {}, succeeded({ status, message: "no such template" }));
      expect(chat.world.step("turns/1/tool")).toMatchObject({
        ...{ status: "FAILED", outcome: "ANSWERED", failure: { code: "TOOL_ERROR", message: "no such template" } },
      });
      // Whoever shows the tool shows its answer.
      expect(chat.all("StepFinished").at(-1)?.output?.inline).toEqual({ status, message: "no such template" });
      expect(chat.messages.at(-1)).toBe("(RUNTIME: Tool action_plan reported status error. no such template)");
      expect(chat.result).toEqual({ status: "PARTIAL", code: null });
      expect(chat.world.calls).toHaveLength(1);
    },
  );

  it.each([{ status: "success" }, { status: ["error"] }, ["error"], "error", null, { Status: "error" }])(
    "[T27, T28] is none if its answer is %j",
    async (output) => {
      const chat = await driven([actionPlan], {}, succeeded(output));
      expect(chat.world.step("turns/1/tool").status).toBe("SUCCEEDED");
      expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
    },
  );

  it("[T27] of a tool that no turn drives is what it is, whatever it answers", async () => {
    const { planOf, step, World } = await import("./world.ts");
    const world = new World(() => succeeded({ status: "error" }));
    await world.run(planOf([step("a")]));
    expect(world.step("a").status).toBe("SUCCEEDED");
  });

  it("[T20, T36] that breaks is told to the agent in its next turn, after whose answer it may be called again", async () => {
    let calls = 0;
    const chat = new TurnWorld({ ContextAgent: [actionPlan] }, () => {
      calls += 1;
      return calls === 1 ? failed("ANSWERED", "TOOL_ERROR", null, false) : success;
    });
    const handoffs = [rule("ContextAgent", "ContextAgent", null)];
    await chat.send(
      workOf({ agents: [planner("ContextAgent", {}, { maxConsecutiveAutoReply: 2 })], variables: [], handoffs }),
    );
    const told = "RUNTIME: Tool action_plan reported status error. it failed with TOOL_ERROR";
    expect(chat.messages[2]).toBe(`(${told})`);
    expect(JSON.stringify(chat.world.modelCalls[1]?.request.messages)).toContain("reported status error");
    expect(calls).toBe(2);
    // The next turn comes only after the word.
    const kinds = chat.events.map(({ kind }) => kind);
    expect(kinds.lastIndexOf("TurnStarted")).toBeGreaterThan(
      chat.events.findIndex((event) => event.kind === "MessageAdded" && event.author === "RUNTIME"),
    );
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[T11, T36] whose arguments do not satisfy it is a failure without a call", async () => {
    const chat = await driven([actionPlan], { callableName: "strict", toolName: "strict" });
    expect(chat.world.calls).toEqual([]);
    expect(chat.world.step("turns/1/tool")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
    expect(chat.all("StepFinished").at(-1)).toMatchObject({ autoTool: { toolName: "strict" } });
    expect(chat.messages.at(-1)).toContain("Tool strict reported status error.");
    expect(chat.result).toEqual({ status: "PARTIAL", code: null });
  });

  it("[C29, R15] is waited for before any rule is asked, however long it takes", async () => {
    const answer = held();
    const chat = new TurnWorld({ ContextAgent: [actionPlan], After: ["Done."] }, () => answer.answer);
    const agents = [planner("ContextAgent"), agent("After")];
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("ContextAgent", "After")] }));
    await chat.world.clock.advance(50_000);
    expect(chat.all("HandoffMade")).toEqual([]);
    expect(chat.world.modelCalls).toHaveLength(1);
    answer.give(success);
    await settled();
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 After HANDOFF"]);
  });
});

describe("rules", () => {
  it("[T31–T34] hand over once a hidden word has set its variable, and nobody but agents reads the word", async () => {
    const chat = new TurnWorld({ InterviewAgent: ["  NEXT\n"], ContextAgent: [actionPlan] });
    await chat.send();
    expect(chat.all("BindingSet")).toEqual([
      { kind: "BindingSet", name: "interview_complete", value: true, source: "DERIVED", turn: 1 },
    ]);
    expect(chat.all("HandoffMade")).toEqual([
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
    expect(JSON.stringify(chat.world.modelCalls[1]?.request.messages)).toContain("NEXT");
    const { records } = chat.world.journal.read(0);
    expect(
      records
        .filter(({ event }) => JSON.stringify(event).includes("NEXT\\n"))
        .map(({ event, hidden }) => [event.kind, hidden]),
    ).toEqual([["MessageAdded", true]]);
    const read = (position: Parameters<typeof chat.world.journal.value>[0]) => chat.world.journal.value(position);
    expect(JSON.stringify(viewOf(chat.world.state, read, null))).not.toContain("NEXT\\n");
    expect(chat.world.state.finished?.directResponse).toBe("Here is the plan.");
  });

  it.each(["NEXT.", "next", "Here it is: NEXT", "NEXT NEXT"])("[T32, C14] do not take %j for NEXT", async (text) => {
    const chat = new TurnWorld({ InterviewAgent: [text] });
    await chat.send();
    expect(chat.all("BindingSet")).toEqual([]);
    expect(chat.messages.at(-1)).toBe(`InterviewAgent: ${text}`);
    expect(chat.turnsTaken).toHaveLength(1);
  });

  it("[T31, T33] hear only the agent that the variable names, and show a word that is not hidden", async () => {
    const variables = [trigger("a", "Other", "NEXT"), trigger("b", "InterviewAgent", "NEXT", false)];
    const chat = new TurnWorld({ InterviewAgent: ["NEXT"] });
    await chat.send(workOf({ agents: [agent("InterviewAgent"), agent("Other")], variables, handoffs: [] }));
    expect(chat.world.state.turns?.variables).toEqual({ a: false, b: true });
    expect(chat.messages.at(-1)).toBe("InterviewAgent: NEXT");
  });

  it("are asked in their order, and the first that holds counts", async () => {
    const variables = [trigger("no", "Nobody", "x"), trigger("yes", "A", "go")];
    const agents = [agent("A"), agent("B"), agent("C"), agent("D")];
    const handoffs = [rule("B", "D"), rule("A", "B", isTrue("no")), rule("A", "C", isTrue("yes")), rule("A", "D")];
    const chat = new TurnWorld({ A: ["go"], C: ["Here."] });
    await chat.send(workOf({ agents, variables, handoffs }));
    expect(chat.turnsTaken).toEqual(["1 A MESSAGE", "2 C HANDOFF"]);
    expect(chat.all("HandoffMade")[0]).toMatchObject({ rule: 2 });
  });

  it("can end the conversation", async () => {
    const chat = new TurnWorld({ A: ["Bye."] });
    await chat.send(workOf({ agents: [agent("A")], variables: [], handoffs: [rule("A", { kind: "TERMINATE" })] }));
    expect(chat.world.state.turns?.handoff?.target).toEqual({ kind: "TERMINATE" });
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[T34] end the execution if a condition cannot be evaluated, and say which", async () => {
    const chat = new TurnWorld({ A: ["Hm."], B: ["never"] });
    await chat.send(
      workOf({ agents: [agent("A"), agent("B")], variables: [], handoffs: [rule("A", "B", isTrue("unknown"))] }),
    );
    expect(chat.result).toEqual({ status: "FAILED", code: "CONDITION_FAILED" });
    expect(chat.world.state.finished?.failure?.message).toContain("unknown");
    expect(chat.turnsTaken).toHaveLength(1);
  });

  it("[E13] see variables as values: one that tries to close the quote is a text like any other", async () => {
    const expression = "${word} == 'go'";
    const reference = { root: "bindings" as const, id: "word", path: [], expression: "${word}" };
    const condition = { expression, cel: "v.r0 == 'go'", references: [reference] };
    const variables = [{ name: "word", description: "", initial: "", trigger: null }];
    const start = { agentName: "A", turn: 1, variables: { word: "" }, set: { word: "x' == 'x' || 'a' == 'a" } };
    const chat = new TurnWorld({ A: ["Hm."] });
    await chat.send(
      workOf({ agents: [agent("A"), agent("B")], variables, handoffs: [rule("A", "B", condition)], start }),
    );
    expect(chat.turnsTaken).toHaveLength(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("that loop end with the turns of the execution", async () => {
    const chat = new TurnWorld({ A: ["tick"], B: ["tock"] });
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
    expect(chat.world.state.finished?.failure?.details).toEqual({ limit: "maxTurns", maximum: 7 });
  });

  it("give an agent no more turns in a row than it may have, then it is the person's turn", async () => {
    const agents = [agent("A", { maxConsecutiveAutoReply: 3 })];
    const chat = new TurnWorld({ A: ["again"] });
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("A", "A")] }));
    expect(chat.turnsTaken).toHaveLength(3);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("count the turns in a row of one agent anew after another's", async () => {
    const agents = [agent("A", { maxConsecutiveAutoReply: 1 }), agent("B", { maxConsecutiveAutoReply: 1 })];
    const chat = new TurnWorld({ A: ["tick"], B: ["tock"] });
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("A", "B"), rule("B", "A")], maxTurns: 5 }));
    expect(chat.turnsTaken).toHaveLength(5);
  });
});

describe("a turn whose agent gives no answer", () => {
  it("ends the execution with the failure of its model", async () => {
    const chat = new TurnWorld();
    chat.world.answerModel = () => modelFailed("REJECTED", "UPSTREAM_UNAUTHORIZED", null, false);
    await chat.send();
    expect(chat.result).toEqual({ status: "FAILED", code: "UPSTREAM_UNAUTHORIZED" });
    expect(chat.world.step("turns/1/agent").status).toBe("FAILED");
    expect(chat.world.state.turns?.turns[0]?.reply).toBe("FAILED");
    expect(chat.world.observed.at(-1)).toBe("awaiting_results step_failed failed");
  });

  it("is asked again after a failure that passes by itself, in the same turn", async () => {
    const chat = new TurnWorld();
    const answers = [modelFailed("REJECTED"), said("Here.")];
    chat.world.answerModel = () => answers.shift() ?? said("unwanted");
    await chat.send();
    await chat.world.clock.advance(2_000);
    await chat.world.drive();
    expect(chat.turnsTaken).toHaveLength(1);
    expect(chat.messages.at(-1)).toBe("InterviewAgent: Here.");
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("fails where the calls of models that the execution may make are spent", async () => {
    const chat = new TurnWorld({ InterviewAgent: ["NEXT"], ContextAgent: [actionPlan] });
    await chat.send(workOf(), "Hello", { limits: { maxModelCalls: 1 } });
    expect(chat.turnsTaken).toHaveLength(2);
    expect(chat.result).toEqual({ status: "FAILED", code: "BUDGET_EXCEEDED" });
    expect(chat.world.observed.at(-1)).toBe("awaiting_results step_failed failed");
  });

  it("ends with a cancel while its model works, and with the deadline", async () => {
    const silent = () => new Promise<never>(() => {});
    const cancelled = new TurnWorld();
    cancelled.world.answerModel = silent;
    await cancelled.send();
    cancelled.world.runner.cancel("someone", null);
    await settled();
    expect(cancelled.result).toEqual({ status: "CANCELLED", code: null });
    expect(cancelled.world.step("turns/1/agent").status).toBe("CANCELLED");

    const late = new TurnWorld();
    let seen: ModelCallSeen | null = null;
    late.world.answerModel = (call) => {
      seen = call;
      return silent();
    };
    await late.send(workOf(), "Hello", { limits: { timeoutMs: 5_000 } });
    await late.world.clock.advance(5_000);
    await late.world.drive();
    expect((seen as ModelCallSeen | null)?.signal.aborted).toBe(true);
    expect(late.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(late.world.observed.at(-1)).toBe("awaiting_results timeout failed");
  });
});

describe("a reservation", () => {
  it.each([
    { kind: "DUPLICATE" },
    { kind: "CONFLICT" },
    { kind: "BELOW_WINDOW", highestEvicted: 9 },
    { kind: "NOT_RUNNING" },
  ] as const)("that is answered $kind ends the execution before anything is called", async (answer) => {
    const chat = new TurnWorld();
    chat.world.answerReservation = () => answer;
    await chat.send();
    expect(chat.result).toEqual({ status: "FAILED", code: "INTERNAL" });
    expect(chat.world.state.finished?.failure).toMatchObject({ details: { turn: 1, answer: answer.kind } });
    expect(chat.world.modelCalls).toEqual([]);
  });

  it("is given up with a cancel and with the deadline, and its answer changes nothing then", async () => {
    for (const end of ["cancel", "deadline"]) {
      const chat = new TurnWorld({ InterviewAgent: ["Hm."] });
      const { promise, resolve } = Promise.withResolvers<void>();
      chat.world.answerReservation = async (reservation) => {
        await promise;
        return chat.conversation.reserve(reservation);
      };
      await chat.send(workOf(), "Hello", { limits: { timeoutMs: 5_000 } });
      if (end === "cancel") chat.world.runner.cancel("someone", null);
      else await chat.world.clock.advance(5_000);
      await settled();
      const rows = chat.world.journal.rows.length;
      expect(chat.result?.status, end).toBe(end === "cancel" ? "CANCELLED" : "FAILED");
      expect(chat.world.runner.busy).toBe(false);
      resolve();
      await settled();
      expect(chat.world.journal.rows).toHaveLength(rows);
      expect(chat.world.modelCalls).toEqual([]);
    }
  });

  it("[O19] that breaks by a fault of our own ends the execution, not the object", async () => {
    const chat = new TurnWorld();
    chat.world.answerReservation = () => {
      throw new Error("a fault");
    };
    await chat.send();
    expect(chat.result).toEqual({ status: "FAILED", code: "INTERNAL" });
  });
});

describe("many turns", () => {
  it("cost the same each: rows and values read do not grow with the history of the execution", async () => {
    const agents = [planner("A", { toolName: "look_up", callableName: "look_up" })];
    const chat = new TurnWorld({ A: [actionPlan] });
    const { journal } = chat.world;
    const read = journal.value.bind(journal);
    const reads: number[] = [];
    let count = 0;
    journal.value = (position) => {
      // What agents are told of the history is bounded by itself.
      if (position.slot !== "text") count += 1;
      return read(position);
    };
    const rows: number[] = [];
    chat.world.answerReservation = (reservation) => {
      reads.push(count);
      rows.push(journal.rows.length);
      count = 0;
      return chat.conversation.reserve(reservation);
    };
    const limits = { maxModelCalls: 300 };
    await chat.send(workOf({ agents, variables: [], handoffs: [rule("A", "A")], maxTurns: 200 }), "Hello", { limits });
    for (let n = 0; n < 100 && chat.world.state.finished === null; n += 1) await settled();
    expect(chat.turnsTaken).toHaveLength(200);
    const perTurn = rows.slice(2).map((row, index) => row - (rows[index + 1] ?? 0));
    expect(new Set(perTurn)).toEqual(new Set([9]));
    expect(new Set(reads.slice(2)).size).toBe(1);
  });
});
