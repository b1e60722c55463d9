/**
 * The credential of a call: the bearer token of the deployment, and headers that are made of secrets or connections of the tenant or of the
 * subject for whom the call is made. A call without either makes no request for one.
 *
 * A server that demands a connection refuses a request unseen. The token is renewed then and the request sent once more; or a person has to
 * connect, and the attempt ends with a question. A subject that lacks a secret of its own is asked before anything is sent.
 */
import { fitsHeader, unfitForHeader } from "../../catalog/credentials/credential-refusal.ts";
import { credentialOrigin } from "../../catalog/egress.ts";
import { type HttpOperation, takesCredential } from "../../catalog/openapi/http-operation.ts";
import type { AttemptResult, CalleeAnswer } from "../../execution/events/attempt.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { CredentialAnswer } from "../ports/credential-port.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call } from "../ports/ports.ts";
import type { SentCredential } from "./guarded-fetch.ts";
import { type NoCredential, sentCredential } from "./sent-credential.ts";

export interface CallCredential {
  /** Value of the secret of the deployment that the provider names. Undefined if it names none. */
  readonly bearer: string | undefined;
  /** Sent with each request to the provider. Undefined for nothing. */
  readonly sent: SentCredential | undefined;
  /** Secrets that are cut out of all answers. Grows when a token is renewed. */
  readonly secrets: readonly string[];
  /**
   * Why the server refused the call unseen: a question to the person who has to connect before it can be made, or a failure. Undefined if no
   * token is missing.
   */
  readonly lacking: () => CredentialEnd | undefined;
}

type CredentialEnd = Extract<AttemptResult, { readonly kind: "ASKS" | "FAILED" }>;

export type CallCredentialResult =
  | ({ readonly ok: true } & CallCredential)
  /** A failure, or the question of one who has to connect first. */
  | { readonly ok: false; readonly end: CredentialEnd };

export interface CredentialContext {
  readonly tenant: string;
  readonly execution: string;
}

type CredentialOptions = Pick<ExecutionOptions, "credentials" | "secret">;

/** The credential for `call`, in an execution of `tenant`. */
export function callCredential(
  call: Call,
  context: CredentialContext,
  options: CredentialOptions,
): CallCredentialResult | Promise<CallCredentialResult> {
  if (!isSentCredential(call))
    return { ok: true, bearer: undefined, sent: undefined, secrets: [], lacking: nothingLacks };
  const found = bearerOf(call, options.secret);
  if (!found.ok) return { ok: false, end: notSent(found.failure) };
  const { bearer } = found;
  const secrets = bearer === undefined ? [] : [bearer];
  if (call.provider.credential === undefined)
    return { ok: true, bearer, sent: undefined, secrets, lacking: nothingLacks };
  return withHeaders(call, bearer, secrets, context, options);
}

const nothingLacks = () => undefined;

/** False for an operation of a document that is open to everybody, or served elsewhere: then nobody is asked to connect either. */
function isSentCredential({ callable: { operation }, provider }: Call): boolean {
  if (provider.kind !== "OPENAPI" || operation === undefined) return true;
  return takesCredential(operation as Pick<HttpOperation, "isOpen" | "server">, provider.url);
}

async function withHeaders(
  call: Call,
  bearer: string | undefined,
  secrets: string[],
  { execution, tenant }: CredentialContext,
  { credentials }: CredentialOptions,
): Promise<CallCredentialResult> {
  const { execution: caller, provider } = call;
  const { credential, url } = provider;
  const origin = credentialOrigin(url);
  if (credential === undefined || origin === undefined)
    return { ok: true, bearer, sent: undefined, secrets, lacking: nothingLacks };
  const request = { tenant, subject: caller.userId, url, credential, execution };
  const result = await sentCredential(credentials(tenant), request, origin, secrets);
  if (result.kind !== "SENT") return { ok: false, end: endOf(call, result) };
  const lacking = () => {
    const lack = result.lacking();
    return lack && endOf(call, lack);
  };
  return { ok: true, bearer, sent: result.sent, secrets, lacking };
}

function endOf(call: Call, answer: NoCredential): CredentialEnd {
  if (answer.kind === "CONNECT") return question(call, answer);
  const code = answer.kind === "MISSING" ? "UPSTREAM_UNAUTHORIZED" : "UPSTREAM_UNAVAILABLE";
  const message = `Cannot call ${call.callable.name}: ${answer.finding}`;
  return notSent({ code, message, retryable: answer.kind === "UNAVAILABLE", details: null });
}

/** An answer means that the person has connected. The call is then made as if there had been no question. */
function question(
  { callable, continuation }: Call,
  { connection, finding }: Extract<CredentialAnswer, { readonly kind: "CONNECT" }>,
): Extract<AttemptResult, { readonly kind: "ASKS" }> {
  const details = { connect: connection, continuation: (continuation as unknown as Json | undefined) ?? null };
  return { kind: "ASKS", prompt: `To call ${callable.name}, ${finding}.`, details, connect: connection };
}

/** The call that continues after its person was asked to connect: as it was before, or ended if the person declined. */
export function resumedCall(call: Call): Call | Extract<AttemptResult, { readonly kind: "FAILED" }> {
  const { callable, continuation } = call;
  if (continuation === undefined) return call;
  const { details, isAccepted } = continuation;
  if (!isJsonObject(details) || typeof ownValue(details, "connect") !== "string") return call;
  if (!isAccepted) {
    const message = `Cannot call ${callable.name}: required a connection to its server, found that the person declined to connect`;
    return notSent({ code: "UPSTREAM_UNAUTHORIZED", message, retryable: false, details: null });
  }
  const before = ownValue(details, "continuation");
  return { ...call, continuation: isJsonObject(before) ? (before as unknown as CalleeAnswer) : undefined };
}

export type BearerResult =
  | { readonly ok: true; readonly bearer: string | undefined }
  | { readonly ok: false; readonly failure: Failure };

/** The token that the provider of a call wants. Undefined if it wants none. */
function bearerOf({ callable, provider }: Call, secret: ExecutionOptions["secret"]): BearerResult {
  const { bearerSecret: name, kind } = provider;
  const bearer = name === null ? undefined : secret(name);
  // A document may have the secret elsewhere than in a header.
  const isFit = bearer === undefined || kind === "OPENAPI" || fitsHeader(bearer);
  if (name === null || (bearer !== undefined && isFit)) return { ok: true, bearer };
  const callee = kind === "MCP" || kind === "OPENAPI" ? "its server" : "the agent";
  const message = isFit
    ? `Cannot call ${callable.name}: ${callee} needs the secret TOOL_SECRET_${name}, which this deployment does not have`
    : `Cannot call ${callable.name} with TOOL_SECRET_${name}: ${unfitForHeader}`;
  return { ok: false, failure: { code: "UPSTREAM_UNAUTHORIZED", message, retryable: false, details: null } };
}

export function notSent(failure: Failure): Extract<AttemptResult, { readonly kind: "FAILED" }> {
  return { kind: "FAILED", outcome: "NOT_SENT", failure };
}
