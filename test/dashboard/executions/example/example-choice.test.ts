/** The first example is one that works with what is registered, or is none. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTurns } from "../../../../dashboard/api/in-turns.ts";
import { compactJson } from "../../../../dashboard/executions/example/compact-json.ts";
import { exampleFor, type KnownTool } from "../../../../dashboard/executions/example/example-choice.ts";

const tool = (name: string, more: Partial<KnownTool> = {}): KnownTool => ({
  name,
  inputSchema: { type: "object" },
  effectClass: "READ_ONLY",
  status: "READY",
  ...more,
});

describe("the first example", () => {
  it("is the two tools of the example world where they are", () => {
    const example = exampleFor([tool("research_blog"), tool("create_blog_post")], []);
    expect(example).toMatchObject({ kind: "RUNNABLE", source: { plan: { steps: [{}, {}] } } });
  });

  it("calls nothing that could change something, is not ready, or needs what nobody knows", () => {
    const inputSchema = { type: "object", properties: { id: { type: "string", format: "uuid" } }, required: ["id"] };
    const tools = [
      tool("append", { effectClass: "UNSAFE" }),
      tool("changed", { status: "CHANGED" }),
      tool("by_id", { inputSchema }),
      tool("odd", { inputSchema: { type: "object", required: ["constructor"] } }),
    ];
    expect(exampleFor(tools, [])).toEqual({ kind: "NOTHING_TO_CALL" });
    expect(exampleFor(tools, [{ defaultFor: ["PLAN"] }])).toMatchObject({ needsModel: true });
  });

  it("fills in what a schema requires", () => {
    const properties = { text: { type: "string" }, mode: { enum: ["A", "B"] }, count: { type: "integer" }, unused: {} };
    const inputSchema = { type: "object", properties, required: ["text", "mode", "count"] };
    expect(exampleFor([tool("echo", { inputSchema })], [])).toMatchObject({
      source: { plan: { steps: [{ tool: { toolName: "echo", arguments: { text: "Hello", mode: "A", count: 1 } } }] } },
    });
  });
});

describe("JSON as it is shown", () => {
  it("is the same value, whatever it is and wherever it breaks", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 80 }), (value, width) => {
        expect(JSON.parse(compactJson(value, width))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("stands in one line where it fits", () => {
    expect(compactJson({ a: [1, "two"], b: { c: {} } }, 40)).toBe('{ "a": [1, "two"], "b": { "c": {} } }');
    expect(compactJson({ a: [1, 2] }, 12)).toBe('{\n  "a": [1, 2]\n}');
  });
});

describe("work in turns", () => {
  it("does every item once, at most four at a time", async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inTurns([...Array(11).keys()], 4, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      done.push(item);
      running -= 1;
    });
    expect(most).toBe(4);
    expect(done.sort((one, other) => one - other)).toEqual([...Array(11).keys()]);
  });
});
