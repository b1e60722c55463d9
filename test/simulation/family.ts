/**
 * An execution with its children and grandchildren, each a real runner over rows of its own, brought from its start to its end under the
 * disturbances that it is given: objects lost after any row and amid calls, rows refused, answers lost, late or after their attempt,
 * messages between parent and child lost, late or doubled, alarms and requests that race, people who answer twice, a cancel at any point.
 * At last everything calms down, and everybody must come to rest.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { recover } from "../../src/durable/recover.ts";
import type { AttemptResult } from "../../src/plan/attempt.ts";
import type { QuestionState } from "../../src/plan/question-state.ts";
import { ManualClock, settled } from "../engine/manual-clock.ts";
import { Seeded } from "../engine/seeded.ts";
import { failed } from "../engine/world.ts";
import { given } from "../fakes/given-response.ts";
import type { Cut, InsertedCut } from "./call-ledger.ts";
import type { ConfluentRun } from "./confluent-plan.ts";
import type { Tally } from "./counts.ts";
import { Member, type MemberHost } from "./member.ts";
import { Network } from "./network.ts";
import { answerTo, type PersonsMind, personAnswers } from "./script.ts";

/** How rough a run is; all zero for an undisturbed one. */
export interface Disturbances {
  /** Chance that an object is lost after a row, and that a row is refused. */
  readonly crash: number;
  readonly refused: number;
  /** Chance that a step of the simulation cancels the root. */
  readonly cancel: number;
  /** Chance that a message between executions is lost, on each way. */
  readonly network: number;
  /** Chance that an answer comes when the simulation lets it, and that it never does. */
  readonly held: number;
  readonly silent: number;
  /** The one row, counted over all executions, after which the object is lost. Null for none. */
  readonly crashAfterRow: number | null;
  /** Steps of the simulation before everything calms down. */
  readonly steps: number;
}

export const undisturbed: Disturbances = {
  ...{ crash: 0, refused: 0, cancel: 0, network: 0, held: 0, silent: 0, crashAfterRow: null, steps: 0 },
};

/** Cuts that an undisturbed run is told of, by execution. */
export type Insertions = ReadonlyMap<string, readonly Cut[]>;

/** Ways to break the world on purpose, to see that it is noticed. */
export type Mutant =
  | "LOSES_NEWEST_ROW"
  | "REPEATS_FINISHED_STEP"
  | "GIVES_UP_ANSWERED"
  | "LOSES_STOPS"
  | "SWAPS_OUTPUTS";

export interface FamilyParts {
  readonly seed: number;
  readonly run: ConfluentRun;
  readonly disturbances: Disturbances;
  readonly insertions: Insertions;
  readonly tally: Tally;
  readonly trace: (line: string) => void;
  readonly mutant: Mutant | null;
}

/** Resumptions without an outcome that are let happen; one more ends the execution (E6). */
const mostResumptions = 5;

export class Family {
  readonly members = new Map<string, Member>();
  readonly clock = new ManualClock();
  readonly #parts: FamilyParts;
  readonly #random: Seeded;
  readonly #network: Network;
  readonly #host: MemberHost;
  readonly #trace: FamilyParts["trace"];
  #held: (() => void)[] = [];
  #isDisturbed = false;
  #rows = 0;
  #broken: unknown = null;

  constructor(parts: FamilyParts) {
    this.#parts = parts;
    const { disturbances, mutant, seed, tally } = parts;
    const beganAt = this.clock.now();
    const trace = (line: string) => parts.trace(`${this.clock.now() - beganAt} ms: ${line}`);
    this.#trace = trace;
    this.#random = new Seeded(seed ^ 0x5eed);
    this.#network = new Network(
      {
        ...{ random: this.#random, tally, trace },
        peer: (name) => this.#member(name).doors,
        life: (name) => this.#member(name).life,
        nick: (name) => this.#member(name).nick,
        losesStops: mutant === "LOSES_STOPS",
      },
      disturbances.network,
    );
    this.#host = this.#memberHost();
  }

  get root(): Member {
    return this.#member("execution");
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    const { disturbances, run } = this.#parts;
    this.root.world.begin(run.plan, run.options);
    if (this.#parts.mutant === "GIVES_UP_ANSWERED") this.#loseAnswers(this.root);
    this.#isDisturbed = true;
    for (let n = disturbances.steps; n > 0 && !this.root.isFinished; n -= 1) {
      await this.#step();
      this.#check();
    }
    if (disturbances.crashAfterRow === null) this.#isDisturbed = false;
    this.#network.calm();
    await this.#finish();
    this.#isDisturbed = false;
    await this.#disturbTheEnd();
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const { disturbances } = this.#parts;
    const member = random.pick([...this.members.values()]);
    const what = random.weighted({
      ...{ drive: 4, answer: 6, message: 4, respond: 2, tell: 2, wait: 1, wake: 2 },
      crash: disturbances.crash * 15,
      cancel: disturbances.cancel * 20,
    });
    switch (what) {
      case "drive":
        // Twice, as a request and the alarm would.
        for (let n = random.between(1, 2); n > 0; n -= 1) member.drive();
        break;
      case "answer":
        for (let n = random.between(1, 3); n > 0; n -= 1) this.#giveOne();
        break;
      case "message":
        for (let n = random.between(1, 3); n > 0; n -= 1) this.#network.deliverOne();
        break;
      case "respond":
        this.#respond(member);
        break;
      case "tell":
        this.#tell(member);
        break;
      case "wait":
        await this.clock.advance(random.pick([1, 50, 500, 5_000, 20_000]));
        break;
      case "wake":
        await this.#wake(member);
        break;
      case "crash":
        this.#checkFold(member);
        this.#crash(member);
        break;
      case "cancel":
        this.#attempted(() => {
          if (this.root.cancel("someone", "it is not needed")) this.#parts.tally.cancels += 1;
        });
        break;
    }
    if (random.chance(0.75)) await settled();
  }

  /** Brings everybody to rest as alarms would, without further trouble. */
  async #finish(): Promise<void> {
    for (let n = 0; ; n += 1) {
      const lost = [...this.members.values()].filter((member) => !member.isFinished && member.isBegun);
      ok(n < 600, `${lost.map(({ nick }) => nick).join(", ") || "somebody at its end"} does not come to rest`);
      for (const member of [...this.members.values()]) member.drive();
      await settled();
      while (this.#giveOne());
      await settled();
      this.#check();
      const isAsked = [...this.members.values()].map((member) => this.#respond(member)).some(Boolean);
      if (isAsked || this.#held.length > 0) continue;
      const members = [...this.members.values()];
      if (members.every((member) => member.isAtRest)) break;
      if (members.some(({ world }) => world.runner.busy)) await this.clock.advance(60_000);
      else {
        const times = members.flatMap(({ world }) => world.runner.nextWakeAt() ?? []);
        if (times.length > 0) await this.clock.advance(Math.max(0, Math.min(...times) - this.clock.now()));
      }
    }
    for (const member of this.members.values()) {
      this.#parts.tally.lost += member.isFinished || !member.isBegun ? 0 : 1;
      ok(member.isFinished || !member.isBegun, `${member.nick} is at rest and has not ended`);
      ok(member.isFinished, `${member.nick} was never made, and nobody saw to it that it never will be`);
    }
  }

  /** Whatever still comes after the end changes nothing (E8). */
  async #disturbTheEnd(): Promise<void> {
    const rows = this.#rows;
    for (const member of this.members.values()) {
      if (!member.isBegun) continue;
      this.#checkFold(member);
      this.#tell(member);
      member.crash();
      this.#parts.tally.crashes -= 1;
      ok(!member.world.runner.cancel("someone", null), `${member.nick} is cancelled after its end`);
      this.#respond(member);
      member.drive();
    }
    await settled();
    deepStrictEqual(this.#rows, rows, "rows after the end");
    this.#check();
  }

  #member(name: string): Member {
    const known = this.members.get(name);
    if (known !== undefined) return known;
    const nick = this.members.size === 0 ? "root" : `child ${this.members.size} (${name.slice(0, 6)})`;
    const member = new Member(name, nick, this.#host);
    this.members.set(name, member);
    return member;
  }

  #memberHost(): MemberHost {
    const { disturbances, tally } = this.#parts;
    const trace = this.#trace;
    const random = this.#random;
    return {
      ...{ clock: this.clock, tally, trace },
      peer: (name) => this.#network.to(name),
      isStopped: (name) => {
        const { isFinished, world } = this.#member(name);
        return isFinished || (world.runner.state !== null && world.state.cancelRequested !== null);
      },
      answer: (member, call, position, { isFinal }) => {
        const isRepeated = this.#parts.mutant === "SWAPS_OUTPUTS" && position === 0;
        const cut = this.#insertedCut(member, call.stepId, position);
        if (cut !== null) return { kind: "RESULT", result: cut };
        const isAgent = call.provider.kind === "A2A";
        const callId = isRepeated ? `${call.callId} of another` : call.callId;
        return answerTo(this.#parts.seed, { callId, position, isAgent, isFinal });
      },
      travel: (what) => {
        if (!this.#isDisturbed || !random.chance(disturbances.held)) return Promise.resolve();
        if (random.chance(disturbances.silent)) {
          trace(`${what} is lost`);
          return new Promise(() => {});
        }
        return new Promise((resolve) => this.#held.push(resolve));
      },
      looks: () => {
        if (!this.#isDisturbed || disturbances.held === 0) return "ENDED";
        return random.weighted({ ENDED: 3, PENDING: 2, LOST: 1 });
      },
      storing: (member, kinds) => {
        if (!this.#isDisturbed || kinds.includes("ExecutionStarted") || !random.chance(disturbances.refused)) return;
        trace(`${member.nick} cannot store ${kinds.join(", ")}`);
        tally.refusedRows += 1;
        member.ledger?.lost();
        throw new NotStored();
      },
      stored: (member, kinds) => {
        this.#rows += kinds.length;
        if (this.#parts.mutant === "REPEATS_FINISHED_STEP") repeatFinished(member, kinds);
        const { crashAfterRow } = disturbances;
        const isThisRow =
          crashAfterRow !== null && this.#rows >= crashAfterRow && this.#rows - kinds.length < crashAfterRow;
        if (this.#isDisturbed && (isThisRow || random.chance(disturbances.crash))) this.#crash(member);
      },
      broken: (error) => {
        this.#broken ??= error;
      },
    };
  }

  /** The answer that tells an undisturbed run of a cut; each is told once. */
  #insertedCut(member: Member, step: string, position: number): AttemptResult | null {
    const already = member.ledger?.cuts.filter((cut) => cut.step === step && cut.position === position).length ?? 0;
    const here = this.#parts.insertions
      .get(member.name)
      ?.filter((cut) => cut.step === step && cut.position === position);
    const cut = here?.[already];
    if (cut === undefined) return null;
    const told: InsertedCut = { ...failed("UNKNOWN", cut.code), inserted: true };
    return told;
  }

  #crash(member: Member): void {
    // One more resumption without an outcome would end it, and rightly.
    if (!member.isBegun || member.isFinished || member.resumptions >= mostResumptions) return;
    if (this.#parts.mutant === "LOSES_NEWEST_ROW" && member.world.journal.rows.length > 1)
      member.world.journal.rows.pop();
    member.crash();
  }

  /** E2: the state is the fold of the rows, and of nothing else. */
  #checkFold({ nick, world }: Member): void {
    deepStrictEqual(recover(world.journal).state, world.runner.state, `${nick} is not what its rows say`);
  }

  /** Of a world that is broken on purpose: every answer comes, and counts as lost. */
  #loseAnswers({ world }: Member): void {
    const { answer } = world;
    world.answer = async (call) => {
      await answer(call);
      return { kind: "INTERRUPTED", cause: "CRASH" };
    };
  }

  #giveOne(): boolean {
    if (this.#held.length === 0) return false;
    const chosen = this.#random.pick(this.#held);
    this.#held = this.#held.filter((other) => other !== chosen);
    chosen();
    return true;
  }

  /** Time passes until the alarm of `member`; nobody who means to answer lets a question lapse meanwhile. */
  async #wake(member: Member): Promise<void> {
    for (const other of this.members.values()) while (this.#respond(other));
    const wakeAt = member.world.runner.nextWakeAt();
    const isAsked = [...this.members.values()].some((other) => this.#openQuestion(other) !== null);
    // The deadline of the execution is no disturbance.
    const isSoon = wakeAt !== null && wakeAt - this.clock.now() < 2 * 3_600_000;
    if (isSoon && !isAsked) await this.clock.advance(Math.max(0, wakeAt - this.clock.now()));
    member.drive();
  }

  /** A person answers one question, and once more the other way round, which must not count. Returns whether one was open. */
  #respond(member: Member): boolean {
    const open = this.#openQuestion(member);
    if (open === null) return false;
    const { mind, question } = open;
    const isAccepted = mind === "ACCEPT";
    const response = question.responseSchema === null ? null : { maybe: 1 };
    this.#trace(`${question.requestId} of ${member.nick} is ${isAccepted ? "accepted" : "declined"}`);
    this.#attempted(() => {
      const { runner } = member.world;
      const first = runner.respond(
        given(question.requestId, isAccepted, "someone", null, isAccepted ? response : null),
      );
      deepStrictEqual(first.kind, "RESOLVED", `the first answer to ${question.requestId} is ${first.kind}`);
      const second = runner.respond(
        given(question.requestId, !isAccepted, "another", null, isAccepted ? null : response),
      );
      ok(second.kind !== "RESOLVED", `a second answer to ${question.requestId} counts`);
    });
    member.drive();
    return true;
  }

  /** The first open question that somebody means to answer. */
  #openQuestion(member: Member): { readonly question: QuestionState; readonly mind: PersonsMind } | null {
    const state = member.world.runner.state;
    if (state === null || state.finished !== null || state.cancelRequested !== null) return null;
    const lists = [
      { step: null, questions: state.planQuestion === null ? [] : [state.planQuestion] },
      ...state.pinned.graph.nodes.map(({ ordinal, step }) => ({
        step: step.id,
        questions: state.steps[ordinal]?.questions ?? [],
      })),
    ];
    for (const { questions, step } of lists) {
      const nth = questions.length;
      const question = questions.at(-1);
      if (question === undefined || question.resolution !== null) continue;
      const mind = personAnswers(this.#parts.seed, member.name, step, nth);
      if (mind !== "SILENCE") return { question, mind };
    }
    return null;
  }

  /** A remote task says that it has ended, whether or not it was told before. */
  #tell(member: Member): void {
    const handles = [...member.tasks.keys()];
    if (handles.length > 0) this.#attempted(() => member.told(this.#random.pick(handles)));
  }

  #attempted(task: () => unknown): void {
    try {
      task();
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
    }
  }

  #check(): void {
    if (this.#broken !== null) throw this.#broken;
    for (const { isFinished, nick, world } of this.members.values())
      if (world.runner.state !== null && !isFinished)
        ok(world.runner.busy || world.runner.nextWakeAt() !== null, `nothing will ever wake ${nick}`);
  }
}

/** Of a world that is broken on purpose: what has finished is called once more. */
function repeatFinished({ world }: Member, kinds: readonly string[]): void {
  const call = world.calls.find(({ stepId }) => kinds.includes(`StepFinished ${stepId}`));
  if (call !== undefined) void world.answer(call);
}

class NotStored extends Error {}
