/** The secret part of a connection, as it is encrypted: the client, the tokens, and the consent or the form under way. */
import type { OAuthClient } from "../../tools/oauth/oauth-client.ts";
import type { OAuthServer } from "../../tools/oauth/oauth-server.ts";
import type { KeptTokens } from "../../tools/oauth/oauth-tokens.ts";
import type { StoredConnection } from "./connection-table.ts";
import type { SecretSealer } from "./secret-sealer.ts";
import { ownerKey } from "./secret-table.ts";

/** A person has opened the link and has not answered. */
export interface PendingReturn {
  /** Random; it comes back with the person, and works once. */
  readonly state: string;
  /** Hash of the cookie of the person's browser. */
  readonly browserHash: string;
  /** Subject who connects. */
  readonly by: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/** A person was sent to the authorization server and has not come back. */
export interface PendingConsent extends PendingReturn {
  readonly verifier: string;
  readonly server: OAuthServer;
  /** As `client` of the connection. */
  readonly client?: OAuthClient;
  readonly redirectUri: string;
  readonly scope?: string;
}

export interface ConnectionSecrets {
  readonly server?: OAuthServer;
  /** Absent for one that the registration names: its secret is looked up where it is stored. */
  readonly client?: OAuthClient;
  readonly tokens?: KeptTokens;
  readonly pending?: PendingConsent;
  /** A person was shown the page that asks for secrets. */
  readonly form?: PendingReturn;
}

/** Encrypts and reads the secrets of connections of one tenant. */
export class ConnectionVault {
  readonly #sealer: () => SecretSealer;

  constructor(sealer: () => SecretSealer) {
    this.#sealer = sealer;
  }

  seal(tenant: string, connection: Omit<StoredConnection, "sealed">, secrets: ConnectionSecrets): Promise<string> {
    return this.#sealer().seal(JSON.stringify(secrets), contextOf(tenant, connection));
  }

  /** Empty for a text that cannot be read: the person connects again then. */
  async open(tenant: string, connection: StoredConnection): Promise<ConnectionSecrets> {
    return (await this.read(tenant, connection)) ?? {};
  }

  /** Undefined for a text that cannot be read. */
  async read(tenant: string, connection: StoredConnection): Promise<ConnectionSecrets | undefined> {
    if (connection.sealed === "") return {};
    const opened = await this.#sealer().open(connection.sealed, contextOf(tenant, connection));
    return opened.ok ? (JSON.parse(opened.text) as ConnectionSecrets) : undefined;
  }
}

function contextOf(tenant: string, { id, owner, url }: Omit<StoredConnection, "sealed">): string {
  return JSON.stringify([tenant, "connection", ownerKey(owner), id, url]);
}
