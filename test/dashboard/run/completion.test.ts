/** What the editor of plans offers at each place of a text that is being written. `|` is the cursor. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completionAt, type Known } from "../../../dashboard/run/editor/completion.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

const known: Known = {
  callables: [
    { name: "research_blog", kind: "TOOL", description: "Researches a topic." },
    { name: "editor", kind: "AGENT", description: "Edits a text." },
  ],
  inputs: new Map([
    [
      "research_blog",
      {
        required: ["topic"],
        properties: {
          depth: { type: "integer" },
          topic: { type: "string", description: "What about" },
          tone: { enum: ["dry", "warm"] },
          tags: { type: "array", items: { type: "string" } },
        },
      },
    ],
  ]),
  outputs: new Map([
    [
      "research_blog",
      { properties: { artifact_id: { type: "string" }, artifact: { properties: { title: { type: "string" } } } } },
    ],
  ]),
  bindings: ["customer"],
};

const plan = (inner: string) =>
  `{"steps": [{"tool": {"stepId": "research", "toolName": "research_blog", "arguments": {"topic": "ships"}}},\n${inner}\n]}`;

function at(marked: string, known_ = known) {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = completionAt(text, cursor, known_);
  return found === null ? null : { ...found, text };
}

const labels = (marked: string) => at(marked)?.options.map(({ label }) => label) ?? [];

/** The text after the first option that has this label was taken. */
function taken(marked: string, label: string): string {
  const found = at(marked);
  const option = found?.options.find((one) => one.label === label);
  if (!found || option === undefined) return "not offered";
  return found.text.slice(0, found.from) + option.text + found.text.slice(found.to);
}

describe("completion in a plan", () => {
  it("[N672] offers callables where one is named, also in a text without an end", () => {
    expect(labels(plan('{"tool": {"stepId": "b", "toolName": "|"}}'))).toEqual(["research_blog", "editor"]);
    expect(labels(plan('{"tool": {"toolName": "edi|'))).toEqual(["editor"]);
    expect(labels(plan('{"tool": {"toolName": "blog|"}}'))).toEqual(["research_blog"]);
    expect(taken(plan('{"tool": {"toolName": "edi|"}}'), "editor")).toBe(plan('{"tool": {"toolName": "editor"}}'));
    expect(at(plan('{"tool": {"toolName": "edi|"}}'))?.options[0]?.detail).toBe("agent · Edits a text.");
  });

  it("[N672] offers arguments with their types, those that are required first, and none twice", () => {
    const call = (inner: string) =>
      plan(`{"tool": {"stepId": "b", "toolName": "research_blog", "arguments": {${inner}}}}`);
    expect(labels(call("|"))).toEqual(["topic", "depth", "tone", "tags"]);
    expect(at(call('"t|'))?.options.map(({ detail }) => detail)).toEqual([
      "string · required · What about",
      '"dry" | "warm"',
      "list of string",
      "integer",
    ]);
    expect(labels(call('"topic": "x", "|"'))).toEqual(["depth", "tone", "tags"]);
    expect(taken(call('"top|"'), "topic")).toBe(call('"topic": ""'));
    expect(taken(call('"de|": 3'), "depth")).toBe(call('"depth": 3'));
    expect(taken(call('|"tone": "dry"'), "topic")).toBe(call('"topic": "","tone": "dry"'));
    expect(labels(call('"tone": "|"')).slice(0, 2)).toEqual(['"dry"', '"warm"']);
  });

  it("[N672] offers references to what ended before and to bindings, field by field", () => {
    const call = (value: string) =>
      plan(`{"tool": {"stepId": "b", "toolName": "editor", "arguments": {"text": ${value}}}}`);
    expect(labels(call('"|"'))).toEqual(["{{steps.research.output}}", "{{bindings.customer}}"]);
    expect(labels(call('"See {{|"'))).toEqual(["steps.research.output", "bindings.customer"]);
    expect(labels(call('"{{steps.research.output.|}}"'))).toEqual([
      "steps.research.output.artifact_id",
      "steps.research.output.artifact",
    ]);
    expect(labels(call('"{{steps.research.output.artifact.t|"'))).toEqual(["steps.research.output.artifact.title"]);
    expect(taken(call('"See {{res|"'), "steps.research.output")).toBe(call('"See {{steps.research.output}}"'));
    // Its own output, and that of a step behind it, is no value yet.
    expect(
      labels(
        '{"steps": [{"tool": {"stepId": "a", "toolName": "x", "arguments": {"t": "{{|"}}}, {"tool": {"stepId": "z"}}]}',
      ),
    ).toEqual(["bindings.customer"]);
    expect(labels(plan('{"tool": {"stepId": "b", "after": ["|"]}}'))).toEqual(["research", "b"]);
  });

  it("[N672] offers keys of steps, and nothing where nothing is known", () => {
    expect(labels(plan("{|}"))).toEqual(["tool", "humanInput", "parallel", "map", "loop"]);
    expect(labels(plan('{"tool": {"stepId": "b", |}}'))).toEqual(["toolName", "arguments", "when", "after", "policy"]);
    expect(labels(plan('{"tool": {"stepId": "|"}}'))).toEqual([]);
    expect(labels("|")).toEqual([]);
    expect(
      labels(
        plan('{"tool": {"toolName": "research_blog", "arguments": {"topic": "no reference }} {{bindings.x}} |"}}'),
      ),
    ).toEqual([]);
  });

  it("[N672] gives an answer for any text and cursor, in bounded time", () => {
    const whole = plan(
      '{"tool": {"stepId": "b", "toolName": "editor", "arguments": {"text": "{{steps.research.output.artifact}}"}}}',
    );
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), fc.string({ maxLength: 5 }), (cut, cursor, typed) => {
        const text = whole.slice(0, cursor) + typed + whole.slice(Math.max(cursor, cut));
        const found = completionAt(text, cursor + typed.length, known);
        if (found === null) return;
        expect(found.from).toBeLessThanOrEqual(cursor + typed.length);
        expect(found.to).toBeGreaterThanOrEqual(cursor + typed.length);
        expect(found.options.length).toBeLessThanOrEqual(50);
      }),
      { numRuns: 300 },
    );
    const long = `{"steps": [${Array.from({ length: 900 }, (_, n) => `{"tool": {"stepId": "s${n}", "toolName": "editor", "arguments": {"text": "{{steps.s.output}}"}}}`).join(",\n")}]}`;
    const before = processorMs();
    expect(completionAt(long, long.length - 12, known)).not.toBeUndefined();
    expect(processorMs() - before).toBeLessThan(400);
  });
});
