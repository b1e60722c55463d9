/** A network that breaks and a Worker that goes away under an open page: said plainly, recovered without a reload, the log whole. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tool } from "../support/deployed/planwright.ts";
import { type CuttableProxy, cuttableProxy } from "./cuttable-proxy.ts";
import { goTo, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard();

let proxy: CuttableProxy;
beforeAll(async () => {
  proxy = await cuttableProxy(world.planwright.endpoint);
});
afterAll(() => proxy.close());

/** A run of `steps` calls of `ms` milliseconds, one after another, which then waits for a person. */
async function startRun(steps: number, ms: number): Promise<string> {
  const calls = Array.from({ length: steps }, (_, index) => ({
    tool: { stepId: `s${index}`, toolName: "slow", arguments: { ms } },
  }));
  const plan = { steps: [...calls, tool("last", "delete_note", { name: "x" })] };
  const options = { schedule: "SEQUENTIAL", limits: { maxSteps: steps + 1 } };
  return (await world.planwright.start({ source: { plan }, options })).id;
}

/** The request that the run waits for, once it does. */
async function asked(id: string): Promise<string> {
  const requestOf = () =>
    world.planwright.execution({ id }).then((execution) => execution?.pendingHumanInputs[0]?.id ?? "");
  await expect.poll(requestOf).not.toBe("");
  return requestOf();
}

/** Lets the run end, once it waits. */
async function release(id: string): Promise<void> {
  await world.planwright.answer(await asked(id), { accept: {} });
}

/** Sequences of all events that the page holds, in its order. */
async function shownSequences(page: Page): Promise<readonly number[]> {
  await page.getByRole("button", { name: "Copy JSON" }).click();
  await page.getByRole("status").filter({ hasText: "Copied the events" }).waitFor({ state: "attached" });
  const text = await page.evaluate(() => navigator.clipboard.readText());
  return (JSON.parse(text) as readonly { readonly sequence: number }[]).map(({ sequence }) => sequence);
}

/** Sequences of the log that is stored. */
async function storedSequences(id: string): Promise<readonly number[]> {
  const { execution } = await world.planwright.ask<{ execution: { events: { nodes: { sequence: number }[] } } }>(
    "query ($id: ID!) { execution(by: { id: $id }) { events(first: 500) { nodes { sequence } } } }",
    { id },
  );
  return execution.events.nodes.map(({ sequence }) => sequence);
}

async function openLog(id: string): Promise<Page> {
  const { page } = await world.open(`/executions/${id}?view=events`, { server: proxy.url });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  return page;
}

const ended = (page: Page) => page.getByText("ExecutionFinished").first().waitFor();
const isSamePage = (page: Page) => page.evaluate(() => "isSamePage" in globalThis);

describe("an open execution", () => {
  it("has every event once after its connections were cut twenty times, and shows no negative duration", async () => {
    const id = await startRun(40, 250);
    const page = await openLog(id);
    // A cut amid a file of the page is another matter: the page says so and offers to load it again.
    await page.getByText("ExecutionStarted").first().waitFor();
    const texts: string[] = [];
    let cuts = 0;
    let connections = 0;
    while (cuts < 20) {
      await page
        .getByRole("status")
        .filter({ hasText: /Live|Catching up/ })
        .first()
        .waitFor();
      // Somewhere in what a connection carries, another place each time.
      await page.waitForTimeout(cuts * 17);
      connections += proxy.cut();
      cuts += 1;
      texts.push(await page.locator("body").innerText());
    }
    expect(connections).toBeGreaterThanOrEqual(20);
    await release(id);
    await ended(page);
    expect(await shownSequences(page)).toEqual(await storedSequences(id));
    expect(texts.filter((text) => /(^|\s)[-−]\d+(\.\d+)? ?(ms|s|m)\b/m.test(text))).toEqual([]);
    expect(await isSamePage(page)).toBe(true);
  });

  it("[N625] [N657] says since when it reconnects while nothing answers, and goes on with objects that were thrown out of memory", async () => {
    const id = await startRun(3, 50);
    const page = await openLog(id);
    await page.getByText("StepWaiting").first().waitFor();
    proxy.goAway();
    await page.getByRole("status").filter({ hasText: "Reconnecting" }).waitFor();
    // [N625] Nothing goes on that nobody knows of, and it says since when.
    await page.getByText(/last heard 0:0[1-9] ago, (?:next try in 0:\d\d|trying now)/).waitFor();
    await goTo(page, `/executions/${id}`);
    await page.locator(".tl-lines .unknown").waitFor({ state: "attached" });
    await goTo(page, `/executions/${id}?view=events`);
    expect(await world.served.worker.evictExecutions("close")).toBeGreaterThan(0);
    proxy.comeBack();
    await release(id);
    await ended(page);
    expect(await shownSequences(page)).toEqual(await storedSequences(id));
    expect(await isSamePage(page)).toBe(true);
  });
});
