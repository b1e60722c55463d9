/** The EventSource recipe of docs/clients.md with an EventSource that the test drives: what it makes of errors and ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followByEventSource } from "../../examples/clients/event-source.ts";
import type { FollowExecution } from "../../examples/clients/follow-execution.ts";

type Listener = (event: { readonly data: string; readonly lastEventId: string }) => void;

class FakeEventSource {
  static readonly opened: FakeEventSource[] = [];
  readonly url: URL;
  onerror: () => void = () => undefined;
  isClosed = false;
  readonly #listeners = new Map<string, Listener>();

  constructor(url: URL) {
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Some implementations go on with what they have read of the stream when they are closed in the middle of it. */
  dispatch(type: string, data: object | null = null, lastEventId = ""): void {
    this.#listeners.get(type)?.({ data: JSON.stringify(data), lastEventId });
  }
}

let items: FollowExecution[];
let ends: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeEventSource);
  FakeEventSource.opened.length = 0;
  items = [];
  ends = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function follow(): Promise<() => void> {
  const leave = followByEventSource({
    endpoint: "http://localhost/graphql",
    executionId: "e",
    fetchToken: async () => "token",
    onItem: (item) => items.push(item),
    onEnd: () => ends.push("END"),
    onError: (errors) => ends.push(errors),
  });
  await vi.advanceTimersByTimeAsync(0);
  return leave;
}

function latest(): FakeEventSource {
  const source = FakeEventSource.opened.at(-1);
  if (source === undefined) throw new Error("nothing was opened");
  return source;
}

const item = { executionEvents: { status: "RUNNING", caughtUp: true, gap: null, events: [] } };
const errors = (code: string) => [{ message: "Cannot", extensions: { code } }];

describe("the EventSource recipe", () => {
  it.each(["UNAVAILABLE", "RATE_LIMITED"])(
    "goes on from its cursor after %s, and does not take the end of that stream for the end of the execution",
    async (code) => {
      await follow();
      latest().dispatch("next", { data: item }, "cursor");
      const broken = latest();
      broken.dispatch("next", { errors: errors(code) }, "cursor");
      broken.dispatch("complete");
      expect(ends).toEqual([]);
      expect(broken.isClosed).toBe(true);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(FakeEventSource.opened).toHaveLength(2);
      expect(JSON.parse(latest().url.searchParams.get("variables") ?? "")).toEqual({
        executionId: "e",
        after: "cursor",
      });
      latest().dispatch("complete");
      expect(ends).toEqual(["END"]);
      expect(items).toEqual([item]);
    },
  );

  it("hands out what the server refused, once, and connects no more", async () => {
    await follow();
    latest().dispatch("next", { errors: errors("NOT_FOUND") });
    latest().dispatch("complete");
    latest().onerror();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ends).toEqual([errors("NOT_FOUND")]);
    expect(items).toEqual([]);
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  it("connects again once for a connection that broke, with a token of its own", async () => {
    const leave = await follow();
    latest().onerror();
    latest().onerror();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    leave();
    latest().onerror();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeEventSource.opened).toHaveLength(2);
  });
});
