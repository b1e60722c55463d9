/**
 * UI messages of the AI SDK in the form that its client makes of chunks. They are made here for the history, so that a page begins with the
 * messages that it would have streamed.
 */
import type { Json } from "../../json/json.ts";
import { isDataChunk, type TurnMetadata, type UiChunk } from "./ui-chunk.ts";

export interface UiMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly metadata: TurnMetadata | { readonly createdAt: string };
  readonly parts: readonly UiPart[];
}

/** A part as JSON, with the members of the SDK. */
export type UiPart = { readonly type: string } & { readonly [member: string]: Json };

type Draft = { type: string; [member: string]: Json };

/** The message that a client has after `chunks`. Undefined for none, and where they do not begin with `start`. */
export function uiMessage(chunks: Iterable<UiChunk>): UiMessage | undefined {
  const draft = new MessageDraft();
  for (const chunk of chunks) draft.add(chunk);
  return draft.message;
}

class MessageDraft {
  #id: string | undefined;
  #metadata: TurnMetadata | undefined;
  #parts: Draft[] = [];

  get message(): UiMessage | undefined {
    if (this.#id === undefined || this.#metadata === undefined) return undefined;
    return { id: this.#id, role: "assistant", metadata: this.#metadata, parts: this.#parts };
  }

  add(chunk: UiChunk): void {
    if (isDataChunk(chunk)) {
      if (chunk.transient !== true) this.#put({ type: chunk.type, id: chunk.id, data: chunk.data });
      return;
    }
    switch (chunk.type) {
      case "start":
        this.#id = chunk.messageId;
        this.#describe(chunk.messageMetadata);
        break;
      case "message-metadata":
      case "finish":
        this.#describe(chunk.messageMetadata);
        break;
      case "start-step":
        this.#parts.push({ type: "step-start" });
        break;
      case "reset-step":
        this.#parts.splice(this.#parts.findLastIndex(({ type }) => type === "step-start") + 1);
        break;
      case "text-start":
        this.#parts.push({ type: "text", text: "", state: "streaming" });
        break;
      case "text-delta":
        this.#changeText(({ text }) => ({ text: `${text}${chunk.delta}` }));
        break;
      case "text-end":
        this.#changeText(() => ({ state: "done" }));
        break;
      case "tool-input-available":
      case "tool-input-error":
        this.#parts.push(callPart(chunk));
        break;
      case "tool-approval-request":
        this.#changeCall(chunk.toolCallId, {
          state: "approval-requested",
          approval: { id: chunk.approvalId, requestReason: chunk.reason },
        });
        break;
      case "tool-approval-response":
        this.#answerApproval(chunk);
        break;
      case "tool-output-available":
        this.#changeCall(chunk.toolCallId, { state: "output-available", output: chunk.output });
        break;
      case "tool-output-error":
        this.#changeCall(chunk.toolCallId, { state: "output-error", errorText: chunk.errorText });
        break;
      case "tool-output-denied":
        this.#changeCall(chunk.toolCallId, { state: "output-denied" });
        break;
      default:
        break;
    }
  }

  #describe(metadata: TurnMetadata): void {
    this.#metadata = { ...this.#metadata, ...metadata };
  }

  #put(part: Draft): void {
    const known = this.#parts.findIndex(({ id, type }) => type === part.type && id === part.id);
    if (known === -1) this.#parts.push(part);
    else this.#parts[known] = part;
  }

  #changeText(change: (part: Draft) => PartChange): void {
    const part = this.#parts.findLast(({ type }) => type === "text");
    if (part !== undefined) Object.assign(part, change(part));
  }

  #changeCall(toolCallId: string, change: PartChange): void {
    const part = this.#parts.find((known) => known.toolCallId === toolCallId);
    if (part !== undefined) Object.assign(part, change);
  }

  #answerApproval({ approvalId, approved, reason }: ChunkOf<"tool-approval-response">): void {
    const part = this.#parts.find(({ approval }) => idOf(approval) === approvalId);
    if (part === undefined) return;
    const answer = { id: approvalId, approved, ...(reason === undefined ? {} : { reason }) };
    Object.assign(part, { state: "approval-responded", approval: { ...(part.approval as object), ...answer } });
  }
}

type ChunkOf<Type extends UiChunk["type"]> = Extract<UiChunk, { readonly type: Type }>;

type PartChange = { readonly [member: string]: Json };

function callPart(chunk: ChunkOf<"tool-input-available" | "tool-input-error">): Draft {
  const { input, providerExecuted, toolCallId, toolMetadata, toolName } = chunk;
  const end =
    chunk.type === "tool-input-error"
      ? { state: "output-error", errorText: chunk.errorText }
      : { state: "input-available" };
  return { type: "dynamic-tool", toolName, toolCallId, ...end, input, providerExecuted, toolMetadata };
}

function idOf(approval: Json | undefined): Json | undefined {
  return typeof approval === "object" && approval !== null && "id" in approval ? approval.id : undefined;
}
