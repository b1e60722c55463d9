/**
 * Room `time`: going back in the log. A slider names the event after which the views show the execution (`store-at.ts`, by the fold of the present).
 * Arrow keys step by one event; *Replay* lets the log run again, texts included. The address keeps the place as the number of the event.
 */
import "./time.css";
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { exact } from "../../parts/numbers.ts";
import { useKeys } from "../../shell/keys.ts";
import { place, setQuery } from "../../shell/location.ts";
import { eventSentence } from "../events/event-sentence.ts";
import type { Moment } from "../moment.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import { instantOf } from "../store/step-track.ts";
import type { ChildExecutions } from "../timeline/timeline-children.ts";
import { childrenAt } from "./children-at.ts";
import { countUntil, nearestPlace, replayPauseMs, storeAt } from "./store-at.ts";

/** The shown state in place of the present. */
export interface ShownPast {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
  readonly moment: Moment;
}

export interface TimeDockProps {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
  readonly shown: Signal<ShownPast | null>;
}

/** The address follows at most so often: browsers bound how often it may change. */
const addressMs = 250;

export function TimeDock({ shown, store, unfolded }: TimeDockProps) {
  const length = store.logLength.value;
  const count = useSignal(0);
  const isPlaying = useSignal(false);
  /** The place in the address that the log does not have. */
  const missing = useSignal<string | null>(null);
  const named = Number(place.value.query.get("at") ?? "0");
  /** The last value written into the address, until the address has it. A replay has gone on by then, and is not called back. */
  const written = useRef<number | undefined>(undefined);
  /** Whether the place is that of the address. It is not written back: of a log that is still read, it is the current end. */
  const isOfAddress = useRef(true);
  // The newest place of the address counts; until the log is read so far, the end of the read part.
  useEffect(() => {
    const isOwn = written.current === named;
    written.current = undefined;
    if (isOwn || sequenceAt(store, count.peek()) === named) return;
    isOfAddress.current = true;
    count.value = countUntil(store.log, named);
  }, [named, length >= 1 && Number(store.log.at(-1)?.sequence ?? 0) >= named, store]);
  const lastSequence = store.head.value?.lastSequence ?? Number.POSITIVE_INFINITY;
  useEffect(() => {
    const nearest = nearestPlace(store.log, named, lastSequence);
    if (nearest === null) return;
    missing.value = place.peek().query.get("at");
    isOfAddress.current = true;
    count.value = countUntil(store.log, nearest);
    setQuery({ at: String(nearest) });
  }, [named, length, lastSequence, store]);
  const at = useComputed(() => {
    void store.logLength.value;
    return instantOf(store.log[Math.max(0, count.value - 1)]?.occurredAt ?? "", 0);
  });
  const past = useMemo(
    () => ({ store: storeAt(store, count), unfolded: childrenAt(unfolded, at), moment: { clock: at } }),
    [store, unfolded],
  );
  useEffect(() => {
    shown.value = past;
    return () => {
      shown.value = null;
    };
  }, [past]);

  const shownCount = count.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      const sequence = sequenceAt(store, count.peek());
      // An address that names another place meanwhile is not written over, nor one that names none.
      const current = place.peek().query.get("at");
      if (isOfAddress.current || current === null || Number(current) !== named || sequence === named) return;
      written.current = sequence;
      setQuery({ at: String(sequence) });
    }, addressMs);
    return () => clearTimeout(timer);
  }, [shownCount, named]);
  useEffect(() => {
    if (!isPlaying.value) return;
    if (shownCount >= store.log.length) {
      isPlaying.value = false;
      return;
    }
    const timer = setTimeout(
      () => {
        count.value = shownCount + 1;
      },
      replayPauseMs(store.log, shownCount),
    );
    return () => clearTimeout(timer);
  }, [isPlaying.value, shownCount]);

  const go = (to: number) => {
    isPlaying.value = false;
    isOfAddress.current = false;
    missing.value = null;
    count.value = Math.min(store.log.length, Math.max(1, to));
  };
  const play = () => {
    isOfAddress.current = false;
    missing.value = null;
    if (!isPlaying.peek() && count.peek() >= store.log.length) count.value = 1;
    isPlaying.value = !isPlaying.peek();
  };
  const leave = () => setQuery({ at: null });
  useKeys([
    { keys: "[", label: "Event before", section: "Watch", hint: "event before", run: () => go(count.peek() - 1) },
    { keys: "]", label: "Event after", section: "Watch", hint: "event after", run: () => go(count.peek() + 1) },
    { keys: "Escape", label: "Back to now", section: "Watch", run: leave },
  ]);
  const event = store.log[shownCount - 1];
  const start = instantOf(store.log[0]?.occurredAt ?? "", 0);
  const sentence =
    event === undefined
      ? ""
      : [event.__typename, event.stepId, eventSentence(event, start)].filter(Boolean).join(" · ");
  return (
    <section class="time-dock" aria-label="Time">
      <button class="btn small" type="button" onClick={() => go(shownCount - 1)} disabled={shownCount <= 1}>
        <Icon name="right" small class="back" />
        <span class="sr">Event before</span>
      </button>
      <button class="btn small" type="button" onClick={play} aria-pressed={isPlaying.value}>
        <Icon name={isPlaying.value ? "pause" : "play"} small /> Replay
      </button>
      <button class="btn small" type="button" onClick={() => go(shownCount + 1)} disabled={shownCount >= length}>
        <Icon name="right" small />
        <span class="sr">Event after</span>
      </button>
      <input
        type="range"
        min={1}
        max={Math.max(1, length)}
        value={shownCount}
        aria-label="Place in the log"
        aria-valuetext={`Event ${shownCount} of ${length}: ${sentence}`}
        onInput={({ currentTarget }) => go(Number(currentTarget.value))}
      />
      {missing.value !== null && (
        <p class="time-missing" role="status">
          The log has no event {madeVisible(missing.value.slice(0, 20))}: it goes from {exact(sequenceAt(store, 1))} to{" "}
          {exact(sequenceAt(store, length))}.
        </p>
      )}
      <output>
        <b>
          {exact(shownCount)} of {exact(length)}
        </b>{" "}
        {sentence}
      </output>
      <button class="btn small primary" type="button" onClick={leave}>
        Now
      </button>
    </section>
  );
}

function sequenceAt({ log }: ExecutionStore, count: number): number {
  return Number(log[count - 1]?.sequence ?? 0);
}
