/** What becomes of a complete result, without a server: the parts that the example server never sends. */
import { describe, expect, it } from "vitest";
import type { CallableDefinition } from "../../src/plan/callable.ts";
import { attemptOfResult } from "../../src/tools/mcp-result.ts";

const artifactTool: CallableDefinition = {
  name: "research",
  kind: "TOOL",
  description: "",
  usageHints: "",
  inputSchema: true,
  outputSchema: { type: "object", properties: { title: { type: "string" } }, additionalProperties: false },
  effectClass: "UNSAFE",
  declaredDestructive: false,
  outputValidation: "STRICT",
  provider: "p",
  remoteName: "research",
};
const execution = { artifact_id: "abc-123", context_id: "ctx-456" };

describe("a bare artifact", () => {
  it("[C17] [P26] is validated as it came and then referable like the standard shape", () => {
    const attempt = attemptOfResult("the call", artifactTool, {
      content: [],
      structuredContent: { title: "Bare" },
      _meta: { "org.example/execution": execution },
    });
    expect(attempt).toEqual({
      kind: "SUCCEEDED",
      warning: null,
      result: {
        output: { title: "Bare", artifact_id: "abc-123", _metadata: execution },
        content: [],
        metadata: { "org.example/execution": execution },
        isPartial: false,
      },
    });
  });

  it("[C17] in the wrapper is what it is", () => {
    const wrapper = { artifact_id: "id", artifact: { title: "x" }, _metadata: {} };
    const attempt = attemptOfResult(
      "the call",
      { ...artifactTool, outputSchema: true },
      {
        content: [],
        structuredContent: wrapper,
        _meta: { "org.example/execution": execution },
      },
    );
    expect(attempt).toMatchObject({ kind: "SUCCEEDED", result: { output: wrapper } });
  });
});

describe("the JSON of a text block", () => {
  const textOf = (...texts: string[]) =>
    attemptOfResult("the call", artifactTool, { content: texts.map((text) => ({ type: "text", text })) });

  it("[P20] counts only if it is the only block", () => {
    expect(textOf('{"title":"x"}')).toMatchObject({ kind: "SUCCEEDED", result: { output: { title: "x" } } });
    expect(textOf('{"title":"x"}', "more")).toMatchObject({ kind: "FAILED", failure: { code: "OUTPUT_INVALID" } });
    expect(textOf()).toMatchObject({ kind: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("[P19] is validated like structured content", () => {
    expect(textOf('{"title":7}')).toMatchObject({ kind: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("[P18] is not looked at when structured content is there, be it null", () => {
    const content = [{ type: "text", text: '{"title":"text"}' }];
    const tool = { ...artifactTool, outputSchema: true };
    expect(attemptOfResult("the call", tool, { content, structuredContent: null })).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: null },
    });
  });

  it("[P18] is no output without an output schema", () => {
    const content = [{ type: "text", text: '{"title":"text"}' }];
    const attempt = attemptOfResult("the call", { ...artifactTool, outputSchema: null }, { content });
    expect(attempt).toMatchObject({ kind: "SUCCEEDED", result: { output: undefined } });
  });
});
