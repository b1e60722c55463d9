/** The timeline and the graph of an execution, with what screen readers are told, keys, children, and plans that are long. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { mixedExecution, tool } from "./mixed-execution.ts";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";
import { early, type PageFrames, withFrames } from "./page-frames.ts";

declare const later: PageFrames["later"];
declare const press: PageFrames["press"];
declare const rest: PageFrames["rest"];

const world = openableDashboard({ isShared: true });

const mixed = mixedExecution(world);
const { start } = mixed;

const rowOf = (page: Page, stepId: string) => page.locator(`[role=row][data-step="${stepId}"]`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

describe("the timeline", () => {
  it("tells every step in a sentence, and leads along them and into groups by keys", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed.id}`);
    const grid = page.getByRole("treegrid", { name: "Steps over time" });
    await grid.getByRole("row", { name: /^write, tool, succeeded, [\d.]+ (milli)?seconds/ }).waitFor();
    await grid.getByRole("row", { name: /^exa, tool, succeeded, .*2 attempts/ }).waitFor();
    await grid.getByRole("row", { name: /^brave, tool, failed, .*TOOL_ERROR/ }).waitFor();
    await grid.getByRole("row", { name: /^wiki, tool, skipped/ }).waitFor();
    await rowOf(page, "research").click();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toMatch(/^sources, group, succeeded/);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused(page)).toMatch(/^exa,/);
    await page.keyboard.press("j");
    await expect.poll(() => focused(page)).toMatch(/^brave,/);
    await expect.poll(() => rowOf(page, "brave").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => rowOf(page, "sources").getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => rowOf(page, "exa").count()).toBe(0);
    await page.keyboard.press("End");
    await expect.poll(() => focused(page)).toMatch(/^write,/);
    await expect.poll(() => page.locator("[role=row][tabindex='0']").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("[N782] has a page with a step at work styled a few times a second, though its marks turn", async () => {
    const id = await start([tool("first", "slow", { ms: 1 }), tool("long", "slow", { ms: 60_000 })]);
    const { page } = await world.open(`/executions/${id}`);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await rowOf(page, "long").locator(".spin").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const styled = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "RecalcStyleCount")?.value ?? 0;
    };
    // All that the page reads is shown by then.
    await delay(3_000);
    const before = await styled();
    await delay(4_000);
    // Four ticks of the clock a second, each with a few changes. For each frame it would be 100 and more.
    expect((await styled()) - before).toBeLessThan(70);
  });

  it("[N782] has bars, ticks and lines on one axis, while it grows, is zoomed, and is whole again", async () => {
    const many = Array.from({ length: 14 }, (_, at) => tool(`s${at}`, "slow", { ms: at * 20 }));
    const id = await start([...many, tool("long", "slow", { ms: 60_000 })]);
    const { page } = await world.open(`/executions/${id}`);
    await rowOf(page, "long").locator(".bar.open").waitFor();
    const spans = () =>
      page.evaluate(() => {
        const placed = [...document.querySelectorAll<HTMLElement>(".tl-bars, .tl-scale, .tl-lines")];
        return [...new Set(placed.map((element) => Number(element.style.getPropertyValue("--span"))))];
      });
    const [first = 0] = await spans();
    await expect.poll(async () => Math.min(...(await spans()))).toBeGreaterThan(first);
    expect(await spans()).toHaveLength(1);
    const [whole = 0] = await spans();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(async () => Math.max(...(await spans()))).toBeLessThan(whole);
    expect(await spans()).toHaveLength(1);
    await page.getByRole("button", { name: "Whole run", exact: true }).click();
    await expect.poll(async () => Math.min(...(await spans()))).toBeGreaterThanOrEqual(whole);
    expect(await spans()).toHaveLength(1);
  });

  it("undoes no key that is pressed while the address is behind the selection", async () => {
    for (const frames of early) {
      const { page } = await world.open(`/executions/${mixed.id}`);
      await rowOf(page, "write").waitFor();
      await withFrames(page);
      await page.evaluate(async (count) => {
        const row = document.querySelector<HTMLElement>("[role=row][data-step=research]");
        row?.focus();
        row?.click();
        await later(count);
        press("ArrowDown");
        await rest();
      }, frames);
      expect(`after ${frames} frames: ${await focused(page)}`).toMatch(/ frames: sources,/);
      await expect.poll(() => new URL(page.url()).searchParams.get("step")).toBe("sources");
    }
  });

  it("is led along by arrow keys from where Tab comes in, though nothing is selected yet", async () => {
    const before = await world.open(`/executions/${mixed.id}`);
    await before.page.getByRole("row", { name: /^write, tool, succeeded/ }).waitFor();
    const { page } = await world.open(`/executions/${mixed.id}`);
    await rowOf(page, "research").focus();
    expect(await page.locator("[role=row][aria-selected=true]").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await rowOf(page, "sources").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("ArrowDown");
    await rowOf(page, "exa").and(page.locator(":focus")).waitFor();
  });

  it("[N655] has an inspector that is as wide as one drags it, by mouse and by keys, and stays so after a reload", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed.id}?step=write`);
    const edge = page.getByRole("separator", { name: "Width of the inspector" });
    const width = () =>
      page.locator("#inspector").evaluate((element) => Math.round(element.getBoundingClientRect().width));
    await edge.waitFor();
    expect(await width()).toBe(408);
    await edge.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(width).toBe(432);
    expect(await edge.getAttribute("aria-valuenow")).toBe("432");
    const place = await edge.boundingBox();
    await page.mouse.move((place?.x ?? 0) + 5, 500);
    await page.mouse.down();
    await page.mouse.move(800, 500);
    await page.mouse.up();
    await expect.poll(width).toBe(640);
    await expectAccessible(page);
    await page.reload();
    await edge.waitFor();
    expect(await width()).toBe(640);
    // The views keep what they need, whatever was chosen elsewhere.
    await page.setViewportSize({ width: 900, height: 900 });
    await expect.poll(width).toBe(460);
    await edge.focus();
    await page.keyboard.press("Home");
    await expect.poll(width).toBe(280);
    await page.keyboard.press("Enter");
    await expect.poll(width).toBe(344);
    await page.setViewportSize({ width: 390, height: 900 });
    await edge.waitFor({ state: "hidden" });
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
  });

  it("[N657] of many steps shows those that failed by one press in the head, which counts the child runs too", async () => {
    const wrong = Array.from({ length: 3 }, (_, at) =>
      tool(`bad${at}`, "is_error", {}, { policy: { continueOnFailure: true } }),
    );
    const fine = Array.from({ length: 12 }, (_, at) => tool(`fine${at}`, "slow", { ms: 1 }));
    const id = await start([...wrong, ...fine, tool("facts", "check-facts")]);
    const { page } = await world.open(`/executions/${id}?view=events`);
    await page.getByText("and 1 child run", { exact: true }).waitFor();
    await page.getByRole("button", { name: "3 failed" }).click();
    await expect.poll(() => page.getByRole("treegrid").getAttribute("aria-rowcount")).toBe("3");
    expect(new URL(page.url()).searchParams.get("steps")).toBe("FAILED");
    await page.getByLabel("Status of steps").selectOption("");
    // Two more where the child, which waits for a person, has been unfolded meanwhile.
    await expect.poll(() => page.getByRole("treegrid").getAttribute("aria-rowcount")).toMatch(/^1[68]$/);
    expect(new URL(page.url()).searchParams.has("steps")).toBe(false);
  });

  it("[N640] [N641] inspects the steps of a child where they stand, by their address too, and leads to it", async () => {
    const parent = await start([tool("facts", "check-facts")]);
    const { page } = await world.open(`/executions/${parent}`);
    await page.locator("[role=row][data-step=facts][aria-expanded=false]").click();
    await page.getByRole("row", { name: /^facts, workflow, running, .*in check-facts$/ }).waitFor();
    await page.locator(".summary .st", { hasText: "Running" }).waitFor();
    await page.keyboard.press("ArrowRight");
    const inspected = page.locator("#insp-name");
    const verify = page.getByRole("row", { name: /^verify, human input, waiting, .*, in a child execution$/ });
    await verify.click();
    await expect.poll(() => verify.getAttribute("aria-level")).toBe("2");
    await inspected.and(page.getByText("verify")).waitFor();
    await page.getByRole("link", { name: "Answer" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("step")).toBe("facts/verify");
    await page.reload();
    await page.locator("[data-step=verify][aria-selected=true]").waitFor();
    await inspected.and(page.getByText("verify")).waitFor();
    await page.locator("[data-step=facts]").click();
    await expect.poll(() => inspected.textContent()).toBe("facts");
    await page.reload();
    await verify.click();
    await expect.poll(() => inspected.textContent()).toBe("verify");
    const link = page.getByRole("link", { name: "Open it there" });
    const id = decodeURIComponent(/executions\/([^?]+)/.exec((await link.getAttribute("href")) ?? "")?.[1] ?? "");
    expect(id).not.toBe(parent);
    const child = await world.planwright.execution({ id });
    expect(await world.planwright.answer(child?.pendingHumanInputs[0]?.id ?? "", { accept: {} })).toEqual([]);
    await page.getByRole("row", { name: /^verify, human input, succeeded, .*, in a child execution$/ }).waitFor();
    await link.click();
    await page.getByRole("row", { name: /^verify, human input, succeeded/ }).waitFor();
    await expect.poll(() => page.url()).toContain(id);
  });

  it("[N666] [N704] [N726] has of 320 steps only those in sight in the page, reads their summary before their log, and reaches them all", async () => {
    const ask = { humanInput: { stepId: "ask", prompt: "Go on?" } };
    const many = Array.from({ length: 319 }, (_, at) => tool(`s${at}`, "text_only", {}, { after: ["ask"] }));
    const { page } = await world.open("/usage/nowhere");
    const asked: string[] = [];
    let headBytes = 0;
    page.on("request", (request) => {
      const operation = /\b(ExecutionHead|ExecutionLog|LogLength)\b/.exec(request.postData() ?? "")?.[1];
      if (operation !== undefined) asked.push(operation);
    });
    page.on("response", async (response) => {
      if (!/\bExecutionHead\b/.test(response.request().postData() ?? "")) return;
      asked.push("head answered");
      // The page may be closed by then.
      const body = await response.body().catch(() => null);
      headBytes = Math.max(headBytes, body?.byteLength ?? 0);
    });
    await page.goto(new URL(`/executions/${await start([ask, ...many])}`, page.url()).href);
    await rowOf(page, "s3").waitFor();
    await page.getByRole("tab", { name: /^Events \d+/ }).waitFor();
    const head = ["ExecutionHead", "head answered"];
    // The first steps, then all of them, then the log.
    expect(asked.slice(0, 5)).toEqual([...head, ...head, "ExecutionLog"]);
    expect(asked).not.toContain("LogLength");
    // With the global ids of steps it was 690.
    await expect.poll(() => headBytes / 320).toBeGreaterThan(100);
    expect(headBytes / 320).toBeLessThan(600);
    await expect.poll(() => page.getByRole("treegrid").getAttribute("aria-rowcount")).toBe("320");
    await expect.poll(() => page.getByRole("row").count()).toBeLessThan(80);
    await rowOf(page, "s3").click();
    await rowOf(page, "s3").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("End");
    await rowOf(page, "s318").and(page.locator(":focus")).waitFor();
    const [bar, axis, tabs] = await Promise.all(
      [".tl-tools", ".tl-axis", "[role=tablist]"].map((place) => page.locator(place).boundingBox()),
    );
    expect(bar?.y).toBeGreaterThan(tabs?.y ?? 900);
    expect(axis?.y).toBeGreaterThanOrEqual((bar?.y ?? 900) + (bar?.height ?? 0) - 1);
    await expect.poll(() => rowOf(page, "s318").getAttribute("aria-rowindex")).toBe("320");
    await rowOf(page, "s310").waitFor();
    await expect.poll(() => rowOf(page, "s3").count()).toBe(0);
    await expect.poll(() => page.getByRole("row").count()).toBeLessThan(80);
    // A page that opens on the log does not wait for the summary.
    asked.length = 0;
    await page.route("**/graphql", async (route) => {
      if (/\bExecutionHead\b/.test(route.request().postData() ?? "")) await delay(1_500);
      await route.continue();
    });
    await page.goto(`${page.url().split("?")[0]}?view=events`);
    await expect.poll(() => asked).toContain("head answered");
    expect(asked.indexOf("ExecutionLog")).toBeLessThan(asked.indexOf("head answered"));
    expect(asked).toContain("ExecutionLog");
    // All steps are read once the log is.
    await expect.poll(() => asked.filter((one) => one === "ExecutionHead")).toHaveLength(2);
    expect(asked.lastIndexOf("ExecutionHead")).toBeGreaterThan(asked.indexOf("ExecutionLog"));
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expect.poll(() => page.getByRole("treegrid").getAttribute("aria-rowcount")).toBe("320");
  });
});

describe("the graph", () => {
  it("says as a list what it shows: every step with what it takes from which other", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed.id}?view=graph`);
    const graph = page.getByRole("listbox");
    await graph.getByRole("option", { name: /^write, tool, succeeded/ }).click();
    await graph.locator(".ref.hot", { hasText: ".artifact.title" }).waitFor();
    await graph.locator(".ref.hot", { hasText: ".artifact_id" }).waitFor();
    await graph.getByRole("option", { name: /^write/ }).press("ArrowUp");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-node")))
      .toMatch(/^(research|sources|exa|brave|wiki)$/);
    await page.getByText("The graph as a list").click();
    const list = page.locator(".mirror");
    const item = async (name: string) => {
      const own = list.locator("li", { has: page.getByRole("button", { name, exact: true }) }).last();
      return ((await own.textContent()) ?? "").replaceAll(/\s+/g, " ").trim();
    };
    const written = await item("write");
    expect(written).toContain("write, tool, succeeded.");
    expect(written).toContain("artifact_id from research");
    expect(written).toContain("artifact.title from research");
    expect(written).toContain("After sources.");
    expect(await item("brave")).toBe("brave, tool, failed, TOOL_ERROR. Takes nothing from other steps.");
    expect(await list.getByRole("button").count()).toBe(await graph.getByRole("option").count());
    expect(complaints).toEqual([]);
  });
});

it("a timeline with a group and a graph with its list are accessible", async () => {
  const { page } = await world.open(`/executions/${mixed.id}`, { scheme: "dark" });
  await rowOf(page, "write").waitFor();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByRole("option", { name: /^write/ }).waitFor();
  await page.getByText("The graph as a list").click();
  await expectAccessible(page);
});
