/**
 * From the result of `tools/call` to the result of an attempt: which part of it is the output (P18, P19, protocols), what
 * counts as a failure of the tool (P21, R24), and whether the output satisfies the declared schema.
 */
import { withVirtualArtifactFields } from "../catalog/artifact.ts";
import type { AttemptResult, CallResult } from "../plan/attempt.ts";
import type { CallableDefinition } from "../plan/callable.ts";
import type { Failure } from "../plan/failure.ts";
import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import { violations } from "../plan/validator.ts";

/** A result as the protocol has it, already checked by the library. */
export interface McpToolResult {
  readonly content: Json;
  readonly structuredContent?: Json | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: JsonObject | undefined;
}

const reportedViolations = 20;

/** Judges a complete result of `callable`. `subject` names the call in messages. */
export function attemptOfResult(subject: string, callable: CallableDefinition, received: McpToolResult): AttemptResult {
  const structured = received.structuredContent;
  const result: CallResult = {
    output: structured,
    content: received.content,
    metadata: received._meta ?? null,
    isPartial: false,
  };
  if (received.isError === true) return failed(toolError(subject, received.content), result);
  if (callable.outputSchema === null) return { kind: "SUCCEEDED", result: finished(result), warning: null };

  const output = structured === undefined ? jsonOfOnlyText(received.content) : structured;
  if (output === undefined) {
    return failed(
      outputInvalid(subject, "required structured content, found none, and no single JSON text", []),
      result,
    );
  }
  const read: CallResult = { ...result, output };
  if (callable.outputValidation === "OFF") return { kind: "SUCCEEDED", result: finished(read), warning: null };
  const found = violations(callable.outputSchema, output);
  if (found.length === 0) return { kind: "SUCCEEDED", result: finished(read), warning: null };
  const failure = outputInvalid(
    subject,
    "the structured content does not satisfy the output schema",
    found.slice(0, reportedViolations).map((violation) => ({ ...violation })),
  );
  if (callable.outputValidation === "WARN") return { kind: "SUCCEEDED", result: finished(read), warning: failure };
  return failed(failure, read);
}

function finished(result: CallResult): CallResult {
  if (result.output === undefined) return result;
  return { ...result, output: withVirtualArtifactFields(result.output, result.metadata) };
}

/** Servers older than structured content put the JSON into the only block, a text. */
function jsonOfOnlyText(content: Json): Json | undefined {
  const [block, ...rest] = Array.isArray(content) ? (content as readonly Json[]) : [];
  if (!isJsonObject(block) || block.type !== "text" || typeof block.text !== "string" || rest.length > 0)
    return undefined;
  try {
    return JSON.parse(block.text) as Json;
  } catch {
    return undefined;
  }
}

function failed(failure: Failure, result: CallResult): AttemptResult {
  return { kind: "FAILED", outcome: "ANSWERED", failure, retryAfterMs: null, result };
}

function toolError(subject: string, content: Json): Failure {
  const [block] = Array.isArray(content) ? (content as readonly Json[]) : [];
  const text = isJsonObject(block) && typeof block.text === "string" ? block.text.slice(0, 500) : "no text was given";
  return { code: "TOOL_ERROR", message: `Cannot complete ${subject}: ${text}`, retryable: true, details: {} };
}

function outputInvalid(subject: string, finding: string, found: readonly Json[]): Failure {
  return {
    code: "OUTPUT_INVALID",
    message: `Cannot accept the result of ${subject}: ${finding}`,
    retryable: false,
    details: { violations: found },
  };
}
