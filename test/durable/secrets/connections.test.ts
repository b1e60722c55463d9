/** Connections to a server that demands OAuth, over real HTTP: who connects, with what, and what a bad authorization server gets. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CredentialRequest } from "../../../src/durable/ports/credential-port.ts";
import { browserHash } from "../../../src/durable/secrets/connections.ts";
import type { CredentialKeeper, KeeperOptions } from "../../../src/durable/secrets/credential-keeper.ts";
import type { ProviderCredential } from "../../../src/plan/credential.ts";
import type { OAuthFaults } from "../../support/callees/oauth-mcp-server.ts";
import {
  back,
  closeOAuthServers,
  connected,
  egress,
  refusal,
  start,
  tokenIn,
  wanted,
  oauthWorld as world,
} from "../../support/callees/oauth-world.ts";

afterEach(closeOAuthServers);

const nobodyWaits = () => {
  throw new Error("nobody waits");
};

describe("a person who connects", () => {
  it("[N540] is led by what the server says to its authorization server, and what was asked for is sent for that person alone", async () => {
    const here = await world();
    await connected(here, "ann");
    const sent = tokenIn(await here.keeper.credential(here.request("ann")));
    expect(here.server.accepted.get(sent.replace("Bearer ", ""))).toBe("notes");
    expect(await here.keeper.credential(here.request("bob"))).toEqual({ kind: "HEADERS", headers: [], secrets: [] });
    expect(await here.keeper.credential({ ...here.request("ann"), tenant: "u" })).not.toMatchObject({
      secrets: [sent],
    });
    // The rows hold nothing of it.
    const rows = JSON.stringify(here.sql.exec("SELECT * FROM connection").toArray());
    for (const secret of here.server.secrets) expect(rows).not.toContain(secret);
  });

  it("[N540] connects for the tenant if the registration says so and the person may; otherwise for nobody else", async () => {
    const here = await world();
    const shared: ProviderCredential = { kind: "OAUTH", owner: "TENANT", scopes: [] };
    const ours = await wanted(here, "ann", { credential: shared });
    const { connections } = here.keeper;
    expect(await connections.begin(start(ours, "ann"))).toMatchObject({ kind: "REFUSED" });
    const begun = await connections.begin(start(ours, "ann", { mayForTenant: true }));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    await connections.finish(back(ours, "ann", await here.server.consent(begun.url)));
    const sent = tokenIn(await here.keeper.credential(here.request("bob", { credential: shared })));
    expect(sent).toMatch(/^Bearer access-/);
    const mine = await wanted(here, "ann");
    expect(await connections.begin(start(mine, "bob", { mayForTenant: true }))).toEqual({
      kind: "REFUSED",
      finding: "required the subject whose connection it is, found another",
    });
  });

  it("[N587] has its connection listed without a token and ended: the next step asks again, and nobody else's is touched", async () => {
    const here = await world();
    const { connections } = here.keeper;
    const [ann, bob] = [await connected(here, "ann"), await connected(here, "bob")];
    const facts = { scope: "SUBJECT", url: here.server.mcpUrl, isConnected: true, pendingRevocation: null };
    expect(connections.list("ann")).toEqual([{ ...facts, id: ann, waitingExecutions: 1 }]);
    for (const secret of here.server.secrets) expect(JSON.stringify(connections.list("ann"))).not.toContain(secret);
    expect(await connections.end(ann, [{ scope: "SUBJECT", subject: "bob" }, { scope: "TENANT" }])).toEqual({
      kind: "NOT_FOUND",
    });
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    expect(await connections.end(ann, [owner])).toMatchObject({ kind: "ENDED" });
    // An execution waits for it, so that its link leads on.
    expect(connections.list("ann")).toEqual([{ ...facts, id: ann, isConnected: false, waitingExecutions: 1 }]);
    expect(await here.keeper.credential(here.request("ann"))).toMatchObject({ kind: "CONNECT", connection: ann });
    expect(tokenIn(await here.keeper.credential(here.request("bob")))).toMatch(/^Bearer access-/);
    expect(connections.list("bob")).toMatchObject([{ id: bob, isConnected: true }]);
    const [row] = here.sql.exec("SELECT sealed FROM connection WHERE id = ?", ann).toArray();
    expect(row).toEqual({ sealed: "" });
    const again = await connections.begin(start(ann, "ann"));
    expect(again).toMatchObject({ kind: "BEGUN" });
  });

  it("[N587] whose connection is ended while a token is asked for is sent none of it, and a late answer brings nothing back", async () => {
    const here = await world();
    const { connections, credential } = { connections: here.keeper.connections, credential: here.keeper };
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    const ann = await connected(here, "ann");
    // The token ends soon, so that the next call renews it; the connection is ended before the new one has come.
    here.later(86_400_000);
    const renewed = credential.credential(here.request("ann"));
    expect(await connections.end(ann, [owner])).toMatchObject({ kind: "ENDED" });
    expect(await renewed).toMatchObject({ kind: "CONNECT", connection: ann });
    expect(connections.list("ann")).toMatchObject([{ isConnected: false }]);
    // A person comes back after it.
    const begun = await connections.begin(start(ann, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    const url = await here.server.consent(begun.url);
    const finishing = connections.finish(back(ann, "ann", url));
    await connections.end(ann, [owner]);
    expect(await finishing).toMatchObject({ kind: "REFUSED" });
    expect(connections.list("ann")).toMatchObject([{ isConnected: false }]);
  });

  it("[N536] whose connection is ended has its tokens revoked at the authorization server, as the client that got them", async () => {
    const here = await world();
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    const ann = await connected(here, "ann");
    const token = tokenIn(await here.keeper.credential(here.request("ann"))).replace("Bearer ", "");
    expect(here.server.accepted.has(token)).toBe(true);
    expect(await here.keeper.connections.end(ann, [owner])).toEqual({ kind: "ENDED", revocation: { kind: "REVOKED" } });
    expect(here.server.accepted.has(token)).toBe(false);
    expect(here.server.revocations).toEqual([
      expect.stringMatching(/^refresh_token refresh-/),
      `access_token ${token}`,
    ]);
  });

  it("[N536] has tokens that came too late revoked too, of a renewal and of a consent", async () => {
    let held: PromiseWithResolvers<void> | undefined;
    let given: PromiseWithResolvers<void> = Promise.withResolvers();
    /** Answers with tokens are kept back once they were given, while a test holds them. */
    const keptBack = async (url: string | URL, init?: RequestInit) => {
      const response = await fetch(url, init);
      if (String(url).endsWith("/token") && held !== undefined) {
        given.resolve();
        await held.promise;
      }
      return response;
    };
    const here = await world({}, { ways: () => ({ egress, fetch: keptBack }) });
    const { connections } = here.keeper;
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    const ann = await connected(here, "ann");
    const endAmid = async (request: () => Promise<unknown>) => {
      [held, given] = [Promise.withResolvers(), Promise.withResolvers()];
      const requested = request();
      await given.promise;
      await connections.end(ann, [owner]);
      expect(here.server.accepted.size).toBe(1);
      held.resolve();
      await requested;
      expect(here.server.accepted.size).toBe(0);
      held = undefined;
    };
    here.later(86_400_000);
    await endAmid(() => here.keeper.credential(here.request("ann")));
    const begun = await connections.begin(start(ann, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    const url = await here.server.consent(begun.url);
    await endAmid(() => connections.finish(back(ann, "ann", url)));
  });

  it("[N831] has what it began while a token was being refreshed, and what came of that", async () => {
    let held: PromiseWithResolvers<void> | undefined;
    const given = Promise.withResolvers<void>();
    /** The answer with a token is kept back while the test holds it. */
    const keptBack = async (url: string | URL, init?: RequestInit) => {
      const response = await fetch(url, init);
      const isHeld = String(url).endsWith("/token") && held !== undefined;
      if (isHeld) given.resolve();
      if (isHeld) await held?.promise;
      return response;
    };
    const here = await world({}, { ways: () => ({ egress, fetch: keptBack }) });
    const { connections } = here.keeper;
    const ann = await connected(here, "ann");
    here.later(86_400_000);
    held = Promise.withResolvers();
    const renewed = here.keeper.credential(here.request("ann"));
    await given.promise;
    const begun = await connections.begin(start(ann, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    held.resolve();
    expect(tokenIn(await renewed)).toMatch(/^Bearer access-/);
    // Before the person is back, the next call has the token that was refreshed.
    expect(tokenIn(await here.keeper.credential(here.request("ann")))).toBe(tokenIn(await renewed));
    const url = await here.server.consent(begun.url);
    expect(await connections.finish(back(ann, "ann", url))).toMatchObject({ kind: "CONNECTED" });
  });

  it("[N536] is told what keeps the tokens from being revoked; here they are gone all the same, and no word has one", async () => {
    const logged = vi.spyOn(console, "warn").mockReturnValue();
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    const endedAt = async (
      faults: OAuthFaults,
      options: Partial<KeeperOptions> = {},
      sql?: (sql: SqlStorage) => void,
    ) => {
      const here = await world(faults, options);
      const ann = await connected(here, "ann");
      sql?.(here.sql);
      const answer = await here.keeper.connections.end(ann, [owner]);
      expect(here.keeper.connections.list("ann")).toMatchObject([{ isConnected: false }]);
      for (const secret of here.server.secrets)
        expect(JSON.stringify([answer, logged.mock.calls])).not.toContain(secret);
      return answer.kind === "ENDED" ? answer.revocation : answer;
    };
    expect(await endedAt({ revocation: null })).toEqual({ kind: "NOT_OFFERED" });
    expect(logged).not.toHaveBeenCalled();
    expect(await endedAt({ revocation: 400 })).toEqual({
      ...{ kind: "FAILED", finding: "required the status 200 of the authorization server, found 400" },
    });
    expect(await endedAt({ revocationEndpoint: "https://user:pass@127.0.0.1/revoke" })).toMatchObject({
      ...{ kind: "FAILED", finding: expect.stringContaining("the revocation endpoint is refused") },
    });
    expect(await endedAt({ revocationEndpoint: "http://127.0.0.1:1/revoke" })).toMatchObject({ kind: "RETRYING" });
    const broken = (sql: SqlStorage) => void sql.exec("UPDATE connection SET sealed = 'v1.lost.lost'");
    expect(await endedAt({}, {}, broken)).toEqual({
      ...{ kind: "FAILED", finding: "no key of the deployment decrypts the tokens" },
    });
    expect(logged).toHaveBeenCalledTimes(3);
    logged.mockRestore();
  });

  it("[N597] has its tokens revoked later where the server cannot now, over a crash of the object too, and says so meanwhile", async () => {
    const here = await world();
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    const ann = await connected(here, "ann");
    here.server.faults.revocation = 503;
    const ended = await here.keeper.connections.end(ann, [owner]);
    expect(ended).toMatchObject({ kind: "ENDED", revocation: { kind: "RETRYING" } });
    expect(here.keeper.connections.list("ann")).toMatchObject([
      {
        id: ann,
        isConnected: false,
        pendingRevocation: { failedAttempts: 1, problem: expect.stringContaining("503") },
      },
    ]);
    for (const secret of here.server.secrets)
      expect(JSON.stringify(here.sql.exec("SELECT * FROM revocation").toArray())).not.toContain(secret);
    // The next instance of the object has the rows alone.
    const next = here.reset();
    expect([await asked(next), here.server.accepted.size]).toEqual([[], 1]);
    here.later(5_000);
    expect(await asked(next)).toHaveLength(2);
    expect(next.connections.list("ann")).toMatchObject([{ pendingRevocation: { failedAttempts: 2 } }]);
    here.server.faults.revocation = 200;
    // Whoever ends it again need not wait.
    expect(next.connections.table.get(ann)?.sealed).toBe("");
    expect(await next.connections.end(ann, [{ scope: "TENANT" }])).toEqual({ kind: "NOT_FOUND" });
    expect(await next.connections.end(ann, [owner])).toEqual({ kind: "ENDED", revocation: { kind: "REVOKED" } });
    expect([here.server.accepted.size, next.connections.revocations.nextAt()]).toEqual([0, undefined]);
    expect(next.connections.list("ann")).toMatchObject([{ isConnected: false, pendingRevocation: null }]);

    async function asked(keeper: CredentialKeeper): Promise<readonly string[]> {
      const before = here.server.revocations.length;
      await keeper.notify(nobodyWaits);
      return here.server.revocations.slice(before);
    }
  });

  it("[N597] has its tokens revoked by the next instance if the first one is lost amid the request", async () => {
    const held = Promise.withResolvers<Response>();
    const never = (url: string | URL, init?: RequestInit) =>
      String(url).endsWith("/revoke") ? held.promise : fetch(url, init);
    const here = await world({}, { ways: () => ({ egress, fetch: never }) });
    const ann = await connected(here, "ann");
    void here.keeper.connections.end(ann, [{ scope: "SUBJECT", subject: "ann" }]);
    const next = here.reset({ ways: () => ({ egress, fetch }) });
    await next.notify(nobodyWaits);
    expect(here.server.accepted.size).toBe(1);
    here.later(60_000);
    await next.notify(nobodyWaits);
    expect([here.server.accepted.size, next.connections.revocations.nextAt()]).toEqual([0, undefined]);
    held.resolve(new Response());
  });

  it("[N597] is left alone by a server that refuses eight times or for good, which the log says", async () => {
    const logged = vi.spyOn(console, "warn").mockReturnValue();
    const here = await world({ revocation: 503 });
    const ann = await connected(here, "ann");
    await here.keeper.connections.end(ann, [{ scope: "SUBJECT", subject: "ann" }]);
    let alarms = 0;
    for (let at = here.keeper.connections.revocations.nextAt(); at !== undefined; alarms += 1) {
      here.later(36_000_000);
      await here.keeper.notify(nobodyWaits);
      at = here.keeper.connections.revocations.nextAt();
    }
    expect(alarms).toBe(7);
    expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { log: "tokens_not_revoked", attempts: 8, reason: expect.stringContaining("503") },
    ]);
    expect(here.sql.exec("SELECT * FROM revocation").toArray()).toEqual([]);
    logged.mockRestore();
  });

  it("[N587] whose connection nobody waits for has it removed whole", async () => {
    const here = await world();
    const { execution: _, ...request } = here.request("ann");
    const asked = await here.keeper.credential({ ...request, refusal: refusal(here.server) });
    const connection = asked.kind === "CONNECT" ? asked.connection : asked.kind;
    const owner = { scope: "SUBJECT", subject: "ann" } as const;
    expect(await here.keeper.connections.end(connection, [owner])).toEqual({
      ...{ kind: "ENDED", revocation: { kind: "NOTHING" } },
    });
    expect(await here.keeper.connections.end(connection, [owner])).toEqual({ kind: "NOT_FOUND" });
    expect(here.sql.exec("SELECT * FROM connection").toArray()).toEqual([]);
    expect(await here.keeper.connections.begin(start(connection, "ann"))).toMatchObject({ kind: "REFUSED" });
  });

  it("[N885] is led away by the metadata document of the deployment where the authorization server takes one, and nothing is registered", async () => {
    const here = await world({ takesDocuments: true });
    const connection = await wanted(here, "ann");
    const documentUrl = "https://planwright.example/oauth/client";
    const begun = await here.keeper.connections.begin(start(connection, "ann", { documentUrl }));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    expect(new URL(begun.url).searchParams.get("client_id")).toBe(documentUrl);
    const url = await here.server.consent(begun.url);
    expect(await here.keeper.connections.finish(back(connection, "ann", url))).toMatchObject({ kind: "CONNECTED" });
    expect(here.server.registrations).toEqual([]);
    expect(tokenIn(await here.keeper.credential(here.request("ann")))).toMatch(/^Bearer access-/);
    // Without https there is no document that the server could read: Planwright registers itself.
    const other = await wanted(here, "bob");
    expect(await here.keeper.connections.begin(start(other, "bob"))).toMatchObject({ kind: "BEGUN" });
    expect(here.server.registrations).toHaveLength(1);
  });

  it("[N541] is taken back once, within ten minutes, in the browser that was led away, from the issuer that was asked", async () => {
    const here = await world();
    const connection = await wanted(here, "ann");
    const { connections } = here.keeper;
    const begin = async () => {
      const begun = await connections.begin(start(connection, "ann"));
      if (begun.kind !== "BEGUN") throw new Error(begun.finding);
      return here.server.consent(begun.url);
    };
    const url = await begin();
    const wrong: readonly (readonly [object, string])[] = [
      [{ browserHash: browserHash("browser of bob") }, "the browser in which"],
      [{ state: "state of bob" }, "the latest request"],
      [{ iss: "https://other.example" }, "the issuer"],
      [{ iss: null }, "the issuer"],
    ];
    for (const [changed, words] of wrong) {
      const answer = await connections.finish(back(connection, "ann", url, changed));
      expect(answer).toMatchObject({ kind: "REFUSED", finding: expect.stringContaining(words) });
    }
    expect(here.server.grants).toEqual([]);
    expect(await connections.finish(back("0".repeat(32), "ann", url))).toMatchObject({ kind: "REFUSED" });
    const twice = await Promise.all([1, 2].map(() => connections.finish(back(connection, "ann", url))));
    expect(twice.map(({ kind }) => kind).toSorted()).toEqual(["CONNECTED", "REFUSED"]);
    expect(await connections.finish(back(connection, "ann", url))).toMatchObject({ kind: "REFUSED" });
    expect(here.server.grants).toEqual(["authorization_code"]);
    const late = await begin();
    here.later(600_001);
    expect(await connections.finish(back(connection, "ann", late))).toMatchObject({
      kind: "REFUSED",
      finding: expect.stringContaining("ten minutes"),
    });
    const declined = await begin();
    const no = { code: null, error: "access_denied" };
    const refusedOnce = await connections.finish(back(connection, "ann", declined, no));
    expect(await connections.finish(back(connection, "ann", declined))).toMatchObject({ kind: "REFUSED" });
    expect(refusedOnce).toMatchObject({
      finding: "the person declined",
    });
    expect(here.server.grants).toEqual(["authorization_code"]);
  });
});

describe("a bad authorization server", () => {
  const bad: readonly (readonly [string, OAuthFaults, string])[] = [
    ["without PKCE", { pkce: null }, "PKCE with S256"],
    ["with PKCE of another method", { pkce: ["plain"] }, "PKCE with S256"],
    ["of another issuer", { issuer: "https://other.example" }, "the issuer"],
    ["for another resource", { resource: "https://other.example/mcp" }, "another resource"],
    ["that redirects inside", { metadataRedirect: "http://169.254.169.254/latest" }, "redirect"],
    ["whose tokens come in clear over the network", { tokenEndpoint: "ftp://203.0.113.7/token" }, "endpoint"],
  ];
  it.each(bad)(
    "[N542] %s is refused with the reason, nobody is sent there, and nothing is kept",
    async (_, faults, words) => {
      const here = await world(faults);
      const connection = await wanted(here, "ann");
      const before = JSON.stringify(here.sql.exec("SELECT * FROM connection").toArray());
      const begun = await here.keeper.connections.begin(start(connection, "ann"));
      expect(begun).toMatchObject({ kind: "REFUSED", finding: expect.stringContaining(words) });
      expect(here.server.grants).toEqual([]);
      expect(JSON.stringify(here.sql.exec("SELECT * FROM connection").toArray())).toBe(before);
    },
  );

  const tokens: readonly (readonly [string, OAuthFaults, string])[] = [
    ["of a megabyte", { tokenCharacters: 1_000_000 }, "bytes"],
    ["of 20,000 characters", { tokenCharacters: 20_000 }, "16384 characters"],
    ["of another type", { tokenType: "mac" }, "Bearer"],
  ];
  it.each(tokens)("[N542] a token %s is refused, and none is kept", async (_, faults, words) => {
    const here = await world(faults);
    const connection = await wanted(here, "ann");
    const begun = await here.keeper.connections.begin(start(connection, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    const url = await here.server.consent(begun.url);
    const answer = await here.keeper.connections.finish(back(connection, "ann", url));
    expect(answer).toMatchObject({ kind: "REFUSED", finding: expect.stringContaining(words) });
    expect(await here.keeper.credential(here.request("ann"))).toMatchObject({ kind: "CONNECT" });
  });
});

describe("a token", () => {
  it("[N543] that ends is refreshed once, however many steps want it, and so is one that the server refuses", async () => {
    const here = await world({ expiresIn: 60 });
    await connected(here, "ann");
    const first = tokenIn(await here.keeper.credential(here.request("ann")));
    here.later(45_000);
    const many = () => Promise.all(Array.from({ length: 8 }, () => here.keeper.credential(here.request("ann"))));
    const second = new Set((await many()).map(tokenIn));
    expect(second.size).toBe(1);
    expect([...second][0]).not.toBe(first);
    expect(here.server.refreshes).toHaveLength(1);
    here.server.revoke();
    const refused = { refusal: refusal(here.server, [...second][0]) };
    const third = new Set(
      (await Promise.all(Array.from({ length: 8 }, () => here.keeper.credential(here.request("ann", refused))))).map(
        tokenIn,
      ),
    );
    expect(third.size).toBe(1);
    expect(here.server.refreshes).toHaveLength(2);
    // A step that was refused with the token of before gets the one of now.
    const late = await here.keeper.credential(here.request("ann", refused));
    expect(tokenIn(late)).toBe([...third][0]);
    expect(here.server.refreshes).toHaveLength(2);
  });

  it("[N543] that cannot be refreshed has the person connect again; a server that is away is asked again later", async () => {
    const here = await world({ expiresIn: 60 });
    await connected(here, "ann");
    here.later(45_000);
    here.server.faults.refreshFails = true;
    const away = await here.keeper.credential(here.request("ann"));
    expect(away).toMatchObject({ kind: "UNAVAILABLE" });
    here.server.faults.refreshFails = false;
    expect(tokenIn(await here.keeper.credential(here.request("ann")))).toMatch(/^Bearer access-/);
    here.later(45_000);
    // Somebody else has used the refresh token: it is of no use any more.
    const stolen = here.server.secrets.filter((secret) => secret.startsWith("refresh-")).at(-1) ?? "";
    const form = { grant_type: "refresh_token", refresh_token: stolen, resource: here.server.mcpUrl };
    const authorization = `Basic ${btoa("registered:registered-client-5ecret")}`;
    await fetch(`${here.server.url}/token`, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams(form),
    });
    expect(await here.keeper.credential(here.request("ann"))).toMatchObject({ kind: "CONNECT" });
  });

  it("[N544] of wider scope is asked for when the server demands one, and not again once it has it", async () => {
    const here = await world();
    const connection = await connected(here, "ann");
    const sent = tokenIn(await here.keeper.credential(here.request("ann")));
    const forScope = { status: 403, challenge: 'Bearer error="insufficient_scope", scope="write"', sent };
    expect(await here.keeper.credential(here.request("ann", { refusal: forScope }))).toMatchObject({ kind: "CONNECT" });
    const begun = await here.keeper.connections.begin(start(connection, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    expect(new URL(begun.url).searchParams.get("scope")).toBe("notes write");
    await here.keeper.connections.finish(back(connection, "ann", await here.server.consent(begun.url)));
    const wide = tokenIn(await here.keeper.credential(here.request("ann")));
    const again = { ...forScope, sent: wide };
    expect(await here.keeper.credential(here.request("ann", { refusal: again }))).toMatchObject({
      kind: "MISSING",
      finding: expect.stringContaining("has already"),
    });
  });

  it("[N545] of Planwright itself needs no person: the secret of its client goes to the authorization server alone", async () => {
    const here = await world();
    const client = { id: "registered", secret: "CLIENT" };
    const credential: ProviderCredential = { kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: ["batch"], client };
    const request = here.request("ann", { credential });
    const refused = { ...request, refusal: { ...refusal(here.server), challenge: "" } };
    expect(await here.keeper.credential(refused)).toMatchObject({
      kind: "MISSING",
      finding: expect.stringContaining("the secret CLIENT"),
    });
    const origin = new URL(here.server.url).origin;
    const secret = { tenant: "t", owner: { scope: "TENANT" }, name: "CLIENT", origin, by: "root" } as const;
    await here.keeper.secrets.set({ ...secret, value: "registered-client-5ecret" }, 1);
    const [one, other] = await Promise.all([
      here.keeper.credential(request),
      here.keeper.credential({ ...request, subject: "bob" }),
    ]);
    expect(tokenIn(one)).toMatch(/^Bearer access-/);
    expect(tokenIn(other)).toBe(tokenIn(one));
    expect(here.server.grants).toEqual(["client_credentials"]);
    expect(here.server.accepted.get(tokenIn(one).replace("Bearer ", ""))).toBe("batch");
  });

  it("[N847] of Planwright itself needs no PKCE, which protects the code of a person alone", async () => {
    const here = await world();
    here.server.faults.pkce = null;
    const client = { id: "registered", secret: "CLIENT" };
    const credential: ProviderCredential = { kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: [], client };
    const origin = new URL(here.server.url).origin;
    const secret = { tenant: "t", owner: { scope: "TENANT" }, name: "CLIENT", origin, by: "root" } as const;
    await here.keeper.secrets.set({ ...secret, value: "registered-client-5ecret" }, 1);
    const request = here.request("ann", { credential });
    const answer = await here.keeper.credential({ ...request, refusal: { ...refusal(here.server), challenge: "" } });
    expect(tokenIn(answer)).toMatch(/^Bearer access-/);
  });
});

describe("executions that wait for a connection", () => {
  it("[N546] are notified once it is made, again until they acknowledge it, and also if their question came later", async () => {
    const here = await world();
    const told: string[] = [];
    let isAway = true;
    let connection = "";
    const question = (status: string) => ({ requestId: "a/1", connect: connection, status });
    const views = new Map([["run-of-ann", [question("PENDING")]]]);
    const peer = (_: string, name: string) => ({
      read: async () =>
        ({ humanInputs: (views.get(name) ?? []).map((one) => ({ ...one, connect: connection })) }) as never,
      respond: async ({ by }: { readonly by: string }) => {
        if (isAway) throw new Error("the object is being moved");
        told.push(`${name} by ${by}`);
        return { kind: "RESOLVED" } as never;
      },
    });
    connection = await connected(here, "ann");
    expect(here.keeper.nextAt()).toBeDefined();
    await here.keeper.notify(peer);
    expect(told).toEqual([]);
    expect(here.keeper.nextAt()).toBeDefined();
    isAway = false;
    await here.keeper.notify(peer);
    expect(told).toEqual(["run-of-ann by ann"]);
    views.clear();
    here.later(60_000);
    await here.keeper.notify(peer);
    expect(told).toEqual(["run-of-ann by ann"]);
    expect(here.keeper.nextAt()).toBeUndefined();
  });

  it("[N830] are all noted, also those that ask at once", async () => {
    const here = await world();
    const ann = await wanted(here, "ann");
    // A person has begun, so that there is something to decrypt.
    expect(await here.keeper.connections.begin(start(ann, "ann"))).toMatchObject({ kind: "BEGUN" });
    const asked = ["one", "two", "three", "four"].map((execution, place) =>
      here.keeper.credential(
        here.request("ann", { execution, ...(place % 2 === 0 && { refusal: refusal(here.server) }) }),
      ),
    );
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ kind: "CONNECT", connection: ann });
    expect(here.keeper.connections.list("ann")).toMatchObject([{ waitingExecutions: 5 }]);
  });

  it("[N831] leave tokens as they are that come while they ask", async () => {
    const here = await world();
    const ann = await wanted(here, "ann");
    const { connections } = here.keeper;
    const begun = await connections.begin(start(ann, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    const finishing = connections.finish(back(ann, "ann", await here.server.consent(begun.url)));
    let isFinished = false;
    void finishing.finally(() => (isFinished = true));
    const waiting = new Set(["run-of-ann"]);
    const ask = async (execution: string, more: Partial<CredentialRequest> = {}) => {
      const { kind } = await here.keeper.credential(here.request("ann", { execution, ...more }));
      if (kind === "CONNECT") waiting.add(execution);
    };
    for (let asked = 0; !isFinished; asked += 1) {
      const asking = [ask(`first-${asked}`), ask(`refused-${asked}`, { refusal: refusal(here.server) })];
      await Promise.all([...asking, new Promise((resolve) => setImmediate(resolve))]);
    }
    expect(await finishing).toMatchObject({ kind: "CONNECTED" });
    expect(connections.list("ann")).toMatchObject([{ isConnected: true, waitingExecutions: waiting.size }]);
    expect(here.keeper.nextAt()).toBeDefined();
    expect(tokenIn(await here.keeper.credential(here.request("ann")))).toMatch(/^Bearer access-/);
  });

  it("[N832] are noted although a thousand others are, which may have ended long ago", async () => {
    const here = await world();
    const ann = await wanted(here, "ann");
    const { table } = here.keeper.connections;
    const known = table.get(ann);
    if (known === undefined) throw new Error("there is no connection");
    table.put({ ...known, waiting: Array.from({ length: 1_000 }, (_, at) => ({ execution: `old-${at}`, since: 0 })) });
    expect(await here.keeper.credential(here.request("ann", { execution: "new" }))).toMatchObject({ kind: "CONNECT" });
    const { waiting } = table.get(ann) ?? { waiting: [] };
    expect(waiting).toHaveLength(1_000);
    expect(waiting.at(-1)?.execution).toBe("new");
  });

  it("[N833] are told for each of their steps, also for one that asks its question after another of them was answered", async () => {
    const here = await world();
    const connection = await connected(here, "ann");
    const open = ["a/1"];
    const peer = () => ({
      read: async () =>
        ({ humanInputs: open.map((requestId) => ({ requestId, connect: connection, status: "PENDING" })) }) as never,
      respond: async ({ requestId }: { readonly requestId: string }) => {
        open.splice(open.indexOf(requestId), 1);
        return { kind: "RESOLVED" } as never;
      },
    });
    await here.keeper.notify(peer);
    expect(open).toEqual([]);
    open.push("b/1");
    await here.keeper.notify(peer);
    expect(open).toEqual([]);
  });

  it("[N833] are told for a step that asks long after another did", async () => {
    const here = await world();
    const ann = await wanted(here, "ann");
    const begun = await here.keeper.connections.begin(start(ann, "ann"));
    if (begun.kind !== "BEGUN") throw new Error(begun.finding);
    here.later(60_000);
    // Another step of the execution asks; its question is stored after the connection was made.
    expect(await here.keeper.credential(here.request("ann"))).toMatchObject({ kind: "CONNECT" });
    await here.keeper.connections.finish(back(ann, "ann", await here.server.consent(begun.url)));
    const open: string[] = [];
    const peer = () => ({
      read: async () =>
        ({ humanInputs: open.map((requestId) => ({ requestId, connect: ann, status: "PENDING" })) }) as never,
      respond: async ({ requestId }: { readonly requestId: string }) => {
        open.splice(open.indexOf(requestId), 1);
        return { kind: "RESOLVED" } as never;
      },
    });
    await here.keeper.notify(peer);
    open.push("b/1");
    await here.keeper.notify(peer);
    expect(open).toEqual([]);
    here.later(60_000);
    await here.keeper.notify(peer);
    expect(here.keeper.nextAt()).toBeUndefined();
  });
});
