/** `planwright keys`: creates an API key, kept for later commands of this user, lists the keys of a tenant, and revokes one. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { keepToken, keptOperator, keptToken, type Target, type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";

/** Every scope: first those that the commands of this program need. */
export const allScopes = [
  ...[
    "REGISTRY_READ",
    "REGISTRY_WRITE",
    "EXECUTION_READ",
    "EXECUTION_START",
    "EXECUTION_CONTROL",
    "HUMAN_INPUT_RESPOND",
  ],
  ...["EVENT_SEND", "SCHEDULE_WRITE", "CREDENTIALS_ADMIN", "INDEX_ADMIN", "DEBUG_READ", "AUDIT_READ"],
  ...["EXECUTION_READ_OWN", "EXECUTION_READ_ALL", "EXECUTION_CONTROL_OWN", "EXECUTION_CONTROL_ALL"],
  "HUMAN_INPUT_RESPOND_OWN",
];

/** The scopes that the commands of this program need: registering tools, running plans, answering people. */
export const usualScopes = allScopes.slice(0, 8);

/** The options of commands that an operator gives. */
export interface OperatorOptions extends TargetOptions {
  readonly json?: boolean;
  /** Folder of a served deployment, whose operator's token is used. */
  readonly data?: string;
}

export interface KeyOptions extends OperatorOptions {
  readonly scopes?: readonly string[];
  readonly label?: string;
  readonly subject?: string;
  readonly print?: boolean;
}

export const keysDocument = /* GraphQL */ `
  query CliKeys { apiKeys { keyId label subject scopes createdAt expiresAt revokedAt } }
`;

export const revokeKeyDocument = /* GraphQL */ `
  mutation CliRevokeKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { apiKey { keyId label revokedAt } errors { code message path } }
  }
`;

export const createKeyDocument = /* GraphQL */ `
  mutation CliCreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { secret apiKey { keyId scopes } errors { code message path } }
  }
`;

/** The scopes that an option names. */
export function scopesOf(names: readonly string[] = usualScopes): readonly string[] {
  const scopes = names.flatMap((text) => text.split(/[\s,]+/)).filter((name) => name !== "");
  const unknown = scopes.filter((name) => !allScopes.includes(name));
  if (unknown.length > 0)
    throw usageFailure(
      `Cannot use --scopes: required scopes out of ${allScopes.join(", ")}, found ${unknown.join(", ")}`,
    );
  return [...new Set(scopes)];
}

/** Creates a key and returns its secret. The caller of `deployment` must have the scopes of the key. */
export async function createKey(
  deployment: Deployment,
  { label = "planwright CLI", scopes, subject = "cli" }: Pick<KeyOptions, "label" | "scopes" | "subject">,
): Promise<string> {
  const input = { label, subject, scopes: scopesOf(scopes) };
  const { createApiKey: payload } = await deployment.ask<{
    createApiKey: { secret: string | null; errors: readonly UserError[] };
  }>(createKeyDocument, { input });
  if (payload.secret === null) throw refusal("Cannot create the key", payload.errors);
  return payload.secret;
}

/** The token of the operator of the deployment that `planwright serve` keeps in `data`. */
function operatorToken(data: string, { cwd }: Pick<Surroundings, "cwd">): string {
  const file = join(resolve(cwd, data), "secrets.env");
  const token = existsSync(file) ? parseEnv(readFileSync(file, "utf8")).ADMIN_TOKEN : undefined;
  if (token !== undefined) return token;
  throw usageFailure(
    `Cannot read the token of the operator: required ADMIN_TOKEN in ${file}, found none`,
    "the folder that planwright serve was given as --data; or --token, if ADMIN_TOKEN came from its environment",
  );
}

/** The deployment, and who asks it: the operator, where its token is in `--data` or kept here and no other key is given. */
export function operatorTarget(options: OperatorOptions, surroundings: Surroundings): Target {
  const { data, token } = options;
  if (data !== undefined) return targetOf({ ...options, token: operatorToken(data, surroundings) }, surroundings);
  const target = targetOf(options, surroundings);
  const operator = keptOperator(target.origin, surroundings);
  const isGiven = Boolean(token || surroundings.env.PLANWRIGHT_TOKEN);
  return operator === undefined || isGiven ? target : targetOf({ ...options, token: operator }, surroundings);
}

export async function keysCreate(options: KeyOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  scopesOf(options.scopes);
  const target = operatorTarget(options, surroundings);
  const secret = await createKey(new Deployment(target, surroundings), options);
  if (options.json) out.json({ secret });
  else if (options.print) out.line(secret);
  else {
    const file = keepToken(target.origin, secret, surroundings);
    err.line(`Keeps the key in ${file}, which nobody else may read. Later commands for ${target.origin} use it.`);
    err.line("To print a key instead, for an application: add --print");
  }
  return exitCodes.ok;
}

interface ListedKey {
  readonly keyId: string;
  readonly label: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export async function keysLs(options: OperatorOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const target = operatorTarget(options, surroundings);
  const { apiKeys } = await new Deployment(target, surroundings).ask<{ apiKeys: readonly ListedKey[] }>(keysDocument);
  if (options.json) {
    out.json(apiKeys);
    return exitCodes.ok;
  }
  const kept = keptToken(target.origin, surroundings);
  for (const key of apiKeys) {
    const state = stateOf(key);
    const mark = isKeyOf(kept, key.keyId) ? "  (kept on this machine)" : "";
    out.line(
      styled(state === "valid" ? "green" : "dim", state.padEnd(7)),
      ` ${key.createdAt.slice(0, 10)}  ${key.subject}  ${key.label}  ${key.scopes.join(",")}${mark}  ${key.keyId}`,
    );
  }
  if (apiKeys.length === 0) err.line("There is none. To create one: npx planwright keys create");
  return exitCodes.ok;
}

function stateOf({ expiresAt, revokedAt }: ListedKey): "revoked" | "expired" | "valid" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? "expired" : "valid";
}

/** Whether `key` is the text of the key with this id. */
function isKeyOf(key: string | undefined, keyId: string): boolean {
  return key?.startsWith(`pw_${keyId}_`) ?? false;
}

/** Revokes a key by its id, or by its whole text, which is all that there is of one that was found somewhere. */
export async function keysRevoke(
  words: string,
  options: OperatorOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { err, out } = surroundings;
  const keyId = /^pw_(.+)_[0-9a-f]{64}$/.exec(words)?.[1] ?? words;
  const target = operatorTarget(options, surroundings);
  const { revokeApiKey: payload } = await new Deployment(target, surroundings).ask<{
    revokeApiKey: { apiKey: Pick<ListedKey, "keyId" | "label" | "revokedAt"> | null; errors: readonly UserError[] };
  }>(revokeKeyDocument, { input: { keyId } });
  const { apiKey, errors } = payload;
  if (apiKey === null) {
    const { facts } = refusal("Cannot revoke the key", errors);
    throw new CommandFailure({ ...facts, next: ["npx planwright keys ls, for the ids of the keys"] });
  }
  if (options.json) out.json(apiKey);
  else err.line(styled("green", "✓ "), `Revoked ${apiKey.label}. It stops working within 5 seconds.`);
  if (isKeyOf(keptToken(target.origin, surroundings), keyId))
    err.line("It was the key that is kept on this machine. For another one: npx planwright keys create");
  return exitCodes.ok;
}
