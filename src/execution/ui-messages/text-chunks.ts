/**
 * The text of the agent whose turn it is, as chunks: sent while it comes, and closed by the message that is stored. A further model call
 * begins a new text; the text of the one before is taken back.
 */
import type { TextProduced } from "../events/model-event.ts";
import type { UiChunk } from "./ui-chunk.ts";

/** UTF-16 code units of one chunk of a text that is there at once. */
const pieceLength = 16_384;

export class TextChunks {
  readonly #ownStep: () => Iterable<UiChunk>;
  /** The text that is sent and not closed. */
  #open: { readonly id: string; text: string } | undefined;

  /** `ownStep` returns the chunks for a step that has no part yet: the whole step is taken back. */
  constructor(ownStep: () => Iterable<UiChunk>) {
    this.#ownStep = ownStep;
  }

  /** More text, as it is sent before it is stored. Text that was sent already is left out. */
  *more({ offset, streamId, text }: TextProduced): Iterable<UiChunk> {
    if (this.#open?.id !== streamId) {
      yield* this.takenBack();
      yield* this.#begun(streamId);
    }
    const known = this.#open?.text.length ?? 0;
    if (offset <= known) yield* this.#added(text.slice(known - offset));
  }

  /** The whole text of the message `id`, behind its sent part. */
  *whole(id: string, text: string): Iterable<UiChunk> {
    if (this.#open !== undefined && !text.startsWith(this.#open.text)) yield* this.takenBack();
    if (this.#open === undefined) yield* this.#begun(id);
    yield* this.#added(text.slice(this.#open?.text.length));
    yield* this.closed();
  }

  /** The text stays as far as it was sent. */
  *closed(): Iterable<UiChunk> {
    if (this.#open !== undefined) yield { type: "text-end", id: this.#open.id };
    this.#open = undefined;
  }

  /** Text of which no message comes goes again. */
  *takenBack(): Iterable<UiChunk> {
    if (this.#open !== undefined) yield { type: "reset-step" };
    this.#open = undefined;
  }

  *#begun(id: string): Iterable<UiChunk> {
    yield* this.#ownStep();
    this.#open = { id, text: "" };
    yield { type: "text-start", id };
  }

  *#added(text: string): Iterable<UiChunk> {
    const open = this.#open;
    if (open === undefined) return;
    for (let start = 0; start < text.length; ) {
      const end = Math.min(text.length, start + pieceLength);
      const stop = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
      yield { type: "text-delta", id: open.id, delta: text.slice(start, stop) };
      start = stop;
    }
    open.text += text;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
