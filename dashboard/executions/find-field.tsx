/**
 * Opens an execution by what somebody has of it: its ID, the ID of a request of it in the inbox, the key that it was started with, or
 * the last characters of the ID of one that is shown. There is no search in texts, and it says so.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { announce } from "../parts/announce.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { useKeys } from "../shell/keys.ts";
import { navigate } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { executionFind } from "./execution-find.generated.ts";
import { listed } from "./execution-list.ts";

const shortestSuffix = 6;
/** Longer texts are no ID and no key. */
const longest = 1_000;

export function FindField() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<string | null>(null);
  /** What is looked for. Null once somebody has written on or gone elsewhere, who is not called back. */
  const asking = useRef<string | null>(null);
  const stopAsking = () => {
    asking.current = null;
  };
  useLayoutEffect(() => stopAsking, []);
  useKeys([{ keys: "/", label: "Search", section: "Move", hint: "search", run: () => input.current?.focus() }]);
  const find = async () => {
    const wanted = text.trim();
    if (wanted === "" || asking.current === wanted) return;
    asking.current = wanted;
    const result = await found(wanted);
    if (asking.current !== wanted) return;
    stopAsking();
    if (result.id !== null) {
      navigate(executionAddress(result.id));
      return;
    }
    setAnswer(result.why);
    announce(result.why);
  };
  return (
    <form
      class="find"
      aria-label="Open an execution"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <div class="seek">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label="Execution ID or idempotency key"
          aria-describedby={answer === null ? undefined : "find-answer"}
          placeholder="Open by execution ID or idempotency key"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="go"
          value={text}
          onInput={({ currentTarget }) => {
            stopAsking();
            setText(currentTarget.value);
            setAnswer(null);
          }}
          onKeyDown={({ key, currentTarget }) => key === "Escape" && text === "" && currentTarget.blur()}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </div>
      {answer !== null && (
        <p class="find-answer" id="find-answer">
          {answer}
        </p>
      )}
    </form>
  );
}

type Found = { readonly id: string } | { readonly id: null; readonly why: string };

async function found(wanted: string): Promise<Found> {
  const rows = listed.peek()?.page.rows ?? [];
  const alike = wanted.length < shortestSuffix ? [] : rows.filter(({ id }) => id.endsWith(wanted));
  const [only] = alike;
  if (only !== undefined && alike.length === 1) return only;
  const none = `No execution has the ID or the idempotency key ${shortened(wanted)}. Both are needed in full; texts are not searched.`;
  if (wanted.length > longest) return { id: null, why: none };
  const answer = await request(executionFind, { text: wanted, key: wanted });
  if (!answer.ok) return { id: null, why: answer.problem.message };
  const { execution, node } = answer.data;
  const named =
    node?.__typename === "Execution" ? node.id : node?.__typename === "HumanInputRequest" ? node.execution?.id : null;
  const id = named ?? execution?.id;
  return id === undefined ? { id: null, why: answer.problems[0]?.message ?? none } : { id };
}

function shortened(text: string): string {
  return madeVisible(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
