/**
 * The ten-step plan of the crash tests (`test/chaos/ten-steps.ts`) in executions of which one stops before, and one after, each row of the
 * journal: what they leave, where they stop, and how they are started.
 */
import { tenSteps } from "../../chaos/ten-steps.ts";
import type { Planwright } from "../../support/deployed/planwright.ts";
import { volume } from "../../support/engine/volume.ts";

/** What the plan leaves in its journal when nothing disturbs it. The calls in the group may end in either order. */
export const tenStepRows = [
  "EXECUTION_STARTED",
  "STEP_STARTED look",
  "ATTEMPT_FAILED look",
  "STEP_FINISHED look",
  "STEP_STARTED set",
  "STEP_STARTED other",
  "STEP_FINISHED set",
  "STEP_FINISHED other",
  "STEP_FINISHED both",
  "STEP_STARTED ask",
  "STEP_WAITING ask",
  "HUMAN_INPUT_RESOLVED ask",
  "STEP_FINISHED ask",
  "STEP_STARTED add",
  "STEP_FINISHED add",
  "STEP_STARTED once",
  "STEP_FINISHED once",
  "STEP_STARTED child",
  "STEP_WAITING child",
  "ARTIFACT_STORED child",
  "STEP_FINISHED child",
  "STEP_STARTED translate",
  "ARTIFACT_STORED translate",
  "STEP_PROGRESSED translate",
  "STEP_WAITING translate",
  "STEP_FINISHED translate",
  "STEP_STARTED read",
  "STEP_FINISHED read",
  "EXECUTION_FINISHED",
] as const;

export interface TenStepPlace {
  readonly moment: "before" | "after";
  readonly row: number;
  readonly what: string;
  /** Label of the place, key and note. */
  readonly name: string;
}

/** Every row, before and after it. A sample leaves out those in the middle between two calls of tools. */
export const tenStepPlaces: readonly TenStepPlace[] = tenStepRows
  .flatMap((what, index) =>
    (["before", "after"] as const).map((moment) => ({ moment, row: index + 1, what, name: `${moment}:${index + 1}` })),
  )
  .filter(({ moment, what }) => volume({ sample: isAtCall(moment, what), whole: true }));

/** After a call was stored and before it is made, or after it was made and before that is stored. */
function isAtCall(moment: TenStepPlace["moment"], what: string): boolean {
  return what.startsWith(moment === "after" ? "STEP_STARTED" : "STEP_FINISHED") || !what.startsWith("STEP_");
}

/** What was lost before its first transaction, which is of two events, is nobody's. */
export const storedTenStepPlaces = tenStepPlaces.filter(({ moment, row }) => moment === "after" || row > 2);

/** Starts the execution that stops at a place. One that stops in the turn of its request is never answered. */
export async function tenStepsToStop(planwright: Planwright, { name, row }: TenStepPlace): Promise<void> {
  const { options, source } = tenSteps(name);
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: { source, options: { ...options, labels: [{ key: "stopAt", value: name }] } } },
  );
  if (row > 2 && errors.length > 0) throw new Error(`Cannot start ${name}: ${JSON.stringify(errors)}`);
}
