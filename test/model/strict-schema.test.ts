/** Which schemas providers can bind an answer to: those of manifests refer to definitions. */
import { describe, expect, it } from "vitest";
import { fitsAnthropicFormat, fitsOpenAiStrict } from "../../src/model/strict-schema.ts";
import type { JsonObject } from "../../src/plan/json.ts";

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const step = object({ title: { type: "string" } });
const toStep = { $ref: "#/$defs/Step" };

function fits(schema: JsonObject) {
  return { openAi: fitsOpenAiStrict(schema), anthropic: fitsAnthropicFormat(schema) };
}

const both = { openAi: true, anthropic: true };
const neither = { openAi: false, anthropic: false };

describe("a schema with definitions", () => {
  it("fits if each of them does", () => {
    const plan = object({
      first: toStep,
      more: { type: "array", items: toStep },
      last: { anyOf: [toStep, { type: "null" }] },
    });
    expect(fits({ ...object({ plan: { $ref: "#/$defs/Plan" } }), $defs: { Plan: plan, Step: step } })).toEqual(both);
    const open = { type: "object", properties: {} };
    expect(fits({ ...object({ step: toStep }), $defs: { Step: open } })).toEqual(neither);
    expect(fits({ ...object({ step: toStep }), $defs: { Step: step, Unused: open } })).toEqual(neither);
  });

  it("may say more beside a reference only where the provider overlooks it", () => {
    const said = { ...toStep, description: "The first one" };
    expect(fits({ ...object({ said }), $defs: { Step: step } })).toEqual({ openAi: false, anthropic: true });
    const narrowed = { ...toStep, required: ["title"] };
    expect(fits({ ...object({ narrowed }), $defs: { Step: step } })).toEqual(neither);
  });

  it.each([
    ["contain themselves", { Step: object({ next: toStep }) }],
    ["contain one another", { Step: object({ x: { $ref: "#/$defs/Other" } }), Other: object({ x: toStep }) }],
    ["are not there", {}],
    ["are none", "Step"],
  ])("does not fit if its definitions %s", (_, $defs) => {
    expect(fits({ ...object({ step: toStep }), $defs })).toEqual(neither);
  });

  it.each([
    "#",
    "#/properties/step",
    "#/$defs/Step/properties/title",
    "#/$defs/toString",
    "https://example.com/step",
    1,
  ])("does not fit if it refers to %s", ($ref) => {
    expect(fits({ ...object({ step: { $ref } }), $defs: { Step: step } })).toEqual(neither);
  });

  it("is read in the time of its size, however often its definitions are referred to", () => {
    const names = Array.from({ length: 9 }, (_, level) => `Level${level}`);
    const levels = names.map((name, level) => {
      const $ref = `#/$defs/${names[level + 1]}`;
      const inner = level + 1 < names.length ? { $ref } : { type: "string" };
      return [name, object(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, inner])))];
    });
    expect(fits({ ...object({ top: { $ref: "#/$defs/Level0" } }), $defs: Object.fromEntries(levels) })).toEqual(both);
  });
});
