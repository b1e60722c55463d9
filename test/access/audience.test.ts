/** The one decision of who may see and do what: its whole table, written again by hand in other words. */
import { describe, expect, it } from "vitest";
import {
  type Accessor,
  type Action,
  type Audience,
  coversScope,
  holdsScope,
  mayAccess,
  reachOf,
} from "../../src/access/audience.ts";
import { areGroupNames, givenConfinement, visibilityProblem } from "../../src/access/given-visibility.ts";

const audiences: readonly Audience[] = [
  { owner: "alice" },
  { owner: "alice", visibility: "OWN" },
  { owner: "alice", visibility: "GROUP", group: "sales" },
];
const subjects = ["alice", "bob"];
const groups = [[], ["sales"], ["law"], ["law", "sales"]];
const families: { readonly [A in Exclude<Action, "USE">]: readonly (string | undefined)[] } = {
  READ: [undefined, "EXECUTION_READ_OWN", "EXECUTION_READ", "EXECUTION_READ_ALL"],
  CONTROL: [undefined, "EXECUTION_CONTROL_OWN", "EXECUTION_CONTROL", "EXECUTION_CONTROL_ALL"],
  RESPOND: [undefined, "HUMAN_INPUT_RESPOND_OWN", "HUMAN_INPUT_RESPOND"],
};

/** The rule in the words of the documentation. */
function expected(accessor: Accessor, audience: Audience, scope: string | undefined): boolean {
  if (scope?.endsWith("_ALL") === true || audience.owner === accessor.subject) return true;
  if (scope === undefined || scope.endsWith("_OWN")) return false;
  if (audience.visibility === "OWN") return false;
  return audience.visibility === undefined || accessor.groups.includes("sales");
}

describe("mayAccess", () => {
  it("[N500] is decided by owner, visibility, group and the reach of the scope, for every combination", () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const [action, scopes] of Object.entries(families) as [Action, readonly (string | undefined)[]][])
      for (const scope of scopes)
        for (const subject of subjects)
          for (const inGroups of groups)
            for (const audience of audiences) {
              // The other families are held as widely as can be, and count for nothing.
              const others = Object.entries(families).flatMap(([other, list]) => (other === action ? [] : list.at(-1)));
              const held = [scope, ...others].filter((one) => one !== undefined);
              const accessor = { subject, groups: inGroups, scopes: held };
              count += 1;
              if (mayAccess(accessor, audience, action) !== expected(accessor, audience, scope))
                wrong.push({ action, accessor, audience });
            }
    expect(wrong).toEqual([]);
    expect(count).toBe(11 * 2 * 4 * 3);
  });

  it("[N500] a caller without scopes goes on with what the tenant sees, one with EXECUTION_READ_OWN only with its own", () => {
    const bob = (...scopes: string[]) => ({ subject: "bob", groups: [], scopes });
    expect(reachOf(bob("EXECUTION_START"), "USE")).toBe("VISIBLE");
    expect(reachOf(bob("EXECUTION_START", "EXECUTION_READ_OWN"), "USE")).toBe("OWN");
    expect(reachOf(bob("EXECUTION_READ_ALL"), "USE")).toBe("ALL");
  });

  it("[N501] a scope stands for its narrower ones, never for wider ones", () => {
    expect(holdsScope(["EXECUTION_READ_OWN"], "EXECUTION_READ")).toBe(true);
    expect(holdsScope(["EXECUTION_READ_ALL"], "EXECUTION_READ")).toBe(true);
    expect(holdsScope(["EXECUTION_CONTROL_ALL"], "EXECUTION_READ")).toBe(false);
    expect(holdsScope(["EXECUTION_READ"], "EXECUTION_READ_ALL")).toBe(false);
    expect(holdsScope(["HUMAN_INPUT_RESPOND_OWN"], "HUMAN_INPUT_RESPOND")).toBe(true);
    expect(coversScope(["EXECUTION_READ"], "EXECUTION_READ_OWN")).toBe(true);
    expect(coversScope(["EXECUTION_READ_ALL"], "EXECUTION_READ")).toBe(true);
    expect(coversScope(["EXECUTION_READ"], "EXECUTION_READ_ALL")).toBe(false);
    expect(coversScope(["EXECUTION_READ_OWN"], "EXECUTION_READ")).toBe(false);
    expect(coversScope(["DEBUG_READ"], "DEBUG_READ")).toBe(true);
  });
});

describe("the visibility that a request asks for", () => {
  const alice = { subject: "alice", groups: ["sales"], scopes: [] };

  it("[N502] is refused with the reason where it cannot be meant", () => {
    const finding = (given: Parameters<typeof visibilityProblem>[0]) => visibilityProblem(given, alice);
    expect(finding({ visibility: "GROUP" })).toEqual({
      member: "group",
      finding: "required the name of a group for GROUP, found none",
    });
    expect(finding({ visibility: "GROUP", group: "law" })).toEqual({
      member: "group",
      finding: 'required a group of the caller ("sales"), found "law"',
    });
    expect(visibilityProblem({ visibility: "GROUP", group: "law" }, { ...alice, groups: [] })?.finding).toContain(
      "required a group of the caller (none)",
    );
    expect(finding({ visibility: "OWN", group: "sales" })?.finding).toContain(
      "the visibility GROUP beside it, found OWN",
    );
    expect(finding({ group: "sales" })?.finding).toContain("found none");
    for (const fine of [
      {},
      { visibility: "OWN" },
      { visibility: "TENANT" },
      { visibility: "GROUP", group: "sales" },
    ] as const)
      expect(finding(fine)).toBeUndefined();
  });

  it("[N502] is stored as nothing for the whole tenant, so that what was stored before stays what it was", () => {
    expect(givenConfinement({}, "TENANT")).toEqual({});
    expect(givenConfinement({}, "OWN")).toEqual({ visibility: "OWN" });
    expect(givenConfinement({ visibility: "TENANT" }, "OWN")).toEqual({});
    expect(givenConfinement({ visibility: "GROUP", group: "sales" }, "OWN")).toEqual({
      visibility: "GROUP",
      group: "sales",
    });
  });

  it("[N501] a credential names at most 100 groups of 255 characters", () => {
    const named = (count: number, length: number) => Array.from({ length: count }, () => "g".repeat(length));
    expect(areGroupNames(named(100, 255))).toBe(true);
    for (const wrong of [named(101, 1), named(1, 256), [""], [1], "sales", null, { sales: true }])
      expect(areGroupNames(wrong)).toBe(false);
  });
});
