import { describe, expect, it } from "vitest";
import { type Addressee, addresseesFinding, addressRefusal, isUnanswerable } from "../../src/access/address.ts";
import type { Accessor } from "../../src/access/audience.ts";

const bob: Accessor = { subject: "bob", groups: ["sales"], scopes: ["HUMAN_INPUT_RESPOND", "REGISTRY_WRITE"] };

describe("the address of a question", () => {
  it("[N509] names subjects, groups and scopes, and nobody else may answer, whatever else it holds", () => {
    const refusalOf = (addressees: readonly Addressee[], accessor = bob) => addressRefusal(accessor, { addressees });
    expect(addressRefusal(bob, {})).toBeUndefined();
    expect(refusalOf([{ subject: "bob" }])).toBeUndefined();
    expect(refusalOf([{ subject: "ann" }, { group: "sales" }])).toBeUndefined();
    expect(refusalOf([{ scope: "REGISTRY_WRITE" }])).toBeUndefined();
    for (const others of [
      [{ subject: "ann" }],
      [{ group: "bob" }],
      [{ scope: "AUDIT_READ" }],
      [{ subject: "sales" }],
      [],
    ])
      expect(refusalOf(others as readonly Addressee[])).toBe("NOT_ADDRESSED");
    const all = { ...bob, scopes: ["EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL", "HUMAN_INPUT_RESPOND"] };
    expect(refusalOf([{ subject: "ann" }], all)).toBe("NOT_ADDRESSED");
  });

  it("[N509] is met by a token for one thing through its subject alone", () => {
    const grant = { thing: { kind: "EXECUTION", execution: "e" }, actions: ["ANSWER"], isVouched: true } as const;
    const token = { ...bob, grant };
    expect(addressRefusal(token, { addressees: [{ subject: "bob" }] })).toBeUndefined();
    expect(addressRefusal(token, { addressees: [{ group: "sales" }] })).toBe("NOT_ADDRESSED");
    expect(addressRefusal(token, { addressees: [{ scope: "HUMAN_INPUT_RESPOND" }] })).toBe("NOT_ADDRESSED");
  });

  it("[N510] keeps out who started the execution, also one that it is addressed to, and a question that nobody may answer is found", () => {
    expect(addressRefusal(bob, { notBy: ["bob"] })).toBe("FOUR_EYES");
    expect(addressRefusal(bob, { addressees: [{ subject: "bob" }], notBy: ["ann", "bob"] })).toBe("FOUR_EYES");
    expect(addressRefusal(bob, { notBy: ["ann"] })).toBeUndefined();
    const grant = {
      thing: { kind: "EXECUTION", execution: "e" },
      actions: ["ANSWER"],
      isVouched: true,
      maker: "ann",
    } as const;
    expect(addressRefusal({ ...bob, grant }, { notBy: ["ann"] })).toBe("FOUR_EYES");
    expect(addressRefusal({ ...bob, grant }, { notBy: ["eve"] })).toBeUndefined();
    expect(isUnanswerable({ addressees: [{ subject: "bob" }], notBy: ["bob"] })).toBe(true);
    expect(isUnanswerable({ addressees: [{ subject: "bob" }, { group: "bob" }], notBy: ["bob"] })).toBe(false);
    expect(isUnanswerable({ notBy: ["bob"] })).toBe(false);
  });

  it("[N509] that is empty, too long, unknown or says something twice is refused with the finding", () => {
    const many = Array.from({ length: 11 }, (_, at) => ({ subject: `s${at}` }));
    expect(addresseesFinding([])).toBe("from 1 to 10 addressees, found 0");
    expect(addresseesFinding(many)).toBe("from 1 to 10 addressees, found 11");
    expect(addresseesFinding(many.slice(1))).toBeUndefined();
    expect(addresseesFinding([{ group: "g".repeat(256) }])).toBe("names from 1 to 255 characters, found one of 256");
    expect(addresseesFinding([{ subject: "s".repeat(255) }])).toBeUndefined();
    expect(addresseesFinding([{ subject: "" }])).toContain("found one of 0");
    expect(addresseesFinding([{ scope: "ROOT" }])).toBe('a scope of this software, found "ROOT"');
    expect(addresseesFinding([{ group: "a" }, { group: "a" }])).toBe('each addressee once, found the group "a" again');
  });
});
