/**
 * An execution with its children and grandchildren, each a real runner over rows of its own, brought from its start to its end under the
 * disturbances that it is given: objects lost after any row and amid calls, rows refused, answers lost, late or after their attempt,
 * messages between parent and child lost, late or doubled, alarms and requests that race, people who answer twice, a cancel at any point.
 * At last everything calms down, and everybody must come to rest.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { recover } from "../../src/durable/execution/replay-journal.ts";
import type { AttemptResult } from "../../src/execution/events/attempt.ts";
import { failed } from "../support/engine/attempt-results.ts";
import { ManualClock, settled } from "../support/engine/manual-clock.ts";
import { attempted, NotStored } from "../support/engine/not-stored.ts";
import { Seeded } from "../support/engine/seeded.ts";
import type { InsertedCut, Insertions } from "./call-ledger.ts";
import type { ConfluentRun } from "./confluent-plan.ts";
import type { Tally } from "./counts.ts";
import type { Disturbances } from "./disturbances.ts";
import { Member, type MemberHost } from "./member.ts";
import { breakCalls, breakRows, breakStored, brokenClients, type Mutant } from "./mutants.ts";
import { Network } from "./network.ts";
import { People } from "./people.ts";
import { answerTo } from "./script.ts";

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
  readonly #people: People;
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
        peer: (name) => brokenClients(mutant, this.#member(name)),
        life: (name) => this.#member(name).life,
        nick: (name) => this.#member(name).nick,
        losesStops: mutant === "LOSES_STOPS",
      },
      disturbances.network,
    );
    this.#people = new People({ seed, trace, mutant });
    this.#host = this.#memberHost();
  }

  get root(): Member {
    return this.#member("execution");
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    const { disturbances, run } = this.#parts;
    this.root.world.begin(run.plan, run.options);
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
        this.#people.respond(member);
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
        attempted(() => {
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
      const isAsked = [...this.members.values()].map((member) => this.#people.respond(member)).some(Boolean);
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
      ok(!member.world.runner.cancel("someone", undefined), `${member.nick} is cancelled after its end`);
      this.#people.respond(member);
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
    breakCalls(this.#parts.mutant, member);
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
        return isFinished || (world.runner.state !== undefined && world.state.cancelRequested !== undefined);
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
      polls: () => {
        if (!this.#isDisturbed || disturbances.held === 0) return "ENDED";
        return random.weighted({ ENDED: 3, PENDING: 2, LOST: 1 });
      },
      storing: (member, kinds) => {
        if (
          !this.#isDisturbed ||
          kinds.includes("ExecutionStarted") ||
          !kinds.some(() => random.chance(disturbances.refused))
        )
          return;
        trace(`${member.nick} cannot store ${kinds.join(", ")}`);
        tally.refusedRows += 1;
        member.ledger?.lost();
        throw new NotStored();
      },
      stored: (member, kinds) => {
        this.#rows += kinds.length;
        breakStored(this.#parts.mutant, member, kinds);
        const { crashAfterRow } = disturbances;
        const isThisRow =
          crashAfterRow !== null && this.#rows >= crashAfterRow && this.#rows - kinds.length < crashAfterRow;
        const isLost = isThisRow || kinds.some(() => random.chance(disturbances.crash));
        if (this.#isDisturbed && isLost) this.#crash(member);
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

  /** Loses the object of `member`, and with it all that share it. */
  #crash(member: Member): void {
    const sharing = this.#parts.disturbances.isHosted ? [...this.members.values()] : [member];
    const lost = sharing.filter(({ isFinished, isStored }) => isStored && !isFinished);
    // One more resumption without an outcome would end it, and rightly.
    if (lost.some(({ resumptions }) => resumptions >= mostResumptions)) return;
    for (const each of lost) {
      breakRows(this.#parts.mutant, each);
      each.crash();
    }
  }

  /** E2: the state is the fold of the rows, and of nothing else. */
  #checkFold({ nick, world }: Member): void {
    deepStrictEqual(recover(world.journal).state, world.runner.state, `${nick} is not what its rows say`);
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
    for (const other of this.members.values()) while (this.#people.respond(other));
    const wakeAt = member.world.runner.nextWakeAt();
    const isAsked = [...this.members.values()].some((other) => this.#people.openQuestion(other) !== null);
    // The deadline of the execution is no disturbance.
    const isSoon = wakeAt !== undefined && wakeAt - this.clock.now() < 2 * 3_600_000;
    if (isSoon && !isAsked) await this.clock.advance(Math.max(0, wakeAt - this.clock.now()));
    member.drive();
  }

  /** A remote task says that it has ended, whether or not it was told before. */
  #tell(member: Member): void {
    const handles = [...member.tasks.keys()];
    if (handles.length > 0) attempted(() => member.told(this.#random.pick(handles)));
  }

  #check(): void {
    if (this.#broken !== null) throw this.#broken;
    for (const { isFinished, nick, world } of this.members.values())
      if (world.runner.state !== undefined && !isFinished)
        ok(world.runner.busy || world.runner.nextWakeAt() !== undefined, `nothing will ever wake ${nick}`);
  }
}
