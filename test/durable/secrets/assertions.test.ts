/** Tokens for assertions about who asks, over real HTTP: of a workload, of the tenant and of its subjects. */
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import type { JwtBearer } from "../../../src/plan/credential.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import {
  closeOAuthServers,
  oauthWorld,
  refusal,
  start,
  stored,
  tokenIn,
  wanted,
} from "../../support/callees/oauth-world.ts";

const providers: FakeHttpServer[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
  await closeOAuthServers();
});

const credential: JwtBearer = {
  ...{ kind: "JWT_BEARER", owner: "TENANT", scopes: ["batch"], client: { id: "workload" } },
  assertion: { kind: "STORED", secret: "ASSERTION" },
};

/** A server that accepts assertions of one issuer, and that issuer. */
async function asserting() {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const here = await oauthWorld({ assertionKey: await exportJWK(publicKey), pkce: null });
  const assertionOf = (subject: string, audience = here.server.url, lasts = "5m") =>
    new SignJWT({ sub: subject, aud: audience })
      .setProtectedHeader({ alg: "ES256" })
      .setExpirationTime(lasts)
      .sign(privateKey);
  const asked = (subject: string, given: JwtBearer = credential) =>
    here.keeper.credential({ ...here.request(subject, { credential: given }), refusal: refusal(here.server) });
  const scopeOf = (answer: Awaited<ReturnType<typeof asked>>) =>
    here.server.accepted.get(tokenIn(answer).replace("Bearer ", ""));
  return { ...here, assertionOf, asked, scopeOf };
}

describe("an assertion that was stored", () => {
  it("[N903] stands for a token without a person, which all executions of the tenant are sent", async () => {
    const here = await asserting();
    const assertion = await here.assertionOf("service");
    await stored(here, "ASSERTION", assertion);
    const first = await here.asked("ann");
    // The server demands a scope of its own.
    expect(here.scopeOf(first)).toBe("service notes");
    expect(tokenIn(await here.keeper.credential(here.request("bob", { credential })))).toBe(tokenIn(first));
    expect(here.server.grants).toEqual(["urn:ietf:params:oauth:grant-type:jwt-bearer"]);
    expect(JSON.stringify(here.sql.exec("SELECT * FROM connection").toArray())).not.toContain(assertion.slice(0, 40));
    here.later(3_600_000);
    expect(tokenIn(await here.keeper.credential(here.request("bob", { credential })))).not.toBe(tokenIn(first));
  });

  it("[N903] of a subject stands for that subject alone, and one of the tenant is not replaced by it", async () => {
    const here = await asserting();
    const own: JwtBearer = { ...credential, owner: "SUBJECT" };
    await stored(here, "ASSERTION", await here.assertionOf("ann"), "ann");
    expect(here.scopeOf(await here.asked("ann", own))).toBe("ann notes");
    expect(await here.asked("bob", own)).toMatchObject({ kind: "MISSING" });
    expect(await here.asked("ann")).toMatchObject({ kind: "MISSING" });
    await stored(here, "ASSERTION", await here.assertionOf("service"));
    expect(here.scopeOf(await here.asked("ann"))).toBe("service notes");
    expect(here.scopeOf(await here.asked("ann", own))).toBe("ann notes");
  });

  it("[N543, N903] asks for no refresh token, which a person alone has", async () => {
    const here = await asserting();
    here.server.faults.serverScopes = ["notes", "offline_access"];
    await stored(here, "ASSERTION", await here.assertionOf("service"));
    expect(here.scopeOf(await here.asked("ann"))).toBe("service notes");
    here.server.faults.pkce = ["S256"];
    const connection = await wanted(here, "ann");
    const begun = await here.keeper.connections.begin(start(connection, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    expect(new URL(begun.url).searchParams.get("scope")).toBe("notes offline_access");
  });

  it("[N904] that is refused is not sent again for the same request, and the failure has its code alone", async () => {
    const here = await asserting();
    const wrong: readonly (readonly [string, JwtBearer, string])[] = [
      [await here.assertionOf("service", "https://wrong.example"), credential, "invalid_grant"],
      [await here.assertionOf("service", here.server.url, "-1m"), credential, "invalid_grant"],
      [await here.assertionOf("service"), { ...credential, client: { id: "stranger" } }, "invalid_client"],
    ];
    for (const [at, [assertion, given, code]] of wrong.entries()) {
      await stored(here, "ASSERTION", assertion);
      expect(await here.asked("ann", given)).toEqual({
        kind: "MISSING",
        finding: `no token was given: the authorization server answered ${code}`,
      });
      expect(here.server.grants).toHaveLength(at + 1);
    }
    const scoped = { status: 401, challenge: refusal(here.server).challenge.replace("notes", "forbidden"), sent: "" };
    await stored(here, "ASSERTION", await here.assertionOf("service"));
    expect(await here.keeper.credential({ ...here.request("ann", { credential }), refusal: scoped })).toMatchObject({
      ...{ kind: "MISSING", finding: expect.stringContaining("invalid_scope") },
    });
  });

  it("[N904] that is no signed JWT is sent nowhere", async () => {
    const here = await asserting();
    const assertion = await here.assertionOf("service");
    for (const text of ["a secret of something else", assertion.split(".").slice(0, 2).join("."), `${assertion}.x`]) {
      await stored(here, "ASSERTION", text);
      const answer = await here.asked("ann");
      expect(answer).toMatchObject({ kind: "MISSING", finding: expect.stringContaining("required a signed JWT") });
      expect(JSON.stringify(answer)).not.toContain(text.slice(0, 20));
    }
    expect(here.server.grants).toEqual([]);
  });
});

/** What an identity provider answers in the place of an assertion. */
type Answer = readonly [status: number, body: object];

/**
 * An identity provider that knows one person, and exchanges her identity token for an assertion for the authorization server that is asked
 * for. It notes what it was sent.
 */
async function identity(answers: Answer[] = []) {
  const [ofProvider, ofPerson] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const here = await oauthWorld({ assertionKey: await exportJWK(ofProvider.publicKey), pkce: null });
  const exchanges: URLSearchParams[] = [];
  const exchanged = async (form: URLSearchParams): Promise<Answer> => {
    const given = answers.shift();
    if (given !== undefined) return given;
    const read = await jwtVerify(form.get("subject_token") ?? "", ofPerson.publicKey, { audience: "planwright" });
    const assertion = new SignJWT({ sub: String(read.payload.sub), resource: form.get("resource") })
      .setProtectedHeader({ alg: "ES256", typ: "oauth-id-jag+jwt" })
      .setAudience(form.get("audience") ?? "")
      .setExpirationTime("5m");
    const token = { access_token: await assertion.sign(ofProvider.privateKey), token_type: "N_A" };
    return [200, { ...token, issued_token_type: "urn:ietf:params:oauth:token-type:id-jag", expires_in: 300 }];
  };
  const provider = await fakeHttpServer((_, response, body) => {
    exchanges.push(new URLSearchParams(body));
    exchanged(new URLSearchParams(body)).then(
      ([status, value]) => sendJson(response, status, value),
      () => sendJson(response, 400, { error: "invalid_grant", error_description: "s3cret why" }),
    );
  });
  providers.push(provider);
  const client = { id: "planwright", secret: "PROVIDER_CLIENT" };
  const identityOf: JwtBearer = {
    ...{ ...credential, owner: "SUBJECT" },
    assertion: { kind: "IDENTITY", secret: "ID_TOKEN", tokenEndpoint: `${provider.url}/token`, client },
  };
  const store = (name: string, value: string, subject: string) => {
    const owner = { scope: "SUBJECT", subject } as const;
    return here.keeper.secrets.set({ tenant: "t", owner, name, origin: provider.url, by: subject, value }, 1);
  };
  const tokenOf = (subject: string, audience = "planwright") =>
    new SignJWT({ sub: subject, aud: audience }).setProtectedHeader({ alg: "ES256" }).sign(ofPerson.privateKey);
  const asked = (subject: string) =>
    here.keeper.credential({ ...here.request(subject, { credential: identityOf }), refusal: refusal(here.server) });
  await store("PROVIDER_CLIENT", "provider-client-5ecret", "ann");
  return { ...here, asked, exchanges, provider, store, tokenOf };
}

describe("an identity token that was stored", () => {
  it("[N905] is exchanged at the identity provider for an assertion for this server, which stands for a token of that subject", async () => {
    const here = await identity();
    const token = await here.tokenOf("ann@example.com");
    await here.store("ID_TOKEN", token, "ann");
    const sent = tokenIn(await here.asked("ann"));
    expect(here.server.accepted.get(sent.replace("Bearer ", ""))).toBe("ann@example.com notes");
    const [exchange, ...others] = here.exchanges;
    expect(others).toEqual([]);
    expect(Object.fromEntries(exchange ?? [])).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
      ...{ subject_token: token, subject_token_type: "urn:ietf:params:oauth:token-type:id_token" },
      ...{ audience: here.server.url, resource: here.server.mcpUrl, scope: "notes" },
      ...{ client_id: "planwright", client_secret: "provider-client-5ecret" },
    });
    // The authorization server has not seen the identity token, and nobody else's executions have the token.
    expect(here.server.secrets.join()).not.toContain(token);
    expect(await here.asked("bob")).toMatchObject({ kind: "MISSING", finding: expect.stringContaining("ID_TOKEN") });
    expect(here.exchanges).toHaveLength(1);
  });

  it("[N905] that the identity provider refuses fails with its code alone; what it cannot answer now may be tried again", async () => {
    const here = await identity([
      [400, { error: "access_denied", error_description: "s3cret why" }],
      [503, { words: "s3cret why" }],
      [200, { access_token: "a.b.c", token_type: "Bearer" }],
      [
        200,
        { access_token: "no jwt", token_type: "N_A", issued_token_type: "urn:ietf:params:oauth:token-type:id-jag" },
      ],
      [
        200,
        {
          access_token: `a.${"b".repeat(20_000)}.c`,
          token_type: "N_A",
          issued_token_type: "urn:ietf:params:oauth:token-type:id-jag",
        },
      ],
      [200, { access_token: "x".repeat(100_000) }],
    ]);
    await here.store("ID_TOKEN", await here.tokenOf("ann@example.com", "another client"), "ann");
    const answers = [];
    for (let asked = 0; asked < 7; asked += 1) answers.push(await here.asked("ann"));
    expect(answers).toMatchObject([
      { kind: "MISSING", finding: "no token was given: the identity provider answered access_denied" },
      { kind: "UNAVAILABLE", finding: expect.stringContaining("could not be reached") },
      { kind: "UNAVAILABLE", finding: expect.stringContaining("could not be reached") },
      { kind: "UNAVAILABLE", finding: expect.stringContaining("required a signed JWT") },
      { kind: "UNAVAILABLE", finding: expect.stringContaining("required a signed JWT") },
      { kind: "UNAVAILABLE", finding: expect.stringContaining("65536") },
      { kind: "MISSING", finding: expect.stringContaining("invalid_grant") },
    ]);
    expect(JSON.stringify(answers)).not.toContain("s3cret");
    expect(here.server.grants).toEqual([]);
  });

  it("[N905] is stored for the identity provider, or sent nowhere", async () => {
    const here = await identity();
    await stored(here, "ID_TOKEN", await here.tokenOf("ann@example.com"), "ann");
    expect(await here.asked("ann")).toMatchObject({
      kind: "MISSING",
      finding: expect.stringContaining("another address"),
    });
    await here.store("ID_TOKEN", "words that are no token", "ann");
    expect(await here.asked("ann")).toMatchObject({ finding: expect.stringContaining("required a signed JWT") });
    expect([here.exchanges, here.server.grants]).toEqual([[], []]);
  });
});
