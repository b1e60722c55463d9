/**
 * Generations of access tokens. A token carries the generation of its thing and those of wider sets that it belongs to. Revoking raises one,
 * and ends every token that carries a lower one.
 *
 * A row is kept until no token of an earlier generation can be valid, so that the table holds recent revocations. If they are too many, one
 * row of a wider set replaces those of the subject with the most: the row of all tokens for its executions or conversations, or of all tokens
 * that act for it. Only when no subject has two rows left does the generation of the tenant replace all, which ends every earlier token.
 *
 *   access_generation(thing, generation, until, whose)
 *     thing   a key of `grantKey`, `ownTokensKey` or `ownedTokensKey`, or "" for the whole tenant
 *     until   Unix milliseconds
 *     whose   the key of the set that replaces the row; null for none, and in rows of earlier versions
 */

import { isOwnedTokensKey, ownedTokensKey, ownTokensKey } from "../../access/grant.ts";

/** Generations that are above 0, by the key of their thing. */
export type RaisedGenerations = readonly (readonly [thing: string, generation: number])[];

/** The generations that a new token carries. */
export interface TokenGenerations {
  readonly thing: number;
  readonly tenant: number;
  /** Of the tokens for the thing that act for the same subject, and of all that act for it. */
  readonly own: number;
  readonly subject: number;
  /** Of the tokens for the things of the same owner; where that is unknown, of those whose owner is unknown. */
  readonly owned: number;
}

/** Stands for the whole tenant. */
export const wholeTenant = "";

/** Things that were revoked lately, at most. */
export const maxRevokedThings = 1_000;

/** Of these, things whose tokens one subject has ended for itself alone. */
export const maxOwnRevocations = 100;

export class AccessGenerations {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS access_generation(thing TEXT PRIMARY KEY, generation INTEGER NOT NULL, until INTEGER NOT NULL, whose TEXT)
         WITHOUT ROWID`,
    );
    const [whose] = sql.exec("SELECT 1 FROM pragma_table_info('access_generation') WHERE name = 'whose'").toArray();
    if (whose === undefined) sql.exec("ALTER TABLE access_generation ADD COLUMN whose TEXT");
  }

  /**
   * The generations of a token for `thing`, of `owner` if that is known, that acts for `subject` and is valid until `until`. A raised one is
   * kept as long.
   */
  take(thing: string, subject: string, until: number, owner?: string): TokenGenerations {
    const [own, all, owned] = [ownTokensKey(subject, thing), ownTokensKey(subject), ownedTokensKey(thing, owner)];
    this.#sql.exec(
      "UPDATE access_generation SET until = max(until, ?) WHERE thing IN (?, ?, ?, ?, ?) AND until < ?",
      until,
      thing,
      wholeTenant,
      own,
      all,
      owned,
      until,
    );
    return {
      thing: this.#of(thing),
      tenant: this.#of(wholeTenant),
      own: this.#of(own),
      subject: this.#of(all),
      owned: this.#of(owned),
    };
  }

  /** Ends every token for `thing` that exists and acts for `subject`. Beyond so many things within a day, every token that acts for it. */
  raiseOwn(thing: string, subject: string, until: number, now: number): void {
    const all = ownTokensKey(subject);
    const beginning = `${all.slice(0, -1)},`;
    const those = "substr(thing, 1, length(?)) = ?";
    const { count } = this.#sql
      .exec<{ count: number }>(`SELECT count(*) AS count FROM access_generation WHERE ${those}`, beginning, beginning)
      .one();
    const isMany = count >= maxOwnRevocations;
    if (isMany) this.#sql.exec(`DELETE FROM access_generation WHERE ${those}`, beginning, beginning);
    this.#raise(isMany ? all : ownTokensKey(subject, thing), isMany ? null : all, until, now);
  }

  /** Ends every token for `thing`, of `owner` if that is known, that exists. `until` is when the last of them would end by itself. */
  raise(thing: string, until: number, now: number, owner?: string): void {
    this.#raise(thing, owner === undefined ? null : ownedTokensKey(thing, owner), until, now);
  }

  raised(now: number): RaisedGenerations {
    return this.#sql
      .exec<{ thing: string; generation: number }>(
        "SELECT thing, generation FROM access_generation WHERE until > ?",
        now,
      )
      .toArray()
      .map(({ generation, thing }) => [thing, generation] as const);
  }

  #raise(thing: string, whose: string | null, until: number, now: number): void {
    this.#sql.exec("DELETE FROM access_generation WHERE until <= ?", now);
    this.#increase(thing, whose, until);
    while (this.#count() > maxRevokedThings) this.#replaceMost(until);
  }

  /** Puts one row in the place of those of the subject with the most, or of all if each has one. */
  #replaceMost(until: number): void {
    const [most] = this.#sql
      .exec<{ thing: string; whose: string }>(
        `SELECT min(thing) AS thing, whose FROM access_generation WHERE whose IS NOT NULL
         GROUP BY whose HAVING count(*) > 1 ORDER BY count(*) DESC, whose LIMIT 1`,
      )
      .toArray();
    if (most === undefined) {
      this.#sql.exec("DELETE FROM access_generation WHERE thing <> ?", wholeTenant);
      this.#increase(wholeTenant, null, until);
      return;
    }
    this.#sql.exec("DELETE FROM access_generation WHERE whose = ?", most.whose);
    this.#increase(most.whose, null, until);
    // A token whose owner is unknown may have been for one of these things.
    if (isOwnedTokensKey(most.whose)) this.#increase(ownedTokensKey(most.thing), null, until);
  }

  #increase(thing: string, whose: string | null, until: number): void {
    this.#sql.exec(
      `INSERT INTO access_generation(thing, generation, until, whose) VALUES(?, 1, ?, ?)
         ON CONFLICT(thing) DO UPDATE SET generation = generation + 1, until = max(until, excluded.until), whose = excluded.whose`,
      thing,
      until,
      whose,
    );
  }

  #count(): number {
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM access_generation").one().count;
  }

  #of(thing: string): number {
    const [row] = this.#sql
      .exec<{ generation: number }>("SELECT generation FROM access_generation WHERE thing = ?", thing)
      .toArray();
    return row?.generation ?? 0;
  }
}
