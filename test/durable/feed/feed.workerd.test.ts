import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { FeedSockets, framePauseMs, maxSockets } from "../../../src/durable/feed/feed-sockets.ts";
import { pageBytes } from "../../../src/durable/ports/ports.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import { given } from "../../support/engine/given-response.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { objectOf, started, viewWhen } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

/** A watcher that keeps every page it was sent. */
async function watch(request: StartRequest) {
  const response = await objectOf(request).fetch("https://execution/feed", { headers: { upgrade: "websocket" } });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`no socket: HTTP ${response.status}`);
  const pages: EventPage[] = [];
  const waiting: (() => void)[] = [];
  socket.accept();
  socket.addEventListener("message", ({ data }) => {
    pages.push((JSON.parse(String(data)) as { page: EventPage }).page);
    for (const wake of waiting.splice(0)) wake();
  });
  return {
    socket,
    pages,
    sequences: () => pages.flatMap((page) => page.events.map((event) => event.sequence)),
    async until(done: () => boolean) {
      while (!done()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

describe("the feed of an execution", () => {
  it("replays in order after the cursor and goes live without a gap or a double, across hibernation", async () => {
    const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
    const view = await started(request);
    const watcher = await watch(request);
    watcher.socket.send(JSON.stringify({ pull: 0 }));
    await watcher.until(() => watcher.pages.length > 0);
    expect(watcher.pages[0]).toMatchObject({ caughtUp: true, status: "WAITING" });
    await evictDurableObject(objectOf(request));
    await objectOf(request).respond(given(view.humanInputs[0]?.requestId ?? ""));
    await watcher.until(() => watcher.pages.at(-1)?.status === "SUCCEEDED");
    expect(watcher.sequences()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("sends nothing again to a watcher whose cursor lies ahead, and nothing at all before it pulls", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 5_000 });
    await started(request);
    const watcher = await watch(request);
    watcher.socket.send(JSON.stringify({ pull: 99 }));
    await watcher.until(() => watcher.pages.length > 0);
    expect(watcher.pages).toMatchObject([{ events: [], cursor: 99, caughtUp: true }]);
  });

  it("[E4] a watcher whose socket is closing does not hold up the execution", async () => {
    const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
    const view = await started(request);
    const watcher = await watch(request);
    watcher.socket.send(JSON.stringify({ pull: 0 }));
    await watcher.until(() => watcher.pages.length > 0);
    const answer = await runInDurableObject(objectOf(request), (instance, state) => {
      for (const socket of state.getWebSockets()) socket.close(1003, "closed by the test");
      expect(state.getWebSockets()).toHaveLength(1);
      const { respond } = instance as unknown as Pick<ReturnType<typeof objectOf>, "respond">;
      return respond.call(instance, given(view.humanInputs[0]?.requestId ?? ""));
    });
    expect(answer.kind).toBe("RESOLVED");
    const end = await viewWhen(request, (seen) => seen.finishedAt !== null);
    expect(end.status).toBe("SUCCEEDED");
  });

  it("closes on anything that is not a pull", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 5_000 });
    await started(request);
    const watcher = await watch(request);
    const closed = new Promise<number>((resolve) =>
      watcher.socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    watcher.socket.send("give me everything");
    expect(await closed).toBe(1003);
  });
});

describe("the sockets of an object", () => {
  /** A watcher's socket as the object holds it. */
  class HeldSocket {
    sentBytes = 0;
    readonly more: boolean[] = [];
    closed: number | null = null;
    #attachment: unknown = null;

    serializeAttachment(attachment: unknown): void {
      this.#attachment = structuredClone(attachment);
    }

    deserializeAttachment(): unknown {
      return this.#attachment;
    }

    send(text: string): void {
      this.sentBytes += text.length;
      this.more.push((JSON.parse(text) as { more?: boolean }).more === true);
    }

    close(code: number): void {
      this.closed = code;
    }
  }

  function held(sockets: readonly HeldSocket[], clock = new ManualClock()): FeedSockets {
    return new FeedSockets({ getWebSockets: () => sockets } as unknown as DurableObjectState, clock);
  }

  /** News whose page is made by `page`; too large, it is `{"caughtUp": false}`. */
  const news = <Page extends { readonly caughtUp: boolean }>(page: () => Page) => ({
    page: page as () => { readonly caughtUp: boolean },
    pull: () => ({ caughtUp: false }),
  });

  const pull = (sockets: FeedSockets, socket: HeldSocket, caughtUp = true) =>
    sockets.receive(socket as unknown as WebSocket, '{"pull":0}', () => ({ caughtUp }));

  it("send a watcher that does not read no more than a page's worth, tell it that there is more, and go on when it pulls", async () => {
    const clock = new ManualClock();
    const watcher = new HeldSocket();
    const sockets = held([watcher], clock);
    pull(sockets, watcher);
    const event = { caughtUp: true, preview: "x".repeat(2_048) };
    for (let stored = 0; stored < 500; stored++) {
      sockets.publish(news(() => event));
      await clock.advance(framePauseMs);
    }
    const eventBytes = JSON.stringify({ page: event }).length;
    expect(watcher.sentBytes).toBeGreaterThan(pageBytes);
    expect(watcher.sentBytes).toBeLessThan(pageBytes + 2 * eventBytes);
    expect(watcher.more.filter((more) => more)).toHaveLength(1);
    expect(watcher.more.at(-1)).toBe(true);
    const sentBefore = watcher.sentBytes;
    pull(sockets, watcher);
    sockets.publish(news(() => event));
    expect(watcher.sentBytes).toBeGreaterThan(sentBefore + eventBytes);
  });

  it("send nothing live to a watcher that has pages to pull, and do not make a page for nobody", () => {
    const watcher = new HeldSocket();
    const sockets = held([watcher]);
    pull(sockets, watcher, false);
    const sentBefore = watcher.sentBytes;
    sockets.publish(news(() => ({ caughtUp: true })));
    expect(watcher.sentBytes).toBe(sentBefore);
    let made = 0;
    held([]).publish(
      news(() => {
        made += 1;
        return { caughtUp: true };
      }),
    );
    expect(made).toBe(0);
  });

  it("[E11] tell many watchers of several changes at once: after a page comes a pause of a quarter of the time that it took", async () => {
    const clock = new ManualClock();
    const watchers = Array.from({ length: 20 }, () => new HeldSocket());
    const sockets = held(watchers, clock);
    for (const watcher of watchers) pull(sockets, watcher);
    let stored = 0;
    const pages: number[] = [];
    const latest = news(() => {
      pages.push(stored);
      return { caughtUp: true };
    });
    const store = () => {
      stored += 1;
      sockets.publish(latest);
    };
    store();
    store();
    expect(pages, "the first leaves at once").toEqual([1]);
    clock.skip(80);
    await clock.advance(0);
    store();
    await clock.advance(19);
    expect(pages, "nothing leaves in the pause").toEqual([1]);
    await clock.advance(1);
    expect(pages, "one page holds what happened meanwhile").toEqual([1, 3]);
    for (const watcher of watchers) expect(watcher.more).toHaveLength(3);
    clock.skip(80);
    await clock.advance(1_000);
    expect(pages, "a pause in which nothing happened sends nothing").toEqual([1, 3]);
    expect(clock.pendingTimers, "nothing pins the object").toBe(0);
    store();
    expect(pages).toEqual([1, 3, 4]);
  });

  it("[N1026] tell few watchers of the changes of a frame at once: the first leaves at once, and the last of all too", async () => {
    const clock = new ManualClock();
    const watcher = new HeldSocket();
    const sockets = held([watcher], clock);
    pull(sockets, watcher);
    let stored = 0;
    const pages: number[] = [];
    const store = (isLast = false) => {
      stored += 1;
      const latest = news(() => {
        pages.push(stored);
        return { caughtUp: true };
      });
      sockets.publish(latest, isLast);
    };
    store();
    expect(pages).toEqual([1]);
    store();
    store();
    await clock.advance(framePauseMs - 1);
    expect(pages).toEqual([1]);
    await clock.advance(1);
    expect(pages, "one page holds the changes of the frame").toEqual([1, 3]);
    store();
    store(true);
    expect(pages, "the last of all waits for no frame, and has all before it").toEqual([1, 3, 5]);
    await clock.advance(framePauseMs);
    expect(pages, "nothing is sent twice").toEqual([1, 3, 5]);
    expect(clock.pendingTimers, "nothing pins the object").toBe(0);
    store();
    expect(pages).toEqual([1, 3, 5, 6]);
    clock.skip(framePauseMs);
    store();
    expect(pages, "a late timer holds nothing up").toEqual([1, 3, 5, 6, 7]);
    await clock.advance(0);
    store();
    expect(pages, "and begins no pause anew").toEqual([1, 3, 5, 6, 7]);
  });

  it("make watchers pull what is too large for a page", () => {
    const watcher = new HeldSocket();
    const sockets = held([watcher]);
    pull(sockets, watcher);
    const sentBefore = watcher.sentBytes;
    sockets.publish(news(() => ({ caughtUp: true, events: "x".repeat(pageBytes) })));
    expect(watcher.sentBytes - sentBefore).toBe(JSON.stringify({ page: { caughtUp: false } }).length);
  });

  it("are so many at most, and one more is told to come back later", () => {
    const sockets = held(Array.from({ length: maxSockets }, () => new HeldSocket()));
    const answer = sockets.accept();
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("30");
  });

  it("are closed for a position in something that does not exist", () => {
    const watcher = new HeldSocket();
    held([watcher]).receive(watcher as unknown as WebSocket, '{"pull":0}', () => undefined);
    expect(watcher.closed).toBe(1008);
  });
});
