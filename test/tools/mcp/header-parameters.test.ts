import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { headerParameterProblem } from "../../../src/tools/mcp/header-parameters.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

const declared = (property: JsonObject): JsonObject => ({ type: "object", properties: { region: property } });

describe("arguments mirrored into headers", () => {
  it.each(["string", "integer", "boolean"])("may have the type %s", (type) => {
    expect(headerParameterProblem(declared({ type, "x-mcp-header": "Region" }))).toBeNull();
    expect(
      headerParameterProblem(declared({ type: "object", properties: { a: { type, "x-mcp-header": "A" } } })),
    ).toBeNull();
  });

  it.each([
    ["a number", declared({ type: "number", "x-mcp-header": "Region" })],
    ["no type", declared({ "x-mcp-header": "Region" })],
    ["an empty name", declared({ type: "string", "x-mcp-header": "" })],
    ["a name with a space", declared({ type: "string", "x-mcp-header": "My Region" })],
    ["the root", { type: "object", "x-mcp-header": "Region" }],
    ["an item", declared({ type: "array", items: { type: "string", "x-mcp-header": "Region" } })],
    ["an alternative", { type: "object", anyOf: [declared({ type: "string", "x-mcp-header": "Region" })] }],
    ["a definition", { type: "object", $defs: { a: { type: "string", "x-mcp-header": "Region" } } }],
  ])("may not be declared on or with %s", (_what, schema) => {
    expect(headerParameterProblem(schema)).toContain("x-mcp-header");
  });

  it("must have names that differ in more than case", () => {
    const properties = { a: { type: "string", "x-mcp-header": "X" }, b: { type: "string", "x-mcp-header": "x" } };
    expect(headerParameterProblem({ type: "object", properties })).toContain("unique");
  });

  it("are not looked for in data", () => {
    expect(headerParameterProblem(declared({ type: "object", default: { "x-mcp-header": "" } }))).toBeNull();
  });

  it("are looked for once in each part, however deep a schema of a stranger lies in itself", () => {
    const deep = (inner: JsonObject) =>
      Array.from({ length: 36 }).reduce<JsonObject>((whole) => ({ steps: whole }), inner);
    const startedAt = processorMs();
    expect(headerParameterProblem(declared(deep({ type: "string" })))).toBeNull();
    expect(headerParameterProblem(declared(deep({ type: "string", "x-mcp-header": "X" })))).toContain("x-mcp-header");
    // Visited from the parent and from the one above it, it took minutes, and more than half as long again for each level more.
    expect(processorMs() - startedAt).toBeLessThan(2_000);
  });
});
