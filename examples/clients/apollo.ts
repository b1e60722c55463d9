/** Apollo Client: queries and mutations over HTTP, subscriptions over a WebSocket that resumes. */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { OperationTypeNode } from "graphql";
import { webSocketClient } from "./graphql-ws.ts";

export function apolloClient(endpoint: string, token: () => string): ApolloClient {
  const http = new HttpLink({ uri: endpoint, headers: { authorization: `Bearer ${token()}` } });
  const subscriptions = new GraphQLWsLink(webSocketClient(endpoint, token));
  return new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      subscriptions,
      http,
    ),
  });
}

/** Stock Apollo Client without any more packages: subscriptions come as multipart answers. They do not resume by themselves. */
export function stockApolloClient(endpoint: string, token: () => string): ApolloClient {
  const link = new HttpLink({ uri: endpoint, headers: { authorization: `Bearer ${token()}` } });
  return new ApolloClient({ cache: new InMemoryCache(), link });
}
