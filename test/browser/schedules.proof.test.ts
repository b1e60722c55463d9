/** The view of schedules: what stands in its rows, and what its buttons do. */
import { describe, expect, it } from "vitest";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { expectAccessible, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard();

const hostile = `<img src=x onerror="document.title='ran'"> \u202Edetrevni`;

async function schedule(name: string, timing: object): Promise<void> {
  const run = { executePlan: { source: { plan: { steps: [tool("a", "set_note", { name: "n", text: "x" })] } } } };
  const { createSchedule } = await world.planwright.ask<{ createSchedule: { errors: readonly object[] } }>(
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { errors { message } } }",
    { input: { name, description: hostile, timing, run } },
  );
  expect(createSchedule.errors).toEqual([]);
}

describe("the view of schedules", () => {
  it("[N334] says so where there is none, then shows each, runs, pauses, resumes and deletes it", async () => {
    const { complaints, page } = await world.open("/schedules");
    await page.getByText("Nothing is scheduled.").waitFor();
    await schedule("yearly", { cron: { expression: "@yearly", timeZone: "Europe/Berlin" } });
    await page.getByRole("button", { name: "Refresh" }).click();
    const row = page.getByRole("row", { name: /yearly/ });
    await row.getByText("@yearly (Europe/Berlin)").waitFor();
    await row.getByText("none yet").waitFor();
    await row.getByText("⟨U+202E⟩").waitFor();

    await row.getByRole("button", { name: "Run now: yearly" }).click();
    const ran = row.getByRole("link", { name: "Succeeded" });
    await eventually(async () => {
      await page.getByRole("button", { name: "Refresh" }).click();
      return (await ran.count()) > 0;
    });
    await row.getByRole("button", { name: "Pause: yearly" }).click();
    await row.getByText("Paused by anonymous").waitFor();
    await expectAccessible(page);
    await row.getByRole("button", { name: "Resume: yearly" }).click();
    await row.getByText("Active").waitFor();

    await ran.click();
    await page.getByRole("link", { name: "yearly" }).waitFor();
    await page.getByText(/^by hand/).waitFor();
    await page.getByRole("link", { name: "yearly" }).click();

    await page.getByRole("button", { name: "Delete: yearly" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the schedule yearly?" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Delete: yearly" }).click();
    await dialog.getByRole("button", { name: "Delete the schedule" }).click();
    await page.getByText("Nothing is scheduled.").waitFor();
    expect(await page.title()).toBe("Schedules · Planwright");
    expect(complaints).toEqual([]);
  });
});
