/**
 * Rules by which one agent hands over to another, to the person, or to nobody (T34), and by which the message of a person goes to an agent.
 * Their conditions are read once and here: `${v}` is a reference to the variable, never text that is parsed again (E13), and `True`,
 * `None`, `and`, `or`, `not` have their meaning in Python.
 */
import * as z from "zod";
import type { Json } from "../../json/json.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import { ExpressionFault } from "../../plan/expressions/expression-token.ts";
import { readCondition } from "../../plan/expressions/read-expression.ts";
import type { Condition, Reference } from "../../plan/plan.ts";
import { type Expression, pathsOf } from "../../plan/reference.ts";
import { type HandoffRule, type HandoffTarget, personSource } from "../../plan/turn-work.ts";
import type { ManifestPart } from "./manifest-bundle.ts";
import { words } from "./manifest-names.ts";
import { type ManifestFindings, type ManifestPlace, shown } from "./manifest-problem.ts";

const targetKinds = { AgentTarget: "AGENT", RevertToUserTarget: "USER", TerminateTarget: "TERMINATE" } as const;

/** How a target that is no agent may be named beside its type. */
const targetNames: { readonly [Kind in "USER" | "TERMINATE"]: string } = { USER: "user", TERMINATE: "terminate" };

const ruleShape = z.strictObject({
  source_agent: z.string("expected the name of an agent"),
  target_agent: z.string("expected the name of an agent").nullish(),
  handoff_type: z.enum(["condition", "after_work"], "expected condition or after_work"),
  condition: z.string("expected a condition").nullish(),
  // The one way to read a condition; words that a model would have to judge are refused.
  description: words.nullish(),
  condition_type: z.literal("expression", "expected expression, because no model judges conditions").nullish(),
  transition_target: z.enum(
    ["AgentTarget", "RevertToUserTarget", "TerminateTarget"],
    "expected AgentTarget, RevertToUserTarget or TerminateTarget",
  ),
});

type RuleShape = z.output<typeof ruleShape>;

/** Reads the rules, in the order in which they are asked. `variables` are the names of all, undefined where not all are known. */
export function readHandoffs(
  { place, value }: ManifestPart<readonly Json[]>,
  agents: ReadonlySet<string>,
  variables: ReadonlySet<string> | undefined,
  findings: ManifestFindings,
): readonly HandoffRule[] {
  const decided = new Set<string>();
  return value.flatMap((given, position) => {
    const at = [...place, position];
    const rule = findings.read(ruleShape, given, at);
    if (rule === undefined) return [];
    const { source_agent: sourceAgent } = rule;
    const isOfPerson = sourceAgent === personSource && !agents.has(personSource);
    if (!agents.has(sourceAgent) && !isOfPerson) {
      findings.unknown([...at, "source_agent"], `the name of an agent or ${personSource}`, sourceAgent, agents);
    }
    if (isOfPerson) checkOfPerson(rule, at, findings);
    if (decided.has(sourceAgent)) {
      findings.add(
        at,
        `required a place before the rule of ${shown(sourceAgent)} that always applies, found one behind it`,
      );
    }
    if (rule.handoff_type === "after_work") decided.add(sourceAgent);
    const target = readTarget(rule, at, agents, findings);
    const condition = conditionOf(rule, at, variables, findings);
    const description = rule.description ?? "";
    return target === undefined
      ? []
      : [{ sourceAgent, target, condition: condition ?? null, ...(description === "" ? {} : { description }) }];
  });
}

/** A rule that is asked when a person has written: it names the agent that answers. */
function checkOfPerson(rule: RuleShape, place: ManifestPlace, findings: ManifestFindings): void {
  if (rule.transition_target === "AgentTarget") return;
  const required = `required AgentTarget for a rule of ${shown(personSource)}, which says who answers the message`;
  findings.add([...place, "transition_target"], `${required}, found ${rule.transition_target}`);
}

function readTarget(
  rule: RuleShape,
  place: ManifestPlace,
  agents: ReadonlySet<string>,
  findings: ManifestFindings,
): HandoffTarget | undefined {
  const kind = targetKinds[rule.transition_target];
  const at = [...place, "target_agent"];
  const name = rule.target_agent ?? null;
  if (kind !== "AGENT") {
    if (name === null || name.toLowerCase() === targetNames[kind]) return { kind };
    findings.add(at, `required ${targetNames[kind]} or none beside ${rule.transition_target}, found ${shown(name)}`);
    return undefined;
  }
  if (name !== null && agents.has(name)) return { kind, agentName: name };
  if (name === null) findings.add(at, "required the name of an agent, found none");
  else findings.unknown(at, "the name of an agent", name, agents);
  return undefined;
}

/** Undefined for a rule that always applies, and for one whose condition is wrong, which is reported. */
function conditionOf(
  rule: RuleShape,
  place: ManifestPlace,
  variables: ReadonlySet<string> | undefined,
  findings: ManifestFindings,
): Condition | undefined {
  const at = [...place, "condition"];
  const text = rule.condition ?? null;
  if (rule.handoff_type === "after_work") {
    if (text !== null) findings.add(at, "required none for a rule of the type after_work, found one");
    return undefined;
  }
  if (text === null) {
    findings.add(at, "required a condition for a rule of the type condition, found none");
    return undefined;
  }
  const parsed = readCondition(text, (expression) => variableReference(expression, variables));
  if (parsed.ok) return parsed.condition;
  findings.add(at, `expected ${parsed.finding}`);
  return undefined;
}

/** Throws a `ExpressionFault`, which the reader of conditions catches. */
function variableReference(expression: Expression, variables: ReadonlySet<string> | undefined): Reference {
  const { text } = expression;
  if (expression.kind !== "VARIABLE") throw new ExpressionFault(`a variable such as \${name}, found ${shown(text)}`);
  const [head, ...rest] = expression.links;
  if (head !== undefined && (variables === undefined || variables.has(head.name))) {
    return { root: "bindings", id: head.name, ...pathsOf(rest), expression: text };
  }
  const nearest = nearestNames(head?.name ?? "", variables ?? []);
  const hint = suggested(nearest);
  throw new ExpressionFault(`a variable of the manifest, found ${shown(text)}${hint}`);
}
