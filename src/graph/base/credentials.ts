/**
 * What the GraphQL layer needs to know of credentials, and their client. A secret passes through here once, when it is created.
 */
import type { Caller } from "./graph-context.ts";
import type { Scope } from "./schema.generated.ts";

export interface ApiKeyRecord {
  readonly keyId: string;
  readonly label: string;
  readonly subject: string;
  readonly scopes: readonly Scope[];
  /** Unix milliseconds, as all instants here. */
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export type NewApiKey = Pick<ApiKeyRecord, "label" | "subject" | "scopes" | "createdBy" | "expiresAt">;

export type CreateApiKeyResult =
  | { readonly kind: "CREATED"; readonly apiKey: ApiKeyRecord; readonly secret: string }
  /** The tenant has as many keys as it may. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number; readonly found: number }
  /** This deployment does not use API keys. */
  | { readonly kind: "NOT_USED" };

/** Credentials of one tenant. */
export interface CredentialClient {
  list(): Promise<readonly ApiKeyRecord[]>;
  create(key: NewApiKey): Promise<CreateApiKeyResult>;
  /** Undefined if there is no such key. */
  revoke(keyId: string): Promise<ApiKeyRecord | undefined>;
  /** A token for one subscription of `caller`, which ends with the caller's own credential. */
  createSubscriptionToken(caller: Caller): Promise<{ readonly token: string; readonly expiresAt: number }>;
}
