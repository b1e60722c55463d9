/** What a step gave beside data, as people see it: its text, its warnings, its attachments with downloads, and the mark on its line. */
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pixel, type TalkingPeers, talkingPeers } from "../support/callees/talking-peers.ts";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });
let peers: TalkingPeers;
let execution = "";

const tool = (stepId: string, toolName: string, given: object) => ({ tool: { stepId, toolName, arguments: given } });
const inspector = (page: Page) => page.getByRole("complementary", { name: "Selected step" });
const line = (page: Page, name: RegExp) => page.getByRole("row", { name });

beforeAll(async () => {
  peers = await talkingPeers();
  await world.planwright.register("talking", peers.mcpUrl, true);
  const steps = [tool("draw", "draw", {}), tool("many", "gallery", { count: 110 })];
  const { id } = await world.planwright.start({ source: { plan: { steps } }, options: { waitMs: 20_000 } });
  execution = id;
});
afterAll(() => peers?.close());

describe("[N15] a step", () => {
  it("shows its text beside its output, and its attachments, of which those with an artifact are downloads", async () => {
    const { complaints, page } = await world.open(`/executions/${execution}?step=draw`);
    const panel = inspector(page);
    await panel.getByRole("heading", { name: "Text" }).waitFor();
    await panel.getByText("Here is the kettle").first().waitFor();
    const list = panel.getByRole("list", { name: "Attachments 3" });
    await expect
      .poll(() => list.getByRole("listitem").allTextContents())
      .toEqual(["image-1 image, image/png, 70 B", "file:///kettle.md resource, text/markdown, 8 B", "kettle link"]);
    const download = page.waitForEvent("download");
    await list.getByRole("link", { name: "Download image-1" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^result_draw_[0-9a-f]{16}_1_1\.png$/);
    expect((await buffer(await file.createReadStream())).toString("base64")).toBe(pixel);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
  });

  it("whose result bears a warning has a mark on its line, seen and heard, and its words in the inspector", async () => {
    const { complaints, page } = await world.open(`/executions/${execution}`);
    await line(page, /^many, tool, succeeded, .*1 warning/).waitFor();
    expect(
      await line(page, /^many,/)
        .getByTitle("1 warning")
        .locator("svg")
        .isVisible(),
    ).toBe(true);
    expect(await line(page, /^draw,/).getAttribute("aria-label")).not.toContain("warning");
    expect(
      await line(page, /^draw,/)
        .locator(".warned")
        .count(),
    ).toBe(0);
    await line(page, /^many,/).click();
    const panel = inspector(page);
    await panel.getByText("Kept 64 of 110 attachments as artifacts").waitFor();
    await panel.getByText("ATTACHMENTS_NOT_KEPT").waitFor();
    const list = panel.getByRole("list", { name: "Attachments 110" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(100);
    expect(await list.getByRole("link").count()).toBe(64);
    expect(await list.getByRole("listitem").last().textContent()).toBe(
      "image-99 image, image/png, 70 B, in the content alone",
    );
    await panel.getByText("10 more attachments, which the API lists.").waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});
