/** Which access tokens are ended by a revocation. */
import { describe, expect, it } from "vitest";
import { ownedTokensKey, ownTokensKey } from "../../../src/access/grant.ts";
import {
  AccessGenerations,
  maxOwnRevocations,
  maxRevokedThings,
  type TokenGenerations,
  wholeTenant,
} from "../../../src/durable/tenant/access-generations.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const dayMs = 86_400_000;

/** Whether a token of these generations is refused now. */
function isEnded(
  table: AccessGenerations,
  thing: string,
  { tenant, thing: own }: TokenGenerations,
  now: number,
): boolean {
  const raised = new Map(table.raised(now));
  return own < (raised.get(thing) ?? 0) || tenant < (raised.get(wholeTenant) ?? 0);
}

/** Whether a token for `thing`, of `owner` where its maker knew it, is refused now. */
function isEndedOf(table: AccessGenerations, thing: string, token: TokenGenerations, owner?: string): boolean {
  const raised = new Map(table.raised(1));
  return isEnded(table, thing, token, 1) || token.owned < (raised.get(ownedTokensKey(thing, owner)) ?? 0);
}

describe("generations of access tokens", () => {
  it("[N523] end every token that was made before, none of another thing, and none that is made after", () => {
    const table = new AccessGenerations(memorySql());
    const [before, other] = [table.take("Ea", "ada", dayMs), table.take("Eb", "ada", dayMs)];
    table.raise("Ea", dayMs, 0);
    const after = table.take("Ea", "ada", dayMs);
    expect(isEnded(table, "Ea", before, 1)).toBe(true);
    expect(isEnded(table, "Eb", other, 1)).toBe(false);
    expect(isEnded(table, "Ea", after, 1)).toBe(false);
    table.raise("Ea", dayMs, 1);
    expect(isEnded(table, "Ea", after, 2)).toBe(true);
  });

  it("[N523] are kept until no token of an earlier one can be valid, and are forgotten then", () => {
    const table = new AccessGenerations(memorySql());
    table.raise("Ea", dayMs, 0);
    const late = table.take("Ea", "ada", 2 * dayMs - 1);
    table.raise("Eb", 2 * dayMs, dayMs);
    // The row of Ea is there as long as the token that was made with it.
    table.raise("Ea", 2 * dayMs, dayMs);
    expect(isEnded(table, "Ea", late, dayMs + 1)).toBe(true);
    table.raise("Ec", 5 * dayMs, 3 * dayMs);
    expect(table.raised(3 * dayMs)).toEqual([["Ec", 1]]);
  });

  it("[N582] that one subject raises end the tokens that act for it alone, however many names it guesses", () => {
    const table = new AccessGenerations(memorySql());
    const isOwnEnded = (token: TokenGenerations, thing: string, subject: string) => {
      const raised = new Map(table.raised(1));
      const isBelow = (own: number, key: string) => own < (raised.get(key) ?? 0);
      return isBelow(token.own, ownTokensKey(subject, thing)) || isBelow(token.subject, ownTokensKey(subject));
    };
    const [own, other] = [table.take("Cc", "mallory", dayMs), table.take("Cc", "alice", dayMs)];
    const elsewhere = table.take("Cother", "mallory", dayMs);
    table.raiseOwn("Cc", "mallory", dayMs, 0);
    expect(isOwnEnded(own, "Cc", "mallory")).toBe(true);
    expect(isOwnEnded(elsewhere, "Cother", "mallory")).toBe(false);
    for (let n = 0; n < 2 * maxRevokedThings; n++) table.raiseOwn(`C${n}`, "mallory", dayMs, 0);
    expect(isOwnEnded(elsewhere, "Cother", "mallory")).toBe(true);
    expect(isOwnEnded(other, "Cc", "alice") || isEnded(table, "Cc", other, 1)).toBe(false);
    expect(table.raised(1).length).toBeLessThanOrEqual(maxOwnRevocations + 1);
    const after = table.take("Cc", "mallory", dayMs);
    expect(isOwnEnded(after, "Cc", "mallory")).toBe(false);
  });

  it("[N910] of more things of one owner than are kept become one of that owner, and tokens for things of others stay", () => {
    const table = new AccessGenerations(memorySql());
    const things = Array.from({ length: maxRevokedThings + 1 }, (_, n) => `E${n}`);
    const tokens = things.map((thing) => table.take(thing, "bob", dayMs, "mallory"));
    const unrevoked = table.take("Eunrevoked", "mallory", dayMs, "mallory");
    const talk = table.take("Cnot-begun", "mallory", dayMs);
    const others = ["Ea", "Cc"].map((thing) => [thing, table.take(thing, "alice", dayMs, "alice")] as const);
    table.raise("Ealice-revoked", dayMs, 0, "alice");
    for (const thing of things) table.raise(thing, dayMs, 0, "mallory");
    for (const [n, token] of tokens.entries()) expect(isEndedOf(table, `E${n}`, token, "mallory")).toBe(true);
    expect(isEndedOf(table, "Eunrevoked", unrevoked, "mallory")).toBe(true);
    for (const [thing, token] of others) expect(isEndedOf(table, thing, token, "alice")).toBe(false);
    expect(isEndedOf(table, "Cnot-begun", talk)).toBe(false);
    expect(new Map(table.raised(1)).has(wholeTenant)).toBe(false);
    const after = table.take("E0", "bob", dayMs, "mallory");
    expect(isEndedOf(table, "E0", after, "mallory")).toBe(false);
    table.raise("E0", dayMs, 0, "mallory");
    expect(isEndedOf(table, "E0", after, "mallory")).toBe(true);
  });

  it("[N910] of many conversations of one owner end tokens whose makers did not know the owner of a conversation too", () => {
    const table = new AccessGenerations(memorySql());
    const [early, run] = [table.take("Cearly", "bob", dayMs), table.take("Erun", "bob", dayMs, "bob")];
    for (let n = 0; n <= maxRevokedThings; n++) table.raise(n === 0 ? "Cearly" : `C${n}`, dayMs, 0, "mallory");
    expect(isEndedOf(table, "Cearly", early)).toBe(true);
    expect(isEndedOf(table, "Erun", run, "bob")).toBe(false);
    expect(isEndedOf(table, "Cearly", table.take("Cearly", "bob", dayMs))).toBe(false);
  });

  it("[N910] of many owners are replaced for whoever has the most, and for the tenant once none has two", () => {
    const table = new AccessGenerations(memorySql());
    const quiet = table.take("Equiet", "quiet", dayMs, "quiet");
    const few = table.take("Efew-unrevoked", "few", dayMs, "few");
    for (const thing of ["Efew-1", "Efew-2"]) table.raise(thing, dayMs, 0, "few");
    for (let n = 0; n < 3 * maxRevokedThings; n++) table.raise(`E${n}`, dayMs, 0, `mallory-${n % 20}`);
    expect(isEndedOf(table, "Efew-unrevoked", few, "few")).toBe(false);
    expect(isEndedOf(table, "Equiet", quiet, "quiet")).toBe(false);
    expect(table.raised(1).length).toBeLessThanOrEqual(maxRevokedThings);
    for (let n = 0; n < 2 * maxRevokedThings; n++) table.raise(`Eof-${n}`, dayMs, 0, `owner-${n}`);
    expect(isEndedOf(table, "Equiet", quiet, "quiet")).toBe(true);
    expect(table.raised(1).length).toBeLessThanOrEqual(maxRevokedThings);
  });

  it("[N910] of names that many subjects guess are replaced for those subjects", () => {
    const table = new AccessGenerations(memorySql());
    const alice = table.take("Cc", "alice", dayMs, "alice");
    for (let n = 0; n < 2 * maxRevokedThings; n++) table.raiseOwn(`C${n}`, `mallory-${n % 40}`, dayMs, 0);
    expect(isEndedOf(table, "Cc", alice, "alice")).toBe(false);
    expect(table.raised(1).length).toBeLessThanOrEqual(maxRevokedThings);
  });

  it("[N910] are read where an earlier version stored them, and its tokens end with those of unknown owners", () => {
    const sql = memorySql();
    sql.exec(
      "CREATE TABLE access_generation(thing TEXT PRIMARY KEY, generation INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID",
    );
    sql.exec("INSERT INTO access_generation(thing, generation, until) VALUES('Eold', 3, ?)", dayMs);
    const table = new AccessGenerations(sql);
    expect(table.raised(1)).toEqual([["Eold", 3]]);
    const earlier = { ...table.take("E5", "bob", dayMs), owned: 0 };
    for (let n = 0; n <= maxRevokedThings; n++) table.raise(`E${n}`, dayMs, 0, "mallory");
    expect(isEndedOf(table, "E5", earlier)).toBe(true);
    expect(new Map(table.raised(1)).get("Eold")).toBe(3);
  });

  it("[N523] of so many things become that of the tenant, which ends every earlier token", () => {
    const table = new AccessGenerations(memorySql());
    const innocent = table.take("Einnocent", "ada", dayMs);
    for (let n = 0; n < maxRevokedThings; n++) table.raise(`E${n}`, dayMs, 0);
    const revoked = table.take("E5", "ada", dayMs);
    expect(isEnded(table, "Einnocent", innocent, 1)).toBe(false);
    table.raise("Eone-more", dayMs, 0);
    expect(table.raised(1)).toEqual([[wholeTenant, 1]]);
    for (const [thing, token] of [
      ["Einnocent", innocent],
      ["E5", revoked],
    ] as const)
      expect(isEnded(table, thing, token, 1)).toBe(true);
    expect(isEnded(table, "E5", table.take("E5", "ada", dayMs), 1)).toBe(false);
  });
});
