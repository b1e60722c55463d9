/**
 * Flow rules say which values may reach which calls: rules of a tenant, rules that one execution adds, and the base rule of the deployment,
 * which holds where no rule says otherwise. The most specific rule decides: one for an argument before one for the whole callable, one for
 * a callable before one for an effect class, and that before one for everything. Where several decide about one call, the strictest counts.
 * A rule of an execution is never milder.
 */

import type { CallableDefinition, FlowRule, ProviderDefinition } from "../callable.ts";
import type { FlowAction } from "../value-flow.ts";
import { builtInLabels, trustedLabel } from "./label.ts";

/** Rules of one tenant, and of one execution. */
export const maxFlowRules = { tenant: 200, execution: 50 } as const;

/** A callable as rules see it. */
export interface RuledCallable {
  readonly callable: Pick<CallableDefinition, "effectClass" | "kind" | "name" | "provider" | "remoteName">;
  readonly providerKind: ProviderDefinition["kind"] | undefined;
}

const severity = { ALLOW: 0, ASK: 1, REFUSE: 2 } as const satisfies Record<FlowAction, number>;

export function strictest(actions: Iterable<FlowAction>): FlowAction {
  let found: FlowAction = "ALLOW";
  for (const action of actions) if (severity[action] > severity[found]) found = action;
  return found;
}

/**
 * The name that rules have for a callable. That of a tool of a server stays when another server has a tool of its name, and that of an agent is
 * the same for each of its names in plans.
 */
export function ruledName({ callable, providerKind }: RuledCallable): string {
  switch (providerKind) {
    case "MCP":
    case "OPENAPI":
      return `${callable.provider}.${callable.remoteName}`;
    case "CHILD":
      return callable.remoteName.replace(/^(?:agent|workflow):/, "");
    default:
      return callable.remoteName;
  }
}

/** The problem of rules, with the position of the one that is at fault. `labels` are the declared ones. */
export function flowRulesFinding(
  rules: readonly FlowRule[],
  labels: ReadonlySet<string>,
  bounds: { readonly maximum: number; readonly permits: readonly FlowAction[] },
): { readonly position: number | undefined; readonly finding: string } | undefined {
  if (rules.length > bounds.maximum)
    return { position: undefined, finding: `required at most ${bounds.maximum} rules, found ${rules.length}` };
  const known = new Map<string, { readonly position: number; readonly action: FlowAction }>();
  for (const [position, rule] of rules.entries()) {
    const finding = ruleFinding(rule, labels, bounds.permits);
    if (finding !== undefined) return { position, finding };
    const { action, argument, callable, effectClass, label } = rule;
    const key = JSON.stringify([label, callable ?? null, effectClass ?? null, argument ?? null]);
    const before = known.get(key);
    if (before !== undefined) {
      const said = before.action === action ? "the same" : `${before.action} and ${action}`;
      return {
        position,
        finding: `required one rule for one flow, found ${said} in rules ${before.position} and ${position}`,
      };
    }
    known.set(key, { position, action });
  }
  return undefined;
}

function ruleFinding(
  { action, argument, callable, effectClass, label }: FlowRule,
  labels: ReadonlySet<string>,
  permits: readonly FlowAction[],
): string | undefined {
  if (label === trustedLabel)
    return `required a label that values have, found ${trustedLabel}, which is the absence of labels`;
  if (!labels.has(label)) {
    const known = [...labels].sort().slice(0, 20).join(", ");
    return `required a label that is built in or that a registration declares (${known}), found ${JSON.stringify(label.slice(0, 80))}`;
  }
  if (!permits.includes(action))
    return `required ${permits.join(" or ")}, because an execution can only be stricter, found ${action}`;
  if (callable !== undefined && effectClass !== undefined) return "required a callable or an effect class, found both";
  if (argument === undefined) return undefined;
  if (callable === undefined) return "required a callable beside the argument, found none";
  return /^(?:\/(?:[^~]|~[01])*)+$/s.test(argument) && argument.length <= 500
    ? undefined
    : `required a JSON Pointer such as /to, of at most 500 characters, found ${JSON.stringify(argument.slice(0, 80))}`;
}

/** The labels that are there without any registration. */
export function knownLabels(declared: Iterable<string>): ReadonlySet<string> {
  return new Set([...builtInLabels, ...[...declared].filter((label) => label !== trustedLabel)]);
}
