/** Conversations: the latest first, and beside the list the one that the address names, whole. */
import "./conversations.css";
import { useEffect, useState } from "preact/hooks";
import { instant, serverNow } from "../api/clock.ts";
import { isSeen } from "../api/page-visibility.ts";
import { useAnswer } from "../api/use-answer.ts";
import { announce } from "../parts/announce.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { ago, plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { useKeys } from "../shell/keys.ts";
import { navigate, place, setQuery } from "../shell/location.ts";
import { conversationAddress, type Route } from "../shell/route.ts";
import { isViewerRead, mayUse } from "../shell/viewer.ts";
import { BeginConversation } from "./begin-conversation.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { statusWords } from "./conversation-words.ts";
import { conversations } from "./conversations.generated.ts";

/** A list that is seen is read again so often. */
const againMs = 15_000;
const soonMs = 1_500;

export function ConversationsPage({ route }: { readonly route: Extract<Route, { view: "CONVERSATIONS" }> }) {
  const { conversationId } = route;
  const after = place.value.query.get("after");
  const { data, problem, readAgain } = useAnswer(conversations, { after });
  const [isBeginning, setBeginning] = useState(false);
  const seen = isSeen.value;
  useEffect(() => {
    if (!seen) return;
    const timer = setInterval(readAgain, againMs);
    return () => clearInterval(timer);
  }, [seen, after]);
  // The list has one that begins a moment later.
  useEffect(() => {
    const timer = setTimeout(readAgain, soonMs);
    return () => clearTimeout(timer);
  }, [conversationId]);
  const begin = () => setBeginning(true);
  const mayBegin = mayUse("EXECUTION_START");
  useKeys(mayBegin ? [{ keys: "n", label: "Begin a conversation", section: "Act", hint: "begin", run: begin }] : []);
  const page = data?.conversations ?? null;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Conversations</h1>
        <div class="row">
          {mayBegin && (
            <button class="btn primary" type="button" onClick={begin}>
              Begin a conversation
            </button>
          )}
        </div>
      </div>
      {problem !== null && <ProblemNote {...problem} />}
      {/* Below the button that the viewer may use, which takes a line of a phone. */}
      <div class={`talks${conversationId === null ? "" : " opened"}`} hidden={!isViewerRead.value}>
        <nav class="panel talk-list" aria-label="Conversations">
          {page?.nodes.length === 0 && <p class="none soft">No conversation yet.</p>}
          <ul>
            {page?.nodes.map((one) => (
              <li key={one.id}>
                <a href={conversationAddress(one.id)} aria-current={one.id === conversationId ? "true" : undefined}>
                  <span class="q clip">{madeVisible(one.chatId)}</span>
                  <span class="left">{ago(instant(one.updatedAt), serverNow())}</span>
                  <span class="w">
                    {statusWords[one.status] ?? one.status} · {madeVisible(one.manifestName)} ·{" "}
                    {plural(one.messageCount, "message")}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          {(after !== null || page?.pageInfo.hasNextPage === true) && (
            <div class="row more">
              {after !== null && (
                <button class="btn small" type="button" onClick={() => setQuery({ after: null })}>
                  Latest
                </button>
              )}
              {page?.pageInfo.hasNextPage === true && (
                <button class="btn small" type="button" onClick={() => setQuery({ after: page.pageInfo.endCursor })}>
                  Older
                </button>
              )}
            </div>
          )}
        </nav>
        <div class="talk-side">
          {conversationId === null ? (
            <NothingChosen isEmpty={page?.nodes.length === 0} />
          ) : (
            <>
              <a class="btn quiet back" href="/conversations">
                <Icon name="right" class="turned" /> All conversations
              </a>
              <ConversationView key={conversationId} id={conversationId} />
            </>
          )}
        </div>
      </div>
      {isBeginning && (
        <BeginConversation
          onClose={() => setBeginning(false)}
          onBegun={(id) => {
            setBeginning(false);
            announce("The conversation begins");
            readAgain();
            navigate(conversationAddress(id));
          }}
        />
      )}
    </div>
  );
}

/** The place of a conversation until one is chosen. A phone shows the list alone. */
function NothingChosen({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <p class="panel unchosen soft">
      {isEmpty
        ? "A conversation is held with the agents of a manifest. It stands here from its beginning, with what runs in it and what that asks."
        : "Choose a conversation to read it from its beginning and to go on with it."}
    </p>
  );
}
