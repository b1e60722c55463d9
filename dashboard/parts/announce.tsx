/** What a screen reader is told politely: news of the page that nobody moved the focus to. At most one every second, the latest. */
import { signal } from "@preact/signals";

const spoken = signal("");
const pauseMs = 1_000;
let waiting: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  if (timer !== undefined) {
    waiting = text;
    return;
  }
  spoken.value = text;
  timer = setTimeout(() => {
    timer = undefined;
    const next = waiting;
    waiting = null;
    if (next !== null) announce(next);
  }, pauseMs);
}

export function Announcements() {
  return (
    <div class="sr" role="status" aria-live="polite">
      {spoken}
    </div>
  );
}
