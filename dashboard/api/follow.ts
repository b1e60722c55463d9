/**
 * Subscriptions of the page: graphql-sse with the project's own `resumable()`, so that nothing is lost or doubled when a connection
 * breaks. What this adds is a page's life: it goes on from its cursor after a sign-in, and after nobody looked at it for a while.
 */
import { effect } from "@preact/signals";
import { createClient } from "graphql-sse";
import { resumable } from "planwright/client";
import { tellState } from "./connection-state.ts";
import type { Operation } from "./operation.ts";
import { isSeen } from "./page-visibility.ts";
import { needsSignIn, offline, type Problem, problemIn, problemsOf } from "./problem.ts";
import { endpoint } from "./request.ts";
import { credentialHeaders, refusal, signIns } from "./session.ts";

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
 * refused or nobody looks, and goes on from the last cursor.
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
    tellState(key, null);
  };

  const connect = () => {
    let refused: Problem | null = null;
    let attempt = 0;
    const reconnecting = () => tellState(key, { kind: "RECONNECTING", attempt: Math.max(1, attempt) });
    const client = resumable(
      createClient({
        url: endpoint,
        headers: credentialHeaders,
        retryAttempts,
        retry: async () => {
          // What the server refuses for good is not asked again.
          if (refused !== null) throw refused;
          attempt += 1;
          reconnecting();
          await delay(attempt);
        },
        fetchFn: async (input: RequestInfo, init: RequestInit) => {
          const response = await fetch(input, init);
          if (response.status >= 400 && response.status < 500 && response.status !== 429) {
            refused = await problemIn(response.clone());
          }
          return response;
        },
      }),
      { heartbeatMs, restartAttempts: retryAttempts },
    );
    return client.subscribe(
      { query: operation, variables: { ...variables, after } },
      {
        next: ({ data, errors, extensions }) => {
          attempt = 0;
          const [problem] = problemsOf(errors);
          if (problem !== undefined) {
            failed(problem);
            return;
          }
          const cursor = (extensions as { readonly cursor?: unknown } | undefined)?.cursor;
          if (typeof cursor === "string") after = cursor;
          const progress = follower.next(data as Result);
          if (!isOver) tellState(key, progress === null ? { kind: "LIVE" } : { kind: "CATCHING_UP", ...progress });
        },
        error: (error) => failed(problemBehind(error, refused)),
        complete: () => {
          if (leave === null || isOver) return;
          end();
          follower.completed();
        },
      },
    );
  };

  const failed = (problem: Problem) => {
    if (isOver) return;
    drop();
    if (needsSignIn(problem)) {
      refusal.value = problem.message;
      tellState(key, { kind: "RECONNECTING", attempt: 1 });
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
    if (!isWanted) tellState(key, { kind: "PAUSED" });
    else if (leave === null && (hasSignedIn || refusal.peek() === null)) {
      tellState(key, { kind: "CATCHING_UP", seen: 0, total: null });
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

/** From half a second to five, a little apart from others that lost the same server. */
function delay(attempt: number): Promise<void> {
  const ms = Math.min(5_000, 500 * 2 ** (attempt - 1)) * (0.7 + Math.random() * 0.3);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
