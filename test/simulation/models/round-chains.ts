/**
 * Chains of executions whose model plans again, each derived from the one before at random, with callees that fail, answers that are lost and objects
 * that die. Judged from rows and calls: what is taken over is not called, no key is used for other arguments, and what may have had its
 * effect is not called again under another key, or at all where it is unsafe, unless somebody said so.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "../../../src/durable/ports/ports.ts";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { nextRound, planOfRoundAsWritten } from "../../../src/execution/state/round-state.ts";
import { canonicalJson, type Json } from "../../../src/json/json.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import { roundOfStep } from "../../../src/plan/order/round-ids.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { derivedRunOf } from "../../support/engine/derived-run.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { directResponse, modelFailed, said } from "../../support/models/model-answers.ts";
import { withRounds } from "../../support/models/model-work.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf } from "../../support/plan/plan-steps.ts";
import { checkModelRows } from "./model-rows.ts";

const longest = 4;

const classes = { read: "READ_ONLY", keyed: "KEYED", write: "UNSAFE" } as const;
type Tool = keyof typeof classes;
const tools = Object.keys(classes) as Tool[];

/** A call that may have had its effect. */
interface Doubt {
  readonly step: string;
  readonly key: string;
  readonly sent: string;
  readonly isUnsafe: boolean;
}

const sentBy = ({ arguments: given, callable: { name } }: Pick<Call, "arguments" | "callable">) =>
  `${name} ${canonicalJson(given)}`;

/** What is known of the calls of a chain. */
class Knowledge {
  readonly #sent = new Map<string, string>();
  doubts: readonly Doubt[] = [];

  /** Takes in an execution that has ended. */
  add(world: EngineWorld): void {
    for (const call of world.calls) {
      const sent = sentBy(call);
      deepStrictEqual(this.#sent.get(call.callId) ?? sent, sent, `${call.stepId} uses a key for other arguments`);
      this.#sent.set(call.callId, sent);
    }
    for (const { stepId, callId, callable: own, ...call } of world.calls) {
      const step = world.step(stepId);
      const isKeyed = own.name === "keyed";
      const isClear = step.status === "SUCCEEDED" || (step.outcome === "ANSWERED" && isKeyed);
      const isUnknown = step.outcome === "UNKNOWN" || step.attempts.some(({ outcome }) => outcome === "UNKNOWN");
      // What only this call was refused for says nothing of an earlier one under its key.
      if (isClear || isUnknown) this.doubts = this.doubts.filter(({ key }) => key !== callId);
      if (own.name === "read" || isClear || !isUnknown) continue;
      const sent = sentBy({ callable: own, arguments: call.arguments });
      this.doubts = [...this.doubts, { step: stepId, key: callId, sent, isUnsafe: own.name === "write" }];
    }
  }

  /** Nothing that may have had its effect is done again without a word in `named`. */
  check(world: EngineWorld, named: ReadonlySet<string>): void {
    for (const { isUnsafe, key, sent, step } of this.doubts) {
      const again = world.calls.filter((call) => sentBy(call) === sent);
      const isAllowed = named.has(step) || again.every((call) => call.callId === key && !isUnsafe);
      ok(isAllowed, `${step} is called again without a word`);
    }
  }

  /** What was named and stands in a plan that is made anew is known to whoever named it, and to nobody else from here on. */
  forget(steps: readonly string[], round: number): void {
    const given = new Set(steps.filter((step) => roundOfStep(step) > round));
    this.doubts = this.doubts.filter(({ step }) => !given.has(step));
  }
}

/** One execution with its trouble. */
class Run {
  readonly world: EngineWorld;
  #mustCrash = false;

  readonly #random: Seeded;

  constructor(random: Seeded) {
    this.#random = random;
    this.world = new EngineWorld(() => this.#answer());
    this.world.answerModel = ({ purpose }) => (purpose === "PLAN" ? this.#plan() : said("done"));
  }

  /** Runs to the end, or fails. */
  async toEnd(begin: (world: EngineWorld) => void): Promise<void> {
    const { world } = this;
    const random = this.#random;
    begin(world);
    for (let n = 0; world.state.finished === undefined; n += 1) {
      ok(n < 200, "the execution does not end");
      await world.drive();
      if (this.#mustCrash || random.chance(0.1)) {
        this.#mustCrash = false;
        world.crash();
      } else if (random.chance(0.02)) world.runner.cancel("someone", undefined);
      else await world.clock.advance(random.pick([1, 1_000, 60_000]));
    }
  }

  /** No two steps make the same call, but a plan that is made anew may make that of the earlier one in its place. */
  #plan(): ModelResult {
    const random = this.#random;
    const what = random.weighted({ calls: 70, answer: 15, wrong: 8, trouble: 7 });
    if (what === "answer") return directResponse("enough");
    if (what === "wrong") return said("no plan");
    if (what === "trouble") return modelFailed("REJECTED", "MODEL_ERROR", null, false);
    const place = 10 * nextRound(this.world.state);
    const calls = Array.from({ length: random.between(1, 3) }, (_, index) => ({
      tool_name: random.pick(tools),
      arguments: { n: place + index },
    }));
    return said(JSON.stringify({ type: "tool_calls", reasoning: "so", calls }));
  }

  #answer(): AttemptResult | Promise<AttemptResult> {
    const what = this.#random.weighted({ good: 60, known: 12, lost: 14, crash: 14 });
    if (what === "good") return succeeded({ ok: true });
    if (what === "known") return failed("REJECTED", "TOOL_ERROR", null, false);
    if (what === "lost") return failed("UNKNOWN");
    this.#mustCrash = true;
    return never();
  }
}

/** Runs a random execution and up to three that derive from one another. Throws what rule was broken. */
export async function runRoundChain(seed: number, worlds: EngineWorld[]): Promise<void> {
  const random = new Seeded(seed * 6_151);
  const maxRounds = random.between(2, 4);
  const callables = tools.map((name) => callable(name, classes[name]));
  const known = new Knowledge();
  let run = new Run(random);
  worlds.push(run.world);
  const started = { ...withRounds(maxRounds), inDoubt: "FAIL" } as const;
  await run.toEnd((world) => world.begin(planOf([]), { callables, started }));
  checkEnd(run.world);
  known.add(run.world);
  for (let number = 1; number < longest; number += 1) {
    const { world: source } = run;
    const ids = source.state.pinned.graph.nodes.map((node) => node.step.id);
    const fromStep = ids.length > 0 && random.chance(0.5) ? random.pick(ids) : null;
    const next = derivedFrom(source, fromStep, `derived-${number}`, known);
    if (next === undefined) return;
    run = new Run(random);
    worlds.push(run.world);
    const { named, options, plan } = next;
    await run.toEnd((world) => world.begin(plan, { ...options, callables }));
    checkEnd(run.world);
    checkTakenOver(source, run.world);
    known.check(run.world, named);
    known.forget([...named], (options.furtherPlans?.length ?? 0) + 1);
    known.add(run.world);
  }
}

interface Next {
  readonly plan: ReturnType<typeof planOf>;
  readonly options: StartOptions;
  /** Steps that somebody gave the word for. */
  readonly named: ReadonlySet<string>;
}

/** Undefined where there can be no derivation. */
function derivedFrom(
  source: EngineWorld,
  fromStep: string | null,
  execution: string,
  known: Knowledge,
): Next | undefined {
  const request: DerivationRequest = { kind: "RETRY", arguments: [], bindings: {}, callAgain: [], fromStep };
  const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]): Json | undefined =>
    source.journal.value(position);
  const asked = derive(source.state, request, read);
  const callAgain = asked.kind === "OUTCOME_UNKNOWN" ? asked.steps : [];
  for (const step of callAgain)
    ok(
      known.doubts.some((doubt) => doubt.step === step),
      `${step} needs a word although nothing of it is unknown`,
    );
  const answer = callAgain.length === 0 ? asked : derive(source.state, { ...request, callAgain }, read);
  // A plan that was never made is made again from the start, which `models` knows.
  if (answer.kind === "INVALID_STATE" || answer.kind === "PLANNED_AGAIN") return undefined;
  if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
  const named = new Set([...callAgain, ...(fromStep === null ? [] : [fromStep])]);
  return { ...derivedRunOf(source, answer, execution), named };
}

function checkEnd({ events, modelCalls, state }: EngineWorld): void {
  checkModelRows(events, state.pinned.limits, modelCalls.length);
}

/** The plans that are taken over stand as they did, what they came to before the last of them too, and nothing reused is called. */
function checkTakenOver(source: EngineWorld, world: EngineWorld): void {
  const { derivation } = world.state.pinned;
  const called = world.events.findIndex(({ kind }) => kind === "ModelCallStarted");
  for (const step of derivation?.reused ?? []) {
    deepStrictEqual(world.callsOf(step), [], `${step} was taken over and is called`);
    deepStrictEqual(world.step(step).status, source.step(step).status, `${step} was taken over`);
  }
  const rounds = world.events
    .slice(0, called < 0 ? undefined : called)
    .flatMap((event) => (event.kind === "PlanProposed" ? [event.round ?? 1] : []));
  for (const round of [1, ...rounds])
    deepStrictEqual(
      planOfRoundAsWritten(world.state, round),
      planOfRoundAsWritten(source.state, round),
      `the plan of round ${round} is another`,
    );
  for (const [id, status] of Object.entries(source.statuses()))
    if (roundOfStep(id) < (rounds.at(-1) ?? 1))
      deepStrictEqual(world.statuses()[id], status, `${id} of an earlier round`);
}
