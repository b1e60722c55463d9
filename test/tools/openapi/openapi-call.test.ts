/** Calls of operations over real HTTP: what is sent, what an answer means, and arguments that would lead elsewhere. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readOpenApi } from "../../../src/catalog/openapi/openapi-document.ts";
import { toolDefinition } from "../../../src/catalog/tool-definition.ts";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import type { OutputValidation } from "../../../src/plan/callable.ts";
import { callOpenApi, type OpenApiCall } from "../../../src/tools/openapi/openapi-call.ts";
import { petStore } from "../../catalog/openapi/pet-store.ts";
import {
  type FakeHttpHandler,
  type FakeHttpServer,
  fakeHttpServer,
  sendJson,
} from "../../support/callees/http-server.ts";
import { exampleTraceparent, standingClock } from "../../support/callees/mcp-tool-calls.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

interface Received {
  readonly line: string;
  readonly headers: { readonly [name: string]: unknown };
  readonly body: string;
}

let server: FakeHttpServer;
let answer: FakeHttpHandler;
let received: Received[];
beforeEach(async () => {
  received = [];
  answer = (_, response) => sendJson(response, 200, { id: "1", name: "Rex" });
  server = await fakeHttpServer((request, response, body) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    answer(request, response, body);
  });
});
afterEach(() => server.close());

const guarded = guardedFetch({
  rules: { allowPrivate: true, allowHttp: true },
  maxResponseBytes: 10_000,
  fetch: (url, init) => fetch(url, init),
  awaitHeaders: (_, run) => run(),
});

interface CallMore extends Partial<OpenApiCall> {
  readonly document?: JsonObject;
  /** Null for that of the document. */
  readonly baseUrl?: null;
  readonly scheme?: string;
  readonly validation?: OutputValidation;
}

/** Answers with a pet, or with nothing where nothing changed. */
const rename: JsonObject = {
  operationId: "rename",
  requestBody: { content: { "application/json": { schema: { type: "object" } } } },
  responses: {
    200: { content: { "application/json": { schema: { type: "object", required: ["id"] } } } },
    204: { description: "Nothing changed" },
  },
};
/** A form as that of Stripe: every member that is no plain value has a style. */
const pay: JsonObject = {
  operationId: "pay",
  parameters: [{ name: "expand", in: "query", style: "deepObject", explode: true, schema: { type: "array" } }],
  requestBody: {
    content: {
      "application/x-www-form-urlencoded": {
        schema: { type: "object" },
        encoding: {
          metadata: { style: "deepObject", explode: true },
          items: { style: "deepObject", explode: true },
          tags: { explode: false },
          note: { contentType: "text/plain" },
        },
      },
    },
  },
  responses: {},
};
const document: JsonObject = {
  ...petStore,
  paths: { ...(petStore.paths as JsonObject), "/names": { post: rename }, "/payments?v=2": { post: pay } },
};

function call(
  name: string,
  input: JsonObject,
  { baseUrl, document: given = document, scheme, validation = "STRICT", ...more }: CallMore = {},
) {
  const address = `${server.url}/v1`;
  const reading = readOpenApi(
    { ...given, servers: [{ url: address }] },
    { baseUrl: baseUrl === null ? undefined : address, securityScheme: scheme },
  );
  if (!reading.ok) throw new Error(reading.message);
  const tool = reading.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`Expected the tool ${name}`);
  const registration = {
    name: "pets",
    url: reading.baseUrl,
    bearerSecret: null,
    trusted: true,
    outputValidation: validation,
  };
  return callOpenApi({
    provider: {
      name: "pets",
      kind: "OPENAPI",
      url: reading.baseUrl,
      bearerSecret: null,
      connection: { credential: { ...reading.credential } },
    },
    callable: { ...toolDefinition(tool, registration).callable, name },
    arguments: input,
    bearer: undefined,
    idempotencyKey: "key-1",
    trace: { traceparent: exampleTraceparent, tracestate: null },
    signal: new AbortController().signal,
    fetch: guarded,
    clock: standingClock,
    ...more,
  });
}

describe("callOpenApi", () => {
  it("[N436] sends each argument where the document says, once, with the key of the call", async () => {
    answer = (_, response) => sendJson(response, 200, [{ id: "1", name: null }]);
    const listed = await call(
      "listPets",
      { tags: ["a b", "c&d"], filter: { "k[": "v=" }, limit: 5, trace: "t" },
      { bearer: "s3cret-key" },
    );
    expect(listed).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: [{ id: "1", name: null }], metadata: { httpStatus: 200 } },
    });
    expect(received[0]).toMatchObject({
      line: "GET /v1/pets?tags=a%20b&tags=c%26d&filter%5Bk%5B%5D=v%3D&limit=5",
      headers: { trace: "t", "x-key": "s3cret-key", traceparent: exampleTraceparent },
      body: "",
    });
    expect(received[0]?.headers).not.toHaveProperty("idempotency-key");
    answer = (_, response) => sendJson(response, 201, { id: "2", name: "Rex" });
    await call("add_pet", { body: { name: "Rex" } }, { scheme: "basic", bearer: "me:pässword" });
    expect(received[1]).toMatchObject({
      line: "POST /v1/pets",
      headers: {
        "idempotency-key": '"key-1"',
        authorization: `Basic ${Buffer.from("me:pässword").toString("base64")}`,
        "content-type": "application/json",
      },
      body: '{"name":"Rex"}',
    });
    await call("add_pet_2", { pet_id: "a/b?c", body: { name: "R & x" } }, { scheme: "token", bearer: "k&y" });
    expect(received[2]).toMatchObject({ line: "PUT /v1/pets/a%2Fb%3Fc?token=k%26y", body: "name=R%20%26%20x" });
    expect(received).toHaveLength(3);
  });

  it("[N846] writes members of forms and deep objects as the document says", async () => {
    const body = {
      amount: 5,
      metadata: { order: "7&8", tags: ["a", "b"] },
      items: [{ price: "p1", taxes: ["t"] }, { price: "p2" }],
      tags: ["x", "y"],
      note: { a: 1 },
    };
    await call("pay", { expand: ["customer", "invoice"], body });
    const [line, written] = [received[0]?.line, received[0]?.body].map((text) => decodeURIComponent(text ?? ""));
    expect(line).toBe("POST /v1/payments?v=2&expand[]=customer&expand[]=invoice");
    expect(written).toBe(
      'amount=5&metadata[order]=7&8&metadata[tags][]=a&metadata[tags][]=b&items[0][price]=p1&items[0][taxes][]=t&items[1][price]=p2&tags=x,y&note={"a":1}',
    );
    expect(received[0]?.body).toContain("metadata%5Border%5D=7%268");
  });

  it("[N849, N850] sends a secret to the origin of the registered server alone, and not where the document demands none", async () => {
    const sentAt = async (operation: object) => {
      received = [];
      const secured = { ...(operation as JsonObject), operationId: "own", responses: {} };
      const own = { ...document, paths: { "/own": { get: secured } } } as JsonObject;
      await call("own", {}, { bearer: "s3cret-key", document: own, baseUrl: null });
      return { line: received[0]?.line, key: received[0]?.headers["x-key"] };
    };
    const other = server.url.replace("127.0.0.1", "localhost");
    expect(await sentAt({})).toEqual({ line: "GET /v1/own", key: "s3cret-key" });
    expect(await sentAt({ security: [] })).toEqual({ line: "GET /v1/own", key: undefined });
    expect(await sentAt({ servers: [{ url: `${server.url}/v2` }] })).toEqual({
      line: "GET /v2/own",
      key: "s3cret-key",
    });
    expect(await sentAt({ servers: [{ url: `${other}/v3` }] })).toEqual({ line: "GET /v3/own", key: undefined });
  });

  it("[N845] writes a long query in time proportional to it", async () => {
    const begun = processorMs();
    // Longer than the server takes.
    const sent = await call("listPets", { limit: 1, tags: Array.from({ length: 20_000 }, (_, at) => `tag-${at}`) });
    expect(sent.kind).toBe("FAILED");
    expect(processorMs() - begun).toBeLessThan(3_000);
  });

  it("[N436] sends nothing where an argument would lead elsewhere", async () => {
    for (const id of ["..", ".", ""]) {
      const refused = await call("get_pets_pet_id", { pet_id: id });
      expect(refused).toMatchObject({ kind: "FAILED", outcome: "NOT_SENT", failure: { code: "INPUT_INVALID" } });
    }
    const header = await call("listPets", { limit: 1, trace: "a\r\nx-evil: 1" });
    expect(header).toMatchObject({
      outcome: "NOT_SENT",
      failure: { message: expect.stringMatching(/printable ASCII/) },
    });
    expect(received).toEqual([]);
    await call("get_pets_pet_id", { pet_id: "../../admin" });
    expect(received[0]?.line).toBe("GET /v1/pets/..%2F..%2Fadmin");
  });

  it("[N436] tells an answer that refuses the call from one that leaves its effect unknown", async () => {
    const ends: readonly (readonly [number, Json, object])[] = [
      [
        400,
        { error: "no" },
        { outcome: "ANSWERED", failure: { code: "TOOL_ERROR", retryable: false, details: { httpStatus: 400 } } },
      ],
      [409, "taken", { outcome: "ANSWERED", failure: { code: "TOOL_ERROR" } }],
      [401, {}, { outcome: "REJECTED", failure: { code: "UPSTREAM_UNAUTHORIZED" } }],
      [
        404,
        "no such pet",
        { outcome: "ANSWERED", failure: { code: "TOOL_ERROR", message: expect.stringMatching(/no such pet/) } },
      ],
      [403, {}, { outcome: "REJECTED" }],
      [429, {}, { outcome: "REJECTED" }],
      [500, {}, { outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } }],
    ];
    for (const [status, body, end] of ends) {
      answer = (_, response) => sendJson(response, status, body);
      expect(await call("add_pet", { body: { name: "a" } }), String(status)).toMatchObject({ kind: "FAILED", ...end });
    }
    answer = (_, response) => sendJson(response, 422, { said: "the key s3cret-key is wrong" });
    const refused = await call("add_pet", { body: { name: "a" } }, { bearer: "s3cret-key" });
    expect(JSON.stringify((refused as { failure: object }).failure)).not.toContain("s3cret-key");
    answer = (_, response) => response.destroy();
    expect(await call("add_pet", { body: { name: "a" } })).toMatchObject({ outcome: "UNKNOWN" });
    answer = () => undefined;
    const controller = new AbortController();
    const hung = call("add_pet", { body: { name: "a" } }, { signal: controller.signal });
    controller.abort(new CallAborted("STEP_TIMEOUT"));
    expect(await hung).toMatchObject({ failure: { code: "STEP_TIMEOUT" } });
  });

  it("[N812] takes an answer without content for one where the document has it beside another", async () => {
    answer = (_, response) => response.writeHead(204).end();
    expect(await call("rename", { body: { name: "a" } })).toMatchObject({ kind: "SUCCEEDED", warning: undefined });
    answer = (_, response) => response.writeHead(200).end();
    expect(await call("rename", { body: { name: "a" } })).toMatchObject({ failure: { code: "OUTPUT_INVALID" } });
    expect(await call("add_pet", { body: { name: "a" } })).toMatchObject({ failure: { code: "OUTPUT_INVALID" } });
  });

  it("[N436] checks the answer against the document, strictly, with a warning or not at all, and takes text and nothing as they are", async () => {
    answer = (_, response) => sendJson(response, 201, { id: 5 });
    const add = (validation: OutputValidation) => call("add_pet", { body: { name: "a" } }, { validation });
    expect(await add("STRICT")).toMatchObject({
      kind: "FAILED",
      outcome: "ANSWERED",
      failure: { code: "OUTPUT_INVALID", details: { violations: [{}, {}] } },
    });
    expect(await add("WARN")).toMatchObject({
      kind: "SUCCEEDED",
      warning: { code: "OUTPUT_INVALID" },
      result: { output: { id: 5 } },
    });
    expect(await add("OFF")).toMatchObject({ kind: "SUCCEEDED", warning: undefined });
    answer = (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("gone");
    expect(await call("delete_pets_pet_id", { pet_id: "1" })).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: undefined, content: [{ type: "text", text: "gone" }] },
    });
    expect(await add("STRICT")).toMatchObject({
      kind: "FAILED",
      failure: { message: expect.stringMatching(/required JSON, found the content type text\/plain/) },
    });
    answer = (_, response) => response.writeHead(204).end();
    expect(await call("delete_pets_pet_id", { pet_id: "1" })).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: undefined, content: [] },
    });
    answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{no");
    expect(await add("WARN")).toMatchObject({ kind: "FAILED", outcome: "ANSWERED" });
    answer = (_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(`"${"x".repeat(20_000)}"`);
    expect(await add("WARN")).toMatchObject({
      kind: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: expect.stringMatching(/LIMIT|LARGE/) },
    });
  });
});
