/**
 * Following: while an execution runs its newest line stays in sight, until the reader scrolls up or opens something to read. The store
 * knows whether views follow, so that a reader who pauses one view has paused them all.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ExecutionStore } from "../store/execution-model.ts";
import { distanceBelow, type Scroller, scrollTopOf } from "./event-scroller.ts";

/** Upward moves that are shorter, in CSS pixels, are the layout's and not the reader's. */
const slack = 8;

export interface Following {
  /** Whether more may come, or came while the view was open. */
  readonly isLive: boolean;
  readonly isFollowing: boolean;
  /** How much there was when following was paused. Null while it follows. */
  readonly pausedAt: number | null;
}

export interface FollowOptions {
  readonly scroller: Scroller | null;
  /** The end of the growing list. */
  readonly end: { readonly current: HTMLElement | null };
  /** How much there is to see. */
  readonly length: number;
  /** Anything that changes when the height does. */
  readonly height: number;
}

export function useFollow(store: ExecutionStore, { end, height, length, scroller }: FollowOptions): Following {
  const head = store.head.value;
  // An execution that ended before it was opened is read from its beginning; one that ends meanwhile is followed to its end.
  const wasLive = useRef(false);
  if (head !== null && head.finishedAt === null) wasLive.current = true;
  const isLive = wasLive.current;
  const isFollowing = store.isFollowing.value;
  const pausedAt = useRef<number | null>(null);
  if (isFollowing) pausedAt.current = null;
  else pausedAt.current ??= length;

  const lastTop = useRef(0);

  useLayoutEffect(() => {
    if (!isLive || !isFollowing || scroller === null) return;
    lastTop.current = scrollTopOf(scroller);
    const scrolled = () => {
      const top = scrollTopOf(scroller);
      const isUp = top < lastTop.current;
      lastTop.current = top;
      if (isUp && end.current !== null && distanceBelow(scroller, end.current) > slack) store.isFollowing.value = false;
    };
    // Before effects that change the page, so that the measured layout is current.
    const options = { passive: true, capture: true };
    scroller.addEventListener("scroll", scrolled, options);
    return () => scroller.removeEventListener("scroll", scrolled, options);
  }, [isLive, isFollowing, scroller, store, end]);

  // Each change of the length and the height moves the end.
  useLayoutEffect(() => {
    if (!isLive || !isFollowing || scroller === null || end.current === null) return;
    const below = distanceBelow(scroller, end.current);
    // The reader may have scrolled before the page got the event. That counts.
    if (below > slack && scrollTopOf(scroller) < lastTop.current - 1) {
      store.isFollowing.value = false;
      return;
    }
    if (below > 0) scroller.scrollBy(0, below);
    lastTop.current = scrollTopOf(scroller);
  }, [isLive, isFollowing, scroller, length, height]);

  return { isLive, isFollowing, pausedAt: pausedAt.current };
}
