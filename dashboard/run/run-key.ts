/**
 * Idempotency keys of what one starts: the same composed run has the same key until it has started, so that a second click, or a second
 * try after a lost answer, finds the execution of the first. Kept for the tab, because an answer may be lost with the page.
 */

const storageKey = "planwright.run-key";

/** The key for what is composed now, as one text that says all of it. */
export function keyFor(composed: string): string {
  const mark = markOf(composed);
  const kept = read();
  if (kept?.mark === mark) return kept.key;
  const key = `dashboard-${crypto.randomUUID()}`;
  write({ mark, key });
  return key;
}

/** What was composed has started: composing the same again is another run. */
export function spendKey(): void {
  write(null);
}

interface Kept {
  readonly mark: string;
  readonly key: string;
}

/** Where storage is closed to the page. */
let fallback: Kept | null = null;

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Kept | null;
  } catch {
    return fallback;
  }
}

function write(kept: Kept | null): void {
  fallback = kept;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // The key then lasts until the page is reloaded.
  }
}

/** Length and two sums of the text, which differ for texts that one writes after another. */
function markOf(text: string): string {
  let one = 0x811c9dc5;
  let other = 5381;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193) >>> 0;
    other = (Math.imul(other, 33) + unit) >>> 0;
  }
  return `${text.length}.${one.toString(36)}.${other.toString(36)}`;
}
