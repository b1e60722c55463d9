/**
 * Keeps the attachments of a result after the callee answered and before the end of the call is stored, for attempts and polls alike.
 */
import type { AttemptResult, PollResult } from "../../execution/events/attempt.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import type { AttachmentPort, Call, FinalResult } from "../ports/ports.ts";

/** The result with its kept attachments. */
export async function withAttachments<Result extends AttemptResult | PollResult>(
  attachments: AttachmentPort | undefined,
  call: Call,
  result: Result,
): Promise<Result | FinalResult> {
  if (result.kind !== "SUCCEEDED" && result.kind !== "FAILED") return result;
  return (await attachments?.keep(call, result)) ?? result;
}

/**
 * Removes the kept attachments of a result if `events`, which follow from it, do not record it: another attempt comes, or the result came
 * too late.
 */
export function discardUnrecorded(
  attachments: AttachmentPort | undefined,
  result: AttemptResult,
  events: readonly ExecutionEvent[],
): void {
  if (result.kind !== "SUCCEEDED" && result.kind !== "FAILED") return;
  const { kept = [] } = result;
  if (kept.length > 0 && !events.some(({ kind }) => kind === "ArtifactStored")) attachments?.discard(kept);
}
