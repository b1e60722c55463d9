/** urql: subscriptions over SSE that resume. */
import { Client, fetchExchange, subscriptionExchange } from "@urql/core";
import { sseClient } from "./graphql-sse.ts";

export function urqlClient(endpoint: string, token: () => string): Client {
  const subscriptions = sseClient(endpoint, token);
  return new Client({
    url: endpoint,
    fetchOptions: () => ({ headers: { authorization: `Bearer ${token()}` } }),
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = "", variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: subscriptions.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
          }),
        }),
      }),
    ],
  });
}
