/** The chat of an execution in a real browser: texts while they are written, lost and hidden ones, and inert texts of others. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually, tool, type UserError } from "../support/deployed/planwright.ts";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });

const addressOf = (id: string, query: string) => `/executions/${encodeURIComponent(id)}?${query}`;

const rows = (page: Page) => page.locator(".ev-item > button");

async function ended(id: string): Promise<void> {
  await eventually(
    async () => !["RUNNING", "WAITING"].includes((await world.planwright.execution({ id }))?.status ?? ""),
  );
}

async function prompted(text: string): Promise<string> {
  const { id } = await world.planwright.start({ source: { prompt: { text } }, options: { waitMs: 0 } });
  return id;
}

/** A piece of a streamed answer of the model. */
function piece(content: string, finish: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish }];
  const chunk = { id: "x", object: "chat.completion.chunk", created: 0, model: "scripted-1", choices };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** Asks with every answer of `CurrentViewer` as if the caller held no scope to debug. */
async function withoutDebugging(page: Page): Promise<void> {
  await page.route("**/graphql", async (route) => {
    if (!(route.request().postData() ?? "").includes("CurrentViewer")) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replace(/,?"DEBUG_READ"/, "") });
  });
}

/** The stream of a log up to the start of its first call of a model, then a text that the model never wrote to its end. */
function cutInText(stream: string): string {
  type Event = { readonly __typename: string; readonly sequence: number };
  const items = [...stream.matchAll(/^data: *(\{.*\})$/gm)].map(([, json]) => JSON.parse(json ?? ""));
  const batches: readonly { readonly events: readonly Event[] }[] = items.map(({ data }) => data.executionEvents);
  const events = batches.flatMap((batch) => batch.events);
  const begun = events.findIndex(({ __typename }) => __typename === "ModelCallStarted");
  const kept = events.slice(0, begun + 1);
  const last = kept.at(-1);
  if (last === undefined) throw new Error("the log has no call of a model");
  const told = (n: number) => {
    const text = { __typename: "TextProduced", streamId: "respond/1", offset: 11 * (n - 1), text: "Lost words " };
    return { ...last, ...text, sequence: last.sequence + n };
  };
  const batch = { ...batches[0], caughtUp: true, status: "RUNNING", events: [...kept, told(1), told(2)] };
  // The cursor behind a stored event, with the mark of this execution.
  const mark = String(items[0].extensions.cursor).replace(/^[^-]*/, "");
  const item = { data: { executionEvents: batch }, extensions: { cursor: `${last.sequence.toString(36)}${mark}` } };
  return `event: next\ndata: ${JSON.stringify(item)}\n\n`;
}

/** Keeps what is announced from now on in `heard`. */
async function hearing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const region = document.querySelector(".sr[role=status]");
    const keep = () => heard.push(region?.textContent ?? "");
    if (region !== null)
      new MutationObserver(keep).observe(region, { subtree: true, childList: true, characterData: true });
  });
}

describe("the chat", () => {
  it("shows hostile text as text: nothing is made of it, nothing is asked for, nothing turns around", async () => {
    const evil = "http://evil.example";
    const hostile = [
      "Write a blog post about AI trends 2025",
      `<img src="${evil}/a.png" onerror="globalThis.harmed = true"><script>globalThis.harmed = true</script>`,
      `![x](${evil}/b.png) [y](javascript:harmed=1) <a href="${evil}">z</a>`,
      "\u202egnp.exe\u2066 ",
      "x".repeat(30_000),
    ].join("\n");
    await world.served.script({ for: "RESPOND", answer: { text: hostile.slice(0, 2_000) } });
    const id = await prompted(hostile);
    await ended(id);
    const { complaints, page } = await world.open(addressOf(id, "view=chat"), { width: 390 });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    await page.getByRole("article", { name: "Response" }).waitFor();
    const chat = page.locator(".chat");
    expect(await chat.locator("img, script, iframe, .msg a").count()).toBe(0);
    const text = (await chat.textContent()) ?? "";
    expect(text).toContain(`<img src="${evil}/a.png"`);
    expect(text).toContain("⟨U+202E⟩gnp.exe⟨U+2066⟩");
    expect(text).not.toMatch(/[\u202e\u2066]/);
    expect(text.length).toBeLessThan(20_000);
    await expectNoSidewaysScroll(page);
    await page.locator("#tab-events").click();
    await rows(page).first().waitFor();
    expect(await page.locator(".stage img, .stage script").count()).toBe(0);
    expect(await page.evaluate(() => "harmed" in globalThis)).toBe(false);
    expect(asked.filter((host) => host.includes("evil"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("shows a text while it is written, and announces it once it is whole", async () => {
    await world.served.script({
      for: "RESPOND",
      headers: { "content-type": "text/event-stream" },
      chunks: [
        { text: piece("The first part. ") },
        { text: piece("The second part.", "stop"), delayMs: 15_000 },
        { text: "data: [DONE]\n\n" },
      ],
    });
    const id = await prompted("Write a blog post about AI trends 2025");
    const { page } = await world.open(addressOf(id, "view=chat"));
    await hearing(page);
    const response = page.getByRole("article", { name: "Response, writing" });
    await response.getByText("The first part.").waitFor();
    expect(await response.locator(".caret").count()).toBe(1);
    const whole = page.getByRole("article", { name: "Response", exact: true });
    await whole.getByText("The first part. The second part.").waitFor();
    await expect.poll(() => page.locator(".caret").count()).toBe(0);
    await page.waitForFunction(() =>
      (globalThis as unknown as { heard: readonly string[] }).heard.includes(
        "Response: The first part. The second part.",
      ),
    );
  });

  it("[N636] shows on the page of a run the text that a child writes, with the step that started it, while the step is running", async () => {
    const source = { local: { instructions: "Tell stories." } };
    await world.planwright.registerAgent({ name: "teller", description: "Tells stories", source });
    await world.served.script({
      for: "RESPOND",
      headers: { "content-type": "text/event-stream" },
      chunks: [
        { text: piece("Once upon a time ") },
        { text: piece("there was a river.", "stop"), delayMs: 15_000 },
        { text: "data: [DONE]\n\n" },
      ],
    });
    const steps = [tool("story", "peer_teller", { text: "Tell me of rivers" })];
    const { id } = await world.planwright.start({ source: { plan: { steps } }, options: { waitMs: 0 } });
    const { page } = await world.open(`/executions/${id}`);
    const result = page.getByRole("region", { name: "Result of the run" });
    await result.getByText("Once upon a time").waitFor();
    expect(await result.locator("b").textContent()).toBe("story");
    await page.getByRole("row", { name: /^story, agent, running, .*in / }).waitFor();
    await result.getByText("Once upon a time there was a river.").waitFor();
    await ended(id);
  });

  it("[N237, N499] forgets a text that was lost with its object, and shows the log as it went on", async () => {
    const id = await prompted("Hello there");
    await ended(id);
    // The stream of a log that ends in the middle of a text, as if the object were lost; what comes next is the log itself.
    const goesOn = Promise.withResolvers<void>();
    let streams = 0;
    const { page } = await world.open("/");
    await page.route("**/graphql", async (route) => {
      if (!(route.request().postData() ?? "").includes("subscription ExecutionLog")) return route.continue();
      streams += 1;
      if (streams > 1) {
        await goesOn.promise;
        return route.continue();
      }
      const response = await route.fetch();
      return route.fulfill({ response, body: cutInText(await response.text()) });
    });
    await page.goto(new URL(addressOf(id, "view=events"), page.url()).href);
    await page.getByText("Lost words").first().waitFor();
    goesOn.resolve();
    await page.getByRole("button", { name: /ExecutionFinished/ }).waitFor();
    await expect.poll(() => page.getByText("Lost words").count()).toBe(0);
    const { execution } = await world.planwright.ask<{ execution: { lastSequence: number } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { lastSequence } }",
      { id },
    );
    await expect.poll(() => rows(page).count()).toBe(execution.lastSequence);
    expect(streams).toBe(3);
  });

  it("[N788] has the words of steps at once when one goes back in time, and when one comes back to it", async () => {
    const { id } = await world.planwright.start({
      source: { plan: { steps: [tool("says", "research_blog", { topic: "Tasks", skill_id: "research" })] } },
      options: { waitMs: 20_000 },
    });
    const { page } = await world.open(addressOf(id, "view=chat"));
    const said = page.locator(".chat .msg", { hasText: "step says" });
    await said.waitFor();
    // From here on no answer comes.
    await page.route("**/graphql", async (route) => {
      if ((route.request().postData() ?? "").includes("ChatTexts")) return;
      await route.continue();
    });
    await page.getByRole("button", { name: "Go back in time" }).click();
    await page.getByRole("slider", { name: "Place in the log" }).waitFor();
    await said.waitFor();
    await page.getByRole("button", { name: "Event before" }).click();
    await page.getByRole("button", { name: "Event before" }).click();
    await expect.poll(() => said.count()).toBe(0);
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await said.waitFor();
    await page.getByRole("tab", { name: "Timeline" }).click();
    await page.getByRole("tab", { name: "Chat" }).click();
    await said.waitFor();
  });

  it("[N670] counts hidden messages, shows them to those alone who hold the scope, and leads to the earlier turns and the conversation, which goes on", async () => {
    const manifest = JSON.parse(readFileSync("examples/manifests/generator.json", "utf8")) as object;
    await world.planwright.ask<{ applyManifest: { errors: readonly UserError[] } }>(
      "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
      { input: { name: "Generator", manifest } },
    );
    const say = async (conversation: object, text: string) => {
      const { sendMessage } = await world.planwright.ask<{
        sendMessage: { execution: { id: string }; conversation: { id: string } };
      }>(
        "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { execution { id } conversation { id } } }",
        { input: { conversation, text, options: { waitMs: 20_000 } } },
      );
      return sendMessage;
    };
    const first = await say({ start: { manifest: "Generator" } }, "Hello");
    const { execution } = await say({ id: first.conversation.id }, "Water my plants");
    const { page } = await world.open("/");
    await withoutDebugging(page);
    await page.goto(new URL(addressOf(execution.id, "view=chat"), world.planwright.endpoint).href);
    const hidden = page.locator(".hidden-msg", { hasText: "between agents" });
    await hidden.first().waitFor();
    await expect
      .poll(() => hidden.first().textContent())
      .toBe("1 message between agents is hidden. Reading it needs the scope DEBUG_READ.");
    await expect.poll(() => hidden.getByRole("button").count()).toBe(0);

    await page.unroute("**/graphql");
    await page.reload();
    await page.getByRole("button", { name: "Show earlier messages of the conversation" }).click();
    await page.getByText("This execution begins here.").waitFor();
    await expect.poll(() => page.locator(".msg .text", { hasText: /^Hello$/ }).count()).toBe(1);
    await expect.poll(() => page.locator(".msg .text", { hasText: /^Water my plants$/ }).count()).toBe(1);
    await hidden.first().getByRole("button", { name: "Show it" }).click();
    await page.getByText("hidden from users").first().waitFor();
    await expect.poll(() => hidden.count()).toBe(0);

    // The conversation itself: whole, and it goes on.
    await page
      .locator(".vitals")
      .getByRole("link", { name: /^chat_/ })
      .click();
    const log = page.getByRole("log", { name: "Messages" });
    await log.getByText("Water my plants", { exact: true }).waitFor();
    await log.getByText("The conversation from its beginning.").waitFor();
    // What it asks leads to the inbox, and nothing is said meanwhile.
    await log.getByRole("link", { name: /^Answer: / }).waitFor();
    await page.getByText("An execution is running in it. You can send a message once that has ended.").waitFor();
    const list = page.getByRole("navigation", { name: "Conversations" }).getByRole("link");
    await list.first().waitFor();
    const listed = await list.count();
    await page.getByRole("button", { name: "Begin a conversation" }).click();
    await page.getByRole("textbox", { name: "First message" }).fill("Hello again");
    await page.getByRole("textbox", { name: /^Context variables/ }).fill("[1]");
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await page.getByText("Cannot read the variables").waitFor();
    await page.getByRole("textbox", { name: /^Context variables/ }).fill("");
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await log.getByText("Hello again", { exact: true }).waitFor();
    await expect.poll(() => list.count()).toBe(listed + 1);
    const field = page.getByRole("textbox", { name: /^Message to / });
    await field.fill("And my lawn");
    await page.getByText("Ctrl+Enter sends").waitFor();
    await field.press("Control+Enter");
    await log.getByText("And my lawn", { exact: true }).waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
