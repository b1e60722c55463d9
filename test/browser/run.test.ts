/** Running a plan, a workflow and a question, and running an execution again with changes. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { fakeHttpServer, sendJson } from "../support/callees/http-server.ts";
import { expectAccessible, expectNoSidewaysScroll, goTo, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard({ isShared: true });

const hostile = `<img src=x onerror="document.title='ran'"> \u202Edetrevni`;
const research = { stepId: "research", toolName: "research_blog", arguments: { topic: "Tides", skill_id: "research" } };
const write = (field: string) => ({
  stepId: "write",
  toolName: "create_blog_post",
  arguments: { artifact_id: `{{steps.research.output.${field}}}`, skill_id: "blog_writing", instructions: "Be short" },
});
const planOf = (...tools: object[]) => JSON.stringify({ steps: tools.map((one) => ({ tool: one })) }, null, 2);

beforeAll(async () => {
  const made = await world.planwright.ask<{ [name: string]: { errors: { message: string }[] } }>(
    `mutation ($agent: RegisterAgentInput!, $workflow: SaveWorkflowInput!) {
      registerAgent(input: $agent) { errors { message } }
      saveWorkflow(input: $workflow) { errors { message } }
    }`,
    {
      agent: { name: "hostile", description: hostile, source: { local: { instructions: hostile } } },
      workflow: {
        name: "publish",
        description: hostile,
        source: {
          plan: { steps: [{ tool: { ...research, arguments: { topic: "{{input.topic}}", skill_id: "research" } } }] },
        },
        inputSchema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
      },
    },
  );
  expect(Object.values(made).flatMap(({ errors }) => errors)).toEqual([]);
});

/** Replaces what stands in the editor, as somebody who pastes. */
async function writePlan(page: Page, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: /Plan as JSON/ });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function started(page: Page): Promise<string> {
  await page.waitForURL(/\/executions\/[^/?]+(?:\?(?!.*view=derive).*)?$/);
  return decodeURIComponent(new URL(page.url()).pathname.split("/")[2] ?? "");
}

async function executionCount(): Promise<number> {
  const { executions } = await world.planwright.ask<{ executions: { nodes: unknown[] } }>(
    "{ executions(first: 100) { nodes { id } } }",
  );
  return executions.nodes.length;
}

const start = (page: Page) => page.getByRole("button", { name: "Start" });

describe("a plan", () => {
  it("[N654] [N656] of a run is opened in the editor with its values, is named by its subject, and what was written there comes back", async () => {
    const { id } = await world.planwright.start({
      source: {
        plan: {
          steps: [
            { tool: { ...research, arguments: { topic: "{{bindings.about}}", skill_id: "{{bindings.skill}}" } } },
            { tool: { stepId: "note", toolName: "set_note", arguments: { name: "Low water", text: "x" } } },
          ],
        },
      },
      bindings: { about: "Tides", skill: "research" },
      options: { waitMs: 20_000 },
    });
    const { complaints, page } = await world.open("/run?as=plan");
    const editor = page.getByRole("textbox", { name: /Plan as JSON/ });
    await writePlan(page, "{ mine");
    await goTo(page, `/executions/${id}`);
    await page.getByRole("heading", { level: 1, name: "research_blog, set_note “Low water”" }).waitFor();
    await page.getByLabel("More actions").click();
    await page.getByRole("link", { name: "Open in the editor" }).click();
    const note = page.getByRole("status").filter({ hasText: "Changes here do not change that run" });
    await note.waitFor();
    await page.getByText("2 warnings").waitFor();
    expect(await editor.innerText()).toContain("{{bindings.about}}");
    expect(JSON.parse(await page.getByRole("textbox", { name: /Bindings/ }).inputValue())).toEqual({
      about: "Tides",
      skill: "research",
    });
    expect(new URL(page.url()).search).toBe("?as=plan");
    await expectAccessible(page);
    await note.getByRole("button", { name: "Bring it back" }).click();
    await expect.poll(() => editor.innerText()).toContain("{ mine");
    await note.waitFor({ state: "detached" });
    await goTo(page, `/run?as=plan&document=${encodeURIComponent('["<b>"]')}`);
    await page.getByText(/required is a JSON object of 8,000 characters/).waitFor();
    await goTo(page, `/run?as=plan&document=${encodeURIComponent(planOf(research))}`);
    await page.getByText("The plan that a link brought. Nothing of it has run.").waitFor();
    await goTo(page, "/run?as=plan&of=gone");
    await page.getByText(/^Cannot open the plan of the execution gone: .* found none\.$/).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows a wrong reference at its line; taking the proposal mends it, and starting it leads to its execution", async () => {
    const { complaints, page } = await world.open("/run?as=plan");
    await writePlan(page, planOf(research, write("artifactId")));
    const box = page.getByRole("note").filter({ hasText: 'no field "artifactId"' });
    await box.waitFor();
    const line = page.locator(".lines li.bad");
    await expect.poll(() => line.locator(".ln").innerText()).toBe("18");
    // What is said stands between the line and the next one, in the text that one writes too.
    const places = () =>
      box.evaluate((said) => {
        const node = document.querySelector(".write")?.firstChild as Text;
        const range = document.createRange();
        const at = node.data.indexOf('"skill_id": "blog_writing"');
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const text = range.getBoundingClientRect().top;
        const next = document.querySelectorAll(".lines li")[18]?.getBoundingClientRect().top ?? 0;
        return { isAtItsLine: Math.abs(text - next) < 6, isBelow: said.getBoundingClientRect().bottom <= text };
      });
    await expect.poll(places).toEqual({ isAtItsLine: true, isBelow: true });
    await page.getByText(/^Fix [12] errors? first$/).waitFor();
    await expect.poll(() => start(page).getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page);

    await start(page).focus();
    await page.keyboard.press(".");
    await page.locator("button.pick:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Nothing wrong").waitFor();
    await page.locator(".waves").getByText("write").waitFor();
    await start(page).click();
    const { execution } = await world.planwright.ask<{ execution: { plan: { steps: { stepId: string }[] } } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { plan { steps { stepId } } } }",
      { id: await started(page) },
    );
    expect(execution.plan.steps.map(({ stepId }) => stepId)).toEqual(["research", "write"]);
    expect(complaints).toEqual([]);
  });

  it("starts once however often one clicks, and again under the same key when the answer was lost", async () => {
    const { page } = await world.open("/run?as=plan");
    await writePlan(page, planOf(research));
    await page.getByText("Nothing wrong").waitFor();
    const sent: string[] = [];
    await page.route("**/graphql", async (route) => {
      const body = route.request().postData() ?? "";
      if (!body.includes("mutation StartPlan")) return route.fallback();
      sent.push(
        (JSON.parse(body) as { variables: { input: { options: { idempotencyKey: string } } } }).variables.input.options
          .idempotencyKey,
      );
      const response = await route.fetch();
      return sent.length === 1 ? route.abort() : route.fulfill({ response });
    });
    const before = await executionCount();
    await start(page).dblclick();
    await page.getByText("Starting again is safe").waitFor();
    expect(sent).toHaveLength(1);
    await page.reload();
    await page.getByText("Nothing wrong").waitFor();
    await start(page).click();
    const id = await started(page);
    expect(new Set(sent).size).toBe(1);
    const { execution } = await world.planwright.ask<{ execution: { idempotencyKey: string } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { idempotencyKey } }",
      { id },
    );
    expect(execution.idempotencyKey).toBe(sent[0]);
    await expect.poll(executionCount).toBe(before + 1);
  });

  it("[N613] [N787] takes a step from the registry, names its empty texts at the end of their lines so that no line moves, shows descriptions as the text that they are, and is usable at 320 px", async () => {
    const { complaints, page } = await world.open("/run?as=plan", { width: 320, scheme: "dark" });
    await page.getByRole("button", { name: "Add a call" }).click();
    await page
      .getByRole("option", { name: /hostile/ })
      .getByText("<img src=x")
      .waitFor();
    await page.getByRole("combobox").fill("research_b");
    await page.keyboard.press("Enter");
    // What is required and empty is no plan yet, though an empty text fits the schema.
    await page.getByText("topic is required and empty: write a text or a reference.").first().waitFor();
    await page.getByText(/^Fix [12] errors? first$/).waitFor();
    const beside = page.locator(".lines li > .beside");
    await beside.first().waitFor();
    expect(await page.locator(".lines .here").count()).toBe(0);
    expect((await beside.locator("xpath=..").first().boundingBox())?.height).toBe(22);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(await page.title()).not.toBe("ran");
    expect(complaints).toEqual([]);
    await expect
      .poll(async () => JSON.parse(await page.locator(".write").innerText()))
      .toMatchObject({
        steps: [{ tool: { toolName: "research_blog", arguments: { topic: "" } } }],
      });
    await page.locator(".write").focus();
    await page.keyboard.press("ControlOrMeta+z");
    await page.getByText("Add a call first").waitFor();
  });
});

describe("the editor of a plan", () => {
  it("[N672] completes callables, arguments and references by keyboard alone, and shows their types", async () => {
    const { complaints, page } = await world.open("/run?as=plan");
    const write = page.locator(".write");
    const list = page.getByRole("listbox", { name: "What can be written here" });
    const chosen = () =>
      write.evaluate((element) => {
        const option = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
        return option?.querySelector(".name")?.textContent ?? null;
      });
    await write.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText('{"steps": [{"tool": {"stepId": "a", "toolName": "');
    await page.keyboard.type("rese");
    await expect.poll(chosen).toBe("research_blog");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await list.waitFor({ state: "detached" });
    await page.keyboard.type(', "arguments": {');
    await list
      .getByText(/^string · required/)
      .first()
      .waitFor();
    await page.keyboard.type('"topi');
    await expect.poll(chosen).toBe("topic");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ships");
    await page.keyboard.press("End");
    await page.keyboard.insertText(', "skill_id": "s"}}}, {"tool": {"stepId": "b", "toolName": "');
    await page.keyboard.type("set_no");
    await expect.poll(chosen).toBe("set_note");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText(', "arguments": {"name": "n", "text": "On ');
    await page.keyboard.type("{{");
    await expect.poll(chosen).toBe("steps.a.output");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.type('"}}}]}');
    const text = () => write.innerText();
    await expect.poll(text).toContain('"text": "On {{steps.a.output}}"');
    await page.keyboard.press("Control+Space");
    await expect.poll(() => list.count()).toBe(0);
    expect(JSON.parse(await text())).toMatchObject({
      steps: [
        { tool: { toolName: "research_blog", arguments: { topic: "ships" } } },
        { tool: { toolName: "set_note" } },
      ],
    });
    // What was taken is taken back like what was typed.
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(text).not.toContain("}]}");
    expect(complaints).toEqual([]);
  });
});

describe("a link to the run of a callable", () => {
  it("puts a call of it into the plan that somebody is writing, once, and loses nothing of it", async () => {
    const { page } = await world.open("/run?as=plan");
    await writePlan(page, planOf(research));
    await page.getByText("Nothing wrong").waitFor();
    await page.goto(new URL("/registry/tool/read_note", page.url()).href);
    await page.locator(".acts").getByRole("link", { name: "Run" }).click();
    await page.waitForURL((url) => url.pathname === "/run" && !url.search.includes("call"));
    const ids = async () => {
      const { steps } = JSON.parse(await page.locator(".write").innerText()) as {
        steps: { tool: { toolName: string } }[];
      };
      return steps.map((one) => one.tool.toolName);
    };
    await expect.poll(ids).toEqual(["research_blog", "read_note"]);
    await page.reload();
    await page.locator(".problems, .tag.ok").first().waitFor();
    await expect.poll(ids).toEqual(["research_blog", "read_note"]);
  });
});

describe("a workflow and a question", () => {
  it("[N608] begin with what is written into their forms, and words show the way that they take", async () => {
    const { page } = await world.open("/run?as=workflow&name=publish", { width: 390 });
    await page.getByText("Fill in the input first").waitFor();
    await page.getByRole("textbox", { name: /topic/ }).fill("Rivers");
    await expectAccessible(page);
    await start(page).click();
    const { execution } = await world.planwright.ask<{ execution: { runOf: { name: string } } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { runOf { name } } }",
      { id: await started(page) },
    );
    expect(execution.runOf.name).toBe("publish");

    await page.goto(new URL("/run?as=ask&name=hostile", page.url()).href);
    await expect.poll(() => page.getByRole("combobox", { name: "Agent" }).inputValue()).toBe("hostile");
    const words = page.getByRole("textbox", { name: "What do you want to know, or to be done?" });
    await words.fill("Who are you?");
    await expectAccessible(page);
    // [N608] The way that the words take is shown with its reason, and the person may choose the other.
    const route = page.locator(".route-line");
    await route.getByText("The agent hostile answers (as you chose)").waitFor();
    await page.getByRole("combobox", { name: "Agent" }).fill("");
    await words.fill("Write a blog post from research");
    await route.getByText(/^A model makes a plan and runs it \(\w+ and others may fit\)$/).waitFor();
    await page.getByRole("button", { name: "Ask an agent instead" }).click();
    await route.getByText(/^The agent that fits best answers \(a model chooses among \d+\)$/).waitFor();
    await page.getByRole("button", { name: "Choose by my words" }).click();
    await words.fill("Ask the hostile agent who it is");
    await route.getByText("The agent hostile answers (your words name it)").waitFor();
    await start(page).click();
    const asked = await world.planwright.ask<{ execution: { routing: { agentName: string } } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { routing { agentName } } }",
      { id: await started(page) },
    );
    expect(asked.execution.routing.agentName).toBe("hostile");
  });
});

describe("a fork", () => {
  it("takes over what it said that it would, and runs with the changed arguments", async () => {
    const first = await world.planwright.executePlan({
      source: { plan: { steps: [research, write("artifact_id")].map((one) => ({ tool: one })) } },
      options: { waitMs: 20_000 },
    });
    const id = first.execution?.id ?? "";
    const { complaints, page } = await world.open(
      `/executions/${encodeURIComponent(id)}?view=derive&kind=fork&step=write`,
      {
        width: 390,
        scheme: "dark",
      },
    );
    await page.getByText("1 reused, 1 call will run").waitFor();
    await page.getByRole("button", { name: "Output of research" }).click();
    await page.locator(".derive-below").getByText("artifact_id").waitFor();
    await page.getByRole("button", { name: "Arguments of write" }).click();
    const instructions = page.getByRole("textbox", { name: /instructions/ });
    await instructions.fill("Be long");
    await page.getByRole("button", { name: /Arguments of write.*changed/ }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.locator("#why-not", { hasText: /^$/ }).waitFor({ state: "attached" });
    const reused = await page.locator(".derive-row.reused .name").allInnerTexts();
    await start(page).click();
    await page.waitForURL((url) => !url.href.includes(encodeURIComponent(id)));
    const { execution } = await world.planwright.ask<{
      execution: { derivedFrom: { reusedStepIds: string[] }; plan: { steps: { arguments: unknown }[] } };
    }>(
      "query ($id: ID!) { execution(by: { id: $id }) { derivedFrom { reusedStepIds } plan { steps { arguments } } } }",
      {
        id: await started(page),
      },
    );
    expect(execution.derivedFrom.reusedStepIds).toEqual(reused);
    expect(execution.plan.steps[1]?.arguments).toMatchObject({ instructions: "Be long" });
    expect(complaints).toEqual([]);
  });
});

describe("a retry", () => {
  it("[E5] of a call whose answer was lost waits until somebody permits to call it again", async () => {
    let calls = 0;
    const post = await fakeHttpServer((_, response, body) => {
      const { id, method } = JSON.parse(body || "{}") as { readonly id?: number; readonly method?: string };
      if (id === undefined) return response.writeHead(202).end();
      // The answer to the first call is lost after its effect.
      if (method === "tools/call" && ++calls === 1) return response.destroy();
      const results: Readonly<Record<string, object>> = {
        initialize: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "post", version: "1" },
        },
        "tools/list": { tools: [{ name: "send_letter", description: "Sends", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "sent" }] },
      };
      return sendJson(response, 200, { jsonrpc: "2.0", id, result: results[method ?? ""] ?? {} });
    });
    try {
      await world.planwright.register("post", post.url, false);
      const { execution } = await world.planwright.executePlan({
        source: { plan: { steps: [{ tool: { stepId: "send", toolName: "send_letter", arguments: {} } }] } },
        options: { waitMs: 20_000 },
      });
      const id = execution?.id ?? "";
      const { page } = await world.open(`/executions/${encodeURIComponent(id)}?view=derive&kind=retry`, { width: 390 });
      await page.getByText("Permit 1 call that may have had an effect first").waitFor();
      await expect.poll(() => start(page).evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
      await expectAccessible(page);
      const permit = page.getByRole("checkbox", { name: /although it may have had its effect already/ });
      await permit.check();
      await page.getByText("0 reused, 1 call will run").waitFor();
      await page.locator("#why-not", { hasText: /^$/ }).waitFor({ state: "attached" });
      expect(calls).toBe(1);
      await start(page).click();
      await page.waitForURL((url) => !url.href.includes(encodeURIComponent(id)));
      await expect.poll(() => calls).toBe(2);
    } finally {
      await post.close();
    }
  });
});
