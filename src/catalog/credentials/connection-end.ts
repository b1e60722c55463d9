/** What came of ending a connection to a server that demands OAuth. */

/**
 * What the authorization server was told. NOTHING: there was no token. NOT_OFFERED: it does not say where tokens are revoked (RFC 7009), so they
 * are good until they end by themselves. FAILED: they may be good until then.
 */
export type TokenRevocation =
  | { readonly kind: "NOTHING" | "NOT_OFFERED" | "REVOKED" }
  /** `finding` completes "Cannot revoke the tokens: ". */
  | { readonly kind: "FAILED"; readonly finding: string };

export type EndConnectionResult =
  | { readonly kind: "NOT_FOUND" }
  | { readonly kind: "ENDED"; readonly revocation: TokenRevocation };
