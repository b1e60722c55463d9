/** Plain graphql-ws, made to resume: one WebSocket for all subscriptions of a page. */
import { resumable } from "@planwright/client";
import { createClient } from "graphql-ws";

export function webSocketClient(endpoint: string, token: () => string) {
  return resumable(
    createClient({
      url: endpoint.replace(/^http/, "ws"),
      connectionParams: () => ({ authorization: `Bearer ${token()}` }),
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: () => true,
    }),
  );
}
