/** Flow rules as they are sent, and the problems of rules that one execution adds. */
import type { ExecutionDefinitions, FlowRule } from "../../plan/callable.ts";
import { providerKindOf } from "../../plan/labels/callable-labels.ts";
import { flowRulesFinding, knownLabels, maxFlowRules, ruledName } from "../../plan/labels/flow-rule.ts";
import type { FlowRuleInput, InputMaybe } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";

/** The rules as data. Empty for none. */
export function givenFlowRules(rules: InputMaybe<readonly FlowRuleInput[]> | undefined): readonly FlowRule[] {
  return (rules ?? []).map(({ action, argument, callable, effectClass, label }) => ({
    label,
    ...(callable == null ? {} : { callable }),
    ...(effectClass == null ? {} : { effectClass }),
    ...(argument == null ? {} : { argument }),
    action,
  }));
}

/** The problems of rules that an execution with these definitions adds. Labels and names that do not occur in it are refused. */
export function addedRuleErrors(
  rules: readonly FlowRule[],
  definitions: ExecutionDefinitions,
  place: readonly string[] = ["input", "options", "flowRules"],
): readonly UserErrorSource[] {
  const callables = [...definitions.callables, ...(definitions.inherited ?? [])];
  const labels = knownLabels(callables.flatMap(({ outputLabels = [] }) => outputLabels));
  const found = flowRulesFinding(rules, labels, { maximum: maxFlowRules.execution, permits: ["ASK", "REFUSE"] });
  if (found !== undefined) return [refused(found.finding, found.position, place)];
  const names = callables.map((callable) =>
    ruledName({ callable, providerKind: providerKindOf(callable, definitions) }),
  );
  return rules.flatMap(({ callable }, position) => {
    if (callable === undefined || names.includes(callable)) return [];
    const known = [...new Set(names)].slice(0, 20).join(", ");
    const shown = JSON.stringify(callable.slice(0, 80));
    return [refused(`required a callable of this execution (${known}), found ${shown}`, position, place)];
  });
}

function refused(finding: string, position: number | undefined, place: readonly string[]): UserErrorSource {
  const path = position === undefined ? place : [...place, String(position)];
  const what = position === undefined ? "the flow rules" : `rule ${position}`;
  return generalError("INVALID_INPUT", `Cannot use ${what}: ${finding}`, path);
}
