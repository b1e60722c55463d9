/** The inbox: everything that waits for a person, beside the one that is answered; two screens on a phone. */
import "./inbox.css";
import "./request.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { copyText } from "../parts/copy-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { useKeys } from "../shell/keys.ts";
import { navigate, place, setQuery } from "../shell/location.ts";
import { type Route, routeOf } from "../shell/route.ts";
import { changeDraft, drafts, dropDraft, emptyDraft } from "./draft.ts";
import { matching, nextOf } from "./inbox-order.ts";
import { openInbox } from "./inbox-store.ts";
import { RequestDetail } from "./request-detail.tsx";
import { RequestList, requestAddress } from "./request-list.tsx";

/** Where list and detail stand side by side. */
const wide = matchMedia("(min-width: 861px)");

/** The list, with its filter. */
function listAddress(): string {
  const kept = new URLSearchParams(place.value.query);
  kept.delete("follow");
  const query = kept.toString();
  return `/inbox${query === "" ? "" : `?${query}`}`;
}

export function InboxPage({ route: { requestId } }: { readonly route: Extract<Route, { view: "INBOX" }> }) {
  const isToMe = place.value.query.get("to") === "me";
  const store = useMemo(() => openInbox(isToMe), [isToMe]);
  useEffect(() => store.close, [store]);
  const [arrived, setArrived] = useState<string | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const search = place.value.query.get("q") ?? "";
  const requests = store.requests.value;
  const shown = matching(requests ?? [], search);
  const first = requests?.[0] ?? null;

  // It is in the address from then on, so that a request that lapses sooner does not take its place under somebody's hands.
  // With the list, not a frame after it: by then somebody may have chosen another one.
  useLayoutEffect(() => {
    if (requestId === null && first !== null && wide.matches) navigate(requestAddress(first.id), { replace: true });
  }, [requestId, first?.id]);

  const isListed = shown.some(({ id }) => id === requestId);
  useEffect(() => {
    document.querySelector(".asks [aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [requestId, isListed]);

  const taken = (id: string) => (word: string) => {
    dropDraft(id);
    const route = routeOf(place.peek());
    // A user who left while the answer was being sent is not brought back.
    if (route.view !== "INBOX" || route.requestId !== id) {
      announce(word);
      return;
    }
    const next = nextOf(matching(store.requests.peek() ?? [], place.peek().query.get("q") ?? ""), id);
    if (next === null) {
      announce(`${word}. Nothing else waits`);
      return;
    }
    announce(`${word}. Next: ${next.prompt.slice(0, 200)}`);
    setArrived(next.id);
    navigate(requestAddress(next.id));
  };
  const move = (by: 1 | -1) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-request]")?.dataset.request ?? null;
    const at = shown.findIndex(({ id }) => id === (wide.matches ? requestId : focused));
    const target = shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))];
    if (target === undefined) return;
    setArrived(null);
    if (wide.matches) navigate(requestAddress(target.id), { replace: true });
    const link = [...document.querySelectorAll<HTMLElement>("[data-request]")].find(
      ({ dataset }) => dataset.request === target.id,
    );
    link?.focus();
    link?.scrollIntoView({ block: "nearest" });
  };
  useKeys([
    { keys: "j", label: "Next request", section: "Move", hint: "requests", run: () => move(1) },
    { keys: "k", label: "Previous request", section: "Move", hint: "requests", run: () => move(-1) },
    {
      keys: "Enter",
      label: "Open",
      section: "Move",
      hint: "open",
      run: () => document.getElementById("ask-title")?.focus(),
    },
    { keys: "/", label: "Search", section: "Move", hint: "search", run: () => searchField.current?.focus() },
    {
      keys: "y",
      label: "Copy the ID",
      section: "Act",
      hint: "copy ID",
      run: () => requestId !== null && void copyText(requestId, "ID of the request"),
    },
  ]);

  const known = requestId === null ? "" : (store.ended.value.get(requestId)?.status ?? "PENDING");
  const problem = store.problem.value;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Inbox</h1>
        {/* It has its place before they are counted. */}
        <span class={requests === null ? "sub awaited" : "sub"}>
          {requests === null
            ? "0 requests wait for a person, soonest first"
            : `${plural(requests.length, "request")}${store.hasMore.value ? " and more" : ""} ${requests.length === 1 ? "waits" : "wait"} for a person, soonest first`}
        </span>
      </div>
      {problem !== null && (
        <ProblemNote code={problem.code} message={problem.message}>
          <button class="btn" type="button" onClick={() => void store.readAgain()}>
            Try again
          </button>
        </ProblemNote>
      )}
      <div class={`inbox${requestId === null ? "" : " opened"}`}>
        <RequestList
          store={store}
          shown={shown}
          selectedId={requestId}
          search={search}
          onSearch={(q) => setQuery({ q })}
          searchField={searchField}
        />
        <div class="ask-side">
          {requestId !== null && (
            <>
              <a class="btn quiet back" href={listAddress()}>
                <Icon name="right" class="turned" /> All requests
              </a>
              <RequestDetail
                key={requestId}
                requestId={requestId}
                known={known}
                takesFocus={arrived === requestId}
                draft={drafts.value.get(requestId) ?? emptyDraft}
                change={(changes) => changeDraft(requestId, changes)}
                onTaken={taken(requestId)}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
