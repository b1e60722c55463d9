/** Plain graphql-sse, made to resume. */
import { endingInError, resumable } from "@planwright/client";
import { createClient } from "graphql-sse";

export function sseClient(endpoint: string, token: () => string) {
  return resumable(
    createClient({
      url: endpoint,
      headers: () => ({ authorization: `Bearer ${token()}` }),
      fetchFn: async (input: RequestInfo, init: RequestInit) => endingInError(await fetch(input, init)),
      retryAttempts: Number.POSITIVE_INFINITY,
    }),
  );
}
