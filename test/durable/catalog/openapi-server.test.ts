/** OpenAPI documents that are read from an address: where they came from, and how much they may hold. */
import { describe, expect, it } from "vitest";
import { readOpenApiServer } from "../../../src/durable/catalog/openapi-server.ts";
import { standingClock } from "../../support/callees/mcp-tool-calls.ts";

/** Registers the document that stands at `text`, which was found at `url`. */
function registered(text: string, url = "https://a.example/openapi.json") {
  const registration = {
    name: "pets",
    source: { url: "https://a.example/openapi.json" },
    baseUrl: null,
    secret: null,
    securityScheme: null,
    outputValidation: "WARN",
    operations: null,
    effects: [],
  } as const;
  const answer = Object.defineProperty(new Response(text), "url", { value: url });
  const egress = { allowPrivate: false, allowHttp: false };
  return readOpenApiServer(
    registration,
    { clock: { ...standingClock, after: () => () => undefined }, egress, secret: () => undefined },
    async () => answer,
  );
}

describe("a document at an address", () => {
  it("[N812] names its server relative to where redirects led, as the standard says", async () => {
    const document = JSON.stringify({ openapi: "3.1.0", servers: [{ url: "../v2" }], paths: { "/a": { get: {} } } });
    expect(await registered(document)).toMatchObject({ server: { url: "https://a.example/v2" } });
    const moved = await registered(document, "https://b.example/docs/latest/openapi.json");
    expect(moved).toMatchObject({ server: { url: "https://b.example/docs/v2" } });
  });

  it("[N849] leads no operation to an address that requests may not go to", async () => {
    const put = { servers: [{ url: "https://10.0.0.1" }] };
    const document = { openapi: "3.1.0", servers: [{ url: "/" }], paths: { "/a": { get: {}, put } } };
    expect(await registered(JSON.stringify(document))).toMatchObject({
      tools: [{ name: "get_a" }],
      server: { dropped: [{ name: "put_a", reason: expect.stringContaining("a public address") }] },
    });
  });

  it("[N812] that is made to cost memory is refused before it is parsed", async () => {
    const empty = `[${"[],".repeat(700_000)}[]]`;
    expect(await registered(empty)).toMatchObject({ kind: "REFUSED", code: "LIMIT_EXCEEDED", member: "url" });
    const names = `{${Array.from({ length: 70_000 }, (_, at) => `"n${at}":1`).join()}}`;
    expect(await registered(names)).toMatchObject({ kind: "REFUSED", code: "LIMIT_EXCEEDED", member: "url" });
  });
});
