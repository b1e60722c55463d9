/** The labels that reach the arguments of one call, and the verdict on it. */

import { jsonPointer } from "../../json/value-path.ts";
import { withMembers } from "../operands/operand.ts";
import type { Operand, ToolStep } from "../plan.ts";
import type { FlowAction, ValueFlow } from "../value-flow.ts";
import type { CallRules } from "./call-rules.ts";
import { strictest } from "./flow-rule.ts";
import { type LabelSet, pathThrough } from "./label.ts";
import type { PlanLabels } from "./plan-labels.ts";

/** Flows of one call that are listed; the strictest come first. */
const maxFlows = 8;

export function isHeldFlow({ action }: Pick<ValueFlow, "action">): boolean {
  return action !== "ALLOW";
}

/**
 * The labels that reach `step`, with the verdict of `rules` on each: those that hold the call, and those that `isShown` though they do not.
 * Most calls have none of these. No path is made of a label that is not listed.
 */
export function callFlows(
  labels: PlanLabels,
  step: ToolStep,
  rules: CallRules,
  isShown: (label: string) => boolean = () => false,
): readonly ValueFlow[] {
  const found: ValueFlow[] = [];
  const reach = (argument: readonly string[] | null, set: LabelSet) => {
    for (const [label, path] of set) {
      const shown = isShown(label);
      if (!shown && !rules.canHold(label)) continue;
      const pointer = argument === null ? null : jsonPointer(argument);
      const action = rules.actionFor(label, pointer);
      if (!shown && action === "ALLOW") continue;
      const place = pointer === null ? `the call of ${step.callableName}` : argumentPlace(step, pointer);
      found.push({ label, argument: pointer, path: pathThrough(path, place), action });
    }
  };
  reach(null, labels.chosenBy(step.id));
  reachArguments(labels, step, withMembers(step.arguments), [], reach);
  return found;
}

/** The labels of each argument, as deep as the plan names them. */
function reachArguments(
  labels: PlanLabels,
  step: ToolStep,
  operand: Operand,
  path: readonly string[],
  reach: (argument: readonly string[], set: LabelSet) => void,
): void {
  if (operand.kind === "object")
    for (const [name, member] of operand.entries) reachArguments(labels, step, member, [...path, name], reach);
  else if (operand.kind === "array")
    for (const [index, item] of operand.items.entries())
      reachArguments(labels, step, item, [...path, String(index)], reach);
  else reach(path, labels.operand(operand, step.id));
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
