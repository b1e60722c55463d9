/** The stream of a turn as its reader sees it: how fast it is read, what it says while nothing happens, and how it ends. */
import { describe, expect, it } from "vitest";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import { wholeTurn } from "../../../src/worker/chat/chat-session.ts";
import { openStream, streamResponse } from "../../../src/worker/chat/stream-response.ts";
import { ended, message, recorded, started, text, turn } from "../../execution/ui-messages/turn-events.ts";

const page = (events: EventPage["events"], more: Partial<EventPage> = {}): EventPage => ({
  after: 0,
  cursor: events.at(-1)?.sequence ?? 0,
  events,
  caughtUp: true,
  gap: null,
  status: "RUNNING",
  ...more,
});

const first = page([recorded(started, 1), recorded(turn(1), 2), recorded(text("agent/1", 0, "Hel"), 3)]);
const last = page([recorded(message(1, "Hello"), 4), recorded(ended("SUCCEEDED"), 5)], { status: "SUCCEEDED" });

/** A turn with those pages, and what its watching went through. `fault` follows the pages. */
function watched(pages: readonly EventPage[], fault?: Error) {
  const seen = { pages: 0, left: 0, aborted: false };
  async function* watch(_: string, { signal }: { readonly signal: AbortSignal }) {
    signal.addEventListener("abort", () => {
      seen.aborted = true;
    });
    for (const next of pages) {
      seen.pages += 1;
      yield next;
    }
    if (fault !== undefined) throw fault;
  }
  const leave = () => {
    seen.left += 1;
  };
  const graph = {
    clients: { executions: { watch }, identity: { seal: async (content: string) => content } },
    caller: { tenant: "acme" },
    now: () => 0,
    request: new Request("https://planwright.example/chat/c"),
  };
  const stream = { ok: true, endsAt: Number.POSITIVE_INFINITY, leave } as const;
  const response = streamResponse(wholeTurn("execution", "message"), { graph } as never, stream);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
  return { read, reader, seen };
}

describe("the stream of a turn", () => {
  it("[N488] is read no faster than its reader takes it, and gives its place back at the end", async () => {
    const { read, seen } = watched([first, page([]), last]);
    expect(seen.pages).toBe(0);
    expect(await read()).toContain('"delta":"Hel"');
    expect(seen.pages).toBe(1);
    expect(await read(), "a heartbeat").toBe(":\n\n");
    expect(await read()).toContain('"type":"finish"');
    expect([await read(), await read()]).toEqual(["data: [DONE]\n\n", undefined]);
    expect(seen).toEqual({ pages: 3, left: 1, aborted: true });
  });

  it("[N487] ends its watching when its reader leaves", async () => {
    const { read, reader, seen } = watched([first, last]);
    await read();
    await reader.cancel();
    expect(seen).toEqual({ pages: 1, left: 1, aborted: true });
  });

  it.each([
    ["it was cut", undefined],
    ["the object cannot be reached", new Error("The feed broke")],
  ])("[N487] fails where %s, and does not end as if it were whole", async (_, fault) => {
    const { read, seen } = watched([first], fault);
    await read();
    await expect(read()).rejects.toThrow();
    expect(seen.left).toBe(1);
  });

  it("[N484] says so where retention has removed the events", async () => {
    const { read } = watched([page([], { gap: { firstSequence: 1, lastSequence: 5 } })]);
    expect(await read()).toContain("retention has removed its events");
    expect(await read()).toContain("[DONE]");
  });

  it("[N488] is refused to a caller that has as many as it may", () => {
    const enter = () => ({ kind: "REFUSED", cap: "tenant", maximum: 3 }) as const;
    expect(openStream({ enter, endsAt: 0 })).toMatchObject({
      refusal: { status: 429, code: "RATE_LIMITED", retryAfter: "30", message: expect.stringContaining("at most 3") },
    });
  });
});
