/** How many conversations there are, of a tenant and of each subject, and the caps on both; over the real SQLite in memory. */
import { beforeEach, describe, expect, it } from "vitest";
import { IndexConversations } from "../../../src/durable/index/index-conversations.ts";
import type { ListedConversation } from "../../../src/execution/views/conversation-view.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

let sql: SqlStorage;
let conversations: IndexConversations;
beforeEach(() => {
  sql = memorySql();
  conversations = new IndexConversations(sql);
});

function listed(name: string, subject: string, more: Partial<ListedConversation> = {}): ListedConversation {
  return { conversation: name, subject, createdAt: 1, revision: 1, storedBytes: 10, ...more } as ListedConversation;
}

function admit(name: string, subject: string, [all, own]: readonly [number, number], now = 0) {
  const caps = { maxConversations: all, maxConversationsPerSubject: own };
  const admission = { conversation: name, subject };
  return conversations.account.admit(admission, caps, conversations.has(admission), now);
}

describe("the account of conversations", () => {
  it("[N576] counts each once with its bytes, however often and in every order of its reports, and not when it is deleted", () => {
    conversations.put(listed("a", "alice"));
    conversations.put(listed("a", "alice", { revision: 3, storedBytes: 30 }));
    conversations.put(listed("a", "alice", { revision: 2, storedBytes: 20 }));
    conversations.put(listed("b", "alice"));
    conversations.put(listed("c", "bob", { storedBytes: 1 }));
    const { account } = conversations;
    expect([account.total(), account.of("alice"), account.of("bob"), account.of("carol")]).toEqual([
      { count: 3, bytes: 41 },
      { count: 2, bytes: 40 },
      { count: 1, bytes: 1 },
      { count: 0, bytes: 0 },
    ]);
    for (let again = 0; again < 2; again++) {
      conversations.remove({ conversation: "c", createdAt: 1 });
    }
    conversations.put(listed("c", "bob", { revision: 5 }));
    expect([account.total(), account.of("bob")]).toEqual([
      { count: 2, bytes: 40 },
      { count: 0, bytes: 0 },
    ]);
    expect(new IndexConversations(sql).account.total()).toEqual({ count: 2, bytes: 40 });
  });

  it("[N576] has what an earlier version listed", () => {
    conversations.put(listed("a", "alice"));
    const { storedBytes: _, ...before } = listed("b", "bob");
    conversations.put(before);
    sql.exec("DROP TABLE conversation_account");
    conversations = new IndexConversations(sql);
    conversations.put(listed("b", "bob", { revision: 2, storedBytes: 7 }));
    expect([conversations.account.total(), conversations.account.of("bob")]).toEqual([
      { count: 2, bytes: 17 },
      { count: 1, bytes: 7 },
    ]);
  });

  it("[N575] admits as many as the caps permit, of those too that nobody has listed yet, and the same one again", () => {
    conversations.put(listed("a", "alice"));
    expect(admit("b", "alice", [0, 1])).toEqual({ limit: "maxConversationsPerSubject", maximum: 1, found: 2 });
    expect(admit("a", "alice", [1, 1])).toBeUndefined();
    expect(admit("b", "alice", [2, 2])).toBeUndefined();
    expect(admit("b", "alice", [2, 2])).toBeUndefined();
    expect(admit("c", "bob", [2, 2])).toEqual({ limit: "maxConversations", maximum: 2, found: 3 });
    conversations.put(listed("b", "alice"));
    expect(admit("c", "bob", [2, 0])).toMatchObject({ found: 3 });
    expect(admit("c", "bob", [3, 0])).toBeUndefined();
    // One that came to nothing counts for two minutes.
    expect(admit("d", "bob", [3, 0], 119_999)).toMatchObject({ found: 4 });
    expect(admit("d", "bob", [3, 0], 120_000)).toBeUndefined();
    conversations.remove({ conversation: "a", createdAt: 1 });
    expect(admit("e", "alice", [3, 2], 120_001)).toBeUndefined();
  });

  it("[N829] admits and refuses without reading the list of conversations, however long it is", () => {
    for (const name of ["a", "b", "c"]) conversations.put(listed(name, "alice"));
    const read: string[] = [];
    const watched = {
      exec: (text: string, ...bound: SqlStorageValue[]) => {
        if (text.startsWith("SELECT"))
          for (const { detail } of sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...bound).toArray())
            read.push(detail);
        return sql.exec(text, ...bound);
      },
    } as SqlStorage;
    conversations = new IndexConversations(watched);
    expect(admit("b", "alice", [3, 0])).toBeUndefined();
    expect(admit("d", "alice", [3, 0])).toMatchObject({ limit: "maxConversations", found: 4 });
    expect(read.filter((detail) => /^SCAN conversation\b(?! USING)/.test(detail))).toEqual([]);
    expect(read.some((detail) => detail.startsWith("SEARCH conversation USING"))).toBe(true);
  });
});
