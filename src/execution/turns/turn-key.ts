/**
 * The idempotency key of a turn (T23, C11): readable for people, with a hash of the record of the turn. The record never changes, so a key that
 * is made again is the same. Other systems read nothing from it but the number of the turn, which says whether the turn still lies in the
 * window.
 */
import { hashOfParts } from "../../json/effect-key.ts";

/** The facts of a turn of which its key is made. `startedAt` is the stored start, Unix milliseconds. */
export interface TurnRecord {
  readonly chatId: string;
  readonly agentName: string;
  readonly turn: number;
  readonly startedAt: number;
}

/** `turn_{chat_id}_{agent_name}_{turn_number}_{hash}`. */
export function turnKey({ agentName, chatId, startedAt, turn }: TurnRecord): string {
  const hash = hashOfParts([turn, startedAt]).slice(0, 12);
  return `turn_${chatId}_${agentName}_${turn}_${hash}`;
}

/**
 * Number of the turn in a key of that form, read from its end, since names may hold anything. Undefined for a key of another form.
 *
 * @example
 * ```ts
 * turnOfKey(turnKey({ chatId: "c1", agentName: "writer", turn: 7, startedAt: 0 })); // 7
 * turnOfKey("a-key-of-the-caller"); // undefined
 * ```
 */
export function turnOfKey(key: string): number | undefined {
  const found = /^turn_.*_([1-9]\d{0,14})_[^_]+$/su.exec(key)?.[1];
  return found === undefined ? undefined : Number(found);
}
