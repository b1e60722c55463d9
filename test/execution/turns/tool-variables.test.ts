/** Variables that tools set, and rules of the person: both decide who goes on, and neither is lost or done twice over a crash. */
import { describe, expect, it } from "vitest";
import { fold } from "../../../src/execution/fold/fold.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import type { Json } from "../../../src/json/json.ts";
import { maxConversationVariableBytes, type TurnWork } from "../../../src/plan/turn-work.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { actionPlan, agent, isTrue, planner, rule, setByTool, trigger, workOf } from "../../support/plan/turn-work.ts";

/** A planner whose tool sets `approved`, and a builder that goes on once it is true. */
function approval(more: Partial<TurnWork> = {}): TurnWork {
  return workOf({
    agents: [planner("ContextAgent"), agent("Builder")],
    variables: [setByTool("approved", "action_plan", "accepted", "boolean")],
    handoffs: [rule("ContextAgent", "Builder", isTrue("approved")), rule("ContextAgent", { kind: "USER" })],
    ...more,
  });
}

async function answeredBy(result: Json, work = approval()): Promise<EngineWorld> {
  const chat = EngineWorld.withAgents({ ContextAgent: [actionPlan], Builder: ["Built."] }, () => succeeded(result));
  await chat.send(work);
  return chat;
}

describe("a variable that a tool sets", () => {
  it("[N375] has the member of the result before the rules are asked, in the transaction of the end", async () => {
    const chat = await answeredBy({ accepted: true, note: "fine" });
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 Builder HANDOFF"]);
    const [row] = chat.journal.rows.filter(({ kind }) => kind === "BindingSet");
    expect(JSON.stringify(row), "one row for both").toContain("StepFinished");
    expect(chat.eventsOf("BindingSet")).toEqual([
      { kind: "BindingSet", name: "approved", value: true, source: "TOOL", turn: 1 },
    ]);
    expect(chat.state.turns?.variables).toEqual({ approved: true });
  });

  it("[N375] keeps its value where the result has no such member, is no object, or says that it is an error", async () => {
    for (const result of [{ note: "fine" }, "accepted", [true], null, { status: "error", accepted: true }]) {
      const chat = await answeredBy(result);
      expect(chat.eventsOf("BindingSet"), JSON.stringify(result)).toEqual([]);
      expect(chat.state.turns?.variables).toEqual({ approved: null });
    }
  });

  it("[N376] takes no value of another type: nothing is set, the tool has failed, and the agents are told", async () => {
    const chat = await answeredBy({ accepted: "yes" });
    expect(chat.eventsOf("BindingSet")).toEqual([]);
    expect(chat.step("turns/1/tool")).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
    expect(chat.step("turns/1/tool").failure?.message).toContain(
      'variable approved to "accepted" of the result of action_plan',
    );
    expect(chat.messages.at(-1)).toContain("(RUNTIME: Tool action_plan reported status error.");
    expect(chat.result).toEqual({ status: "PARTIAL", code: null });
    expect(chat.calls).toHaveLength(1);
  });

  it("[N376] takes no value with which the variables would be larger than a conversation keeps", async () => {
    const variables = [setByTool("text", "action_plan", "text")];
    const work = approval({ variables, handoffs: [] });
    const room = maxConversationVariableBytes - JSON.stringify({ text: "" }).length;
    const fits = await answeredBy({ text: "x".repeat(room) }, work);
    expect(fits.eventsOf("BindingSet")).toHaveLength(1);
    const chat = await answeredBy({ text: "x".repeat(room + 1) }, work);
    expect(chat.eventsOf("BindingSet")).toEqual([]);
    expect(chat.step("turns/1/tool").failure).toMatchObject({ code: "LIMIT_EXCEEDED", details: { variable: "text" } });
  });

  it("[N375] hears its own tool alone, and several may hear one", async () => {
    const variables = [
      setByTool("a", "action_plan", "accepted"),
      setByTool("b", "action_plan", "note"),
      setByTool("c", "other", "accepted"),
    ];
    const chat = await answeredBy({ accepted: false, note: { deep: [1] } }, approval({ variables, handoffs: [] }));
    expect(chat.state.turns?.variables).toEqual({ a: false, b: { deep: [1] }, c: null });
  });

  it("[N375] has what a person answers in the component of the tool", async () => {
    const agents = [planner("ContextAgent", { toolName: "review", callableName: "ui.review" }), agent("Builder")];
    const work = approval({ agents, variables: [setByTool("approved", "review", "ok", "boolean")] });
    const chat = EngineWorld.withAgents({ ContextAgent: [actionPlan], Builder: ["Built."] });
    await chat.send(work);
    const requestId = chat.step("turns/1/tool").questions[0]?.requestId ?? "";
    expect(chat.runner.respond(given(requestId, true, "someone", null, { ok: true })).kind).toBe("RESOLVED");
    await settled();
    expect(chat.eventsOf("BindingSet")).toMatchObject([{ name: "approved", value: true, source: "TOOL" }]);
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 Builder HANDOFF"]);
  });

  it("[N375, E2] is the same after the journal was folded again, wherever it is cut between transactions", async () => {
    const chat = await answeredBy({ accepted: true });
    const { records } = chat.journal.read(0);
    const again = records.reduce<ExecutionState | undefined>((state, record) => fold(state, record), undefined);
    expect(again?.turns?.variables).toEqual(chat.state.turns?.variables);
  });
});

describe("a rule of the person", () => {
  const agents = [agent("Sales"), agent("Support")];
  const asked = (variables: { readonly [name: string]: Json }, set: { readonly [name: string]: Json } = {}) =>
    workOf({
      agents,
      variables: [trigger("broken", "Nobody", "x"), trigger("angry", "Nobody", "x")],
      handoffs: [rule("user", "Support", isTrue("broken")), rule("user", "Sales", isTrue("angry"))],
      start: { agentName: "Sales", turn: 4, variables, set },
    });
  const chatWith = async (work: TurnWork) => {
    const chat = EngineWorld.withAgents({ Sales: ["Buy!"], Support: ["Have you tried to turn it off?"] });
    await chat.send(work);
    return chat;
  };

  it("[N377] gives the message to the agent of the first rule that holds, with what the message sets", async () => {
    const chat = await chatWith(asked({ broken: false, angry: false }, { broken: true }));
    expect(chat.turnsTaken).toEqual(["4 Support MESSAGE"]);
    expect(chat.eventsOf("HandoffMade")).toEqual([
      { kind: "HandoffMade", from: "user", target: { kind: "AGENT", agentName: "Support" }, rule: 0, turn: 3 },
    ]);
    expect(chat.messages.at(-1)).toBe("Support: Have you tried to turn it off?");
  });

  it("[N377] leaves the message to the active agent where none holds, and hands nothing over to the agent itself", async () => {
    for (const variables of [
      { broken: false, angry: false },
      { broken: false, angry: true },
    ]) {
      const chat = await chatWith(asked(variables));
      expect(chat.turnsTaken).toEqual(["4 Sales MESSAGE"]);
      expect(chat.eventsOf("HandoffMade")).toEqual([]);
    }
  });

  it("[N377] ends the execution before any turn if its condition cannot be evaluated", async () => {
    const work = { ...asked({}), handoffs: [rule("user", "Support", isTrue("unknown"))] };
    const chat = await chatWith(work);
    expect(chat.result).toEqual({ status: "FAILED", code: "CONDITION_FAILED" });
    expect([chat.turnsTaken, chat.modelCalls]).toEqual([[], []]);
  });

  it("[N377] is one of the agent where an agent is called user", async () => {
    const work = workOf({ agents: [agent("user"), agent("Other")], variables: [], handoffs: [rule("user", "Other")] });
    const chat = EngineWorld.withAgents({ user: ["One."], Other: ["Two."] });
    await chat.send(work);
    expect(chat.turnsTaken).toEqual(["1 user MESSAGE", "2 Other HANDOFF"]);
  });
});
