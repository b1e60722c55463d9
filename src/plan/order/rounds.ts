/**
 * Rounds: the further plans of an agent that has seen the results of its earlier ones. Each is a plan of its own. In the execution its
 * steps stand behind those of the rounds before, under ids that no plan can give: `rounds/2/search` is the step `search` of the second
 * plan.
 */
import type { Condition, Operand, Plan, PlanStep, Reference, ToolStep } from "../plan.ts";
import { type EffectClassOf, type PlanGraph, type PlanNode, planGraph } from "./order.ts";
import { roundStepId } from "./round-ids.ts";

/** `plan` with the ids that its steps have in an execution whose round it is. Its expressions stay as they were written. */
export function planOfRound(plan: Plan, round: number): Plan {
  if (round === 1) return plan;
  const named = (id: string) => roundStepId(round, id);
  return { ...plan, steps: plan.steps.map((step) => renamedStep(step, named)) };
}

/** `graph` with the steps of a further plan behind all its nodes. None of them waits for an earlier one: a round begins once the one before is over. */
export function withFurtherPlan(graph: PlanGraph, plan: Plan, effectClassOf: EffectClassOf): PlanGraph {
  const first = graph.nodes.length;
  const moved = (ordinal: number) => first + ordinal;
  const further = planGraph(plan, effectClassOf).nodes.map(
    (node): PlanNode => ({
      ...node,
      ordinal: moved(node.ordinal),
      group: node.group === undefined ? undefined : moved(node.group),
      children: node.children.map(moved),
      blockedBy: node.blockedBy.map(moved),
      blocks: node.blocks.map(moved),
    }),
  );
  const nodes = [...graph.nodes, ...further];
  return { nodes, ordinalOf: graph.ordinalOf.grown(nodes) };
}

type Named = (id: string) => string;

function renamedStep(step: PlanStep, named: Named): PlanStep {
  switch (step.kind) {
    case "TOOL":
      return renamedTool(step, named);
    case "PARALLEL":
      return { ...step, ...renamedBase(step, named), children: renamedChildren(step.children, named) };
    case "MAP": {
      const over = renamedOperand(step.over, named);
      return { ...step, ...renamedBase(step, named), over, children: renamedChildren(step.children, named) };
    }
    case "LOOP": {
      const condition = { ...step.condition, ...renamedCondition(step.condition, named) };
      return { ...step, ...renamedBase(step, named), condition, children: renamedChildren(step.children, named) };
    }
  }
}

function renamedChildren(children: readonly ToolStep[], named: Named): readonly ToolStep[] {
  return children.map((child) => renamedTool(child, named));
}

function renamedTool(step: ToolStep, named: Named): ToolStep {
  return { ...step, ...renamedBase(step, named), arguments: renamedOperand(step.arguments, named) };
}

function renamedBase({ after, id, when }: PlanStep, named: Named) {
  const condition = when === undefined ? {} : { when: renamedCondition(when, named) };
  return { id: named(id), after: after.map(named), ...condition };
}

function renamedCondition(condition: Condition, named: Named): Condition {
  return { ...condition, references: condition.references.map((reference) => renamed(reference, named)) };
}

function renamed(reference: Reference, named: Named): Reference {
  return reference.root === "steps" ? { ...reference, id: named(reference.id) } : reference;
}

function renamedOperand(operand: Operand, named: Named): Operand {
  switch (operand.kind) {
    case "literal":
      return operand;
    case "reference":
      return { ...operand, reference: renamed(operand.reference, named) };
    case "text":
      return {
        ...operand,
        parts: operand.parts.map((part) => (typeof part === "string" ? part : renamed(part, named))),
      };
    case "object":
      return {
        ...operand,
        entries: operand.entries.map(([key, value]) => [key, renamedOperand(value, named)] as const),
      };
    case "array":
      return { ...operand, items: operand.items.map((item) => renamedOperand(item, named)) };
    case "coalesce":
      return { ...operand, choices: operand.choices.map((choice) => renamedOperand(choice, named)) };
    case "cel":
      return { ...operand, references: operand.references.map((reference) => renamed(reference, named)) };
  }
}
