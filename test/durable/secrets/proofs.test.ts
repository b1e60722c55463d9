/** Tokens that are bound to a key (DPoP), over real HTTP: at the authorization server, at the server, and where either misbehaves. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { sentCredential } from "../../../src/durable/calls/sent-credential.ts";
import type { CredentialAnswer, CredentialRequest } from "../../../src/durable/ports/credential-port.ts";
import type { ClientCredentials } from "../../../src/plan/credential.ts";
import { newProofKey, RequestProofs } from "../../../src/tools/oauth/proof-of-possession.ts";
import { DpopChecks } from "../../support/callees/dpop-checks.ts";
import { fakeHttpServer } from "../../support/callees/http-server.ts";
import type { OAuthFaults } from "../../support/callees/oauth-mcp-server.ts";
import {
  back,
  closeOAuthServers,
  connected,
  egress,
  type OAuthWorld,
  oauthWorld,
  start,
  stored,
  tokenIn,
} from "../../support/callees/oauth-world.ts";

afterEach(closeOAuthServers);

const asDemanded = (here: OAuthWorld, sent = "", scheme = "DPoP") => ({
  status: 401,
  challenge: `${scheme} resource_metadata="${here.server.url}/.well-known/oauth-protected-resource/mcp", scope="notes"`,
  sent,
});

async function bound(faults: OAuthFaults = {}) {
  const here = await oauthWorld({ proofs: {}, ...faults });
  const asked = await here.keeper.credential({ ...here.request("ann"), refusal: asDemanded(here) });
  if (asked.kind !== "CONNECT") throw new Error(`nobody was asked to connect: ${JSON.stringify(asked)}`);
  const begun = await here.keeper.connections.begin(start(asked.connection, "ann"));
  if (begun.kind !== "BEGUN") throw new Error(begun.finding);
  const url = await here.server.consent(begun.url);
  const finished = await here.keeper.connections.finish(back(asked.connection, "ann", url));
  return { here, finished, answer: await here.keeper.credential(here.request("ann")) };
}

/** The guarded fetch of one call, which begins with this answer; what refuses it is asked of the keeper again. */
async function calling(here: OAuthWorld, answer: CredentialAnswer, request: CredentialRequest = here.request("ann")) {
  const asked: CredentialAnswer[] = [];
  const port = {
    credential: async (given: CredentialRequest) => {
      if (given.refusal === undefined) return answer;
      const renewed = await here.keeper.credential(given);
      asked.push(renewed);
      return renewed;
    },
  };
  const result = await sentCredential(port, request, new URL(here.server.url).origin, []);
  if (result.kind !== "SENT") throw new Error(`there is no token: ${JSON.stringify(answer)}`);
  const sent = vi.fn((url: string, init: RequestInit) => fetch(url, init));
  const ways = { rules: egress, maxResponseBytes: 65_536, fetch: sent };
  const guarded = guardedFetch({ ...ways, credential: result.sent, awaitHeaders: (_, run) => run() });
  const call = () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call" });
    return guarded(`${here.server.mcpUrl}?x=1#y`, { method: "POST", body });
  };
  return { call, sent, asked };
}

describe("a token that is bound to a key", () => {
  it("[N906] is asked for with a proof where the server demands it, and each request with it has a proof of its own", async () => {
    const { answer, finished, here } = await bound();
    expect(finished).toMatchObject({ kind: "CONNECTED" });
    expect(tokenIn(answer)).toMatch(/^DPoP access-/);
    const { call, sent } = await calling(here, answer);
    for (let calls = 0; calls < 3; calls += 1) expect((await call()).status).toBe(200);
    expect(sent).toHaveBeenCalledTimes(3);
    const [first, ...others] = here.server.proofs.map(({ htu }) => htu);
    expect([first, new Set(others)]).toEqual([`${here.server.url}/token`, new Set([here.server.mcpUrl])]);
    expect([here.server.proofs.length, here.server.wrongProofs]).toEqual([4, []]);
  });

  it("[N906] is of no use without the key, which is stored encrypted and listed nowhere", async () => {
    const { answer, here } = await bound();
    const key = answer.kind === "HEADERS" ? answer.proofKey : undefined;
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", d: expect.stringMatching(/^[\w-]{43}$/) });
    const rows = JSON.stringify(here.sql.exec("SELECT * FROM connection").toArray());
    const listed = JSON.stringify(here.keeper.connections.list("ann"));
    expect(`${rows}${listed}`).not.toContain(key?.d);
    const stolen = await fetch(here.server.mcpUrl, { method: "POST", headers: { authorization: tokenIn(answer) } });
    expect([stolen.status, here.server.wrongProofs]).toEqual([401, ["there is no proof"]]);
    // Over the reset of the object it is the same.
    expect(await here.reset().credential(here.request("ann"))).toEqual(answer);
  });

  it("[N906] is refreshed with the same key, and one of a client alone has a key too", async () => {
    const { answer, here } = await bound({ expiresIn: 60 });
    here.later(45_000);
    const renewed = await here.keeper.credential(here.request("ann"));
    expect(tokenIn(renewed)).not.toBe(tokenIn(answer));
    expect(renewed).toMatchObject({ proofKey: answer.kind === "HEADERS" ? answer.proofKey : {} });
    expect((await (await calling(here, renewed)).call()).status).toBe(200);

    const client = { id: "registered", secret: "CLIENT" };
    const credential: ClientCredentials = { kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: [], client };
    await stored(here, "CLIENT", "registered-client-5ecret");
    const alone = await here.keeper.credential({ ...here.request("ann", { credential }), refusal: asDemanded(here) });
    expect(tokenIn(alone)).toMatch(/^DPoP access-/);
    expect((await (await calling(here, alone)).call()).status).toBe(200);
    expect(here.server.wrongProofs).toEqual([]);
  });

  it("[N906] is renewed when the server refuses it, and the call goes on with the new one", async () => {
    const { answer, here } = await bound();
    here.server.revoke();
    const { asked, call } = await calling(here, answer);
    expect((await call()).status).toBe(200);
    expect(asked.map(tokenIn)).toEqual([expect.stringMatching(/^DPoP access-/)]);
    expect(here.server.wrongProofs).toEqual([]);
  });
});

it("[N906] where a redirect leads within the origin, each request has a proof for its own address; elsewhere there is none", async () => {
  const checks = new DpopChecks();
  const found: unknown[] = [];
  const elsewhere = await fakeHttpServer(({ headers }, response) => {
    found.push([headers.authorization, headers.dpop]);
    response.end("fine");
  });
  const server = await fakeHttpServer((request, response) => {
    void checks.check(request, `${server.url}${request.url}`, "t0ken").then((checked) => {
      found.push(typeof checked === "string" ? checked : request.url);
      const location = request.url === "/mcp" ? "/v2" : elsewhere.url;
      response.writeHead(307, { location }).end();
    });
  });
  try {
    const proofs = new RequestProofs(await newProofKey(), "t0ken");
    const headers = [["Authorization", "DPoP t0ken"]] as const;
    const credential = { origin: new URL(server.url).origin, headers, proofs };
    const ways = { rules: egress, maxResponseBytes: 65_536, fetch };
    const guarded = guardedFetch({ ...ways, credential, awaitHeaders: (_, run) => run() });
    expect((await guarded(`${server.url}/mcp`, { method: "POST", body: "{}" })).status).toBe(200);
    expect(found).toEqual(["/mcp", "/v2", [undefined, undefined]]);
  } finally {
    await server.close();
    await elsewhere.close();
  }
});

describe("a server that wants its nonce in proofs", () => {
  it("[N907] gets it, of the request for a token and of each request, which is sent once more for that", async () => {
    const { answer, here } = await bound({ proofs: { nonce: "nonce-of-1" } });
    const { asked, call, sent } = await calling(here, answer);
    expect((await call()).status).toBe(200);
    expect(sent).toHaveBeenCalledTimes(2);
    // The next request of the call has it at once.
    expect((await call()).status).toBe(200);
    expect(sent).toHaveBeenCalledTimes(3);
    expect(asked).toEqual([]);
    expect(here.server.proofs.map(({ nonce }) => nonce)).toEqual([
      ...[undefined, "nonce-of-1"],
      ...[undefined, "nonce-of-1", "nonce-of-1"],
    ]);
  });

  it("[N907] and never accepts it gets each request twice, and costs no token", async () => {
    const { answer, here } = await bound();
    let nonces = 0;
    here.server.faults.proofs = { nonce: () => `nonce-${++nonces}` };
    const { asked, call, sent } = await calling(here, answer);
    expect((await call()).status).toBe(401);
    expect([sent.mock.calls.length, asked, here.server.refreshes]).toEqual([2, [], []]);
    expect(tokenIn(await here.keeper.credential(here.request("ann")))).toBe(tokenIn(answer));
  });

  it("[N907] and never accepts it at its authorization server gets two requests, and the person the reason", async () => {
    let nonces = 0;
    const { finished, here } = await bound({ proofs: { nonce: () => `nonce-${++nonces}` } });
    expect(finished).toEqual({
      kind: "REFUSED",
      finding: "the authorization server answered use_dpop_nonce",
    });
    expect(here.server.grants).toHaveLength(2);
  });

  it.each([
    ["of a kilobyte", "x".repeat(1_000)],
    ["of other characters", "a b"],
    ["that is empty", ""],
  ])("[N908] and says one %s gets no other proof for it", async (_, nonce) => {
    const { answer, here } = await bound();
    here.server.faults.proofs = { nonce };
    const { call, sent } = await calling(here, answer);
    expect((await call()).status).toBe(401);
    expect(sent).toHaveBeenCalledTimes(1);
    const other = await bound({ proofs: { nonce } });
    expect(other.finished).toMatchObject({ kind: "REFUSED" });
    expect(other.here.server.proofs.map((proof) => proof.nonce)).toEqual([undefined, undefined]);
  });
});

describe("a token that the server comes to refuse although it is good", () => {
  it("[N978] is of a person who connects again where the server has come to demand proofs, which no refresh adds", async () => {
    for (const nonce of [undefined, "nonce-of-1"]) {
      const here = await oauthWorld();
      const connection = await connected(here, "ann");
      const before = await here.keeper.credential(here.request("ann"));
      here.server.faults.proofs = nonce === undefined ? {} : { nonce };
      const { asked, call } = await calling(here, before);
      expect((await call()).status).toBe(401);
      expect(asked).toMatchObject([{ kind: "CONNECT", connection }]);
      // Nothing is refreshed in vain, and the steps to come ask without a request.
      expect([here.server.refreshes, await here.keeper.credential(here.request("ann"))]).toMatchObject([
        [],
        { kind: "CONNECT", connection },
      ]);
      const begun = await here.keeper.connections.begin(start(connection, "ann"));
      if (begun.kind !== "BEGUN") throw new Error(begun.finding);
      const url = await here.server.consent(begun.url);
      expect(await here.keeper.connections.finish(back(connection, "ann", url))).toMatchObject({ kind: "CONNECTED" });
      const bound = await here.keeper.credential(here.request("ann"));
      expect((await (await calling(here, bound)).call()).status).toBe(200);
    }
  });

  it("[N983] is not refreshed in vain where its authorization server has come to demand proofs: the server is asked what it demands", async () => {
    const here = await oauthWorld({ expiresIn: 60 });
    const connection = await connected(here, "ann");
    here.server.faults.proofs = {};
    here.later(45_000);
    const before = await here.keeper.credential(here.request("ann"));
    expect(before).toEqual({ kind: "HEADERS", headers: [], secrets: [] });
    const { asked, call } = await calling(here, before);
    expect((await call()).status).toBe(401);
    expect(asked).toMatchObject([{ kind: "CONNECT", connection }]);
    const begun = await here.keeper.connections.begin(start(connection, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    const url = await here.server.consent(begun.url);
    expect(await here.keeper.connections.finish(back(connection, "ann", url))).toMatchObject({ kind: "CONNECTED" });
    expect(tokenIn(await here.keeper.credential(here.request("ann")))).toMatch(/^DPoP access-/);
    expect(here.server.grants).toEqual(["authorization_code", "refresh_token", "authorization_code"]);
  });

  it("[N979] for its proof, as by a clock that is wrong, stays: nothing is refreshed, and nobody is asked to connect", async () => {
    const { answer, here } = await bound();
    here.server.faults.proofs = { isClockWrong: true };
    const { asked, call, sent } = await calling(here, answer);
    expect((await call()).status).toBe(401);
    expect([sent.mock.calls.length, asked, here.server.refreshes]).toEqual([1, [], []]);
    here.server.faults.proofs = {};
    expect((await (await calling(here, await here.keeper.credential(here.request("ann")))).call()).status).toBe(200);
    expect(here.server.refreshes).toEqual([]);
  });

  it("[N980] is never had where proofs are demanded and its authorization server binds none: the person is told so", async () => {
    const { answer, finished, here } = await bound({ tokenType: "Bearer" });
    expect(finished).toEqual({
      ...{
        kind: "REFUSED",
        finding: "required a token of the type DPoP, which the server demands, found another type",
      },
    });
    expect(answer).toMatchObject({ kind: "CONNECT" });
    const client = { id: "registered", secret: "CLIENT" };
    const credential: ClientCredentials = { kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: [], client };
    await stored(here, "CLIENT", "registered-client-5ecret");
    expect(
      await here.keeper.credential({ ...here.request("ann", { credential }), refusal: asDemanded(here) }),
    ).toMatchObject({ kind: "UNAVAILABLE", finding: expect.stringContaining("of the type DPoP") });
  });
});

describe("proofs", () => {
  it("[N909] are used where the server asks for them and its authorization server takes them, and nowhere else", async () => {
    const kinds: readonly (readonly [string, OAuthFaults["proofs"], string])[] = [
      ["DPoP", { algorithms: ["ES256", "RS256"] }, "DPoP"],
      ['Bearer realm="a", DPoP algs="ES256",', { algorithms: ["ES256"] }, "DPoP"],
      ["Bearer", { algorithms: ["ES256"] }, "Bearer"],
      ['Bearer realm="a", DPoP algs="ES512",', { algorithms: ["ES512"] }, "Bearer"],
    ];
    for (const [scheme, proofs, expected] of kinds) {
      const here = await oauthWorld({ ...(proofs && { proofs }) });
      const refusal = asDemanded(here, "", scheme);
      const asked = await here.keeper.credential({ ...here.request("ann"), refusal });
      const begun = await here.keeper.connections.begin(start(asked.kind === "CONNECT" ? asked.connection : "", "ann"));
      const { server } = here;
      if (begun.kind !== "BEGUN") throw new Error(begun.finding);
      const url = await server.consent(begun.url);
      await here.keeper.connections.finish(back(asked.kind === "CONNECT" ? asked.connection : "", "ann", url));
      expect([scheme, server.proofs.length, server.wrongProofs]).toEqual(
        expected === "DPoP" ? [scheme, 1, []] : [scheme, 0, ["there is no proof"]],
      );
    }
  });

  it("[N909] that the server demands by an algorithm that its authorization server does not take are refused with the reason", async () => {
    const here = await oauthWorld({ proofs: { algorithms: ["ES512", "none"] } });
    const asked = await here.keeper.credential({ ...here.request("ann"), refusal: asDemanded(here) });
    if (asked.kind !== "CONNECT") throw new Error("nobody was asked");
    expect(await here.keeper.connections.begin(start(asked.connection, "ann"))).toMatchObject({
      ...{ kind: "REFUSED", finding: expect.stringContaining("proofs of possession (DPoP) by ES256") },
    });
  });

  it("[N909] are no demand of a bearer server: a token of its own type is sent as it is, and one that claims to be bound is refused", async () => {
    const here = await oauthWorld({ tokenType: "DPoP" });
    const asked = await here.keeper.credential({ ...here.request("ann"), refusal: asDemanded(here, "", "Bearer") });
    if (asked.kind !== "CONNECT") throw new Error("nobody was asked");
    const begun = await here.keeper.connections.begin(start(asked.connection, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    const url = await here.server.consent(begun.url);
    expect(await here.keeper.connections.finish(back(asked.connection, "ann", url))).toMatchObject({
      ...{ kind: "REFUSED", finding: expect.stringContaining("of the type Bearer, found another") },
    });
  });
});
