import { describe, expect, it } from "vitest";
import { type Json, utf8Bytes } from "../../../src/json/json.ts";
import type { PathSegment } from "../../../src/json/value-path.ts";
import { resolveBounded } from "../../../src/plan/operands/bounded-operand.ts";
import { resolveOperand } from "../../../src/plan/operands/resolve.ts";
import type { Operand, Reference } from "../../../src/plan/plan.ts";
import { type ReadReference, readFrom } from "../../../src/plan/reference-reader.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

function to(id: string, ...path: readonly PathSegment[]): Reference {
  return { root: "steps", id, path, expression: `{{${[id, "output", ...path].join(".")}}}` };
}

function ref(id: string, ...path: readonly PathSegment[]): Operand {
  return { kind: "reference", reference: to(id, ...path) };
}

/** Outputs that are parsed each time they are read, as from a journal, and the ids that were read. */
function reading(outputs: { readonly [id: string]: Json }) {
  const reads: string[] = [];
  const read: ReadReference = (reference) => {
    reads.push(reference.id);
    return readFrom(reference, outputs[reference.id], "no output, because the step failed");
  };
  return { read, reads, reader: { read, bytesOf: () => undefined } };
}

const MEGABYTE = 1_048_576;

describe("the bound of a resolved operand", () => {
  it("[N120] is met without building the value: 120 references to 4 MB in a text cost next to nothing", () => {
    const { reader } = reading({ a: { s: "x".repeat(4 * MEGABYTE) } });
    const parts = Array.from({ length: 120 }, () => to("a", "s"));
    const begun = processorMs();
    const resolution = resolveBounded("the arguments of t", { kind: "text", parts }, reader, 8 * MEGABYTE);
    expect(processorMs() - begun).toBeLessThan(500);
    expect(resolution).toMatchObject({ ok: false, failure: { code: "LIMIT_EXCEEDED", retryable: false } });
    if (resolution.ok) return;
    const { message } = resolution.failure;
    expect(message).toContain("Cannot build the arguments of t: required at most 8388608 bytes");
    expect(message).toContain("MAX_ARGUMENT_BYTES");
    expect(message).toContain(`found at least ${120 * 4 * MEGABYTE + 2}`);
    expect(message).toMatch(/Refer to the part that is needed/);
  });

  it("[N120] counts what references make of objects and arrays, and stops at the first too many", () => {
    const outputs = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`s${n}`, ["y".repeat(MEGABYTE)]]));
    const { reader, reads } = reading(outputs);
    const items = Object.keys(outputs).map((id) => ref(id));
    const resolution = resolveBounded("x", { kind: "array", items }, reader, 4 * MEGABYTE);
    expect(resolution).toMatchObject({ ok: false, failure: { code: "LIMIT_EXCEEDED" } });
    expect(reads.length).toBeLessThanOrEqual(5);
  });

  it("[N120] lets the value through that just fits, and the same value as before", () => {
    const output = { text: 'say "hi" \\ 漢', list: [1, { a: null }], nothing: null };
    const { reader } = reading({ a: output });
    const operand: Operand = {
      kind: "object",
      entries: [
        ["whole", ref("a")],
        ["text", { kind: "text", parts: ['<"', to("a", "text"), " ", to("a", "list"), ">", to("a", "text")] }],
        ["coalesced", { kind: "coalesce", choices: [ref("a", "nothing"), ref("b"), ref("a", "list", 0), ref("a")] }],
        ["literal", { kind: "literal", value: ["\n", {}] }],
        ["null", { kind: "coalesce", choices: [ref("b"), ref("a", "nothing")] }],
      ],
    };
    const plain = resolveOperand(operand, reader.read);
    if (!plain.ok) throw new Error("resolved");
    const bytes = utf8Bytes(JSON.stringify(plain.value));
    expect(resolveBounded("x", operand, reader, bytes + 8)).toEqual(plain);
    expect(resolveBounded("x", operand, reader, bytes - 8)).toMatchObject({ failure: { code: "LIMIT_EXCEEDED" } });
  });

  it("[N808] is exact for objects and arrays with references, and counts a literal at any depth", () => {
    const { reader } = reading({ a: 1 });
    const deep = Array.from({ length: 70 }).reduce<Json>((inner) => [inner], "x".repeat(100));
    const operand: Operand = {
      kind: "object",
      entries: [
        ["deep", { kind: "literal", value: deep }],
        ["list", { kind: "array", items: [ref("a"), ref("a"), { kind: "array", items: [] }] }],
      ],
    };
    const bytes = utf8Bytes(JSON.stringify({ deep, list: [1, 1, []] }));
    expect(resolveBounded("x", operand, reader, bytes)).toMatchObject({ ok: true });
    expect(resolveBounded("x", operand, reader, bytes - 1)).toMatchObject({
      ok: false,
      failure: { details: { foundBytes: bytes } },
    });
  });

  it("[N120] counts of a coalesce only the choice that is taken", () => {
    const { reader } = reading({ big: "z".repeat(10_000), small: "s" });
    const choices = [ref("small"), ref("big")];
    expect(resolveBounded("x", { kind: "coalesce", choices }, reader, 100)).toEqual({ ok: true, value: "s" });
    expect(resolveBounded("x", { kind: "coalesce", choices: choices.toReversed() }, reader, 100)).toMatchObject({
      ok: false,
      failure: { code: "LIMIT_EXCEEDED" },
    });
  });

  it("[N120] says of a missing value what it always said", () => {
    const { reader } = reading({ a: {} });
    for (const operand of [ref("a", "x"), { kind: "coalesce", choices: [ref("b"), ref("a", "x")] } as const]) {
      const plain = resolveOperand(operand, reader.read);
      if (plain.ok) throw new Error("unresolved");
      const { code, expression, found, message } = plain.failure;
      const failure = { code, message, retryable: false, details: { expression, found } };
      expect(resolveBounded("x", operand, reader, 1_000)).toEqual({ ok: false, failure });
    }
  });

  it("[N121] refuses a stored value that is nested deeper than what is accepted today", () => {
    let deep: Json = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const { reader } = reading({ a: deep });
    const resolution = resolveBounded("the arguments of t", ref("a"), reader, MEGABYTE);
    expect(resolution).toMatchObject({ ok: false, failure: { code: "LIMIT_EXCEEDED" } });
    expect(JSON.stringify(resolution)).toContain("nested at most 128 levels");
  });

  it("[N120] reads references into the same output one after another, whatever their order", () => {
    const { reader, reads } = reading({ a: { x: 1, y: 2 }, b: { x: 3, y: 4 } });
    const items = [ref("a", "x"), ref("b", "x"), ref("a", "y"), ref("b", "y"), ref("a", "x")];
    expect(resolveBounded("x", { kind: "array", items }, reader, 1_000)).toEqual({ ok: true, value: [1, 3, 2, 4, 1] });
    expect(reads).toEqual(["a", "a", "b", "b"]);
  });
});
