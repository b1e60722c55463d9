/** Turns whose object is lost between any two rows: what is reserved again, and what is called again. */
import { describe, expect, it, vi } from "vitest";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { elsewhere, planner, submission } from "../../support/plan/turn-work.ts";
import { remoteWork, submitted, waiting, wrong } from "./elsewhere-turns.ts";

describe("turns whose object is lost", () => {
  it("[C9] between the reservation and its row are reserved again, under the same key", async () => {
    const chat = EngineWorld.withAgents({ InterviewAgent: ["Good."] });
    let answers = 0;
    chat.answerReservation = (reservation) => {
      answers += 1;
      const answer = chat.conversation.reserve(reservation);
      return answers === 1 ? new Promise(() => {}) : answer;
    };
    await chat.send();
    expect(chat.eventsOf("TurnStarted")).toEqual([]);
    chat.crash();
    expect(chat.runner.takesOver).toBe(true);
    await chat.drive();
    expect(chat.reservations[0]).toEqual(chat.reservations[1]);
    expect(chat.turnsTaken).toEqual(["1 InterviewAgent MESSAGE"]);
    expect(chat.conversation.turns.latest()).toBe(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[C9] between the reservation of a submission and its row take the same again, and no other body", async () => {
    const chat = await waiting();
    chat.answerReservation = (reservation) => {
      chat.conversation.reserve(reservation);
      return new Promise(() => {});
    };
    void chat.runner.submit(submission());
    await settled();
    chat.crash();
    chat.answerReservation = chat.conversation.reserve;
    expect(await submitted(chat, { structuredData: wrong })).toEqual({ kind: "CONFLICT" });
    expect(await submitted(chat)).toEqual({ kind: "ACCEPTED", turn: 1 });
    expect(chat.calls).toHaveLength(1);
  });

  it("[C9] between the reservation of a submission and its row take the same output under another key too", async () => {
    const chat = await waiting();
    chat.answerReservation = (reservation) => {
      chat.conversation.reserve(reservation);
      return new Promise(() => {});
    };
    void chat.runner.submit(submission());
    await settled();
    chat.crash();
    chat.answerReservation = chat.conversation.reserve;
    // It is no duplicate of anything that was taken.
    expect(await submitted(chat, { turnKey: "another-key" })).toEqual({ kind: "ACCEPTED", turn: 1 });
    expect(chat.eventsOf("OutputSubmitted")).toMatchObject([{ key: "own-key" }]);
    expect(await submitted(chat)).toEqual({ kind: "DUPLICATE" });
    expect(chat.calls).toHaveLength(1);
  });

  it("[E3] between the answer and the tool call the tool once", async () => {
    const chat = await waiting();
    chat.singly = true;
    chat.crashAfter("StepFinished");
    // Its answer is lost with the object.
    void chat.runner.submit(submission());
    await settled();
    expect(chat.calls).toEqual([]);
    await chat.drive();
    expect(await submitted(chat)).toEqual({ kind: "DUPLICATE" });
    expect(chat.calls).toHaveLength(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[E7] between the tool's start and its answer mark an unsafe call as unknown, and never make it again", async () => {
    const chat = await waiting(never);
    await submitted(chat);
    chat.crash();
    await chat.drive();
    await chat.drive();
    expect(chat.calls).toHaveLength(1);
    expect(chat.step("turns/1/tool")).toMatchObject({
      ...{ status: "FAILED", outcome: "UNKNOWN", failure: { code: "OUTCOME_UNKNOWN" } },
    });
    expect(chat.messages.at(-1)).toContain("Tool action_plan reported status error.");
    expect(chat.result).toEqual({ status: "PARTIAL", code: null });
  });

  it("[E7] between the tool's start and its answer make a call that only reads again, with the same key", async () => {
    let calls = 0;
    const agents = [planner("ContextAgent", { toolName: "look_up", callableName: "look_up" }, elsewhere)];
    const chat = await waiting(() => {
      calls += 1;
      return calls === 1 ? never() : succeeded({ found: 1 });
    }, remoteWork({ agents }));
    await submitted(chat);
    chat.crash();
    await chat.drive();
    expect(chat.calls).toHaveLength(2);
    expect(new Set(chat.calls.map(({ callId }) => callId)).size).toBe(1);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[E6] in a reservation again and again are given up", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const chat = EngineWorld.withAgents();
    chat.answerReservation = () => new Promise(() => {});
    await chat.send();
    for (let n = 0; n < 7 && chat.state.finished === undefined; n += 1) {
      chat.crash();
      await chat.drive();
    }
    expect(chat.result).toEqual({ status: "FAILED", code: "CRASH_LOOP" });
    vi.restoreAllMocks();
  });
});
