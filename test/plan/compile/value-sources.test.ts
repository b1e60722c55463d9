import { describe, expect, it } from "vitest";
import { turnSteps } from "../../../src/execution/events/turn-event.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { maxValueSources, valueSources } from "../../../src/plan/compile/value-sources.ts";
import { humanInputCallable } from "../../../src/plan/human-input-callable.ts";
import type { ExecutionKind, Operand, Plan, Reference } from "../../../src/plan/plan.ts";
import { callable, callables } from "../../support/plan/callables.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const known: readonly CallableDefinition[] = [...callables, callable("writer", "UNSAFE", { kind: "AGENT" })];

function sourcesOf(operand: Operand, steps: Plan["steps"] = [], startedWith: ExecutionKind = "PLAN") {
  const plan = planOf([...steps, step("use", { tool: "write", arguments: operand })]);
  return valueSources({ plan, callables: known, startedWith }, "use");
}

function reference(root: Reference["root"], id: string, ...path: string[]): Operand {
  return { kind: "reference", reference: { root, id, path, expression: "" } };
}

const literal = (value: string): Operand => ({ kind: "literal", value });

describe("the sources of arguments", () => {
  it.each<[ExecutionKind, string]>([
    ["PLAN", "CALLER"],
    ["ASK", "CALLER"],
    ["WORKFLOW", "CALLER"],
    ["PROMPT", "MODEL"],
    ["AGENT", "MODEL"],
  ])("of what stands in a plan that was started with %s are the %s", (startedWith, kind) => {
    expect(sourcesOf({ kind: "literal", value: { a: 1, b: { c: 2 } } }, [], startedWith)).toEqual([
      { target: "/a", kind, stepId: undefined, sourcePart: undefined, source: undefined, callableName: undefined },
      { target: "/b", kind, stepId: undefined, sourcePart: undefined, source: undefined, callableName: undefined },
    ]);
  });

  it.each<[string, ExecutionKind, string]>([
    ["ACCEPTED", "PLAN", "PERSON"],
    ["EXPIRED", "PLAN", "CALLER"],
    ["EXPIRED", "PROMPT", "MODEL"],
  ])(
    "of a question that is %s: nobody gave the answer that stands in a plan of %s for expiry",
    (status, startedWith, kind) => {
      const steps = [step("q", { tool: humanInputCallable.name })];
      const plan = planOf([
        ...steps,
        step("use", { tool: "write", arguments: argumentsOf({ q: from("q", "choice") }) }),
      ]);
      const humanInputs = [{ step: "q", status }];
      expect(valueSources({ plan, callables: known, startedWith, humanInputs }, "use")).toMatchObject([
        { target: "/q", kind, stepId: "q" },
      ]);
    },
  );

  it("tell a tool, a person, a tool of the user interface and an agent apart", () => {
    const steps = [
      step("r"),
      step("q", { tool: humanInputCallable.name }),
      step("u", { tool: "ui.review" }),
      step("w", { tool: "writer" }),
    ];
    const operand = argumentsOf({
      ...{ r: from("r", "x", "a/b"), q: from("q", "choice"), u: from("u", "data"), w: from("w") },
    });
    expect(sourcesOf(operand, steps)).toEqual([
      { target: "/r", kind: "STEP", stepId: "r", sourcePart: "OUTPUT", source: "/x/a~1b", callableName: "read" },
      {
        target: "/q",
        kind: "PERSON",
        stepId: "q",
        sourcePart: "OUTPUT",
        source: "/choice",
        callableName: "ask_person",
      },
      { target: "/u", kind: "PERSON", stepId: "u", sourcePart: "OUTPUT", source: "/data", callableName: "ui.review" },
      { target: "/w", kind: "AGENT", stepId: "w", sourcePart: "OUTPUT", source: "", callableName: "writer" },
    ]);
  });

  it("are initial bindings and the input by their names", () => {
    const operand = argumentsOf({ b: reference("bindings", "key", "x"), i: reference("input", "input", "y") });
    expect(sourcesOf(operand)).toEqual([
      {
        target: "/b",
        kind: "BINDING",
        stepId: undefined,
        sourcePart: undefined,
        source: "/key/x",
        callableName: undefined,
      },
      { target: "/i", kind: "INPUT", stepId: undefined, sourcePart: undefined, source: "/y", callableName: undefined },
    ]);
  });

  it("are all that a text or a choice is made of", () => {
    const reading = { root: "steps", id: "r", path: ["x"], expression: "" } as const;
    const operand = argumentsOf({
      text: { kind: "text", parts: ["Dear ", reading, " "] },
      only: { kind: "text", parts: [reading, " ", reading] },
      choice: { kind: "coalesce", choices: [from("r", "x"), literal("else")] },
      list: { kind: "array", items: [literal("a"), from("r")] },
    });
    expect(sourcesOf(operand, [step("r")]).map(({ kind, target }) => `${target} ${kind}`)).toEqual([
      ...["/text CALLER", "/text STEP", "/only STEP", "/only STEP"],
      ...["/choice STEP", "/choice CALLER", "/list/0 CALLER", "/list/1 STEP"],
    ]);
  });

  it("of a group are the child that gives the field, else the least trusted of all that may", () => {
    const children = [step("g.r", { resultKey: "read" }), step("g.w", { tool: "writer", resultKey: "written" })];
    const operand = argumentsOf({ one: from("g", "read"), all: from("g") });
    expect(sourcesOf(operand, [group("g", children)])).toMatchObject([
      { target: "/one", kind: "STEP", callableName: "read" },
      { target: "/all", kind: "AGENT", stepId: "g", callableName: undefined },
    ]);
    const first = group("g", children, { mergeStrategy: "FIRST_SUCCESS" });
    expect(sourcesOf(argumentsOf({ one: from("g", "read") }), [first])).toMatchObject([{ kind: "AGENT" }]);
  });

  it("of a tool that the output of an agent started are that agent", () => {
    const { agent, tool } = turnSteps(3);
    const plan = planOf([
      step(agent, { tool: "InterviewAgent" }),
      step(tool, { tool: "write", arguments: argumentsOf({ text: from(agent, "text") }) }),
    ]);
    expect(valueSources({ plan, callables: known, startedWith: "MESSAGE" }, tool)).toEqual([
      {
        target: "/text",
        kind: "AGENT",
        stepId: agent,
        sourcePart: "OUTPUT",
        source: "/text",
        callableName: "InterviewAgent",
      },
    ]);
  });

  it("are 200 at most, and none of what is no call", () => {
    const many = argumentsOf(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, from("r")])));
    expect(sourcesOf(many, [step("r")])).toHaveLength(maxValueSources);
    expect(valueSources({ plan: null, callables: known, startedWith: "PLAN" }, "use")).toEqual([]);
    expect(valueSources({ plan: planOf([group("g", [])]), callables: known, startedWith: "PLAN" }, "g")).toEqual([]);
  });
});
