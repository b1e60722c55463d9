/** The checklist for tools that make artifacts, over what a tool says of its output. */
import { describe, expect, it } from "vitest";
import { blogTools } from "../../examples/mcp-server/blog-tools.ts";
import { ToolResponse } from "../../packages/planwright/artifact-tool/artifact-tool.ts";
import { complianceFindings } from "../../src/catalog/tool-compliance.ts";
import type { JsonObject } from "../../src/json/json.ts";
import { attemptOfResult, type McpToolResult } from "../../src/tools/mcp/mcp-result.ts";
import { callable } from "../support/plan/callables.ts";

const documented = { type: "object", properties: { title: { type: "string", description: "Its title" } } };

function schemaOf(artifact: object): JsonObject {
  return JSON.parse(JSON.stringify(ToolResponse.schema({ ...artifact })));
}

function found(schema: JsonObject | null): readonly (readonly [string, string])[] {
  return complianceFindings(schema).map(({ path, rule }) => [rule, path]);
}

describe("[P29] the findings of a tool", () => {
  it("are none for one that is written with the package, and for the example tools", () => {
    expect(found(schemaOf(documented))).toEqual([]);
    for (const { outputSchema } of blogTools(0)) expect(found(JSON.parse(JSON.stringify(outputSchema)))).toEqual([]);
  });

  it("are one for each box of the checklist that a tool leaves open, by the rule of that box", () => {
    const whole = schemaOf(documented);
    const without = (field: string, schema: JsonObject) => ({
      ...whole,
      properties: { ...(whole.properties as JsonObject), [field]: schema },
    });
    const untyped = without("artifact", { type: "object" });
    const silent = without("artifact", { type: "object", properties: { title: { type: "string" } } });
    const unfilled = without("_metadata", { type: "object" });
    const loose = { ...whole, required: ["artifact", "_metadata"] };
    const boxes: readonly (readonly [string, JsonObject | null])[] = [
      ["ARTIFACT_TYPED", untyped],
      ["OUTPUT_SCHEMA_DECLARED", null],
      ["STANDARD_SHAPE", loose],
      ["METADATA_DECLARED", unfilled],
      ["FIELDS_DOCUMENTED", silent],
    ];
    for (const [rule, schema] of boxes) expect(found(schema).map(([broken]) => broken)).toEqual([rule]);
  });

  it("cannot show whether results keep to the schema: each call is held against it, and needs no summary", () => {
    const metadata = { context_id: "c", request_id: "r", trace_id: "t", user_id: "u" };
    const kept = { artifact_id: "a", artifact: { title: "AI" }, _metadata: metadata };
    const promising = { ...callable("research", "READ_ONLY"), outputSchema: schemaOf(documented) };
    const judged = (result: McpToolResult) => attemptOfResult("the call", promising, result);
    expect(judged({ content: [], structuredContent: kept })).toMatchObject({ kind: "SUCCEEDED", warning: undefined });
    const { artifact_id: _, ...broken } = kept;
    const text = (value: object) => [{ type: "text", text: JSON.stringify(value) }];
    for (const result of [
      { content: text(broken), structuredContent: broken },
      { content: text(kept) },
      { content: text(kept), structuredContent: { ...kept, artifact: "AI" } },
    ])
      expect(judged(result)).toMatchObject({ kind: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("name a missing output schema and nothing else", () => {
    expect(found(null)).toEqual([["OUTPUT_SCHEMA_DECLARED", ""]]);
  });

  it("name each part of the standard shape that is missing or may be missing", () => {
    const { properties } = schemaOf(documented);
    expect(found({ type: "object", properties: properties ?? {}, required: ["artifact"] })).toEqual([
      ["STANDARD_SHAPE", "artifact_id"],
      ["STANDARD_SHAPE", "_metadata"],
    ]);
    const bare = { type: "object", properties: { answer: { type: "integer" } }, additionalProperties: false };
    expect(found(bare).map(([, path]) => path)).toEqual(["artifact_id", "artifact", "_metadata"]);
  });

  it("name an artifact without fields and metadata without its fields", () => {
    expect(found(schemaOf({}))).toEqual([["ARTIFACT_TYPED", "artifact"]]);
    const schema = schemaOf(documented);
    const properties = { ...(schema.properties as JsonObject), _metadata: { type: "object" } };
    expect(found({ ...schema, properties })).toEqual([["METADATA_DECLARED", "_metadata"]]);
  });

  it("name each field of the artifact that has no words, also where they lie behind a reference or within another field", () => {
    const artifact = {
      type: "object",
      properties: {
        title: { $ref: "#/$defs/title" },
        cost: { type: "object", description: "Cost", properties: { amount: { type: "number" } } },
        blank: { type: "string", description: "  " },
      },
    };
    const schema = { ...schemaOf(artifact), $defs: { title: { type: "string", description: "Its title" } } };
    expect(found(schema)).toEqual([
      ["FIELDS_DOCUMENTED", "artifact.blank"],
      ["FIELDS_DOCUMENTED", "artifact.cost.amount"],
    ]);
  });

  it("stop at 50, and end for a schema that points at itself", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 90 }, (_, number) => [`f${number}`, { type: "string" }]),
    );
    expect(found(schemaOf({ type: "object", properties }))).toHaveLength(50);
    const self = {
      ...schemaOf({ properties: { loop: { $ref: "#/$defs/loop" } } }),
      $defs: { loop: { $ref: "#/$defs/loop" } },
    };
    expect(found(self)).toContainEqual(["FIELDS_DOCUMENTED", "artifact.loop"]);
  });
});
