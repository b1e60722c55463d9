import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonPointer } from "../../../src/json/value-path.ts";
import {
  callablesByName,
  type ExecutionDefinitions,
  type FlowPolicy,
  type FlowRule,
} from "../../../src/plan/callable.ts";
import { CallRules } from "../../../src/plan/labels/call-rules.ts";
import { CallVerdicts } from "../../../src/plan/labels/call-verdicts.ts";
import { ExecutionRules } from "../../../src/plan/labels/execution-rules.ts";
import { labelsFrom } from "../../../src/plan/labels/label.ts";
import { planFlows } from "../../../src/plan/labels/plan-flows.ts";
import { PlanLabels } from "../../../src/plan/labels/plan-labels.ts";
import { withMembers } from "../../../src/plan/operands/operand.ts";
import type { Operand, Plan, PlanStep, ToolStep } from "../../../src/plan/plan.ts";
import { leafSteps } from "../../../src/plan/plan-scope.ts";
import type { ValueFlow } from "../../../src/plan/value-flow.ts";
import { callable } from "../../support/plan/callables.ts";
import { definitions, known, randomPlan, reference } from "../../support/plan/labelled-plans.ts";
import { plainAction } from "../../support/plan/plain-rules.ts";
import { argumentsOf, from, planOf, step } from "../../support/plan/plan-steps.ts";

const actions = ["ALLOW", "ASK", "REFUSE"] as const;
const effects = ["READ_ONLY", "IDEMPOTENT", "UNSAFE"] as const;

function randomRule(permitted: readonly FlowRule["action"][]): fc.Arbitrary<FlowRule> {
  const named = fc.record(
    {
      callable: fc.constantFrom(...known.map(({ name }) => `world.${name}`), "other.clean"),
      argument: fc.constantFrom("/m0", "/m1", "/m0/m0", "/m1/0"),
    },
    { requiredKeys: ["callable"] },
  );
  const scope = fc.oneof(fc.constant({}), fc.record({ effectClass: fc.constantFrom(...effects) }), named);
  const label = fc.constantFrom("web", "mail", "UNTRUSTED", "checked", "CALLER", "INPUT", "PERSON");
  return fc
    .tuple(label, fc.constantFrom(...permitted), scope)
    .map(([about, action, where]) => ({ label: about, action, ...where }));
}

const policy = fc
  .tuple(fc.constantFrom(...actions), fc.array(randomRule(actions), { maxLength: 6 }))
  .map(([base, rules]): FlowPolicy => (rules.length === 0 ? { base } : { base, rules }));
const added = fc.array(randomRule(["ASK", "REFUSE"]), { maxLength: 2 });
const classes = fc.array(fc.constantFrom(...effects), { minLength: known.length, maxLength: known.length });

/** What the plan of a case pins: its own callables and no others. */
function pinnedFor(plan: Plan, flow: FlowPolicy, effectClasses: readonly (typeof effects)[number][]) {
  const named = new Set(leafSteps(plan).map(({ callableName }) => callableName));
  const callables = known.flatMap((one, at) =>
    named.has(one.name) ? [{ ...one, effectClass: effectClasses[at] ?? one.effectClass }] : [],
  );
  return { ...definitions, callables, flow };
}

function labelsOf(plan: Plan, own: ExecutionDefinitions): PlanLabels {
  const [written, given] = [labelsFrom(["CALLER"], "the plan"), labelsFrom(["INPUT"], "input")];
  return new PlanLabels({ plan, callables: callablesByName(own), definitions: own, written, given });
}

/** Every argument that the plan names, with its place. */
function argumentsIn(operand: Operand, path: readonly string[] = []): readonly (readonly [string, Operand])[] {
  const named = withMembers(operand);
  if (named.kind === "object") return named.entries.flatMap(([name, one]) => argumentsIn(one, [...path, name]));
  if (named.kind === "array") return named.items.flatMap((one, at) => argumentsIn(one, [...path, String(at)]));
  return [[jsonPointer(path), named]];
}

const shown = (flows: readonly ValueFlow[]) =>
  flows.map(({ action, argument, label }) => `${action} ${label} ${argument}`).sort();

/** The flows that hold each call, by comparing each label of each argument with each rule. */
function plainly(plan: Plan, own: ExecutionDefinitions, flow: FlowPolicy, more: readonly FlowRule[]) {
  const labels = labelsOf(plan, own);
  return leafSteps(plan).map((call) => {
    const called = callablesByName(own).get(call.callableName) ?? callable(call.callableName, "UNSAFE");
    const places = [
      [null, [...labels.chosenBy(call.id).keys()]] as const,
      ...argumentsIn(call.arguments).map(
        ([place, operand]) => [place, [...labels.operand(operand, call.id).keys()]] as const,
      ),
    ];
    const flows = places.flatMap(([argument, found]) =>
      found.map((label) => ({ argument, label, path: [], action: plainAction(label, argument, called, flow, more) })),
    );
    return { call, called, held: shown(flows.filter(({ action }) => action !== "ALLOW")) };
  });
}

const outside = ["CALLER", "INPUT"];

describe("the calls that rules hold", () => {
  it("[N962] are those that comparing each label of each argument with each rule finds, over random plans and rules, in a run and in the check before", () => {
    fc.assert(
      fc.property(randomPlan, policy, added, classes, fc.boolean(), (plan, flow, more, effectClasses, isBackwards) => {
        const own = pinnedFor(plan, flow, effectClasses);
        const expected = plainly(plan, own, flow, more);
        const rules = new ExecutionRules(own, more, outside);
        const held = new CallVerdicts(plan, callablesByName(own), rules, () => labelsOf(plan, own));
        for (const one of isBackwards ? [...expected].reverse() : expected)
          expect([one.call.id, shown(held.flowsInto(one.call, one.called))]).toEqual([one.call.id, one.held]);
        const labels = labelsOf(plan, own);
        const checked = { labels, steps: leafSteps(plan), callables: callablesByName(own), placeOf: () => [] };
        expect(planFlows({ ...checked, added: more }).flows.map(([id, flows]) => [id, shown(flows)])).toEqual(
          expected.flatMap(({ call, held: flows }) => (flows.length === 0 ? [] : [[call.id, flows]])),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("[N961] are never among those that no value of the execution can hold, whatever its plan", () => {
    let free = 0;
    fc.assert(
      fc.property(randomPlan, policy, added, classes, (plan, flow, more, effectClasses) => {
        const own = pinnedFor(plan, flow, effectClasses);
        const rules = new ExecutionRules(own, more, outside);
        for (const { called, held } of plainly(plan, own, flow, more)) {
          if (rules.canHold(called)) continue;
          free += 1;
          expect(held).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    expect(free).toBeGreaterThan(100);
  });

  it("[N961] cost nothing to find where no label that they can have is ruled about: no label of a value is computed", () => {
    const pay = callable("pay", "UNSAFE", { outputLabels: ["web"] });
    const read = callable("read", "READ_ONLY");
    const dualMode = { strictSchema: true, artifactArgument: "input_artifact", targetName: "own" } as const;
    const chain = planOf([
      step("a", { tool: "pay" }),
      step("b", { tool: "pay", arguments: argumentsOf({ to: from("a") }) }),
    ]);
    const asked = (
      own: Partial<ExecutionDefinitions>,
      more: readonly FlowRule[] = [],
      given: readonly string[] = [],
    ) => {
      const all = { ...definitions, callables: [pay], ...own };
      const labels = () => {
        throw new Error("asked for a label");
      };
      const held = new CallVerdicts(chain, callablesByName(all), new ExecutionRules(all, more, given), labels);
      return () => chain.steps.flatMap((call) => held.flowsInto(call as ToolStep, pay));
    };
    const asks = { base: "ASK" } as const;
    const rule = (more: Partial<FlowRule>): FlowRule => ({ label: "web", action: "REFUSE", ...more });
    for (const free of [
      asked({ flow: asks }),
      asked({ flow: { ...asks, rules: [rule({ label: "UNTRUSTED", action: "ALLOW" })] }, callables: [pay, read] }),
      asked({ flow: { ...asks, rules: [rule({ label: "mail" }), rule({ callable: "bank.pay" })] } }),
      asked({
        flow: { ...asks, rules: [rule({ effectClass: "UNSAFE" }), rule({ callable: "world.pay", action: "ALLOW" })] },
      }),
      asked({}, [rule({ label: "mail" })]),
    ])
      expect(free()).toEqual([]);
    for (const looked of [
      asked({ flow: asks, callables: [pay, read] }),
      asked({ flow: asks, inherited: [read] }),
      asked({ flow: asks, inherited: [{ ...pay, name: "own", dualMode }] }),
      asked({ flow: asks }, [], ["UNTRUSTED"]),
      asked({ flow: { ...asks, rules: [rule({ callable: "world.pay", argument: "/to" })] } }),
      asked({ flow: { ...asks, rules: [rule({ label: "mail" })] } }, [], ["mail"]),
      asked({}, [rule({})]),
    ])
      expect(looked).toThrow("asked for a label");
  });

  it("[N963] are found for many steps at once, and for all items of a map or loop by the step that they are made from", () => {
    const pay = callable("pay", "UNSAFE", { outputLabels: [] });
    const own = { ...definitions, callables: [pay, callable("read", "READ_ONLY")], flow: { base: "ASK" } } as const;
    const item = step("m[]", { tool: "pay", arguments: argumentsOf({ to: reference("item", "item") }) });
    const map = { ...step("m"), kind: "MAP", children: [item], over: reference("input", "input") } as const;
    const bounds = { maxConcurrency: null, maxItems: 900, maxFailures: 0, continueOnFailure: false };
    const calls = Array.from({ length: 90 }, (_, at) => step(`s${at}`, { tool: "pay" }));
    const plan = planOf([...calls, { ...map, ...bounds } satisfies PlanStep]);
    let asked = 0;
    const rules = new ExecutionRules(own, [], outside);
    const held = new CallVerdicts(plan, callablesByName(own), rules, () => {
      asked += 1;
      return labelsOf(plan, own);
    });
    for (const call of calls) expect(held.flowsInto(call, pay)).toEqual([]);
    for (let at = 0; at < 900; at += 1) expect(held.flowsInto({ ...item, id: `m[${at}]` }, pay)).toEqual([]);
    expect(asked).toBe(1);
  });

  it("[N962] are held at every argument that a rule names, and canHold of a label says so of some", () => {
    fc.assert(
      fc.property(policy, added, fc.constantFrom(...effects), (flow, more, effectClass) => {
        const called = callable("clean", effectClass);
        const rules = new CallRules({ callable: called, providerKind: "MCP" }, flow, more);
        for (const label of ["web", "UNTRUSTED", "CALLER"]) {
          const targets = [null, "", "/m0", "/m0/m0", "/m0/m0/x", "/m1/0", "/m1/1", "/other"];
          const found = targets.map((target) => rules.actionFor(label, target));
          expect(found).toEqual(targets.map((target) => plainAction(label, target, called, flow, more)));
          if (!rules.canHold(label)) expect(new Set(found)).toEqual(new Set(["ALLOW"]));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
