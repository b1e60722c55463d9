/** Messages between the mailbox of a tenant and the executions whose steps wait for events. Every call may be repeated. */
import type { ArrivalAnswer, ArrivedEvent, AwaitedEvent, EventWait } from "../../execution/commands/sent-event.ts";

/** The mailbox, as an execution reaches it. */
export interface EventMailbox {
  /** Notes that a step waits, or gives it the event that has come. Asked again, it is given the same. */
  awaitEvent(tenant: string, wait: EventWait): Promise<AwaitedEvent>;
  /** The step waits no more, and has stored no event. */
  withdrawWait(waitId: string): Promise<unknown>;
}

/** An execution, as the mailbox reaches it. */
export interface EventReceiver {
  /** Gives the step `step` the event that its wait `waitId` was for. Rejects if the execution cannot take it for now. */
  eventArrived(step: string, waitId: string, event: ArrivedEvent): Promise<ArrivalAnswer>;
}
