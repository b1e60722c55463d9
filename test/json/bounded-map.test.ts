import { describe, expect, it } from "vitest";
import { BoundedMap, RecentMap } from "../../src/json/bounded-map.ts";

describe("a bounded map", () => {
  it("[N721] keeps as many entries as it is made for: the one that was set longest ago makes room", () => {
    const map = new BoundedMap<number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.set("a", 3);
    map.set("c", 4);
    expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([3, undefined, 4]);
    map.delete("a");
    expect(map.get("a")).toBeUndefined();
  });

  it("[N721] of recent values gives none that is as old as it may be", () => {
    const map = new RecentMap<string>({ maxSize: 1, keptMs: 10 });
    map.set("a", "old", 100);
    expect([109, 110].map((now) => map.get("a", now))).toEqual(["old", undefined]);
    map.set("b", "new", 100);
    expect(map.get("a", 100)).toBeUndefined();
  });
});
