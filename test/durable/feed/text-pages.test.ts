import { describe, expect, it } from "vitest";
import { Feed } from "../../../src/durable/feed/feed.ts";
import { FeedSockets } from "../../../src/durable/feed/feed-sockets.ts";
import { pageBytes } from "../../../src/durable/ports/ports.ts";
import { ShownEvents } from "../../../src/durable/runner/shown-events.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import { logPosition, positionOf } from "../../../src/execution/views/log-position.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { callables } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

/** A page is at most this long as JSON, but for its head and its last event. */
const withHead = pageBytes + 20_000;

/** A feed of a journal with a finished step and a long text in flight behind it, and one watcher. */
async function followed() {
  const world = new EngineWorld(() => succeeded({}));
  await world.run(planOf([step("a")]), { callables: callables.slice(0, 1) });
  const { journal, state } = world;
  const told = new ShownEvents();
  const pages: { readonly page: EventPage; readonly more?: boolean }[] = [];
  let attachment: unknown = null;
  const socket = {
    ...{ send: (text: string) => pages.push(JSON.parse(text)), deserializeAttachment: () => attachment },
    serializeAttachment: (given: unknown) => {
      attachment = given;
    },
  } as unknown as WebSocket;
  const sockets = new FeedSockets({ getWebSockets: () => [socket] } as unknown as DurableObjectState, world.clock);
  const feed = new Feed(sockets, journal, () => told.events);
  let length = 0;
  const say = () => {
    const text = "x".repeat(10_000);
    const event = { kind: "TextProduced", streamId: "respond/1", offset: length, text } as const;
    length += text.length;
    feed.publish(told.add([event], state.sequence, world.clock.now(), true), state);
  };
  const pull = (after: number) => feed.receive(socket, JSON.stringify({ pull: after }), "RUNNING");
  return { feed, journal, pages, pull, say, state, told };
}

describe("text in flight in the feed of an object", () => {
  it("[N238] comes in pages of bounded size, which hold what is stored and all of it together", async () => {
    const { feed, journal, say, told } = await followed();
    for (let n = 0; n < 100; n++) say();
    const pages: EventPage[] = [];
    do pages.push(feed.page(pages.at(-1)?.cursor ?? 0, "RUNNING", pageBytes));
    while (pages.at(-1)?.caughtUp === false && pages.length < 20);
    expect(pages.every((page) => JSON.stringify(page).length < withHead)).toBe(true);
    expect(pages.length).toBe(4);
    const known = [...journal.records, ...told.events].map(positionOf);
    expect(pages.flatMap(({ events }) => events.map(positionOf))).toEqual(known);
    const limited = feed.page(0, "RUNNING", pageBytes, journal.sequence + 2);
    expect([limited.cursor, limited.caughtUp]).toEqual([logPosition(journal.sequence + 2, 2), false]);
  });

  it("[N238, E11] is not kept for a watcher that does not read: it is told that there is more, and pulls", async () => {
    const { pages, pull, say, told } = await followed();
    pull(0);
    for (let n = 0; n < 100; n++) say();
    const sent = pages.slice(1).reduce((sum, { page }) => sum + JSON.stringify(page).length, 0);
    expect(sent).toBeLessThan(withHead);
    expect(pages.at(-1)?.more).toBe(true);
    const cursor = pages.at(-1)?.page.cursor ?? 0;
    for (let after = cursor; pages.at(-1)?.page.caughtUp === false; after = pages.at(-1)?.page.cursor ?? 0) pull(after);
    const texts = pages.flatMap(({ page }) => page.events).filter(({ event }) => event.kind === "TextProduced");
    expect(texts.map(positionOf)).toEqual(told.events.map(positionOf));
  });

  it("[N236] leads a position in text that was lost to the last stored event, whatever stands there now", async () => {
    const { feed, journal } = await followed();
    const stored = journal.sequence - 2;
    const page = feed.page(logPosition(stored + 1, 1), "RUNNING", pageBytes);
    expect(page.after).toBe(logPosition(stored + 1, 1));
    expect(page.events.map(({ sequence }) => sequence)).toEqual([stored + 1, stored + 2]);
    expect(page.cursor).toBe(stored + 2);
    // Of a log that no such text was ever in.
    expect(feed.page(logPosition(3, 1_000_000), "RUNNING", pageBytes).events).toHaveLength(journal.sequence);
  });
});
