/** Begins a conversation: with the agents of which manifest, and the first message. */
import { useRef, useState } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import { ChoiceField, LineField, TextField } from "../parts/field.tsx";
import { FormDialog, useAct } from "../parts/form-dialog.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { conversationManifests } from "./conversations.generated.ts";
import { keyKeeper, mostCharacters, send } from "./send-message.ts";

export interface BeginConversationProps {
  readonly onClose: () => void;
  readonly onBegun: (conversationId: string) => void;
}

const optional = <span class="req">optional</span>;

export function BeginConversation({ onBegun, onClose }: BeginConversationProps) {
  const { data, problem: unread } = useAnswer(conversationManifests, {});
  const manifests = data?.manifests?.nodes ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [chatId, setChatId] = useState("");
  const [text, setText] = useState("");
  const [variablesText, setVariablesText] = useState("");
  const act = useAct();
  const keyOf = useRef(keyKeeper());
  const manifest = chosen ?? manifests[0]?.name ?? "";
  const submit = async () => {
    const variables = objectIn(variablesText);
    if (variables === null) {
      const message = 'Cannot read the variables: required is a JSON object, such as {"topic": "ships"}';
      return { code: "BAD_USER_INPUT", message };
    }
    const start = { manifest, ...(chatId.trim() !== "" && { chatId: chatId.trim() }) };
    const idempotencyKey = keyOf.current(JSON.stringify([start, text, variablesText]));
    const sent = await send({ conversation: { start }, text, ...(variables && { variables }), idempotencyKey });
    if (sent.kind === "REFUSED") return sent.problem;
    onBegun(sent.conversationId);
    return null;
  };
  return (
    <FormDialog
      title="Begin a conversation"
      act={act}
      perform={submit}
      words="Send"
      busyWords="Sending"
      isDisabled={manifest === ""}
      onClose={onClose}
    >
      <ChoiceField
        id="begin-manifest"
        label="Manifest"
        hint={
          data !== null && manifests.length === 0
            ? "None is registered: apply a manifest in the registry first."
            : "Its agents talk with you."
        }
        isRequired
        choices={manifests.map(({ name }) => [name, name])}
        value={manifest}
        onChoice={setChosen}
      />
      <TextField
        id="begin-text"
        label="First message"
        rows={4}
        required
        maxLength={mostCharacters}
        value={text}
        onText={setText}
      />
      <LineField
        id="begin-name"
        label={<>Name {optional}</>}
        hint="A conversation of this name goes on."
        maxLength={128}
        autocomplete="off"
        value={chatId}
        onText={setChatId}
      />
      <TextField
        id="begin-variables"
        label={<>Context variables as JSON {optional}</>}
        class="mono"
        rows={2}
        spellcheck={false}
        value={variablesText}
        onText={setVariablesText}
      />
      {unread !== null && act.problems.length === 0 && <ProblemNote {...unread} />}
    </FormDialog>
  );
}

/** The object of a text, undefined for an empty text. Null for a text that is none. */
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
