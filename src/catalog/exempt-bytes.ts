/**
 * Bytes of an answer that do not count against the limit of its size. The reader of an answer counts them while it reads: parts that it
 * neither keeps nor passes on, such as progress notifications. A multiple of the limit bounds them too.
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

/** Whether an answer of which `readBytes` were read is larger than `limitBytes`, without the exempt bytes. */
export function isOverLimit(readBytes: number, limitBytes: number, exempt: ExemptBytes | undefined): boolean {
  return readBytes - Math.min(exempt?.bytes ?? 0, limitBytes * mostTimes) > limitBytes;
}
