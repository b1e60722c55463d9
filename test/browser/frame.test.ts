/** The frame of the dashboard: what every view has around it. */
import { describe, expect, it } from "vitest";
import { dashboardWorld, expectAccessible, expectNoSidewaysScroll } from "./dashboard-world.ts";

const world = dashboardWorld();

describe("the frame", () => {
  it("runs under its own policy without a complaint, and says that it is live", async () => {
    const { complaints, page } = await world.open("/");
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("names every key that works on its sheet, which a key opens and Escape closes", async () => {
    const { page } = await world.open("/");
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    await sheet.getByText("This sheet").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  });

  it("leads to every view by its links without loading the page again, and is usable at 320 px", async () => {
    const { complaints, page } = await world.open("/", { width: 320, scheme: "dark" });
    let loads = 0;
    page.on("framenavigated", () => loads++);
    for (const [name, path] of [
      ["Inbox", "/inbox"],
      ["Run", "/run"],
      ["Registry", "/registry"],
      ["Usage", "/usage"],
      ["Executions", "/"],
    ] as const) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await page.waitForURL(`**${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page);
    }
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
  });
});
