/**
 * The dashboard as people have it: the deployed Worker with its models, in a real browser. Storage is fresh for each file. A test opens
 * pages of its own, each with cookies and storage of its own. Complaints of a page (uncaught errors, the console, its security policy) fail
 * the test that checks them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";
import { launchBrowser, type OpenPage, openPage } from "../support/deployed/browser.ts";
import { type DeployedOptions, type DeployedWorld, deployedWorld } from "../support/deployed/deployed-world.ts";
import type { Planwright } from "../support/deployed/planwright.ts";

export interface OpenOptions {
  /** Width of the window in CSS pixels. 1440 unless given. */
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** Milliseconds by which the clock of the browser is ahead of the server's; below zero where it is behind. */
  readonly aheadMs?: number;
  /** Address of the server, if not that of the Worker: a proxy before it. */
  readonly server?: string;
}

export interface OpenableDashboard {
  readonly served: DeployedWorld;
  readonly planwright: Planwright;
  /** Opens a path of the dashboard. Pages are closed after each test. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
}

/** One browser for all files, which run in one process: a start takes seconds. It ends with the process. */
let launched: Promise<Browser> | undefined;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `options` are those of the deployment. */
export function openableDashboard(options: DeployedOptions = {}): OpenableDashboard {
  const served = deployedWorld({ models: {}, ...options });
  let browser: Browser | undefined;
  beforeAll(async () => {
    launched ??= launchBrowser();
    browser = await launched;
  });
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
  return {
    served,
    get planwright() {
      return served.planwright;
    },
    async open(path, { aheadMs = 0, height = 900, scheme = "light", server, width = 1440 } = {}) {
      if (browser === undefined) throw new Error("the browser runs only while the tests of the file run");
      // Without motion a page is still as soon as it has nothing to tell.
      const look = { viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce" } as const;
      const url = new URL(path, server ?? served.planwright.endpoint).href;
      return openPage(browser, url, look, async (context) => {
        if (aheadMs !== 0) await context.addInitScript(shiftClock, aheadMs);
      });
    },
  };
}

/** Runs in the page, before what is its own. */
function shiftClock(aheadMs: number): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() + aheadMs;
}

/** Fails unless axe finds nothing wrong with what the page shows now. `rules` are those that are tried, all unless given. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // As the browser's own tools do it: the policy of the page lets no script in.
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe });
    await session.detach();
  }
  const { violations } = await page.evaluate(async (only) => {
    const { axe: engine } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return engine.run(only === undefined ? {} : { runOnly: { type: "rule", values: only } });
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
