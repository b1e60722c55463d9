/** The tables of viewers are made when they are first needed, and are not asked for again with each execution. */
import { expect, it } from "vitest";
import { hasViewers, writeViewers } from "../../../src/durable/index/index-viewers.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

it("[N746] an index asks once whether it has tables of viewers, and finds those that a later transaction makes or undoes", () => {
  const storage = memoryStorage();
  let lookups = 0;
  const sql = {
    exec(text: string, ...bound: SqlStorageValue[]) {
      if (text.includes("sqlite_master")) lookups += 1;
      return storage.sql.exec(text, ...bound);
    },
  } as SqlStorage;
  const open = summaryNamed("open", 1);
  const own = { ...summaryNamed("own", 2), subject: "alice", visibility: "OWN" as const };
  for (let count = 0; count < 10; count++) {
    writeViewers(sql, open);
    expect(hasViewers(sql)).toBe(false);
  }
  expect(lookups).toBe(2);
  const undone = () =>
    storage.transactionSync(() => {
      writeViewers(sql, own);
      expect(hasViewers(sql)).toBe(true);
      throw new Error("undone");
    });
  expect(undone).toThrow("undone");
  expect(hasViewers(sql)).toBe(false);
  writeViewers(sql, own);
  expect(hasViewers(sql)).toBe(true);
  expect(sql.exec("SELECT viewer, name FROM seen").toArray()).toEqual([{ viewer: "o:alice", name: "own" }]);
});
