/** One message of the chat: sender, time, and its content as plain text. */

import { now } from "../../api/clock.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { clockTime } from "../../parts/numbers.ts";
import { Prose } from "../../parts/prose/prose.tsx";
import type { Said, Speaker } from "./chat-entry.ts";

const icons: Readonly<Record<Speaker, IconName>> = {
  PERSON: "person",
  PLANNER: "model",
  ROUTER: "fork",
  AGENT: "agent",
  TOOL: "tool",
  WORKFLOW: "workflow",
  RESPONDER: "model",
  RUNTIME: "warn",
};

/** Characters that are shown before somebody asks for more. */
const shown = 12_000;

export function ChatMessage({ entry }: { readonly entry: Said }) {
  const { at, facts, isHidden, isWriting, name, speaker, text, tone } = entry;
  const label = `${madeVisible(name)}${isWriting ? ", writing" : ""}`;
  return (
    <article class={`msg${tone === "FAILED" ? " failed" : ""}`} aria-label={label}>
      <span class="who" aria-hidden="true">
        <Icon name={tone === "FAILED" ? "failed" : icons[speaker]} />
      </span>
      <p class="by">
        <bdi>{madeVisible(name)}</bdi>
        {isWriting && (
          <span class="st st-running">
            <Icon name="running" class="spin" />
            writing
          </span>
        )}
        {isHidden && <span class="tag">hidden from users</span>}
        <span class="soft">
          {clockTime(at, now.peek())}
          {facts.map((fact) => (
            <bdi key={fact}> · {madeVisible(fact)}</bdi>
          ))}
        </span>
      </p>
      <div class="text" aria-live="off">
        <Prose text={text} limit={shown} />
        {isWriting && <span class="caret" aria-hidden="true" />}
      </div>
    </article>
  );
}
