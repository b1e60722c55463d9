/** What is refused at `/mcp` before the endpoint is reached, and before any object is. */
import { describe, expect, it } from "vitest";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";

const local = "http://127.0.0.1:8787/mcp";
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });

interface Refusal {
  readonly jsonrpc: string;
  readonly error: { readonly message: string };
}

async function ask(
  settings: { readonly [name: string]: string },
  url: string,
  headers: { readonly [name: string]: string } = {},
  body: string = list,
) {
  const deployment = new FakeDeployment(settings);
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  const response = await deployment.fetch(new Request(url, { method: "POST", headers: all, body }));
  return { response, status: response.status, reached: deployment.reached };
}

describe("/mcp", () => {
  it.each([
    [
      "without credentials under a name that a page may have rebound",
      { AUTH_MODE: "none" },
      "http://evil.test:8787/mcp",
    ],
    [
      "under another name than its own",
      { AUTH_MODE: "keys", PUBLIC_URL: "https://agents.example.com" },
      "https://evil.test/mcp",
    ],
    [
      "under its name at another port",
      { AUTH_MODE: "keys", PUBLIC_URL: "https://agents.example.com" },
      "https://agents.example.com:8443/mcp",
    ],
  ])("is not served %s, and nothing is reached", async (_, settings, url) => {
    const { reached, response, status } = await ask(settings, url);
    expect(status).toBe(403);
    expect(((await response.json()) as Refusal).error.message).toContain("a host that this deployment serves");
    expect(reached).toEqual([]);
  });

  it.each([
    ["another site", "https://evil.test"],
    ["no origin", "null"],
    ["its own name with another port", "http://127.0.0.1:1"],
    ["something that is no origin", "http://127.0.0.1:8787/mcp"],
  ])("is not served to a page of %s", async (_, origin) => {
    const { reached, status } = await ask({ AUTH_MODE: "none" }, local, { origin });
    expect([status, reached]).toEqual([403, []]);
  });

  it.each([
    ["of its own", "http://127.0.0.1:8787", {}],
    ["of an allowed origin", "https://app.example.com", { ALLOWED_ORIGINS: "https://app.example.com" }],
  ])("is served to a page %s, which may send the headers of the protocol", async (_, origin, settings) => {
    const { status } = await ask({ AUTH_MODE: "none", ...settings }, local, { origin });
    expect(status).toBe(200);
    const deployment = new FakeDeployment({ AUTH_MODE: "none", ...settings });
    const preflight = { origin, "access-control-request-method": "POST" };
    const answer = await deployment.fetch(new Request(local, { method: "OPTIONS", headers: preflight }));
    const allowed = answer.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["mcp-method", "mcp-name", "mcp-protocol-version"]) expect(allowed).toContain(name);
  });

  it("asks for a credential under any name where it knows none of its own, and challenges whoever has none", async () => {
    const { reached, response, status } = await ask({ AUTH_MODE: "keys" }, "https://any.example.com/mcp");
    expect([status, reached]).toEqual([401, []]);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(((await response.json()) as Refusal).jsonrpc).toBe("2.0");
  });

  it("refuses a body that is too large, unread", async () => {
    const { reached, status } = await ask({ AUTH_MODE: "none" }, local, {}, " ".repeat(requestLimits.bytes + 1));
    expect([status, reached]).toEqual([413, []]);
  });

  it("answers a handshake without reaching an object", async () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const { reached, response } = await ask({ AUTH_MODE: "none" }, local, {}, body);
    expect(await response.text()).toContain('"protocolVersion":"2025-11-25"');
    expect(reached).toEqual([]);
  });
});
