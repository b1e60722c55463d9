/** Agents of a conversation that go on with what their tool brought (`max_rounds`). */
import { describe, expect, it } from "vitest";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { Json } from "../../../src/json/json.ts";
import type { TurnAgent, TurnWork } from "../../../src/plan/turn-work.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { actionPlan, agent, planner, rule, workOf } from "../../support/plan/turn-work.ts";

const plan = (workflow: string) => ({ ...actionPlan, ActionPlan: { workflow } });
const found = (n: number) => succeeded({ status: "success", found: n });

/** One agent that may put out three outputs unless told otherwise, and answers `replies`; its tool answers `results`, the last one again and again. */
async function talked(
  replies: readonly Json[],
  results: readonly AttemptResult[] = [found(1), found(2), found(3)],
  own: Partial<TurnAgent> = {},
  more: Partial<TurnWork> = {},
): Promise<EngineWorld> {
  const left = [...results];
  const chat = EngineWorld.withAgents({ ContextAgent: replies, Other: ["Over to me."] }, () => {
    const next = left.length > 1 ? left.shift() : left[0];
    if (next === undefined) throw new Error("nobody expected a call");
    return next;
  });
  const agents = [planner("ContextAgent", {}, { maxRounds: 3, ...own }), agent("Other")];
  await chat.send(workOf({ agents, variables: [], handoffs: [], ...more }));
  return chat;
}

const told = (chat: EngineWorld) =>
  chat.modelCalls.map(
    ({ request }) => toldTo(request).told as { messages: readonly string[]; rounds?: { left: number } },
  );

describe("an agent of a conversation with rounds", () => {
  it("[N382] sees what its tool brought, calls it again and answers in words; each round is a turn of its own", async () => {
    const chat = await talked([plan("a"), plan("b"), "There are two."]);
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 ContextAgent ROUND", "3 ContextAgent ROUND"]);
    expect(chat.calls.map(({ stepId }) => stepId)).toEqual(["turns/1/tool", "turns/2/tool"]);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(chat.messages.at(-1)).toBe("ContextAgent: There are two.");
    const asked = told(chat);
    expect(asked.map(({ rounds }) => rounds?.left)).toEqual([3, 2, 1]);
    expect(asked[2]?.messages).toEqual([
      "PERSON: Hello",
      "ContextAgent: Here is the plan.",
      `ContextAgent: ${JSON.stringify(plan("a"))}`,
      'RUNTIME: {"tool":"action_plan","result":{"output":{"status":"success","found":1}}}',
      "ContextAgent: Here is the plan.",
      `ContextAgent: ${JSON.stringify(plan("b"))}`,
      'RUNTIME: {"tool":"action_plan","result":{"output":{"status":"success","found":2}}}',
    ]);
    // What may be data for its tool is told to nobody while it comes.
    const answers = chat.modelCalls.map(({ request }) => request.answer);
    expect(answers).toMatchObject([{ kind: "JSON" }, { kind: "TEXT", mayBeData: true }, { kind: "TEXT" }]);
  });

  it("[N382] is held to its number of rounds, and answers without its tool at the end", async () => {
    const chat = await talked([plan("a"), plan("b"), plan("c"), "Enough."]);
    expect(chat.calls).toHaveLength(3);
    expect(told(chat).map(({ rounds }) => rounds?.left)).toEqual([3, 2, 1, 0]);
    expect(chat.modelCalls.at(-1)?.request.answer).toEqual({ kind: "TEXT" });
    expect(chat.result?.status).toBe("SUCCEEDED");
    const endless = await talked([plan("a")]);
    expect(endless.calls).toHaveLength(3);
    expect(endless.turnsTaken).toHaveLength(4);
  });

  it("[N382] has no rounds unless its manifest says so, and then leaves the rows that it left before", async () => {
    const chat = EngineWorld.withAgents({ ContextAgent: [plan("a"), "Never asked."] }, () => found(1));
    await chat.send(workOf({ agents: [planner("ContextAgent")], variables: [], handoffs: [] }));
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE"]);
    expect(told(chat)[0]?.rounds).toBeUndefined();
  });

  it("[N383] keeps its last turn for the answer, where the turns of the message or its own in a row end first", async () => {
    const few = await talked([plan("a"), "One."], [found(1)], {}, { maxTurns: 2 });
    expect(told(few).map(({ rounds }) => rounds?.left)).toEqual([3, 0]);
    expect(few.result?.status).toBe("SUCCEEDED");
    const spent = await talked([plan("a"), "One."], [found(1)], { maxConsecutiveAutoReply: 2 });
    expect(told(spent).map(({ rounds }) => rounds?.left)).toEqual([3, 0]);
    const single = await talked([plan("a")], [found(1)], {}, { maxTurns: 1 });
    expect(single.turnsTaken).toHaveLength(1);
    expect(single.result?.status).toBe("SUCCEEDED");
  });

  it("[N383] is told of a tool that failed and may try another way; the run is then a part", async () => {
    const chat = await talked(
      [plan("a"), plan("b"), "It took two."],
      [failed("ANSWERED", "TOOL_ERROR", null, false), found(1)],
    );
    expect(chat.calls).toHaveLength(2);
    expect(told(chat)[1]?.messages.slice(1)).toEqual([
      "ContextAgent: Here is the plan.",
      expect.stringContaining("RUNTIME: "),
      `ContextAgent: ${JSON.stringify(plan("a"))}`,
    ]);
    expect(chat.result?.status).toBe("PARTIAL");
  });

  it("[N383] is corrected within its round when its output breaks the model", async () => {
    const chat = await talked([plan("a"), { agent_message: "wrong" }, plan("b"), "Done."]);
    expect(chat.turnsTaken).toEqual([
      ...["1 ContextAgent MESSAGE", "2 ContextAgent ROUND", "3 ContextAgent CORRECTION", "4 ContextAgent ROUND"],
    ]);
    expect(told(chat).map(({ rounds }) => rounds?.left)).toEqual([3, 2, 2, 1]);
    expect(chat.calls.map(({ stepId }) => stepId)).toEqual(["turns/1/tool", "turns/3/tool"]);
    expect(chat.result?.status).toBe("SUCCEEDED");
  });

  it("[N383] hands over once its rounds are over, not amid them", async () => {
    const chat = await talked([plan("a"), "Done."], [found(1)], {}, { handoffs: [rule("ContextAgent", "Other")] });
    expect(chat.turnsTaken).toEqual(["1 ContextAgent MESSAGE", "2 ContextAgent ROUND", "3 Other HANDOFF"]);
    // Another agent is not told of what the tool brought.
    expect(told(chat)[2]?.messages.join()).not.toContain("found");
  });

  it("[N382] shows of a large result as much as a history has room for, and says what is left out", async () => {
    const large = succeeded({ status: "success", text: "x".repeat(100_000) });
    const chat = await talked([plan("a"), plan("b"), "Long."], [large]);
    const [, one, two] = told(chat).map(
      ({ messages }) => messages.findLast((text) => text.startsWith("RUNTIME")) ?? "",
    );
    expect([one, two].map((text) => Math.round((text?.length ?? 0) / 1_000))).toEqual([66, 33]);
    expect(two).toContain("characters_left_out");
  });

  it("[N383, E3] after a crash behind any row calls nothing again that has ended, and says the same", async () => {
    const replies = [plan("a"), plan("b"), "There are two."];
    const undisturbed = await talked(replies);
    const { rows } = undisturbed.journal;
    for (let kept = 1; kept < rows.length; kept += 1) {
      const chat = new EngineWorld(() => found(2), { rows: rows.slice(0, kept) }).withTurns();
      const ended = chat.events.filter((event) => event.kind === "StepFinished" && event.step.endsWith("/tool")).length;
      // Turns that were taken before are known to the conversation.
      for (const { agentName, turn } of chat.eventsOf("TurnStarted"))
        chat.conversation.reserve({ agentName, execution: "execution", turn, key: null, bodyHash: null });
      chat.answerModel = ({ request }) => {
        const { rounds } = toldTo(request).told as { rounds: { left: number } };
        const reply = replies[3 - rounds.left];
        return {
          kind: "ANSWERED",
          reply: { text: typeof reply === "string" ? reply : JSON.stringify(reply), functions: [], stop: "COMPLETE" },
        };
      };
      await chat.drive();
      expect(chat.messages.at(-1)).toBe("ContextAgent: There are two.");
      expect(chat.result?.status, `after ${kept} rows`).toMatch(/SUCCEEDED|PARTIAL/);
      expect(chat.calls.length).toBeLessThanOrEqual(2 - ended);
    }
  });
});
