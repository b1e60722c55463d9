/** Nothing that somebody writes in a form is lost to what the page finds out meanwhile, and the focus stays where one writes. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually, tool } from "../../support/deployed/planwright.ts";
import { openableDashboard } from "../openable-dashboard.ts";
import { early, holdAnswer, type PageFrames, withFrames } from "../page-frames.ts";

declare const appeared: PageFrames["appeared"];
declare const later: PageFrames["later"];
declare const press: PageFrames["press"];
declare const rest: PageFrames["rest"];
declare const task: PageFrames["task"];
declare const write: PageFrames["write"];

const world = openableDashboard({ isShared: true });

const note = (stepId: string) => tool(stepId, "set_note", { name: stepId, text: "x" });

async function opened(path: string, sign: string): Promise<Page> {
  const { page } = await world.open(path);
  await page.locator(sign).first().waitFor();
  await withFrames(page);
  return page;
}

async function openedPlan(steps: readonly object[]): Promise<Page> {
  const page = await opened("/run?as=plan", ".write");
  await page.locator(".write").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(JSON.stringify({ steps }, null, 2));
  return page;
}

/** Writes letter after letter into a field, while what forms are checked with is loaded. Gives how many. */
async function typedWhileLoading(page: Page, selector: string, release: () => void): Promise<number> {
  const typing = page.evaluate(async (field) => {
    const loaded = () => performance.getEntriesByType("resource").some(({ name }) => name.includes("field-check"));
    let letters = 0;
    // Some more after it came.
    for (let left = 300; left > 0; left -= loaded() ? 1 : 0) {
      const { value } = document.querySelector<HTMLInputElement>(field) ?? { value: "" };
      write(field, `${value}e`);
      letters += 1;
      await task();
    }
    await rest();
    return letters;
  }, selector);
  release();
  return typing;
}

/** Keeps back what forms are checked with. */
async function holdCheck(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/field-check*", async (route) => {
    await released.promise;
    return route.continue();
  });
  return () => released.resolve();
}

beforeAll(async () => {
  for (const name of ["first-flow", "second-flow"]) {
    const source = { plan: { steps: [note("n")] } };
    await world.planwright.saveWorkflow({ name, description: name, inputSchema: { type: "object" }, source });
  }
});

describe("a plan as forms", () => {
  it("keeps what is typed as the name of a callable while the rest of the page changes", async () => {
    const page = await openedPlan([note("a")]);
    await page.getByRole("button", { name: "Form", exact: true }).click();
    const calls = page.getByRole("combobox", { name: "Calls" });
    await calls.waitFor();
    await page.evaluate(async () => {
      write("#step-0-callable", "text_j");
      // As when the answer to a check comes.
      const limit = document.querySelector<HTMLInputElement>("#o-labels");
      limit?.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await rest();
    });
    expect(await calls.inputValue()).toBe("text_j");
  });

  it("loses no letter of a step to the form of another step that learns to check itself", async () => {
    const page = await openedPlan([note("a"), note("b")]);
    const release = await holdCheck(page);
    await page.getByRole("button", { name: "Form", exact: true }).click();
    const field = page.locator("#step-0-field\\%2Ftext");
    await field.waitFor();
    await page.locator("#step-1-field\\%2Ftext").waitFor();
    const letters = await typedWhileLoading(page, "#step-0-field\\%2Ftext", release);
    expect(await field.inputValue()).toBe(`x${"e".repeat(letters)}`);
  });

  it("leads to what is wrong with the key, not after it", async () => {
    const page = await openedPlan([tool("a", "set_note", { name: "{{steps.b.output}}", text: "x" })]);
    await page.locator("#problem-0").waitFor();
    const isThere = await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      press(".");
      return document.querySelector("#problem-0")?.contains(document.activeElement);
    });
    expect(isThere).toBe(true);
  });

  it("gets a call while somebody writes elsewhere, who goes on writing there", async () => {
    const page = await openedPlan([note("a")]);
    await page.getByText("Nothing wrong").waitFor();
    await page.getByText("Bindings", { exact: true }).click();
    const choose = async () => {
      const held = await holdAnswer(page, "query ToolSchema");
      await page.getByRole("button", { name: "Add a call" }).click();
      await page.getByRole("combobox").fill("read_note");
      await page.getByRole("option", { name: /read_note/ }).waitFor();
      await page.keyboard.press("Enter");
      await held.asked;
      return held;
    };
    const steps = async () => ((await page.locator(".write").innerText()).match(/read_note"/g) ?? []).length;
    const first = await choose();
    const bindings = page.getByRole("textbox", { name: "Bindings as JSON" });
    await bindings.focus();
    await page.keyboard.type("{");
    first.release();
    await expect.poll(steps).toBeGreaterThan(0);
    const once = await steps();
    await page.keyboard.type("}");
    expect(await bindings.inputValue()).toBe("{}");

    const second = await choose();
    await page.locator(".write").focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type(" ");
    second.release();
    await expect.poll(steps).toBeGreaterThan(once);
    await page.keyboard.type(" ");
    expect((await page.locator(".write").innerText()).startsWith("  {\n")).toBe(true);
  });

  it("opens the search of callables with its field ready for the next key", async () => {
    const page = await openedPlan([]);
    const role = await page.evaluate(async () => {
      (document.activeElement as HTMLElement | null)?.blur();
      press("/");
      await later(0);
      return document.activeElement?.getAttribute("role");
    });
    expect(role).toBe("combobox");
  });

  it("has panels that do not close under somebody who mends what is wrong in them", async () => {
    const page = await openedPlan([note("a")]);
    const areOpen = await page.evaluate(async () => {
      const written = async (selector: string, texts: readonly string[]) => {
        const panel = document.querySelector(selector)?.closest("details");
        panel?.querySelector("summary")?.click();
        for (const text of texts) {
          await later(0);
          write(selector, text);
        }
        await rest();
        return panel?.open;
      };
      return [await written("#o-labels", ["team", "team: search"]), await written("#bindings", ["[", ""])];
    });
    expect(areOpen).toEqual([true, true]);
  });

  it("has panels that their reader can close, and that are open again where something stands in them", async () => {
    const page = await openedPlan([note("a")]);
    const bindings = page.getByRole("textbox", { name: "Bindings as JSON" });
    const summary = page.locator("summary", { hasText: "Bindings" });
    await summary.click();
    await bindings.fill('{"topic": "tides"}');
    await summary.click();
    await bindings.waitFor({ state: "hidden" });
    await page.reload();
    await bindings.waitFor();
  });
});

describe("a fork", () => {
  it("loses no letter of a step to the form of another step that learns to check itself", async () => {
    const { id } = await world.planwright.start({
      source: { plan: { steps: [note("a"), note("b")] } },
      options: { waitMs: 20_000, schedule: "SEQUENTIAL" },
    });
    await eventually(async () => (await world.planwright.execution({ id }))?.status === "SUCCEEDED");
    const page = await opened(`/executions/${id}?view=derive&kind=fork&step=a`, ".derive-row");
    const release = await holdCheck(page);
    for (const step of ["a", "b"]) await page.getByRole("button", { name: `Arguments of ${step}` }).click();
    const field = page.locator("#arguments-a-field\\%2Ftext");
    await field.waitFor();
    await page.locator("#arguments-b-field\\%2Ftext").waitFor();
    const letters = await typedWhileLoading(page, "#arguments-a-field\\%2Ftext", release);
    expect(await field.inputValue()).toBe(`x${"e".repeat(letters)}`);
  });
});

describe("a workflow", () => {
  it("that was chosen before cannot be started any more once another one is", async () => {
    const page = await opened("/run?as=workflow&name=first-flow", "#h-input");
    const held = await holdAnswer(page, "query WorkflowDetail");
    await page.waitForFunction(() => document.querySelector("#why-not")?.textContent === "");
    const why = await page.evaluate(async () => {
      const select = document.querySelector<HTMLInputElement>("#workflow-name");
      if (select !== null) select.value = "second-flow";
      select?.dispatchEvent(new Event("change", { bubbles: true }));
      await later(0);
      return document.querySelector("#why-not")?.textContent;
    });
    expect(why).toBe("Choose a workflow first");
    held.release();
    await page.locator("#h-input").waitFor();
    expect(await page.getByRole("combobox", { name: "Name", exact: true }).inputValue()).toBe("second-flow");
  });

  it("that somebody chooses as soon as there are any is not replaced by the first of them", async () => {
    for (const frames of early) {
      const page = await opened("/run?as=ask", "#query");
      const name = await page.evaluate(async (count) => {
        const there = appeared("#workflow-name option + option");
        const modes = [...document.querySelectorAll<HTMLElement>("[aria-label='What to run'] button")];
        modes.find(({ textContent }) => textContent === "Workflow")?.click();
        await there;
        await later(count);
        const select = document.querySelector<HTMLInputElement>("#workflow-name");
        if (select !== null) select.value = "second-flow";
        select?.dispatchEvent(new Event("change", { bubbles: true }));
        await rest();
        return select?.value;
      }, frames);
      expect(name).toBe("second-flow");
    }
  });
});

describe("an answer", () => {
  it("is written on where somebody writes when the server refuses it, and an added item is written in at once", async () => {
    const responseSchema = {
      type: "object",
      required: ["code"],
      properties: {
        code: { type: "string", pattern: "^[A-Z]+$" },
        remark: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
      },
    };
    const { id } = await world.planwright.start({
      source: { plan: { steps: [{ humanInput: { stepId: "fill", prompt: "Which code?", responseSchema } }] } },
    });
    const requestId = await eventually(
      async () => (await world.planwright.execution({ id }))?.pendingHumanInputs[0]?.id ?? null,
    );
    const page = await opened("/", "h1");
    await page.route("**/field-check*", (route) => route.abort());
    await page.goto(new URL(`/inbox/${encodeURIComponent(requestId)}`, page.url()).href);
    await page.getByRole("textbox", { name: "code" }).fill("abc");
    await page.getByRole("group", { name: "tags optional" }).getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Add an item" }).waitFor();
    await withFrames(page);
    const added = await page.evaluate(async () => {
      const buttons = [...document.querySelectorAll<HTMLElement>("button")];
      buttons.find(({ textContent }) => textContent === "Add an item")?.click();
      await later(0);
      return document.activeElement?.tagName;
    });
    expect(added).toBe("INPUT");
    const held = await holdAnswer(page, "mutation AnswerRequest");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await held.asked;
    const remark = page.getByRole("textbox", { name: "remark" });
    await remark.focus();
    held.release();
    await page.getByText("This does not have the required form").waitFor();
    await page.evaluate(() => rest());
    await page.keyboard.type("In haste");
    expect(await remark.inputValue()).toBe("In haste");
  });
});
