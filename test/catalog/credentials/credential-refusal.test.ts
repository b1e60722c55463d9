/** Credentials that no registration may have. */
import { expect, it } from "vitest";
import { credentialProblem, isRenewable, ownSecrets } from "../../../src/catalog/credentials/credential-refusal.ts";
import type {
  ExchangedIdentity,
  OAuthClientName,
  ProviderCredential,
  SecretHeader,
} from "../../../src/plan/credential.ts";

const headers = (...given: Partial<SecretHeader>[]): ProviderCredential => ({
  kind: "HEADERS",
  headers: given.map((header) => ({ name: "X-Api-Key", secret: "CRM", prefix: "", ...header })),
});

it("[N535] a credential names headers that no call says itself, each once, and secrets by their names", () => {
  expect(credentialProblem(undefined, "X")).toBeUndefined();
  expect(credentialProblem(headers({}), "X")).toBeUndefined();
  expect(credentialProblem(headers({ name: "Authorization", prefix: "Bearer " }), null)).toBeUndefined();
  const refused: readonly (readonly [ProviderCredential, string])[] = [
    [headers(), "found 0"],
    [headers(...Array.from({ length: 11 }, (_, at) => ({ name: `x-${at}` }))), "found 11"],
    [headers({}, { name: "x-api-key" }), 'found "x-api-key" again'],
    [headers({ name: "x api" }), "the name of a header"],
    [headers({ name: "x\r\nHost" }), "the name of a header"],
    [headers({ name: "Host" }), "no call says itself"],
    [headers({ name: "Idempotency-Key" }), "no call says itself"],
    [headers({ name: "MCP-Session-Id" }), "no call says itself"],
    [headers({ prefix: "a\r\nb: " }), "a prefix"],
    [headers({ prefix: "x".repeat(65) }), "a prefix"],
    [headers({ secret: "crm" }), "the name of a secret"],
  ];
  for (const [credential, finding] of refused) expect(credentialProblem(credential, null)).toContain(finding);
  expect(credentialProblem(headers({ name: "authorization" }), "X")).toContain("found both");
});

it("[N900, N545] a client proves itself by a secret or a key with a name, and for itself alone by one of them", () => {
  const key = { secret: "KEY", algorithm: "ES256" } as const;
  const oauth = (client: OAuthClientName): ProviderCredential => ({
    ...{ kind: "OAUTH", owner: "SUBJECT", scopes: [] },
    client,
  });
  const alone = (client: OAuthClientName): ProviderCredential => ({
    ...{ kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: [] },
    client,
  });
  for (const client of [
    { id: "c", key },
    { id: "c", secret: "SECRET" },
  ])
    for (const credential of [oauth(client), alone(client)])
      expect(credentialProblem(credential, null)).toBeUndefined();
  expect(credentialProblem(oauth({ id: "c" }), null)).toBeUndefined();
  const refused: readonly (readonly [ProviderCredential, string])[] = [
    [alone({ id: "c" }), "found neither"],
    [alone({ id: "c", secret: "" }), "the name of a secret"],
    [alone({ id: "", key }), "a client id"],
    [oauth({ id: "c", key, secret: "SECRET" }), "found both"],
    [oauth({ id: "c", key: { ...key, secret: "key" } }), "the name of a secret"],
  ];
  for (const [credential, finding] of refused) expect(credentialProblem(credential, null)).toContain(finding);
});

it("[N903] an assertion is named by a secret, of a client with a name", () => {
  const asserted = (client: OAuthClientName, secret = "ASSERTION"): ProviderCredential => ({
    ...{ kind: "JWT_BEARER", owner: "SUBJECT", scopes: [], client },
    assertion: { kind: "STORED", secret },
  });
  expect(credentialProblem(asserted({ id: "c" }), null)).toBeUndefined();
  expect(credentialProblem(asserted({ id: "c" }), "X")).toContain("found both");
  expect(credentialProblem(asserted({ id: "" }), null)).toContain("a client id");
  expect(credentialProblem(asserted({ id: "c" }, "an assertion"), null)).toContain("the name of a secret");
});

it("[N905] an identity provider has the address of its token endpoint and a client with a name", () => {
  const identity = {
    kind: "IDENTITY",
    secret: "ID_TOKEN",
    tokenEndpoint: "https://idp.example/token",
    client: { id: "c" },
  } as const;
  const asserted = (given: Partial<ExchangedIdentity>): ProviderCredential => ({
    ...{ kind: "JWT_BEARER", owner: "SUBJECT", scopes: [], client: { id: "c" } },
    assertion: { ...identity, ...given },
  });
  expect(credentialProblem(asserted({}), null)).toBeUndefined();
  const refused: readonly (readonly [Partial<ExchangedIdentity>, string])[] = [
    [{ secret: "id token" }, "the name of a secret"],
    [{ tokenEndpoint: "idp" }, "a token endpoint"],
    [{ tokenEndpoint: "binding://IDP/token" }, "a token endpoint"],
    [{ tokenEndpoint: `https://idp.example/${"x".repeat(2_000)}` }, "a token endpoint"],
    [{ client: { id: "" } }, "at the identity provider"],
    [{ client: { id: "c", secret: "words" } }, "the name of a secret"],
  ];
  for (const [given, finding] of refused) expect(credentialProblem(asserted(given), null)).toContain(finding);
});

it("[N920] a subject has to have those secrets of its own whose headers say so, each once", () => {
  const own = { owner: "SUBJECT" } as const;
  const mixed = headers(
    { ...own, secret: "B" },
    { secret: "A" },
    { ...own, secret: "B" },
    { owner: "TENANT", secret: "C" },
  );
  if (mixed.kind !== "HEADERS") throw new Error("no headers");
  expect(ownSecrets(mixed)).toEqual(["B"]);
  expect([isRenewable(mixed), isRenewable(headers({ owner: "TENANT" }, {}))]).toEqual([true, false]);
  expect(isRenewable({ kind: "OAUTH", owner: "TENANT", scopes: [] })).toBe(true);
});
