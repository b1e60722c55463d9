/** What one subject of a tenant may give of artifacts. */
import { describe, expect, it } from "vitest";
import { GivenArtifacts } from "../../../src/durable/tenant/given-artifacts.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const kept = "CREATE TABLE kept_artifact(owner TEXT, name TEXT, tenant TEXT, until INTEGER)";

/** A table whose artifacts are all kept. */
function table(...names: readonly string[]) {
  const sql = memorySql();
  sql.exec(kept);
  for (const name of names) sql.exec("INSERT INTO kept_artifact VALUES('given', ?, 't', 1)", name);
  return { sql, given: new GivenArtifacts(sql) };
}

describe("artifacts of one subject", () => {
  it("[N590] are as many and as large as its caps say, whatever others gave, and one that goes makes room", async () => {
    const { given } = table("a", "b", "c", "d");
    const caps = { maxArtifacts: 10, maxBytes: 1_000, maxArtifactsPerSubject: 2, maxBytesPerSubject: 100 };
    const reserve = (name: string, bytes: number, subject: string) => given.reserve(name, bytes, caps, 1, subject);
    expect(reserve("a", 60, "ann")).toBeUndefined();
    expect(reserve("b", 41, "ann")).toEqual({ limit: "givenArtifactBytesPerSubject", maximum: 100, found: 101 });
    expect(reserve("b", 40, "ann")).toBeUndefined();
    expect(reserve("c", 0, "ann")).toEqual({ limit: "givenArtifactsPerSubject", maximum: 2, found: 3 });
    expect(reserve("c", 100, "bob")).toBeUndefined();
    // The same again passes nothing.
    expect(reserve("b", 40, "ann")).toBeUndefined();
    expect([given.totalOf("ann"), given.totalOf("bob"), given.total]).toEqual([
      { count: 2, bytes: 100 },
      { count: 1, bytes: 100 },
      { count: 3, bytes: 200 },
    ]);
    given.forget("a");
    expect(reserve("d", 60, "ann")).toBeUndefined();
    given.stored("d");
    await given.settle("d", async () => ({ byteSize: 50 }), 1);
    expect(given.totalOf("ann")).toEqual({ count: 2, bytes: 90 });
  });

  it("[N590] that an earlier version stored count for the tenant and for nobody", () => {
    const sql = memorySql();
    sql.exec(kept);
    sql.exec("CREATE TABLE given_artifact(name TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID");
    sql.exec("INSERT INTO kept_artifact VALUES('given', 'old', 't', 1)");
    sql.exec("INSERT INTO given_artifact VALUES('old', 7)");
    const given = new GivenArtifacts(sql);
    expect([given.total, given.totalOf("ann")]).toEqual([
      { count: 1, bytes: 7 },
      { count: 0, bytes: 0 },
    ]);
    const caps = { maxArtifacts: 0, maxBytes: 0, maxArtifactsPerSubject: 1 };
    expect(given.reserve("old", 9, caps, 1, "ann")).toBeUndefined();
    expect(given.reserve("new", 9, caps, 1, "ann")).toBeUndefined();
    expect(given.reserve("more", 9, caps, 1, "ann")).toMatchObject({ limit: "givenArtifactsPerSubject" });
  });
});
