/**
 * The changes of a retry or fork, and those that are refused: of a step that does not run, or of a binding that a reused result was made
 * with. Finds also the calls that could have their effect twice and that the request does not name (E5).
 */

import { canonicalJson, type JsonObject, ownValue } from "../../json/json.ts";
import type { EffectClass } from "../../plan/callable.ts";
import { buildPlan } from "../../plan/compile/build-plan.ts";
import { documentOf, type NewArguments } from "../../plan/dialects/plan-document.ts";
import { readTypedPlan } from "../../plan/dialects/typed-plan.ts";
import { operandDocument, type PlacedReference, referencesIn } from "../../plan/operands/operand.ts";
import { itemPlace } from "../../plan/order/items.ts";
import { isWithinFinally, type PlanNode } from "../../plan/order/order.ts";
import { idInRound, roundOfStep, roundStepId } from "../../plan/order/round-ids.ts";
import { referencesOf } from "../../plan/order/step-references.ts";
import type { ToolStep } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { Derivation } from "../events/execution-origin.ts";
import { keyAfter } from "../settle/reuse-key.ts";
import { callingNodes, effectClassAt, effectClassOf } from "../state/planned-step.ts";
import { planOfRoundAsWritten } from "../state/round-state.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import type { Rerun } from "./steps-to-rerun.ts";
import { unopenedItems } from "./unopened-items.ts";

export interface Changes extends Rerun {
  /** Names of bindings whose value is another. */
  readonly bindings: ReadonlySet<string>;
  /** Ids of steps whose arguments are others. */
  readonly steps: ReadonlySet<string>;
}

/** The changes of `request` to an execution whose initial bindings are `initial`. */
export function changesOf(
  state: ExecutionState,
  request: DerivationRequest,
  initial: JsonObject,
  rerun: Rerun,
): Changes {
  const bindings = changedBindings(initial, request.bindings);
  return { ...rerun, bindings, steps: changedSteps(state, request, initial, rerun) };
}

/** New arguments by the ids that steps have in the plan of `round`. */
export function newArguments({ arguments: given }: DerivationRequest, round: number): NewArguments {
  const own = given.filter(({ step }) => roundOfStep(step) === round);
  return new Map(own.map(({ step, value }) => [idInRound(step), value]));
}

function changedBindings(initial: JsonObject, given: JsonObject): ReadonlySet<string> {
  const changed = Object.entries(given).filter(([name, value]) => {
    const before = ownValue(initial, name);
    return before === undefined || canonicalJson(before) !== canonicalJson(value);
  });
  return new Set(changed.map(([name]) => name));
}

/** Arguments are compared by their meaning: a reference has several spellings, and the plan need not have the one that was sent. */
function changedSteps(
  state: ExecutionState,
  request: DerivationRequest,
  initial: JsonObject,
  { round }: Rerun,
): ReadonlySet<string> {
  const given = newArguments(request, round);
  if (given.size === 0) return new Set();
  const plan = planOfRoundAsWritten(state, round);
  const names = new Set([...Object.keys(initial), ...Object.keys(request.bindings)]);
  const parsed = readTypedPlan(documentOf(plan, given), []);
  const context = { schedule: plan.schedule, bindingNames: names, hasInput: state.pinned.input !== undefined };
  const built = parsed.ok ? leafSteps(buildPlan(parsed.draft, context).plan) : [];
  const meant = new Map(built.map((step) => [step.id, meaningOf(step)]));
  const changed = leafSteps(plan).filter((step) => given.has(step.id) && meant.get(step.id) !== meaningOf(step));
  return new Set(changed.map(({ id }) => roundStepId(round, id)));
}

function meaningOf(step: ToolStep): string {
  return canonicalJson(operandDocument(step.arguments));
}

/** The first member of the request that cannot be meant. */
export function refusalOf(
  state: ExecutionState,
  request: DerivationRequest,
  changes: Changes,
): DerivationRefusal | undefined {
  const { kind } = request;
  const leaves = callingNodes(state);
  const unopened = unopenedItems(state).filter(({ group }) => changes.again.has(group));
  const running = new Set([
    ...leaves.flatMap(({ ordinal, step }) => (changes.again.has(ordinal) ? [step.id] : [])),
    ...unopened.map(({ step }) => step.id),
  ]);
  const givenUp = new Set(stepsGivenUp(state, changes).map(({ id }) => id));
  const named = [
    ...request.arguments.map(({ step }) => ({ member: "arguments" as const, step })),
    ...request.callAgain.map((step) => ({ member: "callAgain" as const, step })),
  ];
  for (const { member, step } of named) {
    const isItem = itemPlace(step) !== undefined;
    if (givenUp.has(step) && member === "callAgain") continue;
    if (running.has(step) && !(isItem && member === "arguments")) continue;
    let found = "no such step";
    if (isItem && member === "arguments") found = "an item, whose arguments are those of its map or loop";
    else if (givenUp.has(step)) found = "one of a plan that the model makes anew";
    else if (leaves.some((leaf) => leaf.step.id === step)) found = "one whose result is reused";
    return refused(kind, member, step, `a step that calls something and runs again, found ${found}`);
  }
  for (const node of state.pinned.graph.nodes) {
    const { ordinal, step } = node;
    const isTaken = !changes.again.has(ordinal) && roundOfStep(step.id) <= changes.round;
    const names = isTaken ? bindingsOf([...referencesOf(step), ...listReferences(state, node)]) : [];
    const binding = names.find((name) => changes.bindings.has(name));
    if (binding === undefined) continue;
    const user = JSON.stringify(step.id);
    return refused(
      kind,
      "bindings",
      binding,
      `a binding that only steps which run again refer to, found that ${user} does`,
    );
  }
  return undefined;
}

/** The references of the list that `node` is an item of. Empty for all else. */
function listReferences(state: ExecutionState, { group, item }: PlanNode): readonly PlacedReference[] {
  const map = group === undefined || item === undefined ? undefined : nodeAt(state, group).step;
  return map?.kind === "MAP" ? referencesIn(map.over) : [];
}

/** Names of the initial bindings that the arguments of `step` refer to. */
export function bindingsIn(step: ToolStep): readonly string[] {
  return bindingsOf(referencesIn(step.arguments));
}

function bindingsOf(references: readonly PlacedReference[]): readonly string[] {
  return references.flatMap(({ reference: { id, root } }) => (root === "bindings" ? [id] : []));
}

/**
 * Steps that would be called again although that could have their effect twice, and that the request does not name. `keys` are those that
 * continue. Another key tells a callee that honours keys nothing, so its calls have to be named too where their inputs may be others, and
 * where a plan is made again, which may make a call again.
 */
export function needingWord(
  state: ExecutionState,
  { callAgain, fromStep }: DerivationRequest,
  rerun: Rerun,
  keys: Derivation["keys"],
): readonly string[] {
  const { again } = rerun;
  const kept = new Set(keys.map(({ step }) => step));
  // A step of `finally` is called for the end of one execution, and again for another end, also if it succeeded.
  const hasOtherKey = (id: string, ordinal: number) =>
    !kept.has(id) && !isWithinFinally(state.pinned.graph, nodeAt(state, ordinal));
  const isDoneTwice = (id: string, effectClass: EffectClass, ordinal: number) =>
    effectClass === "UNSAFE" || (effectClass === "KEYED" && hasOtherKey(id, ordinal));
  const called = callingNodes(state)
    .filter(({ ordinal, step }) => again.has(ordinal) && isDoneTwice(step.id, effectClassAt(state, ordinal), ordinal))
    .filter(({ ordinal }) => keyAfter(state, ordinal)?.unknown === true);
  const unopened = unopenedItems(state).filter(
    ({ group, key, step }) =>
      again.has(group) && key.unknown && isDoneTwice(step.id, effectClassOf(state, step), group),
  );
  const givenUp = stepsGivenUp(state, rerun).filter(
    ({ effectClass, unknown }) => unknown && doesTwice.has(effectClass),
  );
  const ids = [...[...called, ...unopened].map(({ step }) => step.id), ...givenUp.map(({ id }) => id)];
  const named = new Set([...callAgain, fromStep]);
  return ids.filter((id) => !named.has(id));
}

/** Classes of calls that another key does not keep from having their effect again. */
const doesTwice: ReadonlySet<EffectClass> = new Set<EffectClass>(["KEYED", "UNSAFE"]);

interface GivenUpStep {
  readonly id: string;
  readonly effectClass: EffectClass;
  /** Whether a call of it may have had its effect. */
  readonly unknown: boolean;
}

/** Steps that call something, in plans that are not reused. */
function stepsGivenUp(state: ExecutionState, { round }: Pick<Rerun, "round">): readonly GivenUpStep[] {
  const called = callingNodes(state)
    .filter(({ step }) => roundOfStep(step.id) > round)
    .map(({ ordinal, step }) => {
      const unknown = keyAfter(state, ordinal)?.unknown === true;
      return { id: step.id, effectClass: effectClassAt(state, ordinal), unknown };
    });
  const unopened = unopenedItems(state).filter(({ step }) => roundOfStep(step.id) > round);
  return [
    ...called,
    ...unopened.map(({ key, step }) => ({
      id: step.id,
      effectClass: effectClassOf(state, step),
      unknown: key.unknown,
    })),
  ];
}

/** `required` completes "required …". */
export function refused(
  kind: Derivation["kind"],
  member: DerivationRefusal["member"],
  name: string,
  required: string,
): DerivationRefusal {
  const message = `Cannot ${derivationText[kind]} the execution with ${JSON.stringify(name)}: required ${required}`;
  return { kind: "REFUSED", member, name, message };
}

/** How each kind is called in messages. */
export const derivationText = { RETRY: "retry", FORK: "fork" } as const;

export interface DerivationRefusal {
  readonly kind: "REFUSED";
  readonly member: "fromStep" | "arguments" | "bindings" | "callAgain";
  /** The step or binding that the member names. */
  readonly name: string;
  readonly message: string;
}

export interface DerivationRequest {
  readonly kind: Derivation["kind"];
  /** Null for a retry of all steps that did not succeed. */
  readonly fromStep: string | null;
  /** New arguments of steps, each step at most once. */
  readonly arguments: readonly { readonly step: string; readonly value: JsonObject }[];
  /** Initial bindings to set or replace. */
  readonly bindings: JsonObject;
  /** Steps of unknown outcome that may be called again although that could do their effect twice. */
  readonly callAgain: readonly string[];
}
