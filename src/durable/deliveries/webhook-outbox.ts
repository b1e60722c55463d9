/**
 * Notifies the webhooks of an execution of its events, in the order of the log, each at least once. An event that could not be delivered in
 * all tries is given up and counted, and the next one follows. `push-sender.ts` sends.
 */
import type { RecordedEvent } from "../../execution/events/event.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { type Webhook, type WebhookStanding, webhookHost } from "../../execution/webhooks/webhook.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import { type Journal, pageBytes } from "../ports/ports.ts";
import { type DeliveryResult, PushSender, type SenderPorts } from "./push-sender.ts";
import type { WebhookRow, WebhookTable } from "./webhook-table.ts";

export interface WebhookPorts
  extends Omit<SenderPorts<number, WebhookRow>, "afterDelivery" | "deliver" | "idOf" | "nextItem" | "table"> {
  readonly table: WebhookTable;
  /** Where the next event to be delivered is found, page by page. */
  readonly journal: Pick<Journal, "read">;
  /** Sends the event of this sequence. Rejects only by a fault of our own. */
  readonly deliver: (webhook: Webhook, sequence: number) => Promise<DeliveryResult>;
}

export class WebhookOutbox {
  readonly #ports: WebhookPorts;
  readonly #sender: PushSender<number, WebhookRow>;
  /** By webhook id: the position up to which the log has no further event for it. */
  readonly #lookedTo = new Map<string, number>();

  constructor(ports: WebhookPorts) {
    this.#ports = ports;
    this.#sender = new PushSender({
      ...ports,
      idOf: ({ webhook }) => webhook.id,
      nextItem: (row, state) => this.#nextSequence(row, state),
      deliver: ({ webhook }, sequence) => ports.deliver(webhook, sequence),
      afterDelivery: ({ givenUp, webhook }, sequence, isGivenUp) => {
        const count = givenUp + (isGivenUp ? 1 : 0);
        return { webhook, delivered: sequence, trying: 0, attempts: 0, due: 0, givenUp: count };
      },
    });
  }

  /** Stores the webhooks of an execution that begins, in the turn of its first row: the platform stores both or neither. */
  pin(webhooks: readonly Webhook[]): void {
    this.#sender.begin();
    for (const webhook of webhooks)
      this.#sender.insert({ webhook, delivered: 0, trying: 0, attempts: 0, due: 0, givenUp: 0 });
  }

  /** In the order of their ids. */
  standing(): readonly WebhookStanding[] {
    const rows = [...this.#sender.rows.values()].toSorted((left, right) =>
      left.webhook.id < right.webhook.id ? -1 : 1,
    );
    return rows.map(({ attempts, delivered, due, givenUp, webhook: { events, name, url } }) => {
      const nextAttemptAt = due === 0 ? null : due;
      return { name, host: webhookHost(url), events, deliveredTo: delivered, attempts, nextAttemptAt, givenUp };
    });
  }

  /** As that of the sender. */
  note(state: ExecutionState): void {
    this.#sender.note(state);
  }

  /** As that of the sender. */
  again(): Promise<void> {
    return this.#sender.again();
  }

  /** As that of the sender. */
  flush(): Promise<void> {
    return this.#sender.flush();
  }

  /** As that of the sender. */
  wakeAt(): number | undefined {
    return this.#sender.wakeAt();
  }

  /** Logs the events that will never be delivered, before their rows are removed. */
  abandon(): void {
    const state = this.#ports.state();
    if (state === undefined) return;
    let deliveries = 0;
    for (const { delivered, webhook } of this.#sender.rows.values())
      for (const _ of this.#selectedAfter(webhook, delivered)) deliveries += 1;
    if (deliveries === 0) return;
    // The events go with the rows that say it.
    console.warn(JSON.stringify({ log: "webhooks_given_up", ...executionKeys(state.pinned), deliveries }));
  }

  #nextSequence({ delivered, trying, webhook }: WebhookRow, { sequence }: ExecutionState): number | undefined {
    if (trying > delivered) return trying;
    const after = Math.max(delivered, this.#lookedTo.get(webhook.id) ?? 0);
    if (after >= sequence) return undefined;
    const [next] = this.#selectedAfter(webhook, after);
    this.#lookedTo.set(webhook.id, next === undefined ? sequence : next.sequence - 1);
    return next?.sequence;
  }

  /** The events after `after` that `webhook` asked for and readers are shown, in the order of the log. */
  *#selectedAfter({ events }: Webhook, after: number): Iterable<RecordedEvent> {
    if (!this.#ports.table.exists) return;
    for (let read = after; ; ) {
      const { complete, records } = this.#ports.journal.read(read, pageBytes);
      for (const record of records) if (!record.hidden && events.includes(record.event.kind)) yield record;
      const last = records.at(-1);
      if (complete || last === undefined) return;
      read = last.sequence;
    }
  }
}
