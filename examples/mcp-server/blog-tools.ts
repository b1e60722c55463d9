/** The two tools of the document Plan, Execute, Respond: research a topic, then write a blog post from the research. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type ExampleTool, objectSchema, string, type ToolContext, type ToolResult } from "./tool.ts";

/** The standard response shape of artifact tools, with the fields of the artifact spelled out so that plans can refer to them. */
function artifactSchema(artifact: object) {
  return objectSchema({
    artifact_id: { type: "string", description: "Unique identifier for the artifact" },
    artifact: { ...objectSchema(artifact), description: "Tool-specific artifact data" },
    _metadata: objectSchema(
      {
        context_id: string,
        request_id: string,
        trace_id: string,
        user_id: string,
        tool_name: string,
        executed_at: { type: "string", format: "date-time" },
      },
      [],
    ),
  });
}

/** The tools, each taking `delayMs`, so that a person has time to kill the worker in between. */
export function blogTools(delayMs: number): ExampleTool[] {
  return [
    {
      name: "research_blog",
      description: "Researches a topic and returns an outline with sources.",
      inputSchema: objectSchema({ topic: string, skill_id: string }),
      outputSchema: artifactSchema({
        title: string,
        sections: { type: "array", items: objectSchema({ heading: string, content: string }) },
        sources: { type: "array", items: string },
      }),
      annotations: { readOnlyHint: false, idempotentHint: true },
      async run(input, context) {
        await delay(delayMs, undefined, { signal: context.signal });
        const topic = String(input.topic);
        return artifactResult("research_blog", "Research complete", context, {
          skill_id: input.skill_id,
          title: topic,
          sections: ["Background", "State of the art", "Outlook"].map((heading) => ({
            heading,
            content: `${heading} of ${topic}`,
          })),
          sources: ["https://example.com/a", "https://example.com/b"],
        });
      },
    },
    {
      name: "create_blog_post",
      description: "Writes a blog post from a research artifact.",
      inputSchema: objectSchema({
        artifact_id: { type: "string", description: "Research artifact ID from research_blog" },
        skill_id: string,
        instructions: string,
      }),
      outputSchema: artifactSchema({ title: string, content: string, research_id: string }),
      annotations: { readOnlyHint: false, idempotentHint: true },
      async run(input, context) {
        await delay(delayMs, undefined, { signal: context.signal });
        return artifactResult("create_blog_post", "Blog post created", context, {
          skill_id: input.skill_id,
          title: "A post from research",
          content: `Written as asked: ${input.instructions}`,
          research_id: input.artifact_id,
        });
      },
    },
  ];
}

/** The same key gives the same artifact: that is what makes these tools idempotent. */
const artifactIds = new Map<string, string>();

function artifactResult(tool: string, summary: string, context: ToolContext, artifact: object): ToolResult {
  const { key, execution } = context;
  const artifactId = (key === null ? undefined : artifactIds.get(key)) ?? randomUUID();
  if (key !== null) artifactIds.set(key, artifactId);
  const structuredContent = {
    artifact_id: artifactId,
    artifact,
    _metadata: {
      context_id: String(execution.contextId ?? ""),
      request_id: String(execution.requestId ?? ""),
      trace_id: String(execution.traceId ?? ""),
      user_id: String(execution.userId ?? ""),
      tool_name: tool,
      executed_at: new Date().toISOString(),
    },
  };
  return {
    content: [
      { type: "text", text: `${summary}. Artifact ID: ${artifactId}` },
      { type: "text", text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
  };
}
