/**
 * Idempotency keys of what one starts: the same composed run has the same key until it has started, so that a second click, or a second try
 * after a lost answer, finds the execution of the first. Kept for the tab, because an answer may be lost with the page. A key that was sent
 * is kept beside the current text: an edit that is taken back means the run that may have started already.
 */
import { newKey } from "../../api/new-key.ts";

const storageKey = "planwright.run-key";
/** More tries without an answer are not remembered. */
const mostSent = 20;

interface KeyOf {
  /** The request that it is the key of. */
  readonly mark: string;
  readonly key: string;
}

interface Kept {
  readonly current: KeyOf | null;
  /** Sent and not yet known to have started, oldest first. */
  readonly sent: readonly KeyOf[];
}

const nothing: Kept = { current: null, sent: [] };

/** The key for the composed request, which is given as one text. */
export function keyFor(composed: string): string {
  const mark = markOf(composed);
  const kept = read();
  const known = kept.sent.find((one) => one.mark === mark) ?? (kept.current?.mark === mark ? kept.current : null);
  if (known !== null) return known.key;
  const key = newKey("dashboard");
  write({ ...kept, current: { mark, key } });
  return key;
}

/** The key for the request to send, kept until `spendKey`. */
export function keyToSend(composed: string): string {
  const key = keyFor(composed);
  const { current, sent } = read();
  const others = sent.filter((one) => one.key !== key);
  write({ current, sent: [...others, { mark: markOf(composed), key }].slice(-mostSent) });
  return key;
}

/** The request of the key has started, or never can: the same request again is another run. */
export function spendKey(key: string): void {
  const { current, sent } = read();
  write({ current: current?.key === key ? null : current, sent: sent.filter((one) => one.key !== key) });
}

/** Where storage is closed to the page. */
let fallback = nothing;

function read(): Kept {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof value !== "object" || value === null) return fallback;
    const { current = null, sent } = value as Partial<Kept>;
    return { current, sent: Array.isArray(sent) ? sent : [] };
  } catch {
    return fallback;
  }
}

function write(kept: Kept): void {
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
