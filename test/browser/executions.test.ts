/** The list of executions in a real browser: live without a jump, filtered by the address, acted upon in bulk, usable by keyboard. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard();

const started = (steps: readonly object[], options: object = {}) =>
  world.planwright.start({ source: { plan: { steps } }, options });

/** One that waits for a person, because its step is declared destructive. */
const waiting = async (label: string) => {
  const { id } = await started([tool("wipe", "delete_note", { name: label })], {
    labels: [{ key: "test", value: label }],
  });
  await eventually(async () =>
    (await world.planwright.list()).some((row) => row.id === id && row.status === "WAITING"),
  );
  return id;
};

const ended = async (label: string, options: object = {}) => {
  const { id } = await started([tool("say", "text_only", {})], {
    ...options,
    waitMs: 20_000,
    labels: [{ key: "test", value: label }],
  });
  await eventually(async () =>
    (await world.planwright.list()).some((row) => row.id === id && row.status !== "RUNNING"),
  );
  return id;
};

const rowOf = (page: Page, id: string) => page.locator(`.runs tbody tr[data-id="${id}"]`);

const shownIds = (page: Page) =>
  page.locator(".runs tbody tr").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-id")));

const topOf = async (page: Page, id: string) => (await rowOf(page, id).boundingBox())?.y;

const removed = (executionId: string) =>
  world.planwright.ask("mutation ($id: ID!) { deleteExecution(input: { executionId: $id }) { errors { message } } }", {
    id: executionId,
  });

describe("the list of executions", () => {
  it("offers an example where nothing has run yet, shows its plan, and opens the execution that it starts", async () => {
    const { complaints, page } = await world.open("/", { width: 390, scheme: "dark" });
    const button = page.getByRole("button", { name: "Run this example" });
    await button.waitFor();
    const plan = (await page.getByRole("region", { name: "The plan" }).textContent()) ?? "";
    expect(plan.split("\n").length).toBeLessThan(25);
    expect(JSON.parse(plan)).toMatchObject({
      steps: [{ tool: { stepId: "research" } }, { tool: { stepId: "write" } }],
    });
    await expectAccessible(page);
    await button.click();
    await page.waitForURL(/\/executions\/[\w-]{20,}$/);
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/")[2] ?? "");
    const execution = await eventually(async () => {
      const seen = await world.planwright.execution({ id });
      return seen !== null && seen.status !== "RUNNING" && seen.status !== "PENDING" && seen;
    });
    expect(execution.steps.map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
    expect(complaints).toEqual([]);
  });

  it("changes rows in place, keeps new ones back until they are asked for, and strikes what was deleted", async () => {
    const [old, id] = [await ended("old"), await waiting("changes")];
    const { complaints, page } = await world.open("/");
    await rowOf(page, id).getByText("Waits for a person").waitFor();
    const before = await shownIds(page);
    const top = await topOf(page, id);

    const fresh = await ended("fresh");
    await page.getByRole("button", { name: "1 new execution" }).waitFor();
    const request = (await world.planwright.execution({ id }))?.pendingHumanInputs[0]?.id ?? "";
    await world.planwright.answer(request, { accept: {} });
    await rowOf(page, id).getByText("Succeeded").waitFor();
    await removed(old);
    await rowOf(page, old).getByText("deleted").waitFor();
    expect(await shownIds(page)).toEqual(before);
    expect(await topOf(page, id)).toBe(top);

    await page.keyboard.press("n");
    await rowOf(page, fresh).waitFor();
    await expect.poll(() => shownIds(page)).toEqual([fresh, ...before.filter((other) => other !== old)]);
    await page.waitForFunction((id) => document.activeElement?.closest("tr")?.getAttribute("data-id") === id, fresh);
    expect(complaints).toEqual([]);
  });

  it("keeps its filter over a reload and the way back, and says when nothing matches it", async () => {
    const id = await waiting("filtered");
    const { page } = await world.open("/");
    await rowOf(page, id).waitFor();
    const all = await shownIds(page);
    await page.getByRole("button", { name: /^Waiting/ }).click();
    await page.waitForURL(/status=WAITING/);
    await page.waitForFunction((count) => document.querySelectorAll(".runs tbody tr").length < count, all.length);
    await page.getByLabel("Labels").fill("test=filtered");
    await page.keyboard.press("Enter");
    await page.waitForURL(/label=test%3Dfiltered/);
    await page.reload();
    await rowOf(page, id).waitFor();
    await expect.poll(() => shownIds(page)).toEqual([id]);
    await expect.poll(() => page.getByLabel("Labels").inputValue()).toBe("test=filtered");
    await expect.poll(() => page.getByRole("button", { name: /^Waiting/ }).getAttribute("aria-pressed")).toBe("true");

    await page.getByLabel("Waits for").selectOption("TIMER");
    await page.getByText("No execution matches the filter").waitFor();
    await page.goBack();
    await rowOf(page, id).waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForFunction((count) => document.querySelectorAll(".runs tbody tr").length === count, all.length);
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("cancels what is selected by keyboard after it asked, and says of every other row why not", async () => {
    const over = await ended("over");
    const ids = [await waiting("one"), await waiting("two"), await waiting("three")];
    const { complaints, page } = await world.open("/");
    await rowOf(page, over).waitFor();
    for (const key of ["j", "x", "j", "j", "X", "j", "x", "c"]) await page.keyboard.press(key);
    await page.getByRole("dialog").getByText("1 selected execution ended already").waitFor();
    // A press beside the buttons leaves the focus to the page below, whose keys do nothing now.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("x");
    expect(await page.getByText("4 selected").count()).toBe(1);
    await page.getByRole("button", { name: "Cancel 3 executions" }).click();
    const summary = page.getByRole("dialog", { name: "3 executions cancelled, 1 refused" });
    await summary.getByText("Required is an execution that has not ended").waitFor();
    await page.keyboard.press("Escape");
    for (const id of ids) await rowOf(page, id).getByText("Cancelled").waitFor();
    const states = new Map((await world.planwright.list()).map(({ id, status }) => [id, status]));
    expect(ids.map((id) => states.get(id))).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
    expect(complaints).toEqual([]);
  });

  it("[N623] opens an execution by its ID and by its idempotency key, and searches for all else by words", async () => {
    const id = await ended("sought", { idempotencyKey: "order-4711" });
    const { page } = await world.open("/");
    await rowOf(page, id).waitFor();
    await page.keyboard.press("/");
    const field = page.getByLabel("Words, execution ID or idempotency key");
    await page.keyboard.type("SOUGHT only text");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=SOUGHT/);
    await expect.poll(() => shownIds(page)).toEqual([id]);
    await field.fill("found nowhere");
    await page.keyboard.press("Enter");
    await page.getByText("No execution matches the filter").waitFor();
    for (const [length, said] of [
      [300, "300"],
      [10_000, "10,000"],
    ] as const) {
      await field.fill("x".repeat(length));
      await page.keyboard.press("Enter");
      await page.getByText(`Cannot search for ${said} characters: 256 at most`).first().waitFor();
    }
    await field.fill("");
    await rowOf(page, id).waitFor();
    expect(new URL(page.url()).search).toBe("");
    for (const text of ["order-4711", id]) {
      await field.fill(text);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/executions/${id}`);
      await page.goBack();
    }
  });

  it("[N623] is found again by who goes back: the rows that were loaded, the place and the row", async () => {
    const many = await Promise.all(Array.from({ length: 60 }, () => started([tool("say", "text_only", {})])));
    await eventually(async () => {
      const listed = new Set((await world.planwright.list()).map(({ id }) => id));
      return many.every(({ id }) => listed.has(id));
    });
    const { page } = await world.open("/", { height: 600 });
    await page.getByRole("button", { name: "Show 50 more" }).click();
    await expect.poll(() => page.locator(".runs tbody tr").count()).toBeGreaterThan(55);
    const id = (await shownIds(page))[55] ?? "";
    await rowOf(page, id).getByRole("link").first().focus();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(1_000);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/executions/**");
    await page.goBack();
    await rowOf(page, id).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await page.waitForFunction((id) => document.activeElement?.closest("tr")?.getAttribute("data-id") === id, id);
    await expect.poll(() => page.locator(".runs").getAttribute("aria-busy")).toBe("false");
    expect((await shownIds(page)).length).toBeGreaterThan(55);
    expect(many).toHaveLength(60);
  });

  it("is accessible on a phone with rows selected, shows hostile text as text, and never scrolls sideways", async () => {
    const id = await ended("<img src=x onerror=alert(1)> \u202egnp.exe");
    const { complaints, page } = await world.open("/");
    await rowOf(page, id).getByText("<img src=x onerror=alert(1)> ⟨U+202E⟩gnp.exe").waitFor();
    await rowOf(page, id).getByRole("checkbox").check();
    await page.getByRole("region", { name: "Selected executions" }).waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    await expectAccessible(page);
    await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBeGreaterThan(1);
    await page.setViewportSize({ width: 320, height: 900 });
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
  });
});
