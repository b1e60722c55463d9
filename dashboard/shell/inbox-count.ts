/** How many requests wait for a person, beside the inbox in the navigation: a hundred are counted, more are `99+`. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { follow } from "../api/follow.ts";
import { requestUntilAnswered } from "../api/request.ts";
import { refusal, signIns } from "../api/session.ts";
import { inboxCount, inboxCountChanges } from "./inbox-count.generated.ts";

const open = signal<ReadonlySet<string>>(new Set());

/** IDs of pending requests, 100 at most. */
export const pendingRequests: ReadonlySignal<ReadonlySet<string>> = open;

/** Grows when the count cannot be derived from the changes. */
const losses = signal(0);

/** Follows the inbox as long as the page is open. */
export function startInboxCount(): void {
  effect(() => {
    void signIns.value;
    void losses.value;
    if (refusal.value !== null) return undefined;
    const controller = new AbortController();
    let stop: () => void = () => undefined;
    void read(controller.signal).then((after) => {
      if (after !== null && !controller.signal.aborted) stop = followFrom(after);
    });
    return () => {
      controller.abort();
      stop();
    };
  });
}

/** The cursor that the count reflects. Null if it cannot be read. */
async function read(signal: AbortSignal): Promise<string | null> {
  const answer = await requestUntilAnswered(inboxCount, {}, signal);
  const page = answer.ok && !signal.aborted ? answer.data.humanInputRequests : null;
  if (page === null) return null;
  open.value = new Set(page.nodes.map(({ id }) => id));
  return page.feedCursor;
}

function followFrom(after: string): () => void {
  return follow(
    inboxCountChanges,
    { after },
    {
      next: ({ humanInputChanges: { gap, requests, caughtUp } }) => {
        if (gap) losses.value += 1;
        else if (requests.length > 0) {
          const next = new Set(open.peek());
          for (const { id, status } of requests) {
            if (status === "PENDING") next.add(id);
            else next.delete(id);
          }
          open.value = next;
        }
        return caughtUp ? null : { seen: 0, total: null };
      },
      failed: () => undefined,
      completed: () => undefined,
    },
  );
}
