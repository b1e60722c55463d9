/**
 * The credential of the requests of one call, or of one registration: it is asked of the secrets of the tenant, sent with each request, with a
 * proof where its token is bound to a key, and asked for again when the server refuses it.
 */
import { isRenewable } from "../../catalog/credentials/credential-refusal.ts";
import type { ProviderCredential } from "../../plan/credential.ts";
import { isProofRefused, RequestProofs } from "../../tools/oauth/proof-of-possession.ts";
import {
  type CredentialAnswer,
  type CredentialPort,
  type CredentialRefusal,
  type CredentialRequest,
  sentText,
} from "../ports/credential-port.ts";
import type { SentCredential, SentHeaders } from "./guarded-fetch.ts";

type HeaderAnswer = Extract<CredentialAnswer, { readonly kind: "HEADERS" }>;

/** Why there is no credential. */
export type NoCredential = Exclude<CredentialAnswer, HeaderAnswer>;

export type SentCredentialResult =
  | {
      readonly kind: "SENT";
      readonly sent: SentCredential;
      /** Why the server refused a request unseen. Undefined if it did not, or if another credential was had. */
      readonly lacking: () => NoCredential | undefined;
    }
  | NoCredential;

/** The credential for requests to `origin`. `secrets` grows by those that are cut out of all answers. */
export async function sentCredential(
  port: CredentialPort,
  request: CredentialRequest,
  origin: string,
  secrets: string[],
): Promise<SentCredentialResult> {
  const { credential } = request;
  const first = await ask(port, request);
  if (first.kind !== "HEADERS") return first;
  secrets.push(...first.secrets);
  let lack: NoCredential | undefined;
  const sent: SentCredential = {
    origin,
    headers: first.headers,
    proofs: proofsFor(first),
    ...(isRenewable(credential) && {
      renewed: async (response: Response) => {
        const refusal = refusalIn(response, sent.headers, credential);
        // What was refused once is not asked for again.
        if (refusal === undefined || lack !== undefined) return undefined;
        const answer = await ask(port, { ...request, refusal });
        if (answer.kind !== "HEADERS") {
          lack = answer;
          return undefined;
        }
        secrets.push(...answer.secrets);
        sent.proofs = proofsFor(answer);
        return answer.headers;
      },
    }),
  };
  return { kind: "SENT", sent, lacking: () => lack };
}

async function ask(port: CredentialPort, request: CredentialRequest): Promise<CredentialAnswer> {
  try {
    return await port.credential(request);
  } catch {
    // The platform's text about an object that it moves has no useful information.
    return { kind: "UNAVAILABLE", finding: "the secrets of the tenant could not be read" };
  }
}

/** What signs the requests with the token of `answer`. Undefined for a token that is sent as it is. */
function proofsFor({ headers, proofKey }: HeaderAnswer): RequestProofs | undefined {
  return proofKey && new RequestProofs(proofKey, authorizationIn(headers).replace(/^DPoP /, ""));
}

const longestChallenge = 4_000;

/** How a response refused a request with `headers`. Undefined for a response that another token or secret would not change. */
function refusalIn(
  response: Response,
  headers: SentHeaders,
  { kind }: ProviderCredential,
): CredentialRefusal | undefined {
  const { status } = response;
  const challenge = (response.headers.get("www-authenticate") ?? "").slice(0, longestChallenge);
  if (kind === "HEADERS") return status === 401 ? { status, challenge, sent: sentText(headers) } : undefined;
  if (status === 403 && !/insufficient_scope/.test(challenge)) return undefined;
  const sent = authorizationIn(headers);
  return sent.startsWith("DPoP ") && isProofRefused(response) ? undefined : { status, challenge, sent };
}

function authorizationIn(headers: SentHeaders): string {
  return headers.find(([name]) => name === "Authorization")?.[1] ?? "";
}
