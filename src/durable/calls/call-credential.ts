/**
 * What a call is sent to prove who asks: the bearer token of the deployment, and headers whose values are secrets of the tenant or of the
 * subject for whom the call is made. A call without either asks nobody.
 */
import { credentialOrigin } from "../../catalog/egress.ts";
import type { Failure } from "../../json/failure.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call } from "../ports/ports.ts";
import type { SentCredential } from "./guarded-fetch.ts";

export interface CallCredential {
  /** Value of the secret of the deployment that the provider names. Undefined if it names none. */
  readonly bearer: string | undefined;
  /** Sent with each request to the provider. Undefined for nothing. */
  readonly sent: SentCredential | undefined;
  /** What is cut out of everything that comes back, at most each once. */
  readonly secrets: readonly string[];
}

export type CallCredentialResult =
  | ({ readonly ok: true } & CallCredential)
  | { readonly ok: false; readonly failure: Failure };

type CredentialOptions = Pick<ExecutionOptions, "credentials" | "secret">;

/** What `call` is sent, in an execution of `tenant`. */
export function callCredential(
  call: Call,
  tenant: string,
  options: CredentialOptions,
): CallCredentialResult | Promise<CallCredentialResult> {
  const reading = bearerOf(call, options.secret);
  if (!reading.ok) return reading;
  const { bearer } = reading;
  const secrets = bearer === undefined ? [] : [bearer];
  if (call.provider.credential === undefined) return { ok: true, bearer, sent: undefined, secrets };
  return withHeaders(call, { bearer, secrets, sent: undefined }, tenant, options);
}

async function withHeaders(
  { callable, execution, provider }: Call,
  known: CallCredential,
  tenant: string,
  { credentials }: CredentialOptions,
): Promise<CallCredentialResult> {
  const { credential, url } = provider;
  const origin = credentialOrigin(url);
  if (credential === undefined || origin === undefined) return { ok: true, ...known };
  const refused = (finding: string, code: Failure["code"], retryable: boolean): CallCredentialResult => ({
    ok: false,
    failure: { code, message: `Cannot call ${callable.name}: ${finding}`, retryable, details: null },
  });
  let answer: Awaited<ReturnType<ReturnType<CredentialOptions["credentials"]>["credential"]>>;
  try {
    answer = await credentials(tenant).credential({ tenant, subject: execution.userId, url, credential });
  } catch {
    // What the platform says of an object that it moves is of no use to anybody.
    return refused("the secrets of the tenant could not be read", "INTERNAL", true);
  }
  if (answer.kind === "MISSING") return refused(answer.finding, "UPSTREAM_UNAUTHORIZED", false);
  return {
    ok: true,
    bearer: known.bearer,
    sent: { origin, headers: answer.headers },
    secrets: [...known.secrets, ...answer.secrets],
  };
}

export type BearerResult =
  | { readonly ok: true; readonly bearer: string | undefined }
  | { readonly ok: false; readonly failure: Failure };

/** The token that the provider of a call wants. Undefined if it wants none. */
function bearerOf({ callable, provider }: Call, secret: ExecutionOptions["secret"]): BearerResult {
  const { bearerSecret: name, kind } = provider;
  const bearer = name === null ? undefined : secret(name);
  if (name === null || bearer !== undefined) return { ok: true, bearer };
  const callee = kind === "MCP" || kind === "OPENAPI" ? "its server" : "the agent";
  const message = `Cannot call ${callable.name}: ${callee} needs the secret TOOL_SECRET_${name}, which this deployment does not have`;
  return { ok: false, failure: { code: "UPSTREAM_UNAUTHORIZED", message, retryable: false, details: null } };
}
