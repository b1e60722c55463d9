/** Requests of a call to the secrets of its tenant: the headers with its credential. */
import type { ProviderCredential } from "../../plan/credential.ts";
import type { ProofKey } from "../../tools/oauth/proof-of-possession.ts";

export interface CredentialRequest {
  readonly tenant: string;
  /** For whom the call is made. */
  readonly subject: string;
  /** Address of the provider. */
  readonly url: string;
  readonly credential: ProviderCredential;
  /** The execution whose step waits if a person has to connect first. Absent where nothing waits. */
  readonly execution?: string;
  /** The answer of the provider to a request with the earlier credential. Absent for a first request. */
  readonly refusal?: CredentialRefusal;
}

/** A request that the provider refused. */
export interface CredentialRefusal {
  readonly status: number;
  /** Header `WWW-Authenticate`. Empty for none. */
  readonly challenge: string;
  /** `sentText` of the headers that were sent. */
  readonly sent: string;
}

/** The values of the headers of a credential, one a line. Empty for none. */
export function sentText(headers: readonly (readonly [name: string, value: string])[]): string {
  return headers.map(([, value]) => value).join("\n");
}

export type CredentialAnswer =
  | {
      readonly kind: "HEADERS";
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** Secrets that are cut out of all answers. */
      readonly secrets: readonly string[];
      /** The key that signs each request with the token of the headers (DPoP). Absent where they are sent as they are. */
      readonly proofKey?: ProofKey;
    }
  /** `finding` completes "Cannot …: ". */
  | { readonly kind: "MISSING"; readonly finding: string }
  /** The answer is not known now, but may be known later. */
  | { readonly kind: "UNAVAILABLE"; readonly finding: string }
  /** A person has to connect first. `connection` is its name within the tenant. */
  | { readonly kind: "CONNECT"; readonly connection: string; readonly finding: string };

/** The secrets of a tenant, as calls ask for them. */
export interface CredentialPort {
  credential(request: CredentialRequest): Promise<CredentialAnswer>;
}
