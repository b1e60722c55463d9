/** Plain graphql-sse, made to resume. */
import { createClient } from "graphql-sse";
import { resumable } from "planwright/client";

export function sseClient(endpoint: string, token: () => string) {
  return resumable(
    createClient({
      url: endpoint,
      headers: () => ({ authorization: `Bearer ${token()}` }),
      retryAttempts: Number.POSITIVE_INFINITY,
    }),
  );
}
