/** Prompts of the kill tests, of which one stops at each row until its answer is written: what they leave, where they stop, how they start. */
import type { Planwright } from "../../support/deployed/planwright.ts";

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

/** The end of a model call and what follows from it are one transaction, so nothing can be lost between them. */
export const promptPlaces = promptRows.flatMap((what, index) =>
  (["before", "after"] as const).flatMap((moment) => {
    const row = index + 1;
    const kept = moment === "before" ? index : row;
    if (what === "PLAN_PROPOSED" && moment === "before") return [];
    const stored = what === "MODEL_CALLED" && moment === "after" ? kept + 1 : kept;
    return [
      {
        moment,
        row,
        what,
        label: `${moment}:${row}`,
        kept: stored,
        text: `Call example.read_note and then example.set_note, ${moment} ${row}`,
      },
    ];
  }),
);
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
