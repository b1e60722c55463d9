/**
 * Following: while an execution runs its newest line stays in sight, until the reader scrolls up or opens something to read. The store
 * knows whether views follow, so that a reader who pauses one view has paused them all.
 */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { distanceBelow, type Scroller, scrollTopOf } from "./event-scroller.ts";
import type { ExecutionStore } from "./execution-model.ts";

/** Upward moves that are shorter, in CSS pixels, are the layout's and not the reader's. */
const slack = 8;

const finals: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);

export interface Following {
  /** Whether more may come, or came while the view was open. */
  readonly isLive: boolean;
  readonly isFollowing: boolean;
  /** How much there was when following was paused. Null while it follows. */
  readonly pausedAt: number | null;
}

export interface FollowOptions {
  readonly scroller: Scroller | null;
  /** The end of what grows. */
  readonly end: { readonly current: HTMLElement | null };
  /** How much there is to see. */
  readonly length: number;
  /** Anything that changes when the height does. */
  readonly height: number;
}

export function useFollow(store: ExecutionStore, { end, height, length, scroller }: FollowOptions): Following {
  const status = store.head.value?.status;
  // An execution that ended before it was opened is read from its beginning; one that ends meanwhile is followed to its end.
  const wasLive = useRef(false);
  if (status !== undefined && !finals.has(status)) wasLive.current = true;
  const isLive = wasLive.current;
  const isFollowing = store.isFollowing.value;
  const pausedAt = useRef<number | null>(null);
  if (isFollowing) pausedAt.current = null;
  else pausedAt.current ??= length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of them moves the end.
  useLayoutEffect(() => {
    if (!isLive || !isFollowing || scroller === null || end.current === null) return;
    const below = distanceBelow(scroller, end.current);
    if (below > 0) scroller.scrollBy(0, below);
  }, [isLive, isFollowing, scroller, length, height]);

  useEffect(() => {
    if (scroller === null) return;
    let last = scrollTopOf(scroller);
    const scrolled = () => {
      const top = scrollTopOf(scroller);
      const isUp = top < last;
      const isFar = end.current !== null && distanceBelow(scroller, end.current) > slack;
      last = top;
      if (isUp && isFar && wasLive.current) store.isFollowing.value = false;
    };
    scroller.addEventListener("scroll", scrolled, { passive: true });
    return () => scroller.removeEventListener("scroll", scrolled);
  }, [scroller, store, end]);

  return { isLive, isFollowing, pausedAt: pausedAt.current };
}
