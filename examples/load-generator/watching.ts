/**
 * Watchers: each follows one execution from its beginning to its end through the resumable client, over Server-Sent Events or a
 * WebSocket, and compares the numbers of what it received with the stored log.
 */
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import { endingInError } from "../../packages/client/src/ended-stream.ts";
import { resumable, type SubscribingClient } from "../../packages/client/src/resumable.ts";
import type { GraphqlEndpoint } from "./graphql-endpoint.ts";

export type Transport = "sse" | "ws";

const followed = /* GraphQL */ `
  subscription ($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after, heartbeatMs: 5000) { events { sequence } }
  }
`;

const storedEvents = /* GraphQL */ `
  query ($id: ID!, $after: EventCursor) {
    execution(by: { id: $id }) { events(first: 500, after: $after) { nodes { sequence } pageInfo { hasNextPage endCursor } } }
  }
`;

/** What one watcher saw. Times in milliseconds of `performance.now()`. */
export interface Watched {
  readonly firstEventAt: number | null;
  /** Null if the subscription broke for good, as `failure` says. */
  readonly completedAt: number | null;
  readonly failure: string | null;
  readonly sequences: readonly number[];
}

export interface Watchers {
  /** Follows one execution to its end. Never rejects. */
  follow(executionId: string, transport: Transport): Promise<Watched>;
  /** Ends the WebSocket that the watchers share. */
  close(): void;
}

export function watchersOf({ token, url }: GraphqlEndpoint): Watchers {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const options = { heartbeatMs: 5_000, restartAttempts: 60 };
  const retried = { retryAttempts: Number.POSITIVE_INFINITY, shouldRetry: () => true };
  const sse = createSseClient({
    url,
    headers: authorization,
    fetchFn: async (input: RequestInfo, init: RequestInit) => endingInError(await fetch(input, init)),
    retryAttempts: 100,
  });
  const ws = createWsClient({ url: url.replace(/^http/, "ws"), connectionParams: authorization, ...retried });
  const clients: { readonly [name in Transport]: SubscribingClient } = {
    sse: resumable(sse as SubscribingClient, options),
    ws: resumable(ws as SubscribingClient, options),
  };
  return {
    follow(executionId, transport) {
      const { promise, resolve } = Promise.withResolvers<Watched>();
      const sequences: number[] = [];
      let firstEventAt: number | null = null;
      const end = (completedAt: number | null, failure: string | null) =>
        resolve({ firstEventAt, completedAt, failure, sequences });
      clients[transport].subscribe(
        { query: followed, variables: { executionId } },
        {
          next({ data, errors }) {
            if (errors?.[0] !== undefined) return end(null, errors[0].message);
            const { executionEvents } = data as { executionEvents: { events: readonly { sequence: number }[] } };
            if (executionEvents.events.length > 0) firstEventAt ??= performance.now();
            for (const { sequence } of executionEvents.events) sequences.push(sequence);
          },
          error: (error) => end(null, describe(error)),
          complete: () => end(performance.now(), null),
        },
      );
      return promise;
    },
    close() {
      sse.dispose();
      void ws.dispose();
    },
  };
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  return (JSON.stringify(error) ?? String(error)).slice(0, 300);
}

/** The numbers of all stored events, in their order. */
export async function storedSequences(endpoint: GraphqlEndpoint, id: string): Promise<readonly number[]> {
  interface Page {
    readonly execution: {
      readonly events: {
        readonly nodes: readonly { readonly sequence: number }[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      };
    };
  }
  const sequences: number[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Page = await endpoint.ask<Page>(storedEvents, { id, after });
    const { nodes, pageInfo } = page.execution.events;
    sequences.push(...nodes.map(({ sequence }) => sequence));
    if (!pageInfo.hasNextPage) return sequences;
    after = pageInfo.endCursor;
  }
}

export interface Comparison {
  readonly missing: number;
  readonly doubled: number;
  readonly unordered: number;
}

/** What was received against what is stored. */
export function compared(received: readonly number[], stored: readonly number[]): Comparison {
  const seen = new Set(received);
  return {
    missing: stored.filter((sequence) => !seen.has(sequence)).length,
    doubled: received.length - seen.size,
    unordered: received.filter((sequence, at) => at > 0 && sequence < (received[at - 1] ?? 0)).length,
  };
}
