import { beforeEach, describe, expect, it } from "vitest";
import type { SubscriptionGate } from "../../../src/graph/base/graph-context.ts";
import { SubscriptionGates } from "../../../src/worker/auth/subscription-gates.ts";

const caps = { perSocket: 100, perAddress: 2, perTenant: 3, perSubject: 3, longestLifeMs: 60_000 };
const now = 1_000_000;
let gates: SubscriptionGates;

beforeEach(() => {
  gates = new SubscriptionGates();
});

function gate(tenant: string, address: string, validUntil?: number, subject = "ada"): SubscriptionGate {
  return gates.gateFor({ subject, tenant, validUntil }, address, caps, now);
}

/** Enters, and gives the way out. */
function entered(through: SubscriptionGate): () => void {
  const entrance = through.enter();
  if (entrance.kind === "REFUSED") throw new Error(`refused by the cap per ${entrance.cap}`);
  return entrance.leave;
}

describe("the gates of an isolate", () => {
  it("[N567] know what each tenant has open, and forget what has left", () => {
    const leave = entered(gate("one", "1.2.3.4"));
    entered(gate("one", "1.2.3.4", undefined, "bob"));
    expect([gates.openOf("one"), gates.openOf("other")]).toEqual([2, 0]);
    expect([gates.openOf("one", "bob"), gates.openOf("other", "bob")]).toEqual([1, 0]);
    leave();
    leave();
    expect(gates.openOf("one")).toBe(1);
  });

  it("let so many in per address and no more, whatever tenants they are of", () => {
    entered(gate("one", "1.2.3.4"));
    entered(gate("other", "1.2.3.4"));
    expect(gate("third", "1.2.3.4").enter()).toEqual({ kind: "REFUSED", cap: "address", maximum: 2 });
    entered(gate("third", "4.3.2.1"));
  });

  it("let so many in per tenant and no more, wherever they come from", () => {
    for (const address of ["a", "b", "c"]) entered(gate("tenant", address));
    expect(gate("tenant", "d").enter()).toEqual({ kind: "REFUSED", cap: "tenant", maximum: 3 });
    entered(gate("other", "d"));
  });

  it("[N585] let so many in per subject and no more, which is of one tenant, and leave the rest of the tenant to others", () => {
    const wide = { ...caps, perSubject: 2, perTenant: 3 };
    const of = (tenant: string, subject: string) =>
      gates.gateFor({ subject, tenant, validUntil: undefined }, "", wide, now);
    const [first] = [entered(of("tenant", "ada")), entered(of("tenant", "ada"))];
    expect(of("tenant", "ada").enter()).toEqual({ kind: "REFUSED", cap: "subject", maximum: 2 });
    entered(of("other", "ada"));
    const bob = entered(of("tenant", "bob"));
    first();
    entered(of("tenant", "ada"));
    bob();
    expect(of("tenant", "ada").enter()).toMatchObject({ cap: "subject" });
  });

  it("do not take all requests of unknown addresses for those of one", () => {
    for (const tenant of ["one", "other", "third"]) entered(gate(tenant, ""));
  });

  it("give a place back once, however often it is left", () => {
    const [first, second] = [entered(gate("tenant", "a")), entered(gate("tenant", "a"))];
    expect(gate("tenant", "a").enter().kind).toBe("REFUSED");
    first();
    first();
    first();
    const third = entered(gate("tenant", "a"));
    expect(gate("tenant", "a").enter().kind).toBe("REFUSED");
    second();
    third();
    entered(gate("tenant", "a"));
    entered(gate("tenant", "a"));
  });

  it("take nothing from one cap when the other refuses", () => {
    entered(gate("tenant", "a"));
    entered(gate("tenant", "a"));
    for (let tries = 0; tries < 5; tries++) expect(gate("tenant", "a").enter()).toMatchObject({ cap: "address" });
    entered(gate("tenant", "b"));
    expect(gate("tenant", "c").enter()).toMatchObject({ cap: "tenant" });
  });

  it("end a connection after its longest life, or with its credential if that ends before", () => {
    expect(gate("tenant", "a").endsAt).toBe(now + 60_000);
    expect(gate("tenant", "a", now + 10).endsAt).toBe(now + 10);
    expect(gate("tenant", "a", now + 90_000).endsAt).toBe(now + 60_000);
  });
});
