/**
 * Bytes of an answer that do not count against the limit of its size. The reader of an answer counts them while it reads: what it neither keeps
 * nor passes on, such as the progress that a server reports. The limit bounds them too, as a multiple.
 */

export interface ExemptBytes {
  bytes: number;
}

/** A request whose reader reports how many bytes of the answer are exempt. */
export interface ExemptingInit extends RequestInit {
  readonly exempt?: ExemptBytes;
}

export type ExemptingFetch = (url: string | URL, init?: ExemptingInit) => Promise<Response>;

/** How many times the limit may be exempt. */
const mostTimes = 15;

/** Whether an answer of which `readBytes` were read is larger than `limitBytes`, without what is exempt. */
export function isOverLimit(readBytes: number, limitBytes: number, exempt: ExemptBytes | undefined): boolean {
  return readBytes - Math.min(exempt?.bytes ?? 0, limitBytes * mostTimes) > limitBytes;
}
