/** Credentials that can be revoked before they expire, without their secrets: the facts by which they are revoked. */

/** Names the credential that proved a caller. */
export type RevocableCredential =
  | {
      readonly kind: "API_KEY";
      /** Public id of the key. */
      readonly id: string;
    }
  | ({ readonly kind: "ACCESS_TOKEN" } & AccessTokenOrigin);

/** The facts by which an access token is revoked. */
export interface AccessTokenOrigin {
  /** Key of the thing that the token is for, as `grantKey` makes it. */
  readonly thing: string;
  /** For whom the token acts. */
  readonly subject: string;
  /** Who owns the thing. Absent where the maker could not see it or nobody had begun it, and in tokens of earlier versions. */
  readonly owner?: string;
  /**
   * Generations when the token was made: of the thing, of the tenant, of the subject's own tokens for the thing and for everything, and of
   * the things of the owner.
   */
  readonly generations: {
    readonly thing: number;
    readonly tenant: number;
    /** Absent in tokens of earlier versions, as are the next two. */
    readonly own?: number;
    readonly subject?: number;
    readonly owned?: number;
  };
  /** Name of the API key that it was made with. Null for another credential. */
  readonly madeWith: string | null;
}
