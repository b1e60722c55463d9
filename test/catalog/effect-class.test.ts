import { describe, expect, it } from "vitest";
import { declaresDestructive, effectClassOf } from "../../src/catalog/effect-class.ts";
import type { JsonObject } from "../../src/json/json.ts";

const tool = (annotations: JsonObject, metadata: JsonObject = {}) => ({ annotations, metadata });
const keyed = { "dev.planwright/keyed": true };

describe("the effect class", () => {
  it("[E7] needs the explicit hint and a trusted server", () => {
    expect(effectClassOf(tool({ readOnlyHint: true }), true)).toBe("READ_ONLY");
    expect(effectClassOf(tool({ idempotentHint: true }), true)).toBe("IDEMPOTENT");
    expect(effectClassOf(tool({}, keyed), true)).toBe("KEYED");
    expect(effectClassOf(tool({ readOnlyHint: true, idempotentHint: true }, keyed), true)).toBe("READ_ONLY");
    expect(effectClassOf(tool({ readOnlyHint: false, idempotentHint: true }), true)).toBe("IDEMPOTENT");
  });

  it("[E7] is UNSAFE for everything that a server without trust says", () => {
    for (const hints of [{ readOnlyHint: true }, { idempotentHint: true }, {}]) {
      expect(effectClassOf(tool(hints, keyed), false)).toBe("UNSAFE");
    }
  });

  it("[E7] is UNSAFE without a hint, with one that is false, or with one that is not a boolean", () => {
    for (const hints of [
      {},
      { readOnlyHint: false, idempotentHint: false },
      { readOnlyHint: "true" },
      { idempotentHint: 1 },
    ]) {
      expect(effectClassOf(tool(hints), true)).toBe("UNSAFE");
    }
    expect(effectClassOf(tool({}, { "dev.planwright/keyed": "true" }), true)).toBe("UNSAFE");
    expect(effectClassOf(tool(Object.create({ readOnlyHint: true }) as JsonObject), true)).toBe("UNSAFE");
  });

  it("takes a tool for destructive only if it says so itself", () => {
    expect(declaresDestructive(tool({ destructiveHint: true }))).toBe(true);
    expect(declaresDestructive(tool({}))).toBe(false);
    expect(declaresDestructive(tool({ destructiveHint: false }))).toBe(false);
  });
});
