/** Earlier turns of the conversation that an execution belongs to, read once somebody asks for them. */
import { useState } from "preact/hooks";
import { exact } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { conversationAddress } from "../../shell/route.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import { messageEntry } from "./chat-entry.ts";
import { ChatMessage } from "./chat-message.tsx";
import { type Earlier, readEarlier } from "./chat-read.ts";

export interface ChatEarlierProps {
  readonly store: ExecutionStore;
  readonly conversationId: string;
  /** When this execution was made, Unix milliseconds: earlier messages are from before. */
  readonly before: number;
}

export function ChatEarlier({ before, conversationId, store }: ChatEarlierProps) {
  const [earlier, setEarlier] = useState<Earlier | "LOADING" | null>(null);
  if (earlier === null || earlier === "LOADING") {
    return (
      <p class="earlier">
        <button
          class="btn small"
          type="button"
          aria-disabled={earlier !== null}
          onClick={async () => {
            if (earlier !== null) return;
            setEarlier("LOADING");
            setEarlier(await readEarlier(store, conversationId, before));
          }}
        >
          {earlier === null ? "Show earlier messages of the conversation" : "Reading earlier messages"}
        </button>
      </p>
    );
  }
  if (earlier.kind === "PROBLEM") return <ProblemNote code={earlier.problem.code} message={earlier.problem.message} />;
  const { hasMore, messages } = earlier;
  return (
    <>
      <p class="earlier soft fine">
        {introduction(messages.length, hasMore)}
        {hasMore && (
          <>
            {" "}
            <a href={conversationAddress(conversationId)}>Open the whole conversation</a>
          </>
        )}
      </p>
      {messages.map((message) => (
        <ChatMessage key={message.id} entry={messageEntry(message)} />
      ))}
      {messages.length > 0 && <p class="earlier soft fine">This execution begins here.</p>}
    </>
  );
}

function introduction(count: number, hasMore: boolean): string {
  if (count === 0)
    return hasMore ? "The earlier messages are further back than the latest 50." : "Nothing was said earlier.";
  return hasMore ? `The latest ${exact(count)} of the earlier messages.` : "The conversation from its beginning.";
}
