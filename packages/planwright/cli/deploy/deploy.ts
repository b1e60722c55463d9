/**
 * `planwright deploy`: from a project to a deployment that can do something. wrangler deploys; before it, buckets that are missing are made;
 * after it, secrets that are missing are set, and the first key is made. Each step is harmless to repeat, and no secret is ever replaced:
 * another ID_SEALING_SECRET would make every id unknown.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { keepToken, keptOperator, keptToken, operatorPlace, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { createKey, scopesOf } from "../commands/keys.ts";
import { Wrangler, type WranglerConfig, wranglerConfig } from "./wrangler.ts";

export interface DeployOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly scopes?: readonly string[];
  readonly tenant: string;
  readonly subject?: string;
  readonly url?: string;
}

export async function deploy(options: DeployOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  scopesOf(options.scopes);
  const config = wranglerConfig(surroundings);
  const wrangler = new Wrangler(surroundings);
  const mode = authModeOf(config);
  const step = (text: string) => err.line(styled("cyan", "→ "), text);
  if (options.dryRun) {
    step("wrangler deploy --dry-run");
    const { all } = await wrangler.demand("build the Worker", ["deploy", "--dry-run"]);
    if (options.json) out.json({ dryRun: true, name: config.name });
    else err.block(all.trim());
    err.line(styled("green", "✓ "), "Nothing was deployed.");
    return exitCodes.ok;
  }
  const account = await wrangler.run(["whoami", "--json"]);
  if (account.code !== 0)
    throw new CommandFailure({
      exitCode: exitCodes.unauthorised,
      code: "NO_ACCOUNT",
      message: "Cannot deploy: required a login to Cloudflare, found none",
      next: [
        "npx wrangler login, or set CLOUDFLARE_API_TOKEN",
        "or serve it on a machine of your own: npx planwright serve --data ./data",
      ],
    });
  for (const bucket of config.buckets) {
    const found = await wrangler.run(["r2", "bucket", "info", bucket]);
    if (found.code === 0) continue;
    step(`makes the bucket ${bucket}`);
    await wrangler.demand(
      `make the bucket ${bucket}`,
      ["r2", "bucket", "create", bucket],
      "",
      "enable R2 once in the dashboard of the account, or take [[r2_buckets]] out of the configuration",
    );
  }
  step(`deploys ${config.name}`);
  const { all } = await wrangler.demand("deploy the Worker", ["deploy"]);
  const origin = addressOf(options, config, all);
  const operator = await setSecrets(wrangler, origin, mode, surroundings, step);
  step(`waits for ${origin}`);
  const target = {
    ...targetOf({ url: origin, ...(operator !== undefined && { token: operator }) }, surroundings),
    tenant: options.tenant,
  };
  const deployment = new Deployment(target, surroundings);
  await demandHealthy(deployment, surroundings);
  const hadKey = keptToken(origin, surroundings) !== undefined;
  if (!hadKey && operator !== undefined) {
    const key = await createKey(deployment, {
      label: "first key",
      subject: options.subject ?? "ops",
      ...(options.scopes !== undefined && { scopes: options.scopes }),
    });
    const file = keepToken(origin, key, surroundings);
    err.line(`Keeps a key of tenant ${options.tenant} in ${file}; commands for ${origin} use it.`);
  }
  if (options.json) out.json({ name: config.name, url: origin });
  else out.line(origin);
  err.line(`Next: PLANWRIGHT_URL=${origin} npx planwright doctor`);
  if (mode !== "keys")
    err.line(
      `No key was made, because AUTH_MODE is ${mode}: commands for ${origin} need a token that it accepts, as --token or PLANWRIGHT_TOKEN.`,
    );
  else if (!hadKey && operator === undefined)
    err.line(
      "The Worker has an ADMIN_TOKEN that this machine does not know. For a key: npx planwright keys create --token ADMIN_TOKEN --tenant NAME",
    );
  return exitCodes.ok;
}

type AuthMode = "code" | "jwt" | "keys";

/** A deployment that says nothing of credentials refuses everybody. */
function authModeOf({ file, vars }: WranglerConfig): AuthMode {
  const { AUTH_MODE: mode } = vars;
  if (mode === "code" || mode === "jwt" || mode === "keys") return mode;
  const found = mode === undefined ? "none" : JSON.stringify(mode);
  throw usageFailure(
    `Cannot deploy ${file}: required AUTH_MODE = "keys" (or "jwt", or "code") under [vars], found ${found}; without it the deployment refuses every request`,
    'write under [vars]: AUTH_MODE = "keys"',
  );
}

/** The address of the Worker: `--url`, `PUBLIC_URL`, or the one that wrangler printed. */
function addressOf({ url }: DeployOptions, { vars }: WranglerConfig, printed: string): string {
  const found =
    url ??
    (typeof vars.PUBLIC_URL === "string" ? vars.PUBLIC_URL : /https:\/\/[\w.-]+\.workers\.dev/.exec(printed)?.[0]);
  if (found !== undefined) return new URL(found).origin;
  throw new CommandFailure({
    exitCode: exitCodes.program,
    code: "NO_ADDRESS",
    message: "It is deployed, but wrangler printed no address of workers.dev",
    next: ["the same again with --url https://… , the address of its route"],
  });
}

/** Sets the secrets that are missing. Returns the token of the operator if there is one and it is known here. Only API keys have an operator. */
async function setSecrets(
  wrangler: Wrangler,
  origin: string,
  mode: AuthMode,
  surroundings: Surroundings,
  step: (text: string) => void,
): Promise<string | undefined> {
  const { out } = await wrangler.demand("list the secrets", ["secret", "list", "--format", "json"]);
  const names = new Set<string>(
    (JSON.parse(out.slice(Math.max(0, out.indexOf("[")))) as { name: string }[]).map(({ name }) => name),
  );
  if (!names.has("ID_SEALING_SECRET")) {
    step("sets ID_SEALING_SECRET");
    await wrangler.demand(
      "set ID_SEALING_SECRET",
      ["secret", "put", "ID_SEALING_SECRET"],
      randomBytes(32).toString("hex"),
    );
  }
  if (mode !== "keys") return undefined;
  if (names.has("ADMIN_TOKEN")) return keptOperator(origin, surroundings);
  const token = randomBytes(32).toString("hex");
  // Kept before it is set: it cannot be read back.
  keepToken(operatorPlace(origin), token, surroundings);
  step("sets ADMIN_TOKEN");
  await wrangler.demand("set ADMIN_TOKEN", ["secret", "put", "ADMIN_TOKEN"], token);
  return token;
}

/** New secrets and names need some seconds on the network. */
async function demandHealthy(deployment: Deployment, { signal }: Surroundings): Promise<void> {
  let last: unknown;
  for (let tries = 0; tries < 30 && !signal.aborted; tries++) {
    try {
      const { problem, status, version } = await deployment.health();
      if (version !== undefined) return;
      last = problem ?? `HTTP ${status}`;
    } catch (error) {
      last = error instanceof Error ? error.message : error;
    }
    await delay(1_000, undefined, { signal }).catch(() => undefined);
  }
  throw new CommandFailure({
    exitCode: exitCodes.unreachable,
    code: "NOT_HEALTHY",
    message: `It is deployed, and ${deployment.target.origin}/health does not answer as it should: ${String(last)}`,
    next: ["npx wrangler tail, for its log", "the same again: nothing is made twice"],
  });
}
