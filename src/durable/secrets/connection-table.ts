/**
 * Connections of a tenant and its subjects to servers that demand OAuth, and of subjects to servers that demand secrets of their own.
 *
 * A connection with tokens has them in its row. Secrets that a subject has given are in the table of secrets (`secret-table.ts`); the row of
 * their connection says who waits for them. It is removed once they are stored and all who waited were notified, once nobody waits any more,
 * or with the subject.
 *
 *   connection(id, owner, facts, sealed)   facts: JSON of `ConnectionFacts`; sealed: JSON of `ConnectionSecrets`, encrypted; empty for none
 */
import type { PendingRevocation } from "../../catalog/credentials/connection-end.ts";
import { sha256Hex } from "../../json/digest.ts";
import type { ProviderCredential, TokenCredential } from "../../plan/credential.ts";
import type { Challenge } from "../../tools/oauth/oauth-server.ts";
import { hasTable } from "../storage/sql-table.ts";
import { ownerKey, type SecretOwner } from "./secret-table.ts";

/** The part of a connection that is no secret. */
export interface ConnectionFacts {
  readonly tenant: string;
  readonly owner: SecretOwner;
  /** Address of the server, which is the resource. Of secrets their origin. */
  readonly url: string;
  /** For secrets the headers whose values the subject has to have of its own. */
  readonly credential: ProviderCredential;
  /** The server's last challenge when it refused a request. */
  readonly challenge: Challenge;
  /** Whether a person has to connect before anything is sent. */
  readonly isWanted: boolean;
  /** Executions whose steps wait, with when the last of them began to. */
  readonly waiting: readonly WaitingExecution[];
  /** When the waiting executions are notified, Unix milliseconds. Absent while nothing is to be sent. */
  readonly notifyAt?: number;
  /** When it is looked whether the executions still wait, Unix milliseconds. Of secrets alone. */
  readonly checkAt?: number;
}

export interface WaitingExecution {
  readonly execution: string;
  /** Unix milliseconds. */
  readonly since: number;
}

export interface StoredConnection extends ConnectionFacts {
  readonly id: string;
  /** Empty for nothing. */
  readonly sealed: string;
}

/** The public facts of a connection. */
export interface ConnectionRecord {
  readonly id: string;
  /** Whose it is. */
  readonly scope: SecretOwner["scope"];
  /** Address of the server. */
  readonly url: string;
  /** Whether it has the token for calls, as far as is known without a call. */
  readonly isConnected: boolean;
  readonly waitingExecutions: number;
  /** Tokens of before it was ended that its authorization server has yet to revoke. Null for none. */
  readonly pendingRevocation: PendingRevocation | null;
}

/** Of one owner, in a list: more than there are servers. */
const mostListed = 1_000;

/** Of those that wait for one connection the latest are noted: those of before may have ended without a word. */
const mostWaiting = 1_000;

/** Connections of a tenant with its subjects. */
export const maxConnections = 10_000;

type ConnectionRow = { readonly id: string; readonly facts: string; readonly sealed: string };

/** The server at `url` as people are shown it. */
export function serverOf(url: string): string {
  return URL.parse(url)?.host ?? "the server";
}

/** `waiting` with `execution`, whose step begins to wait now. */
export function withWaiting(
  waiting: ConnectionFacts["waiting"],
  execution: string,
  now: number,
): ConnectionFacts["waiting"] {
  const others = waiting.filter((known) => known.execution !== execution);
  return [...others.slice(1 - mostWaiting), { execution, since: now }];
}

/** Name of the connection of `owner` to the server at `url` as the client, and by the assertion, that `credential` names. */
export function connectionId(owner: SecretOwner, url: string, credential: TokenCredential): string {
  const { client, kind } = credential;
  const key = client?.key === undefined ? [] : [client.key.secret, client.key.algorithm];
  const assertion = credential.kind === "JWT_BEARER" ? [credential.assertion] : [];
  const named = [ownerKey(owner), url, kind, client?.id ?? null, client?.secret ?? null, ...key, ...assertion];
  return sha256Hex(JSON.stringify(named)).slice(0, 32);
}

/** Name of the connection of `owner` by the secrets called `names`, which are for `origin`. */
export function secretConnectionId(owner: SecretOwner, origin: string, names: readonly string[]): string {
  return sha256Hex(JSON.stringify([ownerKey(owner), origin, "HEADERS", names.toSorted()])).slice(0, 32);
}

export class ConnectionTable {
  readonly #sql: SqlStorage;
  #exists: boolean;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#exists = hasTable(sql, "connection");
  }

  get(id: string): StoredConnection | undefined {
    if (!this.#exists) return undefined;
    const [row] = this.#sql.exec<ConnectionRow>("SELECT * FROM connection WHERE id = ?", id).toArray();
    return row && storedConnection(row);
  }

  put({ id, sealed, ...facts }: StoredConnection): void {
    if (!this.#exists)
      this.#sql.exec(
        "CREATE TABLE IF NOT EXISTS connection(id TEXT PRIMARY KEY, owner TEXT NOT NULL, facts TEXT NOT NULL, sealed TEXT NOT NULL) WITHOUT ROWID",
      );
    this.#exists = true;
    this.#sql.exec(
      "INSERT OR REPLACE INTO connection(id, owner, facts, sealed) VALUES(?, ?, ?, ?)",
      id,
      ownerKey(facts.owner),
      JSON.stringify(facts),
      sealed,
    );
  }

  remove(id: string): void {
    if (this.#exists) this.#sql.exec("DELETE FROM connection WHERE id = ?", id);
  }

  /** Those of the tenant, then those of `subject`. */
  ofSubject(subject: string): readonly StoredConnection[] {
    return [...this.of({ scope: "TENANT" }), ...this.of({ scope: "SUBJECT", subject })];
  }

  of(owner: SecretOwner): readonly StoredConnection[] {
    if (!this.#exists) return [];
    return this.#sql
      .exec<ConnectionRow>("SELECT * FROM connection WHERE owner = ? ORDER BY id LIMIT ?", ownerKey(owner), mostListed)
      .toArray()
      .map(storedConnection);
  }

  get count(): number {
    if (!this.#exists) return 0;
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM connection").one().count;
  }

  /** Those whose waiting executions are to be notified. */
  toNotify(): readonly StoredConnection[] {
    return this.#with("notifyAt");
  }

  /** Those of which it is looked whether their executions still wait. */
  toCheck(): readonly StoredConnection[] {
    return this.#with("checkAt");
  }

  #with(time: "checkAt" | "notifyAt"): readonly StoredConnection[] {
    if (!this.#exists) return [];
    return this.#sql
      .exec<ConnectionRow>(`SELECT * FROM connection WHERE json_extract(facts, '$.${time}') IS NOT NULL`)
      .toArray()
      .map(storedConnection);
  }
}

function storedConnection({ facts, id, sealed }: ConnectionRow): StoredConnection {
  return { ...(JSON.parse(facts) as ConnectionFacts), id, sealed };
}
