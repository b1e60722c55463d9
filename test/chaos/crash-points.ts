/**
 * Which objects can be crashed and where, inside the Worker of the crash tests. Objects and Worker share an isolate, so this is plain
 * state of a module, and it dies with the process; whoever counts asks for it before that.
 *
 * An object can be crashed while its execution has not ended: armed crashes reset the object that stores the next row, before that row
 * is stored or once it is on disk; the others name their object.
 */
import type { RecordedEvent } from "../../src/execution/events/event.ts";

export interface Crash {
  /** Name of the object. */
  readonly name: string;
  readonly kind: "ROW" | "RESET";
  /** The row before or after which it was, such as `before StepFinished`. Null for a moment that nothing marks. */
  readonly at: string | null;
}

/** An execution that a fresh process went on with. Unix milliseconds. */
export interface Resumption {
  readonly name: string;
  readonly alarmAt: number;
  endAt: number | null;
  /** Last row on disk when the alarm fired. */
  readonly from: number;
}

interface Armed {
  readonly moment: "before" | "after";
  /** How many further transactions pass unharmed. */
  skip: number;
}

export class CrashPoints {
  /** Executions in memory that have not ended, by name: the last row that is known of each, and its object. */
  readonly unfinished = new Map<string, { readonly sequence: number; readonly object: string }>();
  /** How often each object was made in this process, by its name. */
  readonly constructed = new Map<string, number>();
  readonly crashes: Crash[] = [];
  readonly resumptions: Resumption[] = [];
  readonly #armed: Armed[] = [];

  /** The next transactions of unfinished executions are crashed, one for each entry. */
  arm(armed: readonly Armed[]): void {
    this.#armed.push(...armed.map((crash) => ({ ...crash })));
  }

  /** The object of each execution that has not ended; a host once for each of its executions. */
  objects(): readonly string[] {
    return [...this.unfinished.values()].map(({ object }) => object);
  }

  /** Learns what is stored of an execution, written or read. */
  learn({ name, object }: { readonly name: string; readonly object: string }, records: readonly RecordedEvent[]): void {
    const last = records.at(-1);
    if (last === undefined) return;
    const end = records.find(({ event }) => event.kind === "ExecutionFinished");
    if (end === undefined) this.unfinished.set(name, { sequence: last.sequence, object });
    else this.unfinished.delete(name);
    const resumption = this.resumptions.find((known) => known.name === name && known.endAt === null);
    if (end !== undefined && resumption !== undefined) resumption.endAt = end.occurredAt;
  }

  /** Whether the transaction that is about to be stored is to be crashed, and on which side of it. */
  next(): "before" | "after" | null {
    const [armed] = this.#armed;
    if (armed === undefined) return null;
    armed.skip -= 1;
    if (armed.skip >= 0) return null;
    this.#armed.shift();
    return armed.moment;
  }

  /** An execution was woken that this process found unfinished. */
  resumed(name: string, now: number): void {
    const found = this.unfinished.get(name);
    if (found === undefined || this.resumptions.some((known) => known.name === name)) return;
    this.resumptions.push({ name, alarmAt: now, endAt: null, from: found.sequence });
  }
}
