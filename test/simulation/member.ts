/**
 * One execution of a family: its rows and the tombstone of a child that was stopped before it was made, which stay, and the object that
 * works from them, which can be lost at any time (`object-life.ts`).
 * Every call is judged when it leaves, by the rules of the plan and by the book of the callees.
 */
import type { ExecutionPeer } from "../../src/durable/ports/execution-peer.ts";
import type { Call } from "../../src/durable/ports/ports.ts";
import type { AttemptResult, PollResult } from "../../src/execution/events/attempt.ts";
import type { ExecutionEvent, ExecutionStarted } from "../../src/execution/events/event.ts";
import { openTask } from "../../src/execution/state/step-task.ts";
import type { CallableDefinition } from "../../src/plan/callable.ts";
import { leafSteps } from "../../src/plan/plan-scope.ts";
import { childKeyOf } from "../../src/plan/run-definitions.ts";
import { atWork } from "../support/engine/attempt-results.ts";
import { EngineWorld, type TaskAsked } from "../support/engine/engine-world.ts";
import type { ManualClock } from "../support/engine/manual-clock.ts";
import { type CallableEffects, CallLedger } from "./call-ledger.ts";
import { isCandidate } from "./confluent-plan.ts";
import type { Tally } from "./counts.ts";
import { CallRules } from "./engine/call-rules.ts";
import { ObjectLife } from "./object-life.ts";
import type { Answer } from "./script.ts";

/** What a member needs of the simulation that it is part of. */
export interface MemberHost {
  readonly clock: ManualClock;
  readonly tally: Tally;
  /** Another execution, over the network. */
  readonly peer: (name: string) => ExecutionPeer;
  /** Whether it will begin nothing more. */
  readonly isStopped: (name: string) => boolean;
  /** What the callee answers to a call that came after `position` answers. */
  readonly answer: (
    member: Member,
    call: Call,
    position: number,
    surroundings: { readonly isFinal: boolean },
  ) => Answer;
  /** Holds an answer on its way for as long as it likes; resolves when it arrives, if at all. */
  readonly travel: (what: string) => Promise<void>;
  /** Whether a remote task that would end has ended by now, and whether the answer to a poll is lost. */
  readonly polls: (handle: string) => "ENDED" | "PENDING" | "LOST";
  /** Called before rows are stored, and after; may throw or lose the object. */
  readonly storing: (member: Member, kinds: readonly string[]) => void;
  readonly stored: (member: Member, kinds: readonly string[]) => void;
  /** A rule was broken where an error would be taken for a fault of a callee. */
  readonly broken: (error: unknown) => void;
  readonly trace: (line: string) => void;
}

export class Member {
  readonly name: string;
  readonly nick: string;
  readonly world: EngineWorld;
  /** Set by the first row. */
  ledger: CallLedger | null = null;
  readonly events: ExecutionEvent[] = [];
  /** Whether it was stopped before it was made. */
  isBuried = false;
  readonly #host: MemberHost;
  #rules: CallRules | null = null;
  #inFlight: readonly Call[] = [];
  /** Ends of remote tasks by handle, with the step that they work for. */
  readonly tasks = new Map<string, { readonly step: string; readonly end: PollResult }>();
  life: ObjectLife;

  constructor(name: string, nick: string, host: MemberHost) {
    this.name = name;
    this.nick = nick;
    this.#host = host;
    this.world = new EngineWorld((call) => this.#called(call), { clock: host.clock });
    this.world.onPublished = (state) => this.life.report.note(state, true);
    this.#watchRows();
    this.life = this.#begun();
  }

  get isBegun(): boolean {
    return this.world.runner.state !== undefined;
  }

  /** Whether it has its first row, which is a moment before its object goes on from it. */
  get isStored(): boolean {
    return this.world.journal.rows.length > 0;
  }

  get isFinished(): boolean {
    return this.isBuried || (this.isBegun && this.world.state.finished !== undefined);
  }

  /** Resumptions in a row, as the rows say; a row that may be no outcome counts as none. */
  get resumptions(): number {
    for (const event of this.events.toReversed()) {
      if (event.kind === "ExecutionResumed") return event.count;
      if (event.kind === "StepFinished" || event.kind === "HumanInputResolved") return 0;
      if (event.kind === "AttemptFailed" && !event.byCrash) return 0;
    }
    return 0;
  }

  /** Whether the object has anything left to do, or to tell. */
  get isAtRest(): boolean {
    const { runner } = this.world;
    return !runner.busy && runner.nextWakeAt() === undefined && !this.life.report.pending;
  }

  /** Clients as others find them now. */
  get clients(): ExecutionPeer {
    return this.life.requests;
  }

  /** The alarm, or a request: goes on with whatever is due. What cannot be stored ends a drive. */
  drive(): void {
    const { life } = this;
    const { runner } = this.world;
    void runner.drive().catch(() => undefined);
    // Whoever was lost meanwhile tells nobody anything.
    if (runner.state === undefined || life !== this.life) return;
    life.report.note(runner.state, true);
    void life.report.flush();
  }

  crash(): void {
    this.#host.trace(`${this.nick} is lost after row ${this.world.journal.rows.length}`);
    this.#host.tally.crashes += 1;
    this.ledger?.lost();
    this.#inFlight = [];
    this.world.crash();
    this.life = this.#begun();
  }

  cancel(by: string, reason: string): boolean {
    const { runner } = this.world;
    const isTaken = runner.cancel(by, reason);
    this.drive();
    return isTaken;
  }

  /** A remote task says by itself how it ended. */
  told(handle: string): void {
    const task = this.tasks.get(handle);
    if (task === undefined || !this.isBegun) return;
    this.#handedEnd(task.step, handle, task.end);
    this.world.runner.ended(task.step, handle, task.end);
    this.drive();
  }

  /** A new object over the rows. */
  #begun(): ObjectLife {
    const { clock, peer, trace } = this.#host;
    const { world } = this;
    const life = new ObjectLife({
      ...{ clock, peer, world },
      isBuried: () => this.isBuried,
      bury: () => {
        trace(`${this.nick} is stopped before it was made`);
        this.isBuried = true;
      },
      drive: () => this.drive(),
      poll: (call, handle) => this.#polled(call, handle),
    });
    world.answerPoll = ({ call, state, wait }: TaskAsked) => life.children.poll(call, wait, state);
    world.answerStop = async ({ call, state, wait }: TaskAsked) => {
      const isAcknowledged = await life.children.stop(call, wait, state);
      if (isAcknowledged && wait.kind === "CHILD") this.#checkStopped(wait.handle ?? "");
      return isAcknowledged;
    };
    return life;
  }

  /** What acknowledged that it is to stop has ended, is ending, or will never be made. */
  #checkStopped(name: string): void {
    if (!this.#host.isStopped(name)) this.#host.broken(new Error(`${name} acknowledged a stop and goes on`));
  }

  async #called(call: Call): Promise<AttemptResult> {
    const { answer, broken, clock, trace, travel } = this.#host;
    const { plan } = this.world.state.pinned;
    let given: Answer;
    try {
      this.#inFlight = [...this.#inFlight.filter(({ signal }) => !signal.aborted), call];
      this.#rules?.check(call, this.events, this.#inFlight);
      const position = this.ledger?.called(call, clock.now()) ?? 0;
      given = answer(this, call, position, { isFinal: isCandidate(plan, call.stepId) });
      trace(
        `${this.nick} calls ${call.callable.name} for ${call.stepId}, attempt ${call.attempt}, answer ${position + 1}`,
      );
    } catch (error) {
      broken(error);
      return new Promise(() => {});
    }
    const { life } = this;
    call.signal.addEventListener("abort", () => life === this.life && this.#cut(call), { once: true });
    await travel(`the answer to ${this.nick} ${call.stepId}`);
    if (life !== this.life || call.signal.aborted) trace(`an answer to ${this.nick} ${call.stepId} comes too late`);
    else {
      this.#inFlight = this.#inFlight.filter((other) => other !== call);
      if (given.kind === "RESULT") this.ledger?.handed(call.stepId, given.result);
    }
    if (given.kind === "RESULT") return given.result;
    this.tasks.set(given.handle, { step: call.stepId, end: given.result });
    return atWork(given.handle);
  }

  /** The attempt is over, although its answer may have come in the same turn. */
  #cut(call: Call): void {
    this.#inFlight = this.#inFlight.filter((other) => other !== call);
    this.ledger?.threatened(call.stepId);
  }

  async #polled(call: Call, handle: string): Promise<PollResult> {
    const { polls, travel } = this.#host;
    const task = this.tasks.get(handle);
    const { life } = this;
    await travel(`a poll of ${this.nick} at ${handle}`);
    if (task === undefined) throw new Error(`nobody works on ${handle}`);
    const standing = polls(handle);
    if (standing === "LOST") return { kind: "UNREACHABLE", message: "it was not heard" };
    if (standing === "PENDING") return { kind: "PENDING", note: undefined };
    const { end } = task;
    if (life === this.life) this.#handedEnd(call.stepId, handle, end);
    return end;
  }

  /** The end of a task answers a step that waits for just this one, and no other: it comes twice, and late (E8). */
  #handedEnd(step: string, handle: string, end: PollResult): void {
    const isFinal = end.kind === "SUCCEEDED" || end.kind === "FAILED";
    if (isFinal && openTask(this.world.step(step))?.handle === handle) this.ledger?.handed(step, end);
  }

  #watchRows(): void {
    const { journal } = this.world;
    const append = journal.append.bind(journal);
    journal.append = (records) => {
      const events = records.map(({ event }) => event);
      const kinds = events.map((event) =>
        "step" in event && event.step !== null ? `${event.kind} ${event.step}` : event.kind,
      );
      this.#host.storing(this, kinds);
      append(records);
      this.#host.trace(`${this.nick} stores ${kinds.join(", ")}`);
      this.#host.tally.rows += records.length;
      try {
        this.#noted(events, records.at(-1)?.occurredAt ?? 0);
      } catch (error) {
        this.#host.broken(error);
      }
      this.#host.stored(this, kinds);
    };
  }

  #noted(events: readonly ExecutionEvent[], at: number): void {
    for (const event of events) {
      if (event.kind !== "ExecutionStarted" || event.plan === null) continue;
      const { definitions, inDoubt, plan } = event;
      this.#rules = new CallRules({ ...event, plan });
      const policies = new Map(leafSteps(plan).map(({ id, policy }) => [id, policy.inDoubt ?? inDoubt]));
      const effects = new Map(
        definitions.callables.map((callable) => [callable.name, effectsOf(definitions, callable)]),
      );
      const isUnknown = { isUnsafe: true, leavesRows: true };
      const effectsOfCallable = (callable: string) => effects.get(callable) ?? isUnknown;
      this.ledger = new CallLedger(this.#host.tally, (step) => policies.get(step) ?? inDoubt, effectsOfCallable);
      this.#host.tally.executions += 1;
    }
    this.events.push(...events);
    this.ledger?.stored(events, at);
  }
}

/** What an UNSAFE callable does, or a child, has a row for each attempt (E2). */
function effectsOf(definitions: ExecutionStarted["definitions"], callable: CallableDefinition): CallableEffects {
  const isUnsafe = callable.effectClass === "UNSAFE";
  return { isUnsafe, leavesRows: isUnsafe || childKeyOf(definitions, callable) !== undefined };
}
