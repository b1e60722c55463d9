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
  /** What the server refused, such as an execution that does not exist. */
  readonly onError: (errors: readonly GraphQLError[]) => void;
}

type GraphQLError = { readonly message: string; readonly extensions?: { readonly code?: string } };

export function followByEventSource(following: Following): () => void {
  const { endpoint, executionId, fetchToken, onItem, onEnd, onError } = following;
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
      const item = JSON.parse(data) as { data?: FollowExecution | null; errors?: readonly GraphQLError[] };
      if (item.data != null) {
        after = lastEventId;
        onItem(item.data);
      } else if (item.errors?.some(({ extensions }) => /^(UNAVAILABLE|RATE_LIMITED)$/.test(extensions?.code ?? ""))) {
        // The server lost what it followed, or has no room now. The "complete" that comes next is not that of the execution.
        reopen(opened);
      } else {
        leave();
        onError(item.errors ?? []);
      }
    });
    opened.addEventListener("complete", () => {
      if (source !== opened || isOver) return;
      leave();
      onEnd();
    });
    opened.onerror = () => reopen(opened);
  };
  const reopen = (opened: EventSource) => {
    opened.close();
    if (source !== opened) return;
    source = null;
    again();
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
