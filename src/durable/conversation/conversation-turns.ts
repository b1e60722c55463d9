/**
 * The latest 512 turns of a conversation (C9, T21, T22, T39), each with its key, its execution and the hash of its submission. A turn is
 * reserved here before its first call, so that repeated requests and lost objects cannot run it twice (R12, R13).
 *
 * - First in, first out. A turn is reserved when the one before is over. So every turn that has left the window has ended, and only the
 *   latest may still run.
 * - A turn whose number is below the first of the window has left it.
 * - Every lookup uses the primary key or the unique index of keys, so its cost does not depend on the size of the window. Nothing is kept
 *   in memory.
 *
 *   turn(number, key, execution, body)   `body` null until something was submitted
 */
import { turnKey } from "../../execution/turns/turn-key.ts";
import type { ReservationResult, TurnReservation } from "../../execution/turns/turn-request.ts";

/** T22. */
export const windowTurns = 512;

type TurnRow = {
  readonly number: number;
  readonly key: string;
  readonly execution: string;
  readonly body: string | null;
};

/** The facts beside the window by which a reservation is judged. */
export interface ReservingConversation {
  readonly chatId: string;
  /** The execution that runs in it. Null if none does. */
  readonly running: string | null;
  /** Unix milliseconds. */
  readonly now: number;
}

const reserved = (key: string): ReservationResult => ({ kind: "RESERVED", key });
const notRunning: ReservationResult = { kind: "NOT_RUNNING" };

export class ConversationTurns {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Number of the latest turn. 0 before the first. */
  latest(): number {
    return this.#sql.exec<{ latest: number | null }>("SELECT max(number) AS latest FROM turn").one().latest ?? 0;
  }

  /** Number of the latest turn that has left the window. 0 if none has. */
  highestEvicted(): number {
    return (this.#sql.exec<{ first: number | null }>("SELECT min(number) AS first FROM turn").one().first ?? 1) - 1;
  }

  /** Reserves a turn, or returns the existing one. A repeated reservation gets the same answer. Must run within a transaction. */
  reserve(reservation: TurnReservation, conversation: ReservingConversation): ReservationResult {
    const { bodyHash, execution, key, turn } = reservation;
    const known = this.#numbered(turn);
    const isOwn = known?.execution === execution;
    if (isOwn && (bodyHash === null || (bodyHash === known.body && (key ?? known.key) === known.key))) {
      return reserved(known.key);
    }
    const runs = conversation.running === execution;
    if (bodyHash === null && !runs) return notRunning;
    const other = key === null ? undefined : this.#keyed(key);
    if (other !== undefined && other.number !== turn) return repeated(other, bodyHash);
    const highestEvicted = this.highestEvicted();
    if (turn <= highestEvicted) return { kind: "BELOW_WINDOW", highestEvicted };
    if (known === undefined) return runs ? this.#begin(reservation, conversation) : notRunning;
    // The execution that reserved it may have been lost, so the same output takes the turn under the key that it has; the execution knows
    // if it is taken.
    if (isOwn && runs && known.body === bodyHash && turn === this.latest()) return reserved(known.key);
    // Output is taken for the turn that is the latest, once.
    if (!isOwn || known.body !== null || turn < this.latest()) return repeated(known, bodyHash);
    if (!runs) return notRunning;
    this.#sql.exec("UPDATE turn SET key = ?, body = ? WHERE number = ?", key ?? known.key, bodyHash, turn);
    return reserved(key ?? known.key);
  }

  /** A turn is begun in the order of the numbers, and before anything is submitted for it: a submission begins none. */
  #begin(reservation: TurnReservation, { chatId, now }: ReservingConversation): ReservationResult {
    const { agentName, bodyHash, execution, turn } = reservation;
    if (bodyHash !== null || turn <= this.latest()) return notRunning;
    const key = reservation.key ?? turnKey({ chatId, agentName, turn, startedAt: now });
    this.#sql.exec("INSERT INTO turn(number, key, execution, body) VALUES(?, ?, ?, NULL)", turn, key, execution);
    this.#sql.exec("DELETE FROM turn WHERE number <= ?", turn - windowTurns);
    return reserved(key);
  }

  #numbered(turn: number): TurnRow | undefined {
    const sql = "SELECT number, key, execution, body FROM turn WHERE number = ?";
    return this.#sql.exec<TurnRow>(sql, turn).toArray()[0];
  }

  #keyed(key: string): TurnRow | undefined {
    const sql = "SELECT number, key, execution, body FROM turn WHERE key = ?";
    return this.#sql.exec<TurnRow>(sql, key).toArray()[0];
  }
}

/** How a turn that exists already relates to a further request for it. */
function repeated({ body }: TurnRow, bodyHash: string | null): ReservationResult {
  return { kind: body !== null && body === bodyHash ? "DUPLICATE" : "CONFLICT" };
}
