/** The places of executions among the rows of a host. */
import { expect, it } from "vitest";
import { HostTables } from "../../../src/durable/storage/host-tables.ts";
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
