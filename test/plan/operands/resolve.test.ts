import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import { type PathSegment, valueAt } from "../../../src/json/value-path.ts";
import { resolveOperand } from "../../../src/plan/operands/resolve.ts";
import type { Operand, Reference } from "../../../src/plan/plan.ts";
import { type ReadReference, readFrom } from "../../../src/plan/reference-reader.ts";

function to(id: string, ...path: readonly PathSegment[]): Reference {
  return { root: "steps", id, path, expression: `{{${[id, "output", ...path].join(".")}}}` };
}

function ref(id: string, ...path: readonly PathSegment[]): Operand {
  return { kind: "reference", reference: to(id, ...path) };
}

function reading(outputs: { readonly [id: string]: Json }): ReadReference {
  return (reference) => readFrom(reference, outputs[reference.id], "no output, because the step failed");
}

const outputs = reading({
  research: { sources: ["a", "b"], title: "T", count: 2, nothing: null, nested: { deep: [{ x: 1 }] } },
  skipped: null,
});

describe("resolving operands", () => {
  it("[P10] keeps the JSON type of what a reference reads", () => {
    expect(resolveOperand(ref("research", "sources"), outputs)).toEqual({ ok: true, value: ["a", "b"] });
    expect(resolveOperand(ref("research", "nested", "deep", 0, "x"), outputs)).toEqual({ ok: true, value: 1 });
    expect(resolveOperand(ref("research", "nothing"), outputs)).toEqual({ ok: true, value: null });
  });

  it("[R22] puts values into every place of nested arguments", () => {
    const operand: Operand = {
      kind: "object",
      entries: [
        ["list", { kind: "array", items: [ref("research", "count"), { kind: "literal", value: "x" }] }],
        ["text", { kind: "text", parts: ["n=", to("research", "count"), " ", to("research", "title")] }],
      ],
    };
    expect(resolveOperand(operand, outputs)).toEqual({ ok: true, value: { list: [2, "x"], text: "n=2 T" } });
  });

  it("[C1] renders strings in text as they are and any other value as JSON", () => {
    const operand: Operand = { kind: "text", parts: [to("research", "sources"), "/", to("research", "nothing")] };
    expect(resolveOperand(operand, outputs)).toEqual({ ok: true, value: '["a","b"]/null' });
  });

  it("[C3] fails with the expression and what was found when a value is missing", () => {
    const resolution = resolveOperand(ref("research", "nested", "gone"), outputs);
    expect(resolution).toMatchObject({
      ok: false,
      failure: {
        code: "UNRESOLVED_REFERENCE",
        expression: "{{research.output.nested.gone}}",
        found: 'an object without "gone"',
      },
    });
    expect(resolveOperand(ref("failed"), outputs)).toMatchObject({
      failure: { found: "no output, because the step failed" },
    });
  });

  it("[C3] reads null from a step that was skipped, and finds no field in it", () => {
    expect(resolveOperand(ref("skipped"), outputs)).toEqual({ ok: true, value: null });
    expect(resolveOperand(ref("skipped", "x"), outputs).ok).toBe(false);
  });

  it("[R11] takes the first choice that has a value, over missing fields and skipped steps", () => {
    const choices = [ref("failed"), ref("research", "gone"), ref("skipped"), ref("research", "title")];
    expect(resolveOperand({ kind: "coalesce", choices }, outputs)).toEqual({ ok: true, value: "T" });
  });

  it("[R11] takes null when a choice is null and none is better, and fails only when no choice has a value", () => {
    const choices = [ref("skipped"), ref("research", "gone")];
    expect(resolveOperand({ kind: "coalesce", choices }, outputs)).toEqual({ ok: true, value: null });
    const none: Operand = { kind: "coalesce", choices: [ref("failed"), ref("research", "gone")] };
    expect(resolveOperand(none, outputs)).toMatchObject({
      ok: false,
      failure: { expression: "{{research.output.gone}}" },
    });
  });

  it("[E13] never reads a value as text again, whatever it looks like", () => {
    const hostile = { a: "{{steps.b.output.secret}}", b: "$0.output.x", coalesce: [{ coalesce: ["{{"] }] };
    const read = reading({ one: hostile });
    expect(resolveOperand(ref("one"), read)).toEqual({ ok: true, value: hostile });
    const text: Operand = { kind: "text", parts: ["<", to("one", "a"), ">"] };
    expect(resolveOperand(text, read)).toEqual({ ok: true, value: "<{{steps.b.output.secret}}>" });
  });
});

describe("paths into values", () => {
  it("[C1] reads own members only", () => {
    const value = JSON.parse('{"a":{"__proto__":{"x":1}},"list":[1]}') as Json;
    expect(valueAt(value, ["a", "__proto__", "x"])).toBe(1);
    expect(valueAt(value, ["__proto__"])).toBeUndefined();
    expect(valueAt(value, ["constructor"])).toBeUndefined();
    expect(valueAt(value, ["list", "length"])).toBeUndefined();
    expect(valueAt("text", ["length"])).toBeUndefined();
  });

  it("[C1] reads a number as index of an array or name of a member, and a name never as index", () => {
    expect(valueAt(["x"], [0])).toBe("x");
    expect(valueAt({ 0: "x" }, [0])).toBe("x");
    expect(valueAt(["x"], ["0"])).toBeUndefined();
    expect(valueAt(["x"], [1])).toBeUndefined();
  });
});
