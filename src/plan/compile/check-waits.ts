/** Problems of steps that wait, beyond the input schemas of their callables: no time, two of them, text that is none. */
import { knownArguments } from "../human-input-answer.ts";
import type { Plan, PlanStep } from "../plan.ts";
import type { DraftStep } from "../plan-draft.ts";
import { leafSteps } from "../plan-scope.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";
import { eventCallableName, eventFindings } from "../waits/event-callable.ts";
import { sleepCallableName, sleepFindings } from "../waits/sleep-callable.ts";

const findingsOf = new Map([
  [sleepCallableName, sleepFindings],
  [eventCallableName, eventFindings],
]);

/** Problems of every step of `plan` that waits, each at its place. */
export function waitProblems(plan: Plan, drafts: ReadonlyMap<PlanStep, DraftStep>): readonly PlanProblem[] {
  return leafSteps(plan).flatMap((step) => {
    const findingsIn = findingsOf.get(step.callableName);
    if (findingsIn === undefined) return [];
    const draft = drafts.get(step);
    const place = draft?.kind === "TOOL" ? draft.places.arguments : [];
    return findingsIn(knownArguments(step.arguments)).map(({ finding, member }) =>
      invalidInput([...place, member], finding),
    );
  });
}
