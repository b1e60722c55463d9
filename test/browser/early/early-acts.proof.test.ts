/** Nothing that somebody does before the page has come to rest is undone: choosing, moving and going elsewhere. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually, tool } from "../../support/deployed/planwright.ts";
import { openableDashboard } from "../openable-dashboard.ts";
import { early, holdAnswer, type PageFrames, withFrames } from "../page-frames.ts";

declare const appeared: PageFrames["appeared"];
declare const later: PageFrames["later"];
declare const press: PageFrames["press"];
declare const rest: PageFrames["rest"];
declare const write: PageFrames["write"];

const world = openableDashboard({ isShared: true });

const start = async (steps: readonly object[], options: object = {}) =>
  (await world.planwright.start({ source: { plan: { steps } }, options: { waitMs: 20_000, ...options } })).id;

/** Opens a path, and waits until something of it is there. */
async function opened(path: string, sign: string): Promise<Page> {
  const { page } = await world.open(path);
  await page.locator(sign).first().waitFor();
  await withFrames(page);
  return page;
}

const focusedStep = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-step]")?.dataset.step ?? null);

/** Two steps in a group, and one after it. */
let grouped = "";
/** Starts the workflow `child`, which waits for a person, and has a step after it. */
let parent = "";

beforeAll(async () => {
  const plan = { steps: [{ humanInput: { stepId: "verify", prompt: "Is it so?" } }] };
  await world.planwright.saveWorkflow({
    name: "child",
    description: "Asks.",
    inputSchema: { type: "object" },
    source: { plan },
  });
  const both = {
    stepId: "both",
    steps: [tool("one", "structured_without_schema", {}), tool("two", "structured_without_schema", {})],
  };
  grouped = await start([{ parallel: both }, tool("after", "structured_without_schema", {}, { after: ["both"] })]);
  parent = await start(
    [tool("facts", "child", {}), tool("more", "structured_without_schema", {}, { after: ["facts"] })],
    {
      waitMs: 0,
    },
  );
});

describe("the list of executions", () => {
  it("keeps what is typed on in a filter while its first part comes into the address", async () => {
    for (const frames of early) {
      const page = await opened("/", ".runs tbody tr");
      await page.getByLabel("May call").focus();
      await page.locator("#callable-names option[value=structured_without_schema]").waitFor({ state: "attached" });
      await page.evaluate(async (count) => {
        write("[aria-label='May call']", "structured_without_schema");
        await later(count);
        write("[aria-label='May call']", "structured_without_schema_");
        await rest();
        write("[aria-label=Labels]", "team=a");
        document.querySelector("[aria-label=Labels]")?.dispatchEvent(new Event("change", { bubbles: true }));
        await later(count);
        write("[aria-label=Labels]", "team=ab");
        await rest();
      }, frames);
      expect(await page.getByLabel("May call").inputValue()).toBe("structured_without_schema_");
      expect(await page.getByLabel("Labels").inputValue()).toBe("team=ab");
    }
  });

  it("leaves the focus to the key that follows the one that shows what is new", async () => {
    const page = await opened("/", ".runs tbody tr");
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    const id = await start([tool("say", "structured_without_schema", {})]);
    await page.getByRole("button", { name: "1 new execution" }).waitFor();
    const at = await page.evaluate(async () => {
      press("n");
      await later(0);
      press("j");
      await rest();
      return [...document.querySelectorAll(".runs tbody tr")].findIndex((row) => row.contains(document.activeElement));
    });
    expect(at).toBe(1);
    await page.locator(`.runs tbody tr[data-id="${id}"]`).waitFor();
  });

  it("takes a key for its dialog as soon as another key has opened it", async () => {
    const page = await opened("/", ".runs tbody tr");
    const isOpen = await page.evaluate(async () => {
      press("?");
      await later(0);
      return document.querySelector("dialog")?.open ?? null;
    });
    expect(isOpen).toBe(true);
  });

  it("calls nobody back who goes elsewhere while it looks for an execution", async () => {
    await start([tool("say", "structured_without_schema", {})], { idempotencyKey: "order-1" });
    const page = await opened("/", ".runs tbody tr");
    const held = await holdAnswer(page, "ExecutionFind");
    await page.getByLabel("Execution ID or idempotency key").fill("order-1");
    await page.keyboard.press("Enter");
    await held.asked;
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await held.answered();
    expect(new URL(page.url()).pathname).toBe("/usage");
  });
});

describe("the frame", () => {
  it("does not call back a user who continues with Tab from the link to a view", async () => {
    for (const frames of early) {
      const page = await opened("/", ".runs tbody tr");
      await page.evaluate(async (count) => {
        document.querySelector<HTMLElement>("nav a[href='/run']")?.click();
        await later(count);
        document.querySelector<HTMLElement>("nav a[href='/usage']")?.focus();
        await rest();
      }, frames);
      expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/usage");
    }
  });
});

describe("an execution", () => {
  it("takes its keys as soon as it is there", async () => {
    const page = await opened("/", ".runs tbody tr");
    await page.evaluate(async (id) => {
      const there = appeared("[role=tablist]");
      document.querySelector<HTMLElement>(`.runs tr[data-id="${id}"] a`)?.click();
      await there;
      press("g");
      press("e");
    }, grouped);
    await page.waitForURL(/view=events/);
  });

  it("that is being deleted calls nobody back who has gone elsewhere", async () => {
    const page = await opened(
      `/executions/${await start([tool("say", "structured_without_schema", {})])}`,
      "[data-step=say]",
    );
    const held = await holdAnswer(page, "mutation DeleteExecution");
    await page.getByLabel("More actions").click();
    await page.getByRole("button", { name: "Delete the execution" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await held.asked;
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await held.answered();
    expect(new URL(page.url()).pathname).toBe("/usage");
  });

  it("has the focus at a step in a folded group as soon as a key has selected it", async () => {
    const page = await opened(`/executions/${grouped}`, "[data-step=one]");
    await page.locator("[data-step=both]").click();
    await page.keyboard.press("ArrowLeft");
    await page.locator("[data-step=one]").waitFor({ state: "detached" });
    await page.evaluate(async () => {
      press("j");
      await later(0);
      press("ArrowDown");
      await rest();
    });
    expect(await focusedStep(page)).toBe("two");
  });

  it("goes on from the step that a key has selected, though a line of a child was selected before", async () => {
    const page = await opened(`/executions/${parent}`, "[data-step=facts][aria-expanded=false]");
    await page.locator("[data-step=facts]").click();
    await page.keyboard.press("ArrowRight");
    await page.locator("[data-step=verify]").click();
    await page.locator("[data-step=verify][aria-selected=true]:focus").waitFor();
    await page.evaluate(async () => {
      press("j");
      await later(0);
      press("ArrowUp");
      await rest();
    });
    expect(await focusedStep(page)).toBe("verify");
  });

  it("has its graph reached by Tab at the node that an arrow led to right after another one was chosen", async () => {
    for (const frames of early) {
      const page = await opened(`/executions/${grouped}?view=graph`, "[role=option][data-node=after]");
      const at = await page.evaluate(async (count) => {
        document.querySelector<SVGElement>("[data-node=after]")?.focus();
        press("Enter");
        await later(count);
        press("ArrowUp");
        await rest();
        const node = document.activeElement;
        return { node: node?.getAttribute("data-node"), tabindex: node?.getAttribute("tabindex") };
      }, frames);
      expect(at).toEqual({ node: expect.not.stringMatching(/^after$/), tabindex: "0" });
    }
  });
});

describe("the inbox", () => {
  const question = (prompt: string) => ({ humanInput: { stepId: "ask", prompt, kind: "APPROVAL" } });
  const ask = async (prompt: string) => {
    const { id } = await world.planwright.start({ source: { plan: { steps: [question(prompt)] } } });
    return eventually(async () => (await world.planwright.execution({ id }))?.pendingHumanInputs[0]?.id ?? null);
  };

  it("shows the request that somebody chose as soon as there was a list, not the first of it", async () => {
    const requests = [await ask("The first?"), await ask("The second?")];
    for (const frames of early) {
      const page = await opened("/usage", "h1");
      const chosen = await page.evaluate(async (count) => {
        const there = appeared("li + li [data-request]");
        document.querySelector<HTMLElement>("nav a[href='/inbox']")?.click();
        await there;
        await later(count);
        const links = [...document.querySelectorAll<HTMLElement>("[data-request]")];
        links.at(-1)?.click();
        await rest();
        return links.at(-1)?.dataset.request;
      }, frames);
      expect(chosen).toBe(requests[1]);
      expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/inbox/${chosen}`);
    }
  });

  it("asks for the reason at once, and does not take the focus from a user who searches when the next request is there", async () => {
    const requests = [await ask("Now?"), await ask("Then?")];
    const page = await opened(`/inbox/${encodeURIComponent(requests[0] ?? "")}`, ".form-end button");
    const asked = await page.evaluate(async () => {
      const buttons = [...document.querySelectorAll<HTMLElement>(".form-end button")];
      buttons.find(({ textContent }) => textContent === "Decline")?.click();
      await later(0);
      return document.activeElement?.id;
    });
    expect(asked).toBe("ask-reason");
    const held = await holdAnswer(page, "query RequestDetail");
    await page.getByRole("button", { name: "Decline" }).click();
    await held.asked;
    const search = page.getByRole("searchbox", { name: "Search the requests that are loaded" });
    await search.focus();
    await page.keyboard.type("e");
    held.release();
    await page.locator("#ask-title").waitFor();
    await page.evaluate(() => rest());
    await page.keyboard.type("n");
    expect(await search.inputValue()).toBe("en");
  });
});
