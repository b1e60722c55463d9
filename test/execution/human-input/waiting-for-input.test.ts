/** What it costs to wait for people, and what they may answer, by the rules of the runner. */
import { describe, expect, it } from "vitest";
import { waitingFor } from "../../../src/execution/state/status.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { asks, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const form = { type: "object", properties: { text: { type: "string" } }, additionalProperties: { type: "integer" } };
const asksForText = () => step("a", { tool: "ask_person", with: { prompt: "?", responseSchema: form } });

describe("executions that wait for people", () => {
  const plans: readonly (readonly [string, string, StartOptions])[] = [
    ["write", "a/1", { started: { approval: "ALL_EFFECTS" } }],
    ["write", "plan/1", { started: { approval: "PLAN" } }],
    ["ask_person", "a/1", {}],
    ["ui.review", "a/1", {}],
    ["keyed", "a/1", {}],
  ];

  it("[E11] cost nothing, however many there are: no timer, nothing held, no row, and one time to wake for", async () => {
    const worlds = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const [tool, , options] = plans[at % plans.length] ?? ["write", "", {}];
        const world = new EngineWorld((call) =>
          call.continuation === undefined ? asks(at % 2 === 0 ? "task" : null) : succeeded({}),
        );
        const given = { ask_person: { prompt: "?" }, "ui.review": { plan: "p" } }[tool] ?? {};
        await world.run(planOf([step("a", { tool, with: given })]), options);
        return world;
      }),
    );
    for (const world of worlds) {
      const rows = world.journal.rows.length;
      const endsAt = world.clock.now() + world.state.pinned.humanInputTimeoutMs;
      expect(waitingFor(world.state)).toBe("PERSON");
      expect([world.runner.busy, world.clock.pendingTimers, world.polls.length]).toEqual([false, 0, 0]);
      expect(world.runner.nextWakeAt()).toBe(endsAt);
      // A new object has no more to do than this one.
      world.crash();
      await world.clock.advance(3_000_000);
      await world.drive();
      expect([world.journal.rows.length, world.clock.pendingTimers, world.polls.length]).toEqual([rows, 0, 0]);
      expect(world.runner.nextWakeAt()).toBe(endsAt);
    }
  });

  it("[E11] end at their time though the object slept through it, and an answer that comes first finds them expired", async () => {
    for (const [tool, requestId, options] of plans) {
      const world = new EngineWorld((call) => (call.continuation === undefined ? asks() : succeeded({})));
      const words = { ask_person: { prompt: "?" }, "ui.review": { plan: "p" } }[tool] ?? {};
      await world.run(planOf([step("a", { tool, with: words })]), options);
      const calls = world.calls.length;
      world.crash();
      await world.clock.advance(world.state.pinned.humanInputTimeoutMs);
      const response = tool === "ui.review" ? { ok: true } : null;
      expect(world.runner.respond(given(requestId, true, "ann", null, response)).kind).toBe("EXPIRED");
      await world.drive();
      expect(world.state.finished).toMatchObject({ status: "FAILED" });
      expect(world.runner.respond(given(requestId, true, "ann", null, response)).kind).toBe("EXPIRED");
      expect(world.calls).toHaveLength(calls);
    }
  });
});

describe("an answer of anybody", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`) as JsonObject;
  it.each<[string, JsonObject]>([
    ["of a megabyte", { text: "x".repeat(1_048_576) }],
    ["nested without end", deep],
    ["that breaks the schema", { text: 7 }],
    ["with a key that objects inherit", JSON.parse('{"text":"a","__proto__":{"admin":true}}') as JsonObject],
    ["with another key that objects inherit", { text: "a", constructor: "b" } as unknown as JsonObject],
  ])("%s is told so, changes nothing, and the next one is taken", async (_, response) => {
    const world = new EngineWorld();
    await world.run(planOf([asksForText()]));
    const rows = world.journal.rows.length;
    expect(world.runner.respond(given("a/1", true, "ann", null, response)).kind).toBe("INVALID");
    expect(world.journal.rows).toHaveLength(rows);
    expect(world.runner.respond(given("a/1", true, "ann", null, { text: "b" })).kind).toBe("RESOLVED");
  });

  it("[N21] whose check could take long is refused, and the question stays open", async () => {
    const world = new EngineWorld();
    const properties = { a: { type: "string", pattern: "a*b" }, c: { type: "array", uniqueItems: true } };
    const responseSchema: JsonObject = { type: "object", properties };
    await world.run(planOf([step("q", { tool: "ask_person", with: { prompt: "?", responseSchema } })]));
    const answer = (response: JsonObject) => world.runner.respond(given("q/1", true, "ann", null, response));
    const before = world.journal.rows.length;
    expect(answer({ a: "a".repeat(200_000) })).toMatchObject({
      kind: "INVALID",
      violations: [{ keyword: "maxChecks", message: expect.stringContaining("more") }],
    });
    const c = Array.from({ length: 200_000 }, (_, at) => ({ at }));
    expect(answer({ c }).kind).toBe("INVALID");
    expect(world.journal.rows).toHaveLength(before);
    expect(answer({ a: "aab", c: [1, 2] }).kind).toBe("RESOLVED");
  });

  it("keeps a key that objects inherit as a key, from the row to the step that reads it", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("a", { tool: "ask_person", with: { prompt: "?" } })]));
    const response = JSON.parse('{"__proto__":{"admin":true}}') as JsonObject;
    world.runner.respond(given("a/1", true, "ann", null, response));
    await world.drive();
    const { output } = world.step("a");
    expect(JSON.stringify(output && world.journal.value(output))).toBe('{"__proto__":{"admin":true}}');
    expect(Object.hasOwn(Object.prototype, "admin")).toBe(false);
  });
});

describe("the state of a server that asks", () => {
  it.each(["\ud800 alone", "\udc00\ud800 turned round", "\u0000\r\n\u2028", "e\u0301 \u00e9", "", "x".repeat(60_000)])(
    "[E5] is told to the letter by another object, from rows (%#)",
    async (requestState) => {
      const details: Json = { requestState, keys: ["a"] };
      const world = new EngineWorld((call) =>
        call.continuation === undefined ? { ...asks(), details } : succeeded({}),
      );
      await world.run(planOf([step("a", { tool: "keyed" })]));
      world.crash();
      world.runner.respond(given("a/1"));
      await world.drive();
      expect(world.calls[1]?.continuation?.details).toStrictEqual(details);
    },
  );
});
