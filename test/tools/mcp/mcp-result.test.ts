/** What becomes of a complete result, without a server: the parts that the example server never sends. */
import { describe, expect, it } from "vitest";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { attemptOfResult } from "../../../src/tools/mcp/mcp-result.ts";
import { callableOf } from "../../support/plan/callables.ts";

const artifactTool = callableOf({
  name: "research",
  inputSchema: true,
  outputSchema: { type: "object", properties: { title: { type: "string" } }, additionalProperties: false },
});
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

it("[P21] a failure of the tool is said in all of its words, wherever they stand among its content", () => {
  const image = { type: "image", data: "aGk=", mimeType: "image/png" };
  const words = (...texts: string[]) => [image, ...texts.map((text) => ({ type: "text", text }))];
  const failed = (...texts: string[]) =>
    attemptOfResult("the call", artifactTool, { content: words(...texts), isError: true });
  const said = (message: string) => ({ kind: "FAILED", failure: { code: "TOOL_ERROR", message } });
  expect(failed("no such page", "try another")).toMatchObject(
    said("Cannot complete the call: no such page\ntry another"),
  );
  expect(failed()).toMatchObject(said("Cannot complete the call: no text was given"));
});

describe("the JSON of a text block", () => {
  const textOf = (...texts: string[]) =>
    attemptOfResult("the call", artifactTool, { content: texts.map((text) => ({ type: "text", text })) });

  it("[P18, R24] is no output under STRICT, and the failure says how it would be", () => {
    expect(textOf('{"title":"x"}')).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED", result: { output: undefined } },
      failure: { code: "OUTPUT_INVALID", message: expect.stringContaining("outputValidation WARN of its server") },
    });
    for (const texts of [['{"title":"x"}', "more"], ["prose"], []])
      expect(textOf(...texts)).toMatchObject({ kind: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("[N57] is not read where it holds more than an answer may, which the failure says", () => {
    const text = JSON.stringify(Array.from({ length: 200_001 }, () => 0));
    const answers = (callable: CallableDefinition, content: string) =>
      attemptOfResult("the call", callable, { content: [{ type: "text", text: content }] });
    const lists: CallableDefinition = { ...artifactTool, outputSchema: { type: "array" }, outputValidation: "WARN" };
    for (const callable of [lists, { ...lists, outputSchemaIsGiven: true } as const]) {
      expect(answers(callable, text)).toMatchObject({
        kind: "FAILED",
        failure: {
          code: "OUTPUT_INVALID",
          message: expect.stringContaining("holds more than 200000 values or 20000 "),
        },
      });
      expect(answers(callable, `[${text.slice(3)}`).kind).toBe("SUCCEEDED");
    }
  });

  it("[P18, N6] is the output under WARN and OFF, with a warning, and under WARN is validated like structured content", () => {
    const under = (outputValidation: "WARN" | "OFF", text: string) =>
      attemptOfResult("the call", { ...artifactTool, outputValidation }, { content: [{ type: "text", text }] });
    const json = { code: "JSON_IN_TEXT" };
    expect(under("WARN", '{"title":"x"}')).toMatchObject({
      result: { output: { title: "x" } },
      warnings: [json],
    });
    expect(under("WARN", '{"title":7}')).toMatchObject({
      warning: { code: "OUTPUT_INVALID", message: expect.stringMatching(/the output schema at \/title: .*string/) },
      warnings: [json],
    });
    expect(under("OFF", '{"title":7}')).toMatchObject({
      result: { output: { title: 7 } },
      warnings: [json],
    });
    expect(under("OFF", "prose")).toMatchObject({ kind: "FAILED", failure: { code: "OUTPUT_INVALID" } });
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

describe("an output schema that the registration declares", () => {
  const tool = { ...artifactTool, outputSchemaIsGiven: true } as const;
  const text = (...texts: string[]) => ({ content: texts.map((one) => ({ type: "text", text: one })) });
  const messageOf = (received: Parameters<typeof attemptOfResult>[2]) => {
    const attempt = attemptOfResult("the call", tool, received);
    return attempt.kind === "FAILED" ? attempt.failure.message : attempt.kind;
  };

  it("[N7, P19] is satisfied by structured content, else by the JSON of the text, without a warning", () => {
    expect(attemptOfResult("the call", tool, { ...text("prose"), structuredContent: { title: "x" } })).toMatchObject({
      ...{ kind: "SUCCEEDED", result: { output: { title: "x" } } },
    });
    const read = attemptOfResult("the call", tool, text('{"title":', '"y"}'));
    expect(read).toMatchObject({ kind: "SUCCEEDED", result: { output: { title: "y" } }, warning: undefined });
    expect(read).not.toHaveProperty("warnings");
  });

  it("[N7] says which of the two it was: a text that is no JSON, or JSON that does not fit", () => {
    expect(messageOf(text("Sunny, 21 degrees"))).toMatch(
      /found a text that is no JSON, beginning with "Sunny, 21 degrees"/,
    );
    expect(messageOf(text('{"title":7}'))).toMatch(
      /the output schema that its registration declares is not satisfied by the JSON of its text/,
    );
    expect(messageOf({ content: [] })).toMatch(/neither that nor a text/);
    expect(messageOf({ content: [], structuredContent: { title: 7 } })).toMatch(/is not satisfied by its output/);
  });
});
