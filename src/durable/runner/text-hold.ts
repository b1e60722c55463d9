/**
 * Holds back the text of an agent while it may still become a hidden trigger (T33): while the trimmed text is the beginning of one, nothing
 * is shown. Once it cannot become one, all of it is shown, white space included. If it is one, it is never shown.
 */

/**
 * Holds back one text until it cannot be a hidden trigger any more.
 *
 * @example
 * ```ts
 * const hold = new TextHold(["NEXT"]);
 * hold.next("NE"); // ""
 * hold.next("VER"); // "NEVER"
 * ```
 */
export class TextHold {
  readonly #triggers: readonly string[];
  #spaceBefore = "";
  /** From the first word to the last so far. */
  #trimmed = "";
  #spaceAfter = "";
  #isReleased = false;

  /** `triggers` are the values that hide a text which is, trimmed, exactly one of them. */
  constructor(triggers: readonly string[]) {
    this.#triggers = triggers;
  }

  /** The text to show after `piece`: none, all held text with it, or just `piece`. */
  next(piece: string): string {
    if (this.#isReleased) return piece;
    this.#take(piece);
    if (this.#mayBecomeTrigger()) return "";
    this.#isReleased = true;
    return this.#withheld();
  }

  /** The held text that may be shown, now that the text is complete. Empty if it is a trigger. */
  rest(): string {
    if (this.#isReleased || this.#triggers.includes(this.#trimmed)) return "";
    this.#isReleased = true;
    return this.#withheld();
  }

  /** White space is kept apart, so that a text of nothing else is read in linear time however many pieces it comes in. */
  #take(piece: string): void {
    const text = this.#trimmed === "" ? piece.trimStart() : piece;
    this.#spaceBefore += piece.slice(0, piece.length - text.length);
    const trimmed = text.trimEnd();
    if (trimmed === "") {
      this.#spaceAfter += text;
      return;
    }
    this.#trimmed += this.#spaceAfter + trimmed;
    this.#spaceAfter = text.slice(trimmed.length);
  }

  #mayBecomeTrigger(): boolean {
    const [trimmed, space] = [this.#trimmed, this.#spaceAfter];
    const length = trimmed.length + space.length;
    return this.#triggers.some(
      (trigger) => trigger === trimmed || (trigger.length >= length && trigger.startsWith(trimmed + space)),
    );
  }

  #withheld(): string {
    return this.#spaceBefore + this.#trimmed + this.#spaceAfter;
  }
}
