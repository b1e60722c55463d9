/** `@planwright/react` in a real browser with React in strict mode, against the real Worker, through a network that is cut. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openPage } from "../support/deployed/browser.ts";
import { deployedWorld } from "../support/deployed/deployed-world.ts";
import { type CuttableProxy, cuttableProxy } from "./cuttable-proxy.ts";
import type { Shown } from "./hooks-page.ts";

const served = deployedWorld({ isShared: true });
const generator = JSON.parse(readFileSync("examples/manifests/generator.json", "utf8")) as object;
let proxy: CuttableProxy;
let script: string;

/** The text of a bundle, minified. */
async function bundleOf(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", conditions: ["planwright-source"], write: false },
    ...options,
  });
  return outputFiles?.[0]?.text ?? "";
}

beforeAll(async () => {
  proxy = await cuttableProxy(served.planwright.endpoint);
  // Not that for production: it is the one in which strict mode renders and mounts twice.
  script = await bundleOf("test/browser/hooks-page.ts", { define: { "process.env.NODE_ENV": '"development"' } });
  await served.planwright.ask(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code } } }",
    {
      input: { name: "hooks", manifest: generator },
    },
  );
});
afterAll(() => proxy?.close());

interface Hooks {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Texts that the page sent over each WebSocket that it has opened, and whether it is open. */
  readonly sockets: readonly { readonly sent: string[]; isOpen: boolean }[];
  show(shown: Shown): Promise<void>;
  /** What the element shows now. */
  shown(name: string): Promise<unknown>;
}

async function openHooks(): Promise<Hooks> {
  const browser = await launchBrowser();
  closing.push(() => browser.close());
  const { complaints, page } = await openPage(browser, `${proxy.url}/health`);
  const sockets: { sent: string[]; isOpen: boolean }[] = [];
  page.on("websocket", (socket) => {
    const seen = { sent: [] as string[], isOpen: true };
    sockets.push(seen);
    socket.on("framesent", ({ payload }) => seen.sent.push(String(payload)));
    socket.on("close", () => {
      seen.isOpen = false;
    });
  });
  await page.addScriptTag({ type: "module", content: script });
  await page.waitForFunction("globalThis.show");
  return {
    ...{ page, complaints, sockets },
    show: (shown) =>
      page.evaluate((given) => (globalThis as unknown as { show(shown: Shown): void }).show(given), shown),
    shown: async (name) => {
      const texts = await page.locator(`#${name}`).allTextContents();
      return texts.length === 0 ? "nothing" : JSON.parse(texts[0] ?? "");
    },
  };
}
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const current = (value: unknown) => ({ status: "CURRENT", value });

it("[N451, N452] all hooks follow over one WebSocket, through cuts, unmounts and a change of identity, in strict mode and with Suspense", async () => {
  const { complaints, page, show, shown, sockets } = await openHooks();
  const steps = [{ humanInput: { stepId: "ask", prompt: "Shown by hooks?" } }];
  const labels = [{ key: "hooks", value: "page" }];
  const all = ["execution", "executions", "inbox", "conversation"] as const;

  await show({ parts: all });
  expect(await shown("execution")).toEqual({ status: "IDLE" });
  await expect.poll(() => shown("executions")).toEqual(current([]));
  await expect.poll(() => shown("conversation")).toEqual(current(null));

  const { id } = await served.planwright.start({ source: { plan: { steps } }, options: { labels } });
  await show({ parts: all, id });
  for (const name of ["execution", "again"])
    await expect.poll(() => shown(name)).toEqual(current(["WAITING", ["WAITING"]]));
  await expect.poll(() => shown("executions")).toEqual(current(["WAITING"]));
  // Other files of the browser share the Worker, and leave questions behind.
  const isAsked = async () =>
    ((await shown("inbox")) as { value: readonly string[] }).value.includes("Shown by hooks?");
  await expect.poll(isAsked).toBe(true);
  expect(sockets.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  // Mounted twice and shown twice, it is followed once.
  const followed = () =>
    sockets.flatMap(({ sent }) => sent).filter((text) => text.includes("subscription ExecutionEvents"));
  expect(followed()).toHaveLength(1);

  // A cut is news only if it lasts; what happens meanwhile is there afterwards.
  proxy.goAway();
  await expect
    .poll(() => shown("execution"))
    .toMatchObject({ status: "RECONNECTING", value: ["WAITING", ["WAITING"]] });
  const { execution } = await served.planwright.ask<{ execution: { pendingHumanInputs: readonly { id: string }[] } }>(
    "query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { id } } }",
    { id },
  );
  await served.planwright.answer(execution.pendingHumanInputs[0]?.id ?? "", { accept: {} });
  proxy.comeBack();
  await expect.poll(() => shown("execution")).toEqual(current(["SUCCEEDED", ["SUCCEEDED"]]));
  await expect.poll(() => shown("executions")).toEqual(current(["SUCCEEDED"]));
  await expect.poll(isAsked).toBe(false);
  expect(sockets.filter(({ isOpen }) => isOpen)).toHaveLength(1);

  // Nothing is shown: nothing is followed, a moment later. What comes back is current again.
  await show({ parts: [] });
  await expect.poll(() => sockets.some(({ isOpen }) => isOpen)).toBe(false);
  const second = await served.planwright.start({ source: { plan: { steps } }, options: { labels } });
  await show({ parts: ["executions", "suspended"], id: second.id });
  await expect.poll(() => shown("suspended")).toEqual(current("WAITING"));
  await expect.poll(() => shown("executions")).toEqual(current(["WAITING", "SUCCEEDED"]));

  // Somebody else: the connection is that of the new token, and what the former one read is gone at once.
  await show({ parts: ["execution"], id: second.id, identity: "ada" });
  expect(["LOADING", "CURRENT"]).toContain(((await shown("execution")) as { readonly status: string }).status);
  await expect.poll(() => shown("execution")).toEqual(current(["WAITING", ["WAITING"]]));
  await expect.poll(() => sockets.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  await expect.poll(() => sockets.at(-1)?.sent[0] ?? "").toContain("Bearer ada");

  await page.getByRole("button", { name: "Answer execution" }).click();
  await expect.poll(() => shown("execution")).toEqual(current(["SUCCEEDED", ["SUCCEEDED"]]));

  await show({ parts: ["conversation"], identity: "ada" });
  await expect.poll(() => shown("conversation")).toEqual(current(null));
  await page.getByRole("button", { name: "Say hello" }).click();
  await expect.poll(() => shown("conversation")).toEqual(current(["IDLE", ["PERSON", "AGENT"]]));
  expect(complaints.filter((text) => !/net::ERR|WebSocket/.test(text))).toEqual([]);
});

it("[N453] the hooks are 6 KB at most, minified and compressed, without the packages that they are for", async () => {
  const text = await bundleOf("packages/react/src/hooks.ts", { external: ["react", "@planwright/client"] });
  expect(gzipSync(text).byteLength).toBeLessThanOrEqual(6 * 1_024);
});
