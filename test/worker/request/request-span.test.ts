/** The span of a request: which operation was asked for over which protocol, and never with what. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { requestTrace } from "../../../src/graph/start/request-trace.ts";
import { makeApp } from "../../../src/worker/app.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { schemaText } from "../../support/graph/ask.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";
import { RecordingTracer } from "../../support/worker/recording-tracer.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const nobody = fakeNamespace<never>(() => {
  throw new Error("no test expects an object to be reached");
});
const environment = {
  ...{ AUTH_MODE: "none", ID_SEALING_SECRET: "5ea1".repeat(16) },
  ...{ EXECUTION: nobody, CONVERSATION: nobody, CATALOG: nobody, INDEX: nobody, TENANT: nobody, SCHEDULE: nobody },
} as unknown as Environment;

let tracer: RecordingTracer;
beforeEach(() => {
  tracer = new RecordingTracer();
});

async function send(path: string, body: object, headers: { readonly [name: string]: string } = {}): Promise<Response> {
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return makeApp(async () => schemaText, tracer).fetch(request, environment);
}

describe("a request", () => {
  it("of GraphQL is a span with the kind and name of its operation and the trace of its caller", async () => {
    const query = "query Look($id: ID!) { node(id: $id) { id } viewer { subject } }";
    await send("/graphql", { query, operationName: "Look", variables: { id: "hunter2" } }, { traceparent });
    expect(tracer.spans).toEqual([
      {
        ...{ name: "graphql.request", failure: null, isOver: true },
        attributes: { method: "POST", trace_id: trace, operation: "query Look", status: 200 },
      },
    ]);
    expect(JSON.stringify(tracer.spans)).not.toContain("hunter2");
  });

  it("with a name that is endless is a span with the beginning of it, and with a trace that is not valid one without a trace", async () => {
    await send("/graphql", { query: `query ${"Q".repeat(500)} { viewer { subject } }` }, { traceparent: "hunter2" });
    expect(tracer.spans[0]?.attributes).toEqual({ method: "POST", operation: `query ${"Q".repeat(94)}`, status: 200 });
  });

  it("of MCP is a span with its method, which no caller can name", async () => {
    const rpc = (method: string) => ({ jsonrpc: "2.0", id: 1, method, params: {} });
    const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };
    await send("/mcp", rpc("ping"), headers);
    await send("/mcp", rpc("hunter2"), headers);
    expect(tracer.spans.map(({ name, attributes }) => [name, attributes.operation])).toEqual([
      ["mcp.request", "ping"],
      ["mcp.request", "other"],
    ]);
  });

  it("for an export is a span with the trace of its caller, and without the execution that was asked for", async () => {
    const request = new Request("http://localhost/export/hunter2", { headers: { traceparent } });
    expect((await makeApp(async () => schemaText, tracer).fetch(request, environment)).status).toBe(404);
    expect(tracer.spans).toEqual([
      {
        ...{ name: "export.request", failure: null, isOver: true },
        attributes: { method: "GET", trace_id: trace, status: 404 },
      },
    ]);
  });

  it("that fails by a fault of ours says so", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue();
    const app = makeApp(async () => "type Query { broken: Int }", tracer);
    const request = new Request("http://localhost/graphql", { method: "POST", body: "{}" });
    expect((await app.fetch(request, environment)).status).toBe(500);
    expect(tracer.spans).toMatchObject([{ failure: "HTTP_500", isOver: true }]);
    said.mockRestore();
  });
});

describe("a trace that begins here", () => {
  const randomHex = (bytes: number) => "ab".repeat(bytes);

  it("is that of the platform's span where somebody records it, else a fresh one that is sampled", () => {
    const platformTrace = () => traceparent;
    expect(requestTrace(new Headers(), { randomHex, platformTrace })).toEqual({ traceparent, tracestate: null });
    const fresh = { traceparent: `00-${"ab".repeat(16)}-${"ab".repeat(8)}-01`, tracestate: null };
    expect(requestTrace(new Headers(), { randomHex, platformTrace: () => undefined })).toEqual(fresh);
    expect(requestTrace(new Headers({ traceparent: "nonsense", tracestate: "a=1" }), { randomHex })).toEqual(fresh);
  });

  it("is that of the caller if it names one, with what goes along", () => {
    const platformTrace = () => `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
    const headers = new Headers({ traceparent, tracestate: "rojo=1", baggage: "hunter2=1" });
    expect(requestTrace(headers, { randomHex, platformTrace })).toEqual({ traceparent, tracestate: "rojo=1" });
  });
});
