/** Executions of the kill tests that wait, of which one stops at each row: what they leave, where they stop, how they start. */
import { type Planwright, tool } from "../../support/deployed/planwright.ts";
import { placesOf } from "./kill-places.ts";

/** What a sleep, a wait for an event and a call behind them leave in their journal. */
export const waitRows = [
  "EXECUTION_STARTED",
  "STEP_STARTED nap",
  "STEP_WAITING nap",
  "STEP_FINISHED nap",
  "STEP_STARTED go",
  "STEP_WAITING go",
  "STEP_FINISHED go",
  "STEP_STARTED add",
  "STEP_FINISHED add",
  "EXECUTION_FINISHED",
] as const;

export const waitPlaces = placesOf(waitRows, [3, 3, 2, 2]).map((place) => ({
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
    { waitForEvent: { stepId: "go", name: "go", correlation: name, after: ["nap"] } },
    tool("add", "example.keyed_append", { name, text: "{{steps.go.output.payload}}" }),
  ];
  const options = { idempotencyKey: name, labels: [{ key: "stopAt", value: `${moment}:${row}` }] };
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: { source: { plan: { steps } }, options } },
  );
  if (row > 1 && errors.length > 0) throw new Error(`Cannot start ${name}: ${JSON.stringify(errors)}`);
}

/** Sends the event that the execution of that name waits for, under the same id each time. */
export async function sendGo(planwright: Planwright, name: string) {
  const { sendEvent } = await planwright.ask<{
    readonly sendEvent: {
      readonly replayed: boolean;
      readonly event: { readonly status: string };
      readonly errors: [];
    };
  }>(
    "mutation ($input: SendEventInput!) { sendEvent(input: $input) { replayed event { status } errors { message } } }",
    { input: { name: "go", correlation: name, eventId: `go of ${name}`, payload: `${name} goes` } },
  );
  return sendEvent;
}
