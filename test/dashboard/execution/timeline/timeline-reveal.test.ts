/** How far the timeline scrolls to show a row. */
import { describe, expect, it } from "vitest";
import { revealedTop } from "../../../../dashboard/execution/timeline/timeline-reveal.ts";

/** 400 pixels of which the upper 40 are covered; the first row stands below that bar. */
const scroller = { scrollTop: 1_000, height: 360, above: 40, rowHeight: 32 };

describe("A row of the timeline", () => {
  it("that is in sight moves nothing", () => {
    expect(revealedTop({ ...scroller, rowTop: 1_040 })).toBeNull();
    expect(revealedTop({ ...scroller, rowTop: 1_368 })).toBeNull();
  });

  it("above is brought below the bar", () => {
    expect(revealedTop({ ...scroller, rowTop: 1_030 })).toBe(990);
    expect(revealedTop({ ...scroller, rowTop: 40 })).toBe(0);
    expect(revealedTop({ ...scroller, rowTop: 10 })).toBe(0);
  });

  it("below is brought to the lower edge", () => {
    expect(revealedTop({ ...scroller, rowTop: 1_369 })).toBe(1_001);
    expect(revealedTop({ ...scroller, rowTop: 5_000 })).toBe(4_632);
  });

  it("moves nothing while nothing has a height", () => {
    expect(revealedTop({ ...scroller, height: -92, rowTop: 5_000 })).toBeNull();
  });
});
