import { describe, expect, it } from "vitest";
import { usageOf } from "../../../src/execution/state/status.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { ToolStep } from "../../../src/plan/plan.ts";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const form = {
  type: "object",
  properties: { city: { type: "string", minLength: 2 } },
  required: ["city"],
  additionalProperties: false,
};

function ask(id: string, words: JsonObject = {}, more: Partial<ToolStep> = {}): ToolStep {
  return { ...step(id, { tool: "ask_person", with: { prompt: "Which?", ...words } }), ...more };
}

function answer(world: EngineWorld, requestId: string, response: JsonObject | null = null) {
  return world.runner.respond(given(requestId, true, "someone", null, response));
}

function outputOf(world: EngineWorld, id: string) {
  const { output } = world.step(id);
  return output === undefined ? null : world.journal.value(output);
}

function kinds(world: EngineWorld): readonly string[] {
  return world.published.map(({ event }) => event.kind);
}

describe("a step that asks a person", () => {
  it("[E2, E11] is its start and its question in one transaction; nothing runs, and only its end wakes", async () => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", { responseSchema: form, timeoutMs: 60_000 })]));
    expect(kinds(world)).toEqual(["ExecutionStarted", "StepStarted", "StepWaiting"]);
    expect(world.runner.busy).toBe(false);
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 60_000);
    expect(world.calls).toEqual([]);
  });

  it("gives the answer of a form to the steps that refer to it, and counts as no call", async () => {
    const world = new EngineWorld();
    const use = step("use", { arguments: argumentsOf({ city: from("q", "city") }) });
    await world.run(planOf([ask("q", { responseSchema: form }), use]));
    expect(answer(world, "q/1", { city: "Oslo" }).kind).toBe("RESOLVED");
    await world.drive();
    expect(kinds(world).slice(-5)).toEqual([
      ...["HumanInputResolved", "StepFinished", "StepStarted", "StepFinished", "ExecutionFinished"],
    ]);
    expect(world.calls.map((call) => call.arguments)).toEqual([{ city: "Oslo" }]);
    expect(usageOf(world.state).toolCalls).toBe(1);
  });

  it.each([
    ["an approval", { kind: "APPROVAL" }, null, { approved: true }],
    ["a choice", { kind: "CHOICE", choices: ["a", "b"] }, { choice: "b" }, { choice: "b" }],
    ["a form without a schema", {}, { any: [1] }, { any: [1] }],
  ])("outputs the answer of %s", async (_, words, response, output) => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", words)]));
    answer(world, "q/1", response);
    await world.drive();
    expect(outputOf(world, "q")).toEqual(output);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it.each<[string, JsonObject, JsonObject | null]>([
    ["that breaks the schema", { responseSchema: form }, { city: "O" }],
    ["with a key that was not asked for", { responseSchema: form }, { city: "Oslo", more: 1 }],
    ["that holds nothing where something is required", { responseSchema: form }, null],
    ["that is none of the choices", { kind: "CHOICE", choices: ["a", "b"] }, { choice: "c" }],
    ["with data that an approval does not ask for", { kind: "APPROVAL" }, { approved: false }],
    ["of a megabyte", {}, { text: "x".repeat(1_048_576) }],
    ["of a hundred levels", {}, nested(100)],
  ])("an answer %s is INVALID, stores nothing, and leaves the question open", async (_, words, response) => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", words)]));
    const rows = world.journal.rows.length;
    const refused = answer(world, "q/1", response);
    expect(refused).toMatchObject({ kind: "INVALID", violations: [{ message: expect.stringMatching(/./) }] });
    expect(world.journal.rows.length).toBe(rows);
    expect(world.step("q").status).toBe("WAITING");
    expect(world.runner.respond(given("q/1", false)).kind).toBe("RESOLVED");
  });

  it("says where an answer breaks the schema", async () => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", { responseSchema: form })]));
    expect(answer(world, "q/1", { city: 7 })).toMatchObject({ violations: [{ pointer: "/city" }] });
  });

  it("takes the first of two answers, whatever the second says", async () => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", { responseSchema: form })]));
    expect(answer(world, "q/1", { city: "Oslo" }).kind).toBe("RESOLVED");
    expect(answer(world, "q/1", { city: "Rome" }).kind).toBe("ALREADY_RESOLVED");
    expect(answer(world, "q/1", { city: 7 }).kind).toBe("ALREADY_RESOLVED");
    expect(world.runner.respond(given("q/1", false)).kind).toBe("ALREADY_RESOLVED");
    expect(outputOf(world, "q")).toEqual({ city: "Oslo" });
  });

  it("[E3] stays open when its object is lost, and keeps an answer whose row was stored before the next one is", async () => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", { responseSchema: form }), step("use", { after: ["q"] })]));
    world.crash();
    expect(world.step("q").status).toBe("WAITING");
    expect(world.runner.takesOver).toBe(false);
    answer(world, "q/1", { city: "Oslo" });
    world.crash();
    expect(world.step("q").status).toBe("SUCCEEDED");
    expect(answer(world, "q/1", { city: "Rome" }).kind).toBe("ALREADY_RESOLVED");
    await world.drive();
    expect(outputOf(world, "q")).toEqual({ city: "Oslo" });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it.each<[string, JsonObject, string, JsonObject]>([
    ["fails it", { onExpiry: "FAIL" }, "FAILED", { failure: { code: "HUMAN_INPUT_EXPIRED", step: "q" } }],
    ["skips it", { onExpiry: "SKIP" }, "SKIPPED", { status: "SUCCEEDED" }],
    [
      "answers it as was declared",
      { onExpiry: "ANSWER", defaultResponse: { city: "Bern" } },
      "SUCCEEDED",
      { status: "SUCCEEDED" },
    ],
  ])("a question that nobody answers in time %s", async (_, words, status, finished) => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", { responseSchema: form, timeoutMs: 5_000, ...words })]));
    await world.clock.advance(5_000);
    // Nobody has driven yet: the time alone decides.
    expect(answer(world, "q/1", { city: "late" }).kind).toBe("EXPIRED");
    await world.drive();
    expect(world.step("q").status).toBe(status);
    expect(world.state.finished).toMatchObject(finished);
    expect(outputOf(world, "q")).toEqual(status === "SUCCEEDED" ? { city: "Bern" } : null);
    expect(world.step("q").questions[0]).toMatchObject({ resolution: "EXPIRED", respondedBy: undefined });
    expect(answer(world, "q/1", { city: "late" }).kind).toBe("EXPIRED");
  });

  it.each([
    ["FAIL", "FAILED", "FAILED"],
    ["SKIP", "SKIPPED", "SUCCEEDED"],
  ])("a question that is declined has the declared outcome %s", async (onDecline, status, finished) => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q", { onDecline }), step("after", { after: ["q"] })]));
    world.runner.respond(given("q/1", false, "someone", "no time"));
    await world.drive();
    expect(world.step("q").status).toBe(status);
    expect(world.state.finished?.status).toBe(finished);
    expect(world.step("q").questions[0]?.reason).toBe("no time");
    if (status === "FAILED")
      expect(world.step("q").failure).toMatchObject({
        code: "REJECTED_BY_HUMAN",
        message: expect.stringContaining("no time"),
      });
  });

  it("[E13] shows resolved context and prompt, and never reads an answer as a reference", async () => {
    const world = new EngineWorld(() => succeeded({ total: 3 }));
    const asked = step("q", {
      tool: "ask_person",
      arguments: argumentsOf({
        prompt: { kind: "literal", value: "Pay?" },
        context: argumentsOf({ total: from("read", "total") }),
      }),
    });
    const use = step("use", { arguments: argumentsOf({ text: from("q", "text") }) });
    await world.run(planOf([step("read"), asked, use]));
    const [question] = viewOf(world.state, (position) => world.journal.value(position), undefined).humanInputs;
    expect(question).toMatchObject({ prompt: "Pay?", arguments: { inline: { total: 3 } }, kind: "FORM" });
    answer(world, "q/1", { text: "{{steps.read.output}}" });
    await world.drive();
    expect(world.callsOf("use")[0]?.arguments).toEqual({ text: "{{steps.read.output}}" });
  });

  it("fails without asking if its resolved arguments ask nothing that can be answered", async () => {
    const world = new EngineWorld(() => succeeded({ kind: "CHOICE" }));
    const asked = step("q", {
      tool: "ask_person",
      arguments: argumentsOf({ prompt: { kind: "literal", value: "?" }, kind: from("read", "kind") }),
    });
    await world.run(planOf([step("read"), asked]));
    expect(world.step("q")).toMatchObject({ status: "FAILED", questions: [], failure: { code: "INPUT_INVALID" } });
  });

  it("is withdrawn by a cancel, and takes no answer then", async () => {
    const world = new EngineWorld();
    await world.run(planOf([ask("q")]));
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.step("q")).toMatchObject({ status: "CANCELLED", questions: [{ resolution: "WITHDRAWN" }] });
    expect(answer(world, "q/1", {}).kind).toBe("ALREADY_RESOLVED");
  });
});

describe("a tool of the user interface", () => {
  it("[T30] shows its arguments in its component, and its output holds the answer and an id of its own", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("show", { tool: "ui.review", with: { plan: "p" } })]));
    const [question] = viewOf(world.state, (position) => world.journal.value(position), undefined).humanInputs;
    expect(question).toMatchObject({
      ...{ kind: "UI_TOOL", purpose: "STEP", prompt: "Show the plan for review" },
      ...{ ui: { component: "Review", mode: "artifact" }, arguments: { inline: { plan: "p" } } },
    });
    expect(answer(world, "show/1", { ok: "yes" }).kind).toBe("INVALID");
    answer(world, "show/1", { ok: true });
    await world.drive();
    expect(outputOf(world, "show")).toEqual({
      ...{ status: "success", ui_event_id: expect.stringMatching(/^ui_tool_[0-9a-f]{16}$/), data: { ok: true } },
    });
  });

  it("[N71] that is declined with a reason fails with that reason alone, which other questions tell beside who declined", async () => {
    for (const [asked, message] of [
      [step("show", { tool: "ui.review" }), "User cancelled operation"],
      [ask("show"), "a person declined to answer ask_person: User cancelled operation"],
    ] as const) {
      const world = new EngineWorld();
      await world.run(planOf([asked]));
      world.runner.respond(given("show/1", false, "someone", "User cancelled operation"));
      await world.drive();
      expect(world.step("show").failure).toMatchObject({ code: "REJECTED_BY_HUMAN", message });
    }
  });

  it("that is declined fails", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("show", { tool: "ui.review" })]));
    world.runner.respond(given("show/1", false));
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "REJECTED_BY_HUMAN" } });
  });
});

describe("several questions at once", () => {
  const three = (more: JsonObject = {}) => [ask("g.a", more), ask("g.b", more), ask("g.c", more)];

  it("[E11] in a group that collects, a declined, an expired and an answered one do not disturb each other", async () => {
    const world = new EngineWorld();
    const children = [ask("g.a"), ask("g.b", { timeoutMs: 5_000 }), ask("g.c", {}, { resultKey: "c" })];
    await world.run(planOf([group("g", children)]));
    world.runner.respond(given("g.a/1", false));
    await world.drive();
    expect(world.statuses()).toMatchObject({ "g.a": "FAILED", "g.b": "WAITING", "g.c": "WAITING", g: "RUNNING" });
    await world.clock.advance(5_000);
    await world.drive();
    expect(world.statuses()).toMatchObject({ "g.b": "FAILED", "g.c": "WAITING" });
    world.crash();
    answer(world, "g.c/1", { still: "here" });
    await world.drive();
    expect(world.statuses()).toEqual({ g: "PARTIAL", "g.a": "FAILED", "g.b": "FAILED", "g.c": "SUCCEEDED" });
    expect(outputOf(world, "g.c")).toEqual({ still: "here" });
  });

  it("[C7] in a group where the first success counts, the first answer withdraws the others and a declined one does not", async () => {
    const world = new EngineWorld();
    await world.run(planOf([group("g", three(), { mergeStrategy: "FIRST_SUCCESS" })]));
    world.runner.respond(given("g.a/1", false));
    await world.drive();
    expect(world.statuses()).toMatchObject({ "g.a": "FAILED", "g.b": "WAITING", "g.c": "WAITING" });
    answer(world, "g.b/1", {});
    expect(answer(world, "g.c/1", {}).kind).toBe("ALREADY_RESOLVED");
    await world.drive();
    expect(world.statuses()).toEqual({ g: "SUCCEEDED", "g.a": "FAILED", "g.b": "SUCCEEDED", "g.c": "CANCELLED" });
    expect(world.step("g.c").questions[0]?.resolution).toBe("WITHDRAWN");
  });

  it("skipped by decline in a group where the first success counts, all of them leave it without an output", async () => {
    const world = new EngineWorld();
    await world.run(planOf([group("g", three({ onDecline: "SKIP" }), { mergeStrategy: "FIRST_SUCCESS" })]));
    for (const id of ["g.a", "g.b", "g.c"]) world.runner.respond(given(`${id}/1`, false));
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("without order, one waits on while the other is answered and what follows it runs", async () => {
    const world = new EngineWorld();
    const steps = [ask("a"), ask("b"), step("use", { arguments: argumentsOf({ a: from("a", "n") }) })];
    await world.run(planOf(steps));
    expect(world.statuses()).toEqual({ a: "WAITING", b: "WAITING", use: "PENDING" });
    answer(world, "a/1", { n: 1 });
    await world.drive();
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "WAITING", use: "SUCCEEDED" });
    answer(world, "b/1", {});
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("without order, one that fails halts the plan and withdraws the other", async () => {
    const world = new EngineWorld();
    await world.run(planOf([ask("a"), ask("b")]));
    world.runner.respond(given("a/1", false));
    await world.drive();
    expect(world.statuses()).toEqual({ a: "FAILED", b: "CANCELLED" });
    expect(world.step("b").questions[0]?.resolution).toBe("WITHDRAWN");
  });

  it("[E9] the clock stands while all wait and runs while a sibling is at work", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([group("g", [ask("g.a"), step("g.run")])]), { limits: { timeoutMs: 10_000 } });
    expect(world.state.clock.running).toBe(true);
    const waiting = new EngineWorld();
    await waiting.run(planOf([group("g", three())]), { limits: { timeoutMs: 10_000 } });
    expect(waiting.state.clock.running).toBe(false);
    await waiting.clock.advance(3_000_000);
    expect(waiting.state.finished).toBeUndefined();
  });
});

function nested(depth: number): JsonObject {
  return depth === 0 ? {} : { inner: nested(depth - 1) };
}

describe("questions of a group of which the first success counts", () => {
  it("[C7] whose time is over at once end with one answer, and the other is withdrawn", async () => {
    const world = new EngineWorld();
    const words = { prompt: "Which?", onExpiry: "ANSWER", defaultResponse: { maybe: 1 }, timeoutMs: 1_000 };
    const asked = ["g.a", "g.b"].map((id) => step(id, { tool: "ask_person", with: words }));
    await world.run(planOf([group("g", asked, { mergeStrategy: "FIRST_SUCCESS" })]));
    await world.clock.advance(1_000);
    await world.drive();
    expect(world.statuses()).toEqual({ g: "SUCCEEDED", "g.a": "SUCCEEDED", "g.b": "CANCELLED" });
    expect(world.step("g.b").questions).toMatchObject([{ resolution: "WITHDRAWN" }]);
  });
});
