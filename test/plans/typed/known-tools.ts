/** What `planwright types` writes, by hand. */
import type { Tool } from "planwright/plans";

export interface Tools {
  /** Researches a topic. */
  readonly research_blog: Tool<
    { topic: string; depth?: number; tone?: "short" | "long" },
    { artifact_id: string; title?: string; score: number; note: string | null; hits: { url: string; tags: string[] }[] }
  >;
  readonly create_blog_post: Tool<{ artifact_id: string; options?: { draft: boolean } }, { url: string }>;
  readonly list_all: Tool<
    { page?: number },
    { items: ({ kind: "file"; size: number } | { kind: "folder"; children: number })[] }
  >;
  readonly untyped: Tool<{ [name: string]: unknown }, unknown>;
  readonly "files.read": Tool<{ path: string }, { text: string }>;
  readonly tree: Tool<{ root: string }, Node>;
}

export interface Node {
  name: string;
  children: Node[];
}

export interface Known {
  tools: Tools;
  agents: { writer: Tool<{ text: string }, { text: string }> };
  workflows: { publish: Tool<{ topic: string } | { input_artifact: string }, { url: string }> };
}
