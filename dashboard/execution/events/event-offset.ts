/** Times of events as they are shown: how long after the execution began. */

/** `+2.391`, `+1:17.300`, `+1:52:07`, `+2d 03:04`: a span in milliseconds from the beginning, 0 at least. */
export function offset(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  const seconds = Math.floor(ms / 1_000);
  const fraction = String(ms % 1_000).padStart(3, "0");
  if (seconds < 60) return `+${seconds}.${fraction}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `+${minutes}:${two(seconds % 60)}.${fraction}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `+${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `+${Math.floor(hours / 24)}d ${two(hours % 24)}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
