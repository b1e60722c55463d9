/** Credentials as the GraphQL layer needs them, and their client. A secret passes through here once, when it is created. */
import type { Grant, GrantedThing } from "../../access/grant.ts";
import type { RevocableCredential } from "../../access/revocable-credential.ts";
import type { Scope } from "./schema.generated.ts";

export interface ApiKeyRecord {
  readonly keyId: string;
  readonly label: string;
  readonly subject: string;
  readonly groups: readonly string[];
  readonly scopes: readonly Scope[];
  /** Unix milliseconds, as all instants here. */
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export type NewApiKey = Pick<ApiKeyRecord, "label" | "subject" | "groups" | "scopes" | "createdBy" | "expiresAt">;

export type CreateApiKeyResult =
  | { readonly kind: "CREATED"; readonly apiKey: ApiKeyRecord; readonly secret: string }
  /** The tenant has as many keys as it may. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number; readonly found: number }
  /** This deployment does not use API keys. */
  | { readonly kind: "NOT_USED" };

/** An access token that is to be made. Its maker may do all of it. */
export interface NewAccessToken {
  readonly subject: string;
  /** Who owns the thing. Absent where it does not exist yet, or the maker cannot see it. */
  readonly owner?: string;
  readonly grant: Grant;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** The credential of the maker, if it can be revoked. */
  readonly madeWith: RevocableCredential | undefined;
}

/** Rights of the caller that asks for a token. */
export interface SubscriptionRights {
  readonly subject: string;
  readonly groups: readonly string[];
  readonly scopes: readonly Scope[];
  /** When the credential of the caller ends, Unix milliseconds. Undefined if it does not. */
  readonly validUntil: number | undefined;
  /** The credential of the caller, if it can be revoked. */
  readonly credential?: RevocableCredential;
  /** The one thing that the credential of the caller is for. Absent for one of the whole tenant. */
  readonly grant?: Grant;
}

/** Credentials of one tenant. */
export interface CredentialClient {
  list(): Promise<readonly ApiKeyRecord[]>;
  create(key: NewApiKey): Promise<CreateApiKeyResult>;
  /** Undefined if there is no such key. */
  revoke(keyId: string): Promise<ApiKeyRecord | undefined>;
  /** The text of an access token. Nothing is stored. */
  createAccessToken(token: NewAccessToken): Promise<string>;
  /** Ends every access token for the thing that exists, or those of them that act for `subject`. `owner` is that of the thing, if known. */
  revokeAccessTokens(thing: GrantedThing, subject?: string, owner?: string): Promise<void>;
  /** Ends every access token that acts for `subject`, for all things and from all makers. */
  endTokensOf(subject: string): Promise<void>;
  /** The secret by which receivers check the signatures of the tenant's webhooks. */
  webhookSecret(): Promise<string>;
  /** A token for one subscription of a caller with these rights, which ends with the caller's own credential. */
  createSubscriptionToken(rights: SubscriptionRights): Promise<{ readonly token: string; readonly expiresAt: number }>;
}
