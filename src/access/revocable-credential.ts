/** Credentials that can be revoked before they expire, without their secrets: what revocation depends on. */

/** Names the credential that proved a caller. */
export type RevocableCredential =
  | {
      readonly kind: "API_KEY";
      /** Public id of the key. */
      readonly id: string;
    }
  | ({ readonly kind: "ACCESS_TOKEN" } & AccessTokenOrigin);

/** What revocation of an access token depends on. */
export interface AccessTokenOrigin {
  /** Key of what the token is for, as `grantKey` has it. */
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
