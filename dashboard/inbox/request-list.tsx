/** The list of requests: those that wait, and below them the last that were resolved. */
import type { RefObject } from "preact";
import { instant, now } from "../api/clock.ts";
import { addresseeWords } from "../parts/address-words.ts";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime } from "../parts/numbers.ts";
import { place, setQuery } from "../shell/location.ts";
import { inboxAddress } from "../shell/route.ts";
import { callWords } from "./calls/call-words.ts";
import { isAboutCall, usePreviews } from "./calls/request-context.ts";
import { TimeLeft } from "./expiry.tsx";
import type { Asked } from "./inbox-order.ts";
import type { InboxStore } from "./inbox-store.ts";
import { lookOfEnd, lookOfRequest } from "./request-words.ts";

export interface RequestListProps {
  readonly store: InboxStore;
  /** Those that the search lets through. */
  readonly shown: readonly Asked[];
  readonly selectedId: string | null;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

const longestPrompt = 200;

/** The address of a request, with the filter of the list. */
export function requestAddress(id: string): string {
  const kept = new URLSearchParams(place.value.query);
  // A followed value is of one request.
  kept.delete("follow");
  const query = kept.toString();
  return `${inboxAddress(id)}${query === "" ? "" : `?${query}`}`;
}

export function RequestList({ onSearch, search, searchField, selectedId, shown, store }: RequestListProps) {
  const all = store.requests.value ?? [];
  const previews = usePreviews(shown);
  const isToMe = place.value.query.get("to") === "me";
  return (
    <nav class="panel asks" aria-label="Requests">
      <div class="seek">
        <Icon name="search" />
        <input
          ref={searchField}
          type="search"
          aria-label="Search the requests that are loaded"
          placeholder="Search"
          value={search}
          onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </div>
      <label class="tick to-me">
        <input
          type="checkbox"
          checked={isToMe}
          onChange={({ currentTarget }) => setQuery({ to: currentTarget.checked ? "me" : "" })}
        />
        <span>Addressed to me</span>
      </label>
      {store.requests.value?.length === 0 && (
        <p class="none soft">{isToMe ? "Nothing is addressed to you." : "Nothing waits for a person."}</p>
      )}
      {all.length > 0 && shown.length === 0 && <p class="none soft">None of the loaded requests matches.</p>}
      <ul>
        {shown.map((request) => (
          <li key={request.id}>
            <a
              href={requestAddress(request.id)}
              aria-current={request.id === selectedId ? "true" : undefined}
              data-request={request.id}
            >
              <Icon name={lookOfRequest(request).icon} />
              <Question request={request} />
              <TimeLeft expiresAt={request.expiresAt} />
              {isAboutCall(request) && (
                <code class="asked-call clip">
                  {madeVisible(callWords(request.callableName ?? "", previews.get(request.id)))}
                </code>
              )}
              <span class="w">{whereWords(request)}</span>
            </a>
          </li>
        ))}
      </ul>
      {store.hasMore.value && (
        <button class="btn more" type="button" onClick={() => void store.readMore()}>
          Load a hundred more
        </button>
      )}
      {store.requests.value !== null && (
        <details
          class="resolved"
          onToggle={({ currentTarget }) => {
            if (currentTarget.open && store.resolved.peek() === null) void store.readResolved();
          }}
        >
          <summary>Recently resolved</summary>
          <Resolved store={store} selectedId={selectedId} />
        </details>
      )}
    </nav>
  );
}

function Resolved({ selectedId, store }: Pick<RequestListProps, "selectedId" | "store">) {
  const resolved = store.resolved.value;
  if (resolved === null) return null;
  if (resolved.length === 0) return <p class="none soft">None yet.</p>;
  return (
    <ul>
      {resolved.map((request) => {
        const { icon, tone, word } = lookOfEnd(request.status);
        const by = request.respondedBy === null ? "" : ` by ${madeVisible(request.respondedBy)}`;
        return (
          <li key={request.id}>
            <a href={requestAddress(request.id)} aria-current={request.id === selectedId ? "true" : undefined}>
              <span class={`st ${tone}`}>
                <Icon name={icon} />
              </span>
              <Question request={request} />
              <span class="left">
                {request.resolvedAt === null ? "" : clockTime(instant(request.resolvedAt), now.value)}
              </span>
              <span class="w">
                {word}
                {by}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Question({ request: { prompt } }: { readonly request: Asked }) {
  const text = madeVisible(prompt.slice(0, longestPrompt));
  return (
    <bdi class="q">
      {text}
      {prompt.length > longestPrompt && "…"}
    </bdi>
  );
}

function whereWords(request: Asked): string {
  const { execution, stepId } = request;
  const parts = [lookOfRequest(request).word.toLowerCase(), execution?.title ?? "", stepId ?? ""];
  const to = addresseeWords(request);
  return madeVisible([...parts, to === null ? "" : `for ${to}`].filter((part) => part !== "").join(" · "));
}
