/** Flow rules against the catalog of their tenant: the names in them, and the reasons to refuse them. */

import { isJsonObject, ownValue } from "../../json/json.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import type { CallableDefinition, FlowRule } from "../../plan/callable.ts";
import { flowRulesFinding, knownLabels, maxFlowRules } from "../../plan/labels/flow-rule.ts";
import { type CatalogSnapshot, meaningOf } from "./catalog-snapshot.ts";
import { callableNamed, callableNames } from "./named-callable.ts";

export type FlowRulesCheck =
  /** Each rule with the name that its callable keeps through later registrations. */
  | { readonly ok: true; readonly rules: readonly FlowRule[] }
  | { readonly ok: false; readonly message: string; readonly position: number | undefined };

/** Rules as they are stored, or their problem. */
export function checkedFlowRules(rules: readonly FlowRule[], snapshot: CatalogSnapshot): FlowRulesCheck {
  const named: FlowRule[] = [];
  for (const [position, rule] of rules.entries()) {
    const finding = callableFinding(rule, snapshot);
    if (finding !== undefined) return refused(finding, position);
    named.push(rule.callable === undefined ? rule : { ...rule, callable: lastingName(rule.callable, snapshot) });
  }
  const bounds = { maximum: maxFlowRules.tenant, permits: ["ALLOW", "ASK", "REFUSE"] } as const;
  const found = flowRulesFinding(named, knownLabels(declaredLabels(snapshot)), bounds);
  return found === undefined ? { ok: true, rules: named } : refused(found.finding, found.position);
}

function refused(finding: string, position: number | undefined): FlowRulesCheck {
  const what = position === undefined ? "the flow rules" : `rule ${position}`;
  return { ok: false, message: `Cannot use ${what}: ${finding}`, position };
}

/** Every label that a registration of the tenant or the code of the deployment declares. */
function declaredLabels({ agents, servers, tools }: CatalogSnapshot): readonly string[] {
  const ofAgents = agents.flatMap((agent) => (agent.kind === "LOCAL" ? [] : (agent.outputLabels ?? [])));
  const ofServers = servers.flatMap(({ outputLabels = [] }) => outputLabels);
  return [...ofAgents, ...ofServers, ...tools.flatMap(({ callable }) => callable.outputLabels ?? [])];
}

function callableFinding({ argument, callable: name }: FlowRule, snapshot: CatalogSnapshot): string | undefined {
  if (name === undefined) return undefined;
  const callable = callableNamed(snapshot, name);
  if (callable === undefined) {
    const nearest = nearestNames(name, callableNames(snapshot));
    const advice = suggested(nearest);
    return `required the name of a tool, agent or workflow, found ${JSON.stringify(name.slice(0, 80))}${advice}`;
  }
  return typeof callable === "object" ? argumentFinding(argument, callable) : undefined;
}

function argumentFinding(argument: string | undefined, { inputSchema, name }: CallableDefinition): string | undefined {
  const properties = isJsonObject(inputSchema) ? ownValue(inputSchema, "properties") : undefined;
  if (argument === undefined || !isJsonObject(properties)) return undefined;
  const known = Object.keys(properties);
  const [, first = ""] = argument.split("/");
  const member = first.replaceAll("~1", "/").replaceAll("~0", "~");
  if (known.length === 0 || known.includes(member)) return undefined;
  const nearest = nearestNames(member, known);
  const advice = nearest.length > 0 ? `; nearest: ${nearest.map((one) => `/${one}`).join(", ")}` : "";
  return `required an argument of ${name}, found ${JSON.stringify(argument.slice(0, 80))}${advice}`;
}

function lastingName(name: string, snapshot: CatalogSnapshot): string {
  const meaning = meaningOf(snapshot, name);
  switch (meaning?.sort) {
    case "TOOL":
      return meaning.tool.qualifiedName;
    case "AGENT":
      return meaning.agent.name;
    case "WORKFLOW":
      return meaning.workflow.name;
    case undefined:
      return name;
  }
}
