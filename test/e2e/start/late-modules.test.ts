/** The runtime compiles a module when it is first imported, so a part that an isolate never uses costs it nothing. */
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

it("[N945] the flags of the deployment have a module compiled when it is first imported, not at the start", async () => {
  const { compatibilityDate, compatibilityFlags } = await workerOptions(inject("builtConfig"));
  const options = {
    ...{ name: "late-modules", compatibilityDate, compatibilityFlags },
    modules: [
      { type: "ESModule", path: "entry.js", contents: entry },
      { type: "ESModule", path: "late.js", contents: "this is no JavaScript" },
    ],
    ...{ telemetry: { enabled: false }, cf: false, log: new Log(LogLevel.NONE) },
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions(options as unknown as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  try {
    const url = await miniflare.ready;
    const text = async (path: string) => (await fetch(new URL(path, url))).text();
    expect(await text("/early")).toBe("served");
    expect(await text("/late")).toBe("SyntaxError");
  } finally {
    await miniflare.dispose();
  }
});
