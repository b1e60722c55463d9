/**
 * The component of docs/chat.md as it stands: bundled with the stock packages, in strict mode, on a page of another origin, against the real
 * Worker.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { remover, talker } from "../support/chat/chat-manifests.ts";
import { slowReply, slowWords } from "../support/chat/slow-reply.ts";
import { blankPage, launchBrowser, type OpenPage } from "../support/deployed/browser.ts";
import { deployedWorld } from "../support/deployed/deployed-world.ts";
import { volume } from "../support/engine/volume.ts";

const served = deployedWorld({ models: {}, settings: { ALLOWED_ORIGINS: "http://127.0.0.1:*" } });

const [component = "", assistant = ""] = [
  ...readFileSync("docs/chat.md", "utf8").matchAll(/```tsx\n([\s\S]*?)```/g),
].map(([, text = ""]) => text);

let server: Server;
let browser: Browser;
let person: BrowserContext;

/** The page of a test: the component with the history of its chat. The address says which chat, and which manifest. */
function pageScript(api: string): string {
  return `
    import { StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    ${component.replace("http://127.0.0.1:8787/chat", api).replace('"Generator"', 'asked.get("manifest")').replace("const transport", "const asked = new URL(location.href).searchParams;\nconst transport")}
    const id = asked.get("id");
    const history = await fetch(${JSON.stringify(api)} + "/" + id + "/messages");
    const { messages } = await history.json();
    createRoot(document.getElementById("root")).render(<StrictMode><ChatPage id={id} messages={messages} /></StrictMode>);`;
}

const scripts = new Map<string, string>();
const api = () => new URL("/chat", served.planwright.endpoint).href;

async function bundled(contents: string, folder: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader: "tsx", resolveDir: folder },
    nodePaths: [join(folder, "node_modules")],
    define: { "process.env.NODE_ENV": '"development"' },
    ...{ jsx: "automatic", format: "esm", bundle: true, write: false },
  });
  return outputFiles[0]?.text ?? "";
}

beforeAll(async () => {
  scripts.set("/app.js", await bundled(pageScript(api()), process.cwd()));
  server = createServer(({ url = "" }, response) => {
    const script = scripts.get(url);
    const wanted = url.startsWith("/assistant") ? "/assistant.js" : "/app.js";
    const html = `<!doctype html><div id="root"></div><script type="module" src="${wanted}"></script>`;
    response.writeHead(200, { "content-type": script === undefined ? "text/html" : "text/javascript" });
    response.end(script ?? html);
  }).listen(0, "127.0.0.1");
  browser = await launchBrowser();
  person = await browser.newContext();
  for (const [name, manifest] of [
    ["Talker", talker],
    ["Remover", remover],
  ] as const) {
    await served.planwright.ask(
      "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
      { input: { name, manifest } },
    );
  }
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function open(id: string, manifest: string): Promise<OpenPage> {
  const { port } = server.address() as AddressInfo;
  const opened = await blankPage(person);
  await opened.page.goto(`http://127.0.0.1:${port}/?id=${id}&manifest=${manifest}`);
  return opened;
}

async function say(page: Page, text: string): Promise<void> {
  await page.locator("input").fill(text);
  await page.locator("input").press("Enter");
}

const said = (page: Page) => page.locator("section.assistant").allInnerTexts();

it("[N480, N484] shows an answer while it is written, and all of it once after a reload in the middle and in a second tab", async () => {
  await served.script(slowReply(slowWords, 80));
  const first = await open("reload", "Talker");
  await say(first.page, "Slowly");
  await first.page.getByText("word3").waitFor();
  expect((await said(first.page))[0]).not.toContain("word29");
  const second = await open("reload", "Talker");
  await first.page.reload();
  for (const { complaints, page } of [first, second]) {
    await page.getByText("word29").waitFor();
    await page.locator("output", { hasText: "ready" }).waitFor();
    expect(await said(page)).toEqual([slowWords]);
    expect(await page.locator("section.user").allInnerTexts()).toEqual(["Slowly"]);
    expect(complaints).toEqual([]);
  }
  expect(await served.sentToModel()).toHaveLength(1);
  await say(second.page, "And now?");
  await second.page.getByText("You said: And now?").waitFor();
  expect(await said(second.page)).toEqual([slowWords, "You said: And now?"]);
});

it("[N483] asks for an approval with buttons, goes on in the same message, and tells another tab that it was decided", async () => {
  const answer = { text: JSON.stringify({ name: "n", agent_message: "I delete it." }) };
  await served.script({ for: "AGENT", answer });
  const { complaints, page } = await open("approval", "Remover");
  await say(page, "Delete the note n");
  await page.getByText("delete_note: approval-requested").waitFor();
  const other = await open("approval", "Remover");
  await other.page.getByRole("button", { name: "Decline" }).waitFor();
  expect(await served.toolCalls()).toHaveLength(0);
  await page.getByRole("button", { name: "Permit" }).click();
  await page.getByText("delete_note: output-available").waitFor();
  await page.locator("output", { hasText: "ready" }).waitFor();
  expect(await said(page)).toEqual([expect.stringMatching(/^I delete it\.\s+delete_note: output-available$/)]);
  await other.page.getByRole("button", { name: "Decline" }).click();
  await other.page.getByText("ALREADY_RESOLVED").waitFor();
  expect(await served.toolCalls()).toHaveLength(1);
  expect(complaints).toEqual([]);
});

/** It brings more packages than all of this project's tests, so they are installed in `npm run proof` alone. */
const assistantPackages = ["@assistant-ui/react@0.15.22", "@assistant-ui/react-ai-sdk@1.4.12"];

it.for(volume<readonly string[]>({ sample: [], whole: ["assistant-ui 0.15"] }))(
  "[N497] %s shows an answer while it is written, asks for an approval, and what the person decides reaches the turn",
  async (_, context) => {
    const folder = mkdtempSync(join(tmpdir(), "planwright-assistant-"));
    try {
      const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
      const same = ["ai", "@ai-sdk/react", "react", "react-dom"].map((name) => `${name}@${devDependencies[name]}`);
      writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
      try {
        const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
        execFileSync("npm", ["install", ...flags, ...assistantPackages, ...same], { cwd: folder, stdio: "pipe" });
      } catch (error) {
        context.skip(`${assistantPackages.join(" ")} cannot be installed: ${error}`);
      }
      const page = `import { StrictMode } from "react";
        import { createRoot } from "react-dom/client";
        ${assistant.replace("http://127.0.0.1:8787/chat", api()).replace('"Generator"', '"Remover"')}
        createRoot(document.getElementById("root")).render(<StrictMode><AssistantPage /></StrictMode>);`;
      scripts.set("/assistant.js", await bundled(page, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const answer = { text: JSON.stringify({ name: "n", agent_message: "I delete it." }) };
    await served.script({ for: "AGENT", answer });
    const before = (await served.toolCalls()).length;
    const { page } = await blankPage(person);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/assistant`);
    await page.getByRole("textbox").fill("Delete the note n");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("I delete it.").waitFor();
    await page.getByRole("button", { name: "Permit" }).click();
    await page.getByText("delete_note: done").waitFor();
    expect(await served.toolCalls()).toHaveLength(before + 1);
  },
);
