/** How an index wakes conversations for a new retention; over the real SQLite in memory. */
import { describe, expect, it, vi } from "vitest";
import { ConversationWakes } from "../../../src/durable/index/conversation-wakes.ts";
import { IndexConversations } from "../../../src/durable/index/index-conversations.ts";
import type { ListedConversation } from "../../../src/execution/views/conversation-view.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";

describe("the conversations that slept since before they had a retention", () => {
  it("[N822] are woken each, those behind one that cannot be woken too, and then nothing wakes the index again", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const alarms: number[] = [];
    const memory = memoryStorage();
    const storage = {
      ...memory,
      getAlarm: async () => null,
      setAlarm: async (at: number) => void alarms.push(at),
    } as unknown as DurableObjectStorage;
    const listed = new IndexConversations(memory.sql);
    const names = Array.from({ length: 120 }, (_, number) => `talk ${String(number).padStart(3, "0")}`);
    for (const conversation of names)
      listed.put({ conversation, tenant: "t", subject: "ann", createdAt: 1, revision: 1 } as ListedConversation);
    const woken = new Map<string, number>();
    const read = async (name: string) => {
      woken.set(name, (woken.get(name) ?? 0) + 1);
      if (name === "talk 007") throw new Error("its rows cannot be read");
    };
    const conversation = (_: string, name: string) => ({ read: () => read(name) });
    const wakes = new ConversationWakes(storage, { now: () => 0, conversationRetention: "1 day", conversation });
    for (let alarm = 0; alarm < 9; alarm++) await wakes.go();
    expect([...woken.keys()].toSorted()).toEqual(names);
    expect(woken.get("talk 119")).toBe(1);
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)).is_last)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(wakes.isPending).toBe(false);
    const rung = alarms.length;
    await wakes.go();
    expect(alarms).toHaveLength(rung);
    warn.mockRestore();
  });
});
