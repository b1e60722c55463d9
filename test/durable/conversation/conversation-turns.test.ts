import { beforeEach, describe, expect, it } from "vitest";
import { makeTables } from "../../../src/durable/conversation/conversation-tables.ts";
import { ConversationTurns, windowTurns } from "../../../src/durable/conversation/conversation-turns.ts";
import { turnKey, turnOfKey } from "../../../src/execution/turns/turn-key.ts";
import type { TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

let sql: SqlStorage;
let turns: ConversationTurns;

beforeEach(() => {
  sql = memorySql();
  makeTables(sql);
  turns = new ConversationTurns(sql);
});

const conversation = { chatId: "chat_abc123", running: "e1", now: 1_700_000_000_000 };

function begin(turn: number, execution = "e1", now = conversation.now) {
  const reservation = { execution, turn, agentName: "ContextAgent", key: null, bodyHash: null };
  return turns.reserve(reservation, { ...conversation, now });
}

function submit(turn: number, key: string, bodyHash: string, more: Partial<TurnReservation> = {}, running = "e1") {
  const reservation = { execution: "e1", turn, agentName: "ContextAgent", key, bodyHash, ...more };
  return turns.reserve(reservation, { ...conversation, running });
}

function keyOf(turn: number): string {
  const answer = begin(turn);
  if (answer.kind !== "RESERVED") throw new Error(`turn ${turn} was not reserved: ${answer.kind}`);
  return answer.key;
}

function kept(): readonly number[] {
  return sql
    .exec<{ number: number }>("SELECT number FROM turn ORDER BY number")
    .toArray()
    .map(({ number }) => number);
}

describe("the key of a turn", () => {
  it("[T23] names chat, agent and turn, and is made of the stored record alone", () => {
    const record = { chatId: "chat_abc123", agentName: "ContextAgent", turn: 5, startedAt: 1_700_000_000_000 };
    const key = turnKey(record);
    expect(key).toMatch(/^turn_chat_abc123_ContextAgent_5_[0-9a-f]{12}$/);
    expect(turnKey({ ...record })).toBe(key);
    expect(turnKey({ ...record, startedAt: record.startedAt + 1 })).not.toBe(key);
  });

  it.each([
    ["turn_chat_1_2_Agent_3_5_e4f2a1b", 5],
    ["turn_a\nb_Agent_7_0", 7],
    ["turn_chat_Agent_05_e4f2a1b", undefined],
    ["turn_chat_Agent_-5_e4f2a1b", undefined],
    ["my-own-key", undefined],
    ["turn_5_", undefined],
    ["", undefined],
  ])("of %j tells the turn %j", (key, turn) => {
    expect(turnOfKey(key)).toBe(turn);
  });
});

describe("the window of turns", () => {
  it("[R13] answers a turn that is reserved again with its key, also later and from another instance", () => {
    const first = begin(1);
    turns = new ConversationTurns(sql);
    expect(begin(1, "e1", conversation.now + 60_000)).toEqual(first);
    expect(kept()).toEqual([1]);
  });

  it("reserves no turn for an execution that is not the running one, nor one out of order", () => {
    begin(1);
    expect(begin(2, "e2")).toEqual({ kind: "NOT_RUNNING" });
    expect(begin(1, "e2")).toEqual({ kind: "NOT_RUNNING" });
    begin(3);
    expect(begin(2)).toEqual({ kind: "NOT_RUNNING" });
    expect(kept()).toEqual([1, 3]);
  });

  it("takes a key of the caller's in place of its own, once", () => {
    begin(1);
    expect(submit(1, "mine", "body")).toEqual({ kind: "RESERVED", key: "mine" });
    expect(submit(1, "mine", "body"), "again after a crash").toEqual({ kind: "RESERVED", key: "mine" });
    expect(submit(1, "mine", "other")).toEqual({ kind: "CONFLICT" });
    expect(submit(1, "another", "body"), "whoever reserved it may be lost").toEqual({ kind: "RESERVED", key: "mine" });
    expect(submit(1, "another", "other")).toEqual({ kind: "CONFLICT" });
    expect(begin(1), "the turn itself").toEqual({ kind: "RESERVED", key: "mine" });
    begin(2);
    expect(submit(1, "another", "body"), "the turn is over").toEqual({ kind: "DUPLICATE" });
  });

  it("[C9] tells the same key with the same body for another turn from one with another body", () => {
    begin(1);
    submit(1, "mine", "body");
    begin(2);
    expect(submit(2, "mine", "body")).toEqual({ kind: "DUPLICATE" });
    expect(submit(2, "mine", "other")).toEqual({ kind: "CONFLICT" });
    expect(submit(1, "mine", "body", { execution: "e2" }, "e2"), "in a later execution").toEqual({ kind: "DUPLICATE" });
  });

  it("takes nothing for a turn that was never begun, that is over, or whose execution does not run", () => {
    const key = keyOf(1);
    expect(submit(2, "mine", "body")).toEqual({ kind: "NOT_RUNNING" });
    expect(submit(1, key, "body", {}, "e2")).toEqual({ kind: "NOT_RUNNING" });
    begin(2);
    expect(submit(1, key, "body")).toEqual({ kind: "CONFLICT" });
    expect(begin(1)).toEqual({ kind: "RESERVED", key });
  });

  it(`[T22] holds ${windowTurns} turns: the next one takes the place of the oldest, and the one that runs stays`, () => {
    for (let turn = 1; turn <= windowTurns; turn++) begin(turn);
    expect(kept()).toHaveLength(windowTurns);
    expect(turns.highestEvicted()).toBe(0);
    begin(windowTurns + 1);
    expect(kept()).toHaveLength(windowTurns);
    expect([kept()[0], kept().at(-1)]).toEqual([2, windowTurns + 1]);
    expect(turns.highestEvicted()).toBe(1);
    // First in, first out: that a turn was asked for again keeps it no longer.
    begin(2);
    begin(windowTurns + 2);
    expect(kept()[0]).toBe(3);
  });

  it("[C9] calls a turn below the window by its name, whoever asks with whatever key", () => {
    for (let turn = 1; turn <= windowTurns + 2; turn++) begin(turn);
    const below = { kind: "BELOW_WINDOW", highestEvicted: 2 };
    expect(submit(2, "mine", "body")).toEqual(below);
    expect(submit(1, "mine", "body", { execution: "e0" })).toEqual(below);
    expect(begin(2)).toEqual(below);
    expect(submit(3, "mine", "body", { execution: "e0" })).toEqual({ kind: "CONFLICT" });
  });
});
