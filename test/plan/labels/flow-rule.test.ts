import { describe, expect, it } from "vitest";
import type { FlowRule } from "../../../src/plan/callable.ts";
import { CallRules } from "../../../src/plan/labels/call-rules.ts";
import { flowRulesFinding, knownLabels, type RuledCallable } from "../../../src/plan/labels/flow-rule.ts";
import { callable } from "../../support/plan/callables.ts";

const pay = { callable: callable("pay", "UNSAFE", { provider: "bank" }), providerKind: "MCP" } as const;
const rule = (action: FlowRule["action"], more: Partial<FlowRule> = {}): FlowRule => ({
  label: "web",
  action,
  ...more,
});
const labels = knownLabels(["web", "TRUSTED"]);
const bounds = { maximum: 4, permits: ["ALLOW", "ASK", "REFUSE"] } as const;

function decided(rules: readonly FlowRule[], target: string | null = "/to", added: readonly FlowRule[] = []) {
  return new CallRules(pay, { base: "ASK", rules }, added).actionFor("web", target);
}

describe("rules of what may reach what", () => {
  it("[N552] the most specific one decides, whatever their order", () => {
    const rules = [
      rule("REFUSE"),
      rule("ASK", { effectClass: "UNSAFE" }),
      rule("REFUSE", { callable: "bank.pay" }),
      rule("ASK", { callable: "bank.pay", argument: "/to" }),
      rule("ALLOW", { callable: "bank.pay", argument: "/to/name" }),
    ];
    const expected = ["REFUSE", "ASK", "REFUSE", "ASK", "ALLOW"];
    for (const [position, action] of expected.entries()) {
      const some = rules.slice(0, position + 1);
      expect(decided(some, "/to/name")).toBe(action);
      expect(decided([...some].reverse(), "/to/name")).toBe(action);
    }
  });

  it("[N552] one for an argument holds for what lies in it, for a value that holds it, and for nothing beside it", () => {
    const asked = [rule("ASK", { callable: "bank.pay", argument: "/to" })];
    expect(["/to", "/to/name", "", "/total", "/subject", null].map((target) => decided(asked, target))).toEqual([
      ...["ASK", "ASK", "ASK", "ALLOW", "ALLOW", "ALLOW"],
    ]);
    const allowed = [rule("ASK"), rule("ALLOW", { callable: "bank.pay", argument: "/to" })];
    expect(["/to", "/to/name", "", "/subject"].map((target) => decided(allowed, target))).toEqual([
      ...["ALLOW", "ALLOW", "ASK", "ASK"],
    ]);
  });

  it("[N552] what an execution adds is never milder, and a rule follows its tool whatever the tool is called in plans", () => {
    expect(decided([rule("REFUSE")], "/to", [rule("ASK")])).toBe("REFUSE");
    expect(decided([rule("ALLOW")], "/to", [rule("ASK", { callable: "bank.pay" })])).toBe("ASK");
    const renamed = { ...pay, callable: { ...pay.callable, name: "bank.pay" } };
    const refused = new CallRules(renamed, { base: "ASK", rules: [rule("REFUSE", { callable: "bank.pay" })] });
    expect(refused.actionFor("web", "/to")).toBe("REFUSE");
  });

  it("[N552] the base rule is about UNTRUSTED values and unsafe calls alone", () => {
    const base = (label: string, facts: object, providerKind: RuledCallable["providerKind"], target: string | null) =>
      new CallRules({ callable: { ...pay.callable, ...facts }, providerKind }, { base: "REFUSE" }).actionFor(
        label,
        target,
      );
    expect(base("UNTRUSTED", {}, "MCP", "/to")).toBe("REFUSE");
    expect(base("UNTRUSTED", {}, undefined, "/to")).toBe("REFUSE");
    expect(base("web", {}, "MCP", "/to")).toBe("ALLOW");
    expect(base("UNTRUSTED", { effectClass: "KEYED" }, "MCP", "/to")).toBe("ALLOW");
    expect(base("UNTRUSTED", {}, "A2A", "/to")).toBe("ALLOW");
    expect(base("UNTRUSTED", {}, "A2A", null)).toBe("REFUSE");
    expect(base("UNTRUSTED", {}, "CHILD", null)).toBe("ALLOW");
    expect(base("UNTRUSTED", {}, "PERSON", "/to")).toBe("ALLOW");
  });

  it.each<[string, readonly FlowRule[], number | undefined, string]>([
    ["contradict", [rule("ASK"), rule("REFUSE")], 1, "found ASK and REFUSE in rules 0 and 1"],
    ["repeat", [rule("ASK"), rule("ASK")], 1, "found the same in rules 0 and 1"],
    ["name no label", [rule("ASK", { label: "wep" })], 0, 'found "wep"'],
    ["name trust", [rule("ASK", { label: "TRUSTED" })], 0, "absence of labels"],
    ["name two sorts", [rule("ASK", { callable: "a", effectClass: "UNSAFE" })], 0, "found both"],
    ["name an argument alone", [rule("ASK", { argument: "/to" })], 0, "required a callable"],
    ["name no pointer", [rule("ASK", { callable: "a", argument: "to" })], 0, 'found "to"'],
    ["are too many", Array.from({ length: 5 }, () => rule("ASK")), undefined, "at most 4 rules, found 5"],
  ])("[N552] that %s are refused with the place", (_, rules, position, words) => {
    const found = flowRulesFinding(rules, labels, bounds);
    expect(found?.position).toBe(position);
    expect(found?.finding).toContain(words);
  });

  it("[N552] of an execution may not allow", () => {
    expect(flowRulesFinding([rule("ALLOW")], labels, { maximum: 4, permits: ["ASK", "REFUSE"] })).toMatchObject({
      position: 0,
    });
    expect(flowRulesFinding([rule("ASK"), rule("REFUSE", { callable: "a" })], labels, bounds)).toBeUndefined();
  });
});
