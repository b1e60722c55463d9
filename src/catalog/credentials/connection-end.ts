/** What came of ending a connection to a server that demands OAuth. */

/**
 * What the authorization server was sent. NOTHING: there was no token. NOT_OFFERED: it does not say where tokens are revoked (RFC 7009), so they
 * are good until they end by themselves. RETRYING: it is asked again `at`, Unix milliseconds. FAILED: it is not, and they may be good until they
 * end by themselves.
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
  /** What the latest attempt found, in words that complete "Cannot revoke the tokens: ". Null before the first has ended. */
  readonly problem: string | null;
}
