/**
 * Room `graph/credentials`: the API of the credentials by which callers prove who they are. It owns API keys (this file) and access tokens for
 * one execution or conversation (`access-tokens.ts`).
 *
 * It leaves to others: `worker/auth` checks credentials, `durable/tenant` stores keys and revocations, `graph/secrets` has the secrets that
 * callees are sent.
 *
 * Invariants:
 *
 * - A key or token permits no more than its creator may do.
 * - A secret is shown once, in the answer that creates it.
 */
import { coversScope } from "../../access/audience.ts";
import { areGroupNames, isAccessorName, maxGroupCharacters, maxGroups } from "../../access/given-visibility.ts";
import type { ApiKeyRecord } from "../base/credentials.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { CreateApiKeyInput, RevokeApiKeyInput } from "../base/schema.generated.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";

const MAX_LABEL_CHARACTERS = 200;
const MAX_SUBJECT_CHARACTERS = 255;

export interface CreateApiKeyAnswer {
  readonly apiKey: ApiKeyRecord | undefined;
  /** The whole key. */
  readonly secret: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

export interface RevokeApiKeyAnswer {
  readonly apiKey: ApiKeyRecord | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Creates a key. Wrong input is refused before any object is called. */
export async function createApiKey(
  { expiresAt, groups, label, scopes, subject }: CreateApiKeyInput,
  { caller, clients, now }: GraphContext,
): Promise<CreateApiKeyAnswer> {
  const problems = [
    lengthProblem("label", label, MAX_LABEL_CHARACTERS),
    lengthProblem("subject", subject, MAX_SUBJECT_CHARACTERS) ?? nameProblem(subject),
    scopes.length === 0 ? problem("scopes", "required one scope at least, found none") : undefined,
    ...scopes
      .filter((scope) => !coversScope(caller.scopes, scope))
      .map((scope) => problem("scopes", `required scopes that the caller holds, found ${scope}`)),
    areGroupNames(groups ?? []) ? undefined : problem("groups", groupsRequired),
    expiresAt != null && expiresAt <= now()
      ? problem("expiresAt", "required a time to come, found one that has passed")
      : undefined,
  ].filter((found) => found !== undefined);
  if (problems.length > 0) return refused(problems);
  const answer = await clients.credentials.create({
    label,
    subject,
    groups: [...new Set(groups ?? [])],
    scopes: [...new Set(scopes)],
    createdBy: caller.subject,
    expiresAt: expiresAt ?? null,
  });
  switch (answer.kind) {
    case "CREATED":
      return { apiKey: answer.apiKey, secret: answer.secret, errors: [] };
    case "LIMIT_EXCEEDED": {
      const { found, maximum } = answer;
      const message = `Cannot create the API key: required at most ${maximum} keys that are in use, found ${found}`;
      return refused([{ code: "LIMIT_EXCEEDED", message, path: ["input"], limit: "maxApiKeys", maximum, found }]);
    }
    case "NOT_USED": {
      const required = "required a deployment whose callers prove themselves by API keys, found another way";
      return refused([generalError("INVALID_INPUT", `Cannot create the API key: ${required}`, ["input"])]);
    }
  }
}

/** Revokes a key of the tenant. A key that was revoked before stays as it is. */
export async function revokeApiKey(
  { keyId }: RevokeApiKeyInput,
  { clients }: GraphContext,
): Promise<RevokeApiKeyAnswer> {
  const apiKey = await clients.credentials.revoke(keyId);
  return apiKey === undefined
    ? { apiKey: undefined, errors: [notFound("the API key", ["input", "keyId"])] }
    : { apiKey, errors: [] };
}

const groupsRequired = `required at most ${maxGroups} names of groups, each of 1 to ${maxGroupCharacters} characters, found others`;

function lengthProblem(member: "label" | "subject", text: string, maximum: number): UserErrorSource | undefined {
  if (text.length > 0 && text.length <= maximum) return undefined;
  return problem(member, `required a ${member} of 1 to ${maximum} characters, found ${text.length}`);
}

function nameProblem(subject: string): UserErrorSource | undefined {
  return isAccessorName(subject)
    ? undefined
    : problem("subject", "required a subject without control characters and halves of characters, found one with them");
}

function problem(member: keyof CreateApiKeyInput, finding: string): UserErrorSource {
  return generalError("INVALID_INPUT", `Cannot create the API key: ${finding}`, ["input", member]);
}

function refused(errors: readonly UserErrorSource[]): CreateApiKeyAnswer {
  return { apiKey: undefined, secret: undefined, errors };
}
