/** Which schemas providers can bind an answer to: those of manifests refer to definitions. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { fitsAnthropicFormat, openAiStrict } from "../../../src/model/prompts/strict-schema.ts";

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const step = object({ title: { type: "string" } });
const toStep = { $ref: "#/$defs/Step" };

function fits(schema: JsonObject) {
  return { openAi: openAiStrict(schema) !== undefined, anthropic: fitsAnthropicFormat(schema) };
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

  it("may say more beside a reference, which OpenAI is not sent because its strict mode refuses it", () => {
    const said = { ...toStep, title: "First", description: "The first one" };
    const listOf = (items: JsonObject) => ({
      anyOf: [{ type: "array", items }, { type: "null" }],
      description: "Stays",
    });
    const schema = (part: JsonObject) => ({
      ...object({ said: part, list: listOf(part), $ref: part }),
      $defs: { Step: step },
    });
    expect(fits(schema(said))).toEqual(both);
    expect(openAiStrict(schema(said))).toEqual(schema(toStep));
    const within = (part: JsonObject) => ({
      ...object({ plan: { $ref: "#/$defs/Plan" } }),
      $defs: { Plan: object({ part }), Step: step },
    });
    expect(openAiStrict(within(said))).toEqual(within(toStep));
    const narrowed = { ...toStep, required: ["title"] };
    expect(fits({ ...object({ narrowed }), $defs: { Step: step } })).toEqual(neither);
  });

  it("names the types of listed values, which OpenAI's strict mode requires", () => {
    const listed = (types: readonly JsonObject[]) =>
      object(Object.fromEntries(types.map((type, at) => [`f${at}`, type])));
    expect(openAiStrict(listed([{ enum: ["a", "b"] }, { enum: [1, "a", null] }, { const: true }]))).toEqual(
      listed([
        { type: "string", enum: ["a", "b"] },
        { type: ["number", "string", "null"], enum: [1, "a", null] },
        { type: "boolean", const: true },
      ]),
    );
    expect(openAiStrict(listed([{ enum: [{}] }]))).toBeUndefined();
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
