/** The result of ending a connection to a server that demands OAuth. */

/**
 * The revocation at the authorization server. NOTHING: there was no token. NOT_OFFERED: the server does not say where tokens are revoked
 * (RFC 7009), so they stay valid until they expire. RETRYING: the next attempt is `at`, Unix milliseconds. FAILED: there is no further
 * attempt, and the tokens may stay valid until they expire.
 */
export type TokenRevocation =
  | { readonly kind: "NOTHING" | "NOT_OFFERED" | "REVOKED" }
  /** `finding` completes "Cannot revoke the tokens: ". */
  | { readonly kind: "RETRYING"; readonly finding: string; readonly at: number }
  | { readonly kind: "FAILED"; readonly finding: string };

export type EndConnectionResult =
  | { readonly kind: "NOT_FOUND" }
  | { readonly kind: "ENDED"; readonly revocation: TokenRevocation };

/** Tokens of an ended connection that its authorization server has yet to revoke. */
export interface PendingRevocation {
  readonly failedAttempts: number;
  /** Unix milliseconds. */
  readonly nextAttemptAt: number;
  /** The finding of the latest attempt, as the end of "Cannot revoke the tokens: ". Null before the first attempt has ended. */
  readonly problem: string | null;
}
