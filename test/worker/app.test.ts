/** The HTTP surface over objects in memory: what is refused before anything is reached, and what one request reaches. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { StartRequest } from "../../src/execution/commands/start-request.ts";
import { requestLimits } from "../../src/graph/base/request-limits.ts";
import { makeApp } from "../../src/worker/app.ts";
import type {
  CatalogStub,
  ConversationStub,
  Environment,
  ExecutionStub,
  IndexStub,
  ScheduleStub,
  TenantStub,
} from "../../src/worker/platform/environment.ts";
import { schemaText } from "../support/graph/ask.ts";
import { fakeCatalog } from "../support/graph/fake-catalog.ts";
import { freshView } from "../support/graph/fake-views.ts";
import { fakeNamespace } from "../support/worker/fake-namespace.ts";

const settings = { AUTH_MODE: "none", HOSTING: "off", ID_SEALING_SECRET: "0123456789abcdef0123456789abcdef" };
let reached: string[];
let app: ReturnType<typeof makeApp>;

function environment(given: { readonly [name: string]: string } = settings): Environment {
  const started = new Map<string, StartRequest>();
  const note = (call: string, name: string) => reached.push(`${call} ${name}`);
  const execution = (name: string): Partial<ExecutionStub> => ({
    start: async (request) => {
      note("start", name);
      started.set(name, request);
      return { kind: "STARTED", replayed: false, view: freshView(request) };
    },
    read: async () => {
      note("read", name);
      const request = started.get(name);
      return request === undefined ? null : freshView(request);
    },
  });
  const echo = fakeCatalog("1", [{ name: "echo" }]);
  const catalog = (name: string): Partial<CatalogStub> => ({
    contents: async () => {
      note("contents", name);
      const [server] = echo.servers;
      const tool = { name: "echo", title: null, description: null, inputSchema: {}, outputSchema: null };
      return {
        revision: "1",
        contents: server === undefined ? [] : [{ server, tools: [{ ...tool, annotations: {}, metadata: {} }] }],
        ...{ agents: [], workflows: [], webhooks: [] },
      };
    },
  });
  const index = (name: string): Partial<IndexStub> => ({
    list: async () => {
      note("list", name);
      return { items: [], hasMore: false, position: { epoch: "epoch", change: 0 } };
    },
  });
  return {
    ...given,
    EXECUTION: fakeNamespace((name) => execution(name) as ExecutionStub),
    CONVERSATION: fakeNamespace(() => ({}) as ConversationStub),
    CATALOG: fakeNamespace((name) => catalog(name) as CatalogStub),
    INDEX: fakeNamespace((name) => index(name) as IndexStub),
    TENANT: fakeNamespace(() => ({}) as TenantStub),
    SCHEDULE: fakeNamespace(() => ({}) as ScheduleStub),
  };
}

function post(query: string, env: Environment): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost/graphql", { method: "POST", headers, body: JSON.stringify({ query }) });
  return Promise.resolve(app.fetch(request, env));
}

beforeEach(() => {
  reached = [];
  app = makeApp(async () => schemaText);
});

describe("the Worker", () => {
  it("refuses everybody unless AUTH_MODE is stated, and reaches nothing", async () => {
    const { ID_SEALING_SECRET } = settings;
    const response = await post("{ executions { nodes { id } } }", environment({ ID_SEALING_SECRET }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "FORBIDDEN" } }] });
    expect(reached).toEqual([]);
  });

  it("answers MISCONFIGURED with the name of the setting and not its value, and reaches nothing", async () => {
    for (const path of ["/graphiql/", "/graphql"]) {
      const response = await app.request(path, {}, environment({ ...settings, MAX_STEPS: "plenty" }));
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: "MISCONFIGURED" } }] });
      expect(text).toContain("MAX_STEPS");
      expect(text).not.toContain("plenty");
    }
    expect(reached).toEqual([]);
  });

  it("with AUTH_MODE=none serves everybody as the same subject of the tenant default, with all scopes", async () => {
    const response = await post("{ viewer { subject scopes tenant { name limits { maxSteps } } } }", environment());
    expect(await response.json()).toMatchObject({
      data: {
        viewer: {
          subject: "anonymous",
          scopes: [
            "REGISTRY_READ",
            "REGISTRY_WRITE",
            "EXECUTION_READ",
            "EXECUTION_READ_OWN",
            "EXECUTION_READ_ALL",
            "EXECUTION_START",
            "EXECUTION_CONTROL",
            "EXECUTION_CONTROL_OWN",
            "EXECUTION_CONTROL_ALL",
            "HUMAN_INPUT_RESPOND",
            "HUMAN_INPUT_RESPOND_OWN",
            "EVENT_SEND",
            "SCHEDULE_WRITE",
            "CREDENTIALS_ADMIN",
            "INDEX_ADMIN",
            "DEBUG_READ",
            "AUDIT_READ",
          ],
          tenant: { name: "default", limits: { maxSteps: 1_000 } },
        },
      },
    });
  });

  it("[E1] reaches the catalog of the tenant, the object that the execution is named for, and the tenant's index", async () => {
    const env = environment();
    const plan = 'source: { plan: { steps: [{ tool: { toolName: "echo" } }] } }';
    const mutation = `mutation { executePlan(input: { ${plan} }) { execution { id } errors { message } } }`;
    const { data } = (await (await post(mutation, env)).json()) as {
      data: { executePlan: { execution: { id: string } } };
    };
    expect(reached).toEqual(["contents default", expect.stringMatching(/^start [0-9a-f]{64}$/)]);
    const { id } = data.executePlan.execution;
    reached = [];
    await post(mutation, env);
    expect(reached).toEqual([expect.stringMatching(/^start [0-9a-f]{64}$/)]);
    reached = [];
    await post(`{ execution(by: { id: "${id}" }) { status } executions { nodes { id } } }`, env);
    expect(reached.sort()).toEqual(["list default#0", expect.stringMatching(/^read [0-9a-f]{64}$/)]);
  });

  it("says UNAVAILABLE when an object is overloaded", async () => {
    const env = environment();
    Object.assign(env.INDEX, {
      getByName: () => ({ list: () => Promise.reject({ retryable: true, overloaded: true }) }),
    });
    const response = await post("{ executions { nodes { id } } }", env);
    expect(await response.json()).toMatchObject({
      data: { executions: null },
      errors: [{ extensions: { code: "UNAVAILABLE" } }],
    });
  });

  it("[N51] serves the API with a slash behind its path too, under the same rules", async () => {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"query":"{ __typename }"}',
    };
    const answer = await app.request("/graphql/", init, environment());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toMatchObject({ data: { __typename: "Query" } });
    const keys = { ...settings, AUTH_MODE: "keys", ADMIN_TOKEN: "x".repeat(40) };
    expect((await app.request("/graphql/", init, environment(keys))).status).toBe(401);
    const foreign = { ...init, headers: { ...init.headers, origin: "https://elsewhere.example" } };
    expect((await app.request("/graphql/", foreign, environment())).status).toBe(403);
    expect((await app.request("/graphql//", init, environment())).status).toBe(404);
    expect((await app.request("/graphql/x", init, environment())).status).toBe(404);
  });

  it("finds nothing at other paths, and does not tell what failed inside", async () => {
    const missing = await app.request("/nowhere", {}, environment());
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = makeApp(async () => "type Query { broken: Int }");
    const response = await broken.request("/graphql", {}, environment());
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("Query");
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  it("reads a body of 1 MiB and refuses one byte more", async () => {
    const bodyOf = (bytes: number) => {
      const start = '{"query":"{ __typename }","variables":{"pad":"';
      return `${start}${"x".repeat(bytes - start.length - 3)}"}}`;
    };
    const send = (body: string | ReadableStream) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
      return Promise.resolve(app.fetch(new Request("http://localhost/graphql", init as RequestInit), environment()));
    };
    const largest = await send(bodyOf(requestLimits.bytes));
    expect(await largest.json()).toMatchObject({ data: { __typename: "Query" } });
    const tooLarge = await send(bodyOf(requestLimits.bytes + 1));
    expect(tooLarge.status).toBe(413);
    const stream = new Blob([bodyOf(requestLimits.bytes + 1)]).stream();
    const chunked = await send(stream);
    expect(chunked.status).toBe(413);
    expect(await chunked.json()).toMatchObject({ errors: [{ extensions: { code: "REQUEST_TOO_LARGE" } }] });
    expect(reached).toEqual([]);
  });
});
