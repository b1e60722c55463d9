/** Relay: subscriptions over a WebSocket that resumes. */
import { Environment, type GraphQLResponse, Network, Observable, RecordSource, Store } from "relay-runtime";
import { webSocketClient } from "./graphql-ws.ts";

export function relayEnvironment(endpoint: string, token: () => string): Environment {
  const subscriptions = webSocketClient(endpoint, token);
  return new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(
      async ({ text }, variables) => {
        const response = await fetch(endpoint, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token()}` },
          body: JSON.stringify({ query: text, variables }),
        });
        return (await response.json()) as GraphQLResponse;
      },
      ({ name, text }, variables) =>
        Observable.create((sink) =>
          subscriptions.subscribe(
            { operationName: name, query: text ?? "", variables },
            {
              next: (result) => sink.next(result as GraphQLResponse),
              error: (error) => sink.error(error instanceof Error ? error : new Error(JSON.stringify(error))),
              complete: () => sink.complete(),
            },
          ),
        ),
    ),
  });
}
