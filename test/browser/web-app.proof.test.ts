/**
 * docs/web-app.md as it stands: its files are built by Vite in a folder outside of the repository, with the packed packages and nothing else
 * of it, and opened in a real browser from a server of their own.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type PreviewServer, preview, build as viteBuild } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packPackages } from "../../scripts/build/pack.mjs";
import { workerSettings } from "../../scripts/start/settings.mjs";
import { launchBrowser, openPage } from "../support/deployed/browser.ts";
import { deployedWorld } from "../support/deployed/deployed-world.ts";
import { type CuttableProxy, cuttableProxy } from "./cuttable-proxy.ts";

const served = deployedWorld({ models: {}, settings: workerSettings });
const document = readFileSync("docs/web-app.md", "utf8");
const files = new Map(
  [...document.matchAll(/^`([\w.]+)`\n\n```(?:tsx|ts|html)\n([\s\S]*?)```/gm)].map(([, name = "", text = ""]) => [
    name,
    text,
  ]),
);

/** A page of the test's own, which shows the further parts of the document. */
const parts = `
  import { createRoot } from "react-dom/client";
  import { Chat } from "./chat.tsx";
  import { Page } from "./details.tsx";
  import { Inbox } from "./inbox.tsx";
  import { Session } from "./session.tsx";
  const id = new URL(location.href).searchParams.get("id") ?? "";
  createRoot(document.getElementById("root") as HTMLElement).render(
    <Session user="ada"><Inbox /><Chat chatId="web-app" /><Page id={id} /></Session>,
  );`;

const folder = mkdtempSync(join(tmpdir(), "planwright-web-app-"));
let proxy: CuttableProxy;
let server: PreviewServer;
let browser: Browser;

function install(): void {
  for (const [name, archive] of packPackages(["client", "react"], folder)) {
    execFileSync("tar", ["xzf", archive], { cwd: folder });
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(folder, "package"), place);
  }
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["react", "react-dom", "scheduler", "csstype", "@types/react", "@types/react-dom"]) {
    symlinkSync(join(process.cwd(), "node_modules", name), join(folder, "node_modules", name));
  }
}

beforeAll(async () => {
  proxy = await cuttableProxy(served.planwright.endpoint);
  install();
  const page = files.get("index.html")?.replace("main.tsx", "parts.tsx") ?? "";
  for (const [name, text] of [...files, ["parts.tsx", parts], ["parts.html", page]] as const) {
    writeFileSync(join(folder, name), text.replaceAll("http://127.0.0.1:8787", proxy.url));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const input = { index: join(folder, "index.html"), parts: join(folder, "parts.html"), run: join(folder, "run.html") };
  const common = { root: folder, configFile: false, logLevel: "error" } as const;
  await viteBuild({ ...common, build: { target: "es2022", rolldownOptions: { input } } });
  server = await preview({ ...common, preview: { host: "127.0.0.1", port: 0 } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await proxy?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `answers` are those of the backend of the page, by path. */
async function open(
  path: string,
  answers: { readonly [path: string]: string } = {},
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("the page is not served");
  const origin = `http://127.0.0.1:${address.port}`;
  const opened = await openPage(browser, origin);
  for (const [place, body] of Object.entries({ "/planwright-token": "a-token", ...answers }))
    await opened.page.route(`${origin}${place}`, (route) => route.fulfill({ body }));
  await opened.page.goto(`${origin}${path}`);
  return opened;
}

it("[N454] the web app of the document has 40 lines at most, and its files are correct against the published declarations", () => {
  const lines = `${files.get("index.html")}${files.get("main.tsx")}`.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(40);
  const sources = [...files.keys(), "parts.tsx"].filter((name) => /\.tsx?$/.test(name));
  const options = "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --jsx react-jsx";
  const args = [...options.split(" "), "--allowImportingTsExtensions", ...sources];
  const { status, stdout } = spawnSync(join(process.cwd(), "node_modules/.bin/tsc"), args, { cwd: folder });
  expect({ status, said: String(stdout) }).toEqual({ status: 0, said: "" });
});

it("[N454] the web app of the document starts a plan once, shows its steps, goes on after the network was gone, and asks", async () => {
  const { page } = await open("/");
  proxy.goAway();
  await page.getByRole("button", { name: "Research tea" }).click();
  proxy.comeBack();
  const question = page.getByRole("button", { name: "Is it good? Yes" });
  await question.waitFor();
  proxy.goAway();
  await page.getByText("The connection is lost").waitFor();
  proxy.comeBack();
  await page.getByText("The connection is lost").waitFor({ state: "detached" });
  await question.click();
  await page.getByRole("heading", { name: ": SUCCEEDED" }).waitFor();
  expect((await served.planwright.list()).length).toBe(1);
  expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["research_blog"]);
});

it("[N454] inbox, conversation, Suspense and session of the document do what it says", async () => {
  const manifest = JSON.parse(readFileSync("examples/manifests/generator.json", "utf8")) as object;
  await served.planwright.ask(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code } } }",
    {
      input: { name: "Generator", manifest },
    },
  );
  const { id } = await served.planwright.start({
    source: { plan: { steps: [{ humanInput: { prompt: "In the inbox?" } }] } },
  });
  const { page } = await open(`/parts.html?id=${id}`);
  await page.getByRole("listitem").filter({ hasText: "In the inbox?" }).getByRole("button", { name: "Accept" }).click();
  await page.getByRole("listitem").waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Message" }).fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByText("PERSON: Hello").waitFor();
  await page.getByText("AGENT: ").waitFor();
  expect(await page.locator("#root > p").allTextContents()).toHaveLength(1);
});

it("[N516] the page of the document that has a token for one run ends its stream within a minute once the token is revoked", async () => {
  const { id } = await served.planwright.start({
    source: { plan: { steps: [{ humanInput: { prompt: "For whom?" } }] } },
  });
  const { createAccessToken } = await served.planwright.ask<{ createAccessToken: { token: string } }>(
    "mutation ($id: ID!) { createAccessToken(input: { target: { executionId: $id }, actions: [READ, ANSWER], minutes: 5 }) { token errors { message } } }",
    { id },
  );
  const { page } = await open("/run.html", { "/my-run": JSON.stringify({ id, token: createAccessToken.token }) });
  const heading = page.getByRole("heading");
  await page.getByRole("button", { name: "Approve: For whom?" }).waitFor();
  await served.planwright.ask(
    "mutation ($id: ID!) { revokeAccessTokens(input: { target: { executionId: $id } }) { errors { message } } }",
    { id },
  );
  const revokedAt = Date.now();
  await expect.poll(() => heading.innerText(), { timeout: 90_000, interval: 500 }).toContain("valid credential");
  expect(Date.now() - revokedAt).toBeLessThan(60_000);
});
