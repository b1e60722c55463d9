/** The two tools of the document Plan, Execute, Respond: research a topic, then write a blog post from the research. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ExecutionMetadata, ToolResponse } from "../../packages/planwright/artifact-tool/artifact-tool.ts";
import { type ExampleTool, objectSchema, string, type ToolContext, type ToolResult } from "./tool.ts";

/** The tools, each taking `delayMs`, so that a person has time to kill the worker in between. */
export function blogTools(delayMs: number): ExampleTool[] {
  return [
    {
      name: "research_blog",
      description: "Researches a topic and returns an outline with sources.",
      inputSchema: objectSchema({ topic: string, skill_id: string }),
      outputSchema: ToolResponse.schema(
        objectSchema({
          title: described("Topic of the research"),
          sections: {
            type: "array",
            description: "Outline, section by section",
            items: objectSchema({ heading: string, content: string }),
          },
          sources: { type: "array", description: "Addresses of the sources", items: string },
        }),
      ),
      annotations: { readOnlyHint: false, idempotentHint: true },
      async run(input, context) {
        const topic = String(input.topic);
        await research(delayMs, context);
        return artifactResult("research_blog", "Research complete", context, {
          skill_id: input.skill_id,
          title: topic,
          sections: headings.map((heading) => ({
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
      outputSchema: ToolResponse.schema(
        objectSchema({
          title: described("Title of the post"),
          content: described("Text of the post"),
          research_id: described("Artifact ID of the research"),
        }),
      ),
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

const headings = ["Background", "State of the art", "Outlook"];

/** Takes `delayMs` in all, and reports each section before it reads it. At once if there is no time for it. */
async function research(delayMs: number, { reportProgress, signal }: ToolContext): Promise<void> {
  if (delayMs === 0) return;
  for (const [done, heading] of headings.entries()) {
    await reportProgress({ progress: done, total: headings.length, message: `Reading: ${heading}` });
    await delay(delayMs / headings.length, undefined, { signal });
  }
}

/** What plans can refer to is documented: the words are listed with the field. */
function described(description: string) {
  return { ...string, description };
}

/** The same key gives the same artifact: that is what makes these tools idempotent. */
const artifactIds = new Map<string, string>();

function artifactResult(tool: string, summary: string, context: ToolContext, artifact: object): ToolResult {
  const { key, meta } = context;
  const artifactId = (key === null ? undefined : artifactIds.get(key)) ?? randomUUID();
  if (key !== null) artifactIds.set(key, artifactId);
  const metadata = ExecutionMetadata.withRequest(meta).tool(tool);
  return new ToolResponse(artifactId, artifact, metadata).toResult(`${summary}. Artifact ID: ${artifactId}`);
}
