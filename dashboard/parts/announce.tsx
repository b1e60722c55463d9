/** What a screen reader is told politely: news of the page that nobody moved the focus to. One text a second, in their order. */
import { signal } from "@preact/signals";
import { queued, toldAfter } from "./announcement-queue.ts";

const spoken = signal("");
const pauseMs = 1_000;
let waiting: readonly string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  waiting = queued(waiting, text);
  if (timer === undefined) tellNext();
}

function tellNext(): void {
  const [next, ...rest] = waiting;
  timer = undefined;
  if (next === undefined) return;
  waiting = rest;
  spoken.value = toldAfter(spoken.peek(), next);
  timer = setTimeout(tellNext, pauseMs);
}

export function Announcements() {
  return (
    <div class="sr" role="status" aria-live="polite">
      {spoken}
    </div>
  );
}
