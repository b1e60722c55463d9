/**
 * Settings in code: what a deployment says of itself wherever it runs. The environment of one deployment has the last word on each of them.
 */
import { settingProblem } from "../../../src/worker/settings/settings.ts";
import type { Scope } from "../plans/plan-input.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** A language model, as an entry of the setting `MODELS`. */
export interface Model {
  /** Letters, digits, `_`, `.` and `-`: how requests and other settings name it. */
  readonly name: string;
  readonly provider: "openai-compatible" | "openai" | "openai-responses" | "anthropic" | "workers-ai";
  /** What the provider calls it. */
  readonly model: string;
  readonly baseUrl?: string;
  /** `X` reads the variable `MODEL_SECRET_X` of the Worker. */
  readonly keySecret?: string;
  readonly maxOutputTokens?: number;
  readonly timeoutSeconds?: number;
}

/** How callers prove who they are. */
export type Auth =
  /** Nobody does, on a loopback address alone. */
  | { readonly mode: "none" }
  /** By API keys; the operator has `ADMIN_TOKEN`, a secret of the environment. */
  | { readonly mode: "keys" }
  /** By tokens of an identity provider. */
  | {
      readonly mode: "jwt";
      readonly issuer: string;
      readonly audience: string;
      readonly jwksUrl: string;
      readonly algorithms?: readonly string[];
      /** `tenant` if nothing is said. */
      readonly tenantClaim?: string;
      /** Tenant of tokens without that claim. */
      readonly tenant?: string;
      /** `scope` if nothing is said. */
      readonly scopeClaim?: string;
      /** Scopes of tokens without that claim. */
      readonly scopes?: readonly Scope[];
      /** Names no groups if nothing is said. */
      readonly groupsClaim?: string;
    }
  /** By a function of yours. */
  | { readonly mode: "code"; readonly authenticate: Authenticate };

/** Gives the caller of a request, or null for one that nobody knows. The request has its address and headers, and no body. */
export type Authenticate = (request: Request, env: Cloudflare.Env) => Caller | null | Promise<Caller | null>;

export interface Caller {
  /** Whose data is seen: 1 to 255 characters. */
  readonly tenant: string;
  readonly subject: string;
  /** Names of the groups that it is in, 100 at most. None if absent. */
  readonly groups?: readonly string[];
  readonly scopes: readonly Scope[];
  /** When the credential ends, Unix milliseconds; subscriptions end with it. */
  readonly validUntil?: number;
}

export interface SettingsInCode {
  /** Language models; the first serves where nothing else is said. */
  readonly models?: readonly Model[];
  readonly auth?: Auth;
  /** Any other setting by its name, as `docs/settings.md` lists them: `{ MAX_STEPS: 50 }`. */
  readonly settings?: { readonly [name: string]: string | number | boolean };
}

const secrets = ["ID_SEALING_SECRET", "ADMIN_TOKEN"];
/** Settings that have options of their own. */
const ownOptions = new Map([
  ["MODELS", "models"],
  ...[
    "AUTH_MODE",
    "JWT_ISSUER",
    "JWT_AUDIENCE",
    "JWT_JWKS_URL",
    "JWT_ALGORITHMS",
    "JWT_TENANT_CLAIM",
    "JWT_TENANT",
  ].map((name) => [name, "auth"] as const),
  ...["JWT_SCOPE_CLAIM", "JWT_SCOPES", "JWT_GROUPS_CLAIM"].map((name) => [name, "auth"] as const),
]);

/** The settings as the environment would say them, each checked, and the function that recognises callers. */
export function settingsOf({ auth, models, settings = {} }: SettingsInCode) {
  const texts: { [name: string]: string } = {};
  const set = (place: string, name: string, value: string) => {
    const problem = settingProblem(name, value);
    if (problem !== undefined) throw new ConfigurationError(place, problem);
    texts[name] = value;
  };
  for (const [name, value] of Object.entries(settings)) {
    const place = `settings.${name}`;
    if (secrets.includes(name) || /^(TOOL|MODEL)_SECRET_/.test(name))
      throw new ConfigurationError(place, "required no secret in code, found one. Give it to the environment");
    const option = ownOptions.get(name);
    if (option !== undefined) throw new ConfigurationError(place, `required it as the option \`${option}\``);
    set(place, name, String(value));
  }
  if (models !== undefined) set("models", "MODELS", JSON.stringify(models));
  if (auth === undefined) return { settings: texts };
  const { authenticate, ...said } = authOf(auth);
  const names = Object.entries(said).filter(([, value]) => value !== undefined);
  for (const [name, value] of names) set(name === "AUTH_MODE" ? "auth.mode" : "auth", name, String(value));
  return { settings: texts, ...(authenticate === undefined ? {} : { authenticate }) };
}

interface AuthTexts {
  readonly AUTH_MODE: string;
  readonly authenticate?: (request: Request, environment: unknown) => unknown;
  readonly [name: string]: unknown;
}

function authOf(auth: Auth): AuthTexts {
  const { mode, ...others } = auth;
  const known: { readonly [Mode in Auth["mode"]]: readonly string[] } = {
    none: [],
    keys: [],
    code: ["authenticate"],
    jwt: [
      "issuer",
      "audience",
      "jwksUrl",
      "algorithms",
      "tenantClaim",
      "tenant",
      "scopeClaim",
      "scopes",
      "groupsClaim",
    ],
  };
  const members = Object.hasOwn(known, mode) ? known[mode] : [];
  const unknown = Object.keys(others).find((name) => !members.includes(name));
  if (Object.hasOwn(known, mode) && unknown !== undefined)
    throw new ConfigurationError(
      `auth.${unknown}`,
      `required ${["mode", ...members].join(", ")}, found another member`,
    );
  if (auth.mode === "code") {
    if (typeof auth.authenticate !== "function")
      throw new ConfigurationError("auth.authenticate", "required a function, found something else");
    return { AUTH_MODE: mode, authenticate: auth.authenticate as (request: Request, environment: unknown) => unknown };
  }
  if (auth.mode !== "jwt") return { AUTH_MODE: mode };
  for (const name of ["issuer", "audience", "jwksUrl"] as const)
    if (typeof auth[name] !== "string" || auth[name] === "")
      throw new ConfigurationError(`auth.${name}`, "required a value for tokens of an identity provider, found none");
  return {
    AUTH_MODE: mode,
    JWT_ISSUER: auth.issuer,
    JWT_AUDIENCE: auth.audience,
    JWT_JWKS_URL: auth.jwksUrl,
    JWT_ALGORITHMS: auth.algorithms?.join(" "),
    JWT_TENANT_CLAIM: auth.tenantClaim,
    JWT_TENANT: auth.tenant,
    JWT_SCOPE_CLAIM: auth.scopeClaim,
    JWT_SCOPES: auth.scopes?.join(" "),
    JWT_GROUPS_CLAIM: auth.groupsClaim,
  };
}
