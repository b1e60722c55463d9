/**
 * Announcements that wait for screen readers. Pure. The queue is short, so that announcements are still true: the same text waits once, and
 * the oldest are dropped.
 */

export const mostWaiting = 3;

/** The waiting texts once `text` was added. */
export function queued(waiting: readonly string[], text: string): readonly string[] {
  return [...waiting.filter((other) => other !== text), text].slice(-mostWaiting);
}

/** The text to put into the live region. It differs from the current one, because screen readers do not announce the same text again. */
export function announcedText(current: string, text: string): string {
  return current === text ? `${text}\u00a0` : text;
}
