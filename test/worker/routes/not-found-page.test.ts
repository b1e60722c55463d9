/** An address at which nothing is: a page for browsers, JSON for clients of the API. */
import { describe, expect, it } from "vitest";
import { makeApp } from "../../../src/worker/app.ts";
import { schemaText } from "../../support/graph/ask.ts";

const app = makeApp(async () => schemaText);
const settings = { AUTH_MODE: "none", ID_SEALING_SECRET: "0123456789abcdef0123456789abcdef" };
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";

function answer(path: string, init: RequestInit, more: { readonly [name: string]: string } = {}) {
  return app.request(path, init, { ...settings, ...more } as never);
}

describe("an unknown path", () => {
  it("[N152] shows a browser a page with links to what the deployment has", async () => {
    const response = await answer("/docs/nowhere", { headers: { accept: browser } }, { GRAPHIQL: "true" });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/html; charset=UTF-8");
    const text = await response.text();
    expect(text).toContain("<h1>Nothing at this address</h1>");
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(["/", "/graphiql", "/graphql", "/health"]);
  });

  it("[N152] links to no page that is switched off", async () => {
    const response = await answer("/x", { headers: { accept: browser } }, { DASHBOARD: "false", GRAPHIQL: "false" });
    expect([...(await response.text()).matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      "/graphql",
      "/health",
    ]);
  });

  it.each([
    ["no accepted type", {}],
    ["any type", { accept: "*/*" }],
    ["JSON", { accept: "application/json" }],
    ["HTML refused", { accept: "text/html;q=0, */*" }],
  ])("[N152] is told to a client of the API in JSON: %s", async (_, headers) => {
    const response = await answer("/nowhere", { headers: headers as HeadersInit });
    expect([response.status, response.headers.get("vary")]).toEqual([404, "accept"]);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
  });

  it("[N152] is JSON for a client that posts there", async () => {
    const response = await answer("/nowhere", { method: "POST", body: "{}", headers: { accept: browser } });
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("[N152] puts nothing of its address into the page, which runs nothing and is framed by nobody", async () => {
    const hostile = '/"><script>alert(1)</script>?x=<img src=x onerror=alert(1)>';
    for (const path of [hostile, encodeURI(hostile)]) {
      const response = await answer(path, { headers: { accept: browser } });
      expect(await response.text()).not.toMatch(/script|alert|img|%3C/i);
      const policy = response.headers.get("content-security-policy");
      expect(policy).toMatch(/^default-src 'none';.*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/);
      expect(policy).not.toContain("script-src");
      const others = ["x-content-type-options", "referrer-policy", "cross-origin-opener-policy"];
      expect(others.map((name) => response.headers.get(name))).toEqual(["nosniff", "no-referrer", "same-origin"]);
    }
  });
});
