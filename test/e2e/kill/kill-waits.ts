/** Executions of the kill tests that wait, of which one stops at each row: what they leave, where they stop, how they start. */
import { type Planwright, tool } from "../../support/deployed/planwright.ts";
import { placesOf } from "./kill-places.ts";

/** What a sleep and a call behind it leave in their journal. */
export const waitRows = [
  "EXECUTION_STARTED",
  "STEP_STARTED nap",
  "STEP_WAITING nap",
  "STEP_FINISHED nap",
  "STEP_STARTED add",
  "STEP_FINISHED add",
  "EXECUTION_FINISHED",
] as const;

export const waitPlaces = placesOf(waitRows, [3, 2, 2]).map((place) => ({
  ...place,
  name: `waits ${place.moment} ${place.row}`,
}));
export const storedWaitPlaces = waitPlaces.filter(({ kept }) => kept > 0);

/** Starts an execution that stops at its place; its key is its name. One that stops in the turn of the request is never answered. */
export async function waitsToStop(
  planwright: Planwright,
  { moment, name, row }: (typeof waitPlaces)[number],
): Promise<void> {
  const steps = [
    { sleep: { stepId: "nap", seconds: 1.5 } },
    tool("add", "example.keyed_append", { name, text: "{{steps.nap.output.sleptUntil}}" }),
  ];
  const options = { idempotencyKey: name, labels: [{ key: "stopAt", value: `${moment}:${row}` }] };
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: { source: { plan: { steps } }, options } },
  );
  if (row > 1 && errors.length > 0) throw new Error(`Cannot start ${name}: ${JSON.stringify(errors)}`);
}
