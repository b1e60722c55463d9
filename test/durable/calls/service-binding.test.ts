/** MCP servers behind service bindings: reached without the network if the deployment names the binding, and not at all if it does not. */
import { afterEach, describe, expect, it } from "vitest";
import type { ServiceBindings } from "../../../src/catalog/egress.ts";
import { EgressDenied, RedirectRefused } from "../../../src/catalog/fetch-failure.ts";
import { registrationRefusal } from "../../../src/catalog/server-registration.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import type { FakeHttpServer } from "../../support/callees/http-server.ts";
import { legacyMcpServer } from "../../support/callees/legacy-mcp-server.ts";
import { ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

const rules = { allowPrivate: false, allowHttp: false };
const servers: FakeHttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A binding `BLOG` that answers by `answer`, and the addresses that it was asked for. */
function bound(answer: (url: URL, init: RequestInit) => Promise<Response>) {
  const asked: string[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push(url);
    return answer(new URL(url), init);
  };
  const bindings: ServiceBindings = new Map([["BLOG", { fetch }]]);
  const options: GuardedFetchOptions = {
    ...{ rules, bindings, maxResponseBytes: 100_000 },
    fetch: () => Promise.reject(new Error("the network was used")),
    awaitHeaders: (_signal, run) => run(),
  };
  return { asked, bindings, options };
}

describe("a service binding", () => {
  it("[N417] is an MCP server like any other: its tools are read and called, and nothing goes over the network", async () => {
    const server = await legacyMcpServer({ sessions: true });
    servers.push(server);
    const { asked, options } = bound((url, init) => fetch(new URL(url.pathname, server.url), init));
    class BoundCaller extends ToolCaller {
      override readonly fetch = guardedFetch(options) as ToolCaller["fetch"];
    }
    const caller = new BoundCaller("");
    caller.url = "binding://BLOG/mcp";
    expect(await caller.discover()).toMatchObject({ ok: true });
    const result = await caller.call("echo", { v: 7 }, { fetch: caller.fetch });
    expect(result).toMatchObject({ kind: "SUCCEEDED", result: { output: { v: 7 } } });
    expect(new Set(asked)).toEqual(new Set(["https://BLOG/mcp"]));
  });

  it("[N417] that the deployment does not name is not reached and not registered, whatever it binds", async () => {
    const { asked, bindings, options } = bound(async () => new Response("x"));
    for (const url of [
      "binding://SECRETS/mcp",
      "binding://blog/mcp",
      "binding:///mcp",
      "binding:BLOG",
      "binding://BLOG:1/",
    ]) {
      const refused = await guardedFetch(options)(url).catch((error: unknown) => error);
      expect(refused, url).toBeInstanceOf(EgressDenied);
      expect(refused, url).toMatchObject({ requestSent: false, refusal: { reason: "BINDING_NOT_ALLOWED" } });
      const server = { name: "blog", url, bearerSecret: null, trusted: false, outputValidation: "STRICT" } as const;
      expect(registrationRefusal(server, rules, bindings), url).toMatchObject({ code: "EGRESS_DENIED", member: "url" });
    }
    const named = { name: "b", url: "binding://BLOG/mcp", bearerSecret: null, trusted: false } as const;
    expect(registrationRefusal({ ...named, outputValidation: "STRICT" }, rules, bindings)).toBeUndefined();
    expect(registrationRefusal({ ...named, outputValidation: "STRICT" }, rules)?.message).toContain("SERVICE_BINDINGS");
    const { bindings: _, ...unbound } = options;
    await expect(guardedFetch(unbound)("binding://BLOG/mcp")).rejects.toBeInstanceOf(EgressDenied);
    expect(asked).toEqual([]);
  });

  it("[N417] redirects nobody, neither from it nor to it, and its answers have the size of any", async () => {
    const away = bound(
      async () => new Response(null, { status: 307, headers: { location: "https://elsewhere.example/" } }),
    );
    await expect(guardedFetch(away.options)("binding://BLOG/mcp")).rejects.toBeInstanceOf(RedirectRefused);
    const { asked, options } = bound(async () => new Response("x".repeat(200_000)));
    const large = await guardedFetch(options)("binding://BLOG/mcp?a=1");
    await expect(large.text()).rejects.toThrow("100000 bytes");
    expect(asked).toEqual(["https://BLOG/mcp?a=1"]);
    const redirecting = { ...options, fetch: async () => Response.redirect("https://x.example/", 307) };
    const to = {
      ...redirecting,
      fetch: async () => new Response(null, { status: 307, headers: { location: "binding://BLOG/" } }),
    };
    await expect(guardedFetch(to)("https://x.example/")).rejects.toBeInstanceOf(EgressDenied);
    expect(asked).toHaveLength(1);
  });
});
