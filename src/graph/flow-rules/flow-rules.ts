/**
 * Room `graph/flow-rules`: the flow rules of a tenant in the API. It owns the mutation that sets them (this file), and the rules that one
 * execution adds (`flow-rule-input.ts`).
 *
 * It leaves to others: the meaning of a rule to `plan/labels`, checks against the catalog to `durable/catalog`.
 *
 * Invariants:
 *
 * - The rules of a tenant are one list, which is set as a whole or not at all.
 * - An execution keeps the rules that its tenant had when it was started (E15).
 */
import type { FlowRule } from "../../plan/callable.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { SetFlowRulesInput, FlowRule as ShownRule } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { givenFlowRules } from "./flow-rule-input.ts";

export interface SetFlowRulesPayload {
  readonly flowRules: readonly ShownRule[] | undefined;
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Sets the rules of the tenant in the place of those that it has. */
export async function setFlowRules(
  { rules }: SetFlowRulesInput,
  { clients }: GraphContext,
): Promise<SetFlowRulesPayload> {
  const answer = await clients.catalog.setFlowRules(givenFlowRules(rules));
  if (answer.kind === "REFUSED") {
    const path = ["input", "rules", ...(answer.position === undefined ? [] : [String(answer.position)])];
    const errors = [generalError(answer.code, answer.message, path)];
    return { flowRules: undefined, catalogRevision: undefined, errors };
  }
  const { snapshot } = answer;
  return { flowRules: shownRules(snapshot.flowRules ?? []), catalogRevision: snapshot.revision, errors: [] };
}

/** Rules in the form of the API. */
export function shownRules(rules: readonly FlowRule[]): readonly ShownRule[] {
  return rules.map(({ action, argument = null, callable = null, effectClass = null, label }) => {
    return { label, callable, effectClass, argument, action };
  });
}
