/**
 * Room `graph/secrets`: the API of the secrets that servers and agents are sent. It owns the mutation that stores and deletes one (this file)
 * and the credentials of registrations as callers give them (`credential-input.ts`).
 *
 * It leaves to others: `durable/secrets` encrypts and keeps them, `catalog` has the rules for credentials, `graph/registry` registers callees.
 *
 * Invariants:
 *
 * - A value goes in and never comes out: no field, no message and no error has one.
 * - A subject stores secrets for itself alone; those of the tenant need the scope that registers servers.
 */

import {
  secretLengthProblem,
  secretNameProblem,
  secretValueProblem,
} from "../../catalog/credentials/credential-refusal.ts";
import { bindingIn, credentialOrigin, egressRefusal } from "../../catalog/egress.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { SetSecretInput } from "../base/schema.generated.ts";
import type { SecretRecord } from "../base/secrets.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";

export interface SetSecretAnswer {
  readonly secret: SecretRecord | undefined;
  readonly errors: readonly UserErrorSource[];
}

const privateKeyPem = /^-----BEGIN PRIVATE KEY-----\r?\n(?:[A-Za-z0-9+/=]+\r?\n)+-----END PRIVATE KEY-----\r?\n?$/;

/** Stores a secret, or deletes one. Wrong input is refused before any object is called. */
export async function setSecret(input: SetSecretInput, context: GraphContext): Promise<SetSecretAnswer> {
  const { clients, settings } = context;
  const { name, scope, url, value } = input;
  const problem = problemOf(input, context);
  if (problem !== undefined) return { secret: undefined, errors: [problem] };
  if (value == null || url == null) {
    if (await clients.secrets.remove(name, scope)) return { secret: undefined, errors: [] };
    const message = `Cannot delete the secret ${name}: required one that is stored for the ${scope.toLowerCase()}, found none`;
    return { secret: undefined, errors: [generalError("NOT_FOUND", message, ["input", "name"])] };
  }
  const refused = bindingIn(url) === undefined ? egressRefusal(url, settings.egress) : undefined;
  const origin = credentialOrigin(url);
  if (refused !== undefined || origin === undefined) {
    const finding = refused?.message ?? "Cannot use the URL: required one with an origin";
    const code = refused === undefined || refused.reason === "INVALID_URL" ? "INVALID_INPUT" : "EGRESS_DENIED";
    return { secret: undefined, errors: [generalError(code, finding, ["input", "url"])] };
  }
  const answer = await clients.secrets.set({ name, scope, origin, value });
  if (answer.kind === "STORED") return { secret: answer.secret, errors: [] };
  const { maximum, of } = answer;
  const whose = of === "TENANT" ? "of the tenant and its subjects" : `of one ${scope.toLowerCase()}`;
  const message = `Cannot store the secret: required at most ${maximum} secrets ${whose}, found more`;
  const facts = { limit: "maxSecrets", maximum, found: maximum + 1 };
  return { secret: undefined, errors: [{ code: "LIMIT_EXCEEDED", message, path: ["input"], ...facts }] };
}

function problemOf({ name, scope, url, value }: SetSecretInput, { caller }: GraphContext): UserErrorSource | undefined {
  const refused = (member: keyof SetSecretInput, finding: string) =>
    generalError("INVALID_INPUT", `Cannot store the secret: ${finding}`, ["input", member]);
  if (scope === "TENANT" && !caller.scopes.includes("REGISTRY_WRITE"))
    return refused(
      "scope",
      "required the scope REGISTRY_WRITE for a secret of the tenant, found that the caller lacks it",
    );
  const ofName = secretNameProblem(name);
  if (ofName !== undefined) return refused("name", ofName);
  if ((value == null) !== (url == null))
    return refused(
      "url",
      `required ${value == null ? "none to delete a secret, found one" : "one with a value, found none"}`,
    );
  if (value == null) return undefined;
  const ofValue = value.startsWith("-----BEGIN") ? pemProblem(value) : secretValueProblem(value);
  return ofValue === undefined ? undefined : refused("value", ofValue);
}

function pemProblem(value: string): string | undefined {
  const ofLength = secretLengthProblem(value);
  if (ofLength !== undefined || privateKeyPem.test(value)) return ofLength;
  return "required of PEM a private key of PKCS #8 without a password, found something else";
}
