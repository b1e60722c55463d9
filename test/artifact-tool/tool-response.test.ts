/** The package `planwright/artifact-tool`: schemas that plans can refer to, and results that keep to them. */

import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  ExecutionMetadata,
  standardOutputSchema,
  structuredResult,
  ToolResponse,
} from "../../packages/planwright/artifact-tool/artifact-tool.ts";
import { standardOutputSchema as schemaOfTheEngine } from "../../src/plan/standard-output-schema.ts";
import { violations } from "../../src/schema/validator.ts";

const meta = {
  "dev.planwright/execution": {
    ...{ contextId: "ctx-456", requestId: "req-789", traceId: "trace-012", userId: "user-345", depth: 1 },
  },
};
const at = new Date("2025-01-15T10:30:00Z");

const Research = z.object({
  title: z.string().describe("Title of the research"),
  sources: z.array(z.string()),
});

describe("ToolResponse.schema", () => {
  it("[P23] is the published schema to the letter without a shape, and the one that the engine knows", () => {
    expect(ToolResponse.schema()).toEqual(standardOutputSchema);
    expect(standardOutputSchema).toEqual(schemaOfTheEngine);
  });

  it("[P26, P27] spells out the fields of an artifact, given as JSON Schema or as a schema of a library", () => {
    const shape = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
    expect(ToolResponse.schema(shape).properties.artifact).toEqual({
      ...shape,
      description: "Tool-specific artifact data",
    });
    expect(ToolResponse.schema(Research).properties.artifact).toMatchObject({
      type: "object",
      description: "Tool-specific artifact data",
      properties: { title: { type: "string", description: "Title of the research" } },
      required: ["title", "sources"],
    });
    expect(ToolResponse.schema(Research).properties._metadata).toEqual(standardOutputSchema.properties._metadata);
  });
});

describe("ToolResponse", () => {
  const artifact: z.infer<typeof Research> = { title: "AI Trends 2025", sources: ["https://example.com/a"] };
  const metadata = ExecutionMetadata.withRequest(meta, at).tool("research_blog").skill("writing", "Writing");

  it("[P22, P24] has the standard shape and satisfies its own schema", () => {
    const response = new ToolResponse("abc-123", artifact, metadata).toJson();
    expect(response).toEqual({
      artifact_id: "abc-123",
      artifact,
      _metadata: {
        ...{ context_id: "ctx-456", request_id: "req-789", trace_id: "trace-012", user_id: "user-345" },
        ...{ tool_name: "research_blog", skill_id: "writing", skill_name: "Writing" },
        executed_at: "2025-01-15T10:30:00.000Z",
      },
    });
    expect(violations(jsonOf(ToolResponse.schema(Research)), jsonOf(response))).toEqual([]);
    const wrong = { ...response, artifact: { title: 7 } };
    expect(violations(jsonOf(ToolResponse.schema(Research)), jsonOf(wrong))).not.toEqual([]);
  });

  it("[P20] gives the same JSON as structured content and as the last text, after a summary for people", () => {
    const result = new ToolResponse("abc-123", artifact, metadata).toResult("Research complete");
    expect(result.content.map(({ text }) => text)).toEqual([
      "Research complete",
      JSON.stringify(result.structuredContent),
    ]);
    expect(structuredResult({ a: 1 })).toEqual({
      content: [{ type: "text", text: '{"a":1}' }],
      structuredContent: { a: 1 },
    });
  });
});

describe("ExecutionMetadata", () => {
  it("[P22] leaves out what the request does not say, and never reads what is not text or inherited", () => {
    expect(ExecutionMetadata.withRequest(undefined, at).toJson()).toEqual({ executed_at: at.toISOString() });
    const odd = { "dev.planwright/execution": Object.assign(Object.create({ userId: "inherited" }), { traceId: 7 }) };
    expect(ExecutionMetadata.withRequest(odd, at).toJson()).toEqual({ executed_at: at.toISOString() });
  });

  it("[P27] is not changed by what is made from it", () => {
    const base = ExecutionMetadata.withRequest(meta, at);
    base.tool("one").skill("s", "S");
    expect(base.toJson()).not.toHaveProperty("tool_name");
  });
});

function jsonOf(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}
