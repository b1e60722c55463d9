/**
 * Searches the list by words, and opens an execution by a key of it: its ID, the ID of a request of it in the inbox, the key that it was
 * started with, or the last characters of the ID of one that is shown.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { announce } from "../parts/announce.tsx";
import { Icon } from "../parts/icon.tsx";
import { exact } from "../parts/numbers.ts";
import { useKeys } from "../shell/keys.ts";
import { navigate, setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { searchLimit } from "./execution-filter.ts";
import { executionFind } from "./execution-find.generated.ts";
import { listed, wantedView } from "./execution-list.ts";

const shortestSuffix = 6;
/** Longer texts are no ID and no key. */
const longest = 1_000;

export function FindField() {
  const input = useRef<HTMLInputElement>(null);
  const searched = wantedView.value.text;
  const [text, setText] = useState(searched);
  // Not after the next frame: text that somebody has typed by then would be lost.
  useLayoutEffect(() => setText(searched), [searched]);
  const [answer, setAnswer] = useState<string | null>(null);
  /** The searched text. Null once somebody has written on or left the page, so that the answer opens nothing. */
  const asking = useRef<string | null>(null);
  const stopAsking = () => {
    asking.current = null;
  };
  useLayoutEffect(() => stopAsking, []);
  useKeys([{ keys: "/", label: "Search", section: "Move", hint: "search", run: () => input.current?.focus() }]);
  const find = async () => {
    const wanted = text.trim();
    if (wanted === searched || asking.current === wanted) return;
    if (wanted === "") {
      setQuery({ q: null }, { replace: false });
      return;
    }
    asking.current = wanted;
    const result = await found(wanted);
    if (asking.current !== wanted) return;
    stopAsking();
    if (result.id !== null) {
      navigate(executionAddress(result.id));
      return;
    }
    if (result.why === null) {
      setQuery({ q: wanted }, { replace: false });
      return;
    }
    setAnswer(result.why);
    announce(result.why);
  };
  return (
    <form
      class="find"
      aria-label="Search executions"
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
          aria-label="Words, execution ID or idempotency key"
          aria-describedby={answer === null ? undefined : "find-answer"}
          placeholder="Search titles, answers, errors, labels, or open by ID"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="search"
          value={text}
          onInput={({ currentTarget }) => {
            stopAsking();
            setText(currentTarget.value);
            setAnswer(null);
            // An emptied field counts at once.
            if (currentTarget.value === "" && searched !== "") setQuery({ q: null }, { replace: false });
          }}
          onKeyDown={({ key, currentTarget }) => key === "Escape" && text === "" && currentTarget.blur()}
        />
        <span aria-hidden="true">
          <span aria-hidden="true">
            <kbd>/</kbd>
          </span>
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

/** Without a reason where the words are to be searched for. */
type Found = { readonly id: string } | { readonly id: null; readonly why: string | null };

async function found(wanted: string): Promise<Found> {
  const rows = listed.peek()?.page.rows ?? [];
  const alike = wanted.length < shortestSuffix ? [] : rows.filter(({ id }) => id.endsWith(wanted));
  const [only] = alike;
  if (only !== undefined && alike.length === 1) return only;
  const isSearch = wanted.length <= searchLimit;
  const none = isSearch
    ? null
    : `Cannot search for ${exact(wanted.length)} characters: ${searchLimit} at most, or the ID or idempotency key of an execution`;
  // No ID and no key has a blank in it, or is longer.
  if (wanted.length > longest || (isSearch && /\s/.test(wanted))) return { id: null, why: none };
  const answer = await request(executionFind, { text: wanted, key: wanted });
  if (!answer.ok) return { id: null, why: answer.problem.message };
  const { execution, node } = answer.data;
  const named =
    node?.__typename === "Execution" ? node.id : node?.__typename === "HumanInputRequest" ? node.execution?.id : null;
  const id = named ?? execution?.id;
  return id === undefined ? { id: null, why: none === null ? null : (answer.problems[0]?.message ?? none) } : { id };
}
