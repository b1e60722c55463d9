/** What a tool of the example is: its definition as MCP lists it, and a function that runs it. */
import type { InputRequiredResult } from "@modelcontextprotocol/server";

export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface ToolContext {
  readonly key: string | null;
  /** The `_meta` of the request. */
  readonly meta: { readonly [name: string]: unknown };
  /** What a person answered to the questions of the tool, by their names. Empty for a call that brings no answer. */
  readonly inputResponses: { readonly [name: string]: unknown };
  /** What the tool gave out with the questions, as it came back. Null for a call that brings none. */
  readonly requestState: string | null;
  /** Reports to the caller how far the work has come, if it asked for reports. */
  readonly reportProgress: (progress: {
    readonly progress: number;
    readonly total: number;
    readonly message: string;
  }) => Promise<void>;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
}

export interface ExampleTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & object;
  readonly outputSchema?: { readonly type: "object" } & object;
  readonly annotations?: { readonly [hint: string]: boolean };
  readonly _meta?: { readonly [key: string]: unknown };
  run(
    input: { readonly [name: string]: unknown },
    context: ToolContext,
  ): Promise<ToolResult> | ToolResult | InputRequiredResult;
}

export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** An object schema with `required` fields first. */
export function objectSchema(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: "object" as const, properties, required };
}

export const string = { type: "string" } as const;
export const integer = { type: "integer", minimum: 0 } as const;
