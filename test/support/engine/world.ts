/**
 * A world for the runner in plain Node: plans from a few words, a caller that answers as a test says, a clock that the test
 * moves, a journal of text rows. `crash()` drops the runner and everything it held; the rows stay.
 */
import { reusedStepEvents } from "../../../src/durable/execution/initial-events.ts";
import { recover } from "../../../src/durable/execution/replay-journal.ts";
import type { AttachmentPort, Call, Connections, ModelCaller, RunnerPorts } from "../../../src/durable/ports/ports.ts";
import { Runner } from "../../../src/durable/runner/runner.ts";
import type { ReusedStep } from "../../../src/execution/commands/start-request.ts";
import type { AttemptResult, CalleeAsks, PollResult } from "../../../src/execution/events/attempt.ts";
import type { ExecutionEvent, ExecutionStarted, RecordedEvent } from "../../../src/execution/events/event.ts";
import { type ExecutionState, type StepWait, stepAt } from "../../../src/execution/state/state.ts";
import type { ReservationResult, TurnReservation } from "../../../src/execution/turns/turn-request.ts";
import type { Failure, FailureCode } from "../../../src/json/failure.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import { askPerson, personProvider } from "../../../src/plan/ask-person.ts";
import type { Blueprint } from "../../../src/plan/blueprint.ts";
import type { CallableDefinition, EffectClass } from "../../../src/plan/callable.ts";
import { builtInLimits, type ExecutionLimits } from "../../../src/plan/limits.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import {
  defaultStepPolicy,
  type Operand,
  type ParallelStep,
  type Plan,
  type PlanStep,
  type StepPolicy,
  type ToolStep,
} from "../../../src/plan/plan.ts";
import { type ModelAnswerTo, type ModelCallSeen, toldTo, worldPrompts } from "../models/prompt-world.ts";
import { callableOf } from "../plan/callable-of.ts";
import { ManualClock, settled } from "./manual-clock.ts";
import { MemoryJournal } from "./memory-journal.ts";

export type Answer = AttemptResult | Promise<AttemptResult>;
export type AnswerTo = (call: Call) => Answer;

/** A poll of the task that a step waits for, or a request to stop it. */
export interface TaskAsked {
  readonly call: Call;
  readonly wait: StepWait;
  readonly state: ExecutionState;
}

export interface WorldOptions {
  readonly callables?: readonly CallableDefinition[];
  readonly blueprints?: readonly Blueprint[];
  readonly limits?: Partial<ExecutionLimits>;
  readonly started?: Partial<ExecutionStarted>;
  /** What is taken over from the execution that this one derives from. */
  readonly reused?: readonly ReusedStep[];
  /** Rows that are stored with the first. */
  readonly following?: readonly ExecutionEvent[];
}

export class World {
  readonly clock: ManualClock;
  readonly journal: MemoryJournal;
  /** Every call that left, in order. */
  readonly calls: Call[] = [];
  readonly published: RecordedEvent[] = [];
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
  answerPoll: (asked: TaskAsked) => PollResult | Promise<PollResult> = () => ({ kind: "PENDING", note: null });
  answerStop: (asked: TaskAsked) => boolean | Promise<boolean> = () => true;
  /** Every reservation of a turn that was asked for, in order. */
  readonly reservations: TurnReservation[] = [];
  answerReservation: (reservation: TurnReservation) => ReservationResult | Promise<ReservationResult> = () => {
    throw new Error("nobody expected the reservation of a turn");
  };
  readonly maxArgumentBytes: number = 8_388_608;
  /** What keeps attachments of results. Null where nothing does. */
  attachments: AttachmentPort | null = null;
  /** What the tenant says to what a model call reserves. */
  reserve: (state: ExecutionState) => Failure | null | Promise<Failure | null> = () => null;
  /** Called after every transaction, in the same turn. */
  onPublished: (state: ExecutionState) => void = () => undefined;
  /** How often the runner was lost. */
  crashes = 0;
  runner: Runner;
  /** Whether the present runner lives; timers and answers of a lost one go nowhere. */
  #life = { lost: false };
  readonly #connections: () => Connections;

  /** Worlds that speak to one another share a `clock`. */
  constructor(
    answer: AnswerTo = () => succeeded({ ok: true }),
    rows: MemoryJournal["rows"] = [],
    clock: ManualClock = new ManualClock(),
    connections: () => Connections = unlimited,
  ) {
    this.#connections = connections;
    this.answer = answer;
    this.clock = clock;
    this.journal = new MemoryJournal(rows);
    this.runner = new Runner(this.#ports(), recover(this.journal).state);
  }

  /** Begins an execution whose plan a model makes, and drives it. */
  async ask(
    started: Partial<ExecutionStarted>,
    answer: ModelAnswerTo,
    options: WorldOptions = {},
  ): Promise<ExecutionState> {
    this.answerModel = answer;
    return this.run(planOf([]), { ...options, started: { ...started, ...options.started } });
  }

  /** Begins `plan` and drives until nothing is in flight or everything in flight waits for the test. */
  async run(plan: Plan, options: WorldOptions = {}): Promise<ExecutionState> {
    this.begin(plan, options);
    return this.drive();
  }

  /** Stores the first row of `plan` and leaves driving to the test. */
  begin(plan: Plan, options: WorldOptions = {}): void {
    const takenOver = reusedStepEvents({ plan, reused: options.reused ?? [] });
    this.runner.begin(startedWith(plan, options), [...(options.following ?? []), ...takenOver]);
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

  get state(): ExecutionState {
    if (this.runner.state === null) throw new Error("the execution has not begun");
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

  get purposes(): readonly string[] {
    return this.modelCalls.map((call) => call.purpose);
  }

  callsOf(stepId: string): readonly Call[] {
    return this.calls.filter((call) => call.stepId === stepId);
  }

  #ports(): RunnerPorts {
    const move = (transition: { from: string; event: string | null; to: string }) =>
      `${transition.from} ${transition.event ?? "-"} ${transition.to}`;
    const life = this.#life;
    return {
      journal: {
        append: (records) => (life.lost ? undefined : this.journal.append(records)),
        read: (after) => this.journal.read(after),
        value: (position) => this.journal.value(position),
      },
      call: async (call, connection) => {
        if (life.lost) return never();
        this.calls.push(call);
        const result = await connection.awaitHeaders(call.signal, () => Promise.resolve(this.answer(call)));
        return life.lost ? never() : result;
      },
      maxArgumentBytes: this.maxArgumentBytes,
      connections: this.#connections(),
      attachments: {
        keep: (call, result) => {
          const keeping = life.lost ? null : (this.attachments?.keep(call, result) ?? null);
          return keeping?.then((kept) => (life.lost ? new Promise(() => {}) : kept)) ?? null;
        },
        discard: (kept) => (life.lost ? undefined : this.attachments?.discard(kept)),
      },
      waits: {
        poll: async (call, wait, state) => {
          if (life.lost) return new Promise(() => {});
          this.polls.push({ call, wait, state });
          const result = await this.answerPoll({ call, wait, state });
          return life.lost ? new Promise(() => {}) : result;
        },
        stop: async (call, wait, state) => {
          if (life.lost) return new Promise(() => {});
          this.stops.push({ call, wait, state });
          const isAcknowledged = await this.answerStop({ call, wait, state });
          return life.lost ? new Promise(() => {}) : isAcknowledged;
        },
      },
      turns: {
        reserve: async (_, reservation, signal) => {
          if (life.lost) return new Promise(() => {});
          this.reservations.push(reservation);
          const answer = await Promise.race([this.answerReservation(reservation), abortOf(signal)]);
          return life.lost ? new Promise(() => {}) : answer;
        },
      },
      models: {
        call: this.#modelCaller(life),
        prompts: worldPrompts,
        reserve: async (state) => (life.lost ? new Promise<null>(() => {}) : this.reserve(state)),
      },
      clock: {
        now: () => this.clock.now(),
        after: (delayMs, task) => this.clock.after(delayMs, () => life.lost || task()),
      },
      random: () => 0,
      observer: {
        beforeEvent() {},
        enterState: (transition) => life.lost || this.observed.push(move(transition)),
        afterEvent() {},
      },
      publish: (records, state) => {
        if (life.lost) return;
        this.published.push(...records);
        this.onPublished(state);
      },
      ignored: (callId) => life.lost || this.ignored.push(callId),
    };
  }

  #modelCaller(life: { readonly lost: boolean }): ModelCaller {
    const nothing = () => new Promise<ModelResult>(() => {});
    return async (request, { onText, signal }) => {
      if (life.lost) return nothing();
      const text = (piece: string) => (life.lost ? undefined : onText?.(piece));
      const seen = { purpose: toldTo(request).purpose, request, signal, text };
      this.modelCalls.push(seen);
      const result = await this.answerModel(seen);
      return life.lost ? nothing() : result;
    };
  }
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
});

/** The id under which the API knows an execution of this world. */
export async function idOf(_: string, name: { readonly execution: string }): Promise<string> {
  return `id of ${name.execution}`;
}

export function succeeded(output: Json): AttemptResult {
  return { kind: "SUCCEEDED", result: { output, content: [], metadata: null, isPartial: false }, warning: null };
}

export function failure(code: FailureCode, retryable = true): Failure {
  return { code, message: `it failed with ${code}`, retryable, details: null };
}

export function failed(
  outcome: "NOT_SENT" | "REJECTED" | "ANSWERED" | "UNKNOWN",
  code: FailureCode = "UPSTREAM_UNAVAILABLE",
  retryAfterMs: number | null = null,
  retryable = true,
): AttemptResult {
  return { kind: "FAILED", outcome, failure: failure(code, retryable), retryAfterMs, result: null };
}

/** An answer that never comes; the attempt ends only when it is cut. */
export function never(): Promise<AttemptResult> {
  return new Promise(() => {});
}

/** An answer that the test gives when it wants to. */
export function held(): { readonly answer: Promise<AttemptResult>; readonly give: (result: AttemptResult) => void } {
  const { promise, resolve } = Promise.withResolvers<AttemptResult>();
  return { answer: promise, give: resolve };
}

export function callable(
  name: string,
  effectClass: EffectClass,
  more: Partial<CallableDefinition> = {},
): CallableDefinition {
  return callableOf({ name, effectClass, outputSchema: { type: "object" }, provider: "world", ...more });
}

/** One callable of each effect class, named after it, one that may destroy, remote agents and executions of their own. */
export const callables: readonly CallableDefinition[] = [
  callable("read", "READ_ONLY"),
  callable("idempotent", "IDEMPOTENT"),
  callable("keyed", "KEYED"),
  callable("write", "UNSAFE"),
  callable("destroy", "UNSAFE", { declaredDestructive: true }),
  callable("remote", "UNSAFE", { kind: "AGENT", provider: "peers" }),
  callable("remote_keyed", "KEYED", { kind: "AGENT", provider: "peers" }),
  child("child_write", "UNSAFE"),
  child("child_read", "READ_ONLY"),
  askPerson,
  callable("ui.review", "READ_ONLY", {
    description: "Show the plan for review",
    ui: { component: "Review", mode: "artifact" },
    responseSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
    provider: personProvider.name,
  }),
];

/** A callable that runs as an execution of its own. */
export function child(name: string, effectClass: EffectClass, more: Partial<CallableDefinition> = {}) {
  const facts = { kind: "WORKFLOW", provider: "planwright", remoteName: `workflow:${name}` } as const;
  return callable(name, effectClass, { ...facts, ...more });
}

/** An answer that the agent took the call and works on the task `handle`. */
export function atWork(handle: string, note: string | null = null): AttemptResult {
  return { kind: "WAITS", waitsFor: "REMOTE_TASK", handle, details: { at: "peers" }, note };
}

/** An answer that the callee needs a person to go on; `handle` names the task that asks. */
export function asks(handle: string | null = null): CalleeAsks {
  return { kind: "ASKS", prompt: "Which?", responseSchema: null, details: { handle }, handle };
}

export interface StepWords {
  readonly tool?: string;
  readonly with?: JsonObject;
  readonly arguments?: Operand;
  readonly after?: readonly string[];
  readonly independent?: boolean;
  readonly resultKey?: string;
  readonly policy?: Partial<StepPolicy>;
}

export function step(id: string, words: StepWords = {}): ToolStep {
  return {
    kind: "TOOL",
    id,
    index: null,
    callableName: words.tool ?? "read",
    arguments: words.arguments ?? { kind: "literal", value: words.with ?? {} },
    resultKey: words.resultKey ?? null,
    after: words.after ?? [],
    independent: words.independent ?? false,
    policy: { ...defaultStepPolicy, ...words.policy },
  };
}

export function group(id: string, children: readonly ToolStep[], more: Partial<ParallelStep> = {}): ParallelStep {
  return {
    kind: "PARALLEL",
    id,
    index: null,
    children,
    maxConcurrency: null,
    mergeStrategy: "COLLECT_ALL",
    continueOnFailure: false,
    resultKey: null,
    after: [],
    independent: false,
    ...more,
  };
}

/** An operand that takes the output of a step, or a part of it. */
export function from(id: string, ...path: (string | number)[]): Operand {
  return { kind: "reference", reference: { root: "steps", id, path, expression: `{{steps.${id}.output}}` } };
}

export function argumentsOf(entries: Record<string, Operand>): Operand {
  return { kind: "object", entries: Object.entries(entries) };
}

export function planOf(steps: readonly PlanStep[], schedule: Plan["schedule"] = "DATAFLOW"): Plan {
  return {
    schedule,
    reasoning: null,
    directResponse: null,
    steps: steps.map((planned, index) => ({ ...planned, index })),
  };
}

function startedWith(plan: Plan, options: WorldOptions): ExecutionStarted {
  return {
    kind: "ExecutionStarted",
    execution: "execution",
    publicId: "id of execution",
    tenant: "default",
    surface: "graphql",
    idempotencyKey: null,
    fingerprint: "fingerprint",
    subject: "anonymous",
    origin: { root: "execution", parent: null, depth: 0, ancestors: [] },
    title: "what was asked",
    derivation: null,
    requestId: "request",
    contextId: null,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    tracestate: null,
    codeVersion: "test",
    labels: [],
    startedWith: "PLAN",
    onInvalidPlan: "REJECT",
    conversation: null,
    ...{ callable: null, message: null, input: null },
    modelWork: noModelWork,
    dialect: "TYPED",
    plan,
    planHash: "hash",
    definitions: {
      callables: options.callables ?? callables,
      providers: [
        { name: "world", kind: "MCP", url: "https://world.example/mcp", bearerSecret: null, connection: null },
        { name: "agents", kind: "HTTP_AGENT", url: "https://agents.example", bearerSecret: null, connection: null },
        { name: "peers", kind: "A2A", url: "https://peers.example/a2a", bearerSecret: null, connection: null },
        { name: "planwright", kind: "CHILD", url: "", bearerSecret: null, connection: null },
        personProvider,
      ],
      blueprints: options.blueprints ?? [],
      catalogRevision: "1",
    },
    bindings: storedValue({}),
    limits: { ...builtInLimits.defaults, ...options.limits },
    inDoubt: "FAIL",
    approval: "DECLARED_DESTRUCTIVE",
    humanInputTimeoutMs: 3_600_000,
    turns: null,
    ...options.started,
  };
}
