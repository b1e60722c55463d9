/** The progress of a tool in the dashboard: seen while the step runs, beside it and in the inspector, with nothing that moves or is announced. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningServer, startExampleServer } from "../../examples/mcp-server/server.ts";
import { tool } from "../support/deployed/planwright.ts";
import { expectAccessible, openableDashboard } from "./openable-dashboard.ts";

interface Shift {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

const world = openableDashboard({ servers: {} });

let server: RunningServer;
beforeAll(async () => {
  server = await startExampleServer(0, { delayMs: 24_000 });
  await world.planwright.register("example", `${server.url}/mcp`, true);
});
afterAll(() => server?.close());

it("[N364] a running step shows how far it is, with a bar where the tool says how much there is, and nothing moves", async () => {
  const steps = [tool("research", "research_blog", { topic: "Tea", skill_id: "s" })];
  const { id } = await world.planwright.start({ source: { plan: { steps } }, options: { waitMs: 0 } });
  const { complaints, page } = await world.open(`/executions/${id}?step=research`);
  const line = page.locator('[data-step="research"]');
  const progress = page.getByRole("region", { name: "Progress" });
  await line.getByText("0 of 3, Reading: Background").waitFor();
  const bar = progress.getByRole("progressbar");
  await bar.waitFor();
  await expectAccessible(page);
  // The time line moves with the time; nothing else does, and nothing up or down.
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as readonly { readonly sources: readonly Shift[] }[]) {
        for (const { currentRect, node, previousRect } of sources)
          if (currentRect.y !== previousRect.y) moved.push(node?.textContent ?? "");
      }
    }).observe({ type: "layout-shift" });
  });
  await line.getByText("1 of 3, Reading: State of the art").waitFor();
  expect(
    await bar.evaluate((element) => [(element as HTMLProgressElement).value, (element as HTMLProgressElement).max]),
  ).toEqual([1, 3]);
  await progress.getByText("1 of 3, Reading: State of the art").waitFor();
  await line.getByText("2 of 3, Reading: Outlook").waitFor();
  expect(await page.evaluate(() => (window as unknown as { readonly moved: readonly string[] }).moved)).toEqual([]);
  const announced = await page.evaluate(() =>
    [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]")].map(
      (live) => live.textContent,
    ),
  );
  expect(announced.join(" ")).not.toContain("Reading");
  await page.locator(".summary").getByText("Succeeded", { exact: true }).waitFor();
  await expect.poll(() => progress.count()).toBe(0);
  expect(complaints).toEqual([]);
});
