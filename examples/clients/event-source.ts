/**
 * EventSource, which every browser has and which cannot send headers. Where the deployment wants a credential, each connection
 * needs a token of its own: a new one is fetched, and the place to go on from is passed as a variable. Where it wants none (behind
 * Cloudflare Access, or on loopback), leave the token and `onerror` out: the browser goes on by itself with `Last-Event-ID`.
 */
import { type FollowExecution, followExecution } from "./follow-execution.ts";

interface Following {
  readonly endpoint: string;
  readonly executionId: string;
  /** Asks your backend, or the API with `createSubscriptionToken`, for a token. */
  readonly fetchToken: () => Promise<string>;
  readonly onItem: (item: FollowExecution) => void;
  readonly onEnd: () => void;
}

export function followByEventSource({ endpoint, executionId, fetchToken, onItem, onEnd }: Following): () => void {
  let after: string | null = null;
  let source: EventSource | null = null;
  let isOver = false;
  const open = async () => {
    const url = new URL(endpoint);
    url.searchParams.set("query", followExecution);
    url.searchParams.set("variables", JSON.stringify({ executionId, after }));
    url.searchParams.set("access_token", await fetchToken());
    if (isOver) return;
    const opened = new EventSource(url);
    source = opened;
    opened.addEventListener("next", ({ data, lastEventId }) => {
      after = lastEventId;
      onItem((JSON.parse(data) as { data: FollowExecution }).data);
    });
    opened.addEventListener("complete", () => {
      leave();
      onEnd();
    });
    opened.onerror = () => {
      opened.close();
      again();
    };
  };
  const again = () => {
    if (!isOver) setTimeout(() => open().catch(again), 1_000);
  };
  const leave = () => {
    isOver = true;
    source?.close();
  };
  open().catch(again);
  return leave;
}
