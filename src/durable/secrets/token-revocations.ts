/**
 * Tokens of ended connections that their authorization servers have yet to revoke (RFC 7009).
 *
 * - Tokens to revoke are stored, still encrypted, in the turn in which their connection is removed, so that a crash loses none. A request
 *   that comes twice does no harm: a token that is unknown counts as revoked.
 * - A server that does not answer, or says that it cannot now, is asked again after the pauses of other deliveries, eight times in all. A
 *   revocation that a repetition cannot change is not tried again. In both cases nothing is left here in the end, and the log has a line
 *   for each failed revocation.
 *
 *   revocation(id, connection, owner, facts, sealed, attempts, due, problem)   facts: JSON of `ConnectionFacts`; made with the first row
 */
import type { PendingRevocation, TokenRevocation } from "../../catalog/credentials/connection-end.ts";
import { faultText } from "../../json/fault-text.ts";
import type { RevocationAttempt } from "../../tools/oauth/token-revocation.ts";
import { maxTries, nextTryMs } from "../deliveries/push-sender.ts";
import { hasTable } from "../storage/sql-table.ts";
import type { ConnectionFacts, StoredConnection } from "./connection-table.ts";
import { ownerKey } from "./secret-table.ts";

/** For how long an attempt is left alone before the alarm repeats it. */
const attemptMs = 60_000;
/** Attempts that one alarm makes at a time. */
const atATime = 8;
/** Rows of a tenant. Further tokens are tried once. */
const maxRows = 10_000;

export interface TokenRevocationsOptions {
  readonly now: () => number;
  /** Asks the authorization server of a connection to revoke its tokens. */
  readonly revoke: (connection: StoredConnection) => Promise<RevocationAttempt>;
  /** Called when the object has to be woken earlier. */
  readonly onNotify: () => void;
}

interface RevocationRow {
  readonly row: number;
  readonly connection: StoredConnection;
  readonly attempts: number;
  readonly due: number;
  readonly problem: string;
}

type StoredRow = {
  readonly id: number;
  readonly connection: string;
  readonly facts: string;
  readonly sealed: string;
  readonly attempts: number;
  readonly due: number;
  readonly problem: string;
};

export class TokenRevocations {
  readonly #sql: SqlStorage;
  readonly #options: TokenRevocationsOptions;
  readonly #inFlight = new Map<number, Promise<TokenRevocation>>();
  #exists: boolean;

  constructor(sql: SqlStorage, options: TokenRevocationsOptions) {
    this.#sql = sql;
    this.#options = options;
    this.#exists = hasTable(sql, "revocation");
  }

  /** Stores the tokens of a removed connection, and asks its server to revoke them. Nothing is awaited before the write. Never rejects. */
  revoke(connection: StoredConnection): Promise<TokenRevocation> {
    if (connection.sealed === "") return Promise.resolve({ kind: "NOTHING" });
    const row = this.#insert(connection);
    if (row === undefined) return this.#once(connection);
    this.#options.onNotify();
    return this.#attempt({ row, connection, attempts: 0, due: 0, problem: "" });
  }

  /** Repeats the remaining revocations of a connection at once. Undefined if there are none. */
  async again(connection: string): Promise<TokenRevocation | undefined> {
    const rows = this.#rows("WHERE connection = ? ORDER BY due LIMIT ?", connection, atATime);
    const results = await Promise.all(rows.map((row) => this.#attempt(row)));
    return (
      results.find(({ kind }) => kind === "RETRYING") ?? results.find(({ kind }) => kind === "FAILED") ?? results[0]
    );
  }

  /** Makes the requests that are due. Never rejects. */
  async deliver(): Promise<void> {
    const due = this.#rows("WHERE due <= ? ORDER BY due LIMIT ?", this.#options.now(), atATime);
    await Promise.all(due.map((row) => this.#attempt(row)));
  }

  /** When a server is asked next, Unix milliseconds. Undefined for never. */
  nextAt(): number | undefined {
    return this.#rows("ORDER BY due LIMIT 1")[0]?.due;
  }

  /** The remaining revocations of the connections of `owner`: by connection the one that is tried next. */
  ofOwner(owner: ConnectionFacts["owner"]): ReadonlyMap<string, readonly [StoredConnection, PendingRevocation]> {
    const found = new Map<string, readonly [StoredConnection, PendingRevocation]>();
    for (const { attempts, connection, due, problem } of this.#rows("WHERE owner = ? ORDER BY due", ownerKey(owner)))
      if (!found.has(connection.id)) {
        const pending = { failedAttempts: attempts, nextAttemptAt: due, problem: problem === "" ? null : problem };
        found.set(connection.id, [connection, pending]);
      }
    return found;
  }

  #attempt(given: RevocationRow): Promise<TokenRevocation> {
    const known = this.#inFlight.get(given.row);
    if (known !== undefined) return known;
    const attempt = this.#attempted(given).finally(() => this.#inFlight.delete(given.row));
    this.#inFlight.set(given.row, attempt);
    return attempt;
  }

  async #attempted({ attempts, connection, row }: RevocationRow): Promise<TokenRevocation> {
    const { now, onNotify } = this.#options;
    if (attempts > 0) this.#sql.exec("UPDATE revocation SET due = ? WHERE id = ?", now() + attemptMs, row);
    const result = await this.#result(connection);
    const tries = attempts + 1;
    if (result.kind !== "FAILED" || !result.mayRetry || tries >= maxTries) {
      this.#sql.exec("DELETE FROM revocation WHERE id = ?", row);
      return result.kind === "FAILED" ? givenUp(connection, result.finding, tries) : result;
    }
    const at = now() + nextTryMs(attempts, result.retryAfterMs);
    this.#sql.exec(
      "UPDATE revocation SET attempts = ?, due = ?, problem = ? WHERE id = ?",
      tries,
      at,
      result.finding,
      row,
    );
    onNotify();
    return { kind: "RETRYING", finding: result.finding, at };
  }

  async #once(connection: StoredConnection): Promise<TokenRevocation> {
    const result = await this.#result(connection);
    return result.kind === "FAILED" ? givenUp(connection, result.finding, 1) : result;
  }

  #result(connection: StoredConnection): Promise<RevocationAttempt> {
    return this.#options.revoke(connection).catch(
      (error: unknown): RevocationAttempt => ({
        kind: "FAILED",
        finding: faultText(error),
        mayRetry: true,
        retryAfterMs: undefined,
      }),
    );
  }

  #insert({ id, sealed, ...facts }: StoredConnection): number | undefined {
    if (!this.#exists)
      this.#sql.exec(
        `CREATE TABLE IF NOT EXISTS revocation(id INTEGER PRIMARY KEY AUTOINCREMENT, connection TEXT NOT NULL, owner TEXT NOT NULL,
           facts TEXT NOT NULL, sealed TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL, problem TEXT NOT NULL);
         CREATE INDEX revocation_due ON revocation(due)`,
      );
    this.#exists = true;
    const { count } = this.#sql.exec<{ readonly count: number }>("SELECT count(*) AS count FROM revocation").one();
    if (count >= maxRows) return undefined;
    return this.#sql
      .exec<{ readonly id: number }>(
        "INSERT INTO revocation(connection, owner, facts, sealed, attempts, due, problem) VALUES(?, ?, ?, ?, 0, ?, '') RETURNING id",
        id,
        ownerKey(facts.owner),
        JSON.stringify(facts),
        sealed,
        this.#options.now() + attemptMs,
      )
      .one().id;
  }

  #rows(where: string, ...given: readonly (number | string)[]): readonly RevocationRow[] {
    if (!this.#exists) return [];
    return this.#sql
      .exec<StoredRow>(`SELECT * FROM revocation ${where}`, ...given)
      .toArray()
      .map(({ connection, facts, id, sealed, ...row }) => ({
        ...row,
        row: id,
        connection: { ...(JSON.parse(facts) as ConnectionFacts), id: connection, sealed },
      }));
  }
}

function givenUp({ url }: StoredConnection, reason: string, attempts: number): TokenRevocation {
  const server = URL.parse(url)?.host ?? "the server";
  console.warn(JSON.stringify({ log: "tokens_not_revoked", server, reason, attempts }));
  return { kind: "FAILED", finding: reason };
}
