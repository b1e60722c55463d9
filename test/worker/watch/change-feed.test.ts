import { describe, expect, it } from "vitest";
import type { ChangePage } from "../../../src/execution/views/execution-list.ts";
import type { InboxPage } from "../../../src/execution/views/inbox.ts";
import { changeFeed, inboxFeed } from "../../../src/worker/watch/change-feed.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

const at = (change: number, epoch = "e1") => ({ epoch, change });

function page(after: number, cursor: number, more: Partial<ChangePage> = {}): ChangePage {
  const summaries = [summaryNamed(`x${cursor}`, 1)];
  return { after: at(after), cursor: at(cursor), summaries, removed: [], caughtUp: true, gap: false, ...more };
}

describe("following the changes of an index", () => {
  it("takes the first page as it is when it begins with now", () => {
    const first = page(7, 7, { summaries: [] });
    expect(changeFeed.following(first, null)).toEqual(first);
  });

  it("takes what continues the cursor, drops what is known and asks again for what leaves something out", () => {
    expect(changeFeed.following(page(3, 4), at(3))).toEqual(page(3, 4));
    expect(changeFeed.following(page(3, 4), at(4))).toEqual(page(4, 4, { summaries: [] }));
    expect(changeFeed.following(page(3, 4), at(9))).toEqual(page(9, 9, { summaries: [] }));
    expect(changeFeed.following(page(5, 6), at(4))).toBeUndefined();
  });

  it("asks again when another epoch speaks, until that tells of the gap", () => {
    const live = page(1, 2, { after: at(1, "e2"), cursor: at(2, "e2") });
    expect(changeFeed.following(live, at(40))).toBeUndefined();
    expect(changeFeed.following({ ...live, gap: true }, at(40))).toEqual({ ...live, gap: true });
  });

  it("tells a gap even if nothing else, and beats without telling it again", () => {
    const gap = page(5, 5, { summaries: [], gap: true });
    expect(changeFeed.isEmpty(gap)).toBe(false);
    expect(changeFeed.isEmpty(page(5, 5, { summaries: [] }))).toBe(true);
    expect(changeFeed.isEmpty(changeFeed.heartbeat(gap))).toBe(true);
    expect(changeFeed.isLast(page(1, 2))).toBe(false);
  });
});

describe("following the inbox of an index", () => {
  const items = [{ requestId: "ask/1", status: "PENDING" }] as unknown as InboxPage["items"];
  const told = (after: number, cursor: number, more: Partial<InboxPage> = {}): InboxPage => {
    return { after: at(after), cursor: at(cursor), items, caughtUp: true, gap: false, ...more };
  };

  it("tells each change once, whatever comes twice after a reconnect, and asks for what was missed", () => {
    expect(inboxFeed.following(told(7, 7, { items: [] }), null)).toEqual(told(7, 7, { items: [] }));
    expect(inboxFeed.following(told(3, 4), at(3))).toEqual(told(3, 4));
    expect(inboxFeed.following(told(3, 4), at(4))).toEqual(told(4, 4, { items: [] }));
    expect(inboxFeed.following(told(5, 6), at(4))).toBeUndefined();
    expect(
      inboxFeed.following(told(5, 6, { gap: true }), at(4)),
      "a gap is told by the page that is pulled",
    ).toBeUndefined();
    expect(inboxFeed.following(told(4, 6, { gap: true }), at(4))).toEqual(told(4, 6, { gap: true }));
  });

  it("beats at its place, without requests and without telling a gap again", () => {
    const beat = inboxFeed.heartbeat(told(4, 6, { gap: true }));
    expect(beat).toEqual(told(6, 6, { items: [] }));
    expect([inboxFeed.isEmpty(beat), inboxFeed.isEmpty(told(6, 6, { items: [], gap: true }))]).toEqual([true, false]);
  });
});
