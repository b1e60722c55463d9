/** A JSON value as a row holds it: inline while it is small, otherwise in numbered parts beside the journal (E2, E14). */
import type { Json } from "./json.ts";

/** Values up to this size stand in their row. */
export const inlineBytes = 65_536;

/** Values up to this size are sent along with an event or a snapshot; of larger ones a preview is. */
export const previewBytes = 2_048;

export interface StoredValue {
  /** Size as UTF-8 JSON. */
  readonly bytes: number;
  /** Hex SHA-256 of the JSON text of a value that lies in parts. Null for one that stands in its row. */
  readonly digest: string | null;
  /** The value itself. Absent when it lies in parts, and in frames when it is larger than a preview. */
  readonly inline?: Json;
  /** The beginning of the JSON text, in frames that leave the value out. */
  readonly preview?: string;
}

/** Which value of a row is meant. */
export type ValueSlot =
  | "arguments"
  | "output"
  | "content"
  | "bindings"
  | "conversation"
  | "input"
  | "message"
  | "problems"
  | "reply"
  | "request"
  | "response"
  | "responseSchema"
  | "text"
  | "data";

/** Where a value can be read. State holds only this, never the value (E14). */
export interface ValuePosition {
  readonly sequence: number;
  readonly slot: ValueSlot;
  readonly bytes: number;
  readonly digest: string | null;
}

/** A value on its way to a reader: where it stands in the journal, and the value itself if it is small. */
export interface ValueFrame extends StoredValue {
  readonly sequence: number;
  readonly slot: ValueSlot;
}

/**
 * A value that was asked for: itself, or its JSON text if it lies too deep to be handed over (`deep-json.ts`). Null if it is not stored any
 * more: retention removed it, or somebody deleted its execution.
 */
export type StoredJson = { readonly value: Json } | { readonly deepText: string } | null;
