/**
 * Subscriptions of the page: graphql-sse with the project's own `resumable()`, so that nothing is lost or doubled when a connection breaks.
 * This adds the life of a page: a subscription continues from its cursor after a sign-in, and after the page was hidden for a while.
 */

import { endingInError, resumable } from "@planwright/client";
import { effect } from "@preact/signals";
import { createClient } from "graphql-sse";
import { reconnectPause, setConnectionState } from "./connection-state.ts";
import type { Operation } from "./operation.ts";
import { isSeen } from "./page-visibility.ts";
import { endpoint } from "./post.ts";
import { needsSignIn, offline, type Problem, passes, pauseBefore, problemIn, problemsOf } from "./problem.ts";
import { credentialHeaders, refusal, refuse, signIns } from "./session.ts";

export interface Follower<Result> {
  /** One item. Gives how far it came, for the page to say; null once everything that was there is seen. */
  next(data: Result): Progress | null;
  /** The subscription ended because of it, and is not tried again. */
  failed(problem: Problem): void;
  /** The server has nothing more to say, ever. */
  completed(): void;
}

export interface Progress {
  readonly seen: number;
  readonly total: number | null;
}

const heartbeatMs = 15_000;
/** A page waits for its server as long as it is open. */
const retryAttempts = Number.MAX_SAFE_INTEGER;

/**
 * Follows `operation`, which must declare `$after: EventCursor`, until the returned function is called. Waits while the credential is
 * refused or nobody looks, and continues from the last cursor.
 */
export function follow<Result, Variables extends { readonly after?: string | null | undefined }>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  follower: Follower<Result>,
): () => void {
  const key = Symbol("subscription");
  let after = variables.after ?? null;
  let leave: (() => void) | null = null;
  let isOver = false;

  const end = () => {
    isOver = true;
    setConnectionState(key, null);
  };

  const connect = () => {
    const signIn = signIns.peek();
    let refused: Problem | null = null;
    let latest: Problem = offline;
    let attempt = 0;
    const reconnect = (): Promise<void> => {
      attempt += 1;
      if (leave !== null) setConnectionState(key, { kind: "RECONNECTING", attempt });
      return reconnectPause(pauseBefore(attempt, latest));
    };
    const client = resumable(
      createClient({
        url: endpoint,
        headers: credentialHeaders,
        retryAttempts,
        retry: async () => {
          // A final refusal of the server is not repeated.
          if (refused !== null) throw refused;
          await reconnect();
        },
        fetchFn: async (input: RequestInfo, init: RequestInit) => {
          latest = offline;
          const response = await fetch(input, init);
          if (response.ok) return endingInError(response);
          latest = await problemIn(response.clone());
          if (!passes(latest)) refused = latest;
          return response;
        },
      }),
      // A server that lost its source, and one that fell silent, are cut off like a broken connection.
      { heartbeatMs, restartAttempts: retryAttempts, restartDelay: reconnect },
    );
    return client.subscribe(
      { query: operation, variables: { ...variables, after } },
      {
        next: ({ data, errors, extensions }) => {
          attempt = 0;
          const [problem] = problemsOf(errors);
          if (problem !== undefined) {
            failed(problem, signIn);
            return;
          }
          const cursor = (extensions as { readonly cursor?: unknown } | undefined)?.cursor;
          if (typeof cursor === "string") after = cursor;
          const progress = follower.next(data as Result);
          if (!isOver)
            setConnectionState(key, progress === null ? { kind: "LIVE" } : { kind: "CATCHING_UP", ...progress });
        },
        error: (error) => failed(problemBehind(error, refused), signIn),
        complete: () => {
          if (leave === null || isOver) return;
          end();
          follower.completed();
        },
      },
    );
  };

  const failed = (problem: Problem, signIn: number) => {
    if (isOver) return;
    drop();
    if (needsSignIn(problem)) {
      setConnectionState(key, { kind: "RECONNECTING", attempt: 1 });
      refuse(problem.message, signIn);
      return;
    }
    end();
    follower.failed(problem);
  };

  const drop = () => {
    const leaving = leave;
    leave = null;
    leaving?.();
  };

  let tried = signIns.peek();
  const stop = effect(() => {
    const isWanted = isSeen.value;
    const hasSignedIn = signIns.value !== tried;
    tried = signIns.value;
    if (isOver) return;
    if (!isWanted || hasSignedIn) drop();
    if (!isWanted) setConnectionState(key, { kind: "PAUSED" });
    else if (leave === null && refusal.peek() !== null) setConnectionState(key, { kind: "RECONNECTING", attempt: 1 });
    else if (leave === null) {
      setConnectionState(key, { kind: "CATCHING_UP", seen: 0, total: null });
      leave = connect();
    }
  });
  return () => {
    end();
    stop();
    drop();
  };
}

function problemBehind(error: unknown, refused: Problem | null): Problem {
  if (refused !== null) return refused;
  if (Array.isArray(error)) return problemsOf(error)[0] ?? offline;
  return offline;
}
