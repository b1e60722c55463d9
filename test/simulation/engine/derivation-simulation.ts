/**
 * Chains of executions, each derived from the one before at random and run through crashes, cancels and people. What a key was used
 * for, and what is known of it, is judged from the rows and calls of the whole chain.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "../../../src/durable/ports/ports.ts";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import { canonicalJson } from "../../../src/json/json.ts";
import { itemPlace, templateOf } from "../../../src/plan/order/items.ts";
import type { EngineWorld } from "../../support/engine/engine-world.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import { isKind } from "./call-rules.ts";
import type { RandomRun } from "./random-plan.ts";
import { Simulation } from "./simulation.ts";

const LONGEST = 4;

/** What is known of the calls of a chain, by their keys and steps. */
class Chain {
  readonly #argumentsOf = new Map<string, string>();
  /** Steps by id with the key under which their latest call may have had its effect, and its arguments. */
  readonly #inDoubt = new Map<string, { readonly key: string; readonly sent: string }>();

  /** Takes in an execution that has ended. */
  add(world: EngineWorld): void {
    for (const call of callsOf(world)) this.#called(call);
    const events = world.events;
    for (const { arguments: input, callId, callableName, step } of events.filter(isKind("StepStarted"))) {
      // Inputs that could be others are called under a key of their own, and what is known then is of that.
      if (this.#inDoubt.get(step)?.key !== callId) this.#inDoubt.delete(step);
      // The row alone makes a call possible: what it says of the outcome counts, whether the call was seen or not.
      const isUnknown = events.some(
        (event) =>
          (event.kind === "AttemptFailed" || event.kind === "StepFinished") &&
          event.step === step &&
          // An answer that was only taken for wrong has had its effect, and one in part some of it.
          (event.outcome === "UNKNOWN" ||
            event.failure?.code === "OUTPUT_INVALID" ||
            (event.kind === "StepFinished" && event.status === "PARTIAL")),
      );
      const { failure, outcome, status } = world.step(step);
      const hasAnswered = outcome === "ANSWERED" && failure?.code !== "OUTPUT_INVALID";
      const isKeyed = ["keyed", "remote_keyed"].includes(callableName);
      if (hasAnswered && (status === "SUCCEEDED" || isKeyed)) this.#inDoubt.delete(step);
      else if (isUnknown)
        this.#inDoubt.set(step, { key: callId, sent: `${step} ${canonicalJson(input.inline ?? null)}` });
    }
  }

  /** No key is ever used with other arguments, and what may have had its effect is never called under another key unless they changed. */
  #called(call: Call): void {
    const sent = sentBy(call);
    deepStrictEqual(this.#argumentsOf.get(call.callId) ?? sent, sent, `${call.stepId} uses a key for other arguments`);
    this.#argumentsOf.set(call.callId, sent);
  }

  get doubts(): ReadonlyMap<string, { readonly key: string; readonly sent: string }> {
    return this.#inDoubt;
  }
}

/** Every call, those that run as executions of their own included. */
function callsOf(world: EngineWorld, step?: string): readonly Call[] {
  const children = world.polls.flatMap(({ call, wait }) => (wait.kind === "CHILD" ? [call] : []));
  return [...world.calls, ...children].filter(({ stepId }) => step === undefined || stepId === step);
}

const sentBy = (call: Call) => `${call.stepId} ${canonicalJson(call.arguments)}`;

const unsafe: ReadonlySet<string> = new Set(["write", "destroy", "remote", "child_write"]);

/** Runs a random execution and up to three that derive from one another. Throws what rule was broken; returns the worlds. */
export async function runChain(seed: number): Promise<readonly EngineWorld[]> {
  const random = new Seeded(seed * 7_919);
  const chain = new Chain();
  let simulation = new Simulation(seed);
  const worlds = [simulation.world];
  await simulation.run();
  chain.add(simulation.world);
  for (let number = 1; number < LONGEST; number += 1) {
    const next = derivedRun(simulation.world, `derived-${number}`, random, chain);
    if (next === null) return worlds;
    const doubts = new Map(chain.doubts);
    simulation = new Simulation(seed + number * 100_000, next);
    worlds.push(simulation.world);
    await simulation.run();
    const kept = new Set(next.options.started?.derivation?.keys.map(({ step }) => step));
    for (const [step, { key, sent }] of doubts) {
      const [first] = callsOf(simulation.world, step);
      if (first !== undefined && kept.has(step))
        deepStrictEqual(first.callId, key, `${step} is called under another key`);
      if (first !== undefined && kept.has(step)) deepStrictEqual(sentBy(first), sent);
    }
    chain.add(simulation.world);
  }
  return worlds;
}

/** A derivation of what has ended, with the words that it needs; null if there can be none. */
function derivedRun(world: EngineWorld, name: string, random: Seeded, chain: Chain): RandomRun | null {
  const { state } = world;
  const ids = state.pinned.graph.nodes.map((node) => node.step.id);
  const request: DerivationRequest = {
    ...{ kind: "RETRY", arguments: [], bindings: {}, callAgain: [] },
    fromStep: random.chance(0.5) && ids.length > 0 ? random.pick(ids) : null,
  };
  const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]) => world.journal.value(position);
  let answer = derive(state, request, read);
  if (answer.kind === "OUTCOME_UNKNOWN") {
    for (const step of answer.steps)
      ok(chain.doubts.has(step), `${step} needs a word although nothing of it is unknown`);
    answer = derive(state, { ...request, callAgain: answer.steps }, read);
  } else if (answer.kind === "DERIVED") {
    const { reused } = answer.derivation;
    for (const [step, { sent }] of chain.doubts) {
      const node = state.pinned.graph.nodes.find((known) => known.step.id === step);
      // An item that the execution never came to stands in no graph.
      const template = state.pinned.graph.nodes.find(({ step: group }) => group.id === itemPlace(step)?.groupId)?.step;
      const planned = node?.step ?? (template === undefined ? undefined : templateOf(template));
      // What lost against a sibling is taken over with its group, and not called again.
      const ofGroup = state.pinned.graph.nodes.find(({ ordinal }) => ordinal === node?.group)?.step.id;
      const isUnsafe = planned?.kind === "TOOL" && unsafe.has(planned.callableName);
      const succeeded =
        (node !== undefined && world.step(step).status === "SUCCEEDED") ||
        reused.includes(step) ||
        reused.includes(ofGroup ?? "");
      const wasCalledHere = callsOf(world, step).some((call) => sentBy(call) === sent);
      ok(!isUnsafe || succeeded || step === request.fromStep || !wasCalledHere, `${step} needs no word`);
    }
  }
  if (answer.kind === "INVALID_STATE") return null;
  if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
  const { approval, bindings, definitions, humanInputTimeoutMs, inDoubt, limits, plan } = state.pinned;
  const started = world.journal
    .read(0)
    .records.map((record) => record.event)
    .find(isKind("ExecutionStarted"));
  if (started === undefined) throw new Error(`there is no start with ${bindings.bytes} bytes of bindings`);
  const origin = { root: name, parent: null, depth: 0, ancestors: [] };
  const { derivation, reused } = answer;
  return {
    plan,
    options: {
      limits,
      reused,
      started: { approval, definitions, derivation, execution: name, humanInputTimeoutMs, inDoubt, origin },
    },
  };
}
