/**
 * An execution as a chat: the question, the thoughts and texts of models, the messages of agents and tools. Texts of others are inert. A
 * text that is being written is announced to screen readers once it is complete.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../../parts/announce.tsx";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { exact } from "../../parts/numbers.ts";
import { useFollow } from "../events/event-follow.ts";
import { Newer } from "../events/event-newer.tsx";
import { useScroller } from "../events/event-scroller.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import { ChatEarlier } from "./chat-earlier.tsx";
import { chatEntries } from "./chat-entries.ts";
import type { ChatEntry } from "./chat-entry.ts";
import { ChatHidden } from "./chat-hidden.tsx";
import { ChatLog } from "./chat-log.ts";
import { ChatMessage } from "./chat-message.tsx";
import { mostStepsRead, useStepTexts } from "./chat-read.ts";
import { ChatWaiting } from "./chat-waiting.tsx";
import "./chat.css";

/** Entries that are on the page at first, and added each time more are asked for: the latest. */
const pageSize = 200;

/** Characters of a text that are announced once it is whole. */
const announced = 300;

/** Of simultaneous news the latest is announced. Steps and the execution end with the text, and are announced before it. */
const afterStatusMs = 2_500;

export function Chat({ store }: { readonly store: ExecutionStore }) {
  const head = store.head.value;
  const texts = store.texts.value;
  const window = store.window.value;
  const removed = store.gap.value;
  // Events outside of the page are before the log, like removed ones.
  const gap = window === null ? removed : { lastSequence: window.first - 1 };
  const length = store.logLength.value;
  const { isFirst, texts: stepTexts } = useStepTextsAt(store);
  const chatLog = useMemo(() => new ChatLog(), [store]);
  const words = chatLog.grow(store.log, gap?.lastSequence ?? 0);
  const entries = useMemo(() => chatEntries({ head, words, texts, stepTexts }), [head, words, texts, stepTexts]);
  const [shown, setShown] = useState(pageSize);
  const top = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const scroller = useScroller(top);
  const height = texts.reduce((sum, { text }) => sum + text.length, 0);
  // What the log says and what steps said stand in one order: both come at once, so that neither moves the other.
  const hasOpened = useRef(false);
  hasOpened.current ||= !isFirst && (length > 0 || gap !== null);
  const isAwaited = !hasOpened.current;
  const seen = isAwaited ? 0 : entries.length;
  const { isLive, pausedAt } = useFollow(store, { scroller, end, length: seen, height });
  useAnnouncedTexts(entries);
  if (isAwaited) return <div class="chat awaited" ref={top} />;
  const left = entries.length - shown;
  const asked = head?.pendingHumanInputs ?? [];
  return (
    <div class="chat" ref={top}>
      {head !== null && head.conversation !== null && (
        <ChatEarlier store={store} conversationId={head.conversation.id} before={Date.parse(head.createdAt)} />
      )}
      {window !== null && (
        <p class="note">
          <span>
            {" "}
            The log has {exact(window.total)} events: what was said in events {exact(window.first)} to{" "}
            {exact(window.last)} is shown. The view <a href="?view=events">Events</a> leads to others.
          </span>
        </p>
      )}
      {removed !== null && (
        <p class="note">Retention removed the beginning of the log, and with it what was said there.</p>
      )}
      {head !== null && head.stepCount > mostStepsRead && (
        <p class="note">
          The plan has {exact(head.stepCount)} steps: what they said is shown with each of them, not here.
        </p>
      )}
      {left > 0 && (
        <p class="earlier">
          <button class="btn small" type="button" onClick={() => setShown(shown + pageSize)}>
            Show earlier ({exact(left)} left)
          </button>
        </p>
      )}
      {entries.slice(-shown).map((entry) => (
        <Entry key={entry.key} store={store} entry={entry} />
      ))}
      {asked.map((request) => (
        <ChatWaiting key={request.id} asked={request} />
      ))}
      {head !== null && entries.length === 0 && asked.length === 0 && <p class="soft">Nothing was said in words.</p>}
      <Newer store={store} isShown={isLive} count={pausedAt === null ? 0 : entries.length - pausedAt} what="message" />
      <div ref={end} />
    </div>
  );
}

/** Texts of steps that had ended at the moment that is shown. */
function useStepTextsAt(store: ExecutionStore): ReturnType<typeof useStepTexts> {
  const { isFirst, texts } = useStepTexts(store.live ?? store);
  const rows = store.rows.value;
  const then = useMemo(() => {
    if (store.live === undefined) return texts;
    const ended = new Set(rows.flatMap(({ finishedAt, stepId }) => (finishedAt === null ? [] : [stepId])));
    return texts.filter(({ stepId }) => ended.has(stepId));
  }, [store, texts, rows]);
  return { isFirst, texts: then };
}

function Entry({ entry, store }: { readonly entry: ChatEntry; readonly store: ExecutionStore }) {
  if (entry.kind === "HIDDEN") return <ChatHidden store={store} count={entry.count} />;
  if (entry.kind === "SAID") return <ChatMessage entry={entry} />;
  return (
    <p class="hidden-msg">
      <Icon name="right" />
      <bdi>{entry.text}</bdi>
    </p>
  );
}

/** Announces text that was written while the chat was open, once it is complete. */
function useAnnouncedTexts(entries: readonly ChatEntry[]): void {
  const writing = useRef<ReadonlySet<string>>(new Set());
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  useEffect(() => {
    const now = new Set<string>();
    for (const entry of entries) {
      if (entry.kind !== "SAID") continue;
      // A text that broke off may be written again under the same response.
      if (entry.isWriting || entry.facts.includes("broken off")) now.add(entry.key);
      else if (writing.current.has(entry.key)) {
        const { name, text } = entry;
        const words = `${madeVisible(name)}: ${madeVisible(text.slice(0, announced))}${text.length > announced ? "…" : ""}`;
        timers.current.push(setTimeout(() => announce(words), afterStatusMs));
      }
    }
    writing.current = now;
  }, [entries]);
}
