/** The text of a step while an execution runs: it is read from the stored content when a reference asks for it. */
import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import type { Json } from "../../../src/json/json.ts";
import type { Operand } from "../../../src/plan/plan.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { callable, callables } from "../../support/plan/callables.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const known = [...callables, callable("plain", "READ_ONLY", { outputSchema: null })];

function said(...texts: readonly string[]): AttemptResult {
  const content = texts.map((text): Json => ({ type: "text", text }));
  return { kind: "SUCCEEDED", result: { output: undefined, content, metadata: null, isPartial: false } };
}

const textOf = (id: string): Operand => ({
  kind: "reference",
  reference: { root: "steps", id, part: "text", path: [], expression: `{{steps.${id}.text}}` },
});

const use = (operand: Operand) => step("use", { arguments: argumentsOf({ value: operand }) });

describe("the text of a step", () => {
  it("[N1, E13] reaches a later step as it was written, although the tool gave no structured content", async () => {
    const hostile = "{{steps.a.output}} $0.text ' or true";
    const world = new EngineWorld((call) => (call.stepId === "a" ? said(hostile, "21 degrees") : succeeded({})));
    await world.run(planOf([step("a", { tool: "plain" }), use(textOf("a"))]), { callables: known });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.callsOf("use")[0]?.arguments).toEqual({ value: `${hostile}\n21 degrees` });
    expect(world.step("a").output).toBeUndefined();
  });

  it("[N3, C3] is what the failure points to when a reference finds no structured content", async () => {
    const world = new EngineWorld((call) => (call.stepId === "a" ? said("Sunny") : succeeded({})));
    await world.run(planOf([step("a", { tool: "plain" }), use(from("a", "x"))]), { callables: known });
    const { failure } = world.step("use");
    expect(failure?.code).toBe("UNRESOLVED_REFERENCE");
    expect(failure?.message).toContain("refer to {{steps.a.text}}, or declare the outputSchema");
    expect(world.callsOf("use")).toEqual([]);
  });

  it("[N3, C3] leaves the choice to a coalesce: structured content if there is any, else the text", async () => {
    const world = new EngineWorld((call) => (call.stepId === "a" ? said("Sunny") : succeeded({})));
    const operand: Operand = { kind: "coalesce", choices: [from("a", "x"), textOf("a")] };
    await world.run(planOf([step("a", { tool: "plain" }), use(operand)]), { callables: known });
    expect(world.callsOf("use")[0]?.arguments).toEqual({ value: "Sunny" });
  });

  it("[N1, E14] is not in the state, however long it is, and is read when it is used", async () => {
    const long = "ä".repeat(100_000);
    const world = new EngineWorld((call) => (call.stepId === "a" ? said(long) : succeeded({})));
    await world.run(planOf([step("a", { tool: "plain" }), use(textOf("a"))]), { callables: known });
    const { pinned: _, ...rest } = world.state;
    expect(JSON.stringify(rest).length).toBeLessThan(5_000);
    expect(world.step("a").content).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(world.callsOf("use")[0]?.arguments).toEqual({ value: long });
  });

  it("[N1, E2] is read by another object after a crash, and its step is not called again", async () => {
    const world = new EngineWorld((call) => (call.stepId === "a" ? said("Sunny") : new Promise(() => {})));
    await world.run(planOf([step("a", { tool: "plain" }), use(textOf("a"))]), { callables: known });
    world.crash();
    world.answer = () => succeeded({});
    await world.drive();
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.callsOf("a")).toHaveLength(1);
    expect(world.callsOf("use").map(({ arguments: given }) => given)).toEqual([{ value: "Sunny" }, { value: "Sunny" }]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N1, C3] of a step that failed is none, of one that was skipped is null", async () => {
    const world = new EngineWorld((call) =>
      call.stepId === "a" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({}),
    );
    await world.run(planOf([step("a", { tool: "plain", policy: { continueOnFailure: true } }), use(textOf("a"))]), {
      callables: known,
    });
    expect(world.step("use").failure).toMatchObject({
      code: "UNRESOLVED_REFERENCE",
      message: expect.stringContaining("which is FAILED and has no text"),
    });
    const skipping = new EngineWorld(() => succeeded({}));
    const never = { expression: "false", cel: "false", references: [] };
    await skipping.run(planOf([{ ...step("a", { tool: "plain" }), when: never }, use(textOf("a"))]), {
      callables: known,
    });
    expect(skipping.callsOf("use")[0]?.arguments).toEqual({ value: null });
  });

  it("[N2] of a group of which one step counts is that of this step", async () => {
    const world = new EngineWorld((call) => {
      if (call.stepId === "x") return failed("ANSWERED", "TOOL_ERROR", null, false);
      return call.stepId === "y" ? said("from y") : succeeded({});
    });
    const race = group("g", [step("x", { tool: "plain" }), step("y", { tool: "plain" })], {
      mergeStrategy: "FIRST_SUCCESS",
    });
    await world.run(planOf([race, use(textOf("g"))]), { callables: known });
    expect(world.callsOf("use")[0]?.arguments).toEqual({ value: "from y" });
  });

  it("[N1] goes with a step that a retry or fork takes over", async () => {
    const source = new EngineWorld((call) =>
      call.stepId === "a" ? said("Sunny") : failed("ANSWERED", "TOOL_ERROR", null, false),
    );
    const plan = planOf([step("a", { tool: "plain" }), use(textOf("a"))]);
    await source.run(plan, { callables: known });
    const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
    const derived = derive(source.state, request, (position) => source.journal.value(position));
    if (derived.kind !== "DERIVED") throw new Error(derived.kind);
    const world = new EngineWorld(() => succeeded({}));
    await world.run(plan, { callables: known, reused: derived.reused });
    expect(world.callsOf("a")).toEqual([]);
    expect(world.callsOf("use")[0]?.arguments).toEqual({ value: "Sunny" });
  });

  it("[N7] is read as JSON where the step declares an output schema, and types what refers to it", async () => {
    const outputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const plan = planOf([{ ...step("a", { tool: "plain" }), outputSchema }, use(from("a", "n"))]);
    const run = async (result: AttemptResult) => {
      const world = new EngineWorld((call) => (call.stepId === "a" ? result : succeeded({})));
      await world.run(plan, { callables: known });
      return world;
    };
    const fits = await run(said('{"n":', "3}"));
    expect(fits.callsOf("use")[0]?.arguments).toEqual({ value: 3 });
    const messageOf = async (result: AttemptResult) => (await run(result)).step("a").failure?.message;
    expect(await messageOf(said("three"))).toContain('a text that is no JSON, beginning with "three"');
    expect(await messageOf(said('{"n":"3"}'))).toContain("is not satisfied by the JSON of its text");
    expect(await messageOf(succeeded({ n: "3" }))).toContain("is not satisfied by its output");
    // An agent that was asked for JSON wrote it into its text.
    expect((await run(succeeded({ text: '{"n":4}' }))).callsOf("use")[0]?.arguments).toEqual({ value: 4 });
  });

  it("[N6] bears its warnings in the row, in the view and in what derives from it", async () => {
    const warnings = [{ code: "JSON_IN_TEXT", message: "as text", details: null }] as const;
    const world = new EngineWorld((call) =>
      call.stepId === "a"
        ? ({ ...succeeded({ n: 1 }), warnings } as AttemptResult)
        : failed("ANSWERED", "TOOL_ERROR", null, false),
    );
    const plan = planOf([step("a", { tool: "plain" }), use(from("a", "n"))]);
    await world.run(plan, { callables: known });
    world.crash();
    expect(world.step("a").warnings).toEqual(warnings);
    expect(viewOf(world.state, undefined, undefined).steps[0]?.warnings).toEqual(warnings);
    const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
    const derived = derive(world.state, request, (position) => world.journal.value(position));
    const again = new EngineWorld(() => succeeded({}));
    await again.run(plan, { callables: known, reused: derived.kind === "DERIVED" ? derived.reused : [] });
    expect(again.step("a").warnings).toEqual(warnings);
  });
});
