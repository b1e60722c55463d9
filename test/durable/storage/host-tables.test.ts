/** The places of executions among the rows of a host. */
import { expect, it } from "vitest";
import { HostTables } from "../../../src/durable/storage/host-tables.ts";
import { journalTable } from "../../../src/durable/storage/journal.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";

const hosted = "SELECT name, id, at FROM hosted ORDER BY id";

it("[N1029, E1] a place that was taken in a transaction that is undone is taken again under the same number, and a stored one asks nothing", () => {
  const storage = memoryStorage() as unknown as DurableObjectStorage;
  const tables = new HostTables(storage, []);
  tables.open(0);
  const place = tables.place("e", undefined);
  const undone = () =>
    tables.transactionSync(place, () => {
      expect(place.take(5)).toBe(1);
      throw new Error("the row is too large");
    });
  expect(undone).toThrow("too large");
  expect(storage.sql.exec(hosted).toArray()).toEqual([]);
  expect([place.take(7), place.id]).toEqual([1, 1]);
  const statements = [storage.sql.exec(hosted).toArray(), place.take(9), storage.sql.exec(hosted).toArray()];
  expect(statements).toEqual([[{ name: "e", id: 1, at: 7 }], 0, [{ name: "e", id: 1, at: 7 }]]);
  // Another transaction that is undone leaves the row, and it is not written twice.
  expect(() =>
    tables.transactionSync(place, () => {
      throw new Error("undone");
    }),
  ).toThrow("undone");
  expect([place.take(11), tables.count]).toEqual([0, 1]);
});

it("[E3] a row of events that its execution has already is not added, whatever its neighbours in the host have", () => {
  const storage = memoryStorage() as unknown as DurableObjectStorage;
  const tables = new HostTables(storage, [journalTable]);
  tables.open(0);
  const adds = ["e", "neighbour"].map((name) => {
    const [place, now] = [tables.place(name, undefined), 1_000];
    place.take();
    const add = tables.table(journalTable, place).inserterUnless("seq, kind, version, at, hidden, body", "seq >= ?");
    return (first: number, seq: number) => add([seq, "StepStarted", 1, now, 0, "{}"], first);
  });
  const [mine, neighbours] = adds;
  expect([neighbours?.(1, 9), mine?.(1, 2), mine?.(3, 5)]).toEqual([1, 1, 1]);
  // One that ends with the last row, within it, after it, and before it.
  expect([mine?.(3, 5), mine?.(4, 4), mine?.(5, 8), mine?.(1, 1)]).toEqual([0, 0, 0, 0]);
  expect(mine?.(6, 6)).toBe(1);
  const rows = [...storage.sql.exec("SELECT hosted, seq FROM hosted_journal ORDER BY hosted, seq").raw()];
  expect(rows).toEqual([
    [1, 2],
    [1, 5],
    [1, 6],
    [2, 9],
  ]);
});
