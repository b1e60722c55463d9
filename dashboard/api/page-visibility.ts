/**
 * Whether somebody looks at the page. A page in the background lets go of its connections after a while, because browsers allow few of
 * them to one server over HTTP/1.1, and catches up when it is looked at again.
 */
import { type ReadonlySignal, signal } from "@preact/signals";

const patienceMs = 20_000;

const seen = signal(true);
let timer: ReturnType<typeof setTimeout> | undefined;

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible") seen.value = true;
  else
    timer = setTimeout(() => {
      seen.value = false;
    }, patienceMs);
});

export const isSeen: ReadonlySignal<boolean> = seen;
