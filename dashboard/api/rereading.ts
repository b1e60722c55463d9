/**
 * A question that is asked again whenever something has happened: one at a time, with a pause after each answer, and once more for what happened
 * meanwhile. News that comes faster than answers holds none of them up.
 */
import { useEffect, useRef } from "preact/hooks";

export interface Rereading {
  /** Something happened: it is read at once, or after what is under way. */
  ask(): void;
  close(): void;
}

/** `read` does not reject. Its signal is aborted when nobody waits any more. */
export function rereading(read: (signal: AbortSignal) => Promise<void>, pauseMs: number): Rereading {
  const life = new AbortController();
  let isReading = false;
  let isWanted = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    if (!isWanted || isReading || pause !== undefined || life.signal.aborted) return;
    isWanted = false;
    isReading = true;
    void read(life.signal).then(() => {
      isReading = false;
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
export function useRereading(
  of: string | null,
  news: string,
  pauseMs: number,
  read: (signal: AbortSignal) => Promise<void>,
): void {
  const current = useRef<Rereading | null>(null);
  useEffect(() => {
    if (of === null) return;
    const own = rereading(read, pauseMs);
    current.current = own;
    return () => {
      own.close();
      current.current = null;
    };
  }, [of]);
  useEffect(() => current.current?.ask(), [of, news]);
}
