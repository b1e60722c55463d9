/** The one way out, against real servers: what may leave, what a redirect may do, how much may come back. */
import { afterEach, describe, expect, it } from "vitest";
import {
  AbortedBeforeSending,
  EgressDenied,
  RedirectRefused,
  ResponseTooLarge,
} from "../../../src/catalog/fetch-failure.ts";
import { type GuardedFetchOptions, guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { type FakeHttpHandler, type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";

const servers: FakeHttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: { readonly [name: string]: unknown };
}

async function serve(handle: FakeHttpHandler): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = await fakeHttpServer((request, response, body) => {
    seen.push({ method: request.method ?? "", path: request.url ?? "", body, headers: request.headers });
    handle(request, response, body);
  });
  servers.push(server);
  return { url: server.url, seen };
}

const local: GuardedFetchOptions = {
  rules: { allowPrivate: true, allowHttp: true },
  maxResponseBytes: 100_000,
  fetch: (url, init) => fetch(url, init),
  awaitHeaders: (_signal, run) => run(),
};

const redirectTo =
  (location: string, status: number): FakeHttpHandler =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };

describe("a credential", () => {
  it("[N533] is sent to its origin alone: a redirect elsewhere leads there without it, and back with it", async () => {
    const { seen, url } = await serve((request, response) => {
      if (request.url === "/back") response.end("fine");
      else response.writeHead(302, { location: elsewhere.url }).end();
    });
    const elsewhere = await serve((_request, response) => response.writeHead(302, { location: `${url}/back` }).end());
    const credential = { origin: new URL(url).origin, headers: [["X-Api-Key", "5ecret"]] as const };
    expect(await (await guardedFetch({ ...local, credential })(url)).text()).toBe("fine");
    expect(seen.map(({ headers, path }) => [path, headers["x-api-key"]])).toEqual([
      ["/", "5ecret"],
      ["/back", "5ecret"],
    ]);
    expect(elsewhere.seen.map(({ headers }) => headers["x-api-key"])).toEqual([undefined]);
  });
});

describe("a credential that is refused", () => {
  const refusing: FakeHttpHandler = (request, response) => {
    if (request.headers.authorization === "Bearer new") response.end("fine");
    else response.writeHead(401, { "www-authenticate": "Bearer" }).end("no");
  };

  it("[N548] is renewed and the request sent once more, whole; a second refusal is the answer", async () => {
    const { seen, url } = await serve(refusing);
    let renewals = 0;
    const withToken = (token: string | undefined) => ({
      origin: new URL(url).origin,
      headers: [["Authorization", "Bearer old"]] as const,
      renewed: async () => {
        renewals += 1;
        return token === undefined ? undefined : ([["Authorization", `Bearer ${token}`]] as const);
      },
    });
    const post = { method: "POST", body: "the body" };
    const answered = await guardedFetch({ ...local, credential: withToken("new") })(url, post);
    expect(await answered.text()).toBe("fine");
    expect(seen.map(({ body, headers }) => [body, headers.authorization])).toEqual([
      ["the body", "Bearer old"],
      ["the body", "Bearer new"],
    ]);
    expect((await guardedFetch({ ...local, credential: withToken("wrong") })(url, post)).status).toBe(401);
    expect((await guardedFetch({ ...local, credential: withToken(undefined) })(url, post)).status).toBe(401);
    expect([seen.length, renewals]).toEqual([5, 3]);
  });

  it("[N548] is not renewed for a body that cannot be sent again, nor for the refusal of another origin", async () => {
    const { seen, url } = await serve(refusing);
    const { url: first } = await serve(redirectTo(url, 302));
    const renewed = () => Promise.reject(new Error("nobody may ask"));
    const credential = { origin: new URL(url).origin, headers: [["Authorization", "Bearer old"]] as const, renewed };
    const body = new Response("once").body;
    const streamed = { method: "POST", body, duplex: "half" } as RequestInit;
    expect((await guardedFetch({ ...local, credential })(url, streamed)).status).toBe(401);
    const elsewhere = { ...credential, origin: new URL(first).origin };
    expect((await guardedFetch({ ...local, credential: elsewhere })(first)).status).toBe(401);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer old", undefined]);
  });
});

describe("a request", () => {
  it("is refused before anything leaves when the rules forbid its address", async () => {
    const { url, seen } = await serve((_request, response) => response.end());
    const guarded = guardedFetch({ ...local, rules: { allowPrivate: false, allowHttp: true } });
    const refused = await guarded(url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EgressDenied);
    expect(refused).toMatchObject({ requestSent: false, refusal: { reason: "ADDRESS_NOT_PUBLIC" } });
    expect(seen).toEqual([]);
  });

  it("is given up without leaving when its signal is aborted while it waits for a permit", async () => {
    const { url, seen } = await serve((_request, response) => response.end());
    const controller = new AbortController();
    const permit = Promise.withResolvers<void>();
    const guarded = guardedFetch({ ...local, awaitHeaders: (_signal, run) => permit.promise.then(run) });
    const pending = guarded(url, { signal: controller.signal }).catch((error: unknown) => error);
    controller.abort(new Error("enough"));
    permit.resolve();
    expect(await pending).toBeInstanceOf(AbortedBeforeSending);
    expect(seen).toEqual([]);
  });

  it("[E10] holds a permit until the response headers are there and no longer", async () => {
    let held = 0;
    const { url } = await serve((_request, response) => {
      expect(held).toBe(1);
      response.write("first");
      setTimeout(() => response.end("last"), 20);
    });
    const guarded = guardedFetch({
      ...local,
      async awaitHeaders(_signal, run) {
        held++;
        try {
          return await run();
        } finally {
          held--;
        }
      },
    });
    const response = await guarded(url);
    expect(held).toBe(0);
    expect(await response.text()).toBe("firstlast");
  });
});

describe("a redirect", () => {
  it.each([307, 308])("%i repeats method, body and headers within the origin", async (status) => {
    const { url, seen } = await serve((request, response, body) =>
      request.url === "/end" ? response.end("done") : redirectTo("/end", status)(request, response, body),
    );
    const response = await guardedFetch(local)(url, {
      method: "POST",
      body: "payload",
      headers: { authorization: "Bearer a" },
    });
    expect(await response.text()).toBe("done");
    expect(seen[1]).toMatchObject({
      method: "POST",
      path: "/end",
      body: "payload",
      headers: { authorization: "Bearer a" },
    });
  });

  it("to another origin leaves the credentials behind and keeps the rest", async () => {
    const target = await serve((_request, response) => response.end("done"));
    const { url } = await serve(redirectTo(target.url, 307));
    await guardedFetch(local)(url, {
      method: "POST",
      body: "payload",
      headers: {
        ...{ authorization: "Bearer a", "x-api-key": "a", "mcp-session-id": "s", cookie: "c=1" },
        "idempotency-key": '"k"',
      },
    });
    expect(target.seen[0]?.headers).toMatchObject({ "idempotency-key": '"k"' });
    for (const name of ["authorization", "x-api-key", "mcp-session-id", "cookie"]) {
      expect(target.seen[0]?.headers).not.toHaveProperty(name);
    }
  });

  it("[N811] to another origin has the headers of the protocols alone: a key may stand in a header of any name", async () => {
    const target = await serve((_request, response) => response.end("done"));
    const { url } = await serve(redirectTo(target.url, 302));
    const kept = {
      accept: "application/json",
      "mcp-param-region": "eu",
      "a2a-version": "1.0",
      traceparent: "00-1-2-01",
    };
    const left = {
      api_key: "5ecret",
      "x-goog-api-key": "5ecret",
      "x-auth-token": "5ecret",
      "proxy-authorization": "a",
    };
    await guardedFetch(local)(url, { headers: { ...kept, ...left } });
    expect(target.seen[0]?.headers).toMatchObject(kept);
    expect(JSON.stringify(target.seen[0]?.headers)).not.toContain("5ecret");
  });

  it("[N811] is followed although its own body fails", async () => {
    const { url } = await serve((_request, response) => response.end("done"));
    const body = () => new ReadableStream({ cancel: () => Promise.reject(new Error("lost")) });
    const answers = [() => new Response(body(), { status: 302, headers: { location: url } })];
    const fetchOnce: GuardedFetchOptions["fetch"] = async (address, init) =>
      answers.shift()?.() ?? fetch(address, init);
    expect(await (await guardedFetch({ ...local, fetch: fetchOnce })("http://127.0.0.1:1/")).text()).toBe("done");
  });

  it("is checked like a first address, and the refusal says that something was sent", async () => {
    const { url } = await serve(redirectTo("file:///etc/passwd", 307));
    const refused = await guardedFetch(local)(url).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: "EgressDenied",
      requestSent: true,
      refusal: { reason: "SCHEME_NOT_ALLOWED" },
    });
  });

  it("to a private address is refused without a request to it", async () => {
    const target = await serve((_request, response) => response.end());
    const asked: string[] = [];
    const guarded = guardedFetch({
      ...local,
      rules: { allowPrivate: false, allowHttp: true },
      // Stands for a public server, which a test cannot have.
      fetch: (url) => {
        asked.push(url);
        return Promise.resolve(new Response(null, { status: 307, headers: { location: target.url } }));
      },
    });
    await expect(guarded("https://example.com/mcp")).rejects.toMatchObject({ name: "EgressDenied", requestSent: true });
    expect(asked).toEqual(["https://example.com/mcp"]);
    expect(target.seen).toEqual([]);
  });

  it.each([301, 302, 303])(
    "%i is refused for a POST, which would become a GET, and followed by a GET",
    async (status) => {
      const { url, seen } = await serve((request, response, body) =>
        request.url === "/end" ? response.end("done") : redirectTo("/end", status)(request, response, body),
      );
      await expect(guardedFetch(local)(url, { method: "POST", body: "x" })).rejects.toBeInstanceOf(RedirectRefused);
      expect(seen).toHaveLength(1);
      expect(await (await guardedFetch(local)(url)).text()).toBe("done");
    },
  );

  it("is followed five times and not a sixth", async () => {
    const { url, seen } = await serve(redirectTo("/again", 307));
    await expect(guardedFetch(local)(url)).rejects.toThrow("at most 5 redirects");
    expect(seen).toHaveLength(6);
  });

  it("without a valid location is refused", async () => {
    const { url } = await serve(redirectTo("http://[::1", 307));
    await expect(guardedFetch(local)(url)).rejects.toBeInstanceOf(RedirectRefused);
  });
});

describe("a body", () => {
  it("[N362] may have what its reader exempts beside its limit, and 15 times the limit of that", async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" });
      for (let n = 0; n < 17; n += 1) response.write("x".repeat(1_000));
      response.end();
    });
    const limited = guardedFetch({ ...local, maxResponseBytes: 1_000 });
    const read = async (bytes: number) => (await (await limited(url, { exempt: { bytes } })).text()).length;
    await expect(read(0)).rejects.toBeInstanceOf(ResponseTooLarge);
    await expect(read(15_999)).rejects.toBeInstanceOf(ResponseTooLarge);
    await expect(read(1_000_000)).rejects.toBeInstanceOf(ResponseTooLarge);
    const roomy = guardedFetch({ ...local, maxResponseBytes: 1_100 });
    expect((await (await roomy(url, { exempt: { bytes: 15_950 } })).text()).length).toBe(17_000);
  });

  it("of exactly the limit is read, and one byte more is cut", async () => {
    const { url } = await serve((request, response) => {
      // Without a declared length, so that it is counted while it is read.
      response.write("");
      response.end("x".repeat(Number(request.url?.slice(1))));
    });
    const guarded = guardedFetch({ ...local, maxResponseBytes: 1_000 });
    expect(await (await guarded(`${url}/1000`)).text()).toHaveLength(1_000);
    await expect((await guarded(`${url}/1001`)).text()).rejects.toBeInstanceOf(ResponseTooLarge);
  });

  it("of 100 MB is cut long before it has been read", async () => {
    let sentBytes = 0;
    const chunk = "x".repeat(64 * 1024);
    const { url } = await serve((_request, response) => {
      const send = () => {
        while (sentBytes < 100_000_000) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return response.once("drain", send);
        }
        return response.end();
      };
      send();
    });
    await expect((await guardedFetch(local)(url)).text()).rejects.toBeInstanceOf(ResponseTooLarge);
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  it("that declares too much is refused unread", async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "100001" });
      response.write("x");
    });
    await expect(guardedFetch(local)(url)).rejects.toBeInstanceOf(ResponseTooLarge);
  });

  it.each([
    ["in chunks", { "content-length": "5", "transfer-encoding": "chunked" }],
    ["twice", { "content-length": "5, 5" }],
  ])("that declares a length and comes %s is measured as it is read", async (_how, headers) => {
    // As the runtime hands over what a server sends that contradicts itself.
    const fetch = async () => new Response("x".repeat(local.maxResponseBytes + 1), { headers });
    const response = await guardedFetch({ ...local, fetch })("http://127.0.0.1/");
    await expect(response.text()).rejects.toBeInstanceOf(ResponseTooLarge);
  });

  it("that is compressed is measured as it is read", async () => {
    const { gzipSync } = await import("node:zlib");
    const bytes = gzipSync(Buffer.alloc(1_000_000, 32));
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-length": bytes.byteLength }).end(bytes);
    });
    expect(bytes.byteLength).toBeLessThan(local.maxResponseBytes);
    await expect((await guardedFetch(local)(url)).text()).rejects.toBeInstanceOf(ResponseTooLarge);
  });

  it.each([
    ["of unknown length", {}],
    ["of known length", { "content-length": "1000" }],
  ])("[E9] %s stops when the signal is aborted", async (_how, headers) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, headers);
      response.write("begun");
    });
    const controller = new AbortController();
    const response = await guardedFetch(local)(url, { signal: controller.signal });
    const text = response.text().catch((error: unknown) => error);
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await text).toBe(reason);
  });
});
