/**
 * What the GraphQL layer needs to know of credentials, and their client. A secret passes through here once, when it is created.
 */
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

/** A credential that can be revoked before it expires. */
export type RevocableCredential = {
  readonly kind: "API_KEY";
  /** Public id of the key. */
  readonly id: string;
};

/** Rights of the caller that asks for a token. */
export interface SubscriptionRights {
  readonly subject: string;
  readonly groups: readonly string[];
  readonly scopes: readonly Scope[];
  /** When the credential of the caller ends, Unix milliseconds. Undefined if it does not. */
  readonly validUntil: number | undefined;
  /** The credential of the caller, if it can be revoked. */
  readonly credential?: RevocableCredential;
}

/** Credentials of one tenant. */
export interface CredentialClient {
  list(): Promise<readonly ApiKeyRecord[]>;
  create(key: NewApiKey): Promise<CreateApiKeyResult>;
  /** Undefined if there is no such key. */
  revoke(keyId: string): Promise<ApiKeyRecord | undefined>;
  /** A token for one subscription of a caller with these rights, which ends with the caller's own credential. */
  createSubscriptionToken(rights: SubscriptionRights): Promise<{ readonly token: string; readonly expiresAt: number }>;
}
