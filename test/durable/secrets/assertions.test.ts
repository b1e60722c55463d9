/** Tokens for assertions about who asks, over real HTTP: of a workload, of the tenant and of its subjects. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import type { JwtBearer } from "../../../src/plan/credential.ts";
import { closeOAuthServers, oauthWorld, refusal, stored, tokenIn } from "../../support/callees/oauth-world.ts";

afterEach(closeOAuthServers);

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
