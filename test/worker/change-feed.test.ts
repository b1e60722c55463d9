import { describe, expect, it } from "vitest";
import type { ChangePage } from "../../src/plan/execution-view.ts";
import { changeFeed } from "../../src/worker/change-feed.ts";
import { summaryNamed } from "../graph/list-model.ts";

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
    expect(changeFeed.following(page(5, 6), at(4))).toBeNull();
  });

  it("asks again when another epoch speaks, until that tells of the gap", () => {
    const live = page(1, 2, { after: at(1, "e2"), cursor: at(2, "e2") });
    expect(changeFeed.following(live, at(40))).toBeNull();
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
