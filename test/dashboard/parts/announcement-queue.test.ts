import { describe, expect, it } from "vitest";
import { announcedText, mostWaiting, queued } from "../../../dashboard/parts/announcement-queue.ts";

const all = (texts: readonly string[]) => texts.reduce<readonly string[]>(queued, []);

describe("announcements", () => {
  it("keep what was said within one second of each other, in its order", () => {
    expect(all(["Copied the ID", "1 new execution"])).toEqual(["Copied the ID", "1 new execution"]);
  });

  it("say the same once, where it stands last", () => {
    expect(all(["Paused", "Following", "Paused"])).toEqual(["Following", "Paused"]);
  });

  it("drop the oldest where more wait than still hold when they are read out", () => {
    const texts = Array.from({ length: 50 }, (_, at) => `${at} new executions`);
    expect(all(texts)).toEqual(texts.slice(-mostWaiting));
  });

  it("differ from the text before, so that the same text is announced again", () => {
    const [first] = [announcedText("", "Copied the ID")];
    const second = announcedText(first, "Copied the ID");
    expect(second).not.toBe(first);
    expect(second.trim()).toBe("Copied the ID");
    expect(announcedText(second, "Copied the ID")).not.toBe(second);
  });
});
