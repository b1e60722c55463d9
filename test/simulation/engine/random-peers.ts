/**
 * Children and remote tasks at random: they are made late or twice, end at any time, tell it once, twice or never, are stopped before they
 * are made; messages to them are lost on either way. What a peer ends with names it, so that nobody's result passes for another's.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { AttemptResult, CalleeAsks, PollResult } from "../../../src/execution/events/attempt.ts";
import type { SubBudget, UsageView } from "../../../src/execution/events/usage.ts";
import { isAuthorizing, openTask } from "../../../src/execution/state/step-task.ts";
import { noChildUsage } from "../../../src/execution/state/usage-sum.ts";
import { asks, atWork, failed, failure, succeeded } from "../../support/engine/attempt-results.ts";
import type { TaskAsked } from "../../support/engine/engine-world.ts";
import type { Seeded } from "../../support/engine/seeded.ts";

export interface Peer {
  readonly handle: string;
  readonly stepId: string;
  /** A further attempt brings an answer to what it asked. */
  attempt: number;
  readonly budget: SubBudget | null;
  end: FinalResult | null;
  toldToStop: boolean;
  /** What it waits to be permitted elsewhere. Absent for nothing. */
  permission?: CalleeAsks;
}

type FinalResult = Extract<PollResult, { readonly kind: "SUCCEEDED" | "FAILED" }>;

export class RandomPeers {
  readonly #random: Seeded;
  /** Which of those that ask wait for a permission. Undefined for none. */
  readonly #permissions: Seeded | undefined;
  readonly #peers = new Map<string, Peer>();
  /** Children that were stopped before they were made. */
  readonly #tombstones = new Set<string>();
  /** Answers that are on their way; each may make what it asks about only when it is given. */
  #open: readonly (() => void)[] = [];
  /** Whether messages may be lost or late now. */
  #isLossy = true;

  constructor(random: Seeded, permissions?: Seeded) {
    this.#random = random;
    this.#permissions = permissions;
  }

  get all(): readonly Peer[] {
    return [...this.#peers.values()];
  }

  /** Whether `call` brings an answer to a task. */
  isAnswered(call: Call): boolean {
    return this.#answered(call) !== undefined;
  }

  /** The agent takes a call and works on it, or goes on with the task that asked, whether or not its answer arrives. */
  taken(call: Call): AttemptResult {
    const answered = this.#answered(call);
    if (answered !== undefined) return this.#goingOn(answered, call);
    const handle = `task-${this.#peers.size + 1}`;
    const { attempt, stepId } = call;
    const peer: Peer = { handle, stepId, attempt, budget: null, end: null, toldToStop: false };
    this.#peers.set(handle, peer);
    const isAsking = this.#random.chance(0.2) || this.#permissions?.chance(0.6) === true;
    return isAsking ? this.#asking(peer) : atWork(handle);
  }

  /** It wants an answer, or waits until a person has permitted something elsewhere. */
  #asking(peer: Peer): CalleeAsks {
    const asked = asks(peer.handle);
    if (this.#permissions?.chance(0.9) !== true) return asked;
    const prompt = this.#permissions.pick(["Sign in", "Sign in anew"]);
    const permission = { ...asked, prompt, authorize: { link: "https://id.example/" } };
    peer.permission = permission;
    return permission;
  }

  /** What a task says while it waits for a permission: the same again, or that it has gone on. Undefined for one that does not. */
  #awaitingPermission(peer: Peer): PollResult | undefined {
    if (peer.permission === undefined || this.#permissions === undefined) return undefined;
    if (this.#isLossy && this.#permissions.chance(0.6)) return peer.permission;
    delete peer.permission;
    return this.#permissions.chance(0.3) ? this.#asking(peer) : undefined;
  }

  #answered({ continuation }: Call): Peer | undefined {
    const details = continuation?.details as { readonly handle: string | null } | undefined;
    return this.#peers.get(details?.handle ?? "");
  }

  #goingOn(peer: Peer, { attempt }: Call): AttemptResult {
    if (this.#random.chance(0.2)) return failed(this.#random.pick(["REJECTED", "NOT_SENT"]));
    peer.attempt = attempt;
    if (this.#random.chance(0.2)) return failed("UNKNOWN");
    if (peer.end !== null) return peer.end;
    delete peer.permission;
    return this.#random.chance(0.3) ? this.#asking(peer) : atWork(peer.handle);
  }

  poll(asked: TaskAsked): Promise<PollResult> {
    const lost = this.#isLossy && this.#random.chance(0.15);
    const unheard = this.#isLossy && this.#random.chance(0.15);
    return this.#later(() => {
      if (lost) return { kind: "UNREACHABLE", message: "it was not asked" };
      const found = this.#standing(asked);
      return unheard ? { kind: "UNREACHABLE", message: "it was not heard" } : found;
    });
  }

  stop({ wait }: TaskAsked): Promise<boolean> {
    const lost = this.#isLossy && this.#random.chance(0.3);
    const unheard = this.#isLossy && this.#random.chance(0.2);
    return this.#later(() => {
      const handle = wait.handle ?? "";
      const peer = this.#peers.get(handle);
      if (lost) return false;
      if (peer === undefined) this.#tombstones.add(handle);
      else {
        peer.toldToStop = true;
        peer.end ??= failedWith("CANCELLED", noChildUsage);
      }
      return !unheard;
    });
  }

  /** Whether a child that was never made cannot be made any more. */
  isBuried(handle: string): boolean {
    return this.#tombstones.has(handle);
  }

  /** One peer ends, and may tell it. False if none works. */
  endOne(tell: (peer: Peer, end: FinalResult) => void): boolean {
    const working = this.all.filter(({ end }) => end === null);
    if (working.length === 0) return false;
    const peer = this.#random.pick(working);
    peer.end =
      this.#random.weighted({ succeeds: 3, fails: 1 }) === "succeeds" ? this.#success(peer) : this.#failure(peer);
    for (let n = this.#random.pick([0, 1, 1, 2]); n > 0; n -= 1) tell(peer, peer.end);
    return true;
  }

  /** Something that has ended says so once more. */
  repeatOne(tell: (peer: Peer, end: FinalResult) => void): void {
    const ended = this.all.filter(({ end }) => end !== null);
    if (ended.length === 0) return;
    const peer = this.#random.pick(ended);
    if (peer.end !== null) tell(peer, peer.end);
  }

  /** Gives one answer that is on its way. False if none is. */
  answerOne(): boolean {
    if (this.#open.length === 0) return false;
    const give = this.#random.pick(this.#open);
    this.#open = this.#open.filter((other) => other !== give);
    give();
    return true;
  }

  /** From now on nothing is lost or late. */
  calm(): void {
    this.#isLossy = false;
    while (this.answerOne());
  }

  #later<Answer>(answer: () => Answer): Promise<Answer> {
    if (!this.#isLossy || this.#random.chance(0.5)) return Promise.resolve(answer());
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#open = [...this.#open, () => resolve(answer())];
    return promise;
  }

  #standing({ call, state, wait }: TaskAsked): PollResult {
    const handle = wait.handle ?? "";
    if (this.#tombstones.has(handle)) return failedWith("CHILD_FAILED", null);
    const { attempt, stepId } = call;
    const known = this.#peers.get(handle);
    const step = state.steps.get(state.pinned.graph.ordinalOf.get(stepId) ?? -1);
    const budget = (step === undefined ? null : openTask(step)?.reserved) ?? null;
    const peer = known ?? { handle, stepId, attempt, budget, end: null, toldToStop: false };
    if (known === undefined) {
      ok(wait.kind === "CHILD", `nobody works on the task ${handle}`);
      for (const other of this.all) {
        const isSame = other.stepId === stepId && other.attempt === attempt;
        ok(!isSame, `attempt ${attempt} of ${stepId} is made a second time under another name`);
      }
      this.#peers.set(handle, peer);
    }
    // While a task waits for a permission it is asked how it stands, and the answer of the person may reach it before that question.
    const isOvertaken = step !== undefined && isAuthorizing(step) && peer.attempt > attempt;
    deepStrictEqual(
      [peer.stepId, isOvertaken ? attempt : peer.attempt],
      [stepId, attempt],
      "two attempts share a peer",
    );
    if (peer.end !== null) return peer.end;
    const waiting = this.#awaitingPermission(peer);
    if (waiting !== undefined) return waiting;
    if (wait.kind === "REMOTE_TASK" && this.#random.chance(0.1)) return this.#asking(peer);
    return {
      kind: "PENDING",
      said: this.#random.pick(["", "reading", "writing"]) || undefined,
      note: wait.kind === "REMOTE_TASK" && this.#random.chance(0.2) ? "AUTH_REQUIRED" : undefined,
    };
  }

  #success({ budget, handle }: Peer): FinalResult {
    const result = succeeded({ peer: handle, maybe: this.#random.between(0, 9) });
    if (result.kind !== "SUCCEEDED") throw new Error("it did not succeed");
    const usage = this.#usageWithin(budget);
    const partial = this.#random.chance(0.1) ? { ...result, result: { ...result.result, isPartial: true } } : result;
    return usage === null ? partial : { ...partial, usage };
  }

  #failure({ budget }: Peer): FinalResult {
    return failedWith("CHILD_FAILED", this.#usageWithin(budget), this.#random.chance(0.5));
  }

  /** What a child consumed, never more than it was given; null if it does not say. */
  #usageWithin(budget: SubBudget | null): UsageView | null {
    if (budget === null || this.#random.chance(0.2)) return null;
    const most = (limit: number | null) => this.#random.between(0, limit ?? 20);
    return {
      ...noChildUsage,
      toolCalls: this.#random.between(0, 3),
      modelCalls: most(budget.maxModelCalls),
      inputTokens: most(budget.maxTokens),
      costMicros: most(budget.maxCostMicros),
    };
  }
}

function failedWith(code: "CHILD_FAILED" | "CANCELLED", usage: UsageView | null, retryable = false): FinalResult {
  return {
    ...{ kind: "FAILED", outcome: "ANSWERED", failure: failure(code, retryable) },
    ...(usage === null ? {} : { usage }),
  };
}
