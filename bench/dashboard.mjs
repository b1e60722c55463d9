/**
 * The dashboard in a headless browser over the local runtime: how soon a first load shows something useful, how a run of ten thousand
 * events opens and scrolls, how even the page stays while a run continues, the memory that it keeps, and how a run of 100,000 events opens.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { projectRoot } from "../scripts/setup.mjs";
import { withBrowser } from "../test/support/deployed/browser.ts";
import { summary } from "./measure.mjs";
import { askProduct } from "./sides.mjs";

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id } errors { message } }
  }
`;

/** Notes in the page when something first stood there, and every task of more than 50 ms: when it began and how long it took. */
const witness = (events) => `
  self.witness = { tasks: [], seen: {} };
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) self.witness.tasks.push({ duration, startTime });
  }).observe({ type: "longtask" });
  const listed = () => Number(document.querySelector("#tab-events .n")?.textContent.replace(/\\D/g, "") ?? 0);
  const wanted = {
    summary: () => document.querySelector(".summary-line:not([aria-busy])") !== null,
    lines: () => document.querySelectorAll('[role="treegrid"] [role="row"]').length > 3,
    row: () => document.querySelector(".runs tbody tr a") !== null,
    log: () => document.querySelector(".ev-item") !== null,
    whole: () => document.querySelector(".ev-item") !== null && listed() >= ${events},
  };
  const look = () => {
    for (const [name, isThere] of Object.entries(wanted)) {
      if (!(name in self.witness.seen) && isThere()) self.witness.seen[name] = performance.now();
    }
    requestAnimationFrame(look);
  };
  look();
`;

/** Gives the figures of the dashboard of a product whose tools are registered. `startProduct` starts one with tools in code. Times in milliseconds. */
export async function measureDashboard(product, startProduct, quick, onProgress) {
  onProgress("the dashboard in a browser");
  return withBrowser(async (browser) => {
    const open = async (path, events = 1, { url } = product) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript({ content: witness(events) });
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      return { page, close: () => context.close() };
    };
    const long = await startRun(product, quick ? 50 : 5_000, 0);
    const events = await ended(product, long);
    const firstLoad = await measureFirstLoad(open, quick);
    const opening = await measureOpening(open, long, events, quick);
    const live = [];
    for (const view of ["timeline", "events"]) live.push(await measureLive(product, open, view, quick, onProgress));
    const longest = await measureLongest(startProduct, open, quick, onProgress);
    return { scriptGzipBytes: firstLoadScripts(), firstLoad, opening, live, longest };
  });
}

/** Compressed bytes of the scripts of the first load: the entry, and its static imports. */
function firstLoadScripts() {
  const folder = join(projectRoot, "dist/assets/dashboard");
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const files = new Set();
  const add = (name) => {
    const { file, imports = [] } = manifest[name];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  add("index.html");
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
}

function startRun(product, steps, ms) {
  const calls = Array.from({ length: steps }, (_, index) => ({
    tool: { toolName: "echo", arguments: { v: index, ms } },
  }));
  const options = { schedule: "SEQUENTIAL", limits: { maxSteps: steps, maxParallel: 1 } };
  return startPlan(product, calls, options);
}

/** A map whose calls fail at each of their ten attempts: eleven events an item, and 100,104 in all. */
function startLongest(product, quick) {
  const items = quick ? 300 : 9_100;
  const parallel = 50;
  const call = {
    toolName: "fail_code",
    arguments: { v: "{{item}}" },
    policy: { maxAttempts: 10, initialBackoffMs: 0 },
  };
  const map = {
    ...{ stepId: "all", over: Array.from({ length: items }, (_, v) => v), step: { tool: call } },
    ...{ maxItems: items, maxFailures: items, maxConcurrency: parallel },
  };
  return startPlan(product, [{ map }], { limits: { maxParallel: parallel } });
}

async function startPlan(product, steps, options) {
  const { executePlan: started } = await askProduct(product, executePlan, {
    input: { source: { plan: { steps } }, options },
  });
  if (started.execution === null) throw new Error(`The product did not run: ${JSON.stringify(started.errors)}`);
  return started.execution.id;
}

async function ended(product, id) {
  const status = "query ($id: ID!) { execution(by: { id: $id }) { finishedAt lastSequence } }";
  for (;;) {
    const { execution } = await askProduct(product, status, { id });
    if (execution.finishedAt !== null) return execution.lastSequence;
    await delay(200);
  }
}

/** From the start of the navigation to the first row of the list, each time in a browser that has nothing of the page yet. */
async function measureFirstLoad(open, quick) {
  const times = [];
  for (let turn = 0; turn < (quick ? 2 : 7); turn++) {
    const { close, page } = await open("/");
    await page.waitForFunction(() => "row" in self.witness.seen);
    times.push(await page.evaluate(() => self.witness.seen.row));
    await close();
  }
  return { ...summary(times), targetMs: 1_000 };
}

/**
 * From the start of the navigation to the summary and the first lines of the timeline, and on the page of the log to its first event and the whole
 * of it. Then the longest task while the log is scrolled from end to end.
 */
async function measureOpening(open, id, events, quick) {
  const times = [];
  const firstEvents = [];
  const seen = [];
  let longestTaskMs = 0;
  for (let turn = 0; turn < (quick ? 1 : 5); turn++) {
    seen.push(await seenOf(open, `/executions/${id}`));
    const { close, page } = await open(`/executions/${id}?view=events`, events);
    await page.waitForFunction(() => "whole" in self.witness.seen);
    const { log, whole } = await page.evaluate(() => self.witness.seen);
    times.push(whole);
    firstEvents.push(log);
    // All other data of the page is read and shown: only the cost of scrolling is measured.
    await delay(quick ? 100 : 3_000);
    longestTaskMs = Math.max(longestTaskMs, await scrolled(page));
    await close();
  }
  return {
    events,
    ...summary(times),
    firstEvent: summary(firstEvents),
    summary: summary(seen.map((one) => one.summary)),
    lines: summary(seen.map((one) => one.lines)),
    targetMs: 1_500,
    longestTaskMs,
    targetTaskMs: 100,
  };
}

/** When a page first had the summary and lines of a run. `after` is done with the page once it has them. */
async function seenOf(open, path, after = async () => undefined, product = undefined) {
  const { close, page } = await open(path, 1, product);
  await page.waitForFunction(() => "summary" in self.witness.seen && "lines" in self.witness.seen);
  const seen = await page.evaluate(() => self.witness.seen);
  const more = await after(page);
  await close();
  return { ...seen, ...more };
}

/** How a run of 100,000 events opens, and what its page keeps: of so long a log it reads the end. */
async function measureLongest(startProduct, open, quick, onProgress) {
  onProgress("a run of 100,000 events in the dashboard");
  const product = await startProduct();
  try {
    const id = await startLongest(product, quick);
    const events = await ended(product, id);
    const seen = [];
    for (let turn = 0; turn < (quick ? 1 : 5); turn++) {
      const read = async (page) => {
        await delay(quick ? 200 : 2_000);
        return { heapBytes: await heapOf(await page.context().newCDPSession(page)) };
      };
      seen.push(await seenOf(open, `/executions/${id}`, read, product));
    }
    const of = (name) => summary(seen.map((one) => one[name]));
    const targets = { targetMs: 1_500, targetHeapMegabytes: 60 };
    return { events, summary: of("summary"), lines: of("lines"), heapBytes: of("heapBytes").p95, ...targets };
  } finally {
    await product.stop();
  }
}

/** Memory of the scripts of a page after a tidy. */
async function heapOf(session) {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}

/** The longest task since a moment of the page, 0 for none over 50 ms. */
async function longestTask(page, from) {
  const tasks = await page.evaluate(() => self.witness.tasks);
  return Math.max(0, ...tasks.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration));
}

/** Scrolls the log to its end, a wheel of 6,000 pixels a frame and now and then back, and gives the longest task meanwhile, 0 for none over 50 ms. */
async function scrolled(page) {
  const from = await page.evaluate(() => performance.now());
  await page.mouse.move(400, 500);
  const isAtEnd = () => {
    const stage = document.querySelector("#stage");
    return stage.scrollTop + stage.clientHeight >= stage.scrollHeight - 1;
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let turn = 0; turn < 200 && !(await page.evaluate(isAtEnd)); turn++) {
    await page.mouse.wheel(0, turn % 4 === 3 ? -1_500 : 6_000);
    await page.evaluate(frame);
  }
  if (!(await page.evaluate(isAtEnd))) throw new Error("The log could not be scrolled to its end");
  await delay(300);
  return longestTask(page, from);
}

/** Frames and the longest task of the page, and the memory of its scripts after a tidy, while a run of about 100 events a second continues. */
async function measureLive(product, open, view, quick, onProgress) {
  onProgress(`a live run in the dashboard, ${view}`);
  const steps = quick ? 150 : 2_000;
  const id = await startRun(product, steps, 2);
  const { close, page } = await open(`/executions/${id}?view=${view}`);
  const session = await page.context().newCDPSession(page);
  const heap = () => heapOf(session);
  await page.waitForFunction(() => document.querySelector("#tab-events .n") !== null);
  await delay(quick ? 200 : 3_000);
  const before = { bytes: await heap(), events: await listed(page), at: performance.now() };
  // Without the tidy, which is the bench's own.
  const from = await page.evaluate(() => performance.now());
  const frames = await page.evaluate(
    (durationMs) =>
      new Promise((resolve) => {
        const times = [];
        const end = performance.now() + durationMs;
        let last = performance.now();
        const next = (at) => {
          times.push(at - last);
          last = at;
          if (at < end) requestAnimationFrame(next);
          else resolve(times);
        };
        requestAnimationFrame(next);
      }),
    quick ? 300 : 10_000,
  );
  const longestTaskMs = await longestTask(page, from);
  const perSecond = (((await listed(page)) - before.events) * 1_000) / (performance.now() - before.at);
  const events = await ended(product, id);
  await page.waitForFunction(
    (count) => Number(document.querySelector("#tab-events .n").textContent.replace(/\D/g, "")) >= count,
    events,
  );
  await delay(1_000);
  const bytesPerEvent = ((await heap()) - before.bytes) / Math.max(1, events - before.events);
  await close();
  const targets = { targetFrameMs: 50, targetTaskMs: 100 };
  return { view, events, perSecond, frames: summary(frames), longestTaskMs, ...targets, bytesPerEvent };
}

/** Events that the page has. */
async function listed(page) {
  return Number((await page.locator("#tab-events .n").innerText()).replace(/\D/g, ""));
}
