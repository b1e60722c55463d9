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
  /** Generations of the thing, of the tenant, and of the subject's own tokens for the thing and for everything, when the token was made. */
  readonly generations: {
    readonly thing: number;
    readonly tenant: number;
    /** Absent in tokens of earlier versions, as is `subject`. */
    readonly own?: number;
    readonly subject?: number;
  };
  /** Name of the API key that it was made with. Null for another credential. */
  readonly madeWith: string | null;
}
