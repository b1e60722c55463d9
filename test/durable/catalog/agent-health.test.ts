import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import { type GuardedFetch, guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { AgentHealthChecks } from "../../../src/durable/catalog/agent-health.ts";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";

const role: RegisteredAgent = {
  ...{ kind: "LOCAL", name: "writer", description: "Writes", tags: [], exampleQueries: [], routable: false },
  ...{ instructions: "Be brief", skills: [], model: null, tools: [], actions: [], public: false },
  ...{ createdAt: 0, updatedAt: 0 },
};

function agent(name: string, healthUrl: string | null): RegisteredAgent {
  return {
    ...{ kind: "HTTP", name, description: "Works", tags: [], exampleQueries: [], routable: true, healthUrl },
    ...{ endpoint: "https://agents.example.com", bearerSecret: null, effectClass: "UNSAFE", usageHints: "" },
    ...{ createdAt: 0, updatedAt: 0 },
  };
}

const guarded: GuardedFetch = guardedFetch({
  rules: { allowPrivate: true, allowHttp: true },
  maxResponseBytes: 1_000,
  fetch: (url, init) => fetch(url, init),
  awaitHeaders: (_, run) => run(),
});

let nowMs: number;
const clock = { now: () => nowMs };
const checks = (fetchFunction: GuardedFetch = guarded) => new AgentHealthChecks(fetchFunction, clock);

beforeEach(() => {
  nowMs = 1_000_000;
});

describe("the health of agents", () => {
  let server: FakeHttpServer;
  const asked: string[] = [];
  beforeEach(async () => {
    asked.length = 0;
    server = await fakeHttpServer(({ method, url = "" }, response) => {
      asked.push(`${method} ${url}`);
      if (url === "/hangs") return;
      if (url === "/moved") response.writeHead(302, { location: "/204" }).end();
      else response.writeHead(Number(url.slice(1))).end("x".repeat(url === "/200" ? 5_000 : 0));
    });
  });
  afterEach(() => server.close());

  it("is what the status of their check says, and unknown for those that have none", async () => {
    const found = await checks().of([
      agent("fine", `${server.url}/200`),
      agent("moved", `${server.url}/moved`),
      agent("broken", `${server.url}/500`),
      agent("closed", `${server.url}/401`),
      agent("trusting", null),
      role,
    ]);
    const unhealthy = (status: number) => {
      return { status: "UNHEALTHY", checkedAt: nowMs, message: `Required an HTTP status 2xx, found ${status}` };
    };
    const unknown = { status: "UNKNOWN", checkedAt: null, message: null };
    expect(Object.fromEntries(found)).toEqual({
      fine: { status: "HEALTHY", checkedAt: nowMs, message: null },
      moved: { status: "HEALTHY", checkedAt: nowMs, message: null },
      broken: unhealthy(500),
      closed: unhealthy(401),
      trusting: unknown,
      writer: unknown,
    });
    expect(asked.toSorted()).toEqual(["GET /200", "GET /204", "GET /401", "GET /500", "GET /moved"]);
  });

  it("is bad where nobody answers in two seconds, cannot be reached, or may not be asked", async () => {
    const found = await checks().of([
      agent("slow", `${server.url}/hangs`),
      agent("gone", "http://127.0.0.1:9/"),
      agent("forbidden", "ftp://127.0.0.1/"),
    ]);
    expect(found.map(([name, { message, status }]) => [name, status, message])).toEqual([
      ["slow", "UNHEALTHY", "Required an answer within 2000 ms, found none"],
      ["gone", "UNHEALTHY", "Required an answer, found that the connection failed"],
      ["forbidden", "UNHEALTHY", expect.stringContaining("required the scheme")],
    ]);
  });

  it("is asked again after thirty seconds, and at once at another address", async () => {
    const kept = checks();
    await kept.of([agent("a", `${server.url}/200`)]);
    nowMs += 29_999;
    expect(await kept.of([agent("a", `${server.url}/200`)])).toMatchObject([["a", { checkedAt: 1_000_000 }]]);
    expect(asked).toHaveLength(1);
    await kept.of([agent("a", `${server.url}/500`)]);
    expect(asked).toHaveLength(2);
    nowMs += 30_000;
    expect(await kept.of([agent("a", `${server.url}/500`)])).toMatchObject([["a", { checkedAt: nowMs }]]);
    expect(asked).toHaveLength(3);
  });

  it("is asked of six at a time, and once for all who ask meanwhile", async () => {
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const slow: GuardedFetch = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => waiting.push(resolve));
      open -= 1;
      return new Response(null, { status: 204 });
    };
    const kept = checks(slow);
    const agents = Array.from({ length: 20 }, (_, at) => agent(`a${at}`, "https://agents.example.com/health"));
    const both = Promise.all([kept.of(agents), kept.of(agents)]);
    let answered = 0;
    while (answered < agents.length) {
      await new Promise((resolve) => setImmediate(resolve));
      answered += waiting.length;
      for (const resolve of waiting.splice(0)) resolve();
    }
    const [found] = await both;
    expect(found.every(([, { status }]) => status === "HEALTHY")).toBe(true);
    expect([most, answered]).toEqual([6, 20]);
  });

  it("is waited for five seconds, however many agents hang; those not asked by then are unknown", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const hangs: GuardedFetch = () => new Promise(() => undefined);
      const agents = Array.from({ length: 100 }, (_, at) => agent(`a${at}`, "https://agents.example.com/health"));
      const finding = checks(hangs).of([...agents, agent("trusting", null)]);
      await vi.advanceTimersByTimeAsync(5_000);
      const found = await finding;
      expect(found).toHaveLength(101);
      expect(found[99]).toEqual(["a99", { status: "UNKNOWN", checkedAt: null, message: expect.any(String) }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
