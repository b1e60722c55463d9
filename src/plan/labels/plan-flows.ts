/**
 * The verdict of the rules on the calls of a plan before it runs: calls that would be refused, and calls that a person will be asked about.
 */

import type { CallableDefinition, FlowRule } from "../callable.ts";
import type { ToolStep } from "../plan.ts";
import type { PlanProblem, PlanWarning } from "../problem.ts";
import type { ValueFlow } from "../value-flow.ts";
import { callFlows, flowText, heldFlows, verdictOf } from "./call-flows.ts";
import { ExecutionRules } from "./execution-rules.ts";
import { origins } from "./label.ts";
import type { PlanLabels } from "./plan-labels.ts";

export interface CheckedFlows {
  /** By id of the step: those that are held, and where all are asked for, those of labels that a registration declares. */
  readonly flows: readonly (readonly [string, readonly ValueFlow[]])[];
  readonly problems: readonly Extract<PlanProblem, { readonly kind: "FLOW_REFUSED" }>[];
  readonly warnings: readonly PlanWarning[];
}

export interface FlowsRequest {
  /** Of a plan that holds `steps`. */
  readonly labels: PlanLabels;
  readonly steps: Iterable<ToolStep>;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
  /** Rules that one execution adds. */
  readonly added?: readonly FlowRule[] | undefined;
  /** Where the arguments of a step stand in the request. */
  readonly placeOf: (stepId: string) => readonly string[];
  /** Whether flows are listed that hold nothing. Absent for no. */
  readonly showsAll?: boolean | undefined;
}

export const noFlows: CheckedFlows = { flows: [], problems: [], warnings: [] };

/** The members that a JSON Pointer names. */
function membersOf(pointer: string | null): readonly string[] {
  const members = (pointer ?? "").split("/").slice(1);
  return members.map((member) => member.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Labels that nearly every value has are shown only where they hold a call. */
const isShown = (label: string) => !origins.has(label);

export function planFlows({ added = [], callables, labels, placeOf, showsAll, steps }: FlowsRequest): CheckedFlows {
  const { definitions } = labels;
  if (definitions.flow === undefined && added.length === 0) return noFlows;
  const rules = new ExecutionRules(definitions, added, labels.outside());
  const flows: (readonly [string, readonly ValueFlow[]])[] = [];
  const problems: CheckedFlows["problems"][number][] = [];
  const warnings: PlanWarning[] = [];
  for (const step of steps) {
    const callable = callables.get(step.callableName);
    if (callable === undefined || !(showsAll === true || rules.canHold(callable))) continue;
    const found = callFlows(labels, step, rules.of(callable), showsAll === true ? isShown : undefined);
    if (found.length > 0) flows.push([step.id, found]);
    const [first] = heldFlows(found);
    if (first === undefined) continue;
    const path = [...placeOf(step.id), ...membersOf(first.argument)];
    if (verdictOf(found) === "REFUSE") {
      const message = `Cannot call ${callable.name} in step ${step.id}: required values that may reach it, found ${flowText(first)}`;
      problems.push({ kind: "FLOW_REFUSED", message, path });
    } else {
      const message = `A person will be asked before step ${step.id} calls ${callable.name}: ${flowText(first)}`;
      warnings.push({ code: "FLOW_ASKS", message, path, stepId: step.id });
    }
  }
  return { flows, problems, warnings };
}

/** The same of a plan that is kept and not run yet: what the rules of now refuse keeps nobody from storing it. */
export function flowWarnings({ flows, problems, warnings }: CheckedFlows): readonly PlanWarning[] {
  // One problem for each refused step, in the order of the flows.
  const refused = flows.filter(([, found]) => verdictOf(found) === "REFUSE");
  const refusals = problems.map(
    ({ message, path }, at): PlanWarning => ({ code: "FLOW_REFUSED", message, path, stepId: refused[at]?.[0] ?? "" }),
  );
  return [...refusals, ...warnings];
}
