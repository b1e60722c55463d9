/**
 * Whether the page is up to date: the state of all its subscriptions and pending requests. The worst of them is the page's state, because
 * one that is behind is enough to mislead.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { sameJson } from "../../src/json/json.ts";

export type ConnectionState =
  | { readonly kind: "LIVE" }
  /** `total` is null where it is not known how much there is. */
  | { readonly kind: "CATCHING_UP"; readonly seen: number; readonly total: number | null }
  /** `attempt` counts from 1. */
  | { readonly kind: "RECONNECTING"; readonly attempt: number }
  /** Nobody looks at the page, so that it holds no connection. */
  | { readonly kind: "PAUSED" }
  /** Nothing on the page is followed. */
  | { readonly kind: "IDLE" };

const states = signal<ReadonlyMap<symbol, ConnectionState>>(new Map());

const severity = { IDLE: 0, LIVE: 1, PAUSED: 2, CATCHING_UP: 3, RECONNECTING: 4 } as const;

export const connectionState: ReadonlySignal<ConnectionState> = computed(() => {
  let worst: ConnectionState = { kind: "IDLE" };
  for (const state of states.value.values()) if (severity[state.kind] > severity[worst.kind]) worst = state;
  return worst;
});

const lost = signal<number | null>(null);

/** Since when the server is away, Unix milliseconds of this machine. Null while it is not. */
export const lostSince: ReadonlySignal<number | null> = lost;

effect(() => {
  const isLost = connectionState.value.kind === "RECONNECTING";
  if (!isLost) lost.value = null;
  else if (lost.peek() === null) lost.value = Date.now();
});

const waits = new Map<() => void, number>();

const next = signal<number | null>(null);

/** When the first of the broken connections is tried again, Unix milliseconds of this machine. Null while one is tried, or none is broken. */
export const nextTryAt: ReadonlySignal<number | null> = next;

/** Ends after so many milliseconds, or once somebody does not want to wait any longer. */
export function reconnectPause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waits.delete(end);
      showNext();
      resolve();
    };
    const timer = setTimeout(end, ms);
    waits.set(end, Date.now() + ms);
    showNext();
  });
}

function showNext(): void {
  next.value = waits.size === 0 ? null : Math.min(...waits.values());
}

/** Has every connection that is broken opened again at once. */
export function tryNow(): void {
  for (const end of [...waits.keys()]) end();
}

/** Sets the state of the subscription or question `key`. Null when it is over. Each event says that it is live: only news reaches the page. */
export function setConnectionState(key: symbol, state: ConnectionState | null): void {
  const before = states.peek().get(key);
  if (sameJson(before ?? null, state)) return;
  const next = new Map(states.peek());
  if (state === null) next.delete(key);
  else next.set(key, state);
  states.value = next;
}
