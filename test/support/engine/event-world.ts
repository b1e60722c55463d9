/** Executions in plain Node that wait for events, beside the mailbox of their tenant over the real SQL, all on one clock. */
import { pollEvent, withdrawEvent } from "../../../src/durable/calls/event-waits.ts";
import type { EventMailbox } from "../../../src/durable/ports/event-mailbox.ts";
import { EventPost } from "../../../src/durable/tenant/event-post.ts";
import { Mailbox } from "../../../src/durable/tenant/mailbox.ts";
import type { EventSending, SendEventResult, SentEventView } from "../../../src/execution/commands/sent-event.ts";
import { succeeded } from "./attempt-results.ts";
import { type AnswerTo, EngineWorld } from "./engine-world.ts";
import { ManualClock, settled } from "./manual-clock.ts";
import { memorySql } from "./memory-sql.ts";

export class EventWorld {
  readonly clock = new ManualClock();
  readonly sql = memorySql();
  readonly executions = new Map<string, EngineWorld>();
  /** What stands between the mailbox and an execution; a test may have it fail. */
  isReachable = true;
  /** Whether steps reach the mailbox. */
  isOpen = true;
  /** Whether the answer to a message that arrived is lost, asked for each. */
  losesAnswer: () => boolean = () => false;
  /** Deliveries that reached an execution, with what it said. */
  readonly brought: string[] = [];
  mailbox = new Mailbox(this.sql);
  #post = this.#madePost();

  /** An execution of this tenant, by name; of none unless it is begun. */
  execution(name: string, answer: AnswerTo = () => succeeded({ ok: true })): EngineWorld {
    const world = new EngineWorld(answer, { clock: this.clock });
    this.executions.set(name, world);
    const options = { mailbox: () => this.#asked(), meter: undefined };
    world.answerPoll = ({ call, state, wait }) => pollEvent(call, wait, state, options);
    world.answerStop = ({ state, wait }) => withdrawEvent(wait, state, options);
    return world;
  }

  async send(name: string, more: Partial<EventSending> = {}): Promise<SendEventResult> {
    const eventId = more.eventId ?? `e${this.#sent++}`;
    const sending = { name, correlation: "", payload: null, keepMs: 60_000, sentBy: "someone", ...more, eventId };
    const sent = this.#post.send("tenant", sending);
    await settled();
    return sent;
  }
  #sent = 1;

  /** How the event stands that was sent as `eventId`. */
  find(name: string, eventId: string, correlation = ""): SentEventView | undefined {
    return this.mailbox.find({ name, correlation }, eventId, this.clock.now());
  }

  /** What the alarm of the mailbox would do now. */
  async ring(): Promise<void> {
    void this.#post.deliver();
    await settled();
    this.mailbox.forget(this.clock.now());
  }

  /** The object of the mailbox is lost. */
  lose(): void {
    this.mailbox = new Mailbox(this.sql);
    this.#post = this.#madePost();
  }

  #madePost(): EventPost {
    return new EventPost({
      mailbox: this.mailbox,
      clock: this.clock,
      arm: async () => undefined,
      execution: (_, name) => ({
        eventArrived: async (step, waitId, event) => {
          if (!this.isReachable) throw new Error("nobody answers");
          const world = this.executions.get(name);
          if (world === undefined) return "GONE";
          const answer = world.runner.arrived(step, waitId, event);
          void world.runner.drive();
          this.brought.push(`${name} ${event.eventId} ${answer}`);
          if (answer === undefined || this.losesAnswer()) throw new Error("not now");
          return answer;
        },
      }),
    });
  }

  #asked(): EventMailbox {
    const ask = async <Answer>(call: () => Promise<Answer>) => {
      if (!this.isOpen) throw new Error("the mailbox is not there");
      const answer = await call();
      if (this.losesAnswer()) throw new Error("the answer is lost");
      return answer;
    };
    return {
      awaitEvent: (tenant, wait) => ask(() => this.#post.awaitEvent(tenant, wait)),
      withdrawWait: (waitId) => ask(() => this.#post.withdraw(waitId)),
    };
  }
}
