/** The lists that `@planwright/client` keeps current, over a feed that the test writes. */
import type { ExecutionSummary } from "@planwright/client";
import { expect, it } from "vitest";
import type { GraphItem } from "../../packages/client/src/connection.ts";
import type { Reader } from "../../packages/client/src/live.ts";
import { liveExecutions } from "../../packages/client/src/live-lists.ts";
import { ok } from "../../packages/client/src/result.ts";

/** A deployment with these executions, each `id` at its second; newest first. */
class Feed {
  readonly stored: { readonly id: string; readonly createdAt: string }[] = [];
  reads = 0;
  #news: GraphItem[] = [];
  #wake: () => void = () => undefined;

  constructor(ids: readonly string[]) {
    for (const id of ids) this.stored.push(at(id));
  }

  /** Sends that these changed or are new, and those are gone. */
  change(changed: readonly string[], removedIds: readonly string[] = []): void {
    for (const id of [...changed, ...removedIds]) {
      const place = this.stored.findIndex((one) => one.id === id);
      if (place >= 0) this.stored.splice(place, 1);
    }
    for (const id of changed) this.stored.push(at(id));
    const batch = { executions: changed.map(at), removedIds, gap: false, caughtUp: true };
    this.#news.push({ data: { batch }, extensions: { cursor: "c" } });
    this.#wake();
  }

  follow(limit: number) {
    const feed = this;
    const reader = {
      connection: { heartbeatMs: 15_000, delay: async () => undefined },
      current: new Set(),
      generation: () => 0,
      streams: {
        async *open() {
          feed.#news = [];
          for (;;) {
            const item = feed.#news.shift();
            if (item !== undefined) yield item;
            else await new Promise<void>((resolve) => (feed.#wake = resolve));
          }
        },
        reset: () => undefined,
      },
      send: async () => {
        feed.reads += 1;
        const newest = [...feed.stored].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
        const pageInfo = { hasNextPage: newest.length > limit };
        return ok({ executions: { nodes: newest.slice(0, limit), pageInfo, feedCursor: "c" } });
      },
    };
    const live = liveExecutions(reader as unknown as Reader, undefined, limit, undefined);
    return async () => {
      const { value } = await live.next();
      return value?.kind === "VALUE" ? value.value.map(({ id }) => id).join(" ") : value;
    };
  }
}

/** `7b` was created in the seventh second. */
function at(id: string): ExecutionSummary {
  const createdAt = new Date(Number.parseInt(id, 10) * 1_000).toISOString();
  return { id, createdAt } as ExecutionSummary;
}

it("[N865] a list that has grown past its length is read again once one of it is gone", async () => {
  const feed = new Feed(["1", "2"]);
  const next = feed.follow(2);
  expect(await next()).toBe("2 1");
  const grown = next();
  await Promise.resolve();
  feed.change(["3"]);
  expect(await grown).toBe("3 2");
  const less = next();
  feed.change([], ["3"]);
  expect(await less).toBe("2 1");
});

it("[N865] what changes behind the end of a list does not take the place of what is next", async () => {
  const feed = new Feed(["1", "2", "3", "4", "5"]);
  const next = feed.follow(2);
  expect(await next()).toBe("5 4");
  const changed = next();
  await Promise.resolve();
  feed.change(["1"], ["5"]);
  expect(await changed).toBe("4 3");
});

it("[N865] items of the same moment stay in their order, whichever changes", async () => {
  const feed = new Feed(["1a", "1b", "1c", "2"]);
  const next = feed.follow(10);
  const before = await next();
  for (const id of ["1b", "1a", "2", "1c"]) {
    const after = next();
    feed.change([id]);
    expect(await after).toBe(before);
  }
  expect(feed.reads).toBe(1);
});
