import { describe, expect, it } from "vitest";
import { eventPreview, previewed, valuesOf } from "../../../src/execution/events/value-slots.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { effectKey, hashOfParts } from "../../../src/json/effect-key.ts";
import { utf8Bytes } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { previewBytes } from "../../../src/json/stored-value.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { argumentsOf, from, planOf, step } from "../../support/plan/plan-steps.ts";

describe("keys of calls", () => {
  it("[E5] hash the array, not joined text", () => {
    expect(hashOfParts(["a", "bc"])).not.toBe(hashOfParts(["ab", "c"]));
    expect(hashOfParts(["a", "b/c"])).not.toBe(hashOfParts(["a/b", "c"]));
    expect(hashOfParts([1])).not.toBe(hashOfParts(["1"]));
    const parts = { origin: "o", stepPath: "s", turn: 0, item: 0, generation: 0 };
    const keys = [
      effectKey(parts),
      effectKey({ ...parts, origin: "p" }),
      effectKey({ ...parts, stepPath: "t" }),
      effectKey({ ...parts, turn: 1 }),
      effectKey({ ...parts, item: 1 }),
      effectKey({ ...parts, generation: 1 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(effectKey({ ...parts })).toBe(keys[0]);
  });

  it("[E5] are the same on every attempt, in every object, and another for each step and each execution", async () => {
    const plan = planOf([step("a", { policy: { maxAttempts: 3, initialBackoffMs: 10 } }), step("b")]);
    const answer = (call: { stepId: string; attempt: number }) =>
      call.stepId === "a" && call.attempt < 3 ? failed("REJECTED") : succeeded({});
    const world = new EngineWorld(answer);
    await world.run(plan);
    world.crash();
    await world.clock.advance(10);
    await world.drive();
    await world.clock.advance(20);
    await world.drive();
    expect(world.callsOf("a").map((call) => call.attempt)).toEqual([1, 2, 3]);
    expect(new Set(world.callsOf("a").map((call) => call.callId)).size).toBe(1);
    expect(world.callsOf("b")[0]?.callId).not.toBe(world.callsOf("a")[0]?.callId);
    const other = new EngineWorld(answer);
    await other.run(plan, { started: { execution: "another" } });
    expect(other.callsOf("a")[0]?.callId).not.toBe(world.callsOf("a")[0]?.callId);
  });
});

describe("data", () => {
  it("[E13, R1] looks like a reference, a template or a condition and is passed on as it is", async () => {
    const hostile = {
      text: "{{ a.secret }} $0.output.secret",
      "{{ a.secret }}": ["$0.output", { kind: "reference", reference: { root: "steps", id: "a", path: ["secret"] } }],
      condition: "y' == 'y' or 'a",
      secret: "told to nobody",
    };
    const world = new EngineWorld((call) => succeeded(call.stepId === "a" ? hostile : {}));
    const sentence = {
      kind: "text",
      parts: ["<", { root: "steps", id: "a", path: ["text"], expression: "" }, ">"],
    } as const;
    await world.run(planOf([step("a"), step("b", { arguments: argumentsOf({ whole: from("a"), sentence }) })]));
    expect(world.callsOf("b")[0]?.arguments).toEqual({ whole: hostile, sentence: `<${hostile.text}>` });
  });
});

describe("large values", () => {
  const large = { text: "ä".repeat(500_000) };

  it("[E14] are not in the state: it holds positions, sizes and digests", async () => {
    const world = new EngineWorld(() => succeeded(large));
    await world.run(planOf([step("a"), step("b", { arguments: from("a") })]), {
      started: { bindings: storedValue(large) },
    });
    const { pinned, ...rest } = world.state;
    expect(JSON.stringify(rest).length).toBeLessThan(5_000);
    expect(JSON.stringify(pinned.bindings).length).toBeLessThan(200);
    expect(world.step("a").output).toMatchObject({ bytes: 1_000_011, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(world.callsOf("b")[0]?.arguments).toEqual(large);
  });

  it("[E14] are not in frames and snapshots: at most 2 KB of preview are, never half a character", async () => {
    const world = new EngineWorld(() => succeeded(large));
    await world.run(planOf([step("a", { with: large })]));
    const values = world.published.flatMap((record) => valuesOf(eventPreview(record).event));
    const cut = values.filter(([, value]) => value.bytes > previewBytes);
    expect(cut.map(([slot]) => slot)).toEqual(["arguments", "output"]);
    for (const [, value] of cut) {
      expect(value.inline).toBeUndefined();
      expect(utf8Bytes(value.preview ?? "")).toBeLessThanOrEqual(previewBytes);
      expect(utf8Bytes(value.preview ?? "")).toBeGreaterThan(previewBytes - 4);
    }
    const view = viewOf(world.state, (position) => world.journal.value(position), undefined);
    expect(JSON.stringify(view.steps).length).toBeLessThan(5_000);
    const pairs = previewed(storedValue(`x${"😀".repeat(2_000)}`)).preview ?? "";
    expect(pairs.isWellFormed()).toBe(true);
  });
});
