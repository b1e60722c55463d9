/**
 * Signing in: whoever has no credential is asked for one, and a page whose credential ends goes on where it was. And the page of
 * docs/web-app.md that has a token for one run, served from another origin.
 */
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../support/callees/http-server.ts";
import { eventually, tool } from "../support/deployed/planwright.ts";
import { expectAccessible, openableDashboard } from "./openable-dashboard.ts";

const adminToken = "the-operators-token-of-more-than-thirty-two-characters";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const world = openableDashboard({
  settings: { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, ALLOWED_ORIGINS: "http://127.0.0.1:*" },
  headers: { ...bearer(adminToken), "planwright-tenant": "acme" },
});

const allScopes = ["REGISTRY_READ", "EXECUTION_READ", "EXECUTION_START", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"];

async function createKey(expiresInMs: number | null, scopes: readonly string[] = allScopes): Promise<string> {
  const { createApiKey } = await world.planwright.ask<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret errors { message } } }",
    {
      input: {
        ...{ label: "browser", subject: "mira", scopes },
        expiresAt: expiresInMs === null ? null : new Date(Date.now() + expiresInMs).toISOString(),
      },
    },
  );
  return createApiKey.secret;
}

describe("a deployment with API keys", () => {
  it("asks for one, says why it is refused, and keeps it out of the address and out of other tabs", async () => {
    const { page } = await world.open("/");
    const dialog = page.getByRole("dialog", { name: "Sign in" });
    await dialog.waitFor();
    await expectAccessible(page);
    const field = dialog.getByLabel("API key or token");
    await field.fill("pw_nobody_knows_this");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.getByText("required a valid credential").waitFor();
    const key = await createKey(null);
    await field.fill(key);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Executions", level: 1 }).waitFor();
    expect(page.url()).not.toContain(key);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
    await page.reload();
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await dialog.waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(key);
  });

  it("tells a page whose key expires, which goes on with another one without a reload, the log whole", async () => {
    const source = {
      plan: { steps: [tool("ask", "delete_note", { name: "x" }), tool("read", "read_note", { name: "x" })] },
    };
    const { id, pendingHumanInputs } = await world.planwright.start({ source, options: { waitMs: 25_000 } });
    const { page } = await world.open(`/executions/${id}?view=events`);
    const dialog = page.getByRole("dialog", { name: "Sign in" });
    // It must live until the log has been read.
    await dialog.getByLabel("API key or token").fill(await createKey(12_000));
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("StepWaiting").first().waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await dialog.waitFor();
    // What happens meanwhile is not seen, and not lost.
    await world.planwright.answer(pendingHumanInputs[0]?.id ?? "", { accept: {} });
    await dialog.getByLabel("API key or token").fill(await createKey(null));
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("ExecutionFinished").first().waitFor();
    const { execution } = await world.planwright.ask<{ execution: { lastSequence: number } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { lastSequence } }",
      { id },
    );
    const tab = page.getByRole("tab", { name: /^Events/ });
    await expect.poll(async () => Number((await tab.innerText()).replace(/\D/g, ""))).toBe(execution.lastSequence);
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
  });
});

describe("a page with a token for one run", () => {
  const document = readFileSync("docs/web-app.md", "utf8");
  const [, html = ""] = /^`run\.html`\n\n```html\n([\s\S]*?)```/m.exec(document) ?? [];
  const [, source = ""] = /^`run\.ts`\n\n```ts\n([\s\S]*?)```/m.exec(document) ?? [];
  let pages: FakeHttpServer;
  /** What the backend of the page answers with. */
  let mine: { readonly id: string; readonly token: string };

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: source.replace("http://127.0.0.1:8787", world.planwright.endpoint),
        loader: "ts",
        resolveDir: ".",
      },
      ...{ bundle: true, format: "esm", conditions: ["planwright-source"], write: false },
    });
    pages = await fakeHttpServer(({ url }, response) => {
      if (url === "/my-run") return sendJson(response, 200, mine);
      const isScript = url === "/run.ts";
      response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
      response.end(isScript ? outputFiles[0]?.text : html);
    });
  });
  afterAll(() => pages?.close());

  it("[N516] of another origin shows its events as they happen, approves, sees the end, and is shown nothing else", async () => {
    const plan = { steps: [tool("ask", "delete_note", { name: "x" })] };
    const begin = () => world.planwright.start({ source: { plan }, options: { waitMs: 25_000 } });
    const [own, other] = [await begin(), await begin()];
    const { createAccessToken } = await world.planwright.ask<{ createAccessToken: { token: string } }>(
      "mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token errors { message } } }",
      { input: { target: { executionId: own.id }, actions: ["READ", "ANSWER"], minutes: 5, subject: "ada" } },
    );
    const { token } = createAccessToken;
    mine = { id: own.id, token };
    const { complaints, page } = await world.open("/", { server: pages.url });
    const heading = page.getByRole("heading");
    const shown = () => page.getByRole("listitem").allInnerTexts();
    await page.getByRole("button", { name: "Approve: " }).click();
    await expect.poll(() => heading.innerText()).toBe("SUCCEEDED");
    const events = await shown();
    expect([events[0], events.at(-1)]).toEqual(["EXECUTION_STARTED", "EXECUTION_FINISHED"]);
    expect(events).toContain("HUMAN_INPUT_RESOLVED");
    expect(await page.getByRole("button").count()).toBe(0);
    expect(complaints).toEqual([]);

    mine = { id: other.id, token };
    await page.reload();
    await expect.poll(() => heading.innerText()).toContain("Cannot follow the execution: it does not exist");
    expect(await shown()).toEqual([]);
    const answer =
      "mutation ($id: ID!) { respondToHumanInput(input: { requestId: $id, response: { accept: {} } }) { errors { code } } }";
    const browser = world.planwright.as(bearer(token));
    expect(await browser.ask(answer, { id: other.pendingHumanInputs[0]?.id })).toEqual({
      respondToHumanInput: { errors: [{ code: "NOT_FOUND" }] },
    });
    // `localhost` is another origin, which the deployment does not name.
    mine = { id: own.id, token };
    await page.goto(pages.url.replace("127.0.0.1", "localhost"));
    await expect.poll(() => heading.innerText()).toContain("The connection is lost");
    expect(complaints.join()).toContain("Access-Control-Allow-Origin");

    await world.planwright.ask(
      "mutation ($id: ID!) { revokeAccessTokens(input: { target: { executionId: $id } }) { errors { message } } }",
      { id: own.id },
    );
    await eventually(async () => ((await browser.send("{ viewer { subject } }")).data == null ? true : null));
    await page.goto(pages.url);
    await expect.poll(() => heading.innerText()).toContain("valid credential");
    expect(await shown()).toEqual([]);
  });
});
