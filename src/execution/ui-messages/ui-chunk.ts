/**
 * Room `execution/ui-messages`: a turn of a conversation in the form of the AI SDK: chunks of its UI message stream, and whole UI messages.
 *
 * Owns: the chunks that are sent (this file); their order (`turn-chunks.ts`) with the calls (`call-chunks.ts`) and the text (`text-chunks.ts`) of a turn; the
 * message that a client makes of them (`ui-message.ts`); ids of calls (`call-id.ts`).
 * Leaves: HTTP, large values and public ids to `worker/chat`; the events to `execution/events`.
 *
 * Invariants:
 * - The same events give the same chunks, so a stream that begins again is the same stream.
 * - The parser of the SDK accepts the chunks of events in every order.
 * - When a turn has ended or waits for a person, no call is left that a client would take for unfinished work of its own, but for the questions that are open.
 * - The text of an agent is the text of its message as it is stored. Text of a call that failed is taken back.
 * - Hidden messages leave no trace (T33).
 *
 * Names and members are those of the protocol `x-vercel-ai-ui-message-stream: v1` of `ai` 7. Parts of our own are `data-planwright-*`.
 */
import type { Json, JsonObject } from "../../json/json.ts";
import type { ExecutionStatus } from "../events/event.ts";

/** Facts of every assistant message about the execution behind it. */
export interface TurnMetadata {
  /** `Execution.id` of the API, which is also the id of the message. */
  readonly executionId?: string;
  readonly status: ExecutionStatus;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly finishedAt?: string;
  /** Of all model calls so far. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  /** Why the turn failed. */
  readonly failure?: { readonly code: string; readonly message: string };
}

interface OfCall {
  readonly toolCallId: string;
}

interface GivenCall extends OfCall {
  readonly toolName: string;
  readonly dynamic: true;
  /** True for calls that are made here. False for those that the person answers, as the SDK has it for tools of the client. */
  readonly providerExecuted: boolean;
  readonly toolMetadata: JsonObject;
}

export type UiChunk =
  | { readonly type: "start"; readonly messageId: string; readonly messageMetadata: TurnMetadata }
  | { readonly type: "start-step" | "finish-step" | "reset-step" }
  | { readonly type: "text-start" | "text-end"; readonly id: string }
  | { readonly type: "text-delta"; readonly id: string; readonly delta: string }
  | ({ readonly type: "tool-input-available"; readonly input: Json } & GivenCall)
  | ({ readonly type: "tool-input-error"; readonly input: Json; readonly errorText: string } & GivenCall)
  | ({ readonly type: "tool-approval-request"; readonly approvalId: string; readonly reason: string } & OfCall)
  | {
      readonly type: "tool-approval-response";
      readonly approvalId: string;
      readonly approved: boolean;
      readonly reason?: string;
    }
  | ({ readonly type: "tool-output-available"; readonly output: Json } & OfCall)
  | ({ readonly type: "tool-output-error"; readonly errorText: string } & OfCall)
  | ({ readonly type: "tool-output-denied" } & OfCall)
  | DataChunk
  | { readonly type: "message-metadata"; readonly messageMetadata: TurnMetadata }
  | { readonly type: "error"; readonly errorText: string }
  | { readonly type: "abort"; readonly reason?: string }
  | { readonly type: "finish"; readonly finishReason: FinishReason; readonly messageMetadata: TurnMetadata };

export type FinishReason = "stop" | "tool-calls" | "error" | "interrupted";

/** A part of ours. One with the same type and id takes the place of the one before; a transient one is sent and not kept. */
export interface DataChunk {
  readonly type:
    | "data-planwright-turn"
    | "data-planwright-output"
    | "data-planwright-handoff"
    | "data-planwright-child"
    | "data-planwright-progress";
  readonly id: string;
  readonly data: JsonObject;
  readonly transient?: true;
}

export function isDataChunk(chunk: UiChunk): chunk is DataChunk {
  return chunk.type.startsWith("data-");
}
