/** `/a2a/{tenant}/{name}` as the Worker serves it: cards in every form, and what is refused before anything is reached. */
import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";
import { describe, expect, it } from "vitest";
import type { RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import { readAgentCard } from "../../../src/catalog/agents/agent-card.ts";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";
import { makeApp } from "../../../src/worker/app.ts";
import type { CatalogStub, Environment } from "../../../src/worker/platform/environment.ts";
import { catalogOf, localAgent, savedWorkflow } from "../../support/catalog/small-catalog.ts";
import { schemaText } from "../../support/graph/ask.ts";
import { FakeDeployment, fakeRateLimit } from "../../support/worker/fake-deployment.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

const adminToken = "the-operator-has-a-token-that-is-long-enough";
const keys = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken };
const operator = { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" };
const origin = "https://planwright.example";

type Settings = { readonly [name: string]: unknown };
type Headers = { readonly [name: string]: string };

/** The app over a catalog that every tenant has: a public agent, a private one, a workflow, and agents that are not served. */
class Deployment {
  /** Tenants whose catalog was read. */
  readonly read: string[] = [];
  /** Other objects that were reached. */
  readonly reached: readonly string[];
  revision = "1";
  description = "Does report";
  readonly #app = makeApp(async () => schemaText);
  readonly #environment: Environment;

  constructor(settings: Settings) {
    const { environment, reached } = new FakeDeployment(settings as { readonly [name: string]: string });
    this.reached = reached;
    const contents = async (known: string | null) => {
      const { agents, workflows } = catalogOf(
        [
          localAgent("open", { public: true }),
          localAgent("editor"),
          other("HTTP", "behind-http"),
          other("A2A", "remote"),
        ],
        [{ ...savedWorkflow("report", ["read"], catalogOf()), description: this.description }],
      );
      return { revision: this.revision, contents: known === this.revision ? null : [], agents, workflows };
    };
    const stub = (tenant: string) => {
      this.read.push(tenant);
      return { contents } as unknown as CatalogStub;
    };
    this.#environment = { ...environment, CATALOG: fakeNamespace(stub) };
  }

  async get(path: string, headers: Headers = {}): Promise<Response> {
    return this.#app.fetch(new Request(`${origin}${path}`, { headers }), this.#environment);
  }

  card(name: string, headers: Headers = operator, tenant = "acme"): Promise<Response> {
    return this.get(`/a2a/${tenant}/${name}/.well-known/agent-card.json`, headers);
  }

  async post(path: string, headers: Headers = {}, body = "{}", host = origin): Promise<Response> {
    const all = { "content-type": "application/json", ...headers };
    return this.#app.fetch(new Request(`${host}${path}`, { method: "POST", headers: all, body }), this.#environment);
  }
}

function other(kind: string, name: string): RegisteredAgent {
  return { ...localAgent(name), kind } as unknown as RegisteredAgent;
}

describe("a card", () => {
  it("[W1] of a workflow says that it is one, with its schemas, in a form that our own reader takes", async () => {
    const response = await new Deployment(keys).card("report", { ...operator, "a2a-version": "1.0" });
    const card = (await response.json()) as { [member: string]: unknown };
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(readAgentCard(card)).toMatchObject({ ok: true });
    expect(card).toMatchObject({
      name: "report",
      supportedInterfaces: [
        { url: `${origin}/a2a/acme/report`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: `${origin}/a2a/acme/report`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    });
    expect(JSON.stringify(card)).toContain('"type":"workflow"');
  });

  it("is that of 0.3 for a client of 0.3, and a hybrid for one that names no version", async () => {
    const deployment = new Deployment(keys);
    const old = (await (await deployment.card("report", { ...operator, "a2a-version": "0.3" })).json()) as object;
    expect(old).toMatchObject({ url: `${origin}/a2a/acme/report`, preferredTransport: "JSONRPC" });
    expect(old).not.toHaveProperty("supportedInterfaces");
    const hybrid = await (await deployment.card("report")).json();
    expect(hybrid).toMatchObject({
      ...old,
      supportedInterfaces: [{ protocolVersion: "1.0" }, { protocolVersion: "0.3" }],
    });
  });

  it("[N47] for a client that names no version says to readers of 1.0 and of 0.3 that there is an extended card", async () => {
    expect(await (await new Deployment(keys).card("report")).json()).toMatchObject({
      ...{ capabilities: { streaming: true, extendedAgentCard: true }, supportsAuthenticatedExtendedCard: true },
    });
  });

  it("is found by the official client, from an address with a path", async () => {
    const deployment = new Deployment(keys);
    const fetchImpl: typeof fetch = (address, init) =>
      deployment.get(new URL(String(address)).pathname, {
        ...operator,
        ...Object.fromEntries(new Headers(init?.headers)),
      });
    const card = await new DefaultAgentCardResolver({ fetchImpl }).resolve(`${origin}/a2a/acme/report/`);
    expect(card.supportedInterfaces.map(({ protocolVersion }) => protocolVersion)).toEqual(["1.0", "0.3"]);
  });

  it("may be kept for a minute, and is not sent again to whoever has it until it changes", async () => {
    const deployment = new Deployment(keys);
    const first = await deployment.card("report");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, max-age=60");
    expect(first.headers.get("vary")).toMatch(/A2A-Version/);
    expect(first.headers.get("vary")).toMatch(/Authorization/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await deployment.card("report", { ...operator, "if-none-match": tag });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    const another = await deployment.card("report", { ...operator, "if-none-match": etag, "a2a-version": "1.0" });
    expect(another.status).toBe(200);
    expect(another.headers.get("etag")).not.toBe(etag);
  });

  it("that is public is shown to strangers, and may be kept by anybody", async () => {
    const deployment = new Deployment(keys);
    const response = await deployment.card("open", {});
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
    const card = (await response.json()) as { readonly skills: readonly { readonly tags: readonly string[] }[] };
    expect(JSON.stringify(card)).not.toContain("Be brief");
    expect(card.skills.every(({ tags }) => tags.length > 0)).toBe(true);
  });

  it("that is not public is asked for credentials, in the same words as one that there is not", async () => {
    const deployment = new Deployment(keys);
    const answers = [];
    for (const [name, tenant] of [
      ["editor", "acme"],
      ["report", "acme"],
      ["nobody", "acme"],
      ["editor", "stranger"],
    ]) {
      const response = await deployment.card(name ?? "", {}, tenant);
      answers.push([response.status, response.headers.get("www-authenticate"), await response.text()]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.slice(0, 2)).toEqual([401, "Bearer"]);
  });

  it("[E1] of another tenant, of nobody, and of an agent that is not served get one and the same answer", async () => {
    const deployment = new Deployment(keys);
    const answers = [];
    for (const [name, tenant] of [
      ["report", "other"],
      ["nobody", "other"],
      ["nobody", "acme"],
      ["behind-http", "acme"],
      ["remote", "acme"],
    ]) {
      const response = await deployment.card(name ?? "", operator, tenant);
      answers.push(JSON.stringify([response.status, await response.text()]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("404");
  });

  it("that is public is shown to callers of other tenants too, and may be kept by anybody", async () => {
    const response = await new Deployment(keys).card("open", operator, "other");
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
  });

  it("is in the version that the address names, where no header can be sent", async () => {
    const path = "/a2a/acme/report/.well-known/agent-card.json?A2A-Version=0.3";
    expect(await (await new Deployment(keys).get(path, operator)).json()).not.toHaveProperty("supportedInterfaces");
  });

  it("is shown to nobody by a deployment that serves nobody", async () => {
    const deployment = new Deployment({});
    expect((await deployment.card("open", {})).status).toBe(403);
    expect(deployment.read).toEqual([]);
  });

  it("is refused to strangers who ask for too many, before a catalog is read", async () => {
    const deployment = new Deployment({ ...keys, FAILURE_LIMIT: fakeRateLimit(2) });
    const statuses = [];
    for (let number = 0; number < 4; number++) statuses.push((await deployment.card("open", {}, `t${number}`)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(deployment.read).toEqual(["t0", "t1"]);
  });
});

describe("a request", () => {
  const send = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "forged" } });

  it("[E1] without credentials, for another tenant, or for what is not served is refused, and no execution is reached", async () => {
    const deployment = new Deployment(keys);
    expect((await deployment.post("/a2a/acme/open", {}, send)).status).toBe(401);
    expect((await deployment.post("/a2a/acme/report", { authorization: "Bearer wrong" }, send)).status).toBe(401);
    const answers = [];
    for (const path of ["other/report", "acme/nobody", "acme/behind-http", "acme/remote"]) {
      const response = await deployment.post(`/a2a/${path}`, operator, send);
      answers.push(JSON.stringify([response.status, await response.text()]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("404");
    expect(deployment.reached).toEqual([]);
  });

  it("with an id that was forged wakes no execution", async () => {
    const deployment = new Deployment(keys);
    const response = await deployment.post("/a2a/acme/report", { ...operator, "a2a-version": "1.0" }, send);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_001 } });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(deployment.reached).toEqual([]);
  });

  it("[N50] reaches the agent with and without a slash at the end of its address, bounded alike", async () => {
    const deployment = new Deployment(keys);
    const headers = { ...operator, "a2a-version": "1.0" };
    const response = await deployment.post("/a2a/acme/report/", headers, send);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_001 } });
    const tooLarge = " ".repeat(requestLimits.bytes + 1);
    expect((await deployment.post("/a2a/acme/report/", headers, tooLarge)).status).toBe(413);
  });

  it("says its version in the address where it can send no header", async () => {
    const response = await new Deployment(keys).post("/a2a/acme/report?A2A-Version=1.0", operator, send);
    expect(await response.json()).toMatchObject({ error: { code: -32_001 } });
  });

  it.each([
    ...["text/plain", "text/plain; a=application/json", "application/x-www-form-urlencoded", ""],
    ...["application/a2a+json", "application/json, text/plain", "application/jsonp"],
  ])(
    "[N86] of the type %j, which a page of another site could send or JSON-RPC does not know, is refused and begins nothing",
    async (type) => {
      for (const [settings, credentials, host, tenant] of [
        [keys, operator, origin, "acme"],
        [{ AUTH_MODE: "none" }, {}, "http://127.0.0.1:8787", "default"],
      ] as const) {
        const deployment = new Deployment(settings);
        const headers = { ...credentials, "content-type": type };
        const response = await deployment.post(`/a2a/${tenant}/report`, headers, send, host);
        expect([response.status, await response.json()]).toEqual([
          415,
          { jsonrpc: "2.0", id: null, error: { code: -32_600, message: expect.stringContaining("application/json") } },
        ]);
        expect(deployment.reached).toEqual([]);
      }
    },
  );

  it("[N86] of the type application/json is read, however that is written", async () => {
    for (const type of ["application/json", "Application/JSON;charset=utf-8", "application/json ; charset=utf-8"]) {
      const response = await new Deployment(keys).post("/a2a/acme/report", { ...operator, "content-type": type }, send);
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ["that is too large", { ...operator }, " ".repeat(requestLimits.bytes + 1), 413],
    ["of a page of another site", { ...operator, origin: "https://evil.example" }, send, 403],
  ])("%s is refused", async (_, headers, body, status) => {
    const deployment = new Deployment(keys);
    expect((await deployment.post("/a2a/acme/report", headers, body)).status).toBe(status);
    expect(deployment.reached).toEqual([]);
  });
});
