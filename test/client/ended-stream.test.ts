import { createClient } from "graphql-sse";
import { describe, expect, it } from "vitest";
import { endingInError } from "../../packages/client/src/ended-stream.ts";

/** A stream that gives `text` in one chunk and ends, as a proxy does whose server is gone. */
const streamOf = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });

/** What graphql-sse gives of such a stream. */
function readThrough(text: string): Promise<readonly string[]> {
  const client = createClient({
    url: "http://127.0.0.1/graphql",
    retryAttempts: 0,
    fetchFn: async () => endingInError(streamOf(text)),
  });
  return new Promise((resolve) => {
    const heard: string[] = [];
    client.subscribe(
      { query: "subscription { ticks }" },
      {
        next: ({ data }) => heard.push(JSON.stringify(data)),
        error: (error) => resolve([...heard, error instanceof Error ? error.message : String(error)]),
        complete: () => resolve([...heard, "complete"]),
      },
    );
  });
}

const item = 'event: next\ndata: {"data":{"ticks":1}}\n\n';

describe("[N499] the stream of a subscription", () => {
  it("[N720] is broken once it ends without being completed, also while nothing reads it", async () => {
    expect(await readThrough(item)).toEqual(['{"ticks":1}', expect.stringContaining("connection ended")]);
  });

  it("is over once it is completed, although it ends then too", async () => {
    expect(await readThrough(`${item}event: complete\n\n`)).toEqual(['{"ticks":1}', "complete"]);
  });

  it("[N720] is what changes: a refusal and an answer in JSON are given as they are", async () => {
    const refusal = new Response("no", { status: 401, headers: { "content-type": "application/json" } });
    expect(endingInError(refusal)).toBe(refusal);
    const empty = new Response(null, { status: 204 });
    expect(endingInError(empty)).toBe(empty);
  });
});
