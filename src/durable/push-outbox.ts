/**
 * Tells the push configs of an A2A task what its client waits for: that it needs an answer, and how it ended. At least once for each
 * such milestone, until the receiver took it or the tries are used up; a later milestone takes the place of one that nobody took.
 *
 * Nothing is stored before an attempt: a crash in the middle repeats it under the same id, by which receivers tell repeats. What is
 * stored afterwards is the position (`told`) or the time of the next try, which the alarm keeps.
 */
import {
  maxPushConfigs,
  type PushAnswer,
  type PushCommand,
  type PushConfig,
  type SetPushAnswer,
  shownPushConfig,
} from "../plan/push-config.ts";
import type { ExecutionState } from "../plan/state.ts";
import { statusOf } from "../plan/status.ts";
import { isTerminalTask, standingOfState, taskState } from "../plan/task-state.ts";
import type { PushRow } from "./push-table.ts";

/** How long after each failed attempt the next one is made. After the last of them a milestone is given up. */
const retryDelaysMs = [5_000, 30_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000] as const;

/** DELIVERED: taken. GONE: the receiver wants nothing more. REFUSED: may never be sent. FAILED: worth another try. */
export type DeliveryResult = "DELIVERED" | "GONE" | "REFUSED" | "FAILED";

/** As far as the outbox needs the table. */
export interface PushRows {
  rows(): readonly PushRow[];
  insert(row: PushRow): void;
  update(row: PushRow): void;
  remove(id: string): void;
}

export interface PushPorts {
  readonly table: PushRows;
  /** Null where there is nothing to tell of: before the beginning, and once retention took the values. */
  readonly state: () => ExecutionState | null;
  /** Sends the task as it is now. `milestone` is part of the id of the delivery. Does not reject. */
  readonly deliver: (config: PushConfig, milestone: string) => Promise<DeliveryResult>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long an attempt in flight is left alone. */
  readonly leaseMs: number;
  /** Called when what must wake the object may have changed. */
  readonly settled: () => void;
}

export class PushOutbox {
  readonly #ports: PushPorts;
  /** As stored. Read when it is first needed: only A2A tasks have any. */
  #rows: Map<string, PushRow> | null = null;
  readonly #sending = new Map<string, Promise<void>>();

  constructor(ports: PushPorts) {
    this.#ports = ports;
  }

  /** Sets a config, removes one, or lists what is there. Removing what is not there changes nothing. */
  perform(command: PushCommand): PushAnswer {
    if (command.kind === "SET") return this.#set(command.config);
    if (command.kind === "REMOVE") this.#remove(command.id);
    return { kind: "CONFIGS", configs: [...this.#known().values()].map(({ config }) => shownPushConfig(config)) };
  }

  /** Stores a config, in place of one of the same id, and tells it at once if there is something to tell. */
  #set(config: PushConfig): SetPushAnswer {
    const state = this.#ports.state();
    if (state === null || state.pinned.surface !== "a2a") return { kind: "NOT_FOUND" };
    const rows = this.#known();
    if (!rows.has(config.id) && rows.size >= maxPushConfigs) return { kind: "LIMIT_EXCEEDED", maximum: maxPushConfigs };
    const row: PushRow = { config, told: "", trying: "", attempts: 0, due: 0 };
    this.#ports.table.insert(row);
    rows.set(config.id, row);
    this.note(state);
    return { kind: "SET", config: shownPushConfig(config) };
  }

  #remove(id: string): void {
    this.#known().delete(id);
    this.#ports.table.remove(id);
  }

  /** Tells whoever was not told yet. Called after every transaction; what was tried in vain waits for its time. */
  note(state: ExecutionState): void {
    if (state.pinned.surface !== "a2a") return;
    const milestone = milestoneOf(state);
    if (milestone === null) return;
    for (const row of this.#owed(milestone)) {
      if (dueAt(row, milestone) <= this.#ports.now()) void this.#send(row, milestone);
    }
  }

  /** Tries again what is due, and waits for it. */
  async again(): Promise<void> {
    const state = this.#ports.state();
    if (state === null) return;
    this.note(state);
    await Promise.all(this.#sending.values());
  }

  /** When this object has to be awake for a delivery, Unix milliseconds. Null if none is owed. */
  wakeAt(): number | null {
    const state = this.#ports.state();
    if (state === null || state.pinned.surface !== "a2a") return null;
    if (this.#sending.size > 0) return this.#ports.now() + this.#ports.leaseMs;
    const milestone = milestoneOf(state);
    if (milestone === null) return null;
    const times = this.#owed(milestone).map((row) => dueAt(row, milestone));
    return times.length === 0 ? null : Math.min(...times);
  }

  #owed(milestone: string): readonly PushRow[] {
    return [...this.#known().values()].filter(({ told }) => told !== milestone);
  }

  #send(row: PushRow, milestone: string): Promise<void> | undefined {
    const { id } = row.config;
    if (this.#sending.has(id)) return this.#sending.get(id);
    const sending = this.#ports
      .deliver(row.config, milestone)
      .then((result) => this.#settle(row, milestone, result))
      .finally(() => {
        this.#sending.delete(id);
        // A milestone that was reached meanwhile is told now.
        const state = this.#ports.state();
        if (state !== null) this.note(state);
        this.#ports.settled();
      });
    this.#sending.set(id, sending);
    return sending;
  }

  #settle(row: PushRow, milestone: string, result: DeliveryResult): void {
    const { config, told } = row;
    // It was removed, or set anew, while the attempt was on its way.
    if (this.#known().get(config.id) !== row) return;
    const failures = row.trying === milestone ? row.attempts : 0;
    const delayMs = retryDelaysMs[failures];
    if (result === "GONE") this.#remove(config.id);
    else if (result === "FAILED" && delayMs !== undefined) {
      const due = this.#ports.now() + delayMs;
      this.#update({ config, told, trying: milestone, attempts: failures + 1, due });
    } else {
      // Nothing follows the end, so that nothing has to be proven any more.
      const kept = milestone === ended ? { ...config, token: null, authentication: null } : config;
      this.#update({ config: kept, told: milestone, trying: "", attempts: 0, due: 0 });
    }
  }

  #update(row: PushRow): void {
    this.#ports.table.update(row);
    this.#known().set(row.config.id, row);
  }

  #known(): Map<string, PushRow> {
    this.#rows ??= new Map(this.#ports.table.rows().map((row) => [row.config.id, row]));
    return this.#rows;
  }
}

const ended = "ended";

/** When a milestone is to be told: one that was not tried yet at once, whatever became of the one before. */
function dueAt({ due, trying }: PushRow, milestone: string): number {
  return trying === milestone ? due : 0;
}

/** What the client has to be told, the same on every look. Null while the task works. */
function milestoneOf(state: ExecutionState): string | null {
  const current = taskState(standingOfState(state, statusOf(state)));
  if (isTerminalTask(current)) return ended;
  // Each further question is news.
  const asked = state.steps.reduce((sum, { questions }) => sum + questions.length, 0);
  return current === "TASK_STATE_INPUT_REQUIRED" ? `asked/${asked}` : null;
}
