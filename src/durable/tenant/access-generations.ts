/**
 * Generations of access tokens. A token carries the generation of its thing and that of its tenant. Revoking raises one, and ends every token
 * that carries a lower one.
 *
 * A row is kept until no token of an earlier generation can be valid, so that the table holds recent revocations. If they are too many, the
 * generation of the tenant replaces all others: then every earlier token of the tenant ends. For revocations by one subject of its own
 * tokens, the generation of all its tokens replaces them sooner, so that guessed names end no tokens of others.
 *
 *   access_generation(thing, generation, until)   thing: a key of `grantKey`, or "" for the whole tenant; until: Unix milliseconds
 */

import { ownTokensKey } from "../../access/grant.ts";

/** Generations that are above 0, by the key of their thing. */
export type RaisedGenerations = readonly (readonly [thing: string, generation: number])[];

/** The generations that a new token carries. */
export interface TokenGenerations {
  readonly thing: number;
  readonly tenant: number;
  /** Of the tokens for the thing that act for the same subject, and of all that act for it. */
  readonly own: number;
  readonly subject: number;
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
      `CREATE TABLE IF NOT EXISTS access_generation(thing TEXT PRIMARY KEY, generation INTEGER NOT NULL, until INTEGER NOT NULL)
         WITHOUT ROWID`,
    );
  }

  /** The generations of a token for `thing` that acts for `subject` and is valid until `until`. A raised one is kept as long. */
  take(thing: string, subject: string, until: number): TokenGenerations {
    const [own, all] = [ownTokensKey(subject, thing), ownTokensKey(subject)];
    this.#sql.exec(
      "UPDATE access_generation SET until = max(until, ?) WHERE thing IN (?, ?, ?, ?) AND until < ?",
      until,
      thing,
      wholeTenant,
      own,
      all,
      until,
    );
    return { thing: this.#of(thing), tenant: this.#of(wholeTenant), own: this.#of(own), subject: this.#of(all) };
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
    this.raise(isMany ? all : ownTokensKey(subject, thing), until, now);
  }

  /** Ends every token for `thing` that exists. `until` is when the last of them would end by itself. */
  raise(thing: string, until: number, now: number): void {
    this.#sql.exec("DELETE FROM access_generation WHERE until <= ?", now);
    const { count } = this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM access_generation").one();
    if (count >= maxRevokedThings) this.#sql.exec("DELETE FROM access_generation WHERE thing <> ?", wholeTenant);
    this.#sql.exec(
      `INSERT INTO access_generation(thing, generation, until) VALUES(?, 1, ?)
         ON CONFLICT(thing) DO UPDATE SET generation = generation + 1, until = max(until, excluded.until)`,
      count >= maxRevokedThings ? wholeTenant : thing,
      until,
    );
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

  #of(thing: string): number {
    const [row] = this.#sql
      .exec<{ generation: number }>("SELECT generation FROM access_generation WHERE thing = ?", thing)
      .toArray();
    return row?.generation ?? 0;
  }
}
