/** The parser and the reader of the AI SDK, as its clients use them: what they make of chunks. */
import {
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from "ai";
import type { UiChunk } from "../../../src/execution/ui-messages/ui-chunk.ts";

export interface ReadBySdk {
  /** The message in the end. Undefined for none. */
  readonly message: unknown;
  /** What the reader complains of. The chunk `error` is one. */
  readonly errors: readonly string[];
}

/** Reads `chunks` as server-sent events: each must satisfy the schema of the SDK, and each must fit to those before it. */
export async function readBySdk(chunks: readonly UiChunk[], begun?: UIMessage): Promise<ReadBySdk> {
  const text = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
  const errors: string[] = [];
  const stream = parseJsonEventStream({ stream: new Blob([text]).stream(), schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream<{ success: boolean; value?: UIMessageChunk; error?: unknown }, UIMessageChunk>({
      transform(parsed, controller) {
        if (parsed.value !== undefined) controller.enqueue(parsed.value);
        else errors.push(String(parsed.error));
      },
    }),
  );
  let message: UIMessage | undefined;
  const onError = (error: unknown) => errors.push(String(error));
  for await (const state of readUIMessageStream({
    stream,
    onError,
    ...(begun === undefined ? {} : { message: begun }),
  }))
    message = state;
  return { message: message === undefined ? undefined : JSON.parse(JSON.stringify(message)), errors };
}
