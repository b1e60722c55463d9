/**
 * Conversations keep their own retention by their alarms. Those that slept since before a deployment had a retention have none, and no request
 * may ever wake them. So the index, which lists them all, wakes each once after the retention was changed, some at a time. Those that cannot be
 * woken in several tries are left to their next request, so that none holds up those behind it.
 *
 *   waking(id, mark, created, name)   one row: for which retention, and up to where all are awake; `created` is null when all are
 */
import { faultText } from "../../json/fault-text.ts";
import { hasTable } from "../storage/sql-table.ts";

/** Conversations that are woken at a time, and how soon the next ones follow. */
const atATime = 50;
const nextMs = 1_000;
/** How often those that stand together are tried. */
const maxTries = 5;

export interface WakeOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Says which retention conversations have. Undefined for none. */
  readonly conversationRetention: string | undefined;
  /** The object of a conversation, opened again for each call. */
  readonly conversation: (tenant: string, name: string) => { read(): Promise<unknown> };
}

type Standing = { readonly mark: string; readonly created: number | null; readonly name: string };

export class ConversationWakes {
  readonly #storage: DurableObjectStorage;
  readonly #options: WakeOptions;
  /** The retention for which this instance knows that all are awake. */
  #done: string | undefined;
  /** How often this instance has tried the next ones. */
  #tries = 0;

  constructor(storage: DurableObjectStorage, options: WakeOptions) {
    this.#storage = storage;
    this.#options = options;
  }

  /** Whether some may have to be woken. */
  get isPending(): boolean {
    const { conversationRetention: mark } = this.#options;
    if (mark === undefined || mark === this.#done) return false;
    const { created } = this.#standing(mark);
    if (created === null) this.#done = mark;
    return created !== null;
  }

  async arm(): Promise<void> {
    const at = await this.#storage.getAlarm();
    if (at === null || at > this.#options.now() + nextMs) await this.#storage.setAlarm(this.#options.now() + nextMs);
  }

  /** Wakes the next ones. Never throws. */
  async go(): Promise<void> {
    const { conversation, conversationRetention: mark } = this.#options;
    if (!this.isPending || mark === undefined) return;
    await this.arm();
    const { sql } = this.#storage;
    const { created, name } = this.#standing(mark);
    const rows = hasTable(sql, "conversation")
      ? sql
          .exec<{ created: number; name: string; tenant: string }>(
            `SELECT created, name, json_extract(view, '$.tenant') AS tenant FROM conversation
             WHERE (created, name) > (?, ?) ORDER BY created, name LIMIT ?`,
            created,
            name,
            atATime,
          )
          .toArray()
      : [];
    const answers = await Promise.allSettled(rows.map((row) => conversation(row.tenant, row.name).read()));
    const [failed] = answers.filter((answer) => answer.status === "rejected");
    this.#tries += 1;
    if (failed !== undefined) {
      const isLast = this.#tries >= maxTries;
      const error = faultText(failed.reason);
      console.warn(JSON.stringify({ log: "conversation_not_woken", is_last: isLast, error }));
      if (!isLast) return;
    }
    const last = rows.at(-1);
    this.#tries = 0;
    this.#note({ mark, created: last?.created ?? null, name: last?.name ?? "" });
  }

  #standing(mark: string): Standing {
    const { sql } = this.#storage;
    const [row] = hasTable(sql, "waking") ? sql.exec<Standing>("SELECT mark, created, name FROM waking").toArray() : [];
    return row?.mark === mark ? row : { mark, created: -1, name: "" };
  }

  #note({ created, mark, name }: Standing): void {
    const { sql } = this.#storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS waking(id INTEGER PRIMARY KEY CHECK(id = 1), mark TEXT NOT NULL, created INTEGER, name TEXT NOT NULL)",
    );
    sql.exec("INSERT OR REPLACE INTO waking(id, mark, created, name) VALUES(1, ?, ?, ?)", mark, created, name);
  }
}
