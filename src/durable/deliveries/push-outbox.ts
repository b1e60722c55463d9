/**
 * Notifies the push configs of an A2A task of the milestones that its client waits for: that it needs an answer, and how it ended. Each
 * is delivered at least once; a later milestone replaces one that was not accepted. `push-sender.ts` sends.
 */
import {
  maxPushConfigs,
  type PushCommand,
  type PushConfig,
  type PushResult,
  type SetPushResult,
  shownPushConfig,
} from "../../execution/commands/push-config.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { statusOf } from "../../execution/state/status.ts";
import { isTerminalTask, standingOfState, taskState } from "../../execution/views/task-state.ts";
import { type DeliveryResult, PushSender, type ReceiverRows, type SenderPorts } from "./push-sender.ts";
import type { PushRow } from "./push-table.ts";

export interface PushPorts
  extends Omit<SenderPorts<string, PushRow>, "afterDelivery" | "deliver" | "idOf" | "nextItem" | "table"> {
  readonly table: ReceiverRows<PushRow>;
  /** Sends the task as it is now. `milestone` is part of the id of the delivery. Rejects only by a fault of our own. */
  readonly deliver: (config: PushConfig, milestone: string) => Promise<DeliveryResult>;
}

export class PushOutbox {
  readonly #ports: PushPorts;
  readonly #sender: PushSender<string, PushRow>;

  constructor(ports: PushPorts) {
    this.#ports = ports;
    this.#sender = new PushSender({
      ...ports,
      idOf: ({ config }) => config.id,
      nextItem: ({ delivered }, state) => {
        const milestone = milestoneOf(state);
        return milestone === delivered ? undefined : milestone;
      },
      deliver: ({ config }, milestone) => ports.deliver(config, milestone),
      afterDelivery: ({ config }, milestone) => {
        // Nothing follows the end, so that nothing has to be proven any more.
        const kept = milestone === ended ? { ...config, token: null, authentication: null } : config;
        return { config: kept, delivered: milestone, trying: "", attempts: 0, due: 0 };
      },
    });
  }

  /** Sets a config, removes one, or lists all. Removing an unknown one changes nothing. */
  perform(command: PushCommand): PushResult {
    if (command.kind === "SET") return this.#set(command.config);
    if (command.kind === "REMOVE") this.#sender.remove(command.id);
    const configs = [...this.#sender.rows.values()].map(({ config }) => shownPushConfig(config));
    return { kind: "CONFIGS", configs: configs.toSorted((left, right) => (left.id < right.id ? -1 : 1)) };
  }

  /** Stores a config, replacing one with the same id, and sends its pending notification. */
  #set(config: PushConfig): SetPushResult {
    const state = this.#ports.state();
    if (state === undefined || !isTask(state)) return { kind: "NOT_FOUND" };
    const { rows } = this.#sender;
    if (!rows.has(config.id) && rows.size >= maxPushConfigs) return { kind: "LIMIT_EXCEEDED", maximum: maxPushConfigs };
    this.#sender.insert({ config, delivered: "", trying: "", attempts: 0, due: 0 });
    this.note(state);
    return { kind: "SET", config: shownPushConfig(config) };
  }

  /** As that of the sender. Only A2A tasks have a table to be read. */
  note(state: ExecutionState): void {
    if (isTask(state)) this.#sender.note(state);
  }

  /** As that of the sender. */
  async again(): Promise<void> {
    if (isTask(this.#ports.state())) await this.#sender.again();
  }

  /** As that of the sender. */
  wakeAt(): number | undefined {
    return isTask(this.#ports.state()) ? this.#sender.wakeAt() : undefined;
  }
}

const ended = "ended";

function isTask(state: ExecutionState | undefined): boolean {
  return state?.pinned.surface === "a2a";
}

/** The milestone that the client must be notified of, the same for the same state. Undefined while the task works. */
function milestoneOf(state: ExecutionState): string | undefined {
  const current = taskState(standingOfState(state, statusOf(state)));
  if (isTerminalTask(current)) return ended;
  // Each further question is news.
  const asked = state.steps.all.reduce((sum, { questions }) => sum + questions.length, 0);
  return current === "TASK_STATE_INPUT_REQUIRED" || current === "TASK_STATE_AUTH_REQUIRED"
    ? `asked/${asked}`
    : undefined;
}
