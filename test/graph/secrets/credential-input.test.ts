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
