/**
 * How long a conversation and its hidden messages are kept, where the deployment says so. The alarm of the object asks for it.
 */
import type { ConversationOptions } from "../ports/conversation-options.ts";
import { earliest } from "../ports/wake-timer.ts";
import type { ConversationStore } from "./conversation-store.ts";

/** Hidden messages whose texts are removed at a time, and how soon the next ones follow. */
const erasedAtOnce = 500;
const againMs = 1_000;

export class ConversationRetentionTimes {
  readonly #store: ConversationStore;
  readonly #options: Pick<ConversationOptions, "clock" | "retention">;

  constructor(store: ConversationStore, options: Pick<ConversationOptions, "clock" | "retention">) {
    this.#store = store;
    this.#options = options;
  }

  /** Whether the conversation is to be deleted. One in which an execution runs changes again. */
  isOver(): boolean {
    const at = this.#overAt();
    return at !== undefined && at <= this.#options.clock.now();
  }

  /** Removes the texts of hidden messages whose time is over. */
  eraseHidden(): void {
    const { clock, retention } = this.#options;
    const at = this.#hiddenAt();
    if (at === undefined || at > clock.now()) return;
    this.#store.eraseHidden(clock.now() - (retention.hiddenMs ?? 0), erasedAtOnce);
  }

  /** When something is to be removed, Unix milliseconds; soon if it should have been. Undefined for never. */
  nextAt(): number | undefined {
    const next = earliest(this.#overAt(), this.#hiddenAt());
    return next === undefined ? undefined : Math.max(next, this.#options.clock.now() + againMs);
  }

  #overAt(): number | undefined {
    const { afterChangeMs } = this.#options.retention;
    const { facts } = this.#store;
    if (afterChangeMs === undefined || facts === undefined || facts.status === "RUNNING") return undefined;
    return facts.updatedAt + afterChangeMs;
  }

  #hiddenAt(): number | undefined {
    const { hiddenMs } = this.#options.retention;
    if (hiddenMs === undefined || this.#store.facts === undefined) return undefined;
    const oldest = this.#store.messages.oldestHidden();
    return oldest === undefined ? undefined : oldest + hiddenMs;
  }
}
