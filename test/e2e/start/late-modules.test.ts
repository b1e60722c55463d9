/** What the flags of the deployment leave out of a start: modules that are imported later or never, and modules of Node. */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { expect, inject, it } from "vitest";
import { workerOptions } from "../../support/deployed/built-bundle.ts";

const entry = `export default {
  async fetch(request) {
    if (new URL(request.url).pathname === "/early") return new Response("served");
    try {
      return new Response(String(await import("./late.js")));
    } catch (error) {
      return new Response(error.name);
    }
  },
};`;

type Modules = readonly { readonly path: string; readonly contents: string }[];

/** Asks a Worker of these modules, the first of which is its entry, under the flags of the deployment. */
async function asked<Answer>(modules: Modules, ask: (text: (path: string) => Promise<string>) => Promise<Answer>) {
  const { compatibilityDate, compatibilityFlags } = await workerOptions(inject("builtConfig"));
  const options = {
    ...{ name: "late-modules", compatibilityDate, compatibilityFlags },
    modules: modules.map((module) => ({ type: "ESModule", ...module })),
    ...{ telemetry: { enabled: false }, cf: false, log: new Log(LogLevel.NONE) },
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions(options as unknown as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  try {
    const url = await miniflare.ready;
    return await ask(async (path) => (await fetch(new URL(path, url))).text());
  } finally {
    await miniflare.dispose();
  }
}

it("[N945] the flags of the deployment have a module compiled when it is first imported, not at the start", async () => {
  const late = { path: "late.js", contents: "this is no JavaScript" };
  await asked([{ path: "entry.js", contents: entry }, late], async (text) => {
    expect(await text("/early")).toBe("served");
    expect(await text("/late")).toBe("SyntaxError");
  });
});

it("[N1023] the flags of the deployment give the small process of the runtime, and Buffer", async () => {
  const contents = `export default {
    fetch: () => Response.json([typeof process.env, typeof process.nextTick, typeof process.stdout, typeof Buffer]),
  };`;
  const found = await asked([{ path: "entry.js", contents }], (text) => text("/"));
  expect(JSON.parse(found)).toEqual(["object", "function", "undefined", "function"]);
});
