/** The timeline and the graph of an execution, with what screen readers are told, keys, children, and plans that are long. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, goTo, openableDashboard } from "./openable-dashboard.ts";
import { early, type PageFrames, withFrames } from "./page-frames.ts";

declare const later: PageFrames["later"];
declare const press: PageFrames["press"];
declare const rest: PageFrames["rest"];

const world = openableDashboard({ isShared: true });

const tool = (stepId: string, toolName: string, given: object = {}, more: object = {}) => ({
  tool: { stepId, toolName, arguments: given, ...more },
});

/** The execution with one of everything: it ends. */
let mixed = "";

beforeAll(async () => {
  const steps = [
    tool("extract", "slow", { ms: 1 }),
    { humanInput: { stepId: "verify", prompt: "Is it so?", after: ["extract"] } },
  ];
  await world.planwright.saveWorkflow({
    name: "check-facts",
    description: "Checks facts.",
    inputSchema: { type: "object" },
    source: { plan: { steps } },
  });
  mixed = await start([
    tool("research", "research_blog", { topic: "AI", skill_id: "research_blog" }),
    {
      parallel: {
        stepId: "sources",
        mergeStrategy: "FIRST_SUCCESS",
        after: ["research"],
        steps: [
          tool(
            "exa",
            "flaky",
            { mode: "RATE_LIMITED", times: 1 },
            { policy: { maxAttempts: 2, initialBackoffMs: 300 } },
          ),
          tool("brave", "is_error"),
          tool("wiki", "slow", { ms: 1 }, { when: "false" }),
        ],
      },
    },
    tool(
      "write",
      "create_blog_post",
      {
        artifact_id: "{{steps.research.output.artifact_id}}",
        skill_id: "blog_writing",
        instructions: "About {{steps.research.output.artifact.title}}",
      },
      { after: ["sources"] },
    ),
  ]);
});

async function start(steps: readonly object[]): Promise<string> {
  const { id } = await world.planwright.start({
    source: { plan: { steps } },
    options: { limits: { maxSteps: 1_000, maxParallel: 16 } },
  });
  return id;
}

const rowOf = (page: Page, stepId: string) => page.locator(`[role=row][data-step="${stepId}"]`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

describe("the timeline", () => {
  it("tells every step in a sentence, and leads along them and into groups by keys", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed}`);
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

  it("undoes no key that is pressed while the address is behind the selection", async () => {
    for (const frames of early) {
      const { page } = await world.open(`/executions/${mixed}`);
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
    const before = await world.open(`/executions/${mixed}`);
    await before.page.getByRole("row", { name: /^write, tool, succeeded/ }).waitFor();
    const { page } = await world.open(`/executions/${mixed}`);
    await rowOf(page, "research").focus();
    expect(await page.locator("[role=row][aria-selected=true]").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await rowOf(page, "sources").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("ArrowDown");
    await rowOf(page, "exa").and(page.locator(":focus")).waitFor();
  });

  it("[N646] follows a value by a click or by keys to where it came from and what it touched, until Escape", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed}?step=write`);
    const dock = page.getByRole("region", { name: /^write argument/ });
    await page.getByRole("button", { name: "Follow argument instructions of write" }).click();
    await dock.getByText("It came through").waitFor();
    expect(new URL(page.url()).searchParams.get("follow")).toBe("write/arguments/instructions");
    const came = dock.getByRole("region", { name: "Came from" }).getByRole("listitem");
    await expect
      .poll(async () => (await came.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^research called research_blog IDEMPOTENT/)]));
    expect((await came.last().innerText()).replaceAll(/\s+/g, " ")).toContain("research output /artifact/title");
    // The characters of the plan, and those of the reference.
    const written = dock.getByRole("region", { name: "Who wrote which characters" }).getByRole("listitem");
    await expect.poll(() => written.count()).toBe(2);
    expect(await written.nth(1).innerText()).toMatch(/7 to \d+, research \/artifact\/title/);
    expect(await dock.locator(".follow-labels").innerText()).toMatch(/CALLER/);
    const went = dock.getByRole("region", { name: "Went on to" });
    expect(await went.innerText()).toContain("create_blog_post");
    await rowOf(page, "research")
      .and(page.getByLabel(/the followed value came through it$/))
      .waitFor();
    await rowOf(page, "write")
      .and(page.getByLabel(/has the followed value$/))
      .waitFor();
    expect(await page.locator(".tl-flow .flow-from .core").count()).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press("g");
    await page.keyboard.press("g");
    await page.locator(".edge.flow-from").first().waitFor({ state: "attached" });
    await page
      .getByRole("option", { name: /^research, tool, succeeded, the followed value came through it$/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await dock.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("follow")).toBe(false);
    // By keys alone, in the tree of an output.
    await page.getByRole("option", { name: /^research,/ }).click();
    const first = page.locator(".jtree [data-follow][tabindex='0']").first();
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: /output \// })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N660] follows a value into the child that gave it, on the page of the child, and back to the run that started it", async () => {
    await world.planwright.saveWorkflow({
      name: "shorten",
      description: "Waits.",
      inputSchema: { type: "object", properties: { ms: { type: "integer" } }, required: ["ms"] },
      source: { plan: { steps: [tool("wait", "slow", { ms: "{{input.ms}}" })] } },
    });
    const id = await start([
      tool("short", "shorten", { ms: 2 }),
      tool("again", "slow", { ms: "{{steps.short.output.ms}}" }),
    ]);
    const { complaints, page } = await world.open(`/executions/${id}?follow=again/arguments/ms`);
    const came = page.locator(".follow-dock").getByRole("region", { name: "Came from" });
    await came.getByText("inside its run").click();
    const inside = came.locator(".other-run");
    await inside
      .getByRole("listitem")
      .filter({ hasText: /wait\s+called slow/ })
      .waitFor();
    await inside
      .getByRole("listitem")
      .filter({ hasText: /the input\s+\/ms/ })
      .waitFor();
    // The lines of the child are on the way too, once they are unfolded.
    await page.locator("[role=row][data-step=short] .twist").click();
    await rowOf(page, "wait")
      .and(page.getByLabel(/, in a child execution, the followed value came through it$/))
      .waitFor();
    // Where one came from is not told again.
    expect(await inside.locator(".other-run").count()).toBe(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await inside.getByRole("link", { name: "Follow it in that run" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id) && url.searchParams.get("follow") === "@result");
    await came.getByRole("link", { name: /short\s+argument\s+\/ms\s+of the run that started this one/ }).waitFor();
    await came.getByText("in the run that started this one").click();
    await inside
      .getByRole("listitem")
      .filter({ hasText: /short\s+argument\s+\/ms\s+written in the plan/ })
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N646] says that an address names no value of the run, and shows a hostile one as it is", async () => {
    const { page } = await world.open(`/executions/${mixed}?follow=${encodeURIComponent("gone/output/<b>\u202e")}`, {
      width: 320,
      scheme: "dark",
    });
    await page.getByText("This run has no such value").waitFor();
    await goTo(page, `/executions/${mixed}?follow=${encodeURIComponent("<img src=x>\u202e")}`);
    await page.getByText("The address names no value that can be followed: <img src=x>⟨U+202E⟩").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  it("[N650] [N661] [N668] goes back to any event by slider and keys, replays, keeps the place in the address, and returns to now", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed}?step=write`);
    await page.getByRole("button", { name: "Follow argument instructions of write" }).waitFor();
    await page.getByRole("button", { name: "Go back in time" }).click();
    const slider = page.getByRole("slider", { name: "Place in the log" });
    await rowOf(page, "write")
      .and(page.getByLabel(/^write, tool, succeeded/))
      .waitFor();
    await slider.focus();
    await page.keyboard.press("Home");
    await rowOf(page, "research")
      .and(page.getByLabel(/^research, tool, pending/))
      .waitFor();
    await page.getByRole("complementary").getByText("Its turn has not come.").waitFor();
    // [N661] Head and result show the past as well, and say so.
    const summary = page.locator("header.summary.past");
    await summary.locator(".summary-line .st", { hasText: "Running" }).waitFor();
    await summary.getByText(/^As it was at [\d:]+\. Now it is succeeded, and buttons act on what is now\.$/).waitFor();
    await summary.getByText("0 of 5 ended").waitFor();
    await page.getByRole("region", { name: "Result of the run" }).getByText("It had not come yet.").waitFor();
    await page.keyboard.press("ArrowRight");
    await rowOf(page, "research")
      .and(page.getByLabel(/^research, tool, running/))
      .waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Event 2 of \d+: StepStarted · research · /);
    await expect.poll(() => new URL(page.url()).searchParams.get("at")).toBe("2");
    await expectAccessible(page);
    // The graph stands there too, and so does a page that is opened with the address.
    await page.keyboard.press("g");
    await page.keyboard.press("g");
    await page.getByRole("option", { name: /^research, tool, running/ }).waitFor();
    // Over a slow network the log comes long after the slider, which waits for it.
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("subscription ExecutionLog") === true) await delay(1_000);
      await route.continue();
    });
    await page.reload();
    await page.getByRole("option", { name: /^research, tool, running/ }).waitFor();
    await page.unroute("**/graphql");
    await page.keyboard.press("]");
    await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^Event 3 /);
    // An address that names another place before the step stands in it is not written over, however busy the page is.
    await page.keyboard.press("]");
    await page.evaluate(() => {
      const elsewhere = new URL(location.href);
      elsewhere.searchParams.set("at", "1");
      history.pushState(null, "", elsewhere);
      dispatchEvent(new PopStateEvent("popstate"));
      const until = performance.now() + 400;
      while (performance.now() < until);
    });
    await delay(500);
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Event 1 /);
    expect(new URL(page.url()).searchParams.get("at")).toBe("1");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("option", { name: /^write, tool, succeeded/ }).waitFor();
    // [N668] A place that the log does not have is corrected in the address, and said until somebody goes elsewhere.
    const last = /of (\d+):/.exec((await slider.getAttribute("aria-valuetext")) ?? "")?.[1];
    await goTo(page, `/executions/${mixed}?at=99999`);
    await page.getByText(`The log has no event 99999: it goes from 1 to ${last}.`).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("at")).toBe(last);
    await page.keyboard.press("[");
    await page.getByText("The log has no event").waitFor({ state: "detached" });
    await goTo(page, `/executions/${mixed}?at=x`);
    await page.getByText(`The log has no event x: it goes from 1 to ${last}.`).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("at")).toBe("1");
    await page.keyboard.press("Escape");
    await slider.waitFor({ state: "detached" });
    await summary.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("at")).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("[N652] shows what other arguments would reuse, run again and cost, refuses them in the server's words, and runs them", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed}?step=write`);
    await page.getByRole("button", { name: "What if…" }).click();
    const dock = page.getByRole("region", { name: "What if write had other arguments?" });
    await dock.getByText(/\d+ reused, 1 call would run\. It can make \d+ calls? at most\./).waitFor();
    await rowOf(page, "research")
      .and(page.getByLabel(/, would be reused$/))
      .waitFor();
    await rowOf(page, "write")
      .and(page.getByLabel(/, would run again$/))
      .waitFor();
    const field = dock.getByRole("textbox", { name: /^instructions/ });
    await field.fill("About {{steps.research.output.nothing}}");
    await dock.locator(".note", { hasText: "nothing" }).first().waitFor();
    expect(await dock.getByRole("button", { name: "Run it" }).getAttribute("aria-disabled")).toBe("true");
    await rowOf(page, "write")
      .and(page.getByLabel(/, would run again$/))
      .waitFor({ state: "detached" });
    await field.fill("Shorter");
    await rowOf(page, "write")
      .and(page.getByLabel(/, would run again$/))
      .waitFor();
    await expectAccessible(page);
    await dock.getByRole("button", { name: "Run it" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(mixed));
    await page.getByText("Fork of").waitFor();
    const forked = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect((await world.planwright.execution({ id: forked }))?.id).toBe(forked);
    // What has not ended cannot be forked; the server says so.
    const waiting = await start([{ humanInput: { stepId: "ask", prompt: "Go on?" } }, tool("then", "slow", { ms: 1 })]);
    await goTo(page, `/executions/${waiting}?whatif=then`);
    await page
      .getByRole("region", { name: /^What if then had/ })
      .locator(".note")
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N655] has an inspector that is as wide as one drags it, by mouse and by keys, and stays so after a reload", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed}?step=write`);
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

  it("[N666] has of 320 steps only those in sight in the page, reads their summary before their log, and reaches them all", async () => {
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
      headBytes = Math.max(headBytes, (await response.body()).byteLength);
    });
    await page.goto(new URL(`/executions/${await start([ask, ...many])}`, page.url()).href);
    await rowOf(page, "s3").waitFor();
    await page.getByRole("tab", { name: /^Events \d+/ }).waitFor();
    expect(asked.slice(0, 3)).toEqual(["ExecutionHead", "head answered", "ExecutionLog"]);
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
    await expect.poll(() => rowOf(page, "s318").getAttribute("aria-rowindex")).toBe("320");
    await rowOf(page, "s310").waitFor();
    await expect.poll(() => rowOf(page, "s3").count()).toBe(0);
    await expect.poll(() => page.getByRole("row").count()).toBeLessThan(80);
  });
});

describe("the graph", () => {
  it("says as a list what it shows: every step with what it takes from which other", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed}?view=graph`);
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
  const { page } = await world.open(`/executions/${mixed}`, { scheme: "dark" });
  await rowOf(page, "write").waitFor();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByRole("option", { name: /^write/ }).waitFor();
  await page.getByText("The graph as a list").click();
  await expectAccessible(page);
});

describe("two runs", () => {
  it("[N632] stand as one picture: what was added, removed and changed, with the differences of a step, from the page of a run", async () => {
    const other = await start([
      tool("research", "research_blog", { topic: "Robots", skill_id: "research_blog" }),
      tool("extra", "slow", { ms: 1 }),
      tool(
        "write",
        "create_blog_post",
        {
          artifact_id: "{{steps.research.output.artifact_id}}",
          skill_id: "blog_writing",
          instructions: "All about {{steps.research.output.artifact.title}}",
        },
        { after: ["extra"] },
      ),
    ]);
    const { complaints, page } = await world.open(`/executions/${mixed}`);
    await page.getByLabel("More actions").click();
    await page.getByRole("link", { name: "Compare with…" }).click();
    await page.getByLabel("ID of a run").fill(other);
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    const pair = (stepId: string) => page.locator(`li.pair[data-step="${stepId}"]`);
    await pair("research").getByText("changed: plan, arguments, output").waitFor();
    await pair("extra").getByText("added", { exact: true }).waitFor();
    await pair("exa").getByText("removed", { exact: true }).waitFor();
    await page.getByText("Neither run is a retry or fork of the other.").waitFor();
    await pair("write").getByRole("button").click();
    const words = pair("write").locator("li", { hasText: "/tool/arguments/instructions" });
    expect(await words.locator("del").textContent()).toContain("About");
    expect(await words.locator("ins").textContent()).toContain("All about");
    await page.getByLabel("Only what differs").check();
    await page.getByRole("button", { name: "Cost", exact: true }).click();
    await page.getByRole("region", { name: "Left run: cost" }).getByText("No language model was called.").waitFor();
    await page.getByRole("button", { name: "Time", exact: true }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole("button", { name: "Choose another run" }).click();
    await page.getByLabel("ID of a run").fill("gone-<b>");
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    await page.getByRole("region", { name: "Right run" }).getByText("There is no such execution here").waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});
