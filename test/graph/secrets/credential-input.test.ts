/** Credentials of registrations, as callers give them. */
import { expect, it } from "vitest";
import { credentialOf } from "../../../src/graph/secrets/credential-input.ts";

it("[N920] a header says whose secret it has; one that says nothing is stored as before", () => {
  const header = { name: "X-Key", secret: "KEY", prefix: null };
  const stored = (scope?: "SUBJECT" | "TENANT" | null) => credentialOf({ headers: [{ ...header, scope }] } as never);
  const facts = { name: "X-Key", secret: "KEY", prefix: "" };
  for (const scope of ["SUBJECT", "TENANT"] as const)
    expect(stored(scope)).toEqual({ credential: { kind: "HEADERS", headers: [{ ...facts, owner: scope }] } });
  for (const scope of [undefined, null])
    expect(stored(scope)).toStrictEqual({ credential: { kind: "HEADERS", headers: [facts] } });
});

it("[N900, N903, N905] a client has its key, and an assertion is a stored one or that of an identity provider", () => {
  const clientKey = { secret: "KEY", algorithm: "ES256" } as const;
  const key = { secret: "KEY", algorithm: "ES256" };
  expect(credentialOf({ clientCredentials: { clientId: "c", clientKey } })).toStrictEqual({
    credential: { kind: "CLIENT_CREDENTIALS", owner: "TENANT", scopes: [], client: { id: "c", key } },
  });
  expect(credentialOf({ oauth: { clientKey } })).toStrictEqual({
    credential: { kind: "OAUTH", owner: "SUBJECT", scopes: [], client: { id: "", key } },
  });
  expect(credentialOf({ jwtBearer: { clientId: "c", assertion: { secret: "ASSERTION" } } })).toStrictEqual({
    credential: {
      ...{ kind: "JWT_BEARER", owner: "TENANT", scopes: [], client: { id: "c" } },
      assertion: { kind: "STORED", secret: "ASSERTION" },
    },
  });
  const identity = { secret: "ID_TOKEN", tokenEndpoint: "https://idp.example/token", clientId: "p" };
  const given = { clientId: "c", clientSecret: "S", scope: "SUBJECT", scopes: ["a"], assertion: { identity } } as const;
  expect(credentialOf({ jwtBearer: given })).toStrictEqual({
    credential: {
      ...{ kind: "JWT_BEARER", owner: "SUBJECT", scopes: ["a"], client: { id: "c", secret: "S" } },
      assertion: {
        kind: "IDENTITY",
        secret: "ID_TOKEN",
        tokenEndpoint: "https://idp.example/token",
        client: { id: "p" },
      },
    },
  });
});
