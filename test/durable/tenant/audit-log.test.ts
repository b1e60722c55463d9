/** The table of the audit log: its order, its outcomes, its bounds and its retention, over the real SQLite in memory. */
import { describe, expect, it } from "vitest";
import { type AuditedAction, maxAuditCharacters, maxAuditEntries } from "../../../src/audit/audit-entry.ts";
import { AuditLog } from "../../../src/durable/tenant/audit-log.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const dayMs = 86_400_000;
const everything = { subject: null, before: null, limit: 100 };

const removal = (name: string, subject = "alice"): AuditedAction => ({
  ...{ subject, action: "REMOVE", target: { kind: "SERVER", name } },
});
const entries = (...names: readonly string[]) => names.map((name) => ({ id: `id-${name}`, action: removal(name) }));
const idsOf = (log: AuditLog, query: object = {}) => log.list({ ...everything, ...query }).entries.map(({ id }) => id);

describe("the audit log", () => {
  it("[N570] holds an entry from before the action, whose outcome is unknown until it is said, once", () => {
    const sql = memorySql();
    const log = new AuditLog(sql, dayMs);
    log.begin(entries("a", "b"), 1_000);
    expect(log.list(everything).entries).toEqual([
      { sequence: 2, id: "id-b", at: 1_000, outcome: "UNKNOWN", ...removal("b") },
      { sequence: 1, id: "id-a", at: 1_000, outcome: "UNKNOWN", ...removal("a") },
    ]);
    log.settle(["id-a"], { outcome: "REFUSED", result: "NOT_FOUND" });
    // A late or repeated word changes nothing, and neither does beginning again.
    log.settle(["id-a", "nobody"], { outcome: "DONE" });
    log.begin([{ id: "id-a", action: removal("other", "mallory") }], 2_000);
    expect(new AuditLog(sql, dayMs).list(everything).entries[1]).toEqual({
      ...{ sequence: 1, id: "id-a", at: 1_000, outcome: "REFUSED", result: "NOT_FOUND", ...removal("a") },
    });
  });

  it("[N570] is listed by pages, the latest first, of one subject or all", () => {
    const log = new AuditLog(memorySql(), dayMs);
    expect(log.list(everything)).toEqual({ entries: [], hasMore: false });
    log.begin(entries("a", "b", "c"), 1_000);
    log.begin([{ id: "id-d", action: removal("d", "bob") }], 1_001);
    expect(idsOf(log)).toEqual(["id-d", "id-c", "id-b", "id-a"]);
    expect(idsOf(log, { subject: "bob" })).toEqual(["id-d"]);
    const first = log.list({ ...everything, subject: "alice", limit: 2 });
    expect(first).toMatchObject({ entries: [{ sequence: 3 }, { sequence: 2 }], hasMore: true });
    expect(log.list({ subject: "alice", before: 2, limit: 2 })).toMatchObject({
      entries: [{ sequence: 1 }],
      hasMore: false,
    });
  });

  it("[N571] forgets entries whose time is over, a thousand at a time, and the oldest where there are too many", () => {
    const sql = memorySql();
    const log = new AuditLog(sql, dayMs);
    expect(log.nextAt(0)).toBeUndefined();
    expect(log.begin(entries(...Array.from({ length: 1_500 }, (_, index) => `${index}`)), 1_000)).toBe(true);
    expect(log.begin(entries("kept"), 2_000)).toBe(false);
    expect(log.nextAt(2_000)).toBe(1_000 + dayMs);
    log.removeDue(1_000 + dayMs - 1);
    expect(idsOf(log, { before: 2 })).toEqual(["id-0"]);
    log.removeDue(1_000 + dayMs);
    // What is left is due soon, not at once.
    expect(log.nextAt(1_000 + dayMs)).toBe(2_000 + dayMs);
    log.removeDue(1_000 + dayMs);
    expect(idsOf(log)).toEqual(["id-kept"]);
    sql.exec("UPDATE audit SET sequence = ? WHERE id = 'id-kept'", maxAuditEntries);
    log.begin(entries("next"), 2_000);
    expect(idsOf(log)).toEqual(["id-next", "id-kept"]);
    sql.exec("UPDATE audit SET sequence = 1 WHERE id = 'id-kept'");
    log.begin(entries("last"), 2_000);
    expect(idsOf(log)).toEqual(["id-last", "id-next"]);
  });

  it("[N571] cuts texts that are too long", () => {
    const log = new AuditLog(memorySql(), dayMs);
    const long = "x".repeat(maxAuditCharacters + 1);
    log.begin([{ id: "a", action: { ...removal(long, long), detail: long } }], 1_000);
    log.settle(["a"], { outcome: "REFUSED", result: long });
    const [entry] = log.list(everything).entries;
    for (const text of [entry?.subject, entry?.target.name, entry?.detail, entry?.result]) {
      expect(text).toBe(`${"x".repeat(maxAuditCharacters - 1)}…`);
    }
  });
});
