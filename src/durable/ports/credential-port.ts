/** What a call asks of the secrets of its tenant: the headers that prove who asks. */
import type { ProviderCredential } from "../../plan/credential.ts";

export interface CredentialRequest {
  readonly tenant: string;
  /** For whom the call is made. */
  readonly subject: string;
  /** Address of the provider. */
  readonly url: string;
  readonly credential: ProviderCredential;
}

export type CredentialAnswer =
  | {
      readonly kind: "HEADERS";
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** What is cut out of everything that comes back. */
      readonly secrets: readonly string[];
    }
  /** `finding` completes "Cannot …: ". */
  | { readonly kind: "MISSING"; readonly finding: string };

/** The secrets of a tenant, as calls ask for them. */
export interface CredentialPort {
  credential(request: CredentialRequest): Promise<CredentialAnswer>;
}
