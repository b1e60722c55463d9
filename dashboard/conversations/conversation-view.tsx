/** One conversation from its beginning to now, with the open questions to people and the field for the next message. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { messageEntry } from "../execution/chat/chat-entry.ts";
import { ChatMessage } from "../execution/chat/chat-message.tsx";
import "../execution/chat/chat.css";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { exact } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { executionAddress, inboxAddress } from "../shell/route.ts";
import { Composer } from "./composer.tsx";
import { statusWords } from "./conversation-words.ts";
import type { TalkHeadFragment } from "./conversations.generated.ts";
import { useTalk } from "./use-talk.ts";

export function ConversationView({ id }: { readonly id: string }) {
  const { isReadingEarlier, problem, readEarlier, readLater, talk } = useTalk(id);
  const end = useRef<HTMLDivElement>(null);
  const last = talk?.messages.at(-1)?.id;
  // The latest message is in view when it comes, but nobody who reads further up is moved.
  useLayoutEffect(() => {
    const box = end.current?.closest(".talk-messages");
    if (!box || last === undefined) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < 400;
    if (isNear || box.scrollTop === 0) box.scrollTop = box.scrollHeight;
  }, [last]);
  if (talk === null) return problem === null ? null : <ProblemNote {...problem} />;
  const { earlier, head, messages } = talk;
  return (
    <section class="panel talk" aria-labelledby="talk-title">
      <header>
        <h2 id="talk-title" class="clip">
          {madeVisible(head.chatId)}
        </h2>
        <span class="tag">{statusWords[head.status] ?? head.status}</span>
        <span class="end soft fine">
          {madeVisible(head.manifestName)} · {exact(head.messageCount)} messages · begun by{" "}
          {madeVisible(head.startedBy)}
        </span>
      </header>
      {problem !== null && <ProblemNote {...problem} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div class="talk-messages" role="log" aria-label="Messages" tabIndex={0}>
        {earlier === null ? (
          <p class="earlier soft fine">The conversation from its beginning.</p>
        ) : (
          <p class="earlier">
            <button class="btn small" type="button" aria-disabled={isReadingEarlier} onClick={() => void readEarlier()}>
              {isReadingEarlier ? "Reading earlier messages" : "Show earlier messages"}
            </button>
          </p>
        )}
        {messages.map((message) => (
          <ChatMessage key={message.id} entry={messageEntry(message)} />
        ))}
        <Running head={head} />
        <div ref={end} />
      </div>
      <Composer head={head} onSent={() => void readLater()} />
    </section>
  );
}

function Running({ head: { execution } }: { readonly head: TalkHeadFragment }) {
  if (execution === null) return null;
  return (
    <p class="running">
      <Icon name="running" class="spin" />
      <a href={executionAddress(execution.id)}>An execution runs</a>
      {execution.pendingHumanInputs.map(({ id, prompt }) => (
        <a key={id} class="btn small" href={inboxAddress(id)}>
          <Icon name="person" small />
          Answer: {madeVisible(prompt.slice(0, 80))}
        </a>
      ))}
    </p>
  );
}
