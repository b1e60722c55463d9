/**
 * The followed values of one client, outside of React: each is followed once however many components show it, from the first of them to a
 * moment after the last. So a component that suspends, is mounted twice in strict mode or comes back finds what is there.
 */
import type { Live, PlanwrightClient } from "@planwright/client";
import { type LiveState, loading } from "./live-state.ts";

/** How long a value is followed that nothing shows. */
const lingerMs = 1_000;
/** Values that are kept, although nothing shows them, for components that come back. */
const maxKept = 100;

type Follow<Value> = (signal: AbortSignal) => AsyncIterable<Live<Value>>;

class LiveEntry<Value> {
  readonly #follow: Follow<Value>;
  readonly #listeners = new Set<() => void>();
  #state: LiveState<Value> = loading;
  #following: AbortController | undefined;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = performance.now();

  constructor(follow: Follow<Value>) {
    this.#follow = follow;
  }

  /** The same object until something changes. */
  readonly state = (): LiveState<Value> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#start();
    return () => {
      this.#listeners.delete(listener);
      this.#stopLater();
    };
  };

  /** Resolves with the first value, or failure. Follows the value meanwhile, though nothing shows it yet. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const leave = this.subscribe(() => {
        if (this.#state.status === "LOADING") return;
        leave();
        resolve();
      });
    });
  }

  /** Something is about to show it. */
  asked(): void {
    this.#askedAt = performance.now();
  }

  /** Whether nothing shows it. What was rendered is subscribed to a moment later. */
  get isIdle(): boolean {
    const isLeft = performance.now() - this.#askedAt > lingerMs;
    return isLeft && this.#following === undefined && this.#listeners.size === 0;
  }

  #start(): void {
    clearTimeout(this.#timer);
    // What failed is tried again once something shows it anew.
    const isDone = this.#isOver && (this.#state.status !== "FAILED" || this.#listeners.size > 1);
    if (this.#following !== undefined || isDone) return;
    const following = new AbortController();
    this.#following = following;
    this.#isOver = false;
    void this.#read(following.signal).catch((error: unknown) => {
      if (following.signal.aborted) return;
      this.#following = undefined;
      // A bug, which is seen where others are: nobody awaits this.
      throw error;
    });
  }

  async #read(signal: AbortSignal): Promise<void> {
    for await (const item of this.#follow(signal)) {
      // Of a value that is followed anew what comes last counts.
      if (signal.aborted) return;
      this.#become(next(this.#state, item));
    }
    if (signal.aborted) return;
    this.#isOver = true;
    this.#following = undefined;
  }

  #become(state: LiveState<Value>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  #stopLater(): void {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#following?.abort();
      this.#following = undefined;
    }, lingerMs);
  }
}

function next<Value>(state: LiveState<Value>, item: Live<Value>): LiveState<Value> {
  if (item.kind === "VALUE") return { status: "CURRENT", value: item.value };
  const { error } = item;
  const isKnown = state.status === "CURRENT" || state.status === "RECONNECTING";
  if (item.kind === "FAILED")
    return isKnown ? { status: "FAILED", value: state.value, error } : { status: "FAILED", error };
  return isKnown ? { status: "RECONNECTING", value: state.value, error } : { status: "LOADING", error };
}

export class LiveStore {
  readonly client: PlanwrightClient;
  readonly #entries = new Map<string, LiveEntry<unknown>>();

  constructor(client: PlanwrightClient) {
    this.client = client;
  }

  /** What is followed under `key`, from now on or already. */
  entry<Value>(key: string, follow: Follow<Value>): LiveEntry<Value> {
    const known = this.#entries.get(key);
    known?.asked();
    if (known !== undefined) return known as LiveEntry<Value>;
    for (const [other, { isIdle }] of this.#entries) {
      if (this.#entries.size < maxKept) break;
      if (isIdle) this.#entries.delete(other);
    }
    const entry = new LiveEntry(follow);
    this.#entries.set(key, entry);
    return entry;
  }
}
