/** The window of turns of a conversation, over SQLite in memory. It lives through crashes of the executions of the conversation. */
import { makeTables } from "../../../src/durable/conversation/conversation-tables.ts";
import { ConversationTurns } from "../../../src/durable/conversation/conversation-turns.ts";
import type { ReservationResult, TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import { chatId } from "../plan/turn-work.ts";
import { memorySql } from "./memory-sql.ts";

export class TurnWindow {
  readonly turns: ConversationTurns;
  /** Null once it is in no execution. */
  running: string | null = "execution";
  readonly #now: () => number;

  constructor(now: () => number) {
    const sql = memorySql();
    makeTables(sql);
    this.turns = new ConversationTurns(sql);
    this.#now = now;
  }

  reserve = (reservation: TurnReservation): ReservationResult =>
    this.turns.reserve(reservation, { chatId, running: this.running, now: this.#now() });
}
