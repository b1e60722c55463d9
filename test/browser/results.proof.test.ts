/**
 * What a step gave beside data, as people see it: its text, its warnings, its attachments with downloads, and the mark on its line. Then the
 * head of a run, its facts and its names, in every shape that had been wrong.
 */
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pixel, type TalkingPeers, talkingPeers } from "../support/callees/talking-peers.ts";
import { talker } from "../support/chat/chat-manifests.ts";
import { eventually } from "../support/deployed/planwright.ts";
import { expectAccessible, expectNoSidewaysScroll, goTo, openableDashboard } from "./openable-dashboard.ts";

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

describe("the page of a run", () => {
  const plan = (steps: readonly object[], more: object = {}) =>
    world.planwright.start({ source: { plan: { steps } }, options: { waitMs: 20_000 }, ...more });
  const note = tool("note", "set_note", { name: "a", text: "b" });

  it("[N751] [N791] has Delete as words in a menu, not where one pressed Start, and the menu closes as menus do", async () => {
    const { id } = await plan([note]);
    for (const width of [1440, 390]) {
      const { page } = await world.open(`/executions/${id}?view=derive&kind=fork&step=note`, { width });
      const start = page.getByRole("button", { name: "Start" });
      await expect.poll(() => start.getAttribute("aria-disabled")).not.toBe("true");
      const box = await start.boundingBox();
      if (box === null) throw new Error("there is no button that starts it");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.click(x, y);
      await page.getByText("1 of 1 ended").waitFor();
      const forked = page.url();
      await page.mouse.click(x, y);
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(page.url()).toBe(forked);
      await page.goto(forked);
      const remove = page.getByText("Delete the execution", { exact: true });
      await page.getByText("1 of 1 ended").waitFor();
      expect(await remove.isVisible()).toBe(false);
      await page.locator("summary[aria-label='More actions']").click();
      expect(await remove.isVisible()).toBe(true);
      // It closes by Escape, which gives the focus back, by a press elsewhere, and when the focus leaves it.
      await page.keyboard.press("Escape");
      expect(await remove.isVisible()).toBe(false);
      const more = page.locator("summary[aria-label='More actions']");
      expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
      await more.click();
      await page.getByRole("heading", { level: 1 }).click();
      expect(await remove.isVisible()).toBe(false);
      await more.click();
      for (let at = 0; at < 4; at += 1) await page.keyboard.press("Tab");
      await expect.poll(() => remove.isVisible()).toBe(false);
      await more.click();
      await expectNoSidewaysScroll(page);
    }
  });

  it("[N752] begins every fact at one edge, has room before what follows them, and names no artifact that is none", async () => {
    const { id } = await plan([
      tool("research", "research_blog", { topic: "a", skill_id: "research_blog" }),
      tool("note", "set_note", { name: "a", text: "b" }),
    ]);
    for (const width of [1440, 320]) {
      const { page } = await world.open(`/executions/${id}?step=research`, { width });
      const panel = inspector(page);
      await panel.getByText("Artifact", { exact: true }).waitFor();
      // A value that is cut into lines: each of them begins where the column does.
      expect(await page.evaluate(linesOffEdge)).toEqual([]);
      const facts = await panel.getByRole("region", { name: "Output" }).locator(".facts").boundingBox();
      const tree = await panel.getByRole("region", { name: "Output" }).locator(".jtree").first().boundingBox();
      expect((tree?.y ?? 0) - (facts?.y ?? 0) - (facts?.height ?? 0)).toBeGreaterThanOrEqual(8);
      await goTo(page, `/executions/${id}?step=note`);
      await panel.getByRole("heading", { name: "note" }).waitFor();
      await panel.getByRole("region", { name: "Output" }).waitFor();
      expect(await panel.textContent()).not.toMatch(/without an ID|bare shape/);
      await panel.getByRole("button", { name: "Show the whole run instead" }).click();
      await panel.getByText("Facts", { exact: true }).waitFor();
      expect(await page.evaluate(linesOffEdge)).toEqual([]);
    }
  });

  it("[N752] keeps its vital signs on one line, and pairs of them level on a phone, however long a version is", async () => {
    await world.planwright.saveWorkflow({
      name: "noted",
      description: "Notes.",
      inputSchema: { type: "object" },
      source: { plan: { steps: [note] } },
    });
    const { invokeWorkflow } = await world.planwright.ask<{ invokeWorkflow: { execution: { id: string } } }>(
      "mutation ($input: InvokeWorkflowInput!) { invokeWorkflow(input: $input) { execution { id } } }",
      { input: { workflow: { name: "noted" }, payload: { parameters: {} }, options: { waitMs: 20_000 } } },
    );
    const { page } = await world.open(`/executions/${invokeWorkflow.execution.id}`);
    const version = page.locator(".vitals").getByRole("button", { name: /copy the version/ });
    await version.waitFor();
    expect((await version.textContent())?.split(",")[0]).toMatch(/^[0-9a-f]{12}$/);
    const tops = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top)))]);
    expect(await tops(".vitals > div")).toHaveLength(1);
    await page.setViewportSize({ width: 390, height: 844 });
    const level = ".vitals > div:nth-child(-n + 2) > ";
    await expect.poll(() => tops(`${level}dt`)).toHaveLength(1);
    expect(await tops(`${level}dd`)).toHaveLength(1);
    // States of the machine are no vital sign.
    expect(await page.locator(".vitals").textContent()).not.toMatch(/State|COMPLETED/);
    expect(await inspector(page).locator(".facts").textContent()).toContain("State");
  });

  it("[N752] is not filled by a request of 32,000 characters: its title is cut, and the answer stands first, which a phone opens", async () => {
    const text = "Please say very little about this. ".repeat(914).trim();
    const answer =
      "A short answer that has nonetheless more than three lines on the narrowest phone of all, and fewer than on others.";
    await world.served.script({
      for: "PLAN",
      answer: { text: JSON.stringify({ type: "direct_response", content: answer }) },
    });
    const { id } = await world.planwright.start({ source: { prompt: { text } }, options: { waitMs: 20_000 } });
    for (const [width, lines] of [
      [1440, 2],
      [390, 3],
      [320, 3],
    ] as const) {
      const { page } = await world.open(`/executions/${id}`, { width });
      const title = page.getByRole("heading", { level: 1 });
      await title.waitFor();
      const shown = await title.evaluate(
        (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
      );
      expect(Math.round(shown)).toBeLessThanOrEqual(lines);
      const panel = inspector(page);
      await panel.getByRole("region", { name: "Prompt" }).waitFor();
      const [first, second] = await panel.locator("section > h3").allTextContents();
      expect([first?.trim(), second?.trim()]).toEqual(["Answer", "Prompt"]);
      expect((await panel.getByRole("region", { name: "Prompt" }).textContent())?.length).toBeLessThan(1_000);
      // Nothing of the box of the result lies on something else, and what it cuts can be opened.
      const result = page.getByRole("region", { name: "Result of the run" });
      const name = await result.getByRole("heading").evaluate(rightEdgeOfText);
      expect(name).toBeLessThan((await result.locator(".result-acts").boundingBox())?.x ?? 0);
      const isCut = await result.locator(".result-body p").evaluate((p) => p.scrollHeight > p.clientHeight + 1);
      expect(await result.getByRole("button", { name: "Show all" }).isVisible()).toBe(width < 800);
      if (isCut) {
        await result.getByRole("button", { name: "Show all" }).click();
        await result.getByText("fewer than on others.").waitFor();
      }
    }
  });

  it("[N753] calls the work of a model by one name in timeline, graph, inspector and log, and the turn of an agent by its kind", async () => {
    const { id } = await world.planwright.start({
      source: { prompt: { text: 'slow {"ms": 1}' } },
      options: { waitMs: 20_000 },
    });
    const { page } = await world.open(`/executions/${id}`);
    await line(page, /^answer, model, succeeded/).click();
    await inspector(page).getByRole("heading", { level: 2, name: "answer" }).waitFor();
    expect(await inspector(page).textContent()).not.toMatch(/\banswering\b|\bplanning\b/i);
    await goTo(page, `/executions/${id}?view=graph`);
    await page
      .locator(".graph svg")
      .getByRole("option", { name: /^answer, model/ })
      .waitFor();
    await goTo(page, `/executions/${id}?view=events`);
    await page.locator(".ev-item").first().waitFor();
    const subjects = () => page.locator(".ev-item .on bdi").allTextContents();
    await expect.poll(async () => (await subjects()).includes("answer")).toBe(true);
    expect((await subjects()).filter((subject) => /^(respond|planning|answering)$/.test(subject))).toEqual([]);

    await world.planwright.ask(
      "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
      { input: { name: "Named", manifest: talker } },
    );
    const { sendMessage } = await world.planwright.ask<{ sendMessage: { execution: { id: string } } }>(
      "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { execution { id } errors { message } } }",
      { input: { conversation: { start: { manifest: "Named", chatId: "named" } }, text: "Hello" } },
    );
    const turn = sendMessage.execution.id;
    await eventually(async () => (await world.planwright.execution({ id: turn }))?.status === "SUCCEEDED");
    await goTo(page, `/executions/${turn}`);
    await line(page, /^turns\/1\/agent, agent, succeeded/).waitFor();
    // [N601] Its words are said once.
    await goTo(page, `/executions/${turn}?view=chat`);
    await page.locator(".chat .msg").getByText("You said: Hello").waitFor();
    expect(await page.locator(".chat .msg .text").allTextContents()).toEqual(["Hello", "You said: Hello"]);
    await goTo(page, `/executions/${turn}?view=graph`);
    await page
      .locator(".mirror")
      .getByText(/, agent, succeeded/)
      .waitFor({ state: "attached" });
    expect(await page.locator(".graph-wrap").textContent()).not.toContain("tool");
  });

  it("[N854] shows the details of a step, and the words of steps, though news comes faster than their answers", async () => {
    const { page } = await world.open("/usage");
    /** Holds the first question of an operation until it is let go. Later ones are never answered. */
    const holding = async (operation: string) => {
      const released = Promise.withResolvers<void>();
      let asked = 0;
      await page.route("**/graphql", async (route) => {
        if (!(route.request().postData() ?? "").includes(`query ${operation}(`)) return route.fallback();
        asked += 1;
        if (asked > 1) return;
        await released.promise;
        // Who gave up waiting is not answered.
        await route.continue().catch(() => undefined);
      });
      return released.resolve;
    };
    const answerDetail = await holding("StepDetail");
    const policy = { maxAttempts: 8, initialBackoffMs: 100 };
    const flaky = {
      tool: { stepId: "again", toolName: "flaky", arguments: { mode: "UNAVAILABLE", times: 7 }, policy },
    };
    const { id } = await world.planwright.start({ source: { plan: { steps: [flaky] } } });
    await goTo(page, `/executions/${id}?step=again`);
    await line(page, /^again, .*[4-8] attempts/).waitFor();
    answerDetail();
    await inspector(page).getByRole("region", { name: "Attempts" }).waitFor();
    const answerTexts = await holding("ChatTexts");
    const slow = (at: number) => tool(`s${at}`, "slow", { ms: 900 });
    const steps = [tool("note", "delete_note", { name: "none" }), slow(1), slow(2), slow(3), slow(4), slow(5)];
    const options = { approval: "NEVER", schedule: "SEQUENTIAL" };
    const talking = await world.planwright.start({ source: { plan: { steps } }, options });
    await goTo(page, `/executions/${talking.id}?view=chat`);
    await page
      .locator(".summary")
      .getByText(/^[4-6] of 6 ended/)
      .waitFor();
    answerTexts();
    await page.locator(".chat .msg").getByText("There was no such note").waitFor();
  });

  it("[N754] shows all of a wide graph on a phone once it is fitted", async () => {
    const steps = Array.from({ length: 6 }, (_, at) => tool(`s${at}`, "structured_without_schema", {}));
    const { id } = await plan([{ parallel: { stepId: "all", steps } }, note]);
    const { page } = await world.open(`/executions/${id}?view=graph`, { width: 390 });
    const region = page.getByRole("region", { name: "Graph of the plan" });
    await region.locator("svg").waitFor();
    const hidden = () => region.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await hidden()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Fit" }).click();
    await expect.poll(hidden).toBeLessThanOrEqual(0);
  });
});

describe("the list and the page Run", () => {
  it("[N754] give titles the room that there is, say how long ago a run began, at 1,024 px too, and repeat nothing in each row", async () => {
    const title = "A title of the list that is long enough to be cut at four hundred and forty pixels of width";
    const source = { plan: { steps: [tool("note", "set_note", { name: "a", text: "b" })] } };
    await world.planwright.start({ title, source, options: { waitMs: 20_000 } });
    const { page } = await world.open(`/?q=${encodeURIComponent("four hundred and forty")}`);
    const row = page.locator(".runs tbody tr", { hasText: title });
    await row.waitFor();
    expect(await row.locator("a.ask").evaluate((link) => link.scrollWidth > link.clientWidth)).toBe(false);
    expect((await row.locator(".c-ask").boundingBox())?.width).toBeGreaterThan(520);
    expect(await row.locator(".c-time").textContent()).toMatch(/just now|min ago/);
    expect(await row.textContent()).not.toContain("Ended");
    expect([await row.locator(".c-tok").textContent(), await row.locator(".c-cost").textContent()]).toEqual(["–", "–"]);
    const [filters, list] = [await page.locator(".filters").boundingBox(), await page.locator(".runs").boundingBox()];
    expect((list?.y ?? 0) - (filters?.y ?? 0) - (filters?.height ?? 0)).toBeLessThanOrEqual(24);
    await page.setViewportSize({ width: 1024, height: 768 });
    expect(await row.locator(".c-time").isVisible()).toBe(true);
    await expectNoSidewaysScroll(page);
  });

  it("[N754] use the whole width of the page, with what belongs together on one line", async () => {
    const { page } = await world.open("/run?as=ask");
    const box = async (place: string) =>
      (await page.locator(place).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.locator(".side").waitFor();
    const [panels, start, words, agent, tick] = [
      await box(".side"),
      await box(".page-head .btn.primary, .page-head button:has-text('Start')"),
      await box("textarea"),
      await box("input[placeholder='Any']"),
      await box("input[type=checkbox]"),
    ];
    expect(Math.abs(panels.x + panels.width - start.x - start.width)).toBeLessThanOrEqual(1);
    expect(panels.x - words.x - words.width).toBeLessThan(60);
    expect(Math.abs(agent.y + agent.height / 2 - tick.y - tick.height / 2)).toBeLessThanOrEqual(2);
    await page.getByText("Options").click();
    await page.getByText("such as 30 s, 10 min").first().waitFor();
    await page.getByText("in dollars").first().waitFor();
  });
});

/** Runs in the page: the values of facts of which some line does not begin at the edge of their column. */
function linesOffEdge(): readonly string[] {
  return [...document.querySelectorAll(".inspector .facts dd")].flatMap((value) => {
    const range = document.createRange();
    range.selectNodeContents(value.querySelector("code") ?? value);
    const { left } = value.getBoundingClientRect();
    const lines = new Map<number, number>();
    for (const { left: from, top, width } of range.getClientRects())
      if (width > 0) lines.set(Math.round(top), Math.min(from, lines.get(Math.round(top)) ?? Number.POSITIVE_INFINITY));
    return [...lines.values()].some((from) => from - left > 2) ? [value.textContent ?? ""] : [];
  });
}

/** Runs in the page. */
function rightEdgeOfText(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}
