/**
 * The mailbox of a tenant at work: it takes events and waits, and brings each event to the execution that it is for, again and again until
 * that has stored it. The next due time is returned to the code that sets the alarm.
 */
import type { AwaitedEvent, EventSending, EventWait, SendEventResult } from "../../execution/commands/sent-event.ts";
import { atMost } from "../ports/at-most.ts";
import type { EventReceiver } from "../ports/event-mailbox.ts";
import type { Clock } from "../ports/ports.ts";
import { reportFailed } from "../telemetry/report-failure.ts";
import type { DueDelivery, Mailbox } from "./mailbox.ts";

/** How long a sender waits until the step has its event. */
const answerWithinMs = 5_000;

/** Time for one delivery. */
const bringWithinMs = 30_000;

export interface EventPostParts {
  readonly mailbox: Mailbox;
  readonly clock: Clock;
  readonly execution: (tenant: string, name: string) => EventReceiver;
  /** Sets the alarm for the next due time. */
  readonly arm: () => Promise<void>;
}

export class EventPost {
  readonly #parts: EventPostParts;

  constructor(parts: EventPostParts) {
    this.#parts = parts;
  }

  /** Takes an event, and answers once the waiting execution has it or could not be reached. */
  async send(tenant: string, sending: EventSending): Promise<SendEventResult> {
    const { arm, clock, mailbox } = this.#parts;
    const result = mailbox.send(tenant, sending, clock.now());
    const delivering = this.deliver();
    await arm();
    if (result.kind !== "SENT" || result.event.status !== "DELIVERING") return result;
    await atMost(clock, answerWithinMs, delivering);
    await arm();
    return { ...result, event: mailbox.find(sending, sending.eventId, clock.now()) ?? result.event };
  }

  async awaitEvent(tenant: string, wait: EventWait): Promise<AwaitedEvent> {
    const { arm, clock, mailbox } = this.#parts;
    const awaited = mailbox.awaitEvent(tenant, wait, clock.now());
    await arm();
    return awaited;
  }

  async withdraw(waitId: string): Promise<void> {
    const { arm, clock, mailbox } = this.#parts;
    mailbox.withdraw(waitId, clock.now());
    const delivering = this.deliver();
    await arm();
    await delivering;
  }

  /** Delivers events that are due. An event goes to the next waiting step if the one before has stopped waiting. Never rejects. */
  async deliver(): Promise<void> {
    const { clock, mailbox } = this.#parts;
    for (let due = mailbox.takeDue(clock.now()); due.length > 0; due = mailbox.takeDue(clock.now()))
      await Promise.all(due.map((delivery) => this.#bring(delivery)));
  }

  async #bring({ event, execution: name, step, tenant, waitId }: DueDelivery): Promise<void> {
    const { clock, execution, mailbox } = this.#parts;
    try {
      const arrival = execution(tenant, name).eventArrived(step, waitId, event);
      const answer = await Promise.race([arrival, tooLate(clock)]);
      if (answer === "NOT_WAITING") mailbox.withdraw(waitId, clock.now());
      else mailbox.delivered(waitId, clock.now());
    } catch (error) {
      reportFailed("execution", undefined, error, undefined);
    }
  }
}

/** Rejects when a delivery has had its time, so that one execution that hangs keeps no event from any other. */
function tooLate(clock: Clock): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  clock.after(bringWithinMs, () => reject(new Error("the execution did not answer in time")));
  return promise;
}
