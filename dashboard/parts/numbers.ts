/** Numbers as people read them: short, of equal width, never below zero where below zero means nothing. */

/** `46.3 s`, `1 m 17 s`, `1 h 52 m`, `2 d 6 h`. Milliseconds below a tenth of a second: `40 ms`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m ${padded(seconds % 60)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} m`;
  return `${Math.floor(minutes / 1_440)} d ${Math.floor((minutes % 1_440) / 60)} h`;
}

/** A span for a screen reader: "1.2 seconds", "2 minutes 5 seconds". */
export function spokenDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 100) return plural(Math.round(ms), "millisecond");
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, "")} seconds`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${plural(Math.floor(seconds / 60), "minute")} ${plural(seconds % 60, "second")}`;
  return `${plural(Math.floor(seconds / 3_600), "hour")} ${plural(Math.floor((seconds % 3_600) / 60), "minute")}`;
}

/** The time left until something: `14:41` below an hour, otherwise as a duration. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${padded(seconds % 60)}`;
  return duration(seconds * 1_000);
}

/** `950`, `16.5k`, `1.2M`. */
export function short(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_950) return `${(count / 1_000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** Made once: a formatter costs far more than its use. */
const grouped = new Intl.NumberFormat("en-US");

/** `1,284`. */
export function exact(count: number): string {
  return grouped.format(count);
}

/** The API counts no further: so many calls are as many as one likes. */
const countless = 2 ** 31 - 1;

/** `no limit` for a bound that is none. */
export function boundWords(count: number): string {
  return count >= countless ? "no limit" : exact(count);
}

/** `3 calls`, `any number of calls`. */
export function upTo(count: number, word: string): string {
  return count >= countless ? `any number of ${word}s` : plural(count, word);
}

/** Millionths of a US dollar as `$0.0172`, `$12.40`, `<$0.0001`. Null, a price that is not known, as a dash. */
export function money(costMicros: number | null): string {
  if (costMicros === null) return "–";
  if (costMicros > 0 && costMicros < 100) return "<$0.0001";
  const dollars = costMicros / 1_000_000;
  return `$${dollars.toFixed(dollars >= 1 ? 2 : 4)}`;
}

/** `0.6 KB`, `18.2 KB`, `1.4 MB`. */
export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1_000).toFixed(1)} KB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}

/** `22:36:11` of today, else with the date. `at` and `now` in Unix milliseconds. */
export function clockTime(at: number, now: number): string {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(padded).join(":");
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${time}`;
}

/** `just now`, `4 min ago`, `3 h ago`, `2 d ago`, for one before `now`; Unix milliseconds. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ago`;
  return `${exact(Math.floor(minutes / 1_440))} d ago`;
}

/** `1 step`, `2 steps`. */
export function plural(count: number, word: string): string {
  return `${exact(count)} ${word}${count === 1 ? "" : "s"}`;
}

function padded(value: number): string {
  return String(value).padStart(2, "0");
}
