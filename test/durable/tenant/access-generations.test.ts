/** Which access tokens are ended by a revocation. */
import { describe, expect, it } from "vitest";
import { ownTokensKey } from "../../../src/access/grant.ts";
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
