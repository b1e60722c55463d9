import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ownStorage } from "../../../src/durable/storage/execution-storage.ts";
import { journalTable, keepLastEvent, piecesOf, SqlJournal } from "../../../src/durable/storage/journal.ts";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { bindings } from "../../support/objects/executions.ts";

function finished(sequence: number, output: Json): RecordedEvent {
  return {
    sequence,
    occurredAt: 0,
    hidden: false,
    transitions: [],
    event: {
      kind: "StepFinished",
      reused: false,
      step: "a",
      group: null,
      status: "SUCCEEDED",
      attempt: 1,
      callId: "key",
      outcome: "ANSWERED",
      output: storedValue(output),
      content: null,
      failure: null,
      warning: null,
    },
  };
}

describe("the journal in SQL", () => {
  it("[E4, E2] a transaction that fails stores nothing, and does not keep later large values from being stored", async () => {
    const large = { text: "x".repeat(100_000) };
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      journal.append([finished(1, {})]);
      expect(() => journal.append([finished(2, large), finished(1, {})])).toThrow("no gaps");
      expect(journal.read(0, 1_000_000).records).toHaveLength(1);
      journal.append([finished(2, large)]);
      expect(journal.value({ sequence: 2, slot: "output" })).toEqual(large);
    });
  });

  it("[N577] counts the bytes of its rows and pieces, in the instance that wrote them as in any other", async () => {
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      const counts = () => [journal, new SqlJournal(ownStorage(storage))].map((any) => any.storedBytes());
      expect(counts()).toEqual([0, 0]);
      journal.append([finished(1, { text: "é😀" })]);
      const [small] = counts();
      expect(counts()).toEqual([small, small]);
      journal.append([finished(2, { text: "é".repeat(100_000) })]);
      const [both, ofAnother] = counts();
      expect(both).toBe(ofAnother);
      expect(both).toBeGreaterThan((small ?? 0) + 200_000);
      expect(() => journal.append([finished(3, { text: "x".repeat(100_000) }), finished(1, {})])).toThrow("no gaps");
      expect(counts()).toEqual([both, both]);
    });
  });

  it("[E2] gives a large value back to the letter, whatever stands where its pieces meet", async () => {
    const text = `${"😀".repeat(400_000)}é${"😀".repeat(400_000)}`;
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      journal.append([finished(1, { text }), finished(2, { text: `x${text}` })]);
      expect(journal.value({ sequence: 1, slot: "output" })).toEqual({ text });
      expect(journal.value({ sequence: 2, slot: "output" })).toEqual({ text: `x${text}` });
    });
  });

  it("[E3, E14] tells of the row that was written last what its row tells, and nothing of one that could not be stored", async () => {
    const large = { text: "x".repeat(100_000) };
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      const position = (sequence: number) => ({ sequence, slot: "output" }) as const;
      const told = (sequence: number) =>
        [journal, new SqlJournal(ownStorage(storage))].map((any) => any.value(position(sequence)));
      journal.append([finished(1, { v: 1 }), finished(2, large)]);
      expect(told(2)).toEqual([large, large]);
      journal.append([finished(3, { v: 3 })]);
      expect([...told(3), ...told(1)]).toEqual([{ v: 3 }, { v: 3 }, { v: 1 }, { v: 1 }]);
      expect(() => new SqlJournal(ownStorage(storage)).append([finished(3, { v: 4 }), finished(4, {})])).toThrow(
        "has it already",
      );
      expect(() => journal.append([finished(4, { v: 4 }), finished(1, {})])).toThrow("no gaps");
      expect(told(4)).toEqual([undefined, undefined]);
      journal.append([finished(4, { v: "other" })]);
      expect(told(4)).toEqual([{ v: "other" }, { v: "other" }]);
    });
  });

  it("[E2, E3] tells of the row that was written last what a crash would find, whatever became of the value since", async () => {
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      const value = JSON.parse('{"endless":1e400,"list":[1]}');
      journal.append([finished(1, {}), finished(2, value)]);
      value.list.push(2);
      const told = [journal, new SqlJournal(ownStorage(storage))].map((any) =>
        any.value({ sequence: 2, slot: "output" }),
      );
      expect(told).toEqual([
        { endless: null, list: [1] },
        { endless: null, list: [1] },
      ]);
    });
  });

  it("[E1] is left free by a page that is not the last, so that an execution can be deleted while it is followed", async () => {
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      const count = 1_000;
      journal.append(Array.from({ length: count }, (__, index) => finished(index + 1, { text: "x".repeat(1_000) })));
      const sequences: number[] = [];
      for (let isComplete = false; !isComplete; ) {
        const page = journal.read(sequences.at(-1) ?? 0, 100_000);
        sequences.push(...page.records.map(({ sequence }) => sequence));
        isComplete = page.complete;
        expect(page.records.length).toBeLessThan(count / 2);
      }
      expect(sequences).toEqual(Array.from({ length: count }, (__, index) => index + 1));
      expect(journal.read(0, 100_000).complete).toBe(false);
      storage.sql.exec("DROP TABLE journal");
    });
  });

  it("[N230] stores a transaction as one row, and reads from a cursor in the middle of it", async () => {
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      journal.append([finished(1, { v: 1 }), finished(2, { v: 2 }), finished(3, { v: 3 })]);
      journal.append([finished(4, { v: 4 }), finished(5, { v: 5 })]);
      // The fresh table is counted as two rows.
      expect(journal.rowsWritten).toBe(2 + 2);
      const read = (after: number, maxBytes: number) => {
        const page = new SqlJournal(ownStorage(storage)).read(after, maxBytes);
        return [page.records.map(({ sequence }) => sequence), page.complete];
      };
      expect(read(0, 1_000_000)).toEqual([[1, 2, 3, 4, 5], true]);
      expect([read(1, 1), read(2, 1), read(3, 1), read(5, 1)]).toEqual([
        [[2, 3], false],
        [[3], false],
        [[4, 5], true],
        [[], true],
      ]);
      for (let sequence = 1; sequence <= 5; sequence += 1) {
        const values = [journal, new SqlJournal(ownStorage(storage))].map((any) =>
          any.value({ sequence, slot: "output" }),
        );
        expect(values).toEqual([{ v: sequence }, { v: sequence }]);
      }
      expect(journal.value({ sequence: 6, slot: "output" })).toBeUndefined();
    });
  });

  it("[N231] goes on in rows of several events behind those of 0.8.0, which hold one each", async () => {
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const old = new SqlJournal(ownStorage(storage));
      old.append([finished(1, { v: 1 })]);
      old.append([finished(2, { v: 2 })]);
      const rows = storage.sql.exec<{ seq: number; version: number }>("SELECT seq, version FROM journal").toArray();
      expect(rows).toEqual([
        { seq: 1, version: 2 },
        { seq: 2, version: 2 },
      ]);
      new SqlJournal(ownStorage(storage)).append([finished(3, { v: 3 }), finished(4, { v: 4 })]);
      const { records } = new SqlJournal(ownStorage(storage)).read(1, 1_000_000);
      expect(records).toEqual([finished(2, { v: 2 }), finished(3, { v: 3 }), finished(4, { v: 4 })]);
    });
  });

  it("[N232] a transaction that is too large for a row is several rows, and is stored as one", async () => {
    const text = "\u20ac".repeat(20_000);
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      const journal = new SqlJournal(ownStorage(storage));
      const records = Array.from({ length: 100 }, (__, index) => finished(index + 1, { text }));
      journal.append(records);
      const rows = storage.sql
        .exec<{ seq: number; bytes: number }>("SELECT seq, length(CAST(body AS BLOB)) AS bytes FROM journal")
        .toArray();
      expect(rows.length).toBeGreaterThan(5);
      for (const { bytes } of rows) expect(bytes).toBeLessThan(1_000_000);
      expect(new SqlJournal(ownStorage(storage)).read(0, 100_000_000).records).toEqual(records);
      expect(() => journal.append([finished(101, { text }), ...records.slice(0, 1)])).toThrow("no gaps");
      expect(() => new SqlJournal(ownStorage(storage)).append(records.slice(50))).toThrow("has it already");
    });
  });

  it("[N233] keeps of its last row the last event alone, with no value of the others", async () => {
    await runInDurableObject(bindings.EXECUTION.getByName(crypto.randomUUID()), (_, { storage }) => {
      new SqlJournal(ownStorage(storage)).append([
        finished(1, { v: "first" }),
        finished(2, { v: "gone" }),
        finished(3, { v: 3 }),
      ]);
      keepLastEvent(ownStorage(storage).table(journalTable));
      expect(new SqlJournal(ownStorage(storage)).read(0, 1_000_000).records).toEqual([finished(3, { v: 3 })]);
      const [row] = storage.sql.exec<{ body: string }>("SELECT body FROM journal").toArray();
      expect(row?.body).not.toContain("gone");
      expect(new SqlJournal(ownStorage(storage)).value({ sequence: 2, slot: "output" })).toBeUndefined();
      keepLastEvent(ownStorage(storage).table(journalTable));
      expect(new SqlJournal(ownStorage(storage)).read(0, 1_000_000).records).toHaveLength(1);
    });
  });

  it("cuts text into pieces without loss and without halving a character", () => {
    expect(piecesOf("", 2)).toEqual([]);
    expect(piecesOf("abcde", 2)).toEqual(["ab", "cd", "e"]);
    expect(piecesOf("a😀b", 2)).toEqual(["a", "😀", "b"]);
    expect(piecesOf("ab😀", 3)).toEqual(["ab", "😀"]);
  });
});
