/** What the provider of a callable is sent with each request to prove who asks. It names secrets and never holds one. */

/** Whose secret or connection is meant: that of the tenant, or that of the subject for whom the call is made. */
export type CredentialOwner = "TENANT" | "SUBJECT";

export type ProviderCredential = HeaderCredential;

/** Headers whose values are secrets that were stored with `setSecret`. */
export interface HeaderCredential {
  readonly kind: "HEADERS";
  readonly headers: readonly SecretHeader[];
}

export interface SecretHeader {
  /** As it is sent. */
  readonly name: string;
  /** Name of the secret: that of the subject, or else that of the tenant. */
  readonly secret: string;
  /** What stands before the secret, such as `Bearer `. Empty for nothing. */
  readonly prefix: string;
}
