/** One execution in a real browser: what became of it, why, and what can be done, whatever it did and whatever its tools say. */
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });

const start = async (steps: readonly object[], more: object = {}) =>
  (await world.planwright.start({ source: { plan: { steps } }, ...more })).id;

const reached = (id: string, ...statuses: readonly string[]) =>
  eventually(async () => {
    const status = (await world.planwright.execution({ id }))?.status ?? "";
    return statuses.includes(status) && status;
  });

const remove = (id: string) =>
  world.planwright.ask("mutation ($id: ID!) { deleteExecution(input: { executionId: $id }) { errors { message } } }", {
    id,
  });

async function listed(): Promise<readonly string[]> {
  const { executions } = await world.planwright.ask<{ executions: { nodes: readonly { id: string }[] } }>(
    "{ executions(first: 50) { nodes { id } } }",
  );
  return executions.nodes.map(({ id }) => id);
}

const open = (id: string, query = "", options: Parameters<typeof world.open>[1] = {}) =>
  world.open(`/executions/${id}${query}`, options);

const summary = (page: Page) => page.locator(".summary");
const inspector = (page: Page) => page.getByRole("complementary", { name: "Selected step" });

describe("one execution", () => {
  it("that succeeded says so, shows what each value came from, and follows the chip to the step it came from", async () => {
    const id = await start(
      [
        tool("first", "set_note", { name: "{{bindings.topic}}", text: "from the plan" }),
        tool("second", "set_note", { name: "copy", text: "{{steps.first.output.text}}" }),
      ],
      { bindings: { topic: "agents" }, options: { waitMs: 20_000 } },
    );
    const { complaints, page } = await open(id, "?step=second");
    await summary(page).getByText("Succeeded", { exact: true }).waitFor();
    await summary(page).getByText("2 of 2 ended").waitFor();
    const chip = inspector(page).getByRole("link", { name: "first /text" });
    await chip.waitFor();
    await expectAccessible(page);
    await chip.click();
    await inspector(page).getByRole("heading", { name: "first" }).waitFor();
    await inspector(page).getByText("given at the start").waitFor();
    await inspector(page).getByText("in the plan").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("step")).toBe("first");
    expect(complaints).toEqual([]);
  });

  it("[N73] shows what the check of its plan warned of, beside the facts of the whole run", async () => {
    const id = await start([tool("only", "set_note", { name: "a", text: "See $0.output.text for it" })], {
      options: { waitMs: 20_000 },
    });
    const { complaints, page } = await open(id);
    const warnings = page.getByRole("region", { name: /^Warnings about the plan/ });
    await warnings.getByText("TEXT_LIKE_REFERENCE").waitFor();
    await warnings.getByText("steps.0.tool.arguments.text").waitFor();
    await page.goto(`${page.url()}?step=only`);
    await inspector(page).getByRole("heading", { name: "only" }).waitFor();
    await warnings.getByText("TEXT_LIKE_REFERENCE").waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  it("has something to say in every view, whatever became of it, with a clock that is an hour wrong", async () => {
    const [finished, running, failed, waiting] = await Promise.all([
      start([tool("one", "structured_without_schema", {}), tool("two", "structured_without_schema", {})], {
        options: { waitMs: 20_000 },
      }),
      start([tool("one", "structured_without_schema", {}), tool("two", "slow", { ms: 600_000 })], {
        options: { limits: { stepTimeoutMs: 600_000 } },
      }),
      start([tool("one", "structured_without_schema", {}), tool("two", "is_error", {})], {
        options: { waitMs: 20_000 },
      }),
      start([
        tool("one", "structured_without_schema", {}),
        { humanInput: { stepId: "two", prompt: "Go on?", timeoutMs: 899_000 } },
      ]),
    ]);
    await reached(waiting, "WAITING");
    const visit = async (id: string, aheadMs: number, sentence: RegExp, chat: string) => {
      const { complaints, page } = await open(id, "", { aheadMs });
      const seen: string[] = [];
      const keep = async () => seen.push(await page.locator("main").innerText());
      await page.getByRole("row", { name: sentence }).waitFor();
      await keep();
      await page.keyboard.press("g");
      await page.keyboard.press("g");
      await page.getByRole("option", { name: /^two, / }).waitFor();
      await keep();
      await page.keyboard.press("g");
      await page.keyboard.press("e");
      await page.getByRole("button", { name: /^Event 1\b.*after 0 milliseconds.*ExecutionStarted/ }).waitFor();
      await keep();
      await page.keyboard.press("g");
      await page.keyboard.press("c");
      await page.getByRole("tabpanel", { name: "Chat" }).getByText(chat).first().waitFor();
      await keep();
      for (const text of seen) expect(text).not.toMatch(/(?:^|\s)[-−]\d|NaN|\[object|\b[1-9]\d* [hd]\b/);
      expect(complaints).toEqual([]);
      return seen;
    };
    const hour = 3_600_000;
    const timelines = await visit(waiting, hour, /^two, human input, waiting, .* waits for a person$/, "Go on?");
    expect(timelines[0]).toMatch(/\n14:\d\d left\n/);
    await visit(finished, hour, /^two, tool, succeeded, [\d.]+ (milli)?seconds?$/, "Nothing was said in words");
    await visit(running, -hour, /^two, tool, running, [\d.]+ (milli)?seconds?$/, "Nothing was said in words");
    await visit(failed, -hour, /^two, tool, failed, [\d.]+ (milli)?seconds?, TOOL_ERROR$/, "There is no answer today");
  });

  it("that failed opens at the step that failed, with the facts of its error, and offers to try again", async () => {
    const id = await start([tool("fine", "structured_without_schema", {}), tool("broken", "is_error", {})], {
      options: { waitMs: 20_000 },
    });
    const { complaints, page } = await open(id, "", { scheme: "dark" });
    await inspector(page).getByRole("heading", { name: "broken" }).waitFor();
    await inspector(page).getByText("There is no answer today.").first().waitFor();
    await expect
      .poll(() => inspector(page).locator(".error .facts").textContent())
      .toMatch(/TOOL_ERROR.*ANSWERED.*Retryable/);
    await inspector(page).getByText("Attempt 1, failed").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("r");
    await page.waitForURL(new RegExp(`/executions/${id}\\?view=derive&kind=retry$`));
    expect(complaints).toEqual([]);
  });

  it("[N723] that runs ticks, goes on to its end without a reload, and is cancelled by keyboard after a question", async () => {
    const id = await start([tool("quick", "slow", { ms: 1 }), tool("long", "slow", { ms: 60_000 })]);
    const { complaints, page } = await open(id);
    await inspector(page).getByRole("heading", { name: "long" }).waitFor();
    await summary(page).getByText("1 of 2 ended").waitFor();
    const duration = summary(page).locator(".vitals dd").first();
    const before = await duration.textContent();
    await expect.poll(() => duration.textContent()).not.toBe(before);
    const nowOf = (place: string) =>
      page.locator(place).evaluate((element) => (element as HTMLElement).style.getPropertyValue("--now"));
    expect(Number(await nowOf("[data-step=long] .tl-bars"))).toBeGreaterThan(0);
    expect(await nowOf(".tl")).toBe("");
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Cancel this execution?" });
    await dialog.getByLabel("Reason").fill("not needed any more");
    await page.keyboard.press("Enter");
    await summary(page).getByText("2 of 2 ended").waitFor();
    expect(await reached(id, "CANCELLED", "PARTIAL")).not.toBe("");
    await inspector(page).locator(".insp-head").getByText("Cancelled").waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N626] that waits for a person leads to the question, and fits a window of 320 pixels", async () => {
    const id = await start([tool("wipe", "delete_note", { name: "keep me" })]);
    await reached(id, "WAITING");
    const { complaints, page } = await open(id, "", { width: 320 });
    await inspector(page).getByRole("heading", { name: "wipe" }).waitFor();
    await summary(page).getByText("1 person").waitFor();
    const request = (await world.planwright.execution({ id }))?.pendingHumanInputs[0]?.id ?? "";
    await expect
      .poll(() => summary(page).getByRole("link", { name: "Answer" }).getAttribute("href"))
      .toBe(`/inbox/${request}`);
    await expectNoSidewaysScroll(page);
    // [N626] A step that is tapped lies over the page, with a way back.
    const sheet = page.locator(".inspector.over");
    expect(await sheet.count()).toBe(0);
    await page.locator("[data-step=wipe]").click();
    await sheet.getByRole("heading", { name: "wipe" }).waitFor();
    expect((await sheet.boundingBox())?.y).toBeLessThan(100);
    await expectNoSidewaysScroll(page);
    await sheet.getByRole("button", { name: "Back to the steps" }).click();
    await sheet.waitFor({ state: "detached" });
    await page.locator("[data-step=wipe]").click();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await world.planwright.answer(request, { accept: {} });
    await summary(page).getByText("Succeeded", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("moves between steps, errors and views by keyboard, and keeps both in the address", async () => {
    const id = await start([tool("one", "structured_without_schema", {}), tool("two", "is_error", {})], {
      options: { waitMs: 20_000 },
    });
    const { complaints, page } = await open(id, "?step=one");
    await inspector(page).getByRole("heading", { name: "one" }).waitFor();
    // The step of the address is shown before the rows among which the keys move.
    await page.locator("[data-step=two]").waitFor();
    for (const [keys, heading] of [
      ["j", "two"],
      ["k", "one"],
      [".", "two"],
    ] as const) {
      await page.keyboard.press(keys);
      await inspector(page).getByRole("heading", { name: heading }).waitFor();
    }
    for (const [key, name] of [
      ["e", "Events"],
      ["g", "Graph"],
      ["c", "Chat"],
      ["t", "Timeline"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await page.getByRole("tab", { name, selected: true }).waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.get("view") ?? "timeline").toBe(name.toLowerCase());
    }
    await expect.poll(() => new URL(page.url()).searchParams.get("step")).toBe("two");
    expect(complaints).toEqual([]);
  });

  it("that does not exist, or is deleted while it is looked at, is said plainly", async () => {
    const unknown = await world.open("/executions/nothing");
    await unknown.page.getByText("There is no such execution here").waitFor();

    const id = await start([tool("one", "structured_without_schema", {})], { options: { waitMs: 20_000 } });
    const { page } = await open(id);
    await summary(page).getByText("Succeeded", { exact: true }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await remove(id);
    await page.getByText("This execution was deleted meanwhile").waitFor();
  });

  it("[N750] that is deleted before the page hears of deletions is said to be deleted", async () => {
    const id = await start([tool("one", "structured_without_schema", {})], { options: { waitMs: 20_000 } });
    const { page } = await world.open("/usage/nowhere");
    // Head and log are read by then. What left the list before a subscription began is not among its news.
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("subscription ExecutionRemovals")) {
        await remove(id);
        await eventually(async () => !(await listed()).includes(id));
      }
      await route.continue();
    });
    await page.goto(new URL(`/executions/${id}`, page.url()).href);
    await page.getByText("This execution was deleted meanwhile").waitFor();
  });

  it("[N602, N674] opens on what it was called, given and gave: title, bindings, plan and output, which fold, are searched and saved", async () => {
    const rivers = { rivers: Array.from({ length: 30 }, (_, at) => ({ name: `river ${at}`, text: "One\n\ntwo" })) };
    const id = await start(
      [
        tool("first", "set_note", { name: "a", text: "taken" }),
        tool("last", "set_note", { name: "{{steps.first.output.text}}", text: "given last" }),
      ],
      { title: "Nightly import", bindings: { topic: rivers }, options: { waitMs: 20_000 } },
    );
    const { complaints, page } = await open(id);
    await page.getByRole("heading", { level: 1, name: "Nightly import" }).waitFor();
    const result = page.getByRole("region", { name: "Result of the run" });
    await result.getByText("given last").waitFor();
    expect(await result.textContent()).not.toContain('"text":"taken"');
    const input = inspector(page).getByRole("region", { name: "Input" });
    await input.getByRole("heading", { name: "topic" }).waitFor();
    await input.getByText("30 items").waitFor();
    expect(await input.getByText("river 7").count()).toBe(0);
    await input.getByRole("searchbox", { name: "Search in this value" }).fill("river 7");
    await input.getByText("1 found").waitFor();
    await input.getByText('"river 7"').waitFor();
    await input.getByText("Plan 2 steps").click();
    await input.getByText("set_note").first().waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await input.getByRole("button", { name: /^Download the topic/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("topic.json");
    expect(JSON.parse(String(await buffer(await file.createReadStream())))).toEqual(rivers);
    const whole = page.waitForEvent("download");
    await inspector(page).getByRole("button", { name: "Download the execution as JSON" }).click();
    const exported = JSON.parse(String(await buffer(await (await whole).createReadStream())));
    expect(exported).toMatchObject({ format: "planwright.execution/1", execution: { status: "SUCCEEDED" } });
    expect(complaints).toEqual([]);
  });

  it("[N602, N635] a prompt shows its answer above everything when it ends, although a step was looked at meanwhile, and what it cost as a chart and a list", async () => {
    const answer = `# Rivers\n\n- Aare\n- Inn\n\n${"All of them flow. ".repeat(60)}`;
    const call = { tool_name: "slow", arguments: { ms: 3_000 } };
    await world.served.script(
      {
        for: "PLAN",
        answer: {
          functions: [
            {
              name: "__planning__",
              arguments: JSON.stringify({ type: "tool_calls", reasoning: "one", calls: [call] }),
            },
          ],
        },
      },
      { for: "RESPOND", answer: { text: answer } },
    );
    const { id } = await world.planwright.start({ source: { prompt: { text: "Name rivers" } } });
    const { complaints, page } = await open(id);
    await page.getByText("None yet: the run has not ended.").waitFor();
    await page.getByRole("row", { name: /^answer, model, succeeded/ }).waitFor();
    await page.getByRole("region", { name: "Result of the run" }).getByText("All of them flow.").waitFor();
    await inspector(page).getByRole("heading", { name: "The whole run" }).waitFor();
    await inspector(page)
      .getByRole("region", { name: "Answer" })
      .getByRole("listitem")
      .first()
      .getByText("Aare")
      .waitFor();
    await inspector(page).getByRole("region", { name: "Prompt" }).getByText("Name rivers").waitFor();
    await page.getByRole("row", { name: /^answer, model/ }).click();
    await inspector(page).getByRole("heading", { level: 2, name: "answer" }).waitFor();
    await inspector(page).getByRole("region", { name: "Answer" }).getByText("Aare").waitFor();
    await inspector(page)
      .getByRole("button", { name: /wrote the answer/ })
      .click();
    await inspector(page).getByText("it was done").waitFor();
    await inspector(page)
      .getByText(/^System \d/)
      .waitFor();
    await inspector(page)
      .getByText(/^User \d/)
      .last()
      .waitFor();
    await inspector(page).locator(".words", { hasText: "Name rivers" }).first().waitFor({ state: "attached" });
    await inspector(page).getByRole("heading", { name: "Answered" }).waitFor();
    await page.getByRole("button", { name: "Show all" }).first().click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // What it cost: the same parts as a picture and as a list.
    await page.getByRole("row", { name: /^answer, model, .* tokens/ }).waitFor();
    await page.getByRole("button", { name: "Tokens", exact: true }).click();
    const parts = page.getByRole("table", { name: "Parts by what they cost, the dearest first" });
    await parts.getByRole("button", { name: "plan" }).click();
    await inspector(page).getByRole("heading", { level: 2, name: "plan" }).waitFor();
    expect(await page.locator(".flame-block.model").count()).toBe(2);
    expect(new URL(page.url()).searchParams.get("axis")).toBe("tokens");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Time", exact: true }).click();
    await page.getByRole("treegrid").waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N603] a question that no agent fits is amber and no success, and a plan is made instead with one button", async () => {
    const { agentUrl } = world.served;
    await world.planwright.registerAgent({
      name: "CostAgent",
      description: "Reports what machines cost",
      source: { http: { endpoint: `${agentUrl}/execute`, healthUrl: `${agentUrl}/health` } },
    });
    await world.served.script({
      for: "ROUTE",
      answer: { text: '{"selected_agent":"none","confidence":0.1,"reasoning":"Nobody writes posts."}' },
    });
    const { ask } = await world.planwright.ask<{ ask: { execution: { id: string } } }>(
      "mutation ($input: AskInput!) { ask(input: $input) { execution { id } errors { message } } }",
      { input: { query: "Write a post", options: { waitMs: 20_000 } } },
    );
    const { complaints, page } = await open(ask.execution.id);
    await summary(page).getByText("No agent fits", { exact: true }).waitFor();
    expect(await page.locator(".st-succeeded.pill").count()).toBe(0);
    await expectAccessible(page);
    const before = page.url();
    await page.getByRole("button", { name: "Make a plan instead" }).click();
    await expect.poll(() => page.url()).not.toBe(before);
    await inspector(page).getByText("Write a post").first().waitFor();
    await page.getByRole("row", { name: /^plan, model/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N606] shows the beginning of arguments of 3 MB, and gives them whole as a file", async () => {
    const text = "Rivers flow to the sea. ".repeat(42_000);
    const id = await start(
      [tool("big", "delete_note", { name: "{{bindings.text}}{{bindings.text}}{{bindings.text}}" })],
      {
        bindings: { text },
        options: { approval: "NEVER", waitMs: 20_000 },
      },
    );
    const { complaints, page } = await open(id, "?step=big");
    const given = inspector(page).getByRole("region", { name: "Arguments" });
    await given.getByText(/^The beginning of 3(\.\d)? MB\.$/).waitFor();
    expect((await given.textContent())?.length).toBeLessThan(2_000);
    expect(await given.getByRole("button", { name: /Show all/ }).count()).toBe(0);
    const download = page.waitForEvent("download");
    await given.getByRole("button", { name: /^Download the input/ }).click();
    const file = String(await buffer(await (await download).createReadStream()));
    expect(JSON.parse(file)).toEqual({ name: text.repeat(3) });
    expect(complaints).toEqual([]);
  });

  it("shows a million characters of hostile output as inert text, cut until somebody asks for more", async () => {
    const hostile =
      `\u202e<script>document.title = "owned"</script><img src=x onerror="document.title = 'owned'">`.replaceAll(
        '"',
        "`",
      );
    const text = hostile.repeat(Math.ceil(1_000_000 / hostile.length)).slice(0, 1_000_000);
    const id = await start([tool("note", "set_note", { name: "hostile", text: "{{bindings.text}}" })], {
      bindings: { text },
      options: { waitMs: 20_000 },
    });
    const { complaints, page } = await open(id, "?step=note");
    await inspector(page).getByRole("heading", { name: "Output" }).waitFor();
    await inspector(page).getByText("⟨U+202E⟩<script>").first().waitFor();
    await inspector(page)
      .getByRole("button", { name: /Show all/ })
      .last()
      .click();
    await inspector(page).locator(":is(.jtext, .text-value) .btn", { hasText: "Show more" }).first().waitFor();
    expect(await page.locator("img, .inspector script").count()).toBe(0);
    expect((await inspector(page).textContent())?.length).toBeLessThan(20_000);
    await expect.poll(() => page.title()).toBe("set_note “hostile” · Planwright");
    expect(complaints).toEqual([]);
  });
});
