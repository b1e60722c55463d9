/** `ExecutionEvent.chatFrame`: the frame of an event with its value in full, which is read only where the frame is selected (E14). */
import { chatFrame, framedValue, hasChatFrame } from "../../execution/views/chat-frame.ts";
import type { JsonObject } from "../../json/json.ts";
import type { AnswerRoot } from "../base/answer-bytes.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { framedPayload } from "../base/payload.ts";
import type { RecordedSource } from "../base/sources.ts";

/** Null for an event without a frame. Throws GONE if retention has removed what the frame shows. */
export async function chatFrameOf(
  { execution, recorded }: RecordedSource,
  { clients }: GraphContext,
  root: AnswerRoot,
): Promise<JsonObject | null> {
  const { event, sequence } = recorded;
  if (!hasChatFrame(event)) return null;
  const framed = framedValue(event);
  if (framed === null) return chatFrame(event, null);
  const { slot, value } = framed;
  return chatFrame(event, await framedPayload(clients.executions, execution, { ...value, sequence, slot }).read(root));
}
