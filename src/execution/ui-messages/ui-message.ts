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
      case "text-delta": {
        const text = this.#last("text");
        if (text !== undefined) text.text = `${text.text}${chunk.delta}`;
        break;
      }
      case "text-end": {
        const text = this.#last("text");
        if (text !== undefined) text.state = "done";
        break;
      }
      case "tool-input-available":
      case "tool-input-error": {
        const { input, providerExecuted, toolCallId, toolMetadata, toolName, type } = chunk;
        const end = type === "tool-input-error" ? { state: "output-error", errorText: chunk.errorText } : available;
        this.#parts.push({ type: "dynamic-tool", toolName, toolCallId, ...end, input, providerExecuted, toolMetadata });
        break;
      }
      case "tool-approval-request":
        this.#change(chunk.toolCallId, {
          state: "approval-requested",
          approval: { id: chunk.approvalId, requestReason: chunk.reason },
        });
        break;
      case "tool-approval-response": {
        const { approvalId, approved, reason } = chunk;
        const part = this.#parts.find(({ approval }) => idOf(approval) === approvalId);
        if (part === undefined) break;
        part.state = "approval-responded";
        part.approval = {
          ...(part.approval as object),
          id: approvalId,
          approved,
          ...(reason === undefined ? {} : { reason }),
        };
        break;
      }
      case "tool-output-available":
        this.#change(chunk.toolCallId, { state: "output-available", output: chunk.output });
        break;
      case "tool-output-error":
        this.#change(chunk.toolCallId, { state: "output-error", errorText: chunk.errorText });
        break;
      case "tool-output-denied":
        this.#change(chunk.toolCallId, { state: "output-denied" });
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

  #last(type: string): Draft | undefined {
    return this.#parts.findLast((part) => part.type === type);
  }

  #change(toolCallId: string, change: { readonly [member: string]: Json }): void {
    const part = this.#parts.find((known) => known.toolCallId === toolCallId);
    if (part !== undefined) Object.assign(part, change);
  }
}

const available = { state: "input-available" } as const;

function idOf(approval: Json | undefined): Json | undefined {
  return typeof approval === "object" && approval !== null && "id" in approval ? approval.id : undefined;
}
