/** How a card is fetched: what is sent, and what a hostile or broken server cannot do. */
import { describe, expect, it } from "vitest";
import { maxCardBytes } from "../../../src/catalog/agents/parse-agent-card.ts";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { discoverAgentCard } from "../../../src/tools/a2a/agent-card-discover.ts";

const card = {
  ...{ name: "Translator", description: "Translates", version: "1", capabilities: {}, skills: [] },
  ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
  supportedInterfaces: [{ url: "https://a.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};
const secret = "hunter2-hunter2";

type Sent = { readonly url: string; readonly headers: Headers };

async function discover(answers: readonly Response[], url = "https://a.example/agent") {
  const sent: Sent[] = [];
  const left = [...answers];
  const fetch = guardedFetch({
    rules: { allowPrivate: false, allowHttp: true },
    maxResponseBytes: maxCardBytes,
    fetch: async (target, init) => {
      sent.push({ url: target, headers: new Headers(init.headers) });
      const answer = left.shift();
      if (answer === undefined) throw new TypeError(`connection to ${target} failed with ${secret}`);
      return answer;
    },
    awaitHeaders: (_, run) => run(),
  });
  const found = await discoverAgentCard({ url, bearer: secret, fetch, signal: new AbortController().signal });
  return { found, sent };
}

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

describe("the card of an agent", () => {
  it("is asked for at its well-known place, in words of 1.0, with the secret of the agent", async () => {
    const { found, sent } = await discover([Response.json(card)]);
    expect(found).toMatchObject({ ok: true, parsed: { card: { name: "Translator" } } });
    expect(sent.map(({ url }) => url)).toEqual(["https://a.example/agent/.well-known/agent-card.json"]);
    expect(sent[0]?.headers.get("a2a-version")).toBe("1.0");
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${secret}`);
  });

  it("is followed to another public address, without the secret, and never to a private one", async () => {
    const moved = await discover([redirect("https://b.example/card"), Response.json(card)]);
    expect(moved.found).toMatchObject({ ok: true });
    expect(moved.sent[1]?.headers.get("authorization")).toBeNull();
    for (const location of ["http://169.254.169.254/latest", "http://[::1]/card", "http://localhost/card"]) {
      const { found, sent } = await discover([redirect(location), Response.json(card)]);
      expect(found).toMatchObject({ ok: false, code: "EGRESS_DENIED" });
      expect(sent).toHaveLength(1);
    }
    expect(await discover([Response.json(card)], "http://10.0.0.1/")).toMatchObject({
      ...{ found: { ok: false, code: "EGRESS_DENIED" }, sent: [] },
    });
  });

  it("is cut at its bound, whether its length is declared or not", async () => {
    const large = JSON.stringify({ ...card, description: "x".repeat(maxCardBytes) });
    const pieces = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(large.slice(0, 100_000)));
      },
    });
    for (const body of [large, pieces]) {
      const { found } = await discover([new Response(body)]);
      expect(found).toMatchObject({ ok: false, code: "LIMIT_EXCEEDED", message: expect.stringContaining("262144") });
    }
  });

  it("that is not there, is no JSON, or whose server breaks off is an error of the server", async () => {
    const answers = [new Response("Not found", { status: 404 }), new Response("<html>"), Response.json([card])];
    for (const answer of answers)
      expect((await discover([answer])).found).toMatchObject({ ok: false, code: "UPSTREAM_ERROR" });
    const { found } = await discover([]);
    expect(found).toMatchObject({ ok: false, code: "UPSTREAM_ERROR" });
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  it("[N40] has its relative addresses resolved against where redirects led", async () => {
    const { supportedInterfaces: _, ...rest } = card;
    const { found } = await discover([
      redirect("https://b.example/cards/7.json"),
      Response.json({ ...rest, url: "/rpc" }),
    ]);
    expect(found).toMatchObject({
      ok: true,
      parsed: {
        cardUrl: "https://a.example/agent/.well-known/agent-card.json",
        facts: { endpoint: "https://b.example/rpc" },
      },
    });
  });

  it("cannot bring the secret into a warning", async () => {
    const { supportedInterfaces: _, ...rest } = card;
    const { found } = await discover([Response.json({ ...rest, url: `/rpc/${secret}` })]);
    expect(found).toMatchObject({
      ok: true,
      parsed: { warnings: [{}, { message: expect.stringContaining("[secret]") }] },
    });
  });

  it("cannot bring the secret into a message", async () => {
    const { found } = await discover([
      Response.json({ ...card, supportedInterfaces: undefined, protocolVersion: secret }),
    ]);
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining("[secret]") });
  });
});
