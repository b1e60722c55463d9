/**
 * Starts the execution of a message: at once when the message is stored, and again, by the alarm too, until that is acknowledged. There is
 * one start at a time for each execution, so that all who wait for it get the same answer.
 */

import type { StartRequest, StartResult } from "../../execution/commands/start-request.ts";
import { faultText } from "../../json/fault-text.ts";
import { takeoverMs } from "../ports/alarm-time.ts";
import type { ConversationOptions } from "../ports/conversation-options.ts";
import type { AcceptedMessage, ConversationStore } from "./conversation-store.ts";

/** When a start that was not acknowledged is made again: after so long, then after twice as long each time. */
const againMs = 2_000;
const longestPauseMs = 60_000;

export interface StartsPorts {
  readonly store: ConversationStore;
  readonly options: Pick<ConversationOptions, "clock" | "execution" | "publicId">;
  /** Called when the next due time, or the readers' view, may have changed. */
  readonly changed: () => void;
}

interface Starting {
  readonly answer: Promise<StartResult | undefined>;
  /** Whether a refusal takes the message back. */
  readonly isFirst: boolean;
}

export class ConversationStarts {
  readonly #ports: StartsPorts;
  /** Starts on their way, by execution. */
  readonly #starting = new Map<string, Starting>();
  /** Since the last start that was acknowledged. */
  #failures = 0;
  /** When to repeat a failed start. Absent if no start of this instance failed. */
  #startAt: number | undefined;

  constructor(ports: StartsPorts) {
    this.#ports = ports;
  }

  /** When an execution is to be started again, Unix milliseconds. Undefined if there is none to start. */
  nextAt(): number | undefined {
    const { options, store } = this.#ports;
    if (!store.isPending) return undefined;
    // A start on its way says how it ended, unless it is lost with this instance: the alarm takes over then.
    if (this.#isStarting) return options.clock.now() + takeoverMs;
    return this.#startAt ?? options.clock.now() + againMs;
  }

  /** Resolves when no start of the latest message is on its way. Never rejects. */
  async allDone(): Promise<void> {
    for (let latest = this.#latest; latest !== undefined; latest = this.#latest) await latest.answer;
  }

  /** Starts the execution that is not acknowledged, if that is due. Never rejects. */
  async due(): Promise<void> {
    const { options, store } = this.#ports;
    if (this.#isStarting || (this.#startAt ?? 0) > options.clock.now()) return;
    const request = store.pending();
    if (request !== undefined) await this.again({ ...request, waitMs: 0, withValues: false });
  }

  /**
   * Starts the execution of a message that has not been announced yet. A refusal takes the message back. Returns undefined if the execution
   * could not be reached; it is then started again.
   */
  first(accepted: AcceptedMessage): Promise<StartResult | undefined> {
    return this.#start(accepted.request, accepted);
  }

  /** Starts an execution of which somebody may have been notified, and gives it up only if it can never be made. Undefined as above. */
  async again(request: StartRequest): Promise<StartResult | undefined> {
    const { changed, options, store } = this.#ports;
    const answer = await this.#start(request, undefined);
    if (answer?.kind === "DELETED" || answer?.kind === "IDEMPOTENCY_CONFLICT") {
      store.release(request.execution, options.clock.now());
      changed();
    }
    return answer;
  }

  /** Whether the latest message may still be taken back: until it is known that it stays, it is not announced. */
  get mayTakeBack(): boolean {
    return this.#latest?.isFirst === true && this.#ports.store.isPending;
  }

  get #isStarting(): boolean {
    return this.#latest !== undefined;
  }

  get #latest(): Starting | undefined {
    return this.#starting.get(this.#ports.store.facts?.execution ?? "");
  }

  async #start(request: StartRequest, accepted: AcceptedMessage | undefined): Promise<StartResult | undefined> {
    const { execution } = request;
    const starting = this.#starting.get(execution) ?? {
      answer: this.#attempt(request, accepted),
      isFirst: accepted !== undefined,
    };
    this.#starting.set(execution, starting);
    const answer = await starting.answer;
    this.#starting.delete(execution);
    this.#ports.changed();
    return answer;
  }

  async #attempt(request: StartRequest, accepted: AcceptedMessage | undefined): Promise<StartResult | undefined> {
    const { options, store } = this.#ports;
    const { execution, tenant } = request;
    let retryAt = 0;
    try {
      const answer = await options.execution(tenant, execution).start(request);
      if (answer.kind === "STARTED") {
        store.acknowledge(execution);
        this.#failures = 0;
        this.#startAt = undefined;
        return answer;
      }
      if (accepted !== undefined) store.takeBack(accepted);
      if (accepted !== undefined || answer.kind !== "TENANT_LIMIT") return answer;
      retryAt = answer.retryAt;
    } catch (error) {
      await noteUnreached(options, request, error);
    }
    const now = options.clock.now();
    const pauseMs = Math.min(longestPauseMs, againMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#startAt = Math.max(now + pauseMs, Math.min(retryAt, now + longestPauseMs));
    return undefined;
  }
}

export async function noteUnreached(
  { publicId }: Pick<ConversationOptions, "publicId">,
  { execution, tenant }: Pick<StartRequest, "execution" | "tenant">,
  error: unknown,
): Promise<void> {
  const exec_id = await publicId(tenant, { kind: "EXECUTION", execution });
  console.warn(JSON.stringify({ log: "execution_not_reached", exec_id, error: faultText(error) }));
}
