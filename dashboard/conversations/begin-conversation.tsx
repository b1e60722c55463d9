/** Begins a conversation: with the agents of which manifest, and the first message. */
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { useAnswer } from "../api/use-answer.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { conversationManifests } from "./conversations.generated.ts";
import { keyKeeper, mostCharacters, send } from "./send-message.ts";

export interface BeginConversationProps {
  readonly onClose: () => void;
  readonly onBegun: (conversationId: string) => void;
}

export function BeginConversation({ onBegun, onClose }: BeginConversationProps) {
  const { data, problem: unread } = useAnswer(conversationManifests, {});
  const manifests = data?.manifests?.nodes ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [chatId, setChatId] = useState("");
  const [text, setText] = useState("");
  const [variablesText, setVariablesText] = useState("");
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keyOf = useRef(keyKeeper());
  const manifest = chosen ?? manifests[0]?.name ?? "";
  const submit = async () => {
    if (isSending) return;
    const variables = objectIn(variablesText);
    if (variables === null) {
      setProblem({
        code: "BAD_USER_INPUT",
        message: 'Cannot read the variables: required is a JSON object, such as {"topic": "ships"}',
      });
      return;
    }
    setSending(true);
    const start = { manifest, ...(chatId.trim() !== "" && { chatId: chatId.trim() }) };
    const idempotencyKey = keyOf.current(JSON.stringify([start, text, variablesText]));
    const sent = await send({ conversation: { start }, text, ...(variables && { variables }), idempotencyKey });
    setSending(false);
    if (sent.kind === "REFUSED") setProblem(sent.problem);
    else onBegun(sent.conversationId);
  };
  return (
    <FormDialog
      title="Begin a conversation"
      act={isSending ? "Sending" : "Send"}
      isDisabled={isSending || manifest === ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="field">
        <label for="begin-manifest">Manifest</label>
        <select
          id="begin-manifest"
          required
          value={manifest}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {manifests.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <span class="hint">
          {data !== null && manifests.length === 0
            ? "None is registered: apply a manifest in the registry first."
            : "Its agents talk with you."}
        </span>
      </div>
      <div class="field">
        <label for="begin-text">First message</label>
        <textarea
          id="begin-text"
          rows={4}
          required
          maxLength={mostCharacters}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="begin-name">
          Name <span class="req">optional</span>
        </label>
        <input
          id="begin-name"
          maxLength={128}
          autocomplete="off"
          value={chatId}
          onInput={({ currentTarget }) => setChatId(currentTarget.value)}
        />
        <span class="hint">A conversation of this name goes on.</span>
      </div>
      <div class="field">
        <label for="begin-variables">
          Context variables as JSON <span class="req">optional</span>
        </label>
        <textarea
          id="begin-variables"
          class="mono"
          rows={2}
          spellcheck={false}
          value={variablesText}
          onInput={({ currentTarget }) => setVariablesText(currentTarget.value)}
        />
      </div>
      {(problem ?? unread) !== null && <ProblemNote {...((problem ?? unread) as Problem)} />}
    </FormDialog>
  );
}

/** The object that a text is, undefined for an empty text. Null for what is none. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined | null {
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
