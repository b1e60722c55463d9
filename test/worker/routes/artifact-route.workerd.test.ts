/** `/artifacts` as the Worker serves it, over the bucket that the platform embeds. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ArtifactBucket } from "../../../src/durable/calls/artifact-bucket.ts";
import { createArtifact } from "../../../src/worker/clients/artifact-client.ts";
import { artifactLink } from "../../../src/worker/clients/artifact-link.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

const { ARTIFACTS, ID_SEALING_SECRET } = env as unknown as {
  readonly ARTIFACTS: R2Bucket;
  readonly ID_SEALING_SECRET: string;
};
const worker = (exports as unknown as { readonly default: Fetcher }).default;
const bucket = new ArtifactBucket(ARTIFACTS);
const identity = sealedIdentity(ID_SEALING_SECRET);
const origin = "http://localhost";
const address = { owner: "given", name: "digits für.html" };
const content = "0123456789";
let id: string;
let link: string;

beforeAll(async () => {
  await bucket.put("default", address, content, { description: null, mediaType: "text/html" });
  id = await identity.seal(JSON.stringify(["default", "ARTIFACT", address.owner, address.name]));
  link = await artifactLink(origin, "default", address, identity, Date.now());
});

const get = (path: string, headers: { readonly [name: string]: string } = {}, method = "GET") =>
  worker.fetch(path.startsWith("http") ? path : `${origin}/artifacts/${path}`, { method, headers });
const put = (query: string, body: BodyInit, headers: { readonly [name: string]: string } = {}) =>
  worker.fetch(`${origin}/artifacts?${query}`, { method: "PUT", body, headers });

describe("GET /artifacts", () => {
  it("serves content as a download that no browser runs, whatever type it was stored with", async () => {
    for (const path of [id, link]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(content);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...{ "content-type": "text/html", "content-length": "10", "x-content-type-options": "nosniff" },
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "content-disposition": `attachment; filename="digits f_r.html"; filename*=UTF-8''digits%20f%C3%BCr.html`,
        ...{ "accept-ranges": "bytes", "cache-control": "private, no-cache" },
      });
    }
  });

  it.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-99", content, "bytes 0-9/10"],
    ["bytes=8-999", "89", "bytes 8-9/10"],
  ])("serves the range %s", async (range, text, contentRange) => {
    const response = await get(id, { range });
    expect([response.status, await response.text()]).toEqual([206, text]);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-length")).toBe(String(text.length));
  });

  it.each(["bytes=10-", "bytes=10-12", "bytes=-0"])("cannot serve the range %s", async (range) => {
    const response = await get(id, { range });
    expect([response.status, await response.text()]).toEqual([416, ""]);
    expect(response.headers.get("content-range")).toBe("bytes */10");
  });

  it.each(["bytes=4-2", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes=-", `bytes=0-${"9".repeat(40)}`])(
    "serves everything for %s, which is no range",
    async (range) => {
      const response = await get(id, { range });
      expect([response.status, await response.text()]).toEqual([200, content]);
    },
  );

  it("answers HEAD without content, and 304 to whoever has it", async () => {
    const head = await get(id, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const etag = head.headers.get("etag") ?? "";
    for (const known of [`"x", ${etag}`, `W/${etag}`, "*"])
      expect((await get(id, { "if-none-match": known })).status, known).toBe(304);
    expect((await get(id, { "if-none-match": '"x"' })).status).toBe(200);
    expect((await get(id, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await get(id, { range: "bytes=0-1", "if-range": '"x"' })).status).toBe(200);
  });

  it("has one answer for what is gone, was never there, is another tenant's or is no id", async () => {
    const others = await identity.seal(JSON.stringify(["other", "ARTIFACT", address.owner, address.name]));
    const gone = await identity.seal(JSON.stringify(["default", "ARTIFACT", "given", "gone"]));
    const tool = await identity.seal(JSON.stringify(["default", "TOOL", "given", address.name]));
    await bucket.put("other", address, "not theirs", { description: null, mediaType: "text/plain" });
    const answers = await Promise.all(
      [others, gone, tool, "forged", id.slice(1), `${id}A`].map(async (path) => {
        const response = await get(path);
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  it("opens by a link without a credential, from anywhere, until it expires", async () => {
    const elsewhere = link.replace(origin, "https://plans.example.com");
    expect((await get(elsewhere, { "sec-fetch-site": "cross-site" })).status).toBe(200);
    expect((await get(`https://plans.example.com/artifacts/${id}`)).status).toBe(403);
    const old = await artifactLink(origin, "default", address, identity, Date.now() - 300_001);
    expect((await get(old)).status).toBe(410);
  });

  it("keeps pages of other origins away from what needs a credential", async () => {
    expect((await get(id, { origin: "https://evil.example.com" })).status).toBe(403);
    expect((await put("name=x", "1", { origin: "https://evil.example.com" })).status).toBe(403);
  });
});

describe("PUT /artifacts", () => {
  it("stores any bytes once under a name, and says where they are", async () => {
    const name = crypto.randomUUID();
    const bytes = Uint8Array.of(0, 255, 7);
    const response = await put(`name=${name}&description=An%20image`, bytes, { "content-type": "image/png" });
    const stored = (await response.json()) as { id: string };
    expect(response.status).toBe(201);
    expect(stored).toMatchObject({ name, description: "An image", mediaType: "image/png", byteSize: 3 });
    const read = await get(stored.id);
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    const again = await put(`name=${name}&description=An%20image`, bytes, { "content-type": "image/png" });
    expect([again.status, await again.json()]).toMatchObject([200, { id: stored.id }]);
    for (const other of [put(`name=${name}`, bytes, { "content-type": "image/png" }), put(`name=${name}`, "other")])
      expect((await other).status).toBe(409);
  });

  it("puts together what comes in many parts without a length", async () => {
    const name = crypto.randomUUID();
    const parts = Array.from({ length: 50 }, (_, at) => `${at},`.repeat(at * 20));
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    expect((await put(`name=${name}`, body)).status).toBe(201);
    const stored = await bucket.read("default", { owner: "given", name }, undefined);
    expect(await new Response(stored?.body).text()).toBe(parts.join(""));
    const empty = crypto.randomUUID();
    const { id: emptyId } = (await (await put(`name=${empty}`, "")).json()) as { id: string };
    for (const headers of [{}, { range: "bytes=0-" }, { range: "bytes=-1" }]) {
      const response = await get(emptyId, headers);
      expect([response.status, await response.text()]).toEqual(["range" in headers ? 416 : 200, ""]);
    }
  });

  it("stores the same again that reaches its end at this moment", async () => {
    const name = crypto.randomUUID();
    const given = { owner: "given", name };
    const facts = { description: null, mediaType: "text/plain" };
    await bucket.put("default", given, "1", facts);
    // The tenant's object has removed it just before it hears that it is to be kept.
    const keepGivenArtifact = async () => {
      await bucket.remove("default", given);
      return null;
    };
    const settleGivenArtifact = () => bucket.head("default", given);
    const stub = { keepGivenArtifact, settleGivenArtifact };
    const environment = { ARTIFACTS, TENANT: fakeNamespace(() => stub) } as unknown as Environment;
    const rules = { retentionMs: 60_000, maxArtifacts: 0, maxBytes: 0 };
    const caller = { tenant: "default", subject: "ada", groups: [], scopes: ["EXECUTION_READ"] };
    expect(await createArtifact(environment, caller, name, "1", facts, rules)).toMatchObject({ kind: "STORED" });
    expect(await bucket.head("default", given)).not.toBeNull();
  });

  it("[N506] keeps it to who may see it as the request says, and stores none for whom that cannot be meant", async () => {
    for (const visibility of ["OWN", "TENANT"]) {
      const name = crypto.randomUUID();
      const response = await put(`name=${name}&visibility=${visibility}`, "1");
      expect([response.status, await response.json()]).toMatchObject([201, { visibility }]);
      const audience = { owner: "anonymous", ...(visibility === "OWN" && { visibility }) };
      expect((await bucket.head("default", { owner: "given", name }))?.audience).toEqual(audience);
    }
    for (const query of ["visibility=own", "visibility=", "visibility=GROUP", "visibility=GROUP&group=a", "group=a"]) {
      const name = crypto.randomUUID();
      const response = await put(`name=${name}&${query}`, "1");
      expect([query, response.status]).toEqual([query, 400]);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
      expect(await bucket.head("default", { owner: "given", name })).toBeUndefined();
    }
  });

  it.each([
    ["", "BAD_USER_INPUT"],
    ["name=", "BAD_USER_INPUT"],
    ["name=..%2Fx", "BAD_USER_INPUT"],
    [`name=${"x".repeat(129)}`, "BAD_USER_INPUT"],
    [`name=x&description=${"x".repeat(501)}`, "BAD_USER_INPUT"],
  ])("refuses ?%s", async (query, code) => {
    const response = await put(query, "1");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code } }] });
  });

  it("refuses more bytes than are permitted, announced or not, and a type that is none", async () => {
    const name = crypto.randomUUID();
    const large = "x".repeat(16_777_217);
    expect((await put(`name=${name}`, large)).status).toBe(413);
    const streamed = await worker.fetch(`${origin}/artifacts?name=${name}`, {
      method: "PUT",
      body: new ReadableStream({
        start(controller) {
          const part = new TextEncoder().encode(large.slice(0, 4_194_304));
          for (let number = 0; number < 5; number++) controller.enqueue(part);
          controller.close();
        },
      }),
    });
    expect(streamed.status).toBe(413);
    expect((await put(`name=${name}`, "1", { "content-type": "none" })).status).toBe(400);
    expect(await bucket.head("default", { owner: "given", name })).toBeUndefined();
  });
});
