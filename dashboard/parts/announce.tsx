/** Announces news politely to screen readers: changes of the page outside of the focus. One text a second, in their order. */
import { signal } from "@preact/signals";
import { announcedText, queued } from "./announcement-queue.ts";

const spoken = signal("");
const pauseMs = 1_000;
let waiting: readonly string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  waiting = queued(waiting, text);
  if (timer === undefined) announceNext();
}

function announceNext(): void {
  const [next, ...rest] = waiting;
  timer = undefined;
  if (next === undefined) return;
  waiting = rest;
  spoken.value = announcedText(spoken.peek(), next);
  timer = setTimeout(announceNext, pauseMs);
}

export function Announcements() {
  return (
    <div class="sr" role="status" aria-live="polite">
      {spoken}
    </div>
  );
}
