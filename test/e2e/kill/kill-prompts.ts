/** Prompts of the kill tests, of which one stops at each row until its answer is written: what they leave, where they stop, how they start. */
import type { Planwright } from "../../support/deployed/planwright.ts";
import { placesOf } from "./kill-places.ts";

export interface AnsweredPrompt {
  readonly response: string | null;
  readonly modelCalls: readonly { readonly purpose: string; readonly outcome: string | null }[];
}

/** What a prompt leaves in its journal until its answer is written: the call of the planner and its end, two tools, the call of the responder. */
export const promptRows = [
  "EXECUTION_STARTED",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "PLAN_PROPOSED",
  "STEP_STARTED step0",
  "STEP_FINISHED step0",
  "STEP_STARTED step1",
  "STEP_FINISHED step1",
  "MODEL_CALL_STARTED",
] as const;

/** The start with the planner's call, its end with the plan and the first step, each end of a step with what follows. */
export const promptPlaces = placesOf(promptRows, [2, 3, 2, 2]).map((place) => ({
  ...place,
  label: `${place.moment}:${place.row}`,
  text: `Call example.read_note and then example.set_note, ${place.moment} ${place.row}`,
}));
export const storedPromptPlaces = promptPlaces.filter(({ kept }) => kept > 0);

/** Starts a prompt that stops at its place; its key is its text. One that stops in the turn of the request is never answered. */
export async function promptToStop(
  planwright: Planwright,
  { label, row, text }: (typeof promptPlaces)[number],
): Promise<void> {
  const options = { idempotencyKey: text, labels: [{ key: "stopAt", value: label }] };
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: { source: { prompt: { text } }, options } },
  );
  if (row > 2 && errors.length > 0) throw new Error(`Cannot start ${text}: ${JSON.stringify(errors)}`);
}
