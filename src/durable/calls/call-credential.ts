/**
 * The credential of a call: the bearer token of the deployment, and headers that are made of secrets or connections of the tenant or of the
 * subject for whom the call is made. A call without either makes no request for one.
 *
 * A server that demands a connection refuses a request unseen. The token is renewed then and the request sent once more; or a person has to
 * connect, and the attempt ends with a question. A subject that lacks a secret of its own is asked before anything is sent.
 */
import { fitsHeader, isRenewable, unfitForHeader } from "../../catalog/credentials/credential-refusal.ts";
import { credentialOrigin } from "../../catalog/egress.ts";
import { type HttpOperation, takesCredential } from "../../catalog/openapi/http-operation.ts";
import type { AttemptResult, CalleeAnswer } from "../../execution/events/attempt.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { ProviderCredential } from "../../plan/credential.ts";
import { isProofRefused, RequestProofs } from "../../tools/oauth/proof-of-possession.ts";
import {
  type CredentialAnswer,
  type CredentialPort,
  type CredentialRefusal,
  type CredentialRequest,
  sentText,
} from "../ports/credential-port.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call } from "../ports/ports.ts";
import type { SentCredential, SentHeaders } from "./guarded-fetch.ts";

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
  const first = await ask(credentials(tenant), request);
  if (first.kind !== "HEADERS") return { ok: false, end: endOf(call, first) };
  secrets.push(...first.secrets);
  if (!isRenewable(credential))
    return { ok: true, bearer, sent: { origin, headers: first.headers }, secrets, lacking: nothingLacks };
  let lack: NoCredential | undefined;
  const sent: SentCredential = {
    origin,
    headers: first.headers,
    proofs: proofsFor(first),
    renewed: async (response) => {
      const refusal = refusalIn(response, sent.headers, credential);
      // What was refused once is not asked for again in the same call.
      if (refusal === undefined || lack !== undefined) return undefined;
      const answer = await ask(credentials(tenant), { ...request, refusal });
      if (answer.kind !== "HEADERS") {
        lack = answer;
        return undefined;
      }
      secrets.push(...answer.secrets);
      sent.proofs = proofsFor(answer);
      return answer.headers;
    },
  };
  return { ok: true, bearer, sent, secrets, lacking: () => lack && endOf(call, lack) };
}

type NoCredential = Exclude<CredentialAnswer, { readonly kind: "HEADERS" }>;

function endOf(call: Call, answer: NoCredential): CredentialEnd {
  if (answer.kind === "CONNECT") return question(call, answer);
  const code = answer.kind === "MISSING" ? "UPSTREAM_UNAUTHORIZED" : "UPSTREAM_UNAVAILABLE";
  const message = `Cannot call ${call.callable.name}: ${answer.finding}`;
  return notSent({ code, message, retryable: answer.kind === "UNAVAILABLE", details: null });
}

async function ask(port: CredentialPort, request: CredentialRequest): Promise<CredentialAnswer> {
  try {
    return await port.credential(request);
  } catch {
    // The platform's text about an object that it moves has no useful information.
    return { kind: "UNAVAILABLE", finding: "the secrets of the tenant could not be read" };
  }
}

const longestChallenge = 4_000;

/** What signs the requests with the token of `answer`. Undefined for a token that is sent as it is. */
export function proofsFor({ headers, proofKey }: HeaderAnswer): RequestProofs | undefined {
  return proofKey && new RequestProofs(proofKey, authorizationIn(headers).replace(/^DPoP /, ""));
}

function isBoundToken(authorization: string): boolean {
  return authorization.startsWith("DPoP ");
}

type HeaderAnswer = Extract<CredentialAnswer, { readonly kind: "HEADERS" }>;

/** How a response refused a request with `headers`. Undefined for a response that another token or secret would not change. */
export function refusalIn(
  response: Response,
  headers: SentHeaders,
  { kind }: ProviderCredential,
): CredentialRefusal | undefined {
  const { status } = response;
  const challenge = (response.headers.get("www-authenticate") ?? "").slice(0, longestChallenge);
  if (kind === "HEADERS") return status === 401 ? { status, challenge, sent: sentText(headers) } : undefined;
  if (status === 403 && !/insufficient_scope/.test(challenge)) return undefined;
  const sent = authorizationIn(headers);
  return isBoundToken(sent) && isProofRefused(response) ? undefined : { status, challenge, sent };
}

function authorizationIn(headers: SentHeaders): string {
  return headers.find(([name]) => name === "Authorization")?.[1] ?? "";
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
