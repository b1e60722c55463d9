/**
 * The estimated time of the server, ticking. The page shows differences to it, so a wrong clock of this machine changes nothing. No
 * difference is below zero.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { better, type ClockOffset, heardOffset } from "./clock-offset.ts";
import { lostSince } from "./connection-state.ts";

let offset: ClockOffset = { aheadMs: 0, doubtMs: Number.POSITIVE_INFINITY };

const ticking = signal(Date.now());

/** The server's time now, Unix milliseconds, new four times a second while the page is seen and the server is there. */
export const now: ReadonlySignal<number> = ticking;

const slow = signal(Date.now());

/** Like `now`, updated every ten seconds: for times in minutes. */
export const minute: ReadonlySignal<number> = slow;

setInterval(() => {
  if (document.visibilityState === "visible") slow.value = serverNow();
}, 10_000);

// Events at a server that is away are unknown: the time stands at its last message.
setInterval(() => {
  if (document.visibilityState === "visible" && lostSince.peek() === null) ticking.value = serverNow();
}, 250);

export function serverNow(): number {
  return Date.now() + offset.aheadMs;
}

/** Takes note of a time that the server said between two moments of this machine. */
export function hearTime(serverTime: number, askedAt: number, answeredAt: number): void {
  const before = offset;
  offset = better(before, heardOffset(serverTime, askedAt, answeredAt));
  if (offset !== before) ticking.value = serverNow();
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
