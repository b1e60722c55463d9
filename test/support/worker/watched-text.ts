/**
 * An execution whose model writes, and readers of its log: the runner, the feed of the object and the Worker's side of a watch as they are,
 * with sockets in memory between them. A test lets the model write, drops sockets, lets readers leave and come back, and loses the object.
 */
import { Feed } from "../../../src/durable/feed/feed.ts";
import { FeedSockets } from "../../../src/durable/feed/feed-sockets.ts";
import type { Call } from "../../../src/durable/ports/ports.ts";
import { statusOf } from "../../../src/execution/state/status.ts";
import type { EventPage, PagedEvent } from "../../../src/execution/views/execution-view.ts";
import { positionOf } from "../../../src/execution/views/log-position.ts";
import { eventFeed } from "../../../src/worker/watch/event-feed.ts";
import type { FeedSocket } from "../../../src/worker/watch/feed-socket.ts";
import { watchFeed } from "../../../src/worker/watch/watch.ts";
import { atWork, succeeded } from "../engine/attempt-results.ts";
import { EngineWorld } from "../engine/engine-world.ts";
import { settled } from "../engine/manual-clock.ts";
import { type ModelCallSeen, modelFailed, said } from "../models/model-answers.ts";
import { withResponder } from "../models/model-work.ts";
import { planOf, step } from "../plan/plan-steps.ts";

/** The object's end of a socket, and the Worker's. */
class Wire implements FeedSocket {
  #attachment: unknown = null;
  #message: (text: string) => void = () => undefined;
  #close: () => void = () => undefined;
  isOpen = true;
  readonly #pull: (wire: Wire, text: string) => void;

  /** `pull` takes what the Worker sends. */
  constructor(pull: (wire: Wire, text: string) => void) {
    this.#pull = pull;
  }

  /** Messages of the object arrive a little later, in order. */
  readonly object = {
    serializeAttachment: (attachment: unknown) => {
      this.#attachment = attachment;
    },
    deserializeAttachment: () => this.#attachment,
    send: (text: string) => queueMicrotask(() => (this.isOpen ? this.#message(text) : undefined)),
    close: () => this.drop(),
  };

  send(text: string): void {
    if (this.isOpen) queueMicrotask(() => (this.isOpen ? this.#pull(this, text) : undefined));
  }

  close(): void {
    this.isOpen = false;
  }

  drop(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#close();
  }

  onMessage(listener: (text: string) => void): void {
    this.#message = listener;
  }

  onClose(listener: () => void): void {
    this.#close = listener;
    if (!this.isOpen) queueMicrotask(listener);
  }
}

export class WatchedText {
  readonly world = new EngineWorld((call) => {
    if (this.#holdsTasks) return atWork("task-1");
    if (!this.#holdsCalls) return succeeded({});
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof succeeded>>();
    this.#toolCall = { call, answer: resolve };
    return promise;
  });
  /** Whether calls of tools are in flight until the test ends them. */
  readonly #holdsCalls: boolean;
  #toolCall: { readonly call: Call; readonly answer: (result: ReturnType<typeof succeeded>) => void } | undefined;
  #progress = 0;
  /** Whether calls make tasks that are waited for, until the test ends them. */
  readonly #holdsTasks: boolean;
  #taskIsOver = false;
  readonly readers: Reader[] = [];
  #wires: Wire[] = [];
  #feed = this.#newFeed();
  #call: { readonly seen: ModelCallSeen; readonly answer: (result: ReturnType<typeof said>) => void } | null = null;
  #said = "";

  constructor({ holdsCalls = false, holdsTasks = false } = {}) {
    this.#holdsCalls = holdsCalls;
    this.#holdsTasks = holdsTasks;
    this.world.answerPoll = () => (this.#taskIsOver ? done() : { kind: "PENDING", said: `part ${this.#progress}` });
  }

  /** The task that is waited for says something new, and is asked. */
  async tellOfTask(): Promise<void> {
    this.#progress += 1;
    await this.pass(61_000);
    await this.goOn();
  }

  async finishTask(): Promise<void> {
    this.#taskIsOver = true;
    await this.pass(61_000);
    await this.goOn();
  }

  /** The tool reports its progress. */
  async tell(): Promise<void> {
    this.#progress += 1;
    this.#toolCall?.call.onProgress({ progress: this.#progress });
    await this.pass(300);
  }

  /** The call of the tool ends, with one more progress notice that comes too late. */
  async finishCall(): Promise<void> {
    const { answer, call } = this.#toolCall ?? {};
    this.#toolCall = undefined;
    this.#progress += 1;
    call?.onProgress({ progress: this.#progress });
    answer?.(succeeded({}));
    await this.pass(0);
  }

  /** Runs to the point where the model may write, or the call of the tool is in flight. */
  async begin(): Promise<void> {
    this.world.answerModel = (seen) => {
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof said>>();
      this.#call = { seen, answer: resolve };
      this.#said = "";
      return promise;
    };
    this.world.onNews = (events, state) => this.#feed.publish(events, state);
    const called = this.#holdsTasks ? { tool: "remote" } : {};
    await this.world.run(planOf([step("a", called)]), { started: withResponder() });
  }

  get isOver(): boolean {
    return this.world.state.finished !== undefined;
  }

  /** The model writes a piece of text. */
  async say(text: string): Promise<void> {
    if (this.#call === null) return;
    this.#said += text;
    this.#call.seen.text(text);
    await this.pass(300);
  }

  async answer(): Promise<void> {
    this.#call?.answer(said(this.#said));
    this.#call = null;
    await this.pass(0);
  }

  /** The call breaks off; another follows after a pause. */
  async breakOff(): Promise<void> {
    this.#call?.answer(modelFailed("UNKNOWN"));
    this.#call = null;
    await this.pass(5_000);
  }

  async pass(ms: number): Promise<void> {
    await this.world.clock.advance(ms);
    await settled();
  }

  /** The object is lost with all that it had in memory, and another continues. */
  async crash(): Promise<void> {
    const wires = this.#wires;
    this.#wires = [];
    this.#call = null;
    this.#toolCall = undefined;
    this.world.crash();
    this.#feed = this.#newFeed();
    for (const wire of wires) wire.drop();
    await settled();
  }

  /** The new object begins to work; before, it only answers. */
  async goOn(): Promise<void> {
    if (!this.isOver) await this.world.drive();
    await this.pass(0);
  }

  async dropSockets(): Promise<void> {
    for (const wire of this.#wires.splice(0)) wire.drop();
    await settled();
  }

  join(): Reader {
    const reader = new Reader(this);
    this.readers.push(reader);
    return reader;
  }

  watch(after: number, signal: AbortSignal): AsyncIterable<EventPage> {
    const dial = async () => {
      const wire = new Wire((from, text) => this.#pulled(from, text));
      this.#wires.push(wire);
      return wire;
    };
    return watchFeed(dial, eventFeed, { after, heartbeatMs: 15_000, signal }, this.world.clock, () => 0);
  }

  #pulled(wire: Wire, text: string): void {
    if (text === "ping") wire.object.send("pong");
    else this.#feed.receive(wire.object as unknown as WebSocket, text, statusOf(this.world.state));
  }

  #newFeed(): Feed {
    const open = () => this.#wires.filter(({ isOpen }) => isOpen).map(({ object }) => object);
    const context = { getWebSockets: open } as unknown as DurableObjectState;
    const { clock, journal } = this.world;
    return new Feed(new FeedSockets(context, clock), journal, () => this.world.runner.shownEvents);
  }
}

/**
 * A client that keeps the events that it gets. An event with a known number and another content means that the known events from there on
 * are lost.
 */
export class Reader {
  readonly log: PagedEvent[] = [];
  /** What must never happen to a client: an event twice, or one that is missing. */
  readonly faults: string[] = [];
  /** How often events showed that text is lost. */
  retold = 0;
  hasEnded = false;
  #cursor = 0;
  /** The last event of the page before `#cursor`, by which a client may go on too. */
  #leaving = new AbortController();
  readonly #watched: WatchedText;

  constructor(watched: WatchedText) {
    this.#watched = watched;
    void this.#follow();
  }

  get text(): string {
    const last = this.log.findLast(({ event }) => event.kind === "ModelCallStarted");
    const after = last?.sequence ?? 0;
    return this.log
      .flatMap(({ event, sequence }) => (event.kind === "TextProduced" && sequence > after ? [event.text] : []))
      .join("");
  }

  /** Leaves, forgets the last `forgotten` events as one that was interrupted within a page, and continues from what it has. */
  async comeBack(forgotten: number): Promise<void> {
    if (this.hasEnded) return;
    this.#leaving.abort();
    if (forgotten > 0) {
      this.log.splice(Math.max(0, this.log.length - forgotten));
      const last = this.log.at(-1);
      this.#cursor = last === undefined ? 0 : positionOf(last);
    }
    this.#leaving = new AbortController();
    void this.#follow();
    await settled();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#leaving;
    for await (const page of this.#watched.watch(this.#cursor, signal)) {
      if (signal.aborted) return;
      for (const told of page.events) this.#take(told);
      this.#cursor = page.cursor;
    }
    if (!signal.aborted) this.hasEnded = true;
  }

  #take(told: PagedEvent): void {
    const last = this.log.at(-1)?.sequence ?? 0;
    const known = this.log[told.sequence - 1];
    if (told.sequence > last + 1) this.faults.push(`${told.sequence} after ${last}`);
    if (known?.event.kind === told.event.kind && known.occurredAt === told.occurredAt)
      this.faults.push(`${told.sequence} twice`);
    else if (known !== undefined) {
      this.retold += 1;
      this.log.splice(told.sequence - 1);
    }
    this.log.push(told);
  }
}

function done() {
  const result = succeeded({});
  if (result.kind !== "SUCCEEDED") throw new Error("it did not succeed");
  return result;
}
