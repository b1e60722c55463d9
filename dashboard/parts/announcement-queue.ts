/**
 * What waits to be told to those who listen. Pure. Short, so that what is told still holds: the same words wait once, and of too many
 * the oldest go.
 */

export const mostWaiting = 3;

/** What waits once `text` was added. */
export function queued(waiting: readonly string[], text: string): readonly string[] {
  return [...waiting.filter((other) => other !== text), text].slice(-mostWaiting);
}

/** The text to put into the live region: other than what stands there, because the same again is no change, which nobody is told. */
export function toldAfter(told: string, text: string): string {
  return told === text ? `${text}\u00a0` : text;
}
