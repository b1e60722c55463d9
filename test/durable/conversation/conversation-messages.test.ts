import { beforeEach, describe, expect, it } from "vitest";
import {
  ConversationMessages,
  historyBytes,
  historyMessages,
} from "../../../src/durable/conversation/conversation-messages.ts";
import { makeTables } from "../../../src/durable/conversation/conversation-tables.ts";
import { IndexConversations } from "../../../src/durable/index/index-conversations.ts";
import type { ConversationView, MessageView } from "../../../src/execution/views/conversation-view.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";
import { Seeded } from "../../support/engine/seeded.ts";

let messages: ConversationMessages;

beforeEach(() => {
  const sql = memorySql();
  makeTables(sql);
  messages = new ConversationMessages(sql);
});

function add(text: string, more: Partial<MessageView> = {}): MessageView {
  const { count } = messages.size();
  return messages.add({
    ...{ messageId: `e/${count}`, author: "PERSON", agentName: null, turn: null, text, uiHidden: false },
    ...{ execution: "e", createdAt: 1, ...more },
  });
}

const query = { after: null, before: null, limit: 3, backward: false, includeHidden: false };

function page(more: Partial<Parameters<ConversationMessages["page"]>[0]>) {
  const { hasMore, messages: found } = messages.page({ ...query, ...more });
  return [found.map(({ text }) => text).join(""), hasMore];
}

describe("the messages of a conversation", () => {
  it("are counted from 1 without gaps, and come out as they went in", () => {
    add("one");
    const added = add("two", { author: "AGENT", agentName: "A", turn: 3, uiHidden: true, createdAt: 7 });
    expect(added.position).toBe(2);
    expect(messages.at(2)).toEqual(added);
    expect(messages.at(3)).toBeUndefined();
  });

  it("are paged both ways; hidden ones take no place unless they are asked for", () => {
    for (const text of "abCdEf") add(text, { uiHidden: text === text.toUpperCase() });
    expect(page({})).toEqual(["abd", true]);
    expect(page({ after: 4 })).toEqual(["f", false]);
    expect(page({ backward: true })).toEqual(["bdf", true]);
    expect(page({ backward: true, before: 4, limit: 2 })).toEqual(["ab", false]);
    expect(page({ includeHidden: true })).toEqual(["abC", true]);
    expect(page({ includeHidden: true, after: 2, before: 5 })).toEqual(["Cd", false]);
    expect(page({ limit: 0 })).toEqual(["", true]);
  });

  it("are given to a model from the end: so many, so many bytes, hidden ones included", () => {
    for (let n = 0; n <= historyMessages; n++) add(`m${n}`, { uiHidden: n === 1 });
    const history = messages.history();
    expect([history.length, history[0], history.at(-1)]).toEqual([
      historyMessages,
      { role: "USER", text: "m1" },
      { role: "USER", text: `m${historyMessages}` },
    ]);
    add("x".repeat(historyBytes - 2));
    add("é");
    expect(messages.history().map(({ text }) => text.length)).toEqual([historyBytes - 2, 1]);
    add("!");
    expect(messages.history().map(({ text }) => text)).toEqual(["é", "!"]);
  });

  it("[N1003] whose texts were removed take nothing of the bytes that a model is given", () => {
    add("asked");
    const { position } = add("x".repeat(historyBytes), { uiHidden: true });
    add("answered");
    expect(messages.history().map(({ text }) => text)).toEqual(["answered"]);
    messages.deleteHidden(position);
    expect(messages.history().map(({ text }) => text)).toEqual(["asked", "answered"]);
  });

  it("[N1003] are given to a model as a walk from the last one gives them, wherever texts were removed", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = new Seeded(seed);
      const sql = memorySql();
      makeTables(sql);
      messages = new ConversationMessages(sql);
      const kept: (number | undefined)[] = [];
      for (let n = 0; n < 1 + Math.floor(random.next() * 130); n += 1) {
        const size = 1 + Math.floor(random.next() ** 6 * 1.1 * historyBytes);
        const uiHidden = random.next() < 0.5;
        const { position } = add("x".repeat(size), { uiHidden });
        const isRemoved = uiHidden && random.next() < 0.5;
        if (isRemoved) messages.deleteHidden(position);
        kept.push(isRemoved ? undefined : size);
      }
      const expected: number[] = [];
      let room = historyBytes;
      for (const size of kept.slice(-historyMessages).toReversed()) {
        room -= size ?? 0;
        if (room < 0) break;
        if (size !== undefined) expected.unshift(size);
      }
      expect([seed, messages.history().map(({ text }) => text.length)]).toEqual([seed, expected]);
    }
  });

  it("of the runtime are given as a person's, those of agents with their names", () => {
    add("wrong", { author: "RUNTIME", uiHidden: true });
    add("right", { author: "AGENT", agentName: "ContextAgent" });
    expect(messages.history()).toEqual([
      { role: "USER", text: "wrong" },
      { role: "AGENT", agentName: "ContextAgent", text: "right" },
    ]);
  });

  it("may be larger than a row: nothing is cut, and a page holds one of them", () => {
    const text = `${"é".repeat(700_000)}😀`;
    add(text);
    add("after");
    expect(messages.at(1)?.text === text).toBe(true);
    expect(page({ backward: true })).toEqual(["after", true]);
    const { hasMore, messages: found } = messages.page(query);
    expect([found.length, found[0]?.text === text, hasMore]).toEqual([1, true, true]);
    messages.removeLast({ position: 2 } as MessageView);
    messages.removeLast({ position: 1 } as MessageView);
    add("new");
    expect(messages.at(1)?.text).toBe("new");
  });
});

it("a page of messages ends before it would be larger than 256 KB, and the next one goes on there", () => {
  for (const letter of "abcde") add(letter.repeat(100_000));
  const sizes = (more: object) => {
    const { hasMore, messages: found } = messages.page({ ...query, limit: 100, ...more });
    return [found.map(({ position }) => position), hasMore];
  };
  expect(sizes({})).toEqual([[1, 2], true]);
  expect(sizes({ after: 2 })).toEqual([[3, 4], true]);
  expect(sizes({ after: 4 })).toEqual([[5], false]);
  expect(sizes({ backward: true })).toEqual([[4, 5], true]);
});

describe("the conversations in the index of a tenant", () => {
  const view = (conversation: string, createdAt: number, revision = 1) =>
    ({ conversation, createdAt, revision, subject: "someone" }) as ConversationView;
  const asked = { limit: 2, backward: false, after: null, before: null };

  it("are listed from the latest on and paged both ways, at their highest revision", () => {
    const conversations = new IndexConversations(memorySql());
    expect(conversations.list(asked)).toEqual({ items: [], hasMore: false });
    for (const [name, at] of [
      ["b", 2],
      ["a", 1],
      ["c", 2],
      ["d", 3],
    ] as const)
      conversations.put(view(name, at, 5));
    conversations.put(view("d", 3, 4));
    conversations.put(view("a", 1, 6));
    const names = (more: Partial<Parameters<IndexConversations["list"]>[0]>) => {
      const { hasMore, items } = conversations.list({ ...asked, ...more });
      return [items.map(({ conversation, revision }) => `${conversation}${revision}`).join(" "), hasMore];
    };
    expect(names({})).toEqual(["d5 c5", true]);
    expect(names({ after: { createdAt: 2, conversation: "c" } })).toEqual(["b5 a6", false]);
    expect(names({ backward: true })).toEqual(["b5 a6", true]);
    expect(names({ backward: true, before: { createdAt: 2, conversation: "b" } })).toEqual(["d5 c5", false]);
    expect(names({ limit: 10 })).toEqual(["d5 c5 b5 a6", false]);
  });
});
