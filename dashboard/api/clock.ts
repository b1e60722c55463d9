/**
 * The time of the server, as far as the page can tell, ticking. Times that are shown are differences to the server's own, so that a
 * wrong clock of this machine shifts nothing; no difference is ever below zero.
 */
import { type ReadonlySignal, signal } from "@preact/signals";

/** Milliseconds by which the server's clock is ahead of this machine's. */
let ahead = 0;
/** Half of the way there and back of the answer that told it: the shorter, the better it is known. */
let uncertainty = Number.POSITIVE_INFINITY;

const ticking = signal(Date.now());

/** The server's time now, Unix milliseconds, new four times a second while the page is seen. */
export const now: ReadonlySignal<number> = ticking;

setInterval(() => {
  if (document.visibilityState === "visible") ticking.value = serverNow();
}, 250);

export function serverNow(): number {
  return Date.now() + ahead;
}

/** Takes note of a time that the server said between two moments of this machine. */
export function hearTime(serverTime: number, askedAt: number, answeredAt: number): void {
  const doubt = (answeredAt - askedAt) / 2;
  if (doubt > uncertainty) return;
  uncertainty = doubt;
  ahead = serverTime - (askedAt + answeredAt) / 2;
  ticking.value = serverNow();
}

/** Milliseconds from one time to another or until now, 0 at least. */
export function elapsed(from: number, to: number): number {
  return Math.max(0, to - from);
}

/** Unix milliseconds of a `DateTime` of the API. Null stays null. */
export function instant(dateTime: string): number;
export function instant(dateTime: string | null | undefined): number | null;
export function instant(dateTime: string | null | undefined): number | null {
  return dateTime === null || dateTime === undefined ? null : Date.parse(dateTime);
}
