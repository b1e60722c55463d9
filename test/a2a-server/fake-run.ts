/** An execution that a test moves by hand: its events are folded, journalled and shown by the code that does so for real. */

import { type Addressee, addressOf } from "../../src/access/address.ts";
import { PushOutbox } from "../../src/durable/deliveries/push-outbox.ts";
import type { DeliveryResult } from "../../src/durable/deliveries/push-sender.ts";
import { type PushRow, PushTable } from "../../src/durable/deliveries/push-table.ts";
import { ExecutionReader } from "../../src/durable/execution/execution-reader.ts";
import { startedEvent } from "../../src/durable/execution/initial-events.ts";
import type {
  CancelResult,
  GivenResponse,
  RespondResult,
  StartRequest,
} from "../../src/execution/commands/start-request.ts";
import { answerOf } from "../../src/execution/decide/answer.ts";
import { transition } from "../../src/execution/decide/transition.ts";
import type {
  ExecutionEvent,
  ExecutionFinished,
  FinalExecutionStatus,
  RecordedEvent,
} from "../../src/execution/events/event.ts";
import { eventPreview } from "../../src/execution/events/value-slots.ts";
import { type ExecutionState, nodeAt } from "../../src/execution/state/state.ts";
import { isFinalExecution, statusOf } from "../../src/execution/state/status.ts";
import type { EventPage, ExecutionView } from "../../src/execution/views/execution-view.ts";
import type { Failure } from "../../src/json/failure.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { storedValue } from "../../src/json/store-value.ts";
import type { ValueSlot } from "../../src/json/stored-value.ts";
import type { HumanInputRequest } from "../../src/plan/human-input.ts";
import { MemoryJournal } from "../support/engine/memory-journal.ts";
import { memoryTables } from "../support/engine/memory-sql.ts";

const plainQuestion = { ui: null, onExpiry: { kind: "FAIL" }, onDecline: "FAIL" } as const;

export class FakeRun {
  readonly request: StartRequest;
  readonly journal = new MemoryJournal();
  /** Push configs of the run; deliveries are noted and answered as `receiver` says. */
  readonly push: PushOutbox;
  readonly deliveries: { readonly id: string; readonly milestone: string }[] = [];
  readonly #pushTable = new PushTable(memoryTables());
  receiver: () => DeliveryResult = () => ({ kind: "DELIVERED" });
  /** Whether a cancel ends the run at once. */
  cancelsAtOnce = true;
  readonly #now: () => number;
  readonly #changed: (run: FakeRun) => void;
  readonly #reader: ExecutionReader;
  #state: ExecutionState | undefined;
  #wakes = new Set<() => void>();

  constructor(request: StartRequest, now: () => number, changed: (run: FakeRun) => void) {
    this.request = request;
    this.#now = now;
    this.#changed = changed;
    this.#reader = new ExecutionReader({
      journal: this.journal,
      state: () => this.#state,
      archive: undefined,
      parkedBy: null,
      isTooOld: false,
      parked: undefined,
    });
    this.push = new PushOutbox({
      table: this.#pushTable,
      state: () => this.#state,
      deliver: async ({ id }, milestone) => {
        this.deliveries.push({ id, milestone });
        return this.receiver();
      },
      clock: { now, after: () => () => undefined },
      isBusy: () => false,
      leaseMs: 30_000,
      onChange: () => undefined,
    });
    const input = request.input.kind === "VALUE" ? request.input.value : undefined;
    this.add(startedEvent(request, { codeVersion: "1", input, publicId: "id" }));
  }

  get state(): ExecutionState {
    if (this.#state === undefined) throw new Error("An execution begins when it is made");
    return this.#state;
  }

  /** As they are stored. */
  get pushRows(): readonly PushRow[] {
    return this.#pushTable.rows();
  }

  view(): ExecutionView {
    const view = this.#reader.view(true);
    if (view === undefined) throw new Error("An execution begins when it is made");
    return view;
  }

  value(sequence: number, slot: ValueSlot) {
    return this.#reader.value(sequence, slot);
  }

  begin(): void {
    this.add({
      ...{ kind: "StepStarted", step: "s0", group: null, attempt: 1, callId: "c1", effectClass: "READ_ONLY" },
      arguments: storedValue({ topic: "a" }),
    } as unknown as ExecutionEvent);
  }

  /** Asks a person. */
  ask(prompt: string, number = 1): void {
    this.#ask({ ...{ requestId: `s0/${number}`, purpose: "APPROVAL", kind: "APPROVAL", prompt }, ...plainQuestion });
  }

  /** Asks a person for data that satisfies `schema`. */
  askFor(prompt: string, schema: JsonObject, addressees?: readonly Addressee[]): void {
    const address = addressOf({ addressees });
    this.#ask(
      { ...{ requestId: "s0/1", purpose: "STEP", kind: "FORM", prompt }, ...plainQuestion, ...address },
      schema,
    );
  }

  /** Asks a person for something that is done elsewhere. */
  askElsewhere(kind: "AUTHORIZE" | "CONNECT", number = 1): void {
    const where = kind === "CONNECT" ? { connect: "the-connection" } : { link: "https://agent.example/permit" };
    this.#ask({
      ...{ requestId: `s0/${number}`, purpose: "CALLEE", kind, prompt: "May it?", ...where },
      ...plainQuestion,
    });
  }

  #ask(request: HumanInputRequest, schema: JsonObject | null = null): void {
    this.add({
      ...{ kind: "StepWaiting", step: "s0", group: null, waitsFor: "PERSON", until: this.#now() + 60_000, request },
      arguments: storedValue({ topic: "a" }),
      ...(schema === null ? {} : { responseSchema: storedValue(schema) }),
    });
  }

  /** A chunk of what the responder writes. */
  write(text: string, offset: number): void {
    this.add({ kind: "TextProduced", streamId: "respond/1", offset, text });
  }

  finish(status: FinalExecutionStatus, output: Json = null, failure: (Failure & { step: null }) | null = null): void {
    if (status === "SUCCEEDED" || status === "PARTIAL") {
      if (this.state.active.length === 0 && this.state.unfinished > 0) this.begin();
      for (const ordinal of this.state.active) this.#stepDone(ordinal, output);
    }
    const finished: ExecutionFinished = {
      ...{ kind: "ExecutionFinished", status, failure, directResponse: null, response: null, responseFailure: null },
      output: output === null ? null : storedValue(output),
    };
    this.add(finished);
  }

  cancel(by: string, reason: string | null): CancelResult {
    if (isFinalExecution(statusOf(this.state))) return { kind: "ALREADY_FINISHED", view: this.view() };
    if (this.state.ending !== undefined) return { kind: "ENDING", view: this.view() };
    this.add({ kind: "CancelRequested", requestedBy: by, reason });
    if (this.cancelsAtOnce) this.finish("CANCELLED");
    return { kind: "CANCELLED", view: this.view() };
  }

  respond(given: GivenResponse): RespondResult {
    const answer = answerOf(this.state, given, (position) => this.journal.value(position), this.#now());
    if (answer.kind === "NOT_FOUND" || answer.kind === "INVALID") return answer;
    if (answer.kind === "RESOLVED") for (const event of answer.events) this.add(event);
    const view = this.view();
    return answer.kind === "REFUSED" ? { ...answer, view } : { kind: answer.kind, view };
  }

  /** As an object answers whoever waits: when the run has ended or waits, or after `waitMs`. */
  async rest(waitMs: number): Promise<void> {
    const isOver = () => isFinalExecution(statusOf(this.state)) || statusOf(this.state) === "WAITING";
    if (waitMs === 0) return;
    while (!isOver()) await this.#news(null);
  }

  async *watch(after: number, signal: AbortSignal): AsyncGenerator<EventPage, void, undefined> {
    let cursor = after;
    while (!signal.aborted) {
      const { records } = this.journal.read(cursor);
      const events = records.map(eventPreview);
      const status = statusOf(this.state);
      if (events.length > 0) {
        yield { after: cursor, events, cursor: cursor + events.length, caughtUp: true, gap: null, status };
        cursor += events.length;
      }
      if (isFinalExecution(status)) return;
      if (cursor === this.journal.rows.length) await this.#news(signal);
    }
  }

  add(event: ExecutionEvent): void {
    const sequence = this.journal.rows.length + 1;
    const occurredAt = this.#now();
    const { moves, state } = transition(this.#state, { sequence, occurredAt, event });
    const record: RecordedEvent = { sequence, occurredAt, hidden: false, transitions: moves, event };
    this.journal.append([record]);
    this.#state = state;
    this.push.note(state);
    this.#changed(this);
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }

  #stepDone(ordinal: number, output: Json): void {
    this.add({
      ...{
        kind: "StepFinished",
        step: nodeAt(this.state, ordinal).step.id,
        group: null,
        status: "SUCCEEDED",
        attempt: 1,
      },
      ...{ callId: "c1", outcome: "ANSWERED", content: null, failure: null, warning: null, reused: false },
      output: storedValue(output),
    });
  }

  #news(signal: AbortSignal | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakes.add(resolve);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    return promise;
  }
}
