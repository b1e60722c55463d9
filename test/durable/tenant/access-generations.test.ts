/** Which access tokens are ended by a revocation. */
import { describe, expect, it } from "vitest";
import {
  AccessGenerations,
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
    const [before, other] = [table.take("Ea", dayMs), table.take("Eb", dayMs)];
    table.raise("Ea", dayMs, 0);
    const after = table.take("Ea", dayMs);
    expect(isEnded(table, "Ea", before, 1)).toBe(true);
    expect(isEnded(table, "Eb", other, 1)).toBe(false);
    expect(isEnded(table, "Ea", after, 1)).toBe(false);
    table.raise("Ea", dayMs, 1);
    expect(isEnded(table, "Ea", after, 2)).toBe(true);
  });

  it("[N523] are kept until no token of an earlier one can be valid, and are forgotten then", () => {
    const table = new AccessGenerations(memorySql());
    table.raise("Ea", dayMs, 0);
    const late = table.take("Ea", 2 * dayMs - 1);
    table.raise("Eb", 2 * dayMs, dayMs);
    // The row of Ea is there as long as the token that was made with it.
    table.raise("Ea", 2 * dayMs, dayMs);
    expect(isEnded(table, "Ea", late, dayMs + 1)).toBe(true);
    table.raise("Ec", 5 * dayMs, 3 * dayMs);
    expect(table.raised(3 * dayMs)).toEqual([["Ec", 1]]);
  });

  it("[N523] of so many things become that of the tenant, which ends every earlier token", () => {
    const table = new AccessGenerations(memorySql());
    const innocent = table.take("Einnocent", dayMs);
    for (let n = 0; n < maxRevokedThings; n++) table.raise(`E${n}`, dayMs, 0);
    const revoked = table.take("E5", dayMs);
    expect(isEnded(table, "Einnocent", innocent, 1)).toBe(false);
    table.raise("Eone-more", dayMs, 0);
    expect(table.raised(1)).toEqual([[wholeTenant, 1]]);
    for (const [thing, token] of [
      ["Einnocent", innocent],
      ["E5", revoked],
    ] as const)
      expect(isEnded(table, thing, token, 1)).toBe(true);
    expect(isEnded(table, "E5", table.take("E5", dayMs), 1)).toBe(false);
  });
});
