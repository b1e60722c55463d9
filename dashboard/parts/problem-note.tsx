/** A problem in words, at its place, with its code beside it. */
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";
import { InertText } from "./inert-text.tsx";

export interface ProblemNoteProps {
  readonly code: string;
  readonly message: string;
  readonly tone?: "bad" | "warn";
  /** The possible remedies. */
  readonly children?: ComponentChildren;
}

export function ProblemNote({ code, message, tone = "bad", children }: ProblemNoteProps) {
  return (
    <div class={`note ${tone}`} role="alert">
      <Icon name={tone === "bad" ? "failed" : "warn"} />
      <div>
        <InertText text={message} /> <code>{code}</code>
        {children !== undefined && <div class="row">{children}</div>}
      </div>
    </div>
  );
}
