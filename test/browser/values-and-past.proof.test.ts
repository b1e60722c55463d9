/** The page of an execution by its values, its past and other runs: following a value, going back, what other arguments would do, two runs. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { mixedExecution, tool } from "./mixed-execution.ts";
import { expectAccessible, expectNoSidewaysScroll, goTo, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });
const mixed = mixedExecution(world);
const { start } = mixed;

const rowOf = (page: Page, stepId: string) => page.locator(`[role=row][data-step="${stepId}"]`);

describe("one execution", () => {
  it("[N646] follows a value by a click or by keys to where it came from and what it touched, until Escape", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed.id}?step=write`);
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
    const { page } = await world.open(`/executions/${mixed.id}?follow=${encodeURIComponent("gone/output/<b>\u202e")}`, {
      width: 320,
      scheme: "dark",
    });
    await page.getByText("This run has no such value").waitFor();
    await goTo(page, `/executions/${mixed.id}?follow=${encodeURIComponent("<img src=x>\u202e")}`);
    await page.getByText("The address names no value that can be followed: <img src=x>⟨U+202E⟩").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  it("[N650] [N661] [N668] goes back to any event by slider and keys, replays, keeps the place in the address, and returns to now", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed.id}?step=write`);
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
    await page.getByRole("region", { name: "Result of the run" }).getByText("There was none yet.").waitFor();
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
    await goTo(page, `/executions/${mixed.id}?at=99999`);
    await page.getByText(`The log has no event 99999: it goes from 1 to ${last}.`).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("at")).toBe(last);
    await page.keyboard.press("[");
    await page.getByText("The log has no event").waitFor({ state: "detached" });
    await goTo(page, `/executions/${mixed.id}?at=x`);
    await page.getByText(`The log has no event x: it goes from 1 to ${last}.`).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("at")).toBe("1");
    await page.keyboard.press("Escape");
    await slider.waitFor({ state: "detached" });
    await summary.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("at")).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("[N652] shows what other arguments would reuse, run again and cost, refuses them in the server's words, and runs them", async () => {
    const { complaints, page } = await world.open(`/executions/${mixed.id}?step=write`);
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
    await page.waitForURL((url) => !url.pathname.endsWith(mixed.id));
    await page.getByText("Fork of").waitFor();
    const forked = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect((await world.planwright.execution({ id: forked }))?.id).toBe(forked);
    // [N622] The run that it derives from leads to it.
    await goTo(page, `/executions/${mixed.id}`);
    const derived = page.getByRole("region", { name: "Retries and forks of this run" });
    await derived.locator(`a[href*="${forked}"]`).first().waitFor();
    await derived
      .getByRole("link", { name: /^Compare with/ })
      .first()
      .waitFor();
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
    const { complaints, page } = await world.open(`/executions/${mixed.id}`);
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
