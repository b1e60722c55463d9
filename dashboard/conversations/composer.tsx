/** The field for the next message. Its text stays until the message was accepted. */
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { announce } from "../parts/announce.tsx";
import { TextField } from "../parts/field.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { mayUse } from "../shell/viewer.ts";
import type { TalkHeadFragment } from "./conversations.generated.ts";
import { keyKeeper, mostCharacters, send } from "./send-message.ts";

export interface ComposerProps {
  readonly head: TalkHeadFragment;
  readonly onSent: () => void;
}

export function Composer({ head, onSent }: ComposerProps) {
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keyOf = useRef(keyKeeper());
  const why = whyNot(head, text);
  const submit = async () => {
    if (why !== null || isSending) return;
    setSending(true);
    const idempotencyKey = keyOf.current(`${head.messageCount} ${text}`);
    const sent = await send({ conversation: { id: head.id }, text, idempotencyKey });
    setSending(false);
    setProblem(sent.kind === "REFUSED" ? sent.problem : null);
    if (sent.kind === "REFUSED") return;
    setText((now) => (now === text ? "" : now));
    announce("Sent");
    onSent();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem !== null && <ProblemNote {...problem} />}
      <TextField
        id="message"
        label={`Message to ${head.activeAgentName}`}
        rows={3}
        maxLength={mostCharacters}
        value={text}
        onText={setText}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
      />
      <div class="row">
        <button class="btn primary" type="submit" aria-disabled={why !== null || isSending}>
          {isSending ? "Sending" : "Send"}
        </button>
        <span class="soft fine">{why ?? "Ctrl+Enter sends"}</span>
      </div>
    </form>
  );
}

function whyNot({ status }: TalkHeadFragment, text: string): string | null {
  if (!mayUse("EXECUTION_START")) return "You may read this and not write: that needs the scope EXECUTION_START";
  if (status === "ENDED") return "A rule of the manifest ended the conversation";
  if (status === "RUNNING") return "An execution is running in it. You can send a message once that has ended.";
  return text.trim() === "" ? "Write a message first" : null;
}
