/**
 * Secrets that callees are sent, as the GraphQL layer needs them, and their client. A value passes through here once, when it is stored.
 */
import type { EndConnectionResult, PendingRevocation } from "../../catalog/credentials/connection-end.ts";
import type { CredentialOwner } from "../../plan/credential.ts";

export interface SecretRecord {
  readonly name: string;
  readonly scope: CredentialOwner;
  readonly origin: string;
  /** Unix milliseconds. */
  readonly updatedAt: number;
  readonly updatedBy: string;
}

export interface NewSecret {
  readonly name: string;
  readonly scope: CredentialOwner;
  readonly origin: string;
  readonly value: string;
}

export type SetSecretResult =
  | { readonly kind: "STORED"; readonly secret: SecretRecord }
  /** The subject or the tenant has as many as it may. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly of: "OWNER" | "TENANT"; readonly maximum: number };

/** The public facts of a connection to a server that demands OAuth. */
export interface ConnectionRecord {
  readonly id: string;
  readonly scope: CredentialOwner;
  readonly url: string;
  readonly isConnected: boolean;
  readonly waitingExecutions: number;
  /** Tokens of before it was ended that its authorization server has yet to revoke. Null for none. */
  readonly pendingRevocation: PendingRevocation | null;
}

/** The secrets of a tenant and of the caller, or of another `subject` where one is named. */
export interface SecretClient {
  list(subject?: string): Promise<readonly SecretRecord[]>;
  set(secret: NewSecret): Promise<SetSecretResult>;
  /** False if there was none. */
  remove(name: string, scope: CredentialOwner, subject?: string): Promise<boolean>;
  /** Connections of the tenant, then those of `subject`. */
  connections(subject: string): Promise<readonly ConnectionRecord[]>;
  /** Ends a connection of `subject`, or of the tenant if `ofTenant`. Returns the state of the revocation at its authorization server. */
  endConnection(id: string, subject: string, ofTenant: boolean): Promise<EndConnectionResult>;
  /** Forgets which executions wait for secrets of `subject`. */
  forgetRequests(subject: string): Promise<void>;
  /** A page of the deployment at `origin` where the caller connects `connection`. `mayForTenant` says whether it may be that of the tenant. */
  connectUrl(connection: string, origin: string, mayForTenant: boolean): Promise<string>;
}
