/**
 * Which calls of a running plan the rules hold. A look-up between other work costs ten times what it costs in a row with others, because
 * the processor has forgotten its code and data by then. So the first call that is asked about decides about those behind it too.
 */

import type { CallableDefinition } from "../callable.ts";
import { plannedId } from "../order/items.ts";
import type { Plan, ToolStep } from "../plan.ts";
import { leafSteps } from "../plan-scope.ts";
import type { ValueFlow } from "../value-flow.ts";
import { callFlows } from "./call-flows.ts";
import type { ExecutionRules } from "./execution-rules.ts";
import type { PlanLabels } from "./plan-labels.ts";

/** Steps that are decided about at once, in half a millisecond where their arguments are few. */
const decidedAtOnce = 128;

export class CallVerdicts {
  readonly #plan: Pick<Plan, "steps">;
  readonly #callables: ReadonlyMap<string, CallableDefinition>;
  readonly #rules: ExecutionRules;
  readonly #makeLabels: () => PlanLabels;
  /** Whether something holds the call, by id of the step in the plan. The items of a map or loop are decided about as the step that they are made from. */
  readonly #held = new Map<string, boolean>();

  constructor(
    plan: Pick<Plan, "steps">,
    callables: ReadonlyMap<string, CallableDefinition>,
    rules: ExecutionRules,
    labels: () => PlanLabels,
  ) {
    this.#plan = plan;
    this.#callables = callables;
    this.#rules = rules;
    this.#makeLabels = labels;
  }

  /** The flows that hold the call of `callable` by `step`. */
  flowsInto(step: ToolStep, callable: CallableDefinition): readonly ValueFlow[] {
    if (!this.#rules.canHold(callable)) return [];
    const planned = plannedId(step.id);
    if (!this.#held.has(planned)) this.#decideFrom(planned);
    return this.#held.get(planned) === false ? [] : callFlows(this.#makeLabels(), step, this.#rules.of(callable));
  }

  #decideFrom(planned: string): void {
    const labels = this.#makeLabels();
    const steps = leafSteps(this.#plan);
    const from = steps.findIndex(({ id }) => id === planned);
    if (from < 0) return;
    for (const step of steps.slice(from, from + decidedAtOnce)) {
      const callable = this.#callables.get(step.callableName);
      if (callable === undefined) continue;
      const isHeld = this.#rules.canHold(callable) && callFlows(labels, step, this.#rules.of(callable)).length > 0;
      this.#held.set(step.id, isHeld);
    }
  }
}
