/**
 * One simulated tenant, named by its seed: executions that wait for events of two addresses, and whoever sends them, early, late and twice.
 * Objects of executions and the mailbox are lost, messages between them and answers to them too. Executions are cancelled, their waits end
 * by time, and by siblings that are faster. Rules are checked at the end, when all messages get through:
 *
 * - An event is taken by one step at most, with what was sent, and its sender is told so exactly if it was.
 * - No event is kept while a step waits for it.
 * - Every execution comes to its end.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { JsonObject } from "../../../src/json/json.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { leafSteps } from "../../../src/plan/plan-scope.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import type { EngineWorld } from "../../support/engine/engine-world.ts";
import { EventWorld } from "../../support/engine/event-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

/** What is broken: the mailbox forgets whom it gave an event, or who waits, or an event counts again that was taken. */
export type EventMutant = "GIVES_TWICE" | "LOSES_WAITS" | "TAKES_TWICE";

/** Longer than any two waits. */
const longMs = 4_100_000;

interface Sent {
  readonly name: string;
  readonly payload: number;
  readonly eventId: string;
}

export class EventSimulation {
  readonly world = new EventWorld();
  readonly #random: Seeded;
  readonly #mutant: EventMutant | null;
  readonly #sent: Sent[] = [];

  constructor(seed: number, mutant: EventMutant | null = null) {
    this.#random = new Seeded(seed);
    this.#mutant = mutant;
  }

  /** Throws what rule was broken. */
  async run(): Promise<void> {
    const loses = this.#random.pick([0, 0.1, 0.3]);
    this.world.losesAnswer = () => this.#random.chance(loses);
    for (let n = this.#random.between(10, 60); n > 0; n -= 1) await this.#step();
    this.world.losesAnswer = () => false;
    this.world.isOpen = true;
    this.world.isReachable = true;
    // What was lost is asked for again, and what is due is brought.
    for (let n = 0; n < 3; n += 1) await this.#driveAll();
    await this.#ring(1_300_000);
    this.#checkQuiet();
    await this.#ring(longMs);
    this.#checkEnd();
  }

  async #step(): Promise<void> {
    const { clock, executions } = this.world;
    const known = [...executions.values()];
    const what = this.#random.weighted({ begin: 4, send: 6, again: 1, lose: 2, crash: 3, cancel: 1, cut: 2, pass: 4 });
    if (what === "begin" && executions.size < 6) await this.#begin(`x${executions.size}`);
    else if (what === "send") this.#send();
    else if (what === "again" && this.#sent.length > 0) void this.#sendAgain();
    else if (what === "lose") this.#loseMailbox();
    else if (what === "crash" && known.length > 0) this.#crash(this.#random.pick(known));
    else if (what === "cancel" && known.length > 0) this.#random.pick(known).runner.cancel("someone", undefined);
    else if (what === "cut") this.#cut();
    else await clock.advance(this.#random.pick([1, 900, 2_000, 15_000]));
    await settled();
    await this.#driveAll();
    if (this.#random.chance(0.5)) await this.world.ring();
  }

  async #begin(name: string): Promise<void> {
    const execution = this.world.execution(name, () => succeeded({}));
    execution.begin(this.#plan(), { started: { execution: name } });
    await execution.drive();
  }

  #plan(): Plan {
    const wait = (id: string) =>
      step(id, {
        tool: "cp__wait_for_event",
        with: { name: this.#address(), timeoutSeconds: this.#random.pick([5, 60, 2_000]) },
        policy: { continueOnFailure: true },
      });
    const nap = step("g.nap", { tool: "cp__sleep", with: { seconds: this.#random.pick([1, 20]) } });
    const raced = group("g", [{ ...wait("g.wait"), policy: wait("p").policy }, nap], {
      mergeStrategy: "FIRST_SUCCESS",
      continueOnFailure: true,
    });
    const steps = [wait("first"), step("call"), this.#random.chance(0.5) ? wait("second") : raced];
    return planOf(steps, this.#random.pick(["DATAFLOW", "SEQUENTIAL"]));
  }

  #address(): string {
    return this.#random.pick(["paid", "sent"]);
  }

  #send(): void {
    const payload = this.#sent.length;
    const sent = { name: this.#address(), payload, eventId: `e${payload}` };
    this.#sent.push(sent);
    void this.world.send(sent.name, { ...sent, keepMs: this.#random.pick([0, 3_000, 2_000_000]) });
  }

  async #sendAgain(): Promise<void> {
    const { eventId, name, payload } = this.#random.pick(this.#sent);
    await this.world.send(name, { eventId, payload });
  }

  #crash(execution: EngineWorld): void {
    if (this.#random.chance(0.5)) execution.crash();
    else execution.crashAfter("StepFinished", 1);
  }

  #cut(): void {
    this.world.isOpen = this.#random.chance(0.6);
    this.world.isReachable = this.#random.chance(0.6);
  }

  #loseMailbox(): void {
    const { sql } = this.world;
    const exists = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'sent_event'").toArray().length > 0;
    if (exists && this.#mutant === "GIVES_TWICE")
      sql.exec("UPDATE sent_event SET wait = NULL, execution = NULL, step = NULL, due = NULL WHERE delivered IS NULL");
    if (exists && this.#mutant === "LOSES_WAITS") sql.exec("DELETE FROM event_wait");
    if (exists && this.#mutant === "TAKES_TWICE")
      sql.exec("UPDATE sent_event SET wait = NULL, delivered = NULL, payload = '0' WHERE delivered IS NOT NULL");
    this.world.lose();
  }

  async #driveAll(): Promise<void> {
    for (const execution of this.world.executions.values()) await execution.drive();
  }

  /** Lets time pass, and everything that is due happen. */
  async #ring(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 100_000) {
      await this.world.clock.advance(Math.min(left, 100_000));
      await this.#driveAll();
      await this.world.ring();
      await this.#driveAll();
    }
  }

  #checkQuiet(): void {
    const taken = this.#taken();
    for (const { eventId, name } of this.#sent) {
      const view = this.world.find(name, eventId);
      ok(view !== undefined, `${eventId} is forgotten`);
      ok(view.status !== "DELIVERING", `${eventId} is on its way for ever`);
      deepStrictEqual(view.status === "DELIVERED", taken.has(eventId), `${eventId} is ${view.status}`);
      const waits = [...this.world.executions.values()].some((execution) => isAwaited(execution, name));
      ok(view.status !== "KEPT" || !waits, `${eventId} is kept while a step waits for it`);
    }
  }

  #checkEnd(): void {
    for (const [name, { state }] of this.world.executions) ok(state.finished !== undefined, `${name} has no end`);
    this.#taken();
  }

  /** Ids of the events that steps took. Throws if one was taken twice, or is not what was sent. */
  #taken(): ReadonlySet<string> {
    const taken = new Set<string>();
    for (const [name, { journal, state }] of this.world.executions) {
      for (const planned of leafSteps(state.pinned.plan)) {
        const { output } = state.steps.get(state.pinned.graph.ordinalOf.get(planned.id) ?? -1) ?? {};
        if (planned.callableName !== "cp__wait_for_event" || output === undefined) continue;
        const { eventId, payload } = journal.value(output) as JsonObject;
        const sent = this.#sent.find((known) => known.eventId === eventId);
        deepStrictEqual(payload, sent?.payload, `${planned.id} of ${name} got another payload of ${eventId}`);
        const address = planned.arguments.kind === "literal" ? (planned.arguments.value as JsonObject).name : null;
        deepStrictEqual(address, sent?.name, `${planned.id} of ${name} got an event that it does not wait for`);
        ok(!taken.has(String(eventId)), `${eventId} was taken twice`);
        taken.add(String(eventId));
      }
    }
    return taken;
  }
}

/** Whether a step waits for an event of this name. */
function isAwaited({ state }: EngineWorld, name: string): boolean {
  return state.steps.all.some(({ wait }) => wait?.kind === "EVENT" && (wait.details as JsonObject).name === name);
}
