/** The labels that reach the arguments of one call, and the verdict on it. */

import { jsonPointer } from "../../json/value-path.ts";
import type { CallableDefinition, ExecutionDefinitions, FlowPolicy, FlowRule } from "../callable.ts";
import { withMembers } from "../operands/operand.ts";
import type { Operand, ToolStep } from "../plan.ts";
import type { FlowAction, PinnedLabel, ValueFlow } from "../value-flow.ts";
import { providerKindOf } from "./callable-labels.ts";
import { actionFor, strictest } from "./flow-rule.ts";
import { type LabelSet, pathThrough, untrustedLabel } from "./label.ts";
import type { PlanLabels } from "./plan-labels.ts";

/** Flows of one call that are listed; the strictest come first. */
const maxFlows = 8;

/**
 * Whether any call over `definitions` can be held. Without rules only UNTRUSTED values hold one, and only an UNSAFE one, so that plans over trusted
 * tools cost no more than this question. `given` are labels that come from outside.
 */
export function canHold(
  { callables, flow, inherited = [] }: ExecutionDefinitions,
  added: readonly FlowRule[] | undefined,
  given: readonly PinnedLabel[] | undefined,
): boolean {
  if (added !== undefined && added.length > 0) return true;
  if (flow === undefined) return false;
  if (flow.rules !== undefined) return true;
  if (flow.base === "ALLOW" || !callables.some(({ effectClass }) => effectClass === "UNSAFE")) return false;
  const isUntrusted = ({ outputLabels }: CallableDefinition) => outputLabels?.includes(untrustedLabel) ?? true;
  return given !== undefined || callables.some(isUntrusted) || inherited.some(isUntrusted);
}

const nothingRuled: FlowPolicy = { base: "ALLOW" };

/** Which flows are listed. Most calls have none that is, and the paths of the others are never made. */
type ListedFlow = (flow: Pick<ValueFlow, "action" | "label">) => boolean;

export const isHeldFlow: ListedFlow = ({ action }) => action !== "ALLOW";

/** The labels that reach `step`, which calls `callable`, with the verdict of the rules on each: those that `isListed`. */
export function callFlows(
  labels: PlanLabels,
  step: ToolStep,
  callable: CallableDefinition,
  policy: FlowPolicy = nothingRuled,
  added: readonly FlowRule[] = [],
  isListed: ListedFlow = isHeldFlow,
): readonly ValueFlow[] {
  const called = { callable, providerKind: providerKindOf(callable, labels.definitions) };
  const found: ValueFlow[] = [];
  const reach = (argument: string | null, set: LabelSet) => {
    for (const [label, path] of set) {
      const action = actionFor(label, argument, called, policy, added);
      if (!isListed({ action, label })) continue;
      const place = argument === null ? `the call of ${callable.name}` : argumentPlace(step, argument);
      found.push({ label, argument, path: pathThrough(path, place), action });
    }
  };
  reach(null, labels.chosenBy(step.id));
  for (const [argument, set] of argumentLabels(labels, step)) reach(argument, set);
  return found;
}

/** The labels of each argument, as deep as the plan names them. */
function* argumentLabels(labels: PlanLabels, step: ToolStep): Generator<readonly [string, LabelSet]> {
  yield* within(labels, step, withMembers(step.arguments), []);
}

function* within(
  labels: PlanLabels,
  step: ToolStep,
  operand: Operand,
  path: readonly string[],
): Generator<readonly [string, LabelSet]> {
  if (operand.kind === "object")
    for (const [name, member] of operand.entries) yield* within(labels, step, member, [...path, name]);
  else if (operand.kind === "array")
    for (const [index, item] of operand.items.entries()) yield* within(labels, step, item, [...path, String(index)]);
  else yield [jsonPointer(path), labels.operand(operand, step.id)];
}

function argumentPlace(step: ToolStep, argument: string): string {
  return `${step.id}.arguments${argument.replaceAll("/", ".")}`;
}

/** The verdict on a call with these flows. */
export function verdictOf(flows: readonly ValueFlow[]): FlowAction {
  return strictest(flows.map(({ action }) => action));
}

/** The flows that keep a call from being made as it is, the strictest first. */
export function heldFlows(flows: readonly ValueFlow[]): readonly ValueFlow[] {
  const held = flows.filter(isHeldFlow);
  return [...held.filter(({ action }) => action === "REFUSE"), ...held.filter(({ action }) => action === "ASK")].slice(
    0,
    maxFlows,
  );
}

/**
 * A flow in words.
 *
 * @example
 * ```ts
 * const path = ["find.output (search)", "pay.arguments.to"];
 * flowText({ label: "web", argument: "/to", path, action: "ASK" }); // "web: find.output (search) → pay.arguments.to"
 * ```
 */
export function flowText({ label, path }: ValueFlow): string {
  return `${label}: ${path.join(" → ")}`;
}
