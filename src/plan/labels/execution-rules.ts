/**
 * The flow rules of one execution, and which calls they can hold at all. The labels that its values can have follow from what it pins, so
 * most callables are known to be free before a label of a value is computed, and no call of them is looked up.
 */

import type { CallableDefinition, ExecutionDefinitions, FlowRule } from "../callable.ts";
import { CallRules } from "./call-rules.ts";
import { providerKindOf } from "./callable-labels.ts";
import { origins, untrustedLabel } from "./label.ts";

interface RulesOfCallable {
  readonly rules: CallRules;
  readonly canHold: boolean;
}

/** `added` are the rules that the execution adds to those of its tenant, `outside` the labels of everything that it was given. */
export class ExecutionRules {
  readonly #definitions: ExecutionDefinitions;
  readonly #added: readonly FlowRule[];
  readonly #possible: ReadonlySet<string>;
  readonly #callables = new Map<CallableDefinition, RulesOfCallable>();

  constructor(definitions: ExecutionDefinitions, added: readonly FlowRule[], outside: Iterable<string>) {
    this.#definitions = definitions;
    this.#added = added;
    this.#possible = possibleLabels(definitions, outside);
  }

  /** Whether a value can hold a call of `callable`. Never false if a plan over the definitions could have such a call. */
  canHold(callable: CallableDefinition): boolean {
    return this.#of(callable).canHold;
  }

  /** The rules about calls of `callable`. */
  of(callable: CallableDefinition): CallRules {
    return this.#of(callable).rules;
  }

  #of(callable: CallableDefinition): RulesOfCallable {
    const known = this.#callables.get(callable);
    if (known !== undefined) return known;
    const { flow = { base: "ALLOW" } } = this.#definitions;
    const called = { callable, providerKind: providerKindOf(callable, this.#definitions) };
    const rules = new CallRules(called, flow, this.#added);
    const found = { rules, canHold: [...this.#possible].some((label) => rules.canHold(label)) };
    this.#callables.set(callable, found);
    return found;
  }
}

/** More than a value can have, never less: words of models and people count as possible everywhere. */
function possibleLabels(
  { callables, inherited = [] }: ExecutionDefinitions,
  outside: Iterable<string>,
): ReadonlySet<string> {
  const possible = new Set([...origins, ...outside]);
  for (const { dualMode, outputLabels = [untrustedLabel] } of [...callables, ...inherited]) {
    for (const label of outputLabels) possible.add(label);
    // It can read an artifact, whose content is unknown.
    if (dualMode !== undefined) possible.add(untrustedLabel);
  }
  return possible;
}
