/**
 * Which subject registered what, so that a subject can be held to a number of registrations. What is replaced stays with the subject that
 * registered its name first. Registrations of earlier versions are of no subject.
 *
 *   registrant(kind, name, subject)   one row for each registration whose subject is known; `kind` is the table of the registration
 *
 * An earlier version removes registrations and leaves their rows here, so only rows whose registration is still there count.
 */
import type { StoredAmount, SubjectRegistration } from "../../execution/views/usage-totals.ts";

/** The tables whose entries count. */
export const countedRegistrations = [
  "server",
  "agent",
  "workflow",
  "manifest",
] as const satisfies readonly SubjectRegistration["kind"][];
export type CountedRegistration = (typeof countedRegistrations)[number];

export const registrantTable = `CREATE TABLE IF NOT EXISTS registrant(kind TEXT NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL,
  PRIMARY KEY(kind, name)) WITHOUT ROWID`;

/** `subject` registered a name that was free. Undefined for a subject that is not known. */
export function noteRegistrant(
  sql: SqlStorage,
  kind: CountedRegistration,
  name: string,
  subject: string | undefined,
): void {
  if (subject === undefined) forgetRegistration(sql, kind, name);
  else sql.exec("INSERT OR REPLACE INTO registrant(kind, name, subject) VALUES(?, ?, ?)", kind, name, subject);
}

/** The registration is removed. */
export function forgetRegistration(sql: SqlStorage, kind: CountedRegistration, name: string): void {
  sql.exec("DELETE FROM registrant WHERE kind = ? AND name = ?", kind, name);
}

/** The registrations of `subject` stay, and are of no subject from now on. */
export function forgetRegistrant(sql: SqlStorage, subject: string): void {
  sql.exec("DELETE FROM registrant WHERE subject = ?", subject);
}

/** What `subject` registered and what is still there, by kind and name. */
export function registrationsOf(sql: SqlStorage, subject: string): readonly SubjectRegistration[] {
  return countedRegistrations.flatMap((kind) =>
    sql
      .exec<{ name: string }>(
        `SELECT DISTINCT entry.name AS name FROM registrant JOIN ${kind} AS entry ON entry.name = registrant.name
         WHERE registrant.kind = ? AND registrant.subject = ? ORDER BY entry.name`,
        kind,
        subject,
      )
      .toArray()
      .map(({ name }) => ({ kind, name })),
  );
}

/** How many things `subject` registered, and their size with the versions that are kept. */
export function registeredBy(sql: SqlStorage, subject: string): StoredAmount {
  const amounts = countedRegistrations.map((kind) =>
    sql
      .exec<{ count: number; bytes: number }>(
        `SELECT count(DISTINCT entry.name) AS count, coalesce(sum(octet_length(entry.facts)), 0) AS bytes
         FROM registrant JOIN ${kind} AS entry ON entry.name = registrant.name
         WHERE registrant.kind = ? AND registrant.subject = ?`,
        kind,
        subject,
      )
      .one(),
  );
  return {
    count: amounts.reduce((sum, { count }) => sum + count, 0),
    bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
