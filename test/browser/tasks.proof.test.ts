/** The table of tasks of docs/dashboard.md: each done as a person does it, with as many clicks as the table says. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { talker } from "../support/chat/chat-manifests.ts";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { goTo, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });

/** What the table says, by the words of the task: the clicks, and the seconds once they were measured. */
const table = new Map(
  [...readFileSync("docs/dashboard.md", "utf8").matchAll(/^\| ([^|]+) \| (\d+)[^|]* \| [\d.]+ \|$/gm)].map(
    ([, task = "", clicks]) => [task, Number(clicks)],
  ),
);

const startPlan = (title: string, steps: readonly object[]) =>
  world.planwright.start({ title, source: { plan: { steps } }, options: { limits: { maxSteps: 40 }, waitMs: 25_000 } });

beforeAll(async () => {
  const research = tool("research", "research_blog", { topic: "Tasks", skill_id: "research" });
  await world.planwright.saveWorkflow({
    name: "inner-plan",
    description: "Waits a moment.",
    inputSchema: { type: "object" },
    source: { plan: { steps: [tool("inner", "slow", { ms: 1 })] } },
  });
  const many = Array.from({ length: 30 }, (_, at) => tool(`s${at}`, "slow", { ms: at }));
  await Promise.all([
    startPlan("Task that failed", [research, tool("broken", "is_error", {})]),
    startPlan("Task of many steps", many),
    startPlan("Task of two failures", [tool("f1", "is_error", {}), tool("f2", "is_error", {}), ...many.slice(0, 13)]),
    startPlan("Task with a child", [tool("outer", "inner-plan", {})]),
    startPlan("Task to fork", [research, tool("note", "set_note", { name: "task", text: "first" })]),
    startPlan("Task that waits", [tool("retire", "delete_note", { name: "task" })]),
  ]);
  const source = await startPlan("Task beside its fork", [tool("note", "set_note", { name: "task", text: "left" })]);
  await world.planwright.ask(
    "mutation ($input: ForkExecutionInput!) { forkExecution(input: $input) { errors { message } } }",
    {
      input: {
        executionId: source.id,
        fromStepId: "note",
        arguments: [{ stepId: "note", arguments: { name: "task", text: "right" } }],
      },
    },
  );
  await world.planwright.ask(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
    { input: { name: "Tasks", manifest: talker } },
  );
  const { sendMessage } = await world.planwright.ask<{ sendMessage: { execution: { id: string } } }>(
    "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { execution { id } } }",
    { input: { conversation: { start: { manifest: "Tasks", chatId: "tasks" } }, text: "Talk about tasks" } },
  );
  await eventually(
    async () => (await world.planwright.execution({ id: sendMessage.execution.id }))?.status === "SUCCEEDED",
  );
});

type Click = (place: Locator) => Promise<void>;

/** From which address a task begins, how it is done, and what is there once it is. */
interface Task {
  readonly at: string;
  readonly run: (page: Page, click: Click) => Promise<void>;
  readonly done: (page: Page) => Locator;
}

const listOf = (words: string) => `/?q=${encodeURIComponent(words)}`;
/** The row of a title: the list may still show what was looked for before. */
const row = (page: Page, title: string) => page.locator(".runs tbody a.ask", { hasText: title }).first();
const step = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name},`) });

const tasks: { readonly [task: string]: Task } = {
  "from the list: why a run failed": {
    at: listOf("Task that failed"),
    run: (page, click) => click(row(page, "Task that failed")),
    done: (page) => page.getByRole("heading", { name: "Error" }),
  },
  "from the list: the slowest of 1,000 steps": {
    at: listOf("Task of many steps"),
    async run(page, click) {
      await click(row(page, "Task of many steps"));
      await click(page.getByLabel("Order of steps"));
      await page.getByLabel("Order of steps").selectOption("DURATION");
    },
    done: (page) => page.locator("[role=treegrid] [role=row]").first(),
  },
  "from the list: one of 1,000 steps, by its name": {
    at: listOf("Task of many steps"),
    async run(page, click) {
      await click(row(page, "Task of many steps"));
      await page.getByLabel("Find a step").fill("s17");
    },
    done: (page) => page.getByText("1 shown"),
  },
  "from the list: the failed ones of 1,000 steps": {
    at: listOf("Task of two failures"),
    async run(page, click) {
      await click(row(page, "Task of two failures"));
      await click(page.getByRole("button", { name: "2 failed" }));
    },
    done: (page) => page.getByText("2 shown"),
  },
  "from the list: one failure among all events, opened": {
    at: listOf("Task of two failures"),
    async run(page, click) {
      await click(row(page, "Task of two failures"));
      await click(page.getByRole("tab", { name: "Events" }));
      await click(page.getByRole("group", { name: "Events shown" }).getByRole("button", { name: /^Failures/ }));
      await click(page.locator(".ev-item > button").first());
    },
    done: (page) => page.locator(".ev-item.open").getByText("There is no answer today.").first(),
  },
  "from the list: a run by its words": {
    at: "/",
    async run(page) {
      await page.getByRole("heading", { level: 1, name: "Executions" }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("two failures");
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=two/);
    },
    done: (page) => row(page, "Task of two failures"),
  },
  "from the list: the address of a step, to share": {
    at: listOf("Task that failed"),
    async run(page, click) {
      await click(row(page, "Task that failed"));
      await click(step(page, "research"));
      await page.waitForURL(/step=research/);
    },
    done: (page) => page.getByRole("heading", { name: "research" }),
  },
  "from the list: what a run consumed, with all below it": {
    at: listOf("Talk about tasks"),
    async run(page, click) {
      await click(row(page, "Talk about tasks"));
      await click(page.getByRole("button", { name: "Tokens" }));
    },
    done: (page) => page.getByRole("region", { name: "Tokens of the run" }),
  },
  "from the list: what a model was asked and answered": {
    at: listOf("Talk about tasks"),
    async run(page, click) {
      await click(row(page, "Talk about tasks"));
      await click(page.locator(".mcalls button").first());
    },
    done: (page) => page.locator(".mcalls").getByText("Talk about tasks").first(),
  },
  "from the list: all of a run as a file": {
    at: listOf("Task that failed"),
    async run(page, click) {
      await click(row(page, "Task that failed"));
      const saved = page.waitForEvent("download");
      await click(page.getByRole("button", { name: "Download the execution as JSON" }).first());
      expect(readFileSync(await (await saved).path(), "utf8")).toContain("There is no answer today.");
    },
    done: (page) => page.getByText("Downloaded the execution"),
  },
  "from the list: where an argument came from": {
    at: listOf("Task that waits"),
    async run(page, click) {
      await click(row(page, "Task that waits"));
      await click(page.getByRole("button", { name: /^Follow argument name of retire/ }));
    },
    done: (page) => page.getByRole("region", { name: "Came from" }),
  },
  "from the list: to the form of a fork from a step": {
    at: listOf("Task that failed"),
    async run(page, click) {
      await click(row(page, "Task that failed"));
      await click(step(page, "research"));
      await click(page.getByRole("link", { name: "Fork" }));
    },
    done: (page) => page.getByRole("heading", { name: "Fork" }),
  },
  "from the list: a step of a child run, where it stands": {
    at: listOf("Task with a child"),
    async run(page, click) {
      await click(row(page, "Task with a child"));
      await click(page.locator("[role=row][data-step=outer] .twist"));
      await click(step(page, "inner"));
    },
    done: (page) => page.getByRole("heading", { level: 2, name: "inner", exact: true }),
  },
  "from the list: a fork that has run with other arguments": {
    at: listOf("Task to fork"),
    async run(page, click) {
      await click(row(page, "Task to fork"));
      await click(step(page, "research"));
      await click(page.getByRole("link", { name: "Fork" }));
      await click(page.getByRole("button", { name: "Arguments of research" }));
      await page.getByRole("textbox", { name: /topic/ }).fill("Other tasks");
      await click(page.getByRole("button", { name: "Start" }));
      await page.locator(".vitals").getByText("Fork of").waitFor();
    },
    done: (page) => page.locator(".summary").getByText("2 of 2 ended"),
  },
  "from the list: a run beside its fork": {
    at: listOf("Task beside its fork"),
    async run(page, click) {
      await click(row(page, "Task beside its fork"));
      await click(page.locator(".vitals").getByRole("link", { name: "Compare" }));
    },
    done: (page) => page.locator("li.pair[data-step=note]").getByText("changed: plan, arguments, output"),
  },
  "from the list: to the choice of the run to compare with": {
    at: listOf("Task that failed"),
    async run(page, click) {
      await click(row(page, "Task that failed"));
      await click(page.locator("summary[aria-label='More actions']"));
      await click(page.getByRole("link", { name: "Compare with…" }));
    },
    done: (page) => page.getByRole("heading", { name: "Compare with" }),
  },
  "from the list: a request in words, to the page of its run": {
    at: "/",
    async run(page, click) {
      await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Run" }));
      await page.getByLabel(/What do you want/).fill("Say something short");
      await click(page.getByRole("button", { name: "Start" }));
    },
    done: (page) => page.getByRole("heading", { level: 1, name: "Say something short" }),
  },
  "from the list: a plan written with completion, to its end": {
    at: "/",
    async run(page, click) {
      await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Run" }));
      await click(page.getByText("Plan", { exact: true }).first());
      await page.locator(".write").focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText('{"steps": [{"tool": {"stepId": "a", "toolName": "');
      await page.keyboard.type("set_no");
      await page.getByRole("listbox", { name: "What can be written here" }).getByText("set_note").first().waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.insertText(', "arguments": {"name": "n", "text": "x"}}}]}');
      await page.getByText("Nothing wrong").waitFor();
      await click(page.getByRole("button", { name: "Start" }));
    },
    done: (page) => page.locator(".summary").getByText("1 of 1 ended"),
  },
  "from the list: a manifest, an agent or a file registered": {
    at: "/",
    async run(page, click) {
      await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Registry" }));
      await click(page.getByRole("button", { name: "Apply a manifest" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("Applied");
      await dialog.getByRole("textbox", { name: "Manifest as JSON" }).fill(JSON.stringify(talker));
      await click(dialog.getByRole("button", { name: "Apply" }));
    },
    done: (page) => page.getByRole("heading", { name: "Applied", level: 2 }),
  },
  "answer an approval": {
    at: "/inbox",
    async run(page, click) {
      await click(page.getByRole("link", { name: /delete_note\(name: "task"\)/ }));
      await click(page.getByRole("button", { name: "Approve the call" }));
      await page.getByRole("link", { name: /delete_note\(name: "task"\)/ }).waitFor({ state: "detached" });
    },
    done: (page) => page.getByRole("heading", { name: "Inbox" }),
  },
  "a conversation from its beginning": {
    at: "/",
    async run(page, click) {
      await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Conversations" }));
      await click(page.getByRole("link", { name: /^tasks / }));
    },
    done: (page) => page.getByRole("log").getByText("Talk about tasks").first(),
  },
  "what was used on which day": {
    at: "/",
    run: (page, click) => click(page.getByRole("link", { name: "Usage" })),
    done: (page) => page.getByRole("heading", { name: "By day" }),
  },
};

it("[N665] does each task of the documentation with the clicks that it names", async () => {
  expect(Object.keys(tasks).toSorted()).toEqual([...table.keys()].toSorted());
  const { page } = await world.open("/usage");
  for (const [name, { at, done, run }] of Object.entries(tasks)) {
    let clicks = 0;
    await goTo(page, at);
    await run(page, async (place) => {
      clicks += 1;
      await place.click();
    });
    await done(page).waitFor();
    expect(clicks, name).toBe(table.get(name));
  }
});
