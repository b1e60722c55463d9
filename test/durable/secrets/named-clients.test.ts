/** Clients that a registration names, over real HTTP: where the secret goes that proves them, and what its change or removal does. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ClientCredentials, OAuthCredential } from "../../../src/plan/credential.ts";
import { fakeHttpServer } from "../../support/callees/http-server.ts";
import {
  closeOAuthServers,
  connected,
  type OAuthWorld,
  oauthWorld,
  refusal,
  stored,
  tokenIn,
} from "../../support/callees/oauth-world.ts";

afterEach(closeOAuthServers);

const secret = "registered-client-5ecret";
const client = { id: "registered", secret: "CLIENT" };
const alone: ClientCredentials = { kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: [], client };
const byPerson: OAuthCredential = { kind: "OAUTH", owner: "SUBJECT", scopes: [], client };
const owners = [{ scope: "TENANT" }, { scope: "SUBJECT", subject: "ann" }] as const;

/** Ends the only connection that ann has. */
async function ended({ keeper }: OAuthWorld) {
  const [connection] = keeper.connections.list("ann");
  const answer = await keeper.connections.end(connection?.id ?? "", owners);
  return answer.kind === "ENDED" ? answer.revocation : answer;
}

describe("the secret of a client that a registration names", () => {
  it("[N975] is not sent to an address for revocations at another origin, which the metadata can name freely", async () => {
    const logged = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const sent: unknown[] = [];
    const elsewhere = await fakeHttpServer(({ headers }, response, body) => {
      sent.push(headers.authorization, body);
      response.end();
    });
    try {
      for (const credential of [alone, byPerson]) {
        const here = await oauthWorld({ revocationEndpoint: `${elsewhere.url}/revoke` });
        await stored(here, "CLIENT", secret);
        if (credential.kind === "OAUTH") await connected(here, "ann", { credential });
        else await here.keeper.credential({ ...here.request("ann", { credential }), refusal: refusal(here.server) });
        expect(here.server.accepted.size).toBe(1);
        expect(await ended(here)).toMatchObject({
          ...{ kind: "FAILED", finding: expect.stringContaining(`the secret CLIENT for ${elsewhere.url}`) },
        });
      }
      expect(sent).toEqual([]);
    } finally {
      logged.mockRestore();
      await elsewhere.close();
    }
  });

  it("[N976] that was changed is used for the next refresh, and one that was removed for none", async () => {
    const here = await oauthWorld({ expiresIn: 60 });
    const asked = () => here.keeper.credential(here.request("ann", { credential: byPerson }));
    await stored(here, "CLIENT", secret);
    await connected(here, "ann", { credential: byPerson });
    here.keeper.secrets.remove({ scope: "TENANT" }, "CLIENT");
    here.later(45_000);
    expect(await asked()).toMatchObject({ kind: "MISSING", finding: expect.stringContaining("the secret CLIENT") });
    expect(here.server.refreshes).toEqual([]);
    await stored(here, "CLIENT", secret);
    expect(tokenIn(await asked())).toMatch(/^Bearer access-/);
    expect(await ended(here)).toEqual({ kind: "REVOKED" });
  });

  it("[N977] that the authorization server does not take costs nobody a connection: it goes on once the secret is right", async () => {
    const here = await oauthWorld({ expiresIn: 60 });
    await stored(here, "CLIENT", secret);
    await connected(here, "ann", { credential: byPerson });
    await stored(here, "CLIENT", "not the right one");
    const asked = (sent?: string) =>
      here.keeper.credential({
        ...here.request("ann", { credential: byPerson }),
        ...(sent !== undefined && { refusal: refusal(here.server, sent) }),
      });
    const before = tokenIn(await asked());
    here.later(45_000);
    const refused = { kind: "MISSING", finding: expect.stringContaining("answered invalid_client") };
    expect([await asked(), await asked(before)]).toMatchObject([refused, refused]);
    await stored(here, "CLIENT", secret);
    const after = tokenIn(await asked());
    expect(after).toMatch(/^Bearer access-/);
    expect(after).not.toBe(before);
  });
});
