/**
 * The log of calls: one record for each (O30), and one for each that was nested too deeply, with the number of those so far (O32).
 */
import { utf8Bytes } from "../json/json.ts";
import type { CallAnswer } from "./call-answer.ts";
import type { McpSession } from "./ports.ts";

/** Bytes of answers that a record counts; beyond them it says so. */
const MAX_COUNTED_BYTES = 10_485_760;

let depthRejections = 0;

/** Counts a call that was refused for its depth, in this isolate. */
export function recordDepthRejection(tool: string, depth: number, { limits, log }: McpSession): void {
  depthRejections += 1;
  log({ log: "depth_rejected", tool, depth, max_depth: limits.maxDepth, count: depthRejections });
}

/**
 * `startedAt` in Unix milliseconds; `executionId` is that of the API, undefined if none was started, `answer` undefined if the client has
 * left.
 */
export function recordCall(
  tool: string,
  startedAt: number,
  executionId: string | undefined,
  answer: CallAnswer | undefined,
  { clock, log }: McpSession,
): void {
  const bytes = answer === undefined ? 0 : utf8Bytes(answer.content.map(({ text }) => text).join(""));
  log({
    log: "tool_called",
    tool,
    exec_id: executionId ?? null,
    status: answer === undefined ? "left" : answer.isError ? "error" : "success",
    duration_ms: clock.now() - startedAt,
    response_bytes: Math.min(bytes, MAX_COUNTED_BYTES),
    truncated: bytes > MAX_COUNTED_BYTES,
  });
}
