/** Which pages of other origins a browser lets use the API: whatever a page can make a browser send, with and without a preflight. */
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { isAllowedOrigin, origins } from "../../../src/worker/auth/origins.ts";
import type { AppContext } from "../../../src/worker/platform/app-context.ts";
import { readSettings } from "../../../src/worker/settings/settings.ts";

const app = new Hono<AppContext>();
let answered = 0;
app.use(async (context, next) => {
  const ALLOWED_ORIGINS = "https://app.example.com http://localhost:*";
  const reading = readSettings({ ID_SEALING_SECRET: "5ea1".repeat(16), ALLOWED_ORIGINS });
  if (!reading.ok) throw new Error(reading.message);
  context.set("settings", reading.settings);
  return next();
});
app.use(origins);
app.all("/graphql", (context) => {
  answered += 1;
  return context.json({ data: {} });
});

type Given = { readonly [header: string]: string };

function request(method: string, headers: Given): Promise<Response> {
  answered = 0;
  return Promise.resolve(app.request("http://api.example.com:8787/graphql", { method, headers }));
}

const foreign = [
  "https://evil.example.com",
  "https://app.example.com.evil.com",
  "https://app.example.com:8443",
  "http://app.example.com",
  "https://localhost:3000",
  "http://localhost.evil.com:3000",
  "http://localhost:3000/path",
  "http://user@localhost:3000",
  "http://api.example.com",
  "http://api.example.com:87870",
  "null",
  "file://",
  "chrome-extension://abc",
  "not an origin",
  "http://localhost:3000, http://evil.example.com",
];
const allowed = [
  "https://app.example.com",
  "http://localhost",
  "http://localhost:1",
  "http://localhost:65535",
  "http://api.example.com:8787",
];

describe("isAllowedOrigin", () => {
  const here = "http://api.example.com:8787/graphql";
  const among = ["https://app.example.com", "http://localhost:*", "http://[::1]:*"];

  it.each(foreign)("is false for %s", (origin) => {
    expect(isAllowedOrigin(origin, here, among)).toBe(false);
  });

  it.each([...allowed, "http://[::1]:3000"])("is true for %s", (origin) => {
    expect(isAllowedOrigin(origin, here, among)).toBe(true);
  });

  it("is true for programs, which have none, and false for everything else where nothing is allowed", () => {
    expect(isAllowedOrigin(null, "http://127.0.0.1:8787/graphql", [])).toBe(true);
    expect(isAllowedOrigin("http://127.0.0.1:8787", "http://127.0.0.1:8787/graphql", [])).toBe(true);
    expect(isAllowedOrigin("http://127.0.0.1:8788", "http://127.0.0.1:8787/graphql", [])).toBe(false);
    expect(isAllowedOrigin("http://localhost:8787", "http://127.0.0.1:8787/graphql", [])).toBe(false);
  });

  it("is false for a page that was not encrypted on its way to a deployment that is, though both are of one host", () => {
    const deployment = "https://api.example.com/graphql";
    expect(isAllowedOrigin("https://api.example.com", deployment, [])).toBe(true);
    expect(isAllowedOrigin("http://api.example.com", deployment, [])).toBe(false);
    expect(isAllowedOrigin("https://api.example.com.", deployment, [])).toBe(false);
    expect(isAllowedOrigin("https://api.example.com", "http://api.example.com/graphql", [])).toBe(true);
  });
});

describe("a page of a foreign origin", () => {
  it.each(foreign)("gets nothing of %s, whatever it makes the browser send", async (origin) => {
    const preflight = { origin, "access-control-request-method": "POST" };
    const handshake = { origin, upgrade: "websocket", connection: "Upgrade" };
    for (const [method, headers] of [
      ["POST", { origin, "content-type": "application/json" }],
      ["GET", { origin }],
      ["GET", handshake],
      ["OPTIONS", preflight],
    ] as const) {
      const response = await request(method, headers);
      expect(response.status, method).toBe(403);
      expect(response.headers.has("access-control-allow-origin"), method).toBe(false);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "FORBIDDEN" } }] });
      expect(answered).toBe(0);
    }
  });

  it("[N737] is answered with its origin and the setting that permits it, a page from a file with what it lacks", async () => {
    const message = async (origin: string) => {
      const { errors } = (await (await request("POST", { origin })).json()) as { errors: { message: string }[] };
      return errors[0]?.message;
    };
    expect(await message("https://page.example")).toBe(
      "Cannot answer the page that asks: required a page of this deployment or of an allowed origin, found one of https://page.example. To permit it, name that origin in ALLOWED_ORIGINS",
    );
    expect(await message("null")).toContain("found one without an origin. Serve it from a web server");
    expect(await message("https://evil.example/<script>")).not.toContain("<script>");
  });

  it.each(["cross-site", "same-site"])(
    "gets nothing by a navigation or an image, which have no origin: %s",
    async (site) => {
      expect((await request("GET", { "sec-fetch-site": site, "sec-fetch-mode": "no-cors" })).status).toBe(403);
      expect((await request("GET", { "sec-fetch-site": site, "sec-fetch-mode": "navigate" })).status).toBe(403);
      expect(answered).toBe(0);
    },
  );
});

describe("a page of an allowed origin", () => {
  it("is told by the answer to its preflight what it may send", async () => {
    const origin = "http://localhost:3000";
    const response = await request("OPTIONS", {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-allow-methods")).toBe("GET,POST,PUT");
    const may = response.headers.get("access-control-allow-headers")?.split(",");
    expect(may).toEqual(expect.arrayContaining(["authorization", "content-type", "idempotency-key", "last-event-id"]));
    expect(response.headers.get("vary")).toContain("Origin");
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    expect(answered).toBe(0);
  });

  it.each(["GET", "POST"])("may read the answer to its %s", async (method) => {
    const origin = "https://app.example.com";
    const response = await request(method, { origin, "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-expose-headers")).toBe(
      "a2a-extensions,content-disposition,content-range,etag,location,retry-after",
    );
    expect(response.headers.get("vary")).toContain("Origin");
  });
});

it("a program and a page of the deployment itself are served, and caches told that the origin counts", async () => {
  for (const headers of [{}, { "sec-fetch-site": "none" }, { "sec-fetch-site": "same-origin" }] as const) {
    const response = await request("GET", headers);
    expect(response.status).toBe(200);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(response.headers.get("vary")).toContain("Origin");
  }
});
