/** Copies a text, and says so where the reader looks and to those who listen. */
import type { ComponentChildren } from "preact";
import { announce } from "./announce.tsx";
import { Icon } from "./icon.tsx";

export interface CopyButtonProps {
  readonly text: string;
  /** The name of the copied text, for a screen reader: "trace ID". */
  readonly what: string;
  readonly children?: ComponentChildren;
  readonly class?: string;
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`Copied the ${what}`);
  } catch {
    announce(`The browser did not let the ${what} be copied`);
  }
}

export function CopyButton({ text, what, children, class: look = "copy" }: CopyButtonProps) {
  return (
    <button class={look} type="button" onClick={() => void copyText(text, what)}>
      {children}
      <Icon name="copy" />
      <span class="sr">{children === undefined ? `Copy the ${what}` : `, copy the ${what}`}</span>
    </button>
  );
}
