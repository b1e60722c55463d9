/**
 * The dashboard as people have it: the deployed Worker with its models, in a real browser. A test opens pages of its own, whose cookies and
 * storage are those of the test. Complaints of a page (uncaught errors, the console, its security policy) fail the test that checks them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";
import { blankPage, launchBrowser, type OpenPage } from "../support/deployed/browser.ts";
import { type DeployedOptions, type DeployedWorld, deployedWorld } from "../support/deployed/deployed-world.ts";
import type { Planwright } from "../support/deployed/planwright.ts";
import { volume } from "../support/engine/volume.ts";

export interface OpenOptions {
  /** Width of the window in CSS pixels. 1440 unless given. */
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** Milliseconds by which the clock of the browser is ahead of the server's; below zero where it is behind. */
  readonly aheadMs?: number;
  /** Address of the server, if not that of the Worker: a proxy before it. */
  readonly server?: string;
  /** Whether the page that the test opened before stays open. */
  readonly isBeside?: boolean;
}

export interface OpenableDashboard {
  readonly served: DeployedWorld;
  readonly planwright: Planwright;
  /** Opens a path of the dashboard, in the place of the page that the test opened before. Pages are closed after each test. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
}

/** One person for all files, which run in one process. The browser ends with the process. */
let person: Promise<BrowserContext> | undefined;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function newPerson(): Promise<BrowserContext> {
  const context = await (await launchBrowser()).newContext();
  // Until what hangs is given up.
  context.setDefaultTimeout(120_000);
  // A page that is never closed keeps the process of all others alive.
  await context.newPage();
  return context;
}

/** Closes the pages that a test opened. Each keeps connections, of which the browser has six for a server. */
async function closePages(context: BrowserContext): Promise<void> {
  const [, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
}

/** Leaves nothing of what pages of these servers stored and were permitted. */
async function forget(context: BrowserContext, servers: ReadonlySet<string>): Promise<void> {
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  const [first] = context.pages();
  if (first === undefined) throw new Error("the page that is never closed is closed");
  const session = await context.newCDPSession(first);
  for (const origin of servers) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
}

/** `options` are those of the deployment. */
export function openableDashboard(options: DeployedOptions = {}): OpenableDashboard {
  const served = deployedWorld({ models: {}, ...options });
  const servers = new Set<string>();
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    person ??= newPerson();
    context = await person;
  });
  afterEach(async () => {
    if (context === undefined) return;
    await closePages(context);
    await forget(context, servers);
  });
  return {
    served,
    get planwright() {
      return served.planwright;
    },
    async open(path, { aheadMs = 0, height = 900, isBeside = false, scheme = "light", server, width = 1440 } = {}) {
      if (context === undefined) throw new Error("the browser runs only while the tests of the file run");
      if (!isBeside) await closePages(context);
      const { href, origin } = new URL(path, server ?? served.planwright.endpoint);
      servers.add(origin);
      const opened = await blankPage(context);
      const { page } = opened;
      await page.setViewportSize({ width, height });
      // Without motion a page is still as soon as it has nothing to tell.
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      if (aheadMs !== 0) await page.addInitScript(shiftClock, aheadMs);
      await page.goto(href);
      return opened;
    },
  };
}

/** Runs in the page, before what is its own. */
function shiftClock(aheadMs: number): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() + aheadMs;
}

/** Goes to another view as a link of the page does. What axe needs stays in the page, which is not loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** What takes axe half of its time. */
const slowRules = { rules: { "color-contrast": { enabled: false } } };

/**
 * Fails unless axe finds nothing wrong with what the page shows now. In `npm test` the contrasts of colours are tried by `expectFit` of
 * `views.test.ts` alone, which looks at every view.
 */
export function expectAccessible(page: Page): Promise<void> {
  return expectRules(page, volume<RunOptions>({ sample: slowRules, whole: {} }));
}

/** Fails unless axe finds nothing wrong under its options `rules`, such as those that leave one out. */
export async function expectRules(page: Page, rules: RunOptions): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // As the browser's own tools do it: the policy of the page lets no script in.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe });
    await session.detach();
  }
  const { violations } = await page.evaluate(async (options) => {
    const { axe: engine } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return engine.run({ resultTypes: ["violations"], ...options });
  }, rules);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(" | ")}`,
  );
  expect(found).toEqual([]);
}

/** Fails if the page is wider than its window, so that one would have to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // A window that has just become narrower takes a moment to be laid out.
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
}
