/**
 * Every view of the dashboard, and every view of one execution on one that has ended, that runs, failed, waits and is huge: nothing for axe
 * to find in either scheme, no scrolling sideways on the narrowest phone, no complaint of the page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { talker } from "../support/chat/chat-manifests.ts";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { volume } from "../support/engine/volume.ts";
import { holdAnswers, movedWhileLoading } from "./early/held-answers.ts";
import { expectNoSidewaysScroll, expectRules, goTo, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });

const hugeSteps = 400;

interface Seeded {
  readonly id: string;
  readonly pendingHumanInputs: readonly { readonly id: string }[];
}

const seeded = new Map<string, Seeded>();
const idOf = (name: string) => seeded.get(name)?.id ?? "";

beforeAll(async () => {
  const research = tool("research", "research_blog", { topic: "<b>Trends</b> \u202E2025", skill_id: "research" });
  const write = tool("write", "create_blog_post", {
    ...{ artifact_id: "{{steps.research.output.artifact_id}}", skill_id: "writing", instructions: "Be short" },
  });
  const slow = (stepId: string, ms: number) => tool(stepId, "slow", { ms });
  const plans: { readonly [name: string]: readonly object[] } = {
    finished: [research, write],
    failed: [research, tool("broken", "is_error", {}), write],
    running: [{ parallel: { stepId: "both", steps: [slow("one", 600_000), slow("two", 600_000)] } }, write],
    waiting: [research, tool("retire", "delete_note", { name: "x" })],
    huge: Array.from({ length: hugeSteps }, (_, index) => slow(`s${index}`, 0)),
  };
  await Promise.all(
    Object.entries(plans).map(async ([name, steps]) => {
      const waitMs = name === "running" || name === "huge" ? 0 : 25_000;
      const source = { plan: { steps: name === "running" ? [research, ...steps] : steps } };
      const title = name === "failed" ? "To be heard first" : null;
      const options = { waitMs, limits: { maxSteps: hugeSteps, stepTimeoutMs: 600_000 } };
      seeded.set(name, await world.planwright.start({ source, title, options }));
    }),
  );
  const run = { executePlan: { source: { plan: { steps: [research] } } } };
  const input = { name: "yearly", timing: { cron: { expression: "@yearly" } }, run };
  await world.planwright.ask(
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { errors { message } } }",
    { input },
  );
  await world.planwright.ask(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
    { input: { name: "Talker", manifest: talker } },
  );
  await world.planwright.ask(
    "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { message } } }",
    { input: { conversation: { start: { manifest: "Talker", chatId: "seen" } }, text: "Hello" } },
  );
  const status = async () => (await world.planwright.execution({ id: idOf("huge") }))?.status;
  await eventually(async () => (await status()) === "SUCCEEDED");
});

/** Dark is made of the same variables everywhere: a sample looks at every third page of it. */
const darkEvery = volume({ sample: 3, whole: 1 });
let pagesSeen = 0;

/** axe in light, its contrasts in dark, then the width of the narrowest phone. */
async function expectFit(page: Page): Promise<void> {
  // Without motion the colours of the other scheme are there at once.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectRules(page, {});
  pagesSeen += 1;
  if (pagesSeen % darkEvery === 0) {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectRules(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  }
  await expectNarrow(page);
}

/** Those of `wanted` that the page does not say after the ones before them. */
async function unheard(page: Page, ...wanted: readonly string[]): Promise<readonly string[]> {
  const said = await page.getByRole("main").ariaSnapshot();
  let from = 0;
  return wanted.filter((text) => {
    const at = said.indexOf(text, from);
    if (at !== -1) from = at + text.length;
    return at === -1;
  });
}

async function conversationPath(): Promise<string> {
  const { conversation } = await world.planwright.ask<{ readonly conversation: { readonly id: string } }>(
    '{ conversation(by: { chatId: "seen" }) { id } }',
  );
  return `/conversations/${conversation.id}`;
}

/** Loads a view, with the answers of the API one at a time, and fails if something of it moves. */
async function loadStill(page: Page, path: string, sign: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.locator(sign).first().waitFor();
  expect(await movedWhileLoading(page), path).toEqual([]);
}

async function expectNarrow(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ ...size, width: 320 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

describe("every view", () => {
  it("[N662] is fit for everybody, in both schemes and at 320 px, with targets that a finger hits", async () => {
    const { complaints, page } = await world.open("/");
    /** Views, each with what is there only once it is. */
    const views: readonly (readonly [string, string])[] = [
      ["/", ".runs tbody tr"],
      ["/?status=FAILED&callable=nobody", "h2:text-is('No execution matches the filter')"],
      ["/inbox", "h1:text-is('Inbox')"],
      [`/inbox/${seeded.get("waiting")?.pendingHumanInputs[0]?.id}`, "#ask-title"],
      ["/inbox/nobody", ".ask-detail [role=alert]"],
      ["/conversations", ".talk-list li"],
      [await conversationPath(), ".talk-messages article"],
      ["/conversations/nobody", ".talk-side [role=alert]"],
      ["/executions/nobody", "h1:text-is('No execution to show')"],
      ["/run?as=ask", "h2:text-is('Request')"],
      ["/run?as=plan", "h2:text-is('Plan')"],
      ["/run?as=workflow", "h2:text-is('Workflow')"],
      [`/executions/${idOf("finished")}?view=derive&kind=fork`, "#h-steps"],
      ["/registry", "h2:text-is('Tools')"],
      ["/registry/tool/create_blog_post", "h2:has-text('create_blog_post')"],
      ["/registry/server/example", "h2:has-text('example')"],
      ["/schedules", ".schedule-table tbody tr"],
      ["/usage", "h2:text-is('Callables')"],
      ["/usage/nowhere", "h1:text-is('Nothing here')"],
    ];
    for (const [path, sign] of views) {
      await goTo(page, path);
      await page.locator(sign).first().waitFor();
      await expectFit(page);
    }
    expect(complaints).toEqual([]);
  });

  it("[N663] reads in order, by names that a listener can tell apart: the list, a run, the inbox and a conversation", async () => {
    const { page } = await world.open(`/?q=${encodeURIComponent("heard first")}`);
    const row = page.getByRole("row").nth(1);
    await row.waitFor();
    expect(
      await unheard(
        page,
        'heading "Executions" [level=1]',
        'link "Run"',
        'group "Status":',
        'search "Which executions":',
        'searchbox "Words, execution ID or idempotency key"',
        'table "Executions, newest first":',
        'row "Select all that are shown Status Request Current step Started Duration Tokens Cost":',
        'checkbox "Select To be heard first"',
        'cell "Partial"',
        'link "To be heard first"',
        'cell "3 of 3 steps ended 1 of 3 steps failed"',
      ),
    ).toEqual([]);
    await goTo(page, `/executions/${idOf("failed")}?step=broken`);
    await page.locator("#insp-attempts").waitFor();
    expect(
      await unheard(
        page,
        "text: Partial",
        'heading "To be heard first" [level=1]',
        'link "Retry"',
        "term: Duration",
        'region "Result of the run":',
        'tablist "Views":',
        'tab "Timeline" [selected]',
        'treegrid "Steps over time":',
        'row "research, tool, succeeded,',
        'row "broken, tool, failed,',
        'row "write, tool, skipped, skipped: broken failed" [level=1]',
        'separator "Width of the inspector"',
        'complementary "Selected step":',
        'heading "broken" [level=2]',
        'heading "Error" [level=3]',
        'region "Attempts":',
        'heading "Attempts" [level=3]',
        "listitem:",
      ),
    ).toEqual([]);
    await goTo(page, `/inbox/${seeded.get("waiting")?.pendingHumanInputs[0]?.id}`);
    await page.locator("#ask-title").waitFor();
    expect(
      await unheard(
        page,
        'heading "Inbox" [level=1]',
        'navigation "Requests":',
        'searchbox "Search the requests that are loaded"',
        'checkbox "Addressed to me"',
        'link "delete_note is marked as destructive. Permit the call? time left',
        'article "delete_note is marked as destructive. Permit the call?":',
        'heading "delete_note is marked as destructive. Permit the call?" [level=2]',
        'rowheader "name"',
        'region "What happens next":',
        'button "Approve the call"',
        'button "Decline"',
      ),
    ).toEqual([]);
    await goTo(page, await conversationPath());
    await page.locator(".talk-messages article").first().waitFor();
    expect(
      await unheard(
        page,
        'heading "Conversations" [level=1]',
        'button "Begin a conversation"',
        'navigation "Conversations":',
        'region "seen":',
        'heading "seen" [level=2]',
        'log "Messages":',
        'article "Person":',
        "paragraph: Hello",
        'textbox "Message to Talker"',
        'button "Send"',
      ),
    ).toEqual([]);
  });

  it("[N615, N617, N727, N747] moves nothing while it loads, and has one left edge at any width", async () => {
    const wide = await world.open("/usage/nowhere", { width: 1920 });
    await holdAnswers(wide.page, "AS_ASKED");
    for (const [path, sign] of [
      ["/", ".runs tbody tr .step-bar"],
      [`/executions/${idOf("failed")}`, "#insp-name"],
      [`/executions/${idOf("finished")}`, "#insp-facts"],
      [`/run?as=plan&of=${idOf("finished")}`, ".tag.ok"],
      ["/registry", "h2:text-is('Tools')"],
      ["/usage", "#h-days"],
      ["/inbox", ".asks .resolved"],
      [`/compare?left=${idOf("finished")}&right=${idOf("failed")}`, ".pair-line"],
    ] as const) {
      await loadStill(wide.page, path, sign);
      const left = (place: string) =>
        wide.page.locator(place).evaluate((element) => element.getBoundingClientRect().left);
      if (!path.startsWith("/executions")) expect(await left("main h1")).toBe(await left(".brand"));
    }
    const phone = await world.open("/usage/nowhere", { width: 390, height: 844 });
    await holdAnswers(phone.page, "LATEST_FIRST");
    for (const [path, sign] of [
      [`/executions/${idOf("huge")}?view=events`, ".ev-item"],
      [`/executions/${idOf("failed")}`, "#insp-name"],
      [`/executions/${idOf("finished")}?view=chat`, ".chat .msg"],
      ["/usage", "#h-days"],
      ["/registry/server/example", ".class-key"],
    ] as const)
      await loadStill(phone.page, path, sign);
  });

  for (const name of ["finished", "failed", "running", "waiting", "huge"]) {
    it(`of an execution is fit for everybody: ${name}`, async () => {
      const { complaints, page } = await world.open(`/executions/${idOf(name)}`);
      const shown: { readonly [view: string]: string } = {
        timeline: "[role=treegrid] [role=row]",
        graph: name === "huge" ? ".mirror" : ".graph svg",
        events: ".ev-item",
        chat: ".chat",
      };
      for (const [view, content] of Object.entries(shown)) {
        await goTo(page, `/executions/${idOf(name)}?view=${view}`);
        await page.locator(content).first().waitFor();
        // What axe looks at is made of the same parts whatever became of the execution.
        if (view === "timeline" || name === "failed" || name === "waiting") await expectFit(page);
        else await expectNarrow(page);
      }
      expect(complaints).toEqual([]);
    });
  }
});

describe("the first load", () => {
  const folder = join(process.cwd(), "dist/assets/dashboard");

  /** The scripts of a part with all that it imports. */
  function scriptsOf(part: string): ReadonlySet<string> {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      readonly [name: string]: { readonly file: string; readonly imports?: readonly string[] };
    };
    const files = new Set<string>();
    const add = (name: string) => {
      const entry = manifest[name];
      if (entry === undefined || files.has(entry.file)) return;
      files.add(entry.file);
      entry.imports?.forEach(add);
    };
    add(part);
    return files;
  }

  it("[N664] is one script, and no view asks for more than seven besides, which is what a browser asks for at once", () => {
    const first = scriptsOf("index.html");
    expect(first.size).toBe(1);
    for (const view of ["execution/execution-page", "inbox/inbox-page", "run/run-page", "usage/usage-page"]) {
      const further = [...scriptsOf(`${view}.tsx`)].filter((file) => !first.has(file));
      expect(further.length, view).toBeGreaterThan(0);
      expect(further.length, view).toBeLessThanOrEqual(7);
    }
  });

  it("[N858] is of files that import one another in no circle, so that each part runs whichever file comes first", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      readonly [name: string]: { readonly imports?: readonly string[] };
    };
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (name: string, path: readonly string[]) => {
      if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" imports "));
      if (done.has(name) || path.includes(name)) return;
      for (const other of manifest[name]?.imports ?? []) follow(other, [...path, name]);
      done.add(name);
    };
    for (const name of Object.keys(manifest)) follow(name, []);
    expect(done.size).toBeGreaterThan(20);
    expect(circles).toEqual([]);
  });

  it("[N664] of a run asks for it beside the parts of the page that show it, and once if it has ended", async () => {
    const { page } = await world.open("/usage/nowhere");
    await page.clock.install();
    const asked: string[] = [];
    page.on("request", (request) => {
      const operation = /query (ExecutionHead)\b/.exec(request.postData() ?? "")?.[1];
      const part = /\/assets\/(execution-page)-/.exec(request.url())?.[1];
      if (operation !== undefined || part !== undefined) asked.push(operation ?? part ?? "");
    });
    await page.goto(new URL(`/executions/${idOf("finished")}`, page.url()).href);
    await page.locator("#insp-facts").waitFor();
    await page.getByRole("tab", { name: /^Events \d+/ }).waitFor();
    // A head is read again a second after the one before.
    await page.clock.fastForward(5_000);
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    expect(asked).toEqual(["ExecutionHead", "execution-page"]);
  });

  it("[N748] asks its first question before the scripts that show the answer are there, once and as the person of the tab", async () => {
    const { page } = await world.open("/usage/nowhere");
    await page.evaluate(() => sessionStorage.setItem("planwright.credential", '{"token":"seen","tenant":""}'));
    const asked: string[] = [];
    page.on("request", (request) => {
      const operation = /query (ExecutionList|ExecutionHead)\b/.exec(request.postData() ?? "")?.[1];
      if (operation !== undefined) asked.push(`${operation} of ${request.headers().authorization}`);
    });
    const views = [
      ["/", "ExecutionList", ".runs tbody tr"],
      [`/executions/${idOf("finished")}`, "ExecutionHead", "#insp-facts"],
    ] as const;
    for (const [path, operation, sign] of views) {
      asked.length = 0;
      const released = Promise.withResolvers<void>();
      await page.route("**/assets/index-*.js", async (route) => {
        await released.promise;
        return route.continue();
      });
      await page.goto(new URL(path, page.url()).href, { waitUntil: "commit" });
      await expect.poll(() => asked).toEqual([`${operation} of Bearer seen`]);
      released.resolve();
      await page.locator(sign).first().waitFor();
      expect(asked).toEqual([`${operation} of Bearer seen`]);
      await page.unroute("**/assets/index-*.js");
    }
  });

  it("asks for at most 70 KB of compressed scripts, and what it does not need comes later", () => {
    const files = scriptsOf("index.html");
    const sizes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThanOrEqual(70 * 1_024);
    expect([...files].filter((file) => /graph|dagre|plan-mode|registry/.test(file))).toEqual([]);
  });
});
