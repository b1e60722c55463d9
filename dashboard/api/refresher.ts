/**
 * A question that is asked again whenever something has happened: one at a time, with a pause after each answer, and once more for what happened
 * meanwhile. News that comes faster than answers holds none of them up.
 */
import { useEffect, useRef } from "preact/hooks";

export interface Refresher {
  /** Something happened: it is read at once, or after what is under way. */
  ask(): void;
  close(): void;
}

/** `read` does not reject. Its signal is aborted when nobody waits any more. */
export function refresher(read: (signal: AbortSignal) => Promise<void>, pauseMs: number): Refresher {
  const life = new AbortController();
  let isLoading = false;
  let isWanted = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    if (!isWanted || isLoading || pause !== undefined || life.signal.aborted) return;
    isWanted = false;
    isLoading = true;
    void read(life.signal).then(() => {
      isLoading = false;
      if (life.signal.aborted) return;
      pause = setTimeout(() => {
        pause = undefined;
        next();
      }, pauseMs);
    });
  };
  return {
    ask() {
      isWanted = true;
      next();
    },
    close() {
      life.abort();
      clearTimeout(pause);
    },
  };
}

/** Reads when the component appears, and again when `news` changes. Another `of` is another question; while that is null nothing is asked. */
export function useRefresher(
  of: string | null,
  news: string,
  pauseMs: number,
  read: (signal: AbortSignal) => Promise<void>,
): void {
  const current = useRef<Refresher | null>(null);
  useEffect(() => {
    if (of === null) return;
    const own = refresher(read, pauseMs);
    current.current = own;
    return () => {
      own.close();
      current.current = null;
    };
  }, [of]);
  useEffect(() => current.current?.ask(), [of, news]);
}
