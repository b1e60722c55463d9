/** `planwright keys create`: an API key with the scopes that are asked for, kept for later commands of this user. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { usageFailure } from "../base/command-failure.ts";
import { keepToken, keptOperator, type Target, type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
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

export interface KeyOptions extends TargetOptions {
  readonly json?: boolean;
  readonly scopes?: readonly string[];
  readonly label?: string;
  readonly subject?: string;
  readonly print?: boolean;
  /** Folder of a served deployment, whose operator's token is used. */
  readonly data?: string;
}

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
function creatorOf(options: KeyOptions, surroundings: Surroundings): Target {
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
  const target = creatorOf(options, surroundings);
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
