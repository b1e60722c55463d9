/**
 * The flow rules as they hold for the calls of one callable. They are chosen once for each callable of an execution, so that a call is not
 * compared with the rules about all others.
 */

import type { FlowPolicy, FlowRule } from "../callable.ts";
import type { FlowAction } from "../value-flow.ts";
import { type RuledCallable, ruledName, strictest } from "./flow-rule.ts";
import { untrustedLabel } from "./label.ts";

/** The rules about one callable and one label, the most specific first. */
interface LabelRules {
  readonly ranked: readonly RankedRule[];
  /** Whether one of them decides about every target, so that the base rule never does. */
  readonly decidesAll: boolean;
}

interface RankedRule {
  readonly rule: FlowRule;
  readonly rank: number;
}

const noRules: LabelRules = { ranked: [], decidesAll: false };

/**
 * The verdicts on values that reach calls of `called`, under the rules of a tenant and those that one execution adds.
 *
 * @example
 * ```ts
 * const callable = { name: "pay", remoteName: "pay", provider: "bank", kind: "TOOL", effectClass: "UNSAFE" } as const;
 * const rules = [{ label: "web", callable: "bank.pay", argument: "/to", action: "REFUSE" }] as const;
 * const ofPay = new CallRules({ callable, providerKind: "MCP" }, { base: "ASK", rules });
 * ofPay.actionFor("web", "/to"); // "REFUSE"
 * ofPay.actionFor("web", "/text"); // "ALLOW"
 * ```
 */
export class CallRules {
  readonly #called: RuledCallable;
  readonly #base: FlowAction;
  readonly #ofTenant: ReadonlyMap<string, LabelRules>;
  readonly #added: ReadonlyMap<string, LabelRules>;
  /** The answers of `canHold` so far. */
  readonly #holding = new Map<string, boolean>();

  constructor(called: RuledCallable, { base, rules = [] }: FlowPolicy, added: readonly FlowRule[] = []) {
    this.#called = called;
    this.#base = base;
    this.#ofTenant = rulesByLabel(called, rules);
    this.#added = rulesByLabel(called, added);
  }

  /**
   * The verdict on a value with `label` that reaches `target` of a call. A target is a JSON Pointer into the arguments; null is the choice to
   * make the call at all.
   */
  actionFor(label: string, target: string | null): FlowAction {
    const ruled = ruledAction(this.#ofTenant.get(label), target) ?? this.#baseAction(label, target);
    const added = ruledAction(this.#added.get(label), target);
    return added === undefined ? ruled : strictest([ruled, added]);
  }

  /** Whether a value with `label` can hold a call, whatever it reaches there. Never false if one can. */
  canHold(label: string): boolean {
    let holds = this.#holding.get(label);
    if (holds === undefined) {
      holds = this.#canHold(label);
      this.#holding.set(label, holds);
    }
    return holds;
  }

  #canHold(label: string): boolean {
    const ofTenant = this.#ofTenant.get(label) ?? noRules;
    const added = this.#added.get(label) ?? noRules;
    if ([...ofTenant.ranked, ...added.ranked].some(({ rule }) => rule.action !== "ALLOW")) return true;
    if (ofTenant.decidesAll) return false;
    return this.#baseAction(label, null) !== "ALLOW" || this.#baseAction(label, "") !== "ALLOW";
  }

  /** The base rule is about calls that may have an effect and that nothing declares safe. */
  #baseAction(label: string, target: string | null): FlowAction {
    const { callable, providerKind } = this.#called;
    if (label !== untrustedLabel || callable.effectClass !== "UNSAFE") return "ALLOW";
    switch (providerKind) {
      // Input of a remote agent is data to it. But a model that has read untrusted text may not choose to ask it at all.
      case "A2A":
      case "HTTP_AGENT":
        return target === null ? this.#base : "ALLOW";
      // A run of our own asks for its own calls. People see the questions to them.
      case "CHILD":
      case "PERSON":
      case "WAIT":
        return "ALLOW";
      default:
        return this.#base;
    }
  }
}

function rulesByLabel(called: RuledCallable, rules: readonly FlowRule[]): ReadonlyMap<string, LabelRules> {
  if (rules.length === 0) return new Map();
  const name = ruledName(called);
  const about = rules.filter(
    ({ callable, effectClass }) =>
      (callable === undefined || callable === name) &&
      (effectClass === undefined || effectClass === called.callable.effectClass),
  );
  return new Map([...Map.groupBy(about, ({ label }) => label)].map(([label, found]) => [label, labelRules(found)]));
}

/** `rules` are about one callable and one label. Those that a more specific one overrules for every target are left out. */
function labelRules(rules: readonly FlowRule[]): LabelRules {
  const ranked = rules.map((rule) => ({ rule, rank: rankOf(rule) })).sort((one, other) => other.rank - one.rank);
  const whole = ranked.find(({ rule }) => rule.argument === undefined);
  if (whole === undefined) return { ranked, decidesAll: false };
  return { ranked: ranked.filter(({ rank }) => rank >= whole.rank), decidesAll: true };
}

function ruledAction({ ranked }: LabelRules = noRules, target: string | null): FlowAction | undefined {
  const best = ranked.find(({ rule }) => reaches(rule, target));
  if (best === undefined) return undefined;
  return strictest(
    ranked.filter(({ rank, rule }) => rank === best.rank && reaches(rule, target)).map(({ rule }) => rule.action),
  );
}

function reaches({ action, argument }: FlowRule, target: string | null): boolean {
  if (argument === undefined) return true;
  if (target === null) return false;
  if (isWithin(target, argument)) return true;
  // A value that holds the argument reaches it too. Other places that it reaches are not allowed by that.
  return action !== "ALLOW" && isWithin(argument, target);
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function rankOf({ argument, callable, effectClass }: FlowRule): number {
  if (callable === undefined) return effectClass === undefined ? 0 : 1;
  return argument === undefined ? 2 : 2 + argument.split("/").length;
}
