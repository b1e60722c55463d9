/** The verdict of flow rules as comparing each of them with each value finds it, for tests of what decides faster. */
import type { CallableDefinition, FlowPolicy, FlowRule } from "../../../src/plan/callable.ts";
import type { FlowAction } from "../../../src/plan/value-flow.ts";

const order: readonly FlowAction[] = ["ALLOW", "ASK", "REFUSE"];

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** The verdict on a value with `label` that reaches `target` of a call of `callable`, a tool of an MCP server. */
export function plainAction(
  label: string,
  target: string | null,
  callable: CallableDefinition,
  { base, rules = [] }: FlowPolicy,
  added: readonly FlowRule[],
): FlowAction {
  const decide = (given: readonly FlowRule[]): FlowAction | undefined => {
    const about = given.filter((rule) => {
      if (rule.label !== label) return false;
      if (rule.callable !== undefined && rule.callable !== `${callable.provider}.${callable.remoteName}`) return false;
      if (rule.effectClass !== undefined && rule.effectClass !== callable.effectClass) return false;
      if (rule.argument === undefined) return true;
      if (target === null) return false;
      return isWithin(target, rule.argument) || (rule.action !== "ALLOW" && isWithin(rule.argument, target));
    });
    const rank = ({ argument, callable: named, effectClass }: FlowRule) =>
      named === undefined ? (effectClass === undefined ? 0 : 1) : 2 + (argument?.split("/").length ?? 0);
    const best = Math.max(...about.map(rank));
    const actions = about.filter((rule) => rank(rule) === best).map(({ action }) => action);
    return order.findLast((action) => actions.includes(action));
  };
  const unruled = label === "UNTRUSTED" && callable.effectClass === "UNSAFE" ? base : "ALLOW";
  const found = [decide(rules) ?? unruled, decide(added) ?? "ALLOW"];
  return order.findLast((action) => found.includes(action)) ?? "ALLOW";
}
