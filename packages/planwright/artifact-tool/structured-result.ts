/** The result of a tool in both forms (P19, P20): JSON for programs, and the same JSON as text for clients that know no structured content. */

export interface TextContent {
  readonly type: "text";
  readonly text: string;
}

/** Members of the result of `tools/call`. The last text is `structuredContent` as JSON. */
export interface StructuredResult<Value = unknown> {
  readonly content: readonly TextContent[];
  readonly structuredContent: Value;
}

/** Both forms of `value`, after a sentence for people if one is given. `value` must be JSON. */
export function structuredResult<Value>(value: Value, summary?: string): StructuredResult<Value> {
  const duplicate: TextContent = { type: "text", text: JSON.stringify(value) };
  const content = summary === undefined ? [duplicate] : [{ type: "text", text: summary } as const, duplicate];
  return { content, structuredContent: value };
}
