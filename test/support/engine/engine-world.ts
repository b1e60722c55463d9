/**
 * The engine in plain Node: the runner over a journal of text rows in memory and a clock that the test moves. Callees, models, polls and
 * reservations answer as a test says. `crash()` drops the runner and everything it held; the rows stay.
 */
import { followingEvents } from "../../../src/durable/execution/initial-events.ts";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import { furtherPlanEvents, reusedStepEvents } from "../../../src/durable/execution/taken-over-events.ts";
import type { AttachmentPort, Call, Connections, RunnerPorts } from "../../../src/durable/ports/ports.ts";
import { Runner } from "../../../src/durable/runner/runner.ts";
import type { AttemptResult, PollResult } from "../../../src/execution/events/attempt.ts";
import type { ExecutionEvent, ExecutionStarted, RecordedEvent } from "../../../src/execution/events/event.ts";
import { type ExecutionState, noPlan, stepAt } from "../../../src/execution/state/state.ts";
import type { StepWait } from "../../../src/execution/state/step-state.ts";
import type { ReservationResult, TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import type { PagedEvent } from "../../../src/execution/views/execution-view.ts";
import type { Failure } from "../../../src/json/failure.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { ExecutionDefinitions } from "../../../src/plan/callable.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";
import { type ModelAnswerTo, type ModelCallSeen, said } from "../models/model-answers.ts";
import { conversation } from "../models/model-work.ts";
import { oneLinePrompts, toldTo } from "../models/one-line-prompts.ts";
import { turnCallables } from "../plan/callables.ts";
import { planOf } from "../plan/plan-steps.ts";
import { workOf } from "../plan/turn-work.ts";
import { succeeded, success } from "./attempt-results.ts";
import { ManualClock, settled } from "./manual-clock.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { type StartOptions, startedWith } from "./started-event.ts";
import { TurnWindow } from "./turn-window.ts";

export type Answer = AttemptResult | Promise<AttemptResult>;
export type AnswerTo = (call: Call) => Answer;

/** A poll of the task that a step waits for, or a request to stop it. */
export interface TaskAsked {
  readonly call: Call;
  readonly wait: StepWait;
  readonly state: ExecutionState;
}

export interface EngineParts {
  /** Rows that are stored before. */
  readonly rows?: MemoryJournal["rows"];
  /** Stores each event by itself, as 0.8.0 did, so that a crash may come between any two. */
  readonly singly?: boolean;
  /** Engines that speak to one another share a clock. */
  readonly clock?: ManualClock;
  /** Connections of the runner. Made again for each runner; without bounds unless given. */
  readonly connections?: () => Connections;
}

export class EngineWorld {
  readonly clock: ManualClock;
  readonly journal: MemoryJournal;
  /** Every call that left, in order. */
  readonly calls: Call[] = [];
  readonly published: RecordedEvent[] = [];
  /** Text of models in flight, in the order in which watchers got it. */
  readonly told: PagedEvent[] = [];
  readonly ignored: string[] = [];
  /** Moves of the state machine that an observer saw, as `from event to`. */
  readonly observed: string[] = [];
  answer: AnswerTo;
  /** Every model call that left, in order. */
  readonly modelCalls: ModelCallSeen[] = [];
  answerModel: ModelAnswerTo = () => {
    throw new Error("nobody expected a model call");
  };
  /** Every poll of a child or remote task, in order, and every request to stop one. */
  readonly polls: TaskAsked[] = [];
  readonly stops: TaskAsked[] = [];
  answerPoll: (asked: TaskAsked) => PollResult | Promise<PollResult> = () => ({ kind: "PENDING" });
  answerStop: (asked: TaskAsked) => boolean | Promise<boolean> = () => true;
  /** Every reservation of a turn that was asked for, in order. */
  readonly reservations: TurnReservation[] = [];
  answerReservation: (reservation: TurnReservation) => ReservationResult | Promise<ReservationResult> = () => {
    throw new Error("nobody expected the reservation of a turn");
  };
  /** The search for callables that a planner asks for; finds nothing unless a test says otherwise. */
  find: (query: string) => ExecutionDefinitions | Promise<ExecutionDefinitions> = () => ({
    ...{ callables: [], providers: [], catalogRevision: "1" },
  });
  /** Queries of the searches that were made, in order. */
  readonly searches: string[] = [];
  /** Keeps attachments of results. Null where nothing does. */
  attachments: AttachmentPort | null = null;
  /** The answer of the tenant to a reservation of a model call. */
  reserve: (state: ExecutionState) => Failure | undefined | Promise<Failure | undefined> = () => undefined;
  /** Called after every transaction, in the same turn. */
  onPublished: (state: ExecutionState) => void = () => undefined;
  /** Called with the events for watchers, in the same turn. */
  onNews: (events: readonly PagedEvent[], state: ExecutionState) => void = () => undefined;
  /** How often the runner was lost. */
  crashes = 0;
  runner: Runner;
  /** Whether the present runner lives; timers and answers of a lost one go nowhere. */
  #life = { lost: false };
  /** Whether each event is stored by itself. */
  singly: boolean;
  readonly #connections: () => Connections;
  #conversation: TurnWindow | null = null;

  constructor(answer: AnswerTo = () => succeeded({ ok: true }), parts: EngineParts = {}) {
    this.#connections = parts.connections ?? unlimited;
    this.singly = parts.singly ?? false;
    this.answer = answer;
    this.clock = parts.clock ?? new ManualClock();
    this.journal = new MemoryJournal(parts.rows);
    this.runner = new Runner(this.#ports(), recover(this.journal).state);
  }

  /**
   * An engine in which agents take turns and answer what `answers` gives for the agent at work, one after the other, the last one again and
   * again.
   */
  static withAgents(
    answers: { readonly [agent: string]: readonly Json[] } = {},
    tool: AnswerTo = () => success,
  ): EngineWorld {
    const world = new EngineWorld(tool).withTurns();
    const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
    world.answerModel = ({ request }) => {
      const { agent } = toldTo(request).told as { readonly agent: string };
      const own = left.get(agent);
      const answer = own === undefined || own.length < 2 ? own?.[0] : own.shift();
      if (answer === undefined) throw new Error(`nobody expected a turn of ${agent}`);
      return said(typeof answer === "string" ? answer : JSON.stringify(answer));
    };
    return world;
  }

  /** An execution whose object was lost behind its first row, as 0.8.0 stored it. */
  static begun(answer: AnswerTo, plan: Plan, options: StartOptions = {}): EngineWorld {
    const source = new EngineWorld(answer, { singly: true });
    source.begin(plan, options);
    return new EngineWorld(answer, { rows: source.journal.rows.slice(0, 1), singly: true });
  }

  /** Turns are reserved in the window of a conversation. */
  withTurns(): this {
    this.#conversation = new TurnWindow(() => this.clock.now());
    this.answerReservation = this.#conversation.reserve;
    return this;
  }

  get conversation(): TurnWindow {
    if (this.#conversation === null) throw new Error("the execution is in no conversation");
    return this.#conversation;
  }

  /** Begins an execution whose plan a model makes, and drives it. */
  async ask(
    started: Partial<ExecutionStarted>,
    answer: ModelAnswerTo,
    options: StartOptions = {},
  ): Promise<ExecutionState> {
    this.answerModel = answer;
    return this.run(planOf([]), { ...options, started: { ...started, ...options.started } });
  }

  /** Begins `plan` and drives until nothing is in flight or everything in flight waits for the test. */
  async run(plan: Plan, options: StartOptions = {}): Promise<ExecutionState> {
    this.begin(plan, options);
    return this.drive();
  }

  /** Stores the first events of `plan` with the starts of its first steps, and leaves all else to the test. */
  begin(plan: Plan, options: StartOptions = {}): void {
    const { following = [], furtherPlans = [], reused = [] } = options;
    const started = startedWith(plan, options);
    const taken = { ...started, bindings: {}, conversation: null, furtherPlans, reused };
    this.runner.begin(started, [...following, ...reusedStepEvents(taken), ...furtherPlanEvents(taken)]);
  }

  /** Begins an execution that a message starts, as an object would, and drives it. */
  async send(work: TurnWork = workOf(), text = "Hello", options: StartOptions = {}): Promise<ExecutionState> {
    this.beginTurns(work, text, options);
    return this.drive();
  }

  /** Stores the first events of an execution that a message starts, and leaves all else to the test. */
  beginTurns(work: TurnWork = workOf(), text = "Hello", options: StartOptions = {}): void {
    const sent = { ...conversation, message: text };
    this.begin(noPlan, {
      callables: turnCallables,
      ...options,
      started: {
        startedWith: "MESSAGE",
        surface: "conversation",
        contextId: work.chatId,
        turns: work,
        conversation: storedValue(sent as unknown as Json),
        modelWork: noModelWork,
        ...options.started,
      },
      limits: { maxModelCalls: 100, ...options.limits },
      following: followingEvents({
        chosenAgent: null,
        conversation: sent,
        execution: "execution",
        plan: noPlan,
        rejected: null,
        reused: [],
        turns: work,
      }),
    });
  }

  async drive(): Promise<ExecutionState> {
    void this.runner.drive();
    await settled();
    return this.state;
  }

  /** Loses the runner with everything it held in memory, and makes another from the rows. */
  crash(): void {
    this.crashes += 1;
    this.#life.lost = true;
    this.#life = { lost: false };
    this.runner = new Runner(this.#ports(), recover(this.journal).state);
  }

  /** Loses the runner with each transaction in which a row of this kind is stored, so many `times`. */
  crashAfter(kind: ExecutionEvent["kind"], times = Number.POSITIVE_INFINITY): void {
    let left = times;
    this.journal.afterAppend = (records) => {
      if (left === 0 || records.every(({ event }) => event.kind !== kind)) return;
      left -= 1;
      this.crash();
    };
  }

  get state(): ExecutionState {
    if (this.runner.state === undefined) throw new Error("the execution has not begun");
    return this.runner.state;
  }

  step(id: string) {
    return stepAt(this.state, this.state.pinned.graph.ordinalOf.get(id) ?? -1);
  }

  /** Status of every step by id. */
  statuses(): Record<string, string> {
    return Object.fromEntries(
      this.state.pinned.graph.nodes.map((node) => [node.step.id, stepAt(this.state, node.ordinal).status]),
    );
  }

  /** Everything that is stored. */
  get events(): readonly ExecutionEvent[] {
    return this.journal.read(0).records.map(({ event }) => event);
  }

  eventsOf<Kind extends ExecutionEvent["kind"]>(
    kind: Kind,
  ): readonly Extract<ExecutionEvent, { readonly kind: Kind }>[] {
    return this.events.filter(
      (event): event is Extract<ExecutionEvent, { readonly kind: Kind }> => event.kind === kind,
    );
  }

  /** Messages as `author or agent: text`, hidden ones in parentheses. */
  get messages(): readonly string[] {
    return this.eventsOf("MessageAdded").map(({ agentName, author, text, uiHidden }) => {
      const line = `${agentName ?? author}: ${String(text.inline)}`;
      return uiHidden ? `(${line})` : line;
    });
  }

  get turnsTaken(): readonly string[] {
    return this.eventsOf("TurnStarted").map(({ agentName, cause, turn }) => `${turn} ${agentName} ${cause}`);
  }

  /** Null before the end. */
  get result(): { readonly status: string; readonly code: string | null } | null {
    const { finished } = this.state;
    return finished === undefined ? null : { status: finished.status, code: finished.failure?.code ?? null };
  }

  /** Purposes of the model calls that left. */
  get purposes(): readonly string[] {
    return this.modelCalls.map((call) => call.purpose);
  }

  callsOf(stepId: string): readonly Call[] {
    return this.calls.filter((call) => call.stepId === stepId);
  }

  #ports(): RunnerPorts {
    const life = this.#life;
    /** The result of `work` while the runner lives. A lost one gets none. */
    const alive = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
      if (life.lost) return nothing();
      const result = await work();
      return life.lost ? nothing() : result;
    };
    return {
      journal: {
        append: (records) => {
          for (const some of this.singly ? records.map((record) => [record]) : [records])
            if (!life.lost) this.journal.append(some);
        },
        read: (after) => this.journal.read(after),
        value: (position) => this.journal.value(position),
      },
      call: (call, connection) =>
        alive(() => {
          this.calls.push(call);
          return connection.awaitHeaders(call.signal, () => Promise.resolve(this.answer(call)));
        }),
      maxArgumentBytes: 8_388_608,
      connections: this.#connections(),
      attachments: {
        keep: (call, result) => {
          const keeping = life.lost ? undefined : this.attachments?.keep(call, result);
          return keeping === undefined ? undefined : alive(() => keeping);
        },
        discard: (kept) => (life.lost ? undefined : this.attachments?.discard(kept)),
      },
      waits: {
        poll: (call, wait, state) =>
          alive(() => {
            this.polls.push({ call, wait, state });
            return this.answerPoll({ call, wait, state });
          }),
        stop: (call, wait, state) =>
          alive(() => {
            this.stops.push({ call, wait, state });
            return this.answerStop({ call, wait, state });
          }),
      },
      findCallables: (_, query) =>
        alive(() => {
          this.searches.push(query);
          return this.find(query);
        }),
      turns: {
        reserve: (_, reservation, signal) =>
          alive(() => {
            this.reservations.push(reservation);
            return Promise.race([this.answerReservation(reservation), abortOf(signal)]);
          }),
      },
      models: {
        call: (request, { onText, signal }) =>
          alive(() => {
            const text = (piece: string) => (life.lost ? undefined : onText?.(piece));
            const seen = { purpose: toldTo(request).purpose, request, signal, text };
            this.modelCalls.push(seen);
            return this.answerModel(seen);
          }),
        prompts: oneLinePrompts,
        keepsRequests: true,
        reserve: (state) => alive(() => this.reserve(state)),
      },
      clock: {
        now: () => this.clock.now(),
        after: (delayMs, task) => this.clock.after(delayMs, () => life.lost || task()),
      },
      random: () => 0,
      onTransition: ({ event, from, to }) => life.lost || this.observed.push(`${from} ${event ?? "-"} ${to}`),
      publish: (records, state) => {
        if (life.lost) return;
        this.published.push(...records);
        this.onNews(records, state);
        this.onPublished(state);
      },
      show: (text, state) => {
        if (life.lost) return;
        this.told.push(...text);
        this.onNews(text, state);
      },
      ignored: (callId) => life.lost || this.ignored.push(callId),
    };
  }
}

/** Never settles. */
function nothing(): Promise<never> {
  return new Promise(() => {});
}

/** Rejects once `signal` is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  promise.catch(() => undefined);
  return promise;
}

/** As many requests at a time as there are, each of which leaves in the same turn. */
const unlimited = (): Connections => ({
  admit: () => ({ awaitHeaders: (_, run) => run(), end: () => undefined }),
  onFree: () => undefined,
  rested: () => undefined,
});
