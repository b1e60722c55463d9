/** The inbox: what waits for a person is shown with all that one decides on, and what is answered counts once. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { tokenMcpServer } from "../support/callees/token-mcp-server.ts";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard();

/** Starts a plan and gives the execution and its first question, as soon as it waits. */
async function ask(...steps: readonly object[]): Promise<{ readonly id: string; readonly requestId: string }> {
  const { id } = await world.planwright.start({ source: { plan: { steps } } });
  const waiting = await eventually(async () => {
    const execution = await world.planwright.execution({ id });
    return execution !== null && execution.pendingHumanInputs.length > 0 && execution;
  });
  return { id, requestId: waiting.pendingHumanInputs[0]?.id ?? "" };
}

const question = (stepId: string, prompt: string, more: object) => ({ humanInput: { stepId, prompt, ...more } });
const opened = (page: Page, prompt: string) => page.getByRole("heading", { level: 2, name: prompt }).waitFor();
const address = (requestId: string) => `/inbox/${encodeURIComponent(requestId)}`;

describe("the inbox", () => {
  it("[N616] [N647] shows what a destructive call would do with which values and who wrote them, permits it once, and the call runs", async () => {
    const steps = [
      tool("note", "append_note", { name: "gone", text: "x" }),
      tool("retire", "delete_note", { name: "{{note.output.name}}" }),
    ];
    const { id } = await ask(...steps);
    const other = await ask(...steps);
    const { complaints, page } = await world.open("/inbox");
    await opened(page, "delete_note is marked as destructive. Permit the call?");
    await page
      .getByRole("link", { name: /delete_note\(name: "gone"\)/ })
      .first()
      .waitFor();
    expect(await page.getByText("is marked as destructive").count()).toBe(3);
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "name" }) });
    await expect
      .poll(() => row.getByRole("cell").allInnerTexts())
      .toStrictEqual(["{{steps.note.output.name}}", '"gone"', expect.stringContaining("note")]);
    await row.getByRole("button", { name: "Follow argument name" }).click();
    const followed = page.getByRole("region", { name: "retire argument /name" });
    await expect
      .poll(async () => (await followed.getByRole("region", { name: "Came from" }).innerText()).replaceAll(/\s+/g, " "))
      .toMatch(/note argument \/name written in the plan .*note called append_note.* note output \/name/);
    expect(await followed.getByRole("region", { name: "Went on to" }).innerText()).toContain(
      "retire will call delete_note",
    );
    await expectAccessible(page);
    // The value is of this request: the next one follows none.
    expect(await page.locator("[data-request]").last().getAttribute("href")).not.toContain("follow");
    await page.keyboard.press("Escape");
    await followed.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 2 }).first().focus();
    // No key decides anything: not a letter, nor Enter anywhere but on the button itself.
    for (const key of ["a", "d", "y", "Enter"]) await page.keyboard.press(key);
    expect((await world.planwright.execution({ id }))?.status).toBe("WAITING");
    await page.getByRole("button", { name: "Approve the call" }).dblclick();
    // The second press of the double click may meet the next request, and permits nothing.
    await page.waitForURL(`**${address(other.requestId)}`);
    await eventually(async () => (await world.planwright.execution({ id }))?.status === "SUCCEEDED");
    expect((await world.planwright.execution({ id: other.id }))?.status).toBe("WAITING");
    expect((await world.served.toolCalls()).filter((call) => call.tool === "delete_note")).toHaveLength(1);
    await world.planwright.answer(other.requestId, { decline: "not this one" });
    await page
      .getByText(/anonymous declined it at/)
      .first()
      .waitFor();
    await page.getByText("not this one").waitFor();
    expect(complaints).toEqual([]);
  });

  it("[N886] shows the way by which an untrusted value reaches a call that needs permission for it", async () => {
    const { id: stranger } = await world.planwright.register("stranger", world.served.tools.mcpUrl, false);
    try {
      const { requestId } = await ask(
        tool("note", "stranger.append_note", { name: "from-outside", text: "x" }),
        tool("act", "example.append_note", { name: "log", text: "{{note.output.name}}" }),
      );
      const { complaints, page } = await world.open(address(requestId));
      await page.getByText("It takes values that need permission:").waitFor();
      expect(await page.locator(".flows").getByRole("listitem").allInnerTexts()).toEqual([
        "UNTRUSTED note.output (stranger.append_note) → act.arguments.text",
      ]);
      await expectAccessible(page);
      expect(complaints).toEqual([]);
      await world.planwright.answer(requestId, { decline: "no" });
    } finally {
      await world.planwright.remove(stranger);
    }
  });

  it("goes from an answered choice to the next request, and answers a form, which asks again for what is missing", async () => {
    const choice = await ask(
      question("pick", "Which carrier?", { kind: "CHOICE", choices: ["by sea", "by air"], timeoutMs: 60_000 }),
    );
    const form = await ask(
      question("fill", "How many?", {
        responseSchema: {
          type: "object",
          required: ["count"],
          properties: {
            count: { type: "integer", minimum: 1 },
            note: { type: "string" },
            tags: { type: "array", items: { type: "string" } },
          },
          additionalProperties: false,
        },
      }),
    );
    const { page } = await world.open("/inbox", { scheme: "dark" });
    await opened(page, "Which carrier?");
    await page.getByRole("button", { name: "Send the choice" }).click();
    await page.getByText("Choose one of them").waitFor();
    await page.getByRole("radio", { name: "by air" }).check();
    await page.getByRole("button", { name: "Send the choice" }).click();
    await opened(page, "How many?");
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("How many?") === true);
    await page.getByRole("button", { name: "Send the answer" }).click();
    const count = page.getByRole("textbox", { name: "count" });
    await page.getByText("This is required").waitFor();
    await expect.poll(() => count.evaluate((element) => element === document.activeElement)).toBe(true);
    await count.fill("1,5");
    await page.getByText("Required is integer, this is string").waitFor();
    await expect.poll(() => count.inputValue()).toBe("1,5");
    await count.fill("3");
    await page.getByRole("group", { name: "tags optional" }).getByRole("button", { name: "Add" }).click();
    await page.getByRole("textbox", { name: "tags 1" }).fill("urgent");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^JSON/ }).click();
    const raw = page.getByRole("textbox", { name: "Your answer" });
    await expect.poll(async () => JSON.parse(await raw.inputValue())).toStrictEqual({ count: 3, tags: ["urgent"] });
    await raw.fill('{"count": 4,\n}');
    await page.getByText("line 2, column 1").waitFor();
    await expect.poll(() => raw.inputValue()).toBe('{"count": 4,\n}');
    await raw.fill('{"count": 4}');
    await page.getByRole("button", { name: /^Form/ }).click();
    await expect.poll(() => count.inputValue()).toBe("4");
    await page.getByRole("button", { name: "Send the answer" }).click();
    const output = (id: string) =>
      eventually(async () => (await world.planwright.execution({ id }))?.steps[0]?.output?.value ?? null);
    expect(await output(choice.id)).toStrictEqual({ choice: "by air" });
    expect(await output(form.id)).toStrictEqual({ count: 4 });
  });

  it("[N612] takes a moment and a day from pickers, and refuses a text that is not of its format", async () => {
    const { id } = await ask(
      question("book", "When is the meeting?", {
        responseSchema: {
          type: "object",
          required: ["at", "day", "mail"],
          properties: {
            at: { type: "string", format: "date-time" },
            day: { type: "string", format: "date" },
            mail: { type: "string", format: "email" },
          },
        },
      }),
    );
    const { page } = await world.open("/inbox");
    await opened(page, "When is the meeting?");
    const at = page.getByLabel("at required");
    await expect.poll(() => at.getAttribute("type")).toBe("datetime-local");
    await at.fill("2026-03-04T09:30");
    await page.getByText("2026-03-04T09:30:00Z").waitFor();
    await page.getByLabel("day required").fill("2026-03-05");
    await page.getByLabel("mail required").fill("ada at home");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await page.getByText("Required is an email address, such as ada@mail.example").waitFor();
    await expectAccessible(page);
    await page.getByLabel("mail required").fill("");
    await page.getByText("This is required").waitFor();
    await page.getByLabel("mail required").fill("ada@example.com");
    await page.getByRole("button", { name: "Send the answer" }).click();
    const output = await eventually(
      async () => (await world.planwright.execution({ id }))?.steps[0]?.output?.value ?? null,
    );
    expect(output).toStrictEqual({ at: "2026-03-04T09:30:00Z", day: "2026-03-05", mail: "ada@example.com" });
  });

  it("[N611] shows what the server finds wrong at its field, also where the page cannot check by itself", async () => {
    const { requestId } = await ask(
      question("fill", "Which code?", {
        responseSchema: {
          type: "object",
          required: ["code"],
          properties: { code: { type: "string", pattern: "^[A-Z]+$" }, at: { type: "string", format: "time" } },
        },
      }),
    );
    const { page } = await world.open("/");
    await page.route("**/field-check*", (route) => route.abort());
    await page.evaluate((to) => location.assign(to), address(requestId));
    await opened(page, "Which code?");
    const code = page.getByRole("textbox", { name: "code" });
    await code.fill("abc");
    await page.getByRole("textbox", { name: "at" }).fill("tomorrow");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await page.getByText("Required is a time with its zone, such as 09:30:00Z").waitFor();
    await page.getByText("This does not have the required form").waitFor();
    await expect.poll(() => code.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => code.inputValue()).toBe("abc");
    await code.fill("ABC");
    await page.getByRole("textbox", { name: "at" }).fill("09:30:00+01:00");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await page
      .getByText(/anonymous accepted it at/)
      .first()
      .waitFor();
  });

  it("[N513] says to whom a question is addressed and why the viewer may not answer, and lists what is addressed to it", async () => {
    const others = await ask(
      question("pay", "Pay the invoice?", {
        kind: "APPROVAL",
        addressees: [{ group: "finance" }, { subject: "mira" }],
      }),
    );
    const own = await ask(
      question("mine", "Is it mine?", { kind: "APPROVAL", addressees: [{ subject: "anonymous" }] }),
    );
    const { complaints, page } = await world.open(address(others.requestId));
    await opened(page, "Pay the invoice?");
    await page.getByText("Addressed to the group finance or mira.").waitFor();
    await page.getByText("This is for the group finance or mira to answer").waitFor();
    const approve = page.getByRole("button", { name: "Approve" });
    expect(await approve.getAttribute("aria-disabled")).toBe("true");
    await approve.click({ force: true });
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: "Addressed to me" }).check();
    await page.locator(`[data-request="${others.requestId}"]`).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /Is it mine/ }).click();
    await opened(page, "Is it mine?");
    await page.getByRole("button", { name: "Approve" }).click();
    await eventually(async () => (await world.planwright.execution({ id: own.id }))?.status === "SUCCEEDED");
    expect((await world.planwright.execution({ id: others.id }))?.status).toBe("WAITING");
    await page.goto(page.url().replace(/inbox.*/, `executions/${encodeURIComponent(others.id)}`));
    await page.getByText("This is for the group finance or mira to answer").first().waitFor();
    expect(complaints).toEqual([]);
    await world.planwright.ask(
      "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { errors { message } } }",
      { id: others.id },
    );
  });

  it("[N659] draws the plan that waits for permission beside its calls, with what cannot be undone, in a frame that moves nothing", async () => {
    const steps = [
      tool("note", "append_note", { name: "gone", text: "x" }),
      tool("retire", "delete_note", { name: "{{note.output.name}}" }),
    ];
    const { id } = await world.planwright.start({
      source: { plan: { steps } },
      options: { approval: "PLAN", waitMs: 20_000 },
    });
    const requestId = (await world.planwright.execution({ id }))?.pendingHumanInputs[0]?.id ?? "";
    const { complaints, page } = await world.open(address(requestId), { width: 390, scheme: "dark" });
    const picture = page.getByRole("region", { name: "The plan as a graph" });
    const top = async () => (await page.getByRole("button", { name: "Approve" }).boundingBox())?.y;
    await page.getByRole("button", { name: "Approve" }).waitFor();
    const before = await top();
    await picture.getByRole("option", { name: "retire, tool, IDEMPOTENT" }).waitFor();
    expect(await top()).toBe(before);
    await picture.locator(".ref", { hasText: ".name" }).waitFor({ state: "attached" });
    await picture.getByRole("option", { name: "retire, tool, IDEMPOTENT" }).press("Enter");
    await page.locator("#call-retire").and(page.locator(":visible")).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await world.planwright.answer(requestId, { decline: "no" });
    expect(complaints).toEqual([]);
  });

  it("tells the second of two who was first, and keeps what the second wrote", async () => {
    const { requestId } = await ask(question("ok", "Both at once?", { kind: "APPROVAL" }));
    const second = await world.open("/inbox");
    // It hears nothing of what others do.
    await second.page.route("**/graphql", (route) =>
      route.request().headers().accept?.includes("event-stream") ? route.abort() : route.continue(),
    );
    await second.page.goto(new URL(address(requestId), world.planwright.endpoint).href);
    await opened(second.page, "Both at once?");
    await second.page.getByRole("button", { name: "Decline" }).click();
    await second.page.getByRole("textbox", { name: "Why it is declined" }).fill("too late for this");
    const first = await world.open(address(requestId), { isBeside: true });
    await first.page.getByRole("button", { name: "Approve" }).click();
    await first.page
      .getByText(/anonymous accepted it at/)
      .first()
      .waitFor();
    await second.page.getByRole("button", { name: "Decline" }).click();
    await second.page.getByText("ALREADY_RESOLVED").waitFor();
    await second.page
      .getByText(/anonymous accepted it at/)
      .first()
      .waitFor();
    await expect
      .poll(() => second.page.getByRole("textbox", { name: "Why it is declined" }).inputValue())
      .toBe("too late for this");
    await expect
      .poll(() => second.page.getByRole("button", { name: "Decline" }).getAttribute("aria-disabled"))
      .toBe("true");
  });

  it("[N929] leads a person who lacks a secret to the page that takes it; a wrong one is asked for again, and the call runs with the right one", async () => {
    const { planwright } = world;
    const server = await tokenMcpServer();
    server.refuse("mistyped-5ecret");
    const headers = [{ name: "X-Token", secret: "TICKETS", scope: "SUBJECT" }];
    const store = (value: string | null) =>
      planwright.ask("mutation ($input: SetSecretInput!) { setSecret(input: $input) { errors { message } } }", {
        input: { name: "TICKETS", scope: "SUBJECT", value, url: value === null ? null : server.url },
      });
    /** Follows the link of the open request, and gives the secret. */
    const give = async (page: Page, value: string) => {
      const [form] = await Promise.all([
        page.context().waitForEvent("page"),
        page.getByRole("link", { name: "Connect", exact: true }).click(),
      ]);
      await form.getByText("is to be used in the name of").waitFor();
      await form.getByLabel("TICKETS").fill(value);
      await form.getByRole("button", { name: "Connect" }).click();
      await form.getByText("You can close this page").waitFor();
      expect(await form.content()).not.toContain(value);
      await form.close();
    };
    try {
      await store("right-5ecret");
      const input = { name: "tickets", url: `${server.url}/mcp`, trusted: true, credential: { headers } };
      await planwright.ask(
        "mutation ($input: RegisterMcpServerInput!) { registerMcpServer(input: $input) { errors { message } } }",
        {
          input,
        },
      );
      await store(null);
      const { id, requestId } = await ask(tool("read", "read_tickets", {}));
      const { complaints, page } = await world.open(address(requestId));
      await page.getByText("connects first with the secret TICKETS").first().waitFor();
      await expectAccessible(page);
      await give(page, "mistyped-5ecret");
      const again = await eventually(async () => {
        const open = (await planwright.execution({ id }))?.pendingHumanInputs[0];
        return open !== undefined && open.id !== requestId && open;
      });
      const second = await world.open(address(again.id));
      await second.page.getByText("it refused the secret TICKETS").first().waitFor();
      await give(second.page, "right-5ecret");
      await eventually(async () => (await planwright.execution({ id }))?.status === "SUCCEEDED");
      expect(server.heard).toEqual(["right-5ecret"]);
      expect([...complaints, ...second.complaints]).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it("says so when a request lapses while it is open", async () => {
    // So long that it is opened before that.
    const { requestId } = await ask(question("late", "Quickly?", { kind: "APPROVAL", timeoutMs: 12_000 }));
    const { page } = await world.open(address(requestId));
    await opened(page, "Quickly?");
    await page
      .getByText(/It lapsed at .*, and nobody had answered/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Approve" }).getAttribute("aria-disabled")).toBe("true");
    await page.getByText("Recently resolved").click();
    await page.getByRole("link", { name: /Quickly\?.*Lapsed/s }).waitFor();
  });

  it("shows a hostile question and its schema as inert text, on the smallest screen", async () => {
    const nasty = '<img src=x onerror="window.stolen=1"> \u202Eevil <script>window.stolen=1</script>';
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`field ${at} ${nasty}`, { type: "string" }]),
    );
    const { requestId } = await ask(
      question("bad", `${nasty} ${"very".repeat(200)}`, {
        responseSchema: {
          type: "object",
          title: nasty,
          description: nasty,
          properties: { ...properties, __proto__x: { $ref: "#" } },
        },
      }),
    );
    const { complaints, page } = await world.open(address(requestId), { width: 320, scheme: "dark" });
    await page.getByRole("button", { name: "Show all 301 fields" }).waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 2 }).innerText()).toContain("⟨U+202E⟩evil <script>");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(await page.evaluate(() => "stolen" in globalThis)).toBe(false);
    await page.getByRole("link", { name: "All requests" }).click();
    await page.getByRole("navigation", { name: "Requests" }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});
