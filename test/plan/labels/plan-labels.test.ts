import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { humanInputCallable, humanInputProvider } from "../../../src/plan/human-input-callable.ts";
import { callFlows, heldFlows } from "../../../src/plan/labels/call-flows.ts";
import { CallRules } from "../../../src/plan/labels/call-rules.ts";
import { type LabelSet, labelsFrom } from "../../../src/plan/labels/label.ts";
import { PlanLabels } from "../../../src/plan/labels/plan-labels.ts";
import {
  defaultStepPolicy,
  type Operand,
  type Plan,
  type PlanStep,
  type Reference,
  type ToolStep,
} from "../../../src/plan/plan.ts";
import type { AgentDefinition, RunDefinition } from "../../../src/plan/run-definition.ts";
import { callable, child } from "../../support/plan/callables.ts";
import { definitions, known, randomPlan, reference, slowly } from "../../support/plan/labelled-plans.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const withChildren = (callables: readonly CallableDefinition[], blueprints: readonly RunDefinition[]) => ({
  ...{ ...definitions, callables, blueprints },
  providers: [
    ...definitions.providers,
    { name: "planwright", kind: "CHILD", url: "", bearerSecret: null, connection: null } as const,
  ],
});

/** A workflow of these steps whose output is made of those of some. */
function workflowOf(name: string, steps: readonly ToolStep[], ...given: readonly string[]): RunDefinition {
  return {
    ...{ kind: "WORKFLOW", key: `workflow:${name}`, name, version: "1", planHash: "h" },
    callableNames: steps.map(({ callableName }) => callableName),
    ...{ plan: planOf(steps), inputSchema: true, outputSchema: null },
    output: given.length === 0 ? null : { kind: "array", items: given.map((id) => from(id)) },
  };
}

function labelsOf(
  plan: Plan,
  written: LabelSet = labelsFrom(["CALLER"], "the plan"),
  given = labelsFrom(["INPUT"], "input"),
) {
  const callables = new Map(known.map((one) => [one.name, one]));
  return new PlanLabels({ plan, callables, definitions, written, given });
}

function callReference(id: string): Reference {
  return { root: "steps", id, path: [], expression: "" };
}

const sorted = (names: Iterable<string>) => [...names].sort();

describe("the labels of values", () => {
  it("[N550] are those that a plain interpreter finds over random plans, whichever is asked for first", () => {
    fc.assert(
      fc.property(randomPlan, fc.boolean(), (plan, isBackwards) => {
        const { outputs, reached } = slowly(plan);
        const found = labelsOf(plan);
        const ids = [...outputs.keys()];
        for (const id of isBackwards ? ids.reverse() : ids)
          expect([id, sorted(found.output(id).keys())]).toEqual([id, sorted(outputs.get(id) ?? [])]);
        for (const [{ arguments: given, id }, expected] of reached)
          expect([id, sorted(found.operand(given, id).keys())]).toEqual([id, sorted(expected)]);
      }),
      { numRuns: 300 },
    );
  });

  it("[N550] have the path that their value took, the origin first, bounded however long it is", () => {
    const steps = Array.from({ length: 30 }, (_, at) =>
      step(
        `s${at}`,
        at === 0 ? { tool: "gives_web" } : { tool: "clean", arguments: argumentsOf({ q: from(`s${at - 1}`) }) },
      ),
    );
    const path = labelsOf(planOf(steps)).output("s29").get("web") ?? [];
    expect(path).toHaveLength(8);
    expect(path[0]).toBe("s0.output (gives_web)");
    expect(path.at(-1)).toBe("s29.output (clean)");
  });

  it("[N550] of a field of a group that one child alone gives are those of the child", () => {
    const children = [step("w", { tool: "gives_web", resultKey: "w" }), step("c", { tool: "clean", resultKey: "c" })];
    const found = labelsOf(planOf([group("g", children)]));
    expect(sorted(found.output("g", ["c", "x"]).keys())).toEqual(["CALLER"]);
    expect(sorted(found.output("g").keys())).toEqual(["CALLER", "web"]);
  });

  it("[N777] of the words of a failure are also those of what a step was given and of what lies below a workflow, whatever these give", () => {
    const error: Operand = reference("execution", "execution", { path: ["error", "message"] });
    const reading = workflowOf("reading", [step("r", { tool: "gives_web" }), step("c", { tool: "clean" })]);
    const children = [...known, child("reading", "READ_ONLY")];
    const within = withChildren(children, [reading]);
    const labelled = (steps: readonly ToolStep[]) =>
      new PlanLabels({
        plan: planOf(steps),
        callables: new Map(children.map((one) => [one.name, one])),
        definitions: within,
        written: labelsFrom(["CALLER"], "the plan"),
        given: labelsFrom(["INPUT"], "input"),
      });
    const checked = labelled([step("v", { tool: "checks", arguments: reference("input", "input") })]);
    expect(sorted(checked.output("v").keys())).toEqual(["checked"]);
    expect(sorted(checked.operand(error, "late").keys())).toEqual(["INPUT", "PERSON", "checked"]);
    const below = labelled([step("w", { tool: "reading" }), step("rounds/2/b", { tool: "clean" })]);
    expect(below.writtenBy("rounds/2/b").get("web")).toEqual([
      "output of gives_web (gives_web)",
      "w.error",
      "the plan of round 2",
    ]);
    expect(below.output("w").has("web")).toBe(false);
    expect(below.operand(error, "late").get("web")).toEqual(["output of gives_web (gives_web)", "w.error"]);
    expect(below.operand(reference("execution", "execution", { path: ["status"] }), "late").size).toBe(0);
  });

  it("[N937] of the words of a failure are also those of the values that a condition asks about, which it can quote", () => {
    const error: Operand = reference("execution", "execution", { path: ["error", "message"] });
    const asks = { expression: "int({{input.x}}) > 3", cel: "int(v.r0) > 3" };
    const references = [{ root: "input", id: "input", path: ["x"], expression: "{{input.x}}" } as const];
    const condition = { ...asks, references };
    const given = { kind: "literal", value: {} } as const;
    const call = step("c[]", { tool: "clean", arguments: given });
    const repeated = { ...step("c"), children: [call], delayMs: 0, maxIterations: 2, continueOnFailure: false };
    const plans: readonly PlanStep[] = [
      { ...step("c", { tool: "clean", arguments: given }), when: condition },
      { ...group("g", [step("c", { tool: "clean", arguments: given })]), when: condition },
      group("g", [{ ...step("c", { tool: "clean", arguments: given }), when: condition }]),
      { ...repeated, kind: "LOOP", condition: { ...condition, asked: "UNTIL" } },
    ];
    for (const one of plans) {
      const found = labelsOf(planOf([one]), labelsFrom(["CALLER"], "the plan"), labelsFrom(["UNTRUSTED"], "a page"));
      // It chooses whether the call is made, and adds nothing to what the call gives.
      expect([one.kind, sorted(found.output(one.id).keys())]).toEqual([one.kind, ["CALLER"]]);
      expect([one.kind, found.operand(error, "late").get("UNTRUSTED")]).toEqual([
        one.kind,
        ["a page", `${one.kind === "PARALLEL" && one.when === undefined ? "c" : one.id}.error`],
      ]);
    }
  });

  it("[N989] of the words of a failure are also PERSON, because they quote why a person declined a call, and of what the call gives are not", () => {
    const error: Operand = reference("execution", "execution", { path: ["error", "message"] });
    const labelled = labelsOf(planOf([step("c", { tool: "clean" }), step("rounds/2/b", { tool: "clean" })]));
    expect(labelled.output("c").has("PERSON")).toBe(false);
    expect(labelled.operand(error, "late").get("PERSON")).toEqual(["why a call was declined", "c.error"]);
    expect(labelled.writtenBy("rounds/2/b").get("PERSON")).toEqual([
      "why a call was declined",
      "c.error",
      "the plan of round 2",
    ]);
  });

  it("[N947] of the words of an agent that may call something are also PERSON, because its model reads why a person declined a call", () => {
    const respond = { definition: { model: "m" }, hash: "h" } as unknown as AgentDefinition["respond"];
    const agentOf = (name: string, ...callableNames: readonly string[]): AgentDefinition => ({
      ...{ kind: "AGENT", key: `agent:${name}`, name, callableNames, actions: [], plan: null, respond },
      agent: {} as AgentDefinition["agent"],
    });
    const agents = [agentOf("talks"), agentOf("acts", "clean"), agentOf("tells", "talks")];
    const asks = workflowOf("asks", [step("a", { tool: "acts" })]);
    const children = [
      ...known,
      ...agents.map(({ key, name }) => child(name, "READ_ONLY", { kind: "AGENT", remoteName: key })),
      child("asks", "READ_ONLY"),
    ];
    const names = ["talks", "acts", "asks", "tells"];
    const found = new PlanLabels({
      plan: planOf(names.map((tool) => step(tool, { tool }))),
      callables: new Map(children.map((one) => [one.name, one])),
      definitions: withChildren(children, [...agents, asks]),
      written: labelsFrom(["CALLER"], "the plan"),
      given: labelsFrom(["INPUT"], "input"),
    });
    const personOf = (id: string) => found.output(id).get("PERSON");
    expect(names.map((name) => [name, personOf(name)])).toEqual([
      ["talks", undefined],
      ["acts", ["why a call was declined", "acts.output (acts)"]],
      ["asks", ["why a call was declined", "a.output (acts)", "asks.output (asks)"]],
      ["tells", ["why a call was declined", "tells.output (tells)"]],
    ]);
  });

  it("[N780] of workflows that call one another are those of all of them, whichever is asked for first", () => {
    const first = workflowOf(
      "first",
      [step("web", { tool: "gives_web" }), step("next", { tool: "second" })],
      "web",
      "next",
    );
    const second = workflowOf("second", [step("back", { tool: "first" })], "back");
    const children = [...known, child("first", "READ_ONLY"), child("second", "READ_ONLY")];
    for (const order of [
      ["first", "second"],
      ["second", "first"],
    ]) {
      const found = new PlanLabels({
        plan: planOf(order.map((tool) => step(tool, { tool }))),
        callables: new Map(children.map((one) => [one.name, one])),
        definitions: withChildren(children, [first, second]),
        written: labelsFrom(["PLAN"], "the workflow"),
        given: labelsFrom(["INPUT"], "input"),
      });
      for (const id of order) expect([id, found.output(id).has("web")]).toEqual([id, true]);
    }
  });

  it("[N555] of a further round are those of everything that the rounds before brought", () => {
    const plan = planOf([
      step("a", { tool: "gives_web" }),
      step("rounds/2/b", { tool: "clean", with: { q: 1 } }),
      step("rounds/3/c", { tool: "clean", with: { q: 1 } }),
    ]);
    const found = labelsOf(plan, labelsFrom(["MODEL"], "the plan of the model"));
    expect(found.writtenBy("a").has("web")).toBe(false);
    expect(found.writtenBy("rounds/2/b").get("web")).toEqual(["a.output (gives_web)", "the plan of round 2"]);
    expect(found.writtenBy("rounds/3/c").get("web")?.[0]).toBe("a.output (gives_web)");
    expect(sorted(found.output("rounds/2/b").keys())).toEqual(["INPUT", "MODEL", "PERSON", "web"]);
  });

  it("[N555] of the words of an agent in its turn are those of the turns before", () => {
    const turn = (number: number, tool: string): readonly ToolStep[] => [
      { ...step(`turns/${number}/agent`, { tool: "the agent" }), policy: defaultStepPolicy },
      step(`turns/${number}/tool`, { tool, arguments: argumentsOf({ q: from(`turns/${number}/agent`, "q") }) }),
    ];
    const found = labelsOf(planOf([...turn(1, "gives_mail"), ...turn(2, "clean")]));
    expect(found.output("turns/1/agent").has("mail")).toBe(false);
    expect(found.output("turns/2/agent").has("mail")).toBe(true);
    expect(sorted(found.output("turns/2/tool").keys())).toEqual(["CALLER", "INPUT", "MODEL", "PERSON", "mail"]);
  });

  it("[N930] of the choice to call the tool of a turn are those of the agent's words, also where it takes no argument", () => {
    const agent = (turn: number): ToolStep => step(`turns/${turn}/agent`, { tool: "the agent" });
    const found = labelsOf(
      planOf([agent(1), step("turns/1/tool", { tool: "elsewhere" }), agent(2), step("turns/2/tool", { tool: "act" })]),
    );
    const act = callable("act", "UNSAFE");
    const rules = new CallRules({ callable: act, providerKind: "MCP" }, { base: "ASK" });
    const chosen = callFlows(found, step("turns/2/tool", { tool: "act" }), rules);
    expect(heldFlows(chosen)).toEqual([
      {
        ...{ label: "UNTRUSTED", argument: null, action: "ASK" },
        path: ["turns/1/tool.output (elsewhere)", "turns/2/agent.output", "the call of act"],
      },
    ]);
    expect(heldFlows(callFlows(found, step("turns/1/tool", { tool: "act" }), rules))).toEqual([]);
  });

  it("[N931] of an answer that a question gets from its plan, because nobody answered in time, are those of that value", () => {
    const asking = (given: Operand) => {
      const callables = new Map([...known, humanInputCallable].map((one) => [one.name, one]));
      const steps = [
        step("web", { tool: "gives_web" }),
        step("ask", { tool: humanInputCallable.name, arguments: given }),
      ];
      const own = { ...definitions, providers: [...definitions.providers, humanInputProvider] };
      const written = labelsFrom(["CALLER"], "the plan");
      const found = new PlanLabels({ plan: planOf(steps), callables, definitions: own, written, given: written });
      return sorted(found.output("ask").keys());
    };
    const words: Operand = { kind: "literal", value: "To whom?" };
    const fixed: Operand = { kind: "literal", value: { to: "ann" } };
    expect(asking(argumentsOf({ prompt: words }))).toEqual(["PERSON"]);
    // The person saw it, and decided.
    expect(asking(argumentsOf({ prompt: from("web") }))).toEqual(["PERSON"]);
    expect(asking(argumentsOf({ prompt: words, defaultResponse: fixed }))).toEqual(["CALLER", "PERSON"]);
    expect(asking({ kind: "literal", value: { prompt: "?", defaultResponse: {} } })).toEqual(["CALLER", "PERSON"]);
    const standIn = argumentsOf({ to: from("web", "to") });
    expect(asking(argumentsOf({ prompt: words, defaultResponse: standIn }))).toEqual(["CALLER", "PERSON", "web"]);
    expect(asking(from("web"))).toEqual(["CALLER", "PERSON", "web"]);
  });

  it("[N934] of the output of a workflow that is given an artifact are unknown, unless the plan names one that a caller gave", () => {
    const dualMode = { strictSchema: true, artifactArgument: "input_artifact", targetName: "own" } as const;
    const children = [...known, child("own", "READ_ONLY", { dualMode })];
    const own = workflowOf("own", [
      step("c", { tool: "clean", arguments: argumentsOf({ q: reference("input", "input") }) }),
    ]);
    const given = (operand: Operand) => {
      const found = new PlanLabels({
        plan: planOf([step("a", { tool: "clean" }), step("w", { tool: "own", arguments: operand })]),
        callables: new Map(children.map((one) => [one.name, one])),
        definitions: withChildren(children, [own]),
        written: labelsFrom(["CALLER"], "the plan"),
        given: labelsFrom(["INPUT"], "input"),
      });
      return found.output("w").get("UNTRUSTED")?.[0];
    };
    const literal = (value: string | null): Operand => ({ kind: "literal", value });
    const address = (operand: Operand) => given(argumentsOf({ input_artifact: operand }));
    const place = "w.arguments.input_artifact";
    for (const value of [null, "order.json", "artifact://given/order.json"])
      expect([value, address(literal(value))]).toEqual([value, undefined]);
    expect(given(argumentsOf({ q: from("a") }))).toBeUndefined();
    expect(given({ kind: "literal", value: { input_artifact: "artifact://e1/page.json" } })).toBe(place);
    expect(address(literal("artifact://e1/page.json"))).toBe(place);
    expect(address(reference("bindings", "order"))).toBe(place);
    expect(address({ kind: "text", parts: ["artifact://", callReference("a")] })).toBe(place);
    expect(given(reference("bindings", "order"))).toBe(place);
  });
});
