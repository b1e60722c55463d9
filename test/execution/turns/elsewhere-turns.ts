/** An execution that waits for the output of an agent that runs elsewhere, and the submission of that. */
import type { OutputSubmission, SubmissionResult } from "../../../src/execution/turns/turn-request.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { elsewhere, planner, submission, TurnWorld, workOf } from "../../support/engine/turn-world.ts";
import type { WorldOptions } from "../../support/engine/world.ts";

export const wrong = { agent_message: "no plan" };

export const remoteWork = (more: Partial<TurnWork> = {}) =>
  workOf({ agents: [planner("ContextAgent", {}, elsewhere)], variables: [], handoffs: [], ...more });

export async function waiting(
  tool?: ConstructorParameters<typeof TurnWorld>[1],
  work: TurnWork = remoteWork(),
  options: WorldOptions = {},
): Promise<TurnWorld> {
  const chat = new TurnWorld({ After: ["Done."] }, tool);
  await chat.send(work, "Hello", options);
  return chat;
}

export async function submitted(chat: TurnWorld, more: Partial<OutputSubmission> = {}): Promise<SubmissionResult> {
  const answer = await chat.world.runner.submit(submission(more));
  await settled();
  return answer;
}
