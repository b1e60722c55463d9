/**
 * The output of a command. Every text passes through `terminal-text.ts` here, so no command can write the raw text of a model or a tool.
 * Styles are added to the parts of a line after that.
 */
import { styleText } from "node:util";
import { manyLines, oneLine, terminalJson } from "./terminal-text.ts";

/** As much of a stream as is used. */
export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** A part of a line in a style. Without a terminal, or with NO_COLOR, it is the text alone. */
export interface Styled {
  readonly style: Style;
  readonly text: string;
}

export type Part = string | Styled;

export function styled(style: Style, text: string): Styled {
  return { style, text };
}

export class Output {
  readonly #stream: Stream;
  readonly #hasColours: boolean;
  /** Whether the last thing was text without an end of line. */
  #isOpen = false;

  constructor(stream: Stream, hasColours: boolean) {
    this.#stream = stream;
    this.#hasColours = hasColours;
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** A line of these parts. Line breaks within them do not count. */
  line(...parts: readonly Part[]): void {
    this.#close();
    this.#stream.write(`${parts.map((part) => this.#shown(part)).join("")}\n`);
  }

  /** Text of several lines. */
  block(text: string): void {
    this.#close();
    this.#stream.write(`${manyLines(text)}\n`);
  }

  /** Text that continues with the next call, such as an answer while it is written. */
  text(text: string): void {
    if (text === "") return;
    const shown = manyLines(text);
    this.#stream.write(shown);
    this.#isOpen = !shown.endsWith("\n");
  }

  /** A document on its own, or with `compact` one line of a stream of them. */
  json(value: unknown, compact = false): void {
    this.#close();
    this.#stream.write(`${terminalJson(value, compact ? undefined : 2)}\n`);
  }

  #close(): void {
    if (this.#isOpen) this.#stream.write("\n");
    this.#isOpen = false;
  }

  #shown(part: Part): string {
    if (typeof part === "string") return oneLine(part);
    const text = oneLine(part.text);
    return this.#hasColours ? styleText(part.style, text, { validateStream: false }) : text;
  }
}

/** Whether a stream shows colours, by its kind and by NO_COLOR and FORCE_COLOR (no-color.org, force-color.org). */
export function hasColours(stream: Stream, env: { readonly [name: string]: string | undefined }): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0") return true;
  return stream.isTTY === true && env.TERM !== "dumb";
}
