/** The dashboard over assets in memory: which addresses give which file to whom, under which policy, and what stays as it is beside it. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { routeOf } from "../../../dashboard/shell/route.ts";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";

const page = "<!doctype html><title>Planwright</title>";
const script = "index-D4x_9-aB.js";
const files = new Map([
  ["/dashboard/index.html", page],
  [`/dashboard/assets/${script}`, "start();"],
  ["/dashboard/assets/index-Ab12Cd34.css", "body {}"],
  ["/dashboard/assets/index.js", "not hashed"],
  ["/dashboard/assets/index-D4x_9-aB.js.map", "{}"],
  ["/graphiql/page.html", "graphiql"],
]);

/** Paths that the assets were asked for. */
let asked: string[];
beforeEach(() => {
  asked = [];
});

/** Static assets as the platform serves them, with a tag for each file. */
const ASSETS = {
  fetch: async ({ pathname }: URL, { headers, method }: { headers: { [name: string]: string }; method: string }) => {
    asked.push(pathname);
    const content = files.get(pathname);
    if (content === undefined) return new Response(null, { status: 404 });
    const tag = { etag: `"${content.length}"` };
    if (headers["if-none-match"] === tag.etag) return new Response(null, { status: 304, headers: tag });
    const described = { ...tag, "cache-control": "public, max-age=0", "content-type": "text/html; charset=utf-8" };
    return new Response(method === "HEAD" ? null : content, { headers: described });
  },
};

function deployment(settings: { readonly [name: string]: unknown } = {}): FakeDeployment {
  return new FakeDeployment({ AUTH_MODE: "none", ASSETS, ...settings });
}

function get(path: string, init: RequestInit = {}, at = deployment()): Promise<Response> {
  return at.fetch(new Request(`http://localhost${path}`, init));
}

const views = [
  ...["/", "/executions/ex_1", "/inbox", "/inbox/hi_1", "/run", "/registry", "/schedules", "/usage"],
  ...["/registry/TOOL/example.read_note", "/registry/AGENT/a%2Fb", "/executions/%E0%A4%A", "/?status=FAILED"],
];

async function expectNotFound(response: Response, what: string): Promise<void> {
  expect(response.status, what).toBe(404);
  expect(await response.json(), what).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
}

describe("the dashboard", () => {
  it.each(views)("is at %s, by GET and HEAD, and is asked for again each time", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(page);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const head = await get(path, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([
      ...[200, "", response.headers.get("etag")],
    ]);
    const again = await get(path, { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(new Set(asked)).toEqual(new Set(["/dashboard/index.html"]));
  });

  it("is at the addresses that the page knows a view for, and at no other", async () => {
    const parts = ["", "executions", "inbox", "run", "registry", "usage", "Run", "x", "a%2Fb", "%E0%A4%A", "%72un"];
    const paths = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
      .map((some) => `/${some.join("/")}`);
    const at = deployment();
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const { view } = routeOf({ path, query: new URLSearchParams() });
        expect((await get(path, {}, at)).status, path).toBe(view === "UNKNOWN" ? 404 : 200);
      }),
      { numRuns: 500, examples: [["/"], ["/inbox/"], ["/registry/x/"], ["/registry//x"]] },
    );
  });

  it("serves built files under names that never change their content, to be kept", async () => {
    const response = await get(`/assets/${script}`);
    expect(await response.text()).toBe("start();");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get("/assets/index-Ab12Cd34.css")).status).toBe(200);
  });

  it("lets no script, style or request in or out but its own, on the page and on its files", async () => {
    for (const path of ["/", "/inbox/x", `/assets/${script}`]) {
      const { headers } = await get(path);
      const policy = new Map(
        (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
          const [name = "", ...sources] = directive.split(" ");
          return [name, sources.join(" ")];
        }),
      );
      for (const name of ["default-src", "base-uri", "form-action", "frame-ancestors", "trusted-types"])
        expect(policy.get(name), name).toBe("'none'");
      for (const name of ["script-src", "style-src", "connect-src", "font-src", "manifest-src"])
        expect(policy.get(name), name).toBe("'self'");
      expect(policy.get("img-src")).toBe("'self' data:");
      expect(policy.get("require-trusted-types-for")).toBe("'script'");
      expect(policy.size).toBe(12);
      expect(Object.fromEntries(headers)).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
      });
    }
  });

  it("names no file of the assets but those that the build made", async () => {
    const paths = [
      ...["/assets/index.js", "/assets/index-D4x_9-aB.js.map", "/assets/index-1234567.js", "/assets/-D4x_9-aB.js"],
      ...["/assets/..%2Findex.html", "/assets/%2e%2e/index-D4x_9-aB.js", "/assets/..%2Findex-D4x_9-aB.js", "/assets/"],
      ...["/assets/x/index-D4x_9-aB.js", "/assets/index-D4x_9-aB.html", "/assets", "/dashboard/index.html"],
      ...["/dashboard/assets/index-D4x_9-aB.js", "/index.html", "/graphiql/page.html", "/executions/a/b"],
      ...["/executions", "/inbox/", "/inbox/a/b", "/registry/TOOL", "/registry/TOOL/a/b", "/Run", "//"],
      `/assets/${"a-".repeat(4_000)}!`,
      `/assets/${"a".repeat(81)}-D4x_9-aB.js`,
    ];
    for (const path of paths) await expectNotFound(await get(path), path);
    expect(asked).toEqual([]);
  });

  it("says of a file of an earlier deployment that it is not there, and has nobody keep that", async () => {
    const response = await get("/assets/index-00000000.js");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("etag")).toBeNull();
    await expectNotFound(response, "an earlier file");
  });

  it("is not there where DASHBOARD is false, or nothing was built", async () => {
    for (const settings of [{ DASHBOARD: "false" }, { ASSETS: undefined }]) {
      for (const path of ["/", "/inbox", `/assets/${script}`])
        await expectNotFound(await get(path, {}, deployment(settings)), path);
    }
    expect(asked).toEqual([]);
  });

  it("takes no method but GET and HEAD", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      for (const path of ["/", "/executions/x", `/assets/${script}`])
        await expectNotFound(await get(path, { method }), `${method} ${path}`);
    }
    expect(asked).toEqual([]);
  });

  it("is the same for everybody, whatever proves who they are, unless the deployment is misconfigured", async () => {
    const jwt = { JWT_ISSUER: "i", JWT_AUDIENCE: "a", JWT_JWKS_URL: "https://issuer.example/keys" };
    const modes = [{ AUTH_MODE: "keys" }, { AUTH_MODE: "jwt", ...jwt }, { AUTH_MODE: undefined }];
    for (const mode of modes) {
      const at = deployment(mode);
      const response = await at.fetch(new Request("https://planwright.example/executions/x"));
      expect([response.status, await response.text()], mode.AUTH_MODE).toEqual([200, page]);
      expect(at.reached).toEqual([]);
      expect((await at.see()).viewer).toBeNull();
    }
    const response = await get("/", {}, deployment({ MAX_STEPS: "plenty" }));
    expect(response.status).toBe(500);
  });
});

describe("what lies beside the dashboard", () => {
  it.each([
    ...["/graphql", "/graphql?query=%7B__typename%7D", "/graphiql", "/graphiql/page.js", "/a2a/default/x"],
    ...["/a2a", "/mcp", "/artifacts", "/artifacts/x", "/.well-known/agent-card.json", "/.well-known/security.txt"],
  ])("answers at %s as it does without it", async (path) => {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const answers = [];
      for (const DASHBOARD of ["true", "false"]) {
        const response = await get(path, { method }, deployment({ DASHBOARD }));
        answers.push([response.status, [...response.headers], await response.text()]);
      }
      expect(answers[0]).toEqual(answers[1]);
    }
    expect(asked).toEqual([]);
  });
});
