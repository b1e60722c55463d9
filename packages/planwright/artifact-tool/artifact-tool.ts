/**
 * `planwright/artifact-tool`: helps an MCP tool to make results that plans can refer to: a typed output schema and results that satisfy it.
 * No dependency; works with any MCP server library.
 *
 * ```ts
 * const Research = z.object({ title: z.string().describe("Title of the research") });
 * const tool = { name: "research_blog", inputSchema, outputSchema: ToolResponse.schema(Research) };
 *
 * const metadata = ExecutionMetadata.withRequest(request.params._meta).tool("research_blog").skill("writing", "Writing");
 * return new ToolResponse("abc-123", { title: "AI trends" }, metadata).toResult("Research complete");
 * ```
 */
export { ExecutionMetadata, type MetadataJson } from "./execution-metadata.ts";
export { standardOutputSchema } from "./standard-output-schema.ts";
export { type StructuredResult, structuredResult } from "./structured-result.ts";
export { type ArtifactOutputSchema, type ArtifactShape, ToolResponse, type ToolResponseJson } from "./tool-response.ts";
