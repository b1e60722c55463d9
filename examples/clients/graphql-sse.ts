/** Plain graphql-sse, made to resume. */
import { resumable } from "@planwright/client";
import { createClient } from "graphql-sse";

export function sseClient(endpoint: string, token: () => string) {
  return resumable(
    createClient({
      url: endpoint,
      headers: () => ({ authorization: `Bearer ${token()}` }),
      retryAttempts: Number.POSITIVE_INFINITY,
    }),
  );
}
