/** One execution in a real browser: what became of it, why, and what can be done, whatever it did and whatever its tools say. */
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

  it("that runs ticks, goes on to its end without a reload, and is cancelled by keyboard after a question", async () => {
    const id = await start([tool("quick", "slow", { ms: 1 }), tool("long", "slow", { ms: 60_000 })]);
    const { complaints, page } = await open(id);
    await inspector(page).getByRole("heading", { name: "long" }).waitFor();
    await summary(page).getByText("1 of 2 ended").waitFor();
    const duration = summary(page).locator(".vitals dd").first();
    const before = await duration.textContent();
    await expect.poll(() => duration.textContent()).not.toBe(before);
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Cancel this execution?" });
    await dialog.getByLabel("Reason").fill("not needed any more");
    await page.keyboard.press("Enter");
    await summary(page).getByText("2 of 2 ended").waitFor();
    expect(await reached(id, "CANCELLED", "PARTIAL")).not.toBe("");
    await inspector(page).locator(".insp-head").getByText("Cancelled").waitFor();
    expect(complaints).toEqual([]);
  });

  it("that waits for a person leads to the question, and fits a window of 320 pixels", async () => {
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
    await world.planwright.ask(
      "mutation ($id: ID!) { deleteExecution(input: { executionId: $id }) { errors { message } } }",
      { id },
    );
    await page.getByText("This execution was deleted meanwhile").waitFor();
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
      .getByRole("button", { name: /Read it whole/ })
      .last()
      .click();
    await inspector(page).locator(".json + .btn", { hasText: "Show more" }).first().waitFor();
    expect(await page.locator("img, .inspector script").count()).toBe(0);
    expect((await inspector(page).textContent())?.length).toBeLessThan(20_000);
    await expect.poll(() => page.title()).toBe("set_note · Planwright");
    expect(complaints).toEqual([]);
  });
});
