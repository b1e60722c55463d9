/** What kill tests of a plan share: executions that stop at a place of their journal, and how they ended after the kill. */
import { type ExecutionSeen, eventually, type Planwright } from "../../support/deployed/planwright.ts";
import type { KillPlace } from "./kill-places.ts";

/** Input of `executePlan` for an execution of the key `name`. */
export type StartOf = (name: string, labels: readonly { readonly key: string; readonly value: string }[]) => object;

/**
 * Starts an execution that stops at the place. A start that stops in the turn of its request, which ends with row `answered`, is never
 * answered.
 */
export async function startStopping(
  planwright: Planwright,
  startOf: StartOf,
  { moment, name, row }: KillPlace & { readonly name: string },
  answered = 1,
): Promise<void> {
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: startOf(name, [{ key: "stopAt", value: `${moment}:${row}` }]) },
  );
  if (row > answered && errors.length > 0) throw new Error(`Cannot start ${name}: ${JSON.stringify(errors)}`);
}

/** Labels of the executions that have stopped, one each. */
export async function stoppedLabels(planwright: Planwright): Promise<readonly string[]> {
  return (await (await fetch(new URL("/stopped", planwright.endpoint))).json()) as readonly string[];
}

/** The execution of the key `name`, once it has ended. */
export async function endOf(planwright: Planwright, name: string): Promise<ExecutionSeen> {
  return eventually(async () => {
    const seen = await planwright.execution({ idempotencyKey: name });
    return seen !== null && ["SUCCEEDED", "PARTIAL", "FAILED"].includes(seen.status) ? seen : null;
  });
}

/** `STEP_STARTED a` and so on, in the order of the journal. */
export function namesOf({ events }: ExecutionSeen): readonly string[] {
  return events.nodes.map(({ stepId, type }) => (stepId === null ? type : `${type} ${stepId}`));
}
