/** The log of an execution in a real browser: live without a jump, whole events on demand. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });

const addressOf = (id: string, query: string) => `/executions/${encodeURIComponent(id)}?${query}`;

const rows = (page: Page) => page.locator(".ev-item > button");

const stageTop = (page: Page) => page.locator(".stage").evaluate((stage) => stage.scrollTop);

/** How far the end of the log is below what is in sight. */
const belowStage = (page: Page) =>
  page.locator(".stage").evaluate((stage) => stage.scrollHeight - stage.scrollTop - stage.clientHeight);

const says = (names: readonly string[]) => names.map((name) => tool(name, "structured_without_schema", {}));

/** Enough steps to scroll, a question to a person, and as many after the answer. */
async function longRun(): Promise<string> {
  const names = Array.from({ length: 11 }, (_, at) => `s${at}`);
  const steps = [...says(names.slice(0, 6)), tool("wipe", "delete_note", { name: "n" }), ...says(names.slice(6))];
  const { id } = await world.planwright.start({ source: { plan: { steps } }, options: { schedule: "SEQUENTIAL" } });
  await eventually(async () => (await world.planwright.execution({ id }))?.status === "WAITING");
  return id;
}

async function answered(id: string): Promise<void> {
  const request = (await world.planwright.execution({ id }))?.pendingHumanInputs[0]?.id ?? "";
  await world.planwright.answer(request, { accept: {} });
}

async function ended(id: string): Promise<void> {
  await eventually(
    async () => !["RUNNING", "WAITING"].includes((await world.planwright.execution({ id }))?.status ?? ""),
  );
}

describe("the log of events", () => {
  it("follows a run, pauses when one scrolls up, says how much is new, and goes on from there to the end", async () => {
    const id = await longRun();
    const { complaints, page } = await world.open(addressOf(id, "view=events"), { height: 460 });
    await page.getByRole("button", { name: /StepWaiting\s*, step\s+wipe/ }).waitFor();
    await expect.poll(() => belowStage(page)).toBeLessThan(2);

    const top = (await stageTop(page)) - 120;
    expect(top).toBeGreaterThan(0);
    await page.locator(".stage").hover();
    await page.mouse.wheel(0, -120);
    await page.getByRole("button", { name: "Follow", exact: true }).first().waitFor();
    await expect.poll(() => stageTop(page)).toBe(top);
    await answered(id);
    await ended(id);
    const newer = page.getByRole("button", { name: /^\d+ new events$/ });
    await newer.waitFor();
    expect(await stageTop(page)).toBe(top);
    await newer.click();
    await page.getByRole("button", { name: /ExecutionFinished\s*:\s*Succeeded/ }).waitFor();
    await expect.poll(() => belowStage(page)).toBeLessThan(2);
    await expect.poll(() => newer.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows of a filter what its count says, keeps it in the address, and only rows in sight are on the page", async () => {
    const steps = [...says(Array.from({ length: 11 }, (_, at) => `s${at}`)), tool("bad", "is_error", {})];
    const { id } = await world.planwright.start({ source: { plan: { steps } } });
    await ended(id);
    const { page } = await world.open(addressOf(id, "view=events"), { height: 400 });
    const { execution } = await world.planwright.ask<{ execution: { lastSequence: number } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { lastSequence } }",
      { id },
    );
    const all = execution.lastSequence;
    await page.getByRole("button", { name: `All ${all}`, exact: true }).waitFor();
    await rows(page).first().waitFor();
    expect(all).toBeGreaterThan(20);
    expect(await rows(page).count()).toBeLessThan(all);
    await expect.poll(() => page.locator(".ev-item").first().getAttribute("aria-setsize")).toBe(String(all));

    await page.getByRole("button", { name: /^Failures \d+$/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("events")).toBe("failures");
    const failures = Number(
      (await page.getByRole("button", { name: /^Failures \d+$/ }).textContent())?.match(/\d+/)?.[0],
    );
    expect(failures).toBeGreaterThan(0);
    await expect.poll(() => rows(page).count()).toBe(failures);
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(() => rows(page).count()).toBe(failures);
    await page.getByRole("button", { name: "Only bad" }).click();
    await page.getByRole("button", { name: /^All \d+$/ }).click();
    await expect
      .poll(() => rows(page).allTextContents())
      .toEqual([expect.stringContaining("StepStarted"), expect.stringContaining("StepFinished")]);
  });

  it("opens whole events by keyboard, several at once, in the names of the schema", async () => {
    const { id } = await world.planwright.start({ source: { plan: { steps: says(["a", "b"]) } } });
    await ended(id);
    const { complaints, page } = await world.open(addressOf(id, "view=events"));
    await rows(page).first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.locator(".ev-raw pre").nth(1).waitFor();
    const [started, finished] = (await page.locator(".ev-raw pre").allTextContents()).map((text) => JSON.parse(text));
    expect(started).toMatchObject({
      type: "STEP_STARTED",
      sequence: 2,
      stepId: "a",
      callableName: "structured_without_schema",
      attempt: 1,
    });
    expect(finished).toMatchObject({ type: "EXECUTION_FINISHED", status: "SUCCEEDED", failure: null });
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".ev-raw").count()).toBe(1);
    expect(complaints).toEqual([]);
  });
});
