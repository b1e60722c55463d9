/** Clients that prove themselves by a private key, over real HTTP, and whose secrets make the tokens of a tenant. */
import { generateKeyPairSync } from "node:crypto";
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import type { ClientCredentials, OAuthClientName, SignatureAlgorithm } from "../../../src/plan/credential.ts";
import { keyProblem } from "../../../src/tools/oauth/client-assertion.ts";
import {
  closeOAuthServers,
  connected,
  oauthWorld,
  refusal,
  stored,
  tokenIn,
} from "../../support/callees/oauth-world.ts";

afterEach(closeOAuthServers);

const keyPair = (algorithm: string) => generateKeyPair(algorithm, { extractable: true });
const clientOf = (algorithm: SignatureAlgorithm = "ES256"): OAuthClientName => ({
  id: "signer",
  key: { secret: "KEY", algorithm },
});
const credentialOf = (client: OAuthClientName): ClientCredentials => ({
  ...{ kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: ["batch"] },
  client,
});

/** A client with a key of its own, which the server knows. */
async function signing(algorithm: SignatureAlgorithm = "ES256") {
  const { privateKey, publicKey } = await keyPair(algorithm);
  const here = await oauthWorld({ clientKey: await exportJWK(publicKey) });
  const request = here.request("ann", { credential: credentialOf(clientOf(algorithm)) });
  const asked = () => here.keeper.credential({ ...request, refusal: refusal(here.server) });
  return { ...here, privateKey, asked };
}

describe("a client with a private key", () => {
  it("[N900] signs an assertion for each request for a token, for the issuer alone, which ends soon", async () => {
    const here = await signing();
    const pem = await exportPKCS8(here.privateKey);
    await stored(here, "KEY", pem);
    const first = tokenIn(await here.asked());
    expect(here.server.accepted.get(first.replace("Bearer ", ""))).toBe("notes");
    // The server forgets the token: another is asked for, by an assertion of its own.
    const request = here.request("bob", { credential: credentialOf(clientOf()) });
    const again = await here.keeper.credential({ ...request, refusal: refusal(here.server, first) });
    expect(tokenIn(again)).not.toBe(first);
    expect(here.server.grants).toEqual(["client_credentials", "client_credentials"]);
    const [assertion, other] = here.server.assertions;
    expect(other?.jti).not.toBe(assertion?.jti);
    expect(assertion).toEqual({
      ...{ iss: "signer", sub: "signer", aud: here.server.url, jti: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ...{ iat: expect.any(Number), exp: (assertion?.iat ?? 0) + 120 },
    });
    expect(JSON.stringify(here.sql.exec("SELECT * FROM connection").toArray())).not.toContain(pem.slice(40, 80));
  });

  it.each<SignatureAlgorithm>(["ES256", "ES384", "ES512", "RS256", "RS384", "PS256"])(
    "[N900] has a key for %s, as PEM or as JWK, whose kid is sent",
    async (algorithm) => {
      const { privateKey, publicKey } = await keyPair(algorithm);
      const here = await oauthWorld({ clientKey: { ...(await exportJWK(publicKey)), kid: "one" } });
      const asked = () => {
        const request = here.request("ann", { credential: credentialOf(clientOf(algorithm)) });
        return here.keeper.credential({ ...request, refusal: refusal(here.server) });
      };
      await stored(here, "KEY", JSON.stringify({ ...(await exportJWK(privateKey)), kid: "one" }));
      expect(tokenIn(await asked())).toMatch(/^Bearer access-/);
      expect(await keyProblem({ algorithm, text: await exportPKCS8(privateKey) })).toBeUndefined();
    },
  );

  it("[N900] of a person gets, refreshes and revokes tokens by assertions, each once", async () => {
    const { privateKey, publicKey } = await keyPair("ES256");
    const here = await oauthWorld({ clientKey: await exportJWK(publicKey), expiresIn: 60 });
    await stored(here, "KEY", await exportPKCS8(privateKey));
    const credential = { kind: "OAUTH", owner: "SUBJECT", scopes: [], client: clientOf() } as const;
    const connection = await connected(here, "ann", { credential });
    here.later(45_000);
    const token = tokenIn(await here.keeper.credential(here.request("ann", { credential }))).replace("Bearer ", "");
    expect(here.server.accepted.has(token)).toBe(true);
    expect(here.server.grants).toEqual(["authorization_code", "refresh_token"]);
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    expect(await here.keeper.connections.end(connection, [owner])).toMatchObject({ revocation: { kind: "REVOKED" } });
    expect(here.server.accepted.has(token)).toBe(false);
    expect(new Set(here.server.assertions.map(({ jti }) => jti)).size).toBe(4);
  });

  it("[N901] whose stored text is no key for it is refused before anything is sent, without a word of that text", async () => {
    const [ec, ecWide, rsa] = await Promise.all(["ES256", "ES384", "RS256"].map(keyPair));
    if (ec === undefined || ecWide === undefined || rsa === undefined) throw new Error("there are no keys");
    const { privateKey: short } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
    const jwk = await exportJWK(ec.privateKey);
    const words = "no-key-but-s3cret-words";
    const texts: readonly (readonly [SignatureAlgorithm, string, string])[] = [
      ["ES256", words, "found neither"],
      ["ES256", `-----BEGIN PRIVATE KEY-----\n${btoa(words)}\n-----END PRIVATE KEY-----`, "not fit for it"],
      ["ES256", await exportPKCS8(ecWide.privateKey), "not fit for it"],
      ["ES256", await exportPKCS8(rsa.privateKey), "not fit for it"],
      ["RS256", await exportPKCS8(ec.privateKey), "not fit for it"],
      ["RS256", short.export({ type: "pkcs8", format: "pem" }).toString(), "one of 1024 bits"],
      ["ES256", await exportSPKI(ec.publicKey), "not fit for it"],
      ["ES256", JSON.stringify(await exportJWK(ec.publicKey)), "a public key"],
      ["ES256", JSON.stringify({ ...jwk, d: words }), "not fit for it"],
      ["ES256", JSON.stringify({ ...jwk, alg: "ES384" }), "another algorithm"],
      ["ES256", JSON.stringify({ ...jwk, key_ops: ["verify"] }), "not fit for it"],
      ["RS256", JSON.stringify({ kty: "oct", k: btoa(words) }), "found a symmetric key"],
      ["ES256", JSON.stringify([jwk]), "found neither"],
      ["ES256", "{".repeat(8_000), "found neither"],
      ["ES256", `-----BEGIN PRIVATE KEY-----${"A".repeat(1_000_000)}`, "not fit for it"],
    ];
    for (const [algorithm, text, found] of texts) {
      const here = await oauthWorld({ clientKey: await exportJWK(ec.publicKey) });
      await stored(here, "KEY", text);
      const request = here.request("ann", { credential: credentialOf(clientOf(algorithm)) });
      const answer = await here.keeper.credential({ ...request, refusal: refusal(here.server) });
      expect([text.slice(0, 60), answer]).toMatchObject([
        text.slice(0, 60),
        { kind: "MISSING", finding: expect.stringContaining(found) },
      ]);
      for (const part of [words, btoa(words), text.slice(30, 60)].filter(Boolean))
        expect(JSON.stringify(answer)).not.toContain(part);
      expect(here.server.grants).toEqual([]);
    }
  });
});

it("[N901] a key with several lines is no header", async () => {
  const here = await oauthWorld();
  const { privateKey } = await keyPair("ES256");
  await stored(here, "KEY", await exportPKCS8(privateKey));
  const headers = [{ name: "X-Api-Key", secret: "KEY", prefix: "" }];
  const request = { ...here.request("ann"), credential: { kind: "HEADERS", headers } as const };
  expect(await here.keeper.credential(request)).toMatchObject({
    kind: "MISSING",
    finding: expect.stringContaining("that a header can have"),
  });
});

it("[N902] what a subject stored under the same name takes no part in the tokens of the tenant", async () => {
  const here = await oauthWorld();
  const credential = credentialOf({ id: "registered", secret: "CLIENT" });
  const asked = () => here.keeper.credential({ ...here.request("ann", { credential }), refusal: refusal(here.server) });
  await stored(here, "CLIENT", "registered-client-5ecret", "ann");
  expect(await asked()).toMatchObject({
    kind: "MISSING",
    finding: expect.stringContaining("of the tenant, found none"),
  });
  expect(here.server.grants).toEqual([]);
  await stored(here, "CLIENT", "registered-client-5ecret");
  await stored(here, "CLIENT", "a secret of ann alone", "ann");
  expect(tokenIn(await asked())).toMatch(/^Bearer access-/);
});
